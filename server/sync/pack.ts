/** Making a gallery pack beside everything else the server does: read in pages, written in steps. */

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PartedFile } from '../../contract/file.ts';
import { type Pack, textOfPack } from '../../contract/pack.ts';
import { type Entry, packRowsOf } from '../../match/gallery.ts';
import { writingPack } from '../../match/pack.ts';
import { DIMS, TEMPLATE_VERSION, withFused } from '../../match/template.ts';
import { endOfFeed } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { isPublicReference } from '../reports/projection.ts';
import { findReports, templatesOf } from '../reports/read.ts';
import { readReferences } from '../reports/references.ts';
import { markOf, type Watched } from './forgotten.ts';
import type { PackKeys } from './keys.ts';

export interface MadePack extends Watched {
  pack: Pack;
  /** Its place in the feed, which `pack.cursor` covers. */
  cursor: string;
  /** By hash. */
  parts: Map<string, Uint8Array>;
}

const PART_BYTES = 512 * 1024;

/**
 * Every reference that anyone may hold, under its pseudonym and without a time, as one file in parts. Throws as soon as
 * `signal` is aborted.
 */
export async function makePack(db: Db, keys: PackKeys, madeAt: number, signal: AbortSignal): Promise<MadePack> {
  const end = await endOfFeed(db, 'references');
  const owners: Omit<Entry, 'codes'>[] = [];
  const codes: Uint8Array[] = [];
  const types = new Map<string, Entry['type']>();
  const ofOwner = new Map<string, Uint8Array[]>();
  for await (const page of readReferences(db, end)) {
    signal.throwIfAborted();
    for (const row of page) {
      if (row.closed || row.office_only || !isPublicReference(row)) continue;
      types.set(row.id, row.type);
      ofOwner.set(row.id, [...(ofOwner.get(row.id) ?? []), row.code]);
    }
  }
  for (const [id, type] of types)
    for (const code of withFused(ofOwner.get(id) ?? [])) {
      owners.push({ id: keys.pseudonymOf(id), type, updatedHour: 0 });
      codes.push(code);
    }
  const builtAt = new Date(madeAt).toISOString();
  const head = { model: TEMPLATE_VERSION, cursor: keys.cover(end.cursor), builtAt, scope: 'public' } as const;
  const bytes = await write(writingPack(head, packRowsOf(owners, joined(codes))), signal);
  const { file, parts } = await cut(bytes, (part) => part);
  const pack = { ...head, count: ofOwner.size, file };
  return {
    pack: { ...pack, signature: keys.sign(textOfPack(pack)) },
    cursor: end.cursor,
    parts,
    held: marksOf(ofOwner),
    seenTo: end.cursor,
  };
}

/** A file in parts, each as `wrap` leaves it. */
export async function cut(
  bytes: Uint8Array,
  wrap: (part: Uint8Array, number: number, of: number) => Uint8Array,
): Promise<{ file: PartedFile; parts: Map<string, Uint8Array> }> {
  const whole = createHash('sha256');
  const parts = new Map<string, Uint8Array>();
  const of = Math.ceil(bytes.length / PART_BYTES);
  for (let number = 0; number < of; number++) {
    const part = wrap(bytes.slice(number * PART_BYTES, (number + 1) * PART_BYTES), number, of);
    whole.update(part);
    parts.set(createHash('sha256').update(part).digest('hex'), part);
    await nextTurn();
  }
  const named = [...parts].map(([sha256, part]) => ({ sha256, bytes: part.length }));
  const size = named.reduce((sum, part) => sum + part.bytes, 0);
  return { file: { sha256: whole.digest('hex'), bytes: size, parts: named }, parts };
}

/** The marks of those of these people whom anyone may hold. */
export async function publicMarks(db: Db, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const codes = await templatesOf(db, ids, 'shared');
  const rows = (await findReports(db, ids)).filter((row) => !row.closed && isPublicReference(row));
  return marksOf(new Map(rows.flatMap(({ id }) => (codes.has(id) ? [[id, codes.get(id) ?? []] as const] : []))));
}

const marksOf = (codes: ReadonlyMap<string, readonly Uint8Array[]>): Map<string, string> =>
  new Map([...codes].map(([id, own]) => [id, markOf(own)]));

export async function write(writing: Generator<void, Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  for (;;) {
    const step = writing.next();
    if (step.done) return step.value;
    await nextTurn();
    signal.throwIfAborted();
  }
}

export function joined(codes: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(codes.length * DIMS);
  codes.forEach((code, row) => {
    all.set(code, row * DIMS);
  });
  return all;
}
