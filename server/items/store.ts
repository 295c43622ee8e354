/** Candidates of things: read by the owners of either side, and answered by them. Nothing is merged. */

import { AppError } from '../../contract/errors.ts';
import type { ItemMatch } from '../../contract/report.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { type CandidateRow, candidatesWith } from '../candidates/store.ts';
import type { Db } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { partyView, projectReport, sightOf } from '../reports/projection.ts';
import { findReport, type ReportRow, reportsById } from '../reports/read.ts';
import { matchSoon } from '../reports/record.ts';
import { isOwner, mayModerate } from '../reports/rules.ts';
import { changeSubject } from '../reports/store.ts';

/** The possible matches of the caller's own report (or of any, for who looks at posts), the best first. */
export async function matchesOf(db: Db, id: string, caller: SignedIn): Promise<ItemMatch[]> {
  const report = await findReport(db, id);
  if (!report || !(isOwner(report, caller) || mayModerate(caller)))
    throw new AppError('not-found', 'There is no such report of yours');
  // Of people their owners know nothing.
  if (report.subject !== 'item') return [];
  const rows = await candidatesWith(db, id);
  const reports = await reportsById(db, [...new Set(rows.flatMap(({ lost_id, found_id }) => [lost_id, found_id]))]);
  return rows.flatMap((row) => (row.state === 'rejected' ? [] : (viewOf(row, reports, caller) ?? [])));
}

/** One match, for who owns a side of it. */
export async function matchFor(db: Db, lostId: string, foundId: string, caller: SignedIn): Promise<ItemMatch> {
  const row = await pairOf(db, lostId, foundId).executeTakeFirst();
  const reports = await reportsById(db, [lostId, foundId]);
  const isMine = [...reports.values()].some((report) => report.subject === 'item' && isOwner(report, caller));
  const view = row && isMine ? viewOf(row, reports, caller) : undefined;
  if (!view) throw new AppError('not-found', 'There is no such match');
  return view;
}

const pairOf = (db: Db, lostId: string, foundId: string) =>
  db.selectFrom('candidate').selectAll().where('lost_id', '=', lostId).where('found_id', '=', foundId);

const STATUS: Partial<Record<CandidateRow['state'], ItemMatch['status']>> = {
  open: 'open',
  confirmed: 'confirmed',
  rejected: 'dismissed',
};

function viewOf(row: CandidateRow, reports: Map<string, ReportRow>, caller: SignedIn): ItemMatch | undefined {
  const [lost, found] = [reports.get(row.lost_id), reports.get(row.found_id)];
  const [lostView, foundView] = [sideFor(lost, caller), sideFor(found, caller)];
  const status = STATUS[row.state];
  if (!lost || !lostView || !foundView || !status) return undefined;
  const answer = isOwner(lost, caller) ? row.lost_answer : row.found_answer;
  return {
    lost: lostView,
    found: foundView,
    band: row.band,
    because: agreeing(row),
    status,
    ...(answer ? { answer } : {}),
  };
}

/** What agrees; an owner is not told what speaks against it. */
const agreeing = ({ because }: CandidateRow): ItemMatch['because'] =>
  because.flatMap(({ field, says }) => AGREES.find((one) => one === field && says !== 'differs') ?? []);
const AGREES: ItemMatch['because'] = ['serial', 'category', 'words', 'colour', 'place', 'time'];

/** The other side stays what it was told to be while its words are looked at again. */
function sideFor(row: ReportRow | undefined, caller: SignedIn): ItemMatch['lost'] | undefined {
  if (!row) return undefined;
  const sight = sightOf(row, caller);
  return sight === 'guarded' ? partyView(row) : projectReport(row, caller, sight);
}

/** An owner says whether it is the same thing: one no ends it, two yes make the lost thing a found one (A20). */
export async function decideMatch(
  tx: Db,
  lostId: string,
  foundId: string,
  caller: SignedIn,
  answer: 'yes' | 'no',
): Promise<void> {
  const row = await pairOf(tx, lostId, foundId).forUpdate().executeTakeFirst();
  const reports = await reportsById(tx, [lostId, foundId]);
  const [lost, found] = [reports.get(lostId), reports.get(foundId)];
  const side = lost && isOwner(lost, caller) ? 'lost' : found && isOwner(found, caller) ? 'found' : undefined;
  if (!row || !lost || !found || !side || lost.subject !== 'item' || row.state === 'withdrawn')
    throw new AppError('not-found', 'There is no such match of yours');
  if (row.state !== 'open') throw new AppError('conflict', `The match is ${STATUS[row.state]}`);
  const other = side === 'lost' ? row.found_answer : row.lost_answer;
  const state = answer === 'no' ? 'rejected' : other === 'yes' ? 'confirmed' : 'open';
  await tx
    .updateTable('candidate')
    .set({ ...(side === 'lost' ? { lost_answer: answer } : { found_answer: answer }), state, rev: row.rev + 1 })
    .set({ link: state === 'confirmed' ? 'same-thing' : null, decided_at: state === 'open' ? null : new Date() })
    .where('id', '=', row.id)
    .execute();
  if (state !== 'confirmed') return;
  if (lost.item_status === 'lost') await changeSubject(tx, lostId, 'found', 'system:match');
  for (const { id: reportId, owner_id: userId } of [lost, found])
    if (userId) await tell(tx, { userId, kind: 'match-confirmed', reportId });
  await matchSoon(tx, [lostId, foundId]);
}
