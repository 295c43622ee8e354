/** Candidates of things: read by the owners of either side, and answered by them. Nothing is merged. */

import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { answerMatch, ItemMatch } from '../../contract/report.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { type CandidateRow, candidatesWith } from '../candidates/store.ts';
import type { Db } from '../db/schema.ts';
import { closeDuty } from '../duty/open.ts';
import { tell } from '../notices/tell.ts';
import { partyView, projectReport, sightOf } from '../reports/projection.ts';
import { findJudged, type ReportRow, reportsById } from '../reports/read.ts';
import { matchSoon } from '../reports/record.ts';
import { BY_MATCH, isOwner, mayModerate } from '../reports/rules.ts';
import { changeSubject } from '../reports/store.ts';

/** The possible matches of the caller's own report (or of any, for who looks at posts), the best first. */
export async function matchesOf(db: Db, id: string, caller: SignedIn): Promise<ItemMatch[]> {
  const [report] = await findJudged(db, [id]);
  if (!report || !(isOwner(report, caller) || mayModerate(caller)))
    throw new AppError('not-found', 'There is no such report of yours');
  // Of people their owners know nothing.
  if (report.subject !== 'item') return [];
  const rows = await candidatesWith(db, id);
  const reports = await reportsById(db, [...new Set(rows.flatMap(({ lost_id, found_id }) => [lost_id, found_id]))]);
  const mine = report.type === 'lost' ? 'lost_answer' : 'found_answer';
  // A no is shown to who said it, and may take it back.
  const isShown = (row: CandidateRow) => row.state !== 'rejected' || (row[mine] === 'no' && isOwner(report, caller));
  return rows.filter(isShown).flatMap((row) => viewOf(row, reports, caller) ?? []);
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
  const side = sideOf(lost, found, caller);
  const answer = side && row[`${side}_answer`];
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

type Side = 'lost' | 'found';

const sideOf = (lost: ReportRow, found: ReportRow | undefined, caller: SignedIn): Side | undefined =>
  isOwner(lost, caller) ? 'lost' : found && isOwner(found, caller) ? 'found' : undefined;

/** Each time two people are told: so often what both have said of a lost thing may be taken back. */
const MOST_TAKEN_BACK = 3;

interface Answered {
  row: CandidateRow;
  lost: ReportRow;
  found: ReportRow;
  side: Side;
}

/**
 * An owner says whether it is the same thing, or takes that back: one no ends it, two yes make the lost thing a found one (A20).
 *
 * @throws AppError not-found when it is not theirs; conflict when there is nothing to answer or to take back any more
 */
export async function decideMatch(
  tx: Db,
  { lostId, foundId, answer }: Pick<ParsedInputOf<typeof answerMatch>, 'lostId' | 'foundId' | 'answer'>,
  caller: SignedIn,
): Promise<void> {
  const row = await pairOf(tx, lostId, foundId).forUpdate().executeTakeFirst();
  const reports = await reportsById(tx, [lostId, foundId]);
  const [lost, found] = [reports.get(lostId), reports.get(foundId)];
  const side = lost && sideOf(lost, found, caller);
  if (!row || !lost || !found || !side || lost.subject !== 'item' || row.state === 'withdrawn')
    throw new AppError('not-found', 'There is no such match of yours');
  if (answer === 'undo') await takeBack(tx, { row, lost, found, side });
  else await giveAnswer(tx, { row, lost, found, side }, answer);
}

async function giveAnswer(tx: Db, { row, lost, found, side }: Answered, answer: 'yes' | 'no'): Promise<void> {
  if (row.state !== 'open') throw new AppError('conflict', `The match is ${STATUS[row.state]}`);
  const other = side === 'lost' ? row.found_answer : row.lost_answer;
  const state = answer === 'no' ? 'rejected' : other === 'yes' ? 'confirmed' : 'open';
  await writeAnswer(tx, row, { side, answer, state });
  if (state !== 'open') await closeDuty(tx, 'candidate_id', row.id);
  if (state !== 'confirmed') return;
  if (lost.item_status === 'lost') await changeSubject(tx, lost.id, 'found', BY_MATCH);
  for (const { id: reportId, owner_id: userId } of [lost, found])
    if (userId) await tell(tx, { userId, kind: 'match-confirmed', reportId });
  await matchSoon(tx, [lost.id, found.id]);
}

/** What was made of it is undone; the other side, which is asked again, is told where both had said yes. */
async function takeBack(tx: Db, { row, lost, found, side }: Answered): Promise<void> {
  if (row[`${side}_answer`] === null) throw new AppError('conflict', 'You have not answered');
  if (row.state === 'confirmed') {
    if (lost.status !== 'published' || lost.item_status !== 'found')
      throw new AppError('conflict', 'It has been given back since, or the report has ended');
    if ((await timesTakenBack(tx, lost.id)) >= MOST_TAKEN_BACK)
      throw new AppError('conflict', 'It was taken back several times already');
    await changeSubject(tx, lost.id, 'lost', BY_MATCH);
    const { id: reportId, owner_id: userId, type: detail } = side === 'lost' ? found : lost;
    if (userId) await tell(tx, { userId, kind: 'match-possible', reportId, detail });
  }
  await writeAnswer(tx, row, { side, answer: null, state: 'open' });
  await matchSoon(tx, [lost.id, found.id]);
}

async function timesTakenBack(tx: Db, lostId: string): Promise<number> {
  const steps = await tx
    .selectFrom('history')
    .select('id')
    .where('report_id', '=', lostId)
    .where('actor', '=', BY_MATCH)
    .where('to_status', '=', 'lost')
    .execute();
  return steps.length;
}

const writeAnswer = (
  tx: Db,
  { id, rev }: CandidateRow,
  { side, answer, state }: { side: Side; answer: 'yes' | 'no' | null; state: 'open' | 'confirmed' | 'rejected' },
) =>
  tx
    .updateTable('candidate')
    .set({ [`${side}_answer`]: answer, state, rev: rev + 1 })
    .set({ link: state === 'confirmed' ? 'same-thing' : null, decided_at: state === 'open' ? null : new Date() })
    .where('id', '=', id)
    .execute();
