/**
 * Received reports of a server that may be put back to an earlier day.
 *
 * Note: Put back. A receipt says that the server has a report; a restore of last night's copy takes that back, and only
 * the device still has the words. So they stay on it for a while after the receipt. A feed that starts over puts each
 * receipt in doubt, and the server is asked for it by the name of its op; what it does not know is no longer called
 * received, and is sent again under the same name.
 */

import { atOnce } from './at-once.ts';
import type { LocalDb, OwnReport } from './db.ts';
import { readMeta, writeMeta } from './meta.ts';
import { enqueueBy, RANK } from './outbox.ts';
import { fileOp } from './reports.ts';

/** Longer than anybody runs a server without a copy of it. */
const KEPT_MS = 7 * 86_400_000;

/**
 * Put every receipt in doubt, and the key that envelopes are sealed to: a server of an earlier day may know neither. Inside
 * the transaction that takes note of the feed's new beginning.
 */
export async function doubtServer(db: LocalDb): Promise<void> {
  await db.report.filter(({ receipt }) => receipt !== undefined).modify({ doubted: true });
  const key = await readMeta(db, 'sealKey');
  if (key) await writeMeta(db, 'sealKey', { ...key, at: 0 }); // until the server says another, it is the best there is
}

export const doubtedReports = (db: LocalDb): Promise<OwnReport[]> =>
  db.report.filter(({ doubted }) => doubted === true).toArray();

/** The server has its receipt. */
export async function trustReceipt(db: LocalDb, id: string): Promise<void> {
  await change(db, id, (report) => {
    delete report.doubted;
  });
}

const change = (db: LocalDb, id: string, how: (report: OwnReport) => void): PromiseLike<number> =>
  db.report.where('id').equals(id).modify(how);

/** What becomes of a report whose receipt the server does not know: it is sent `again`, or `gone` where its words are. */
export async function takeBackReceipt(db: LocalDb, id: string): Promise<'again' | 'gone' | undefined> {
  return atOnce(db, 'rw', [db.report, db.outbox, db.file], async (db) => {
    const report = await db.report.get(id);
    if (!report?.doubted) return undefined;
    const { sent, author, opId, createdAt } = report;
    await change(db, id, unreceive);
    if (!sent) return 'gone';
    const { endpoint, input } = sent;
    await db.outbox.where('opId').startsWith(`${id}/`).delete(); // files that still waited go behind the text again
    const text = { opId, entityId: id, endpoint, input, createdAt, rank: RANK.text };
    await enqueueBy(db, { ...text, bytes: JSON.stringify(input).length }, author);
    for (const sha256 of [...report.photos, ...report.videos]) {
      const file = await db.file.get(sha256);
      if (file) await enqueueBy(db, fileOp(report, sha256, file.blob.size, createdAt), author);
    }
    return 'again';
  });
}

/** As it was before its receipt; without its words it can only be made again. */
function unreceive(report: OwnReport): void {
  const { sent } = report;
  if (sent) Object.assign(report, { values: sent.values, ...(sent.face ? { face: sent.face } : {}) });
  else report.gone = true;
  for (const word of ['receipt', 'status', 'reviewed', 'shown', 'complete', 'followedAt', 'doubted', 'sent'] as const)
    delete report[word];
}

/** Let go of the words whose receipts are old enough; by a clock that the server has found right. */
export async function forgetSentWords(db: LocalDb, now: number): Promise<void> {
  const isOld = ({ receipt, doubted, sent }: OwnReport) =>
    sent !== undefined && receipt !== undefined && !doubted && Date.parse(receipt.receivedAt) < now - KEPT_MS;
  await db.report.filter(isOld).modify((report) => {
    delete report.sent;
  });
}
