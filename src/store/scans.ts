/** Scans made on this device and what the server said of them. */

import { atOnce } from './at-once.ts';
import type { LocalDb, ScanRecord } from './db.ts';
import { enqueue, RANK } from './outbox.ts';

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

/**
 * Keep a scan to be checked by the server: on disk before anybody is asked, so that a closed tab loses nothing. While the
 * page itself asks, the queue leaves the call alone until `askAgainAt` (A12, A13: one question, one name).
 */
export async function queueScan(db: LocalDb, scan: NewScan, askAgainAt = 0): Promise<void> {
  const input = compareInput(scan);
  await atOnce(db, 'rw', [db.scan, db.outbox], async (db) => {
    await db.scan.put({ opId: scan.opId, createdAt: scan.now, ...(scan.thumb ? { thumb: scan.thumb } : {}) });
    const call = { opId: scan.opId, entityId: scan.opId, endpoint: 'compareFace' as const, input, createdAt: scan.now };
    const seq = await enqueue(db, { ...call, rank: RANK.text, bytes: JSON.stringify(input).length });
    await db.outbox.update(seq, { nextAt: askAgainAt });
  });
}

/** Nobody on the page waits for the answer any more: the queue asks as soon as it can. */
export async function releaseScan(db: LocalDb, opId: string): Promise<void> {
  await db.outbox.where('opId').equals(opId).modify({ nextAt: 0 });
}

/** The user has read the answer on the screen; nothing of the scan needs to stay. */
export async function forgetScan(db: LocalDb, opId: string): Promise<void> {
  await atOnce(db, 'rw', [db.scan, db.outbox], async (db) => {
    await db.scan.delete(opId);
    await db.outbox.where('opId').equals(opId).delete();
  });
}

/** The server has checked a queued scan: keep what it said; forget the template, and the picture when nobody was found. */
export async function scanAnswered(
  db: LocalDb,
  opId: string,
  answer: NonNullable<ScanRecord['answer']>,
): Promise<void> {
  await atOnce(db, 'rw', [db.scan, db.outbox], async (db) => {
    await db.scan
      .where('opId')
      .equals(opId)
      .modify((scan) => {
        scan.answer = answer;
        if (answer.candidates.length === 0) delete scan.thumb;
      });
    await db.outbox.where('opId').equals(opId).delete();
  });
}

/** Scans that the server matched later and nobody has looked at. */
export const unseenMatches = (db: LocalDb): Promise<ScanRecord[]> =>
  db.scan.filter(({ answer, seen }) => !seen && answer !== undefined && answer.candidates.length > 0).toArray();

export async function scanSeen(db: LocalDb, opId: string): Promise<void> {
  await db.scan.update(opId, { seen: true });
}
