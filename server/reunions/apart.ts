/**
 * "They are together" taken back: it was said too soon, or it was not them after all. What had ended by it is looked for
 * again as it was before, on either side: whoever ended it did so by the same word (decision 096).
 */

import type { Selectable } from 'kysely';
import { APART } from '../../contract/notice.ts';
import type { ReportStatus } from '../../contract/report.ts';
import type { Db, ReunionTable } from '../db/schema.ts';
import { colleaguesOf } from '../duty/on-duty.ts';
import { tell, tellFollowers } from '../notices/tell.ts';
import { lastEnd, openAgain } from '../reports/open-again.ts';
import { findReport, type ReportRow } from '../reports/read.ts';
import { BY_REUNION, isVeiled } from '../reports/rules.ts';

interface Undone {
  /** How the history of each side names who takes it back. */
  actorFor: (report: ReportRow) => string;
  /** Their account, which is told nothing. */
  by?: string | undefined;
  reason?: string | undefined;
}
export type ActorFor = Undone['actorFor'];

type Ended = Pick<Selectable<ReunionTable>, 'lost_id' | 'found_id' | 'together_at' | 'tells_finder'>;

/** Whether there was anything to take back. Who had been told that they are together is told, and the desk. */
export async function undoTogether(tx: Db, row: Ended, how: Undone): Promise<boolean> {
  if (!row.together_at) return false;
  await tx
    .updateTable('reunion')
    .set({ together_at: null, tells_finder: false })
    .where('lost_id', '=', row.lost_id)
    .where('found_id', '=', row.found_id)
    .execute();
  await openSides(tx, row, how);
  await tellDesk(tx, row, how.by);
  return true;
}

/** The same of the reunion that this report is a side of. */
export async function undoTogetherOf(tx: Db, id: string, how: Undone): Promise<void> {
  const rows = await tx
    .selectFrom('reunion')
    .select(['lost_id', 'found_id', 'together_at', 'tells_finder'])
    .where(({ or, eb }) => or([eb('lost_id', '=', id), eb('found_id', '=', id)]))
    .forUpdate()
    .execute();
  for (const row of rows) await undoTogether(tx, row, how);
}

/** Both records of a reunion that is over, as they were; whether there was an end. */
export async function openSides(tx: Db, row: Ended, { actorFor, by, reason }: Undone): Promise<boolean> {
  if (!row.together_at) return false;
  for (const id of [row.lost_id, row.found_id]) {
    const side = await findReport(tx, id);
    if (!side || side.closed) continue;
    const to = await openEnded(tx, side, actorFor(side), reason);
    if (!side.owner_id || side.owner_id === by || isVeiled(side)) continue;
    const told = { userId: side.owner_id, reportId: id };
    if (id === row.lost_id || row.tells_finder) await tell(tx, { ...told, kind: 'reunion-withdrawn', detail: APART });
    // Whoever was not told that they are together learns nothing of it now.
    else if (to) await tell(tx, { ...told, kind: 'report-changed', detail: to });
  }
  return true;
}

/** How it stands now. What ended in another way stays as it is. */
async function openEnded(tx: Db, report: ReportRow, actor: string, reason?: string): Promise<ReportStatus | undefined> {
  const end = report.status === 'resolved' ? await lastEnd(tx, report.id) : undefined;
  if (!end?.actor.endsWith(BY_REUNION)) return undefined;
  const to = await openAgain(tx, report, `${actor}${BY_REUNION}`, reason);
  await tellFollowers(tx, report.id, 'report-changed', to);
  return to;
}

/** Those who had the pair on their desk look at it once more. */
async function tellDesk(tx: Db, { lost_id, found_id }: Ended, by: string | undefined): Promise<void> {
  const tasks = await tx
    .selectFrom('duty_task')
    .innerJoin('candidate', 'candidate.id', 'duty_task.candidate_id')
    .select(['duty_task.id', 'duty_task.report_id'])
    .where('candidate.lost_id', '=', lost_id)
    .where('candidate.found_id', '=', found_id)
    .execute();
  const told = new Set([by]);
  for (const { id, report_id: reportId } of tasks)
    for (const userId of await colleaguesOf(tx, id)) {
      if (told.has(userId)) continue;
      told.add(userId);
      await tell(tx, { userId, kind: 'reunion-withdrawn', reportId, detail: APART });
    }
}
