/**
 * Candidates as they come and go: two reports that may be one are joined when either appears or changes, parted when they fit
 * no longer, and joined again when they do. What a person has decided stays decided.
 */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { mayBeChild } from '../../contract/person.ts';
import { transact } from '../db/once.ts';
import type { CandidateTable, Db } from '../db/schema.ts';
import { closeDuty, keepPair, reopenDuty } from '../duty/open.ts';
import { waitForOwners } from '../duty/unanswered.ts';
import type { FaceIndex } from '../face/index.ts';
import { tell } from '../notices/tell.ts';
import { matchSoon } from '../reports/record.ts';
import { keepKeys } from './blocks.ts';
import { type Compared, isSought, readCompared } from './facts.ts';
import { type Match, matchesFor } from './match.ts';

export type CandidateRow = Selectable<CandidateTable>;
type ScanRow = CandidateRow & { kept_at: Date };
type Fitting = Match & { band: CandidateRow['band'] };

/** Somebody looks at them: so many open ones a record. */
export const MOST_CANDIDATES = 5;
/** So many of them kept scans: of a scan nothing is known but the face, and anybody can keep any number. */
const MOST_SCANS = 2;
/** Of a child so many beside the reports, of those that no officer looks at: the newest, then those that fit best (088). */
const MOST_SCANS_OF_CHILD = 3;

/** Each time another comparison came between: they come one after the other at last. */
const MAX_TRIES = 5;

/** Compare a report with the others, as it is now. Doing it again changes nothing. */
export async function matchReport(db: Db, faces: FaceIndex, id: string): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const rows = await candidatesWith(db, id); // before the report: a decision since then shows, also in what it is one with
    // Of two that appear at once each keeps its keys before it looks: so the later one finds the other.
    const report = await transact(db, (tx) => keepKeysOf(tx, id));
    if (!report) return;
    const known = rows.map((row) => otherOf(row, id));
    const matches = await matchesFor(db, faces, report, known);
    if (await transact(db, (tx) => settle(tx, id, matches, stateOf(rows)))) return;
  }
  throw new Error('Other comparisons came between each time'); // the job comes again
}

/** Locked, for a comparison that began before the report changed must not put the keys of before over those of now. */
async function keepKeysOf(tx: Db, id: string): Promise<Compared | undefined> {
  await tx.selectFrom('report').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [report] = await readCompared(tx, [id]);
  if (report) await keepKeys(tx, report);
  return report;
}

/** What another comparison, or a person, changes of candidates. */
const stateOf = (rows: readonly CandidateRow[]): string =>
  rows
    .map(({ id, state, rev }) => `${id} ${state} ${rev}`)
    .sort()
    .join();

const otherOf = ({ lost_id, found_id }: CandidateRow, id: string): string => (lost_id === id ? found_id : lost_id);

export const candidatesWith = (db: Db, id: string): Promise<CandidateRow[]> =>
  db
    .selectFrom('candidate')
    .selectAll()
    .where((or) => or.or([or('lost_id', '=', id), or('found_id', '=', id)]))
    .orderBy('score', 'desc')
    .orderBy('id')
    .execute();

/**
 * Make the open candidates of a report those that fit best of all that nobody has decided on. False where they are no more as
 * they were when it was compared: with what it knew then it would take away what the other side has just found.
 */
async function settle(tx: Db, id: string, matches: readonly Match[], state: string): Promise<boolean> {
  await lockSides(tx, id, matches);
  const current = await candidatesWith(tx, id);
  if (stateOf(current) !== state) return false;
  const rows = new Map(current.map((row) => [otherOf(row, id), row]));
  const [now] = await readCompared(tx, [id]);
  // It may have ended while it was compared.
  const fits = now && isSought(now) && !now.linked ? matches.filter(isFit) : [];
  const best = bestFor(
    id,
    fits.filter((match) => isUndecided(rows.get(otherIn(match, id)))),
    await takenOf(tx, current),
  );
  const kept = new Set(best.map((match) => otherIn(match, id)));
  const going = [...rows].filter(([other, row]) => row.state === 'open' && !kept.has(other));
  for (const [, row] of going) await withdraw(tx, row.id);
  // Where these had taken the place of others, those come back. Only what fits no more is asked for, and it fits on neither
  // side: so nobody is asked for twice by it, as what gives way to a better one would be.
  const fitting = new Set(fits.map((match) => otherIn(match, id)));
  await matchSoon(
    tx,
    going.flatMap(([other]) => (fitting.has(other) ? [] : [other])),
  );
  for (const match of best) {
    const other = otherIn(match, id);
    const row = rows.get(other);
    if (row?.state === 'open') await refresh(tx, row, match);
    else if (await makeRoom(tx, other, match)) await (row ? comeBack(tx, row, match) : make(tx, match));
  }
  return true;
}

