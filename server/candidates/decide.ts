/** A person says whether the two of a candidate are one, or takes that back. */

import type { decideCandidate } from '../../contract/candidate.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { AuditAction } from '../../contract/moderation.ts';
import type { LINK_STEPS } from '../../contract/report.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { closeDuty, reopenDuty } from '../duty/open.ts';
import { matchSoon } from '../reports/record.ts';
import { actorOf } from '../reports/rules.ts';
import { logChange } from '../reports/store.ts';
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
 * @throws AppError changed-meanwhile when it is not what the caller saw; conflict when it cannot be decided so; not-found when
 * it is not for them
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
  if (state === 'confirmed') await refuseSecond(tx, lost.id, found.id);
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
  if (state === 'confirmed') await tellFamily(tx, { ...pair, byId: caller.userId });
  else if (row.state === 'confirmed')
    await untellFamily(tx, { ...pair, actorFor: (report) => actorOf(caller, report) });
  // What else was offered of the two is taken back, or comes again.
  await matchSoon(tx, [lost.id, found.id]);
}

/** One missing person is one who was found: of two officers at once the second learns of the first. @throws AppError conflict */
async function refuseSecond(tx: Db, lostId: string, foundId: string): Promise<void> {
  await tx.selectFrom('report').select('id').where('id', 'in', [lostId, foundId]).orderBy('id').forUpdate().execute();
  const linked = await tx
    .selectFrom('candidate')
    .select('id')
    .where('state', '=', 'confirmed')
    .where(({ or, eb }) => or([eb('lost_id', '=', lostId), eb('found_id', '=', foundId)]))
    .executeTakeFirst();
  if (linked) throw new AppError('conflict', 'One of the two is one with another already; take that back first');
}
