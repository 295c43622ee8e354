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
import { holdAll } from '../reports/held.ts';
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

/**
 * So many, of reports and of scans, are asked for room, the best first: among many who are alike the first may all be full.
 * The places of both sides are held meanwhile, so it is not all that were compared.
 */
const MOST_ASKED = 50;
/** So many that have parted are compared again, those that fitted best: without a bound a long list is read each time. */
const MOST_PARTED = 50;

/** Each time another comparison came between: they come one after the other at last. */
const MAX_TRIES = 5;

/** Compare a report with the others, as it is now. Doing it again changes nothing. */
export async function matchReport(db: Db, faces: FaceIndex, id: string): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const rows = await candidatesWith(db, id); // before the report: a decision since then shows, also in what it is one with
    // Of two that appear at once each keeps its keys before it looks: so the later one finds the other.
    const report = await transact(db, (tx) => keepKeysOf(tx, id));
    if (!report) return;
    const known = comparedAgain(rows).map((row) => otherOf(row, id));
    const matches = await matchesFor(db, faces, report, known);
    if (await transact(db, (tx) => settle(tx, id, matches, rows))) return;
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

/**
 * Of the candidates of a report, the best first, those that are compared whatever it shares a key with: all that are open, for
 * they may fit no more, and {@link MOST_PARTED} that may fit again. What was decided is not offered again.
 */
export function comparedAgain<T extends Pick<CandidateRow, 'state'>>(rows: readonly T[]): T[] {
  const parted = rows.filter(({ state }) => state === 'withdrawn').slice(0, MOST_PARTED);
  return [...rows.filter(({ state }) => state === 'open'), ...parted];
}

/** What another comparison, or a person, changes of candidates. */
const stateOf = (rows: readonly CandidateRow[]): string =>
  rows
    .map(({ id, state, rev }) => `${id} ${state} ${rev}`)
    .sort()
    .join();

const otherOf = ({ lost_id, found_id }: CandidateRow, id: string): string => (lost_id === id ? found_id : lost_id);

/** The best first. */
export const candidatesWith = (db: Db, id: string): Promise<CandidateRow[]> => candidatesOf(db, [id]).execute();

const candidatesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('candidate')
    .selectAll()
    .where((or) => or.or([or('lost_id', 'in', ids), or('found_id', 'in', ids)]))
    .orderBy('score', 'desc')
    .orderBy('id');

/**
 * Make the open candidates of a report those that fit best of all that nobody has decided on and whose other side has room.
 * Only what has a place counts: where the best are full with better ones of theirs, the next best gets it, and what is open
 * goes for none that is not made. False where they are no more as they were (`before`) when it was compared: with what it knew
 * then it would take away what the other side has just found.
 */
async function settle(
  tx: Db,
  id: string,
  matches: readonly Match[],
  before: readonly CandidateRow[],
): Promise<boolean> {
  const rows = new Map(before.map((row) => [otherOf(row, id), row]));
  const asked = askedFor(id, matches.filter(isFit), rows);
  await holdAll(tx, [id, ...asked.map((match) => otherIn(match, id))]);
  const current = await candidatesWith(tx, id);
  if (stateOf(current) !== stateOf(before)) return false;
  const [now] = await readCompared(tx, [id]);
  // It may have ended while it was compared.
  const fits = now && isSought(now) && !now.linked ? asked : [];
  const taken = await takenOf(tx, current);
  const open = await openWith(
    tx,
    fits.map((match) => otherIn(match, id)),
  );
  const kept = new Set<string>();
  const place = async (match: Fitting): Promise<boolean> => {
    const other = otherIn(match, id);
    const row = rows.get(other);
    if (row?.state === 'open') await refresh(tx, row, match);
    else if (await makeRoom(tx, other, match, open)) await (row ? comeBack(tx, row, match) : make(tx, match));
    else return false;
    kept.add(other);
    return true;
  };
  await placeBest(id, fits, taken, place);
  const going = [...rows].filter(([other, row]) => row.state === 'open' && !kept.has(other));
  for (const [, row] of going) await withdraw(tx, row.id);
  // Where these had taken the place of others, those come back. Only what fits no more is asked for, and it fits on neither
  // side: so nobody is asked for twice by it, as what gives way to a better one would be.
  const fitting = new Set(fits.map((match) => otherIn(match, id)));
  await matchSoon(
    tx,
    going.flatMap(([other]) => (fitting.has(other) ? [] : [other])),
  );
  return true;
}

/**
 * The best first, those that nobody has decided on: of reports and of scans {@link MOST_ASKED} each, a child's newest scan and
 * all that are open. Of two that fit as well what is open comes first, so that it stays.
 */
