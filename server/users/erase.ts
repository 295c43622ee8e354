/** Erasing an account (A44): what it made goes at once; that it was erased is all that stays, for a year. */

import { sql } from 'kysely';
import { eraseReasons, writeAudit } from '../audit/audit.ts';
import { type AccountRow, markOf } from '../auth/accounts.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { STANDING } from '../claims/rules.ts';
import { settleItem } from '../claims/store.ts';
import type { Db } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { leaveDesk } from '../duty/open.ts';
import { addJob } from '../jobs/jobs.ts';
import { tell } from '../notices/tell.ts';
import { REMOVE_FILES } from '../reports/record.ts';
import { eraseForGood } from '../reports/store.ts';
import { leaveBehind } from './left.ts';

/**
 * What protects others is left behind first (left.ts). Claims go with the account's row; reports go one by one, so that each device is told to
 * forget them. What it noted on reports of others stays without a name, with the photos that have arrived, for it may
 * still bring somebody home, except where it said "I am this person".
 */
export async function eraseAccount(
  tx: Db,
  caller: Pick<SignedIn, 'userId' | 'role'>,
  account: AccountRow,
): Promise<void> {
  const { id, avatar_sha256 } = account;
  const mark = markOf(tx, account.email);
  await leaveBehind(tx, account);
  const reports = await tx.selectFrom('report').select('id').where('owner_id', '=', id).execute();
  for (const report of reports) await eraseForGood(tx, report.id);
  await leaveDesk(tx, id);
  const hashes = [...(await detach(tx, id)), ...(avatar_sha256 ? [avatar_sha256] : [])];
  await tx.deleteFrom('note').where('author_id', '=', id).where('kind', '=', 'self').execute();
  const claims = await holdClaims(tx, id);
  await tx
    .deleteFrom('one_time_code')
    .where(({ or, eb }) => or([eb('email_mark', '=', mark), eb('subject', '=', id)]))
    .execute();
  await tx
    .insertInto('gone_session')
    .columns(['token_hash', 'expires_at'])
    .expression(
      tx
        .selectFrom('session')
        .select(['token_hash', 'expires_at'])
        .where('user_id', '=', id)
        .where('revoked_at', 'is', null),
    )
    .execute();
  await tx.updateTable('scan').set({ caller_key: 'anonymous' }).where('caller_key', '=', `user:${id}`).execute();
  await tx.deleteFrom('app_user').where('id', '=', id).execute();
  await giveUp(tx, claims);
  // Mails that have not gone out name the account, and are for nobody any more.
  const isTheirs = sql<boolean>`
    payload ->> 'mark' = ${mark} or payload ->> 'subject' = ${id} or payload ->> 'userId' = ${id}`;
  await tx.deleteFrom('job').where('kind', 'in', ['mail', 'code', 'push']).where(isTheirs).execute();
  await eraseReasons(tx, [id, ...claims.map((claim) => claim.id)]);
  await writeAudit(tx, caller, 'account-erased', id);
  if (hashes.length > 0) await addJob(tx, REMOVE_FILES, { hashes });
  await scrubSoon(tx);
}

type Held = Awaited<ReturnType<typeof holdClaims>>[number];

/** Their claims; what they are on is held until the end of the transaction, as by whoever moves a claim (claims/store.ts). */
async function holdClaims(tx: Db, claimantId: string) {
  return tx
    .selectFrom('claim')
    .innerJoin('report', 'report.id', 'claim.report_id')
    .select(['claim.id', 'claim.status', 'claim.report_id', 'report.owner_id'])
    .where('claim.claimant_id', '=', claimantId)
    .orderBy('report.id')
    .forUpdate('report')
    .execute();
}

/** A thing that they alone claimed is found again, for who lost it to see, and its finder need not wait for them. */
async function giveUp(tx: Db, claims: readonly Held[]): Promise<void> {
  for (const { status, report_id: reportId, owner_id: userId } of claims) {
    if (!STANDING.includes(status)) continue;
    await settleItem(tx, reportId, 'system:erased');
    if (userId) await tell(tx, { userId, kind: 'claim-answered', reportId, detail: 'withdrawn' });
  }
}

/** Take the photos off what goes with the account; answers their hashes. */
async function detach(tx: Db, userId: string): Promise<string[]> {
  const own = {
    note: await tx.selectFrom('note').select('id').where('author_id', '=', userId).where('kind', '=', 'self').execute(),
    claim: await tx.selectFrom('claim').select('id').where('claimant_id', '=', userId).execute(),
  };
  const hashes: string[] = [];
  for (const kind of ['note', 'claim'] as const) {
    const ids = own[kind].map(({ id }) => id);
    if (ids.length === 0) continue;
    const gone = await tx
      .deleteFrom('attachment')
      .where('kind', '=', kind)
      .where('owner_id', 'in', ids)
      .returning('sha256')
      .execute();
    hashes.push(...gone.map(({ sha256 }) => sha256));
  }
  return [...new Set([...hashes, ...(await settleNotes(tx, userId))])];
}

/** Of the notes that stay, the photos that have not arrived never will. Answers what may still lie here of an upload. */
async function settleNotes(tx: Db, userId: string): Promise<string[]> {
  const theirs = tx.selectFrom('note').select('id').where('author_id', '=', userId);
  const named = tx.selectFrom('attachment').select('sha256').where('kind', '=', 'note').where('owner_id', 'in', theirs);
  const hashes = (await named.execute()).map(({ sha256 }) => sha256);
  await tx
    .deleteFrom('attachment')
    .where('kind', '=', 'note')
    .where('owner_id', 'in', theirs)
    .where('brought_at', 'is', null)
    .execute();
  return hashes;
}
