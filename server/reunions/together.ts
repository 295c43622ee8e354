/** What is known of a reunion, to each who is part of it, and its end: "they are together". */

import type { Selectable } from 'kysely';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Reunion, updateReunion } from '../../contract/reunion.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db, ReunionTable } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { findReport, type ReportRow, reportsById } from '../reports/read.ts';
import { actorOf, BY_REUNION, isOfDuty, isOwner, isVeiled, mayChange, mayProtect } from '../reports/rules.ts';
import { endFound } from '../reports/store.ts';

type Row = Selectable<ReunionTable>;

interface Part {
  row: Row;
  as: Reunion['as'];
  report: ReportRow;
}

const none = () => new AppError('not-found', 'There is no such reunion for you');

/** What of it this caller may know who asks by that report. */
export async function findReunion(db: Db, id: string, caller: SignedIn): Promise<Reunion | undefined> {
  const part = await partOf(db, id, caller);
  return part && viewOf(part);
}

/** The same for the family of a report, whoever they have shown themselves to be. */
export async function familyReunion(db: Db, id: string): Promise<Reunion | undefined> {
  const row = await latest(db, id);
  return row?.lost_id === id && (await mayBeTold(db, row)) ? viewOf({ row, as: 'family' }) : undefined;
}

/** @throws AppError not-found: it is none of theirs */
export async function changeReunion(
  tx: Db,
  { id, together, tellFinder, words, phone }: ParsedInputOf<typeof updateReunion>,
  caller: SignedIn,
): Promise<void> {
  const part = await partOf(tx, id, caller);
  if (!part) throw none();
  const { row, as } = part;
  const released = as === 'office' ? { ...given('words', words), ...given('phone', phone) } : {};
  const said = together ? { together_at: new Date() } : {};
  const agreed = as === 'family' && tellFinder !== undefined ? { tells_finder: tellFinder } : {};
  const change = { ...released, ...said, ...agreed };
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('reunion')
    .set(change)
    .where('lost_id', '=', row.lost_id)
    .where('found_id', '=', row.found_id)
    .execute();
  if (Object.keys(released).length > 0) await tellOwner(tx, row.lost_id, 'reunion-possible', caller);
  if (!together) return;
  if (as !== 'finder') await endWell(tx, row.lost_id, caller);
  if (as !== 'family') await endWell(tx, row.found_id, caller);
  if (as === 'office') await tellOwner(tx, row.lost_id, 'reunion-together', caller);
  if (as !== 'finder' && (agreed.tells_finder ?? row.tells_finder))
    await tellOwner(tx, row.found_id, 'reunion-together', caller);
}

const given = (name: 'words' | 'phone', text: string | undefined) =>
  text === undefined ? {} : { [name]: text || null };

async function tellOwner(
  tx: Db,
  id: string,
  kind: 'reunion-possible' | 'reunion-together',
  by: SignedIn,
): Promise<void> {
  const report = await findReport(tx, id);
  if (report?.owner_id && report.owner_id !== by.userId && !isVeiled(report))
    await tell(tx, { userId: report.owner_id, kind, reportId: id });
}

/** Also a record that nobody has looked at yet has come to a good end then; taken down, its photos would be held if the child were lost again. */
async function endWell(tx: Db, id: string, caller: SignedIn): Promise<void> {
  const report = await findReport(tx, id);
  if (!report) return;
  const actor = `${actorOf(caller, report)}${BY_REUNION}`;
  const to = mayChange(report.status, 'resolved', actor) ? 'resolved' : 'withdrawn';
  if (mayChange(report.status, to, actor)) await endFound(tx, report, to, actor);
}

async function partOf(db: Db, id: string, caller: SignedIn): Promise<Part | undefined> {
  const report = await findReport(db, id);
  if (!report || report.closed) return undefined;
  const row = await latest(db, id);
  if (!row || !(await mayBeTold(db, row))) return undefined;
  if (isOwner(report, caller)) {
    if (row.lost_id === id) return { row, as: 'family', report };
    return row.tells_finder ? { row, as: 'finder', report } : undefined;
  }
  return mayProtect(caller) && isOfDuty(report, caller) ? { row, as: 'office', report } : undefined;
}

/** Whoever must not be found may be either: where one of the two is veiled, there is nothing to be known of both. */
async function mayBeTold(db: Db, { lost_id, found_id }: Row): Promise<boolean> {
  const sides = await reportsById(db, [lost_id, found_id]);
  return sides.size === 2 && ![...sides.values()].some(isVeiled);
}

const latest = (db: Db, id: string): Promise<Row | undefined> =>
  db
    .selectFrom('reunion')
    .selectAll()
    .where(({ or, eb }) => or([eb('lost_id', '=', id), eb('found_id', '=', id)]))
    .orderBy('confirmed_at', 'desc')
    .executeTakeFirst();

/** A finder reads that they are together, and nothing of where. */
function viewOf({ row, as }: Pick<Part, 'row' | 'as'>): Reunion {
  const told = as === 'finder' ? {} : present({ station: row.station, words: row.words, phone: row.phone });
  return { confirmedAt: row.confirmed_at.toISOString(), together: row.together_at !== null, as, ...told };
}

const present = (fields: Record<'station' | 'words' | 'phone', string | null>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<
    Record<'station' | 'words' | 'phone', string>
  >;
