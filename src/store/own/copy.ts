/**
 * A copy of what waits in the outbox, as bytes: for another phone, should this one be lost or its account be gone.
 *
 * Each op keeps its name and its author, so that it is done once whichever phone sends it first, and in nobody else's name.
 * Layout: the length of the head (4 bytes, little end first), the head as JSON, then the files one after the other.
 */

import * as z from 'zod/mini';
import { AppError } from '../../../contract/errors.ts';
import { Sha256 } from '../../../contract/primitives.ts';
import { sha256Of } from '../../platform/sha256.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { filesOf } from '../files.ts';
import { SCHEMA } from '../newer-rows.ts';
import { filesToSend, isReport, isScan, type Made, setSteps } from '../rows.ts';
import { type FormerRows, madeOf } from './former.ts';
import { heldRows, unsentRows } from './held.ts';
import { addMade, findOwnReport } from './made.ts';

const File = z.object({ sha256: Sha256, type: z.string(), bytes: z.number() });
const Named = z.looseObject({ opId: z.string() });
const Shape = z.object({ schema: z.number() });
const Head = z.object({
  ...Shape.shape,
  made: z.array(
    z.looseObject({
      opId: z.string(),
      entityId: z.string(),
      endpoint: z.string(),
      input: z.record(z.string(), z.unknown()),
      createdAt: z.number(),
      order: z.number(),
      steps: z.array(z.looseObject({ rank: z.number(), bytes: z.number(), state: z.enum(['waiting', 'refused']) })),
    }),
  ),
  files: z.array(File),
});
/** As versions before 8 wrote it: former.ts. */
const FormerHead = z.object({
  ...Shape.shape,
  ops: z.array(z.looseObject({ opId: z.string(), entityId: z.string(), endpoint: z.string(), rank: z.number() })),
  reports: z.array(Named),
  writes: z.array(Named),
  scans: z.array(Named),
  files: z.array(File),
});

/** Everything that is not received, or what of it is about one entity. */
export async function packCopy(db: LocalDb, entityId?: string): Promise<Uint8Array<ArrayBuffer>> {
  await heldRows(); // as the disk has them now
  const rows = (await unsentRows(db)).filter((row) => entityId === undefined || row.entityId === entityId);
  const files = await filesOf(db, [...new Set(rows.flatMap(filesToSend))]);
  const head = {
    schema: SCHEMA,
    made: rows.map((row) => (isScan(row) ? { ...row, thumb: undefined } : row)), // it stays on the phone that took it
    files: files.map(({ sha256, blob }) => ({ sha256, type: blob.type, bytes: blob.size })),
  };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length, true);
  const whole = new Blob([length, json, ...files.map(({ blob }) => blob)]);
  return new Uint8Array(await whole.arrayBuffer());
}

/**
 * Put a copy into this device's outbox, all of it or nothing; what is here already stays as it is. Answers how many calls
 * were added.
 *
 * @throws AppError other-version when a newer app wrote it, not-readable when it is damaged
 */
export async function unpackCopy(db: LocalDb, bytes: Uint8Array<ArrayBuffer>, now: number): Promise<number> {
  const { made, files } = await read(bytes);
  return atOnce(db, 'rw', [db.made, db.file], async (db) => {
    let added = 0;
    for (const row of made.sort((a, b) => a.order - b.order)) {
      const isHere = (await db.made.get(row.opId)) ?? (isReport(row) && (await findOwnReport(db, row.entityId)));
      if (isHere) continue;
      const steps = row.steps.map((step) => ({ ...step, tries: 0, nextAt: 0, sentBytes: 0 }));
      setSteps(row, steps);
      await addMade(db, row);
      added += steps.length;
    }
    for (const { sha256, blob } of files) {
      if (!(await db.file.get(sha256))) await db.file.put({ sha256, blob, createdAt: now });
    }
    return added;
  });
}

async function read(bytes: Uint8Array<ArrayBuffer>) {
  const length = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  const files: { sha256: string; blob: Blob }[] = [];
  for (const { sha256, type, bytes: size } of head.files) {
    const part = bytes.slice(at, at + size);
    at += size;
    if ((await sha256Of(part)) !== sha256) throw new AppError('not-readable', 'A file of the copy is damaged');
    files.push({ sha256, blob: new Blob([part], { type }) });
  }
  return { made: head.made, files };
}

/** The rows are what this app, or an older one, wrote of its own: the lock of the file vouches for them. */
function parse(json: string): Whole {
  try {
    const head: unknown = JSON.parse(json);
    if (Shape.parse(head).schema > SCHEMA) throw new AppError('other-version', 'A newer app wrote this copy');
    const former = FormerHead.safeParse(head);
    if (!former.success) return Head.parse(head) as unknown as Whole;
    return { ...former.data, made: madeOf(former.data as unknown as FormerRows) };
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('not-readable', 'The copy is damaged', { cause });
  }
}

interface Whole extends Pick<z.output<typeof Head>, 'schema' | 'files'> {
  made: Made[];
}
