/**
 * What a volunteer or an officer is lent to look without a network: its bytes, sealed, the key to them, and until when.
 *
 * Note: Time of a loan. It ends by the server's clock, which the device knows from its own and by how far that was ahead
 * when the loan was given. The latest moment ever seen is kept: a clock that stands before it was turned back, and then
 * nothing opens. What was once past the end stays so, and the key is forgotten: nothing but a new loan opens again.
 */

import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { isSameVisit, readMeta, writeMeta } from '../meta.ts';
import type { Loan, LoanPack } from '../rows.ts';

export type Standing = 'open' | 'ended' | 'turned-back';

/** A clock is set right by seconds now and then. */
const SLACK_MS = 60_000;
/** So often the latest moment is written down. */
const NOTED_MS = 20_000;

export function standingOf({ endsAt, seen, aheadMs }: Loan, now: number): Standing {
  const at = now - aheadMs;
  if (Math.max(at, seen) >= endsAt) return 'ended';
  return at < seen - SLACK_MS ? 'turned-back' : 'open';
}

/** Look at the clock, and write down what it says. Undefined where nothing is lent. */
export function noteTime(db: LocalDb, now: number): Promise<Standing | undefined> {
  return atOnce(db, 'rw', [db.meta], async (db) => {
    const loan = await readMeta(db, 'loan');
    if (!loan) return undefined;
    const standing = standingOf(loan, now);
    const at = now - loan.aheadMs;
    if (at >= loan.seen + NOTED_MS || (standing === 'ended' && at > loan.seen))
      await writeMeta(db, 'loan', { ...loan, seen: at });
    if (standing === 'ended') await db.meta.delete('loanPack');
    return standing;
  });
}

/** `pack` is absent of a loan that goes on with what is here. False when who was lent it has left meanwhile. */
export const keepLoan = (
  db: LocalDb,
  loan: Loan,
  pack: LoanPack | undefined,
  visit: string | undefined,
): Promise<boolean> =>
  atOnce(db, 'rw', [db.meta], async (db) => {
    if (!(await isSameVisit(db, visit))) return false;
    await writeMeta(db, 'loan', loan);
    if (pack) await writeMeta(db, 'loanPack', pack);
    return true;
  });

export const dropLoan = (db: LocalDb): Promise<void> => db.meta.bulkDelete(['loan', 'loanPack']);
