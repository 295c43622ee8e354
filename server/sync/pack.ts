/** Making a gallery pack beside everything else the server does: read in pages, written in steps. */

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pack } from '../../contract/sync.ts';
import { type Entry, packRowsOf } from '../../match/gallery.ts';
import { writingPack } from '../../match/pack.ts';
import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import { endOfFeed } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { isPublicReference } from '../reports/projection.ts';
import { findReports, templatesOf } from '../reports/read.ts';
import { readReferences } from '../reports/references.ts';
import { markOf, type Watched } from './forgotten.ts';

export interface MadePack extends Watched {
  pack: Pack;
  /** By hash. */
  parts: Map<string, Uint8Array>;
}

const PART_BYTES = 512 * 1024;

/** Every reference that anyone may hold, as one file in parts. Throws as soon as `signal` is aborted. */
export async function makePack(db: Db, madeAt: number, signal: AbortSignal): Promise<MadePack> {
  const end = await endOfFeed(db, 'references');
  const owners: Omit<Entry, 'codes'>[] = [];
  const codes: Uint8Array[] = [];
  const ofOwner = new Map<string, Uint8Array[]>();
  for await (const page of readReferences(db, end)) {
    signal.throwIfAborted();
    for (const row of page) {
      if (row.closed || !isPublicReference(row)) continue;
      owners.push({ id: row.id, type: row.type, updatedHour: Math.floor(row.created_at.getTime() / 3_600_000) });
      codes.push(row.code);
      ofOwner.set(row.id, [...(ofOwner.get(row.id) ?? []), row.code]);
    }
  }
  const builtAt = new Date(madeAt).toISOString();
  const head = { model: TEMPLATE_VERSION, cursor: end.cursor, builtAt, scope: 'public' };
  const bytes = await write(writingPack(head, packRowsOf(owners, joined(codes))), signal);
  const whole = createHash('sha256');
  const cut: { sha256: string; part: Uint8Array }[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.slice(at, at + PART_BYTES);
    whole.update(part);
    cut.push({ sha256: createHash('sha256').update(part).digest('hex'), part });
    await nextTurn();
  }
  const parts = cut.map(({ sha256, part }) => ({ sha256, bytes: part.length }));
  const file = { sha256: whole.digest('hex'), bytes: bytes.length, parts };
  const count = new Set(owners.map(({ id }) => id)).size;
  return {
    pack: { scope: 'public', model: TEMPLATE_VERSION, cursor: end.cursor, count, builtAt, file },
    parts: new Map(cut.map(({ sha256, part }) => [sha256, part])),
    held: marksOf(ofOwner),
    seenTo: end.cursor,
  };
}

/** The marks of those of these people whom anyone may hold. */
export async function publicMarks(db: Db, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const codes = await templatesOf(db, ids);
  const rows = (await findReports(db, ids)).filter((row) => !row.closed && isPublicReference(row));
  return marksOf(new Map(rows.flatMap(({ id }) => (codes.has(id) ? [[id, codes.get(id) ?? []] as const] : []))));
}

const marksOf = (codes: ReadonlyMap<string, readonly Uint8Array[]>): Map<string, string> =>
  new Map([...codes].map(([id, own]) => [id, markOf(own)]));

async function write(writing: Generator<void, Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  for (;;) {
    const step = writing.next();
    if (step.done) return step.value;
    await nextTurn();
    signal.throwIfAborted();
  }
}

function joined(codes: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(codes.length * DIMS);
  codes.forEach((code, row) => {
    all.set(code, row * DIMS);
  });
  return all;
}
