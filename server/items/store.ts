/** Possible matches between lost and found things: found by a job, answered by the two owners. Nothing is merged. */

import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { ItemMatch } from '../../contract/report.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { partyView, projectReport, sightOf } from '../reports/projection.ts';
import { findReport, type ReportRow, reportsById } from '../reports/read.ts';
import { pointOf } from '../reports/region.ts';
import { isOwner, mayModerate } from '../reports/rules.ts';
import { changeSubject } from '../reports/store.ts';
import { TOLD } from '../reports/told.ts';
import { type ItemFacts, scoreItems } from './match.ts';

/** Somebody reads them. */
const MOST_MATCHES = 5;
/** The newest of a category; with more than that, a guess by words is a lottery. */
const MOST_CANDIDATES = 2000;

/** Compare a published item with the published ones of the other side, keep the best, and tell who has not been told. */
export async function matchItem(db: Db, id: string): Promise<void> {
  const row = await findReport(db, id);
  if (!row || !isSought(row)) return;
  const others = (await candidatesFor(db, row)).filter(isSought);
  const fits = others
    .map((other) => {
      const [lost, found] = row.type === 'lost' ? [row, other] : [other, row];
      return { lost, found, ...scoreItems(factsOf(lost), factsOf(found)) };
    })
    .filter(({ band }) => band !== 'none')
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_MATCHES);
  await db.transaction().execute(async (tx) => {
    for (const { lost, found, score, band, because } of fits) {
      if (band === 'none' || !(await keepMatch(tx, { lost_id: lost.id, found_id: found.id, score, band, because })))
        continue;
      for (const { id: reportId, owner_id: userId, type: detail } of [lost, found])
        if (userId) await tell(tx, { userId, kind: 'match-possible', reportId, detail });
    }
  });
}

/** Whether it is a thing that may still come together with another. */
const isSought = (row: ReportRow): boolean =>
  row.subject === 'item' &&
  row.status === 'published' &&
  row.hidden_at === null &&
  (row.type === 'lost' ? row.item_status === 'lost' : row.item_status === 'found' || row.item_status === 'claimed');

async function candidatesFor(db: Db, row: ReportRow): Promise<ReportRow[]> {
  const { serial_hash: serial } = row[TOLD];
  const { rows } = await sql<{ id: string }>`
    select id from report
    where status = 'published' and subject = 'item' and type = ${row.type === 'lost' ? 'found' : 'lost'}
      and hidden_at is null and (category = ${row.category} or serial_hash = ${serial})
      and (owner_id is null or owner_id is distinct from ${row.owner_id}::uuid)
    order by serial_hash is not distinct from ${serial} desc, created_at desc
    limit ${MOST_CANDIDATES}`.execute(db);
  return [
    ...(
      await reportsById(
        db,
        rows.map(({ id }) => id),
      )
    ).values(),
  ];
}

function factsOf(row: ReportRow): ItemFacts {
  const its = row[TOLD];
  return {
    category: row.category ?? 'Other',
    colour: its.colour,
    text: `${its.title ?? ''} ${its.description ?? ''}`,
    point: pointOf(its),
    // A day without a time is its noon in India.
    at: its.time_of_loss_date ? new Date(`${its.time_of_loss_date}T12:00:00+05:30`) : row.created_at,
    serialHash: its.serial_hash,
  };
}

interface NewMatch {
  lost_id: string;
  found_id: string;
  score: number;
  band: ItemMatch['band'];
  because: ItemMatch['because'];
}

/** True when it was not known. What was answered stays answered. */
async function keepMatch(tx: Db, match: NewMatch): Promise<boolean> {
  const inserted = await tx
    .insertInto('item_match')
    .values(match)
    .onConflict((row) => row.columns(['lost_id', 'found_id']).doNothing())
    .returning('lost_id')
    .executeTakeFirst();
  if (inserted) return true;
  const { lost_id, found_id, ...news } = match;
  await tx
    .updateTable('item_match')
    .set(news)
    .where('lost_id', '=', lost_id)
    .where('found_id', '=', found_id)
    .where('status', '=', 'open')
    .execute();
  return false;
}

