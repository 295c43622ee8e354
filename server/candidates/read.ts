/** Candidates as officers and moderators see them: both records by the projection, what agrees in words, never a score. */

import type { Candidate } from '../../contract/candidate.ts';
import { AppError } from '../../contract/errors.ts';
import type { ReportView } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { isAskedFor } from '../duty/asked.ts';
import { isOnDesk } from '../duty/on-duty.ts';
import { holdAll } from '../reports/held.ts';
import { openedSights } from '../reports/opened.ts';
import { projectReport, type Sight, sightOf } from '../reports/projection.ts';
import { type ReportRow, reportsById } from '../reports/read.ts';
import { isOfDuty, isOwner, isVeiled, mayProtect } from '../reports/rules.ts';
import { type CandidateRow, candidatesWith } from './store.ts';

export const noSuchCandidate = () => new AppError('not-found', 'There is no such candidate in your district');

/** Whether the caller may know of candidates of this record at all. Whoever looks for somebody may be the one they fled from. */
export const mayKnow = (row: ReportRow, caller: Caller): boolean =>
  mayProtect(caller) && !row.closed && !isVeiled(row) && !(row.type === 'lost' && isOwner(row, caller));

/** A pair that one of the caller's place of duty is a side of. */
const isNear = (lost: ReportRow, found: ReportRow, caller: Caller): boolean =>
  [lost, found].some((row) => isOfDuty(row, caller));

export interface Pair {
  row: CandidateRow;
  lost: ReportRow;
  found: ReportRow;
}

/**
 * The pair, for who decides on it: it is near, or was raised to their desk, and neither side is kept from them. `lock` it
 * before it is written. @throws AppError not-found
 */
export async function pairFor(db: Db, id: string, caller: SignedIn, lock = false): Promise<Pair> {
  const query = db.selectFrom('candidate').selectAll().where('id', '=', id);
  const seen = await query.executeTakeFirst();
  if (seen && lock) await holdAll(db, [seen.lost_id, seen.found_id]); // first, as whoever compares them does
  const row = seen && lock ? await query.forUpdate().executeTakeFirst() : seen;
  const reports = await reportsById(db, row ? [row.lost_id, row.found_id] : []);
  const [lost, found] = [reports.get(row?.lost_id ?? ''), reports.get(row?.found_id ?? '')];
  if (!row || !lost || !found || !mayKnow(lost, caller) || !mayKnow(found, caller)) throw noSuchCandidate();
  if (!isNear(lost, found, caller) && !(await isOnDesk(db, id, caller))) throw noSuchCandidate();
  return { row, lost, found };
}

/** Of one record of the caller's place of duty: the open ones first, the best first. */
export async function candidatesOf(db: Db, id: string, caller: SignedIn): Promise<Candidate[]> {
  const report = (await reportsById(db, [id])).get(id);
  const isTheirs = report && mayKnow(report, caller) && (await isAskedFor(db, report, caller));
  if (!isTheirs) throw new AppError('not-found', 'There is no such report in your district');
  const rows = (await candidatesWith(db, id)).filter(({ state }) => state !== 'withdrawn');
  const isOpen = ({ state }: CandidateRow) => Number(state === 'open');
  const views = await viewsOf(
    db,
    rows.sort((a, b) => isOpen(b) - isOpen(a)),
    caller,
  );
  return [...views.values()];
}

/** Those of tasks that are on the caller's desk, by their ids. What is kept from them is left out. */
export async function candidatesFor(
  db: Db,
  ids: readonly string[],
  caller: SignedIn,
): Promise<ReadonlyMap<string, Candidate>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('candidate')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return viewsOf(
    db,
    rows.filter(({ state }) => state !== 'withdrawn'),
    caller,
  );
}

/** One, for who may decide on it. @throws AppError not-found */
export async function candidateFor(db: Db, id: string, caller: SignedIn): Promise<Candidate> {
  const { row } = await pairFor(db, id, caller);
  const view = (await viewsOf(db, [row], caller)).get(id);
  if (!view) throw noSuchCandidate();
  return view;
}

/** Of rows that are near the caller or on their desk. */
async function viewsOf(
  db: Db,
  rows: readonly CandidateRow[],
  caller: SignedIn,
): Promise<ReadonlyMap<string, Candidate>> {
  const reports = await reportsById(db, [...new Set(rows.flatMap(({ lost_id, found_id }) => [lost_id, found_id]))]);
  const sights = await openedSights(db, caller, [...reports.values()]);
  const stations = await stationsOf(db, rows);
  const doubts = await doubtsOf(db, rows);
  const views = rows.flatMap((row): Candidate[] => {
    const [lost, found] = [reports.get(row.lost_id), reports.get(row.found_id)];
    if (!lost || !found || !mayKnow(lost, caller) || !mayKnow(found, caller)) return [];
    const [lostView, foundView] = [lost, found].map((side) => sideFor(side, caller, sights.get(side.id)));
    if (!lostView || !foundView) return [];
    const { id, band, because, state, decided_by, decided_at, reason, created_at } = row;
    const station = decided_by === null ? undefined : stations.get(decided_by);
    const decided = decided_at && {
      at: decided_at.toISOString(),
      mine: decided_by === caller.userId,
      ...(station ? { station } : {}),
      ...(reason ? { reason } : {}),
    };
    const doubted = doubts.has(`${row.lost_id} ${row.found_id}`) ? { doubted: true as const } : {};
    const when = { createdAt: created_at.toISOString(), ...(decided ? { decided } : {}), ...doubted };
    return [{ id, rev: String(row.rev), lost: lostView, found: foundView, band, because, state, ...when }];
  });
  return new Map(views.map((view) => [view.id, view]));
}

/** A side of another district is seen as one of one's own: what sort of record it is, how old they are, what they wore. */
function sideFor(row: ReportRow, caller: Caller, opened: Sight | undefined): ReportView | undefined {
  const sight = opened ?? sightOf(row, caller);
  return projectReport(row, caller, sight === 'full' || sight === 'public' ? sight : 'field');
}

/** The pairs, by their two ids, of which the family says that it was not them. */
async function doubtsOf(db: Db, rows: readonly CandidateRow[]): Promise<Set<string>> {
  const confirmed = rows.filter(({ state }) => state === 'confirmed').map(({ lost_id }) => lost_id);
  if (confirmed.length === 0) return new Set();
  const doubts = await db
    .selectFrom('reunion')
    .select(['lost_id', 'found_id'])
    .where('lost_id', 'in', confirmed)
    .where('doubted_at', 'is not', null)
    .execute();
  return new Set(doubts.map(({ lost_id, found_id }) => `${lost_id} ${found_id}`));
}

async function stationsOf(db: Db, rows: readonly CandidateRow[]): Promise<Map<string, string | null>> {
  const ids = [...new Set(rows.flatMap(({ decided_by }) => decided_by ?? []))];
  if (ids.length === 0) return new Map();
  const accounts = await db.selectFrom('app_user').select(['id', 'organisation']).where('id', 'in', ids).execute();
  return new Map(accounts.map(({ id, organisation }) => [id, organisation]));
}
