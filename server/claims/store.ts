/** Claims as they are written: made, reviewed by the finder, answered, frozen, and what each does to the thing (A20). */

import { DatabaseError } from 'pg';
import type { Claim, ClaimStatus, createClaim, updateClaim } from '../../contract/claim.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { MAX_CLAIMS_A_MONTH, MAX_CLAIMS_A_THING } from '../../contract/limits.ts';
import type { NoticeKind } from '../../contract/notice.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { attach } from '../files/attachments.ts';
import { openConversation, refuseBlocked } from '../messages/open.ts';
import { warnOf } from '../messages/warnings.ts';
import { tell } from '../notices/tell.ts';
import { isPublic } from '../reports/projection.ts';
import { findIf, findReport } from '../reports/read.ts';
import { isOwner } from '../reports/rules.ts';
import { changeSubject } from '../reports/store.ts';
import { agreementOf } from './agreement.ts';
import { type ClaimRow, claimRows, partsOf, viewClaims } from './read.ts';
import { type Action, judge, STANDING, STEPS } from './rules.ts';

/** Claim a published found thing. Its finder is told; from now on it stands as claimed. */
export async function insertClaim(
  tx: Db,
  id: string,
  caller: SignedIn,
  input: ParsedInputOf<typeof createClaim>,
): Promise<void> {
  // The row is held, so that two claims at once move the thing one after the other.
  await tx.selectFrom('report').select('id').where('id', '=', input.reportId).forUpdate().execute();
  const report = await findIf(tx, input.reportId, isPublic);
  if (!report) throw new AppError('not-found', 'There is no such thing to claim');
  if (report.subject !== 'item' || report.type !== 'found')
    throw new AppError('conflict', 'Only a thing that was found is claimed');
  if (isOwner(report, caller)) throw new AppError('conflict', 'What one found oneself is not claimed');
  if (!report.owner_id) throw new AppError('conflict', 'Its finder left no account; ask the police station');
  await refuseBlocked(tx, caller.userId, report.owner_id);
  if (report.item_status === 'returned') throw new AppError('conflict', 'It was returned to its owner');

  const inserted = await tx
    .insertInto('claim')
    .values({
      id,
      report_id: report.id,
      claimant_id: caller.userId,
      message: input.message || null,
      frozen_from: null,
      freeze_reason: null,
      reason: null,
      code_hash: null,
      code_expires_at: null,
      conversation_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch(asLimit);
  if (!inserted) throw new AppError('conflict', 'It is claimed by you already');
  await keepAnswers(tx, id, report.id, input.answers);
  await warnOf(tx, { author_id: caller.userId, claim_id: id }, input.message, ...input.answers);
  await attach(tx, 'claim', id, input.proofs);
  if (report.item_status === 'found') await changeSubject(tx, report.id, 'claimed', `claimant:${caller.userId}`);
  await tell(tx, { userId: report.owner_id, kind: 'claim-made', reportId: report.id, claimId: id });
}

/** What the database says to a claim too many (020-people-safe.ts); two at once do not pass it together. */
const LIMITS: Record<string, string> = {
  WC001: `One person claims a thing ${MAX_CLAIMS_A_THING} times at most`,
  WC002: `One person claims ${MAX_CLAIMS_A_MONTH} things in 30 days at most`,
};

function asLimit(cause: unknown): never {
  const message = cause instanceof DatabaseError ? LIMITS[cause.code ?? ''] : undefined;
  throw message === undefined ? cause : new AppError('conflict', message, { cause, fields: { reportId: 'too often' } });
}

/** The questions as they stood when they were answered, and how each answer compares with the finder's mark. */
async function keepAnswers(tx: Db, claimId: string, reportId: string, answers: readonly string[]): Promise<void> {
  const marks = await tx
    .selectFrom('report_mark')
    .select(['position', 'question', 'answer'])
    .where('report_id', '=', reportId)
    .orderBy('position')
    .execute();
  const rows = marks.map(({ position, question, answer: mark }, i) => {
    const answer = answers[i] ?? '';
    return { claim_id: claimId, position, question, answer, agreement: agreementOf(mark, answer) ?? null };
  });
  if (rows.length > 0) await tx.insertInto('claim_answer').values(rows).execute();
}

/** One claim as the caller reads it. */
export async function claimFor(db: Db, id: string, caller: SignedIn): Promise<Claim> {
  const row = await claimRows(db).where('claim.id', '=', id).executeTakeFirst();
  const [claim] = row && partsOf(row, caller).length > 0 ? await viewClaims(db, [row], caller) : [];
  if (!claim) throw new AppError('not-found', 'There is no such claim');
  return claim;
}

/** The claim, held until the end of the transaction; its report is held first, always in this order. */
export async function holdClaim(tx: Db, id: string, caller: SignedIn): Promise<ClaimRow> {
  const known = await tx.selectFrom('claim').select('report_id').where('id', '=', id).executeTakeFirst();
  if (known) await tx.selectFrom('report').select('id').where('id', '=', known.report_id).forUpdate().execute();
  await tx.selectFrom('claim').select('id').where('id', '=', id).forUpdate().execute();
  const row = await claimRows(tx).where('claim.id', '=', id).executeTakeFirst();
  if (!row || partsOf(row, caller).length === 0) throw new AppError('not-found', 'There is no such claim');
  return row;
}

const TOLD: Record<Action, NoticeKind> = {
  accept: 'claim-accepted',
  ask: 'claim-asked',
  reject: 'claim-rejected',
  answer: 'claim-answered',
  withdraw: 'claim-answered',
  freeze: 'claim-frozen',
  unfreeze: 'claim-answered',
};

/** Move a claim along; what the rules do not name is refused. */
export async function moveClaim(
  tx: Db,
  caller: SignedIn,
  { id, action, text = '' }: ParsedInputOf<typeof updateClaim>,
): Promise<void> {
  const row = await holdClaim(tx, id, caller);
  const verdict = judge(action, partsOf(row, caller), { status: row.status, frozenFrom: row.frozen_from }, text);
  if (verdict.kind === 'not-yours') throw new AppError('not-allowed', 'That is for somebody else to say');
  if (verdict.kind === 'not-now') throw new AppError('conflict', `The claim is ${row.status}`);
  if (verdict.kind === 'text-needed')
    throw new AppError('bad-input', 'Say why, in a few words', { fields: { text: 'required' } });
  if (action === 'accept' && (await hasAccepted(tx, row.report_id)))
    throw new AppError('conflict', 'Another claim on it was accepted; refuse that one first');

  const conversationId = action === 'accept' ? await openFor(tx, row) : row.conversation_id;
  const message = action === 'answer' ? [row.message, text].filter(Boolean).join('\n\n') : row.message;
  await tx
    .updateTable('claim')
    .set({
      status: verdict.status,
      frozen_from: action === 'freeze' ? row.status : null,
      freeze_reason: action === 'freeze' ? text : null,
      // The finder's words stay to be read until there are newer ones; the claimant's go to the message.
      reason: action === 'ask' || action === 'reject' ? text : row.reason,
      message,
      conversation_id: conversationId,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  if (action === 'ask' || action === 'reject' || action === 'answer')
    await warnOf(tx, { author_id: caller.userId, claim_id: id }, text);
  if (action === 'freeze' || action === 'unfreeze') await writeAudit(tx, caller, `claim-${action}`, id, text);
  await settleItem(tx, row.report_id, `${caller.role}:${caller.userId}`);
  // Words that no step asks for are read by nobody who could warn of them: they go nowhere.
  await tellOthers(tx, row, caller, TOLD[action], STEPS[action].needsText ? text : verdict.status);
}

async function hasAccepted(tx: Db, reportId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('claim')
    .select('id')
    .where('report_id', '=', reportId)
    .where((or) => or.or([or('status', '=', 'accepted'), or('frozen_from', '=', 'accepted')]))
    .executeTakeFirst();
  return other !== undefined;
}

async function openFor(tx: Db, row: ClaimRow): Promise<string | null> {
  if (!row.finder_id) return null;
  return openConversation(tx, { reportId: row.report_id, starterId: row.claimant_id, ownerId: row.finder_id });
}

/** With no claim standing the thing is found again (A20). */
export async function settleItem(tx: Db, reportId: string, actor: string): Promise<void> {
  const standing = await tx
    .selectFrom('claim')
    .select('id')
    .where('report_id', '=', reportId)
    .where('status', 'in', [...STANDING] satisfies ClaimStatus[])
    .executeTakeFirst();
  const report = await findReport(tx, reportId);
  if (!standing && report?.item_status === 'claimed') await changeSubject(tx, reportId, 'found', actor);
}

/** Tell those of the two whose doing it was not. */
export async function tellOthers(
  tx: Db,
  row: ClaimRow,
  caller: SignedIn,
  kind: NoticeKind,
  detail?: string,
): Promise<void> {
  for (const userId of [row.finder_id, row.claimant_id])
    if (userId && userId !== caller.userId)
      await tell(tx, { userId, kind, reportId: row.report_id, claimId: row.id, detail });
}
