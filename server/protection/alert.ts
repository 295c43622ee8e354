/** Alerts: what an officer lets a whole district know of somebody who is missing (docs/decisions/087). */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { AlertedPerson, AreaAlert, alertArea } from '../../contract/alert.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { ADULT_AGE } from '../../contract/limits.ts';
import { ALERT, ALERT_MOVED, type NoticeKind } from '../../contract/notice.ts';
import { type Caller, PERMISSIONS } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { mayActNow } from '../auth/standing.ts';
import type { Db } from '../db/schema.ts';
import { isAskedFor } from '../duty/asked.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { tell, tellDistrict } from '../notices/tell.ts';
import { faultOf } from '../reports/alert-words.ts';
import { held } from '../reports/held.ts';
import { alertedView, isAlertable, isPlaced, waitsForCase } from '../reports/projection.ts';
import { IS_CLOSED, type ReportRow, reportsById } from '../reports/read.ts';
import { dutyOf, isOfDuty, mayAlert, needsCase } from '../reports/rules.ts';
import { rememberNumber } from '../reports/store.ts';
import { stationOf } from './case.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Far more than run at once in a country where each is an officer's act. */
const MOST = 100;

/** The job that forgets what an alert said once it is over. */
export const END_ALERT = 'end-alert';
const Ending = z.object({ reportId: z.uuid() });

/**
 * Raise an alert, change it, or end it (no days). A district is told when it begins there; sent again, nobody is told twice.
 * @throws AppError not-found for who is not asked for it, conflict for whom nobody looks for in public, bad-input
 * for words that tell of a child who or where it is
 */
export async function writeAlert(
  tx: Db,
  officer: SignedIn,
  { id, days, words }: ParsedInputOf<typeof alertArea>,
): Promise<AreaAlert | undefined> {
  const row = await held(tx, id);
  const before = await runningIn(tx).select('made_at').where('report_id', '=', id).executeTakeFirst();
  const isAsked = row !== undefined && (await isAskedFor(tx, row, officer));
  if (!row || !mayAlert(row, officer, isAsked || isOfAlert(before, officer)))
    throw new AppError('not-found', 'There is no such person in your district');
  if (days === 0) {
    const ended = await tx.deleteFrom('area_alert').where('report_id', '=', id).returning('report_id').execute();
    if (ended.length > 0) await writeAudit(tx, officer, 'end-alert', id);
    return undefined;
  }
  const district = districtFor(row, before, isAsked);
  if (district === undefined || !(before ? alertedView(row, district) : isAlertable(row)))
    throw new AppError('conflict', 'Nobody looks for them in public');
  const fault = words && faultOf(row, words);
  if (fault)
    throw new AppError('bad-input', `Everybody reads it, which cannot be: ${fault}`, { fields: { words: fault } });
  const until = new Date(Date.now() + days * DAY_MS);
  const station = await stationOf(tx, officer);
  const runsThere = before?.district === district ? { made_at: before.made_at } : undefined;
  // What was said is sealed, so it is written anew and not over.
  await tx.deleteFrom('area_alert').where('report_id', '=', id).execute();
  await tx
    .insertInto('area_alert')
    .values({ report_id: id, by_id: officer.userId, district, station, words: words || null, until, ...runsThere })
    .execute();
  await writeAudit(tx, officer, 'area-alert', id, words || undefined);
  await addJob(tx, END_ALERT, { reportId: id } satisfies z.infer<typeof Ending>, new Date(until.getTime() + MINUTE_MS));
  await rememberNumber(tx, id);
  if (!runsThere) await tellDistrict(tx, { ...row, district });
  return alertOf(tx, row);
}

/** The alert that runs for this person, whoever asks; undefined when there is none, or it shows nothing. */
export async function alertOf(db: Db, row: ReportRow): Promise<AreaAlert | undefined> {
  const alert = await runningIn(db).where('report_id', '=', row.id).executeTakeFirst();
  return alert && viewOf(row, alert);
}

/**
 * What a district would read of them if this officer sent an alert; undefined for who may not. `alert`: what runs already;
 * `isAsked`: they are asked for the record (duty/asked.ts).
 */
export function alertsFor(
  row: ReportRow,
  officer: Caller,
  { alert, isAsked }: { alert: AreaAlert | undefined; isAsked: boolean },
): AlertedPerson | undefined {
  if (!mayAlert(row, officer, isAsked || isOfAlert(alert, officer)) || !(alert || isAlertable(row))) return undefined;
  const district = districtFor(row, alert, isAsked);
  return district === undefined ? undefined : alertedView(row, district);
}

