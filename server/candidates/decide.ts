/** A person says whether the two of a candidate are one, or takes that back. */

import { type SqlBool, sql } from 'kysely';
import type { decideCandidate } from '../../contract/candidate.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { AuditAction } from '../../contract/moderation.ts';
import type { LINK_STEPS } from '../../contract/report.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { isInOtherHands } from '../duty/on-duty.ts';
import { closeDuty, reopenDuty } from '../duty/open.ts';
import { tell } from '../notices/tell.ts';
import { IS_CLOSED, type ReportRow } from '../reports/read.ts';
import { matchSoon } from '../reports/record.ts';
import { actorOf, VEILS } from '../reports/rules.ts';
import { changeSubject, logChange } from '../reports/store.ts';
import { tellFamily, untellFamily } from '../reunions/tell.ts';
import { noSuchCandidate, pairFor } from './read.ts';
import type { CandidateRow } from './store.ts';

type Decision = ParsedInputOf<typeof decideCandidate>['decision'];

/** From which states it is decided so, what it then is, and what the histories of both reports say. */
const DECISIONS = {
  confirm: { from: ['open'], state: 'confirmed', history: 'linked', act: 'candidate-confirm' },
  reject: { from: ['open'], state: 'rejected', history: 'not-linked', act: 'candidate-reject' },
  reopen: { from: ['confirmed', 'rejected'], state: 'open', history: 'link-reopened', act: 'candidate-reopen' },
} as const satisfies Record<Decision, Deed>;

interface Deed {
  from: readonly CandidateRow['state'][];
  state: CandidateRow['state'];
  history: (typeof LINK_STEPS)[number];
  act: AuditAction;
}

/**
 * @throws AppError changed-meanwhile when it is not what the caller saw, or a colleague has it in hand; conflict when it
 * cannot be decided so; not-found when it is not for them
 */
export async function decideOn(
  tx: Db,
  caller: SignedIn,
  { id, rev, decision, reason }: ParsedInputOf<typeof decideCandidate>,
): Promise<void> {
  const { row, lost, found } = await pairFor(tx, id, caller, true);
  if (row.state === 'withdrawn') throw noSuchCandidate();
  if (String(row.rev) !== rev) throw new AppError('changed-meanwhile', 'A colleague has decided this meanwhile');
  if (lost.subject === 'item') throw new AppError('conflict', 'Of things their two owners decide');
  const { from, state, history, act } = DECISIONS[decision];
  if (!from.some((one) => one === row.state)) throw new AppError('conflict', `A candidate that is ${row.state}`);
  if (await isInOtherHands(tx, id, caller.userId))
    throw new AppError('changed-meanwhile', 'A colleague has them in hand');
  if (state === 'confirmed') await refuseSecond(tx, lost, found);
  const isDecided = state !== 'open';
  await tx
    .updateTable('candidate')
    .set({
      state,
      link: state === 'confirmed' ? 'same-person' : null,
      decided_by: isDecided ? caller.userId : null,
      decided_at: isDecided ? new Date() : null,
      reason: isDecided ? reason || null : null,
      rev: row.rev + 1,
    })
    .where('id', '=', id)
    .where('lost_id', '=', lost.id)
    .where('found_id', '=', found.id)
    .execute();
  const change = { what: 'subject', from: null, to: history, reason } as const;
  await logChange(tx, ...[lost, found].map((report) => ({ ...change, id: report.id, actor: actorOf(caller, report) })));
  await writeAudit(tx, caller, act, id);
  if (isDecided) await closeDuty(tx, 'candidate_id', id, caller.userId, reason);
  else await reopenDuty(tx, id, caller.userId, reason);
  const pair = { lostId: lost.id, foundId: found.id };
  if (found.kept_scan) await tellSeen(tx, lost, caller, [row.state, state]);
  else if (state === 'confirmed') await tellFamily(tx, { ...pair, byId: caller.userId });
  else if (row.state === 'confirmed')
    await untellFamily(tx, { ...pair, actorFor: (report) => actorOf(caller, report) });
  // What else was offered of the two is taken back, or comes again.
  await matchSoon(tx, [lost.id, found.id]);
}

/** Whom a scan has met was seen there; nobody has found them, and the search goes on. The family is told just that. */
async function tellSeen(
  tx: Db,
  lost: ReportRow,
  caller: SignedIn,
  [from, to]: [CandidateRow['state'], CandidateRow['state']],
): Promise<void> {
  const isUndone = from === 'confirmed';
  if (!isUndone && to !== 'confirmed') return;
  if (isUndone && (lost.condition !== 'seen' || !(await isSeenByScanAlone(tx, lost.id)))) return;
  const known = isUndone ? 'missing' : 'seen';
  if (isUndone || lost.condition === 'missing') await changeSubject(tx, lost.id, known, actorOf(caller, lost));
  if (lost.owner_id && lost.owner_id !== caller.userId)
    await tell(tx, { userId: lost.owner_id, kind: 'report-changed', reportId: lost.id, detail: known });
}

/**
 * Whether it was a scan that made them seen, and no other that is confirmed says so, nor anybody who told it since they were
 * last said to be missing. An office itself says so by a scan alone: what it confirms of others is signed as theirs.
 */
async function isSeenByScanAlone(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    with said as (select * from history where report_id = ${id} and what = 'subject')
    select coalesce((select actor from said where from_status = 'missing' and to_status = 'seen' order by at desc limit 1)
        ~ '^(officer|moderator|admin):[^:]+$', false)
      and not exists (select from candidate join report scan on scan.id = candidate.found_id and scan.kept_scan
        where candidate.lost_id = ${id} and candidate.state = 'confirmed')
      and not exists (select from note
        where report_id = ${id} and status = 'confirmed' and condition = 'seen' and kind <> 'self'
          and least(seen_at, created_at) > coalesce((select max(at) from said where to_status = 'missing'), '-infinity'))
      as alone`.execute(tx);
  return rows[0]?.alone === true;
}

/**
 * One missing person is one who was found: of two officers at once the second learns of the first. Who was seen is looked for
 * on. What was taken down just now is one with nobody. @throws AppError conflict, not-found
 */
async function refuseSecond(tx: Db, lost: ReportRow, found: ReportRow): Promise<void> {
  const ids = [lost.id, found.id];
  const sides = await tx
    .selectFrom('report')
    .select('status')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (sides.some(({ status }) => status === 'withdrawn')) throw noSuchCandidate();
  const linked = await tx
    .selectFrom('candidate')
    .innerJoin('report', 'report.id', 'candidate.found_id')
    .select('candidate.id')
    .where('candidate.state', '=', 'confirmed')
    .where(({ not }) => not(IS_LEFT))
    .where(({ or, and, eb, val }) =>
      or([
        eb('found_id', '=', found.id),
        and([eb('lost_id', '=', lost.id), eb('report.kept_scan', '=', false), eb(val(found.kept_scan), '=', false)]),
      ]),
    )
    .executeTakeFirst();
  if (linked) throw new AppError('conflict', 'One of the two is one with another already; take that back first');
}

/** The family says that it was not them, and a side is not there for anybody who could take it back: it would stand for ever. */
const IS_LEFT = sql<SqlBool>`exists (
  select from reunion join report on report.id in (reunion.lost_id, reunion.found_id)
  where reunion.lost_id = candidate.lost_id and reunion.found_id = candidate.found_id and reunion.doubted_at is not null
    and (report.status = 'withdrawn' or report.hidden_for = any(${[...VEILS]}::text[]) or ${IS_CLOSED}))`;
