/** Alerts: what an officer lets a whole district know of somebody who is missing (docs/decisions/087). */

import * as z from 'zod/mini';
import type { AreaAlert, alertArea } from '../../contract/alert.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { isAskedFor } from '../duty/asked.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { tellDistrict } from '../notices/tell.ts';
import { faultOf } from '../reports/alert-words.ts';
import { held } from '../reports/held.ts';
import { alertedView, isAlertable } from '../reports/projection.ts';
import { type ReportRow, reportsById } from '../reports/read.ts';
import { dutyOf, mayAlert } from '../reports/rules.ts';
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
 * Raise an alert, change it, or end it (no days). The district is told when it begins; sent again, nobody is told twice.
 * @throws AppError not-found for who is not asked for it, conflict for whom nobody looks for in public, bad-input
 * for words that tell of a child who or where it is
 */
export async function writeAlert(
  tx: Db,
  officer: SignedIn,
  { id, days, words }: ParsedInputOf<typeof alertArea>,
): Promise<AreaAlert | undefined> {
  const row = await held(tx, id);
  if (!row || !mayAlert(row, officer, await isAskedFor(tx, row, officer)))
    throw new AppError('not-found', 'There is no such person in your district');
  if (days === 0) {
    const ended = await tx.deleteFrom('area_alert').where('report_id', '=', id).returning('report_id').execute();
    if (ended.length > 0) await writeAudit(tx, officer, 'end-alert', id);
    return undefined;
  }
  if (!isAlertable(row) && !(await alertOf(tx, row))) throw new AppError('conflict', 'Nobody looks for them in public');
  const fault = words && faultOf(row, words);
  if (fault)
    throw new AppError('bad-input', `Everybody reads it, which cannot be: ${fault}`, { fields: { words: fault } });
  const until = new Date(Date.now() + days * DAY_MS);
  const station = await stationOf(tx, officer);
  // What was said is sealed, so it is written anew and not over.
  const [before] = await tx
    .deleteFrom('area_alert')
    .where('report_id', '=', id)
    .returning(['made_at', 'until'])
    .execute();
  const running = before && before.until > new Date() ? { made_at: before.made_at } : undefined;
  await tx
    .insertInto('area_alert')
    .values({ report_id: id, by_id: officer.userId, station, words: words || null, until, ...running })
    .execute();
  await writeAudit(tx, officer, 'area-alert', id, words || undefined);
  await addJob(tx, END_ALERT, { reportId: id } satisfies z.infer<typeof Ending>, new Date(until.getTime() + MINUTE_MS));
  await rememberNumber(tx, id);
  if (!running) await tellDistrict(tx, row);
  return alertOf(tx, row);
}

/** The alert that runs for this person, whoever asks; undefined when there is none. */
export async function alertOf(db: Db, row: ReportRow): Promise<AreaAlert | undefined> {
  if (!alertedView(row)) return undefined;
  const alert = await runningIn(db).where('report_id', '=', row.id).executeTakeFirst();
  return alert && viewOf(row, alert);
}

export async function listRunning(db: Db, caller: Caller): Promise<AreaAlert[]> {
  const alerts = await runningIn(db).orderBy('made_at', 'desc').limit(MOST).execute();
  const rows = await reportsById(
    db,
    alerts.map(({ report_id }) => report_id),
  );
  const all = alerts.flatMap((alert) => {
    const row = rows.get(alert.report_id);
    const view = row && viewOf(row, alert);
    return view ? [view] : [];
  });
  const isOwn = ({ district }: AreaAlert) => dutyOf(caller).includes(district);
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))];
}

function viewOf(
  row: ReportRow,
  { station, words, until }: { station: string; words: string | null; until: Date },
): AreaAlert | undefined {
  const who = alertedView(row);
  // Written of an adult they may name who turned out to be a child.
  const isFit = words !== null && !faultOf(row, words);
  return who && { ...who, station, ...(isFit ? { words } : {}), until: until.toISOString() };
}

const runningIn = (db: Db) =>
  db.selectFrom('area_alert').select(['report_id', 'station', 'words', 'until']).where('until', '>', new Date());

/** It may have been given more days since. */
export const endAlert =
  (db: Db): JobHandler =>
  async (payload) => {
    const { reportId } = Ending.parse(payload);
    await db.deleteFrom('area_alert').where('report_id', '=', reportId).where('until', '<=', new Date()).execute();
  };
