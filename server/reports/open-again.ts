/** What had ended by mistake stands again as it did before its end. */

import { PersonCondition, type ReportStatus } from '../../contract/report.ts';
import type { Db } from '../db/schema.ts';
import { holdAgain } from '../suppression/hold.ts';
import { WARNED_MS } from './expiry.ts';
import { standsUntil } from './insert.ts';
import { findReport, type ReportRow } from './read.ts';
import type { Condition } from './rules.ts';
import { changeStatus, writeSubject } from './store.ts';
import { hasEnded } from './strip.ts';

export interface End {
  actor: string;
  before: ReportStatus;
  at: Date;
}

/** By whom a report ended last and when, and how it stood before. */
export async function lastEnd(tx: Db, id: string): Promise<End | undefined> {
  const last = await tx
    .selectFrom('history')
    .select(['actor', 'from_status', 'to_status', 'at'])
    .where('report_id', '=', id)
    .where('what', '=', 'status')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.from_status || !hasEnded(last.to_status as ReportStatus)) return undefined;
  return { actor: last.actor, before: last.from_status as ReportStatus, at: last.at }; // of `what` is status, both are one
}

/**
 * How it stands now: as before its end, or `to`. What nobody had published waits for that again, and so does what is like
 * something that was taken down meanwhile.
 * @throws AppError conflict: the actor may not
 */
export async function openAgain(
  tx: Db,
  row: Pick<ReportRow, 'id' | 'subject' | 'type' | 'condition'>,
  actor: string,
  { to, reason }: { to?: ReportStatus; reason?: string | undefined } = {},
): Promise<ReportStatus> {
  const { id, type, condition } = row;
  const status = to ?? (await lastEnd(tx, id))?.before ?? 'published';
  if (status !== 'expired') await renew(tx, row);
  await changeStatus(tx, id, status, actor, reason);
  if (type === 'lost' && condition === 'found')
    await writeSubject(tx, id, await conditionBefore(tx, id, 'found'), actor, reason);
  await holdAgain(tx, id);
  return (await findReport(tx, id))?.status ?? status;
}

/** What is over by now, or will be before anybody can be told in time, stands as if it were posted today. */
const renew = (tx: Db, row: Pick<ReportRow, 'id' | 'subject' | 'type'>) =>
  tx
    .updateTable('report')
    .set({ expires_at: standsUntil(row, undefined), expiry_told_at: null })
    .where('id', '=', row.id)
    .where('expires_at', '<=', new Date(Date.now() + WARNED_MS))
    .where('kept_scan', '=', false)
    .execute();

/** What was known of the missing person before this was. */
export async function conditionBefore(tx: Db, id: string, known: Condition): Promise<Condition> {
  const last = await tx
    .selectFrom('history')
    .select('from_status')
    .where('report_id', '=', id)
    .where('what', '=', 'subject')
    .where('to_status', '=', known)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { data } = PersonCondition.safeParse(last?.from_status);
  return data ?? 'missing';
}
