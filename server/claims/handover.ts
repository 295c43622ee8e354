/** The hand-over: a one-time code that the claimant shows when the thing is in their hands, and the finder enters. */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { CODE_DIGITS, CODE_TRIES } from '../../contract/limits.ts';
import { guessing, HAND_OVER } from '../auth/guesses.ts';
import { readSecret } from '../auth/secret.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { findReport } from '../reports/read.ts';
import { changeStatus, changeSubject } from '../reports/store.ts';
import { partsOf } from './read.ts';
import { STANDING } from './rules.ts';
import { holdClaim, tellOthers } from './store.ts';

/** Long enough for a journey; the next one is drawn in a second. */
const CODE_HOURS = 24;
const HOUR_MS = 3_600_000;

const hashCode = async (db: Db, claimId: string, code: string): Promise<Buffer> =>
  createHmac('sha256', await readSecret(db, 'code-key'))
    .update(`hand-over ${claimId} ${code}`)
    .digest();

/** A new code for the claimant of an accepted claim; an older one is nothing from now on. Only its hash is kept. */
export async function drawHandoverCodeFor(
  tx: Db,
  id: string,
  caller: SignedIn,
): Promise<{ code: string; expiresAt: string }> {
  const row = await holdClaim(tx, id, caller);
  if (!partsOf(row, caller).includes('claimant')) throw new AppError('not-allowed', 'The claimant draws the code');
  if (row.status !== 'accepted') throw new AppError('conflict', `The claim is ${row.status}`);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const expiresAt = new Date(Date.now() + CODE_HOURS * HOUR_MS);
  await tx
    .updateTable('claim')
    .set({ code_hash: await hashCode(tx, id, code), code_expires_at: expiresAt, code_tries: 0 })
    .where('id', '=', id)
    .execute();
  return { code, expiresAt: expiresAt.toISOString() };
}

/**
 * A try of the finder's. It is counted before it is compared, in a transaction of its own: a wrong one must count although
 * the hand-over is undone. However many codes the claimant draws, and whatever things are handed over to them, so many are
 * tried in a day and no more.
 */
export async function tryHandOver<T>(db: Db, id: string, caller: SignedIn, handOver: () => Promise<T>): Promise<T> {
  const claimantId = await countTry(db, id, caller);
  return guessing(db, [{ key: `hand-over:${claimantId}`, allowance: HAND_OVER }], handOver);
}

/** Answers whose code it is. */
async function countTry(db: Db, id: string, caller: SignedIn): Promise<string> {
  return transact(db, async (tx) => {
    const row = await holdClaim(tx, id, caller);
    if (!partsOf(row, caller).includes('finder')) throw new AppError('not-allowed', 'The finder enters the code');
    if (row.status !== 'accepted') throw new AppError('conflict', `The claim is ${row.status}`);
    if (row.code_tries >= CODE_TRIES) throw new AppError('wrong-code', 'Too many tries; ask for a new code');
    await tx
      .updateTable('claim')
      .set((set) => ({ code_tries: set('code_tries', '+', 1) }))
      .where('id', '=', id)
      .execute();
    return row.claimant_id;
  });
}

/** The thing changed hands: the claim is done, the thing returned, its report resolved, other claims refused. */
export async function handOverBy(tx: Db, id: string, caller: SignedIn, code: string): Promise<void> {
  const row = await holdClaim(tx, id, caller);
  if (row.status !== 'accepted') throw new AppError('conflict', `The claim is ${row.status}`);
  const isOver = !row.code_expires_at || row.code_expires_at < new Date();
  const drawn = row.code_hash && !isOver ? Buffer.from(row.code_hash) : undefined;
  if (!drawn || !timingSafeEqual(drawn, await hashCode(tx, id, code)))
    throw new AppError('wrong-code', 'This is not the code that the claimant shows now');

  const done = { status: 'handed_over' as const, code_hash: null, updated_at: new Date() };
  await tx.updateTable('claim').set(done).where('id', '=', id).execute();
  const actor = `owner:${caller.userId}`;
  await changeSubject(tx, row.report_id, 'returned', actor);
  const report = await findReport(tx, row.report_id);
  if (report?.status === 'published') await changeStatus(tx, row.report_id, 'resolved', actor);
  await refuseOthers(tx, row.report_id);
  await tellOthers(tx, row, caller, 'claim-returned');
}

async function refuseOthers(tx: Db, reportId: string): Promise<void> {
  const others = await tx
    .updateTable('claim')
    .set({ status: 'rejected', frozen_from: null, given_away: true, updated_at: new Date() })
    .where('report_id', '=', reportId)
    .where('status', 'in', [...STANDING])
    .returning(['id', 'claimant_id'])
    .execute();
  for (const { id, claimant_id } of others)
    await tell(tx, { userId: claimant_id, kind: 'claim-rejected', reportId, claimId: id, detail: 'returned' });
}