const isFit = (match: Match): match is Fitting => match.band !== 'none';
const otherIn = ({ lost, found }: Match, id: string): string => (lost.id === id ? found.id : lost.id);
const isUndecided = (row: CandidateRow | undefined): boolean =>
  row === undefined || row.state === 'open' || row.state === 'withdrawn';

/** Two jobs that compare the two sides of a pair settle it one after the other. What is gone meanwhile is left out. */
async function lockSides(tx: Db, id: string, matches: readonly Match[]): Promise<void> {
  const first = [false, true].flatMap((isScan) =>
    matches.filter(({ found }) => found.kept_scan === isScan).slice(0, MOST_CANDIDATES * 2),
  );
  const newest = newestFirst(matches.filter((match) => isScanFor(id, match))).slice(0, 1);
  const ids = [id, ...[...first, ...newest].map((match) => otherIn(match, id))];
  await tx.selectFrom('report').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

/** Of a missing person's places it takes one of the scans'. */
const isScanFor = (id: string, { found }: Match): boolean => found.kept_scan && found.id !== id;

/** Of a child, whose scans have places of their own. */
const isApart = (id: string, match: Match): boolean =>
  isScanFor(id, match) && mayBeChild(match.lost.age_min ?? undefined);

/** By when the server got them: whoever keeps a scan says its day, and may say any. */
const newestFirst = <T extends Match>(scans: readonly T[]): T[] =>
  [...scans].sort((a, b) => b.found.created_at.getTime() - a.found.created_at.getTime());

/** Those that get a place with this record: what an officer has taken, then the reports; scans have what these leave. */
function bestFor(id: string, fits: readonly Fitting[], taken: ReadonlySet<string>): Fitting[] {
  const isTaken = ({ lost, found }: Fitting) => taken.has(pairOf(lost.id, found.id));
  const isScan = (match: Fitting) => isScanFor(id, match);
  const apart = fits.filter((match) => isApart(id, match));
  const rest = fits.filter((match) => !isApart(id, match));
  const held = rest.filter(isTaken);
  const free = rest.filter((match) => !isTaken(match));
  const reports = free.filter((match) => !isScan(match)).slice(0, Math.max(0, MOST_CANDIDATES - held.length));
  const scans = Math.min(MOST_SCANS - held.filter(isScan).length, MOST_CANDIDATES - held.length - reports.length);
  return [...held, ...reports, ...free.filter(isScan).slice(0, Math.max(0, scans)), ...bestApart(apart, isTaken)];
}

/** Of a child's scans those that an officer has taken and, in {@link MOST_SCANS_OF_CHILD}, the newest and the best. */
function bestApart(scans: readonly Fitting[], isTaken: (match: Fitting) => boolean): Fitting[] {
  const [newest] = newestFirst(scans);
  const free = scans.filter((match) => !isTaken(match));
  const first = free.filter((match) => match === newest);
  const best = free.filter((match) => match !== newest);
  return [...scans.filter(isTaken), ...[...first, ...best].slice(0, MOST_SCANS_OF_CHILD)];
}

/**
 * The other side has room for no more than any: the least of its own goes, where it is less than this one, and nobody has
 * taken it. A scan takes no place but another scan's, and gives way to any report.
 */
async function makeRoom(tx: Db, id: string, match: Fitting): Promise<boolean> {
  const open = (await candidatesWith(tx, id)).filter(({ state }) => state === 'open');
  const scans = await scansFor(tx, id, open);
  const taken = await takenOf(tx, open);
  const isFree = ({ lost_id, found_id }: CandidateRow) => !taken.has(pairOf(lost_id, found_id));
  const freeScans = scans.filter(isFree);
  if (isApart(id, match)) return makeRoomApart(tx, freeScans, match);
  const isChild =
    match.lost.id === id && match.lost.subject === 'person' && mayBeChild(match.lost.age_min ?? undefined);
  const scanIds = new Set(scans.map((scan) => scan.id));
  const places = isChild ? open.filter((row) => !scanIds.has(row.id)) : open;
  const isScan = isScanFor(id, match);
  if (places.length < MOST_CANDIDATES && (!isScan || scans.length < MOST_SCANS)) return true;
  const givesWay = !isScan && !isChild && freeScans.length > 0;
  const least = (isScan || givesWay ? freeScans : places.filter(isFree)).at(-1);
  if (!least || (!givesWay && least.score >= match.bits)) return false;
  await withdraw(tx, least.id);
  return true;
}

/** The newest of a child's scans has a place whatever it weighs; the least of the others that nobody has taken goes. */
async function makeRoomApart(tx: Db, scans: readonly ScanRow[], match: Fitting): Promise<boolean> {
  if (scans.length < MOST_SCANS_OF_CHILD) return true;
  const newest = Math.max(...scans.map(({ kept_at }) => kept_at.getTime()));
  const isNewest = match.found.created_at.getTime() >= newest;
  const least = scans.filter(({ kept_at }) => isNewest || kept_at.getTime() < newest).at(-1);
  if (!least || (!isNewest && least.score >= match.bits)) return false;
  await withdraw(tx, least.id);
  return true;
}

const pairOf = (lostId: string, foundId: string): string => `${lostId} ${foundId}`;

/** The pairs among them, by their two ids, that an officer looks at: those give way to no better one. */
async function takenOf(tx: Db, rows: readonly CandidateRow[]): Promise<Set<string>> {
  const open = rows.filter(({ state }) => state === 'open');
  if (open.length === 0) return new Set();
  const ids = open.map(({ id }) => id);
  const tasks = await tx
    .selectFrom('duty_task')
    .select('candidate_id')
    .where('candidate_id', 'in', ids)
    .where('status', '=', 'taken')
    .where('taken_by', 'is not', null)
    .execute();
  const taken = new Set(tasks.map(({ candidate_id }) => candidate_id));
  return new Set(open.flatMap(({ id, lost_id, found_id }) => (taken.has(id) ? [pairOf(lost_id, found_id)] : [])));
}

/** Those of them that are scans for this record, in the same order. */
async function scansFor(tx: Db, id: string, rows: readonly CandidateRow[]): Promise<ScanRow[]> {
  const found = rows.flatMap(({ found_id }) => (found_id === id ? [] : [found_id]));
  if (found.length === 0) return [];
  const scans = await tx
    .selectFrom('report')
    .select(['id', 'created_at'])
    .where('id', 'in', found)
    .where('kept_scan', '=', true)
    .execute();
  const keptAt = new Map(scans.map((scan) => [scan.id, scan.created_at]));
  return rows.flatMap((row) => {
    const kept_at = keptAt.get(row.found_id);
    return kept_at ? [{ ...row, kept_at }] : [];
  });
}

const columnsOf = ({ bits, band, because }: Fitting) => ({ score: bits, band, because: JSON.stringify(because) });

/** The one place where a new candidate is made. */
async function make(tx: Db, match: Fitting): Promise<void> {
  const { lost, found } = match;
  const made = await tx
    .insertInto('candidate')
    .values({ id: randomUUID(), lost_id: lost.id, found_id: found.id, ...columnsOf(match) })
    .onConflict((row) => row.columns(['lost_id', 'found_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  if (lost.subject !== 'item') return keepPair(tx, made.id);
  await tellOwners(tx, [lost, found]);
  await waitForOwners(tx, made.id);
}

/** Of things the two owners decide, and are asked. Of people nobody is told but who is on duty. */
async function tellOwners(tx: Db, sides: readonly Compared[]): Promise<void> {
  for (const { id: reportId, owner_id: userId, type: detail } of sides)
    if (userId) await tell(tx, { userId, kind: 'match-possible', reportId, detail });
}

async function refresh(tx: Db, row: CandidateRow, match: Fitting): Promise<void> {
  if (match.lost.subject !== 'item')
    await keepPair(tx, row.id); // a side may have moved, and fits as before
  else if (row.band !== match.band && match.band === 'likely') await waitForOwners(tx, row.id);
  // As the database keeps it, its keys stand in another order: the same reasons are no news to who is about to decide.
  const isOther = row.band !== match.band || !isDeepStrictEqual(row.because, JSON.parse(JSON.stringify(match.because)));
  if (!isOther && row.score === match.bits) return;
  await tx
    .updateTable('candidate')
    .set({ ...columnsOf(match), ...(isOther ? { rev: row.rev + 1 } : {}) })
    .where('id', '=', row.id)
    .execute();
}

/** A candidate whose side is back. Owners who were told of it then are not told again; at the desks it waits again. */
async function comeBack(tx: Db, row: CandidateRow, match: Fitting): Promise<void> {
  await tx
    .updateTable('candidate')
    .set({ ...columnsOf(match), state: 'open', rev: row.rev + 1 })
    .where('id', '=', row.id)
    .execute();
  if (match.lost.subject === 'item') await waitForOwners(tx, row.id);
  else await reopenDuty(tx, row.id);
}

/** It fits no longer: a side has ended, was protected or is one with another. */
async function withdraw(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('candidate')
    .set(({ eb }) => ({ state: 'withdrawn' as const, rev: eb('rev', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
  await closeDuty(tx, 'candidate_id', id);
}