/** An alert stays its district's, wherever an edit says that the person is. */
const isOfAlert = (alert: { district: string } | undefined, officer: Caller): boolean =>
  alert !== undefined && isOfDuty(alert, officer);

/** Where an alert goes when it is sent: where the record is now, by who is asked for it there; else it stays. */
const districtFor = (
  row: ReportRow,
  running: { district: string } | undefined,
  isAsked: boolean,
): string | undefined => (isAsked && isPlaced(row) ? row.district : running?.district);

/**
 * Tell the officer who raised the alert that runs what an edit has done to it: it shows nothing until a case is named, or
 * the record is of its district no more. Of each once, however often that goes to and fro.
 */
export async function tellOfEdit(tx: Db, before: ReportRow, after: ReportRow): Promise<void> {
  const isWaiting = waitsForCase(after) && !needsCase(before);
  const hasMoved = after.district !== before.district;
  if (!isWaiting && !hasMoved) return;
  const alert = await runningIn(tx)
    .innerJoin('app_user', 'app_user.id', 'by_id')
    .select(['app_user.id as userId', 'made_at'])
    .where('report_id', '=', after.id)
    .where('role', 'in', [...PERMISSIONS.police])
    .where(mayActNow())
    .executeTakeFirst();
  if (!alert) return;
  const of = { userId: alert.userId, reportId: after.id };
  if (isWaiting) await tellOnce(tx, { ...of, kind: 'case-needed', detail: ALERT }, alert.made_at);
  if (hasMoved && after.district !== alert.district)
    await tellOnce(tx, { ...of, kind: 'report-changed', detail: ALERT_MOVED }, alert.made_at);
}

async function tellOnce(
  tx: Db,
  telling: { userId: string; reportId: string; kind: NoticeKind; detail: string },
  since: Date,
): Promise<void> {
  const { userId, reportId, kind, detail } = telling;
  const told = await tx
    .selectFrom('notice')
    .select('detail') // sealed, so it is compared here
    .where('report_id', '=', reportId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>=', since)
    .execute();
  if (!told.some((one) => one.detail === detail)) await tell(tx, telling);
}

/** Those that show something: of the caller's districts, the newest first, then of all others. */
export async function listRunning(db: Db, caller: Caller): Promise<AreaAlert[]> {
  const isOwn = sql<SqlBool>`area_alert.district = any(${[...dutyOf(caller)]}::text[])`;
  const alerts = [...(await newestOf(db, isOwn)), ...(await newestOf(db, sql<SqlBool>`not (${isOwn})`))];
  const rows = await reportsById(
    db,
    alerts.map(({ report_id }) => report_id),
  );
  return alerts.flatMap((alert) => {
    const row = rows.get(alert.report_id);
    const view = row && viewOf(row, alert);
    return view ? [view] : [];
  });
}

const newestOf = (db: Db, which: RawBuilder<SqlBool>) =>
  runningIn(db)
    .innerJoin('report', 'report.id', 'area_alert.report_id')
    .where(SHOWS)
    .where(which)
    .orderBy('made_at', 'desc')
    .limit(MOST)
    .execute();

/** Of which `alertedView` makes something, as the database reads it of `report`: what is over takes nobody's room. */
const SHOWS = sql<SqlBool>`report.subject = 'person' and report.type = 'lost'
  and report.status in ('published', 'pending_review') and report.hidden_at is null and not ${IS_CLOSED}
  and (report.case_kind is not null or report.age_min >= ${sql.lit(ADULT_AGE)}
    or (report.looks_adult and coalesce(report.age_max, ${sql.lit(ADULT_AGE)}) >= ${sql.lit(ADULT_AGE)}))`;

function viewOf(
  row: ReportRow,
  { district, station, words, until }: { district: string; station: string; words: string | null; until: Date },
): AreaAlert | undefined {
  const who = alertedView(row, district);
  // Written of an adult they may name who turned out to be a child.
  const isFit = words !== null && !faultOf(row, words);
  return who && { ...who, station, ...(isFit ? { words } : {}), until: until.toISOString() };
}

const runningIn = (db: Db) =>
  db
    .selectFrom('area_alert')
    .select(['report_id', 'area_alert.district', 'station', 'words', 'until'])
    .where('until', '>', new Date());

/** It may have been given more days since. */
export const endAlert =
  (db: Db): JobHandler =>
  async (payload) => {
    const { reportId } = Ending.parse(payload);
    await db.deleteFrom('area_alert').where('report_id', '=', reportId).where('until', '<=', new Date()).execute();
  };
