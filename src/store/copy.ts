/**
 * A copy of what waits in the outbox, as bytes: for another phone, should this one be lost or its account be gone.
 *
 * Each op keeps its name and its author, so that it is done once whichever phone sends it first, and in nobody else's name.
 * Layout: the length of the head (4 bytes, little end first), the head as JSON, then the files one after the other.
 */

import * as z from 'zod/mini';
import { AppError } from '../../contract/errors.ts';
import { Sha256 } from '../../contract/primitives.ts';
import { sha256Of } from '../platform/sha256.ts';
import { atOnce } from './at-once.ts';
import { type LocalDb, type Op, type OwnReport, type OwnWrite, SCHEMA, type ScanRecord } from './db.ts';
import { filesOf } from './files.ts';
import { unsentRows } from './held.ts';

const rows = z.array(z.looseObject({ opId: z.string() }));
const Head = z.object({
  schema: z.number(),
  ops: z.array(
    z.looseObject({
      opId: z.string(),
      entityId: z.string(),
      endpoint: z.string(),
      input: z.record(z.string(), z.unknown()),
      rank: z.number(),
      bytes: z.number(),
      createdAt: z.number(),
      state: z.enum(['waiting', 'refused']),
    }),
  ),
  reports: rows,
  writes: rows,
  scans: rows,
  files: z.array(z.object({ sha256: Sha256, type: z.string(), bytes: z.number() })),
});

/** Everything that is not received, or what of it is about one entity. */
export async function packCopy(db: LocalDb, entityId?: string): Promise<Uint8Array<ArrayBuffer>> {
  const unsent = await unsentRows(db);
  const ops = unsent.ops.filter((op) => entityId === undefined || op.entityId === entityId);
  const ids = [...new Set(ops.map((op) => op.entityId))];
  const kept = (await db.report.bulkGet(ids)).filter((report) => report !== undefined);
  const reports = [...kept, ...unsent.held.filter(({ id }) => ids.includes(id))];
  const writes = await db.write.where('entityId').anyOf(ids).toArray();
  const scans = (await db.scan.bulkGet(ids)).filter((scan) => scan !== undefined);
  const hashes = ops.flatMap(
    ({ endpoint, input }) => (endpoint === 'putFile' ? [(input as { sha256: string }).sha256] : []), // written by the store with each file
  );
  const files = await filesOf(db, [...new Set(hashes)]);
  const head = {
    schema: SCHEMA,
    reports,
    ops: ops.map(({ seq: _, ...op }) => op),
    writes: writes.filter(({ receivedAt }) => receivedAt === undefined),
    scans: scans.map(({ thumb: _, ...scan }) => scan), // the picture of a scan stays on the phone that took it
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
  const { head, files } = await read(bytes);
  // The rows are what this app, or an older one, wrote of its own: the lock of the file vouches for them.
  const [reports, writes, scans] = [head.reports, head.writes, head.scans] as unknown as [
    OwnReport[],
    OwnWrite[],
    ScanRecord[],
  ];
  const tables = [db.outbox, db.report, db.write, db.scan, db.file];
  return atOnce(db, 'rw', tables, async (db) => {
    const names = head.ops.map(({ opId }) => opId);
    const known = new Set((await db.outbox.where('opId').anyOf(names).toArray()).map(({ opId }) => opId));
    for (const [table, list] of [
      [db.report, reports],
      [db.write, writes],
      [db.scan, scans],
    ] as const)
      for (const row of list) await addOnce(table as typeof db.report, row as OwnReport);
    const received = new Set<string>();
    for (const { id, opId, receipt } of await db.report.bulkGet(reports.map(({ id }) => id)).then(present))
      if (receipt) received.add(opId).add(id);
    for (const { opId, receivedAt } of await db.write.bulkGet(writes.map(({ opId }) => opId)).then(present))
      if (receivedAt !== undefined) received.add(opId);
    const fresh = head.ops.filter(({ opId }) => !known.has(opId) && !received.has(opId));
    for (const op of fresh) {
      const again = { ...op, tries: 0, nextAt: 0, sentBytes: 0 } as unknown as Op;
      await db.outbox.add(again);
    }
    for (const { sha256, blob } of files) {
      if (!(await db.file.get(sha256))) await db.file.put({ sha256, blob, createdAt: now });
    }
    return fresh.length;
  });
}

const present = <T>(list: (T | undefined)[]): T[] => list.filter((row) => row !== undefined);

async function addOnce<T>(
  table: { add(row: T): PromiseLike<unknown>; get(key: string): PromiseLike<T | undefined> },
  row: T & { id?: string; opId: string },
): Promise<void> {
  if (!(await table.get(row.id ?? row.opId))) await table.add(row);
}

async function read(bytes: Uint8Array<ArrayBuffer>) {
  const length = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  if (head.schema > SCHEMA) throw new AppError('other-version', 'A newer app wrote this copy');
  let at = 4 + length;
  const files: { sha256: string; blob: Blob }[] = [];
  for (const { sha256, type, bytes: size } of head.files) {
    const part = bytes.slice(at, at + size);
    at += size;
    if ((await sha256Of(part)) !== sha256) throw new AppError('not-readable', 'A file of the copy is damaged');
    files.push({ sha256, blob: new Blob([part], { type }) });
  }
  return { head, files };
}

function parse(json: string): z.output<typeof Head> {
  try {
    return Head.parse(JSON.parse(json));
  } catch (cause) {
    throw new AppError('not-readable', 'The copy is damaged', { cause });
  }
}
