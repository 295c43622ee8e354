/**
 * Which device a copy of a lent pack was taken from. Each template in it is changed by a step in a few of its 128 numbers;
 * which, and up or down, a key of the session decides. A search does not notice (tests/unit/pack-marks.test.ts); laid
 * beside the originals, the changes of a few hundred templates fit one session and no other.
 */

import { createHmac } from 'node:crypto';
import { openGallery } from '../../match/gallery.ts';
import { readPack } from '../../match/pack.ts';
import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import type { Db } from '../db/schema.ts';
import type { PackKeys } from './keys.ts';

const PLACES = 8;
const LARGEST = 127;
/** More templates make nothing surer. */
const ENOUGH = 1000;
/** What is further from its original was changed by somebody else. */
const MOST_STEPS = 4 * PLACES;

/** `name`: of the template, so that each of a session is marked elsewhere. */
export function markCode(key: Uint8Array, name: string, code: Uint8Array): Uint8Array {
  const marked = Int8Array.from(new Int8Array(code.buffer, code.byteOffset, DIMS));
  for (const [place, step] of stepsOf(key, name)) {
    const next = Number(marked[place]) + step;
    if (Math.abs(next) <= LARGEST) marked[place] = next;
  }
  return new Uint8Array(marked.buffer);
}

function stepsOf(key: Uint8Array, name: string): [place: number, step: number][] {
  const drawn = createHmac('sha256', key).update(name).digest();
  return Array.from({ length: PLACES }, (_, i) => [
    drawn.readUInt8(i) % DIMS,
    (drawn.readUInt8(PLACES + i) & 1) * 2 - 1,
  ]);
}

/** A template of ours and what a copy of it differs by, number by number. */
export interface Difference {
  name: string;
  steps: Int8Array;
}

/** How far the differences are this session's: 1 when all of them are, about 0 when none is. */
export function fitOf(key: Uint8Array, differences: readonly Difference[]): number {
  let [hit, all] = [0, 0];
  for (const { name, steps } of differences)
    for (const [place, step] of stepsOf(key, name)) {
      hit += Math.sign(Number(steps[place])) * step;
      all++;
    }
  return all === 0 ? 0 : hit / all;
}

/** The templates of a pack beside the nearest of ours, whatever its ids say: they may have been taken off. */
export async function differencesOf(pack: Uint8Array, ours: ReadonlyMap<string, Uint8Array>): Promise<Difference[]> {
  const { rows } = readPack(pack);
  const { gallery } = await openGallery();
  gallery.apply(
    [...ours].map(([id, code]) => ({ kind: 'put', entry: { id, type: 'lost', updatedHour: 0, codes: [code] } })),
  );
  const found: Difference[] = [];
  for (let row = 0; row < rows.count && found.length < ENOUGH; row++) {
    const code = rows.codes.slice(row * DIMS, (row + 1) * DIMS);
    const [nearest] = gallery.search(code, 1);
    const original = nearest && ours.get(nearest.id);
    if (!original) continue;
    const [copy, own] = [new Int8Array(code.buffer), new Int8Array(original.buffer, original.byteOffset, DIMS)];
    const steps = copy.map((value, i) => value - Number(own[i]));
    if (steps.reduce((sum, step) => sum + Math.abs(step), 0) <= MOST_STEPS) found.push({ name: nearest.id, steps });
  }
  return found;
}

export interface Suspect {
  userId: string;
  fit: number;
  builtAt: Date;
}

/** Whose device a pack was lent to, the likeliest first, and by how many templates that is said. */
export async function suspectsOf(
  db: Db,
  keys: PackKeys,
  pack: Uint8Array,
): Promise<{ templates: number; suspects: Suspect[] }> {
  const rows = await db.selectFrom('template').select(['id', 'code']).where('version', '=', TEMPLATE_VERSION).execute();
  const differences = await differencesOf(pack, new Map(rows.map(({ id, code }) => [id, new Uint8Array(code)])));
  const lent = await db.selectFrom('lent_pack').select(['session_hash', 'user_id', 'built_at']).execute();
  const suspects = lent
    .map(({ session_hash, user_id, built_at }) => ({
      userId: user_id,
      fit: fitOf(keys.markKeyOf(session_hash), differences),
      builtAt: built_at,
    }))
    .sort((a, b) => b.fit - a.fit);
  return { templates: differences.length, suspects };
}
