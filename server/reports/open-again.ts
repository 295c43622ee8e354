/** A report of a person that had ended by mistake stands again as it did before its end. */

import type { ReportStatus } from '../../contract/report.ts';
import type { Db } from '../db/schema.ts';
import { changeStatus, writeSubject } from './store.ts';
import { hasEnded } from './strip.ts';

/** By whom a report ended last, and how it stood before. */
export async function lastEnd(tx: Db, id: string): Promise<{ actor: string; before: ReportStatus } | undefined> {
  const last = await tx
    .selectFrom('history')
    .select(['actor', 'from_status', 'to_status'])
    .where('report_id', '=', id)
    .where('what', '=', 'status')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.from_status || !hasEnded(last.to_status as ReportStatus)) return undefined;
  return { actor: last.actor, before: last.from_status as ReportStatus }; // of `what` is status, both are one
}

/** How it stands now: what nobody had published waits for that again. @throws AppError conflict: the actor may not */
export async function openAgain(
  tx: Db,
  { id, type, condition }: { id: string; type: 'lost' | 'found'; condition: string | null },
  actor: string,
  reason?: string,
): Promise<ReportStatus> {
  const to = (await lastEnd(tx, id))?.before ?? 'published';
  await changeStatus(tx, id, to, actor, reason);
  if (type === 'lost' && condition === 'found') await writeSubject(tx, id, await before(tx, id), actor, reason);
  return to;
}

/** What was known of the missing person before they were found. */
async function before(tx: Db, id: string): Promise<'missing' | 'seen'> {
  const last = await tx
    .selectFrom('history')
    .select('from_status')
    .where('report_id', '=', id)
    .where('what', '=', 'subject')
    .where('to_status', '=', 'found')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.from_status === 'seen' ? 'seen' : 'missing';
}