function askedFor(id: string, fits: readonly Fitting[], rows: ReadonlyMap<string, CandidateRow>): Fitting[] {
  const stateOf = (match: Fitting) => rows.get(otherIn(match, id))?.state;
  const isOpen = (match: Fitting) => stateOf(match) === 'open';
  const undecided = fits
    .filter((match) => isOpen(match) || (stateOf(match) ?? 'withdrawn') === 'withdrawn')
    .sort((a, b) => b.bits - a.bits || Number(isOpen(b)) - Number(isOpen(a)));
  const first = [false, true].flatMap((isScan) =>
    undecided.filter(({ found }) => found.kept_scan === isScan).slice(0, MOST_ASKED),
  );
  const newest = newestFirst(undecided.filter((match) => isScanFor(id, match))).slice(0, 1);
  const asked = new Set([...first, ...newest]);
  return undecided.filter((match) => asked.has(match) || isOpen(match));
}

const isFit = (match: Match): match is Fitting => match.band !== 'none';
const otherIn = ({ lost, found }: Match, id: string): string => (lost.id === id ? found.id : lost.id);

/** Of a missing person's places it takes one of the scans'. */
const isScanFor = (id: string, { found }: Match): boolean => found.kept_scan && found.id !== id;

/** Of a child, whose scans have places of their own. */
const isApart = (id: string, match: Match): boolean =>
  isScanFor(id, match) && mayBeChild(match.lost.age_min ?? undefined);

/** By when the server got them: whoever keeps a scan says its day, and may say any. */
const newestFirst = <T extends Match>(scans: readonly T[]): T[] =>
  [...scans].sort((a, b) => b.found.created_at.getTime() - a.found.created_at.getTime());

/**
 * Those that get a place with this record: what an officer has taken, then the reports; scans have what these leave. `place`
 * says whether one gets it, for it counts only then.
 */
async function placeBest(
  id: string,
  fits: readonly Fitting[],
  taken: ReadonlySet<string>,
  place: (match: Fitting) => Promise<boolean>,
): Promise<void> {
  const fill = async (matches: readonly Fitting[], places: number): Promise<number> => {
    let placed = 0;
    for (const match of matches) if (placed < places && (await place(match))) placed++;
    return placed;
  };
  const isTaken = ({ lost, found }: Fitting) => taken.has(pairOf(lost.id, found.id));
  const isScan = (match: Fitting) => isScanFor(id, match);
  await fill(fits.filter(isTaken), fits.length);
  const free = fits.filter((match) => !isTaken(match));
  const held = fits.filter((match) => isTaken(match) && !isApart(id, match));
  const left = MOST_CANDIDATES - held.length;
  const reports = await fill(
    free.filter((match) => !isScan(match)),
    left,
  );
  const scans = free.filter((match) => isScan(match) && !isApart(id, match));
  await fill(scans, Math.min(MOST_SCANS - held.filter(isScan).length, left - reports));
  // The newest of all of a child's scans has a place, be it one that is taken.
  const [newest] = newestFirst(fits.filter((match) => isApart(id, match)));
  const apart = free.filter((match) => isApart(id, match));
  const newestIfFree = apart.filter((match) => match === newest);
  await fill([...newestIfFree, ...apart.filter((match) => match !== newest)], MOST_SCANS_OF_CHILD);
}

interface OpenCandidates {
  /** The best first. */
  rows: readonly CandidateRow[];
  /** Those that an officer looks at, by {@link pairOf}. */
  taken: ReadonlySet<string>;
  /** When the server got the scans among them. */
  keptAt: ReadonlyMap<string, Date>;
}

/** What is open with these, read once: whoever makes room on one of them changes none of the others. */
async function openWith(tx: Db, ids: readonly string[]): Promise<OpenCandidates> {
  if (ids.length === 0) return { rows: [], taken: new Set(), keptAt: new Map() };
  const rows = await candidatesOf(tx, ids).where('state', '=', 'open').execute();
  return { rows, taken: await takenOf(tx, rows), keptAt: await scansAmong(tx, rows) };
}

/**
 * The other side has room for no more than any: the least of its own goes, where it is less than this one, and nobody has
 * taken it. A scan takes no place but another scan's, and gives way to any report.
 */
async function makeRoom(tx: Db, id: string, match: Fitting, { rows, taken, keptAt }: OpenCandidates): Promise<boolean> {
  const open = rows.filter(({ lost_id, found_id }) => lost_id === id || found_id === id);
  const scans = open.flatMap((row): ScanRow[] => {
    const kept_at = row.found_id === id ? undefined : keptAt.get(row.found_id);
    return kept_at ? [{ ...row, kept_at }] : [];
  });
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

async function scansAmong(tx: Db, rows: readonly CandidateRow[]): Promise<Map<string, Date>> {
  if (rows.length === 0) return new Map();
  const found = rows.map(({ found_id }) => found_id);
  const scans = await tx
    .selectFrom('report')
    .select(['id', 'created_at'])
    .where('id', 'in', found)
    .where('kept_scan', '=', true)
    .execute();
  return new Map(scans.map((scan) => [scan.id, scan.created_at]));
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