/** The possible matches of the caller's own report (or of any, for who looks at posts), the best first. */
export async function matchesOf(db: Db, id: string, caller: SignedIn): Promise<ItemMatch[]> {
  const report = await findReport(db, id);
  if (!report || !(isOwner(report, caller) || mayModerate(caller)))
    throw new AppError('not-found', 'There is no such report of yours');
  const rows = await db
    .selectFrom('item_match')
    .selectAll()
    .where((or) => or.or([or('lost_id', '=', id), or('found_id', '=', id)]))
    .where('status', '<>', 'dismissed')
    .orderBy('score', 'desc')
    .execute();
  const reports = await reportsById(db, [...new Set(rows.flatMap(({ lost_id, found_id }) => [lost_id, found_id]))]);
  return rows.flatMap((row) => viewOf(row, reports, caller) ?? []);
}

/** One match, for who owns a side of it. */
export async function matchFor(db: Db, lostId: string, foundId: string, caller: SignedIn): Promise<ItemMatch> {
  const row = await db
    .selectFrom('item_match')
    .selectAll()
    .where('lost_id', '=', lostId)
    .where('found_id', '=', foundId)
    .executeTakeFirst();
  const reports = await reportsById(db, [lostId, foundId]);
  const isMine = [...reports.values()].some((report) => isOwner(report, caller));
  const view = row && isMine ? viewOf(row, reports, caller) : undefined;
  if (!view) throw new AppError('not-found', 'There is no such match');
  return view;
}

type MatchRow = NewMatch & Pick<ItemMatch, 'status'> & { lost_answer: Answer | null; found_answer: Answer | null };
type Answer = 'yes' | 'no';

function viewOf(row: MatchRow, reports: Map<string, ReportRow>, caller: SignedIn): ItemMatch | undefined {
  const [lost, found] = [reports.get(row.lost_id), reports.get(row.found_id)];
  const [lostView, foundView] = [sideFor(lost, caller), sideFor(found, caller)];
  if (!lost || !lostView || !foundView) return undefined;
  const answer = isOwner(lost, caller) ? row.lost_answer : row.found_answer;
  const { band, because, status } = row;
  return { lost: lostView, found: foundView, band, because, status, ...(answer ? { answer } : {}) };
}

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
  answer: Answer,
): Promise<void> {
  const row = await tx
    .selectFrom('item_match')
    .selectAll()
    .where('lost_id', '=', lostId)
    .where('found_id', '=', foundId)
    .forUpdate()
    .executeTakeFirst();
  const reports = await reportsById(tx, [lostId, foundId]);
  const [lost, found] = [reports.get(lostId), reports.get(foundId)];
  const side = lost && isOwner(lost, caller) ? 'lost' : found && isOwner(found, caller) ? 'found' : undefined;
  if (!row || !lost || !found || !side) throw new AppError('not-found', 'There is no such match of yours');
  if (row.status !== 'open') throw new AppError('conflict', `The match is ${row.status}`);
  const other = side === 'lost' ? row.found_answer : row.lost_answer;
  const status = answer === 'no' ? 'dismissed' : other === 'yes' ? 'confirmed' : 'open';
  await tx
    .updateTable('item_match')
    .set({ ...(side === 'lost' ? { lost_answer: answer } : { found_answer: answer }), status })
    .where('lost_id', '=', lostId)
    .where('found_id', '=', foundId)
    .execute();
  if (status !== 'confirmed') return;
  if (lost.item_status === 'lost') await changeSubject(tx, lostId, 'found', 'system:match');
  for (const { id: reportId, owner_id: userId } of [lost, found])
    if (userId) await tell(tx, { userId, kind: 'match-confirmed', reportId });
}
