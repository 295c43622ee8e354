/**
 * Received reports of a server that may be put back to an earlier day.
 *
 * Note: Put back. A receipt says that the server has a report; a restore of last night's copy takes that back, and only
 * the device still has the words. So they stay on it for a while after the receipt. A feed that starts over puts each
 * receipt in doubt, and the server is asked for it by the name of its op; what it does not know is no longer called
 * received, and is sent again under the same name.
 */

import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { filesOf } from '../files.ts';
import { readMeta, writeMeta } from '../meta.ts';
import { forgetWords, hasWords, type OwnReport, setSteps, textStep } from '../rows.ts';
import { changeReport, changeReports, findOwnReport, ownReports } from './made.ts';
import { queueFiles } from './reports.ts';

/** Longer than anybody runs a server without a copy of it. */
const KEPT_MS = 7 * 86_400_000;

/**
 * Put every receipt in doubt, and the key that envelopes are sealed to: a server of an earlier day may know neither. Inside
 * the transaction that takes note of the feed's new beginning.
 */
export async function doubtServer(db: LocalDb): Promise<void> {
  await changeReports(
    db,
    ({ receipt }) => receipt !== undefined,
    (report) => {
      report.doubted = true;
    },
  );
  const key = await readMeta(db, 'sealKey');
  if (key) await writeMeta(db, 'sealKey', { ...key, at: 0 }); // until the server says another, it is the best there is
}

export const doubtedReports = async (db: LocalDb): Promise<OwnReport[]> =>
  (await ownReports(db)).filter(({ doubted }) => doubted === true);

/** The server has its receipt. */
export async function trustReceipt(db: LocalDb, id: string): Promise<void> {
  await changeReport(db, id, (report) => {
    delete report.doubted;
  });
}

/** What becomes of a report whose receipt the server does not know: it is sent `again`, or `gone` where its words are. */
export async function takeBackReceipt(db: LocalDb, id: string): Promise<'again' | 'gone' | undefined> {
  return atOnce(db, 'rw', [db.made, db.file], async (db) => {
    const report = await findOwnReport(db, id);
    if (!report?.doubted) return undefined;
    const files = await filesOf(db, [...report.photos, ...report.videos]);
    await changeReport(db, id, (report) => {
      for (const word of ['receipt', 'status', 'reviewed', 'shown', 'complete', 'followedAt', 'doubted'] as const)
        delete report[word];
      if (!hasWords(report))
        report.gone = true; // it can only be made again
      else {
        setSteps(report, [{ ...textStep(report.input), begun: true }]); // files that still waited go behind the text again
        queueFiles(report, files);
      }
    });
    return hasWords(report) ? 'again' : 'gone';
  });
}

/** Let go of the words whose receipts are old enough; by a clock that the server has found right. */
export function forgetSentWords(db: LocalDb, now: number): Promise<void> {
  const isOld = (report: OwnReport) =>
    hasWords(report) &&
    report.receipt !== undefined &&
    !report.doubted &&
    Date.parse(report.receipt.receivedAt) < now - KEPT_MS;
  return changeReports(db, isOld, forgetWords);
}
