/** Scans made on this device and what the server said of them. */

import type * as z from 'zod/mini';
import type { compareFace } from '../../contract/face.ts';
import type { LocalDb, ScanRecord } from './db.ts';
import { enqueue, RANK } from './outbox.ts';

export type CompareAnswer = z.output<typeof compareFace.output>;

export interface NewScan {
  opId: string;
  descriptor: number[];
  model: string;
  thumb?: Blob;
  now: number;
}

export const compareInput = ({ opId, descriptor, model, now }: NewScan) => ({
  opId,
  descriptor,
  model,
  scannedAt: new Date(now).toISOString(),
});

/** Keep a scan that could not be checked now; its call goes out with the next sync, under the same name (A12, A13). */
export async function queueScan(db: LocalDb, scan: NewScan): Promise<void> {
  const input = compareInput(scan);
  await db.transaction('rw', db.scan, db.outbox, async () => {
    await db.scan.put({ opId: scan.opId, createdAt: scan.now, ...(scan.thumb ? { thumb: scan.thumb } : {}) });
    const call = { opId: scan.opId, entityId: scan.opId, endpoint: 'compareFace' as const, input, createdAt: scan.now };
    await enqueue(db, { ...call, rank: RANK.text, bytes: JSON.stringify(input).length });
  });
}

/** The server has checked a queued scan: keep what it said, forget the template. */
export async function scanAnswered(
  db: LocalDb,
  opId: string,
  answer: NonNullable<ScanRecord['answer']>,
): Promise<void> {
  await db.transaction('rw', db.scan, db.outbox, async () => {
    await db.scan.update(opId, { answer });
    await db.outbox.where('opId').equals(opId).delete();
  });
}
