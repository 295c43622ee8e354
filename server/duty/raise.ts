/** Nobody took it in time: the next are asked, by a job that comes back; docs/decisions/081. */

import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { findReport } from '../reports/read.ts';
import { isVeiled } from '../reports/rules.ts';
import { type About, askedFrom, keptFrom, type Level, levelAbove } from './on-duty.ts';
import { closeDuty, startAnew, tellDesk, writeStep } from './open.ts';

/** Comes back so often that a task is a minute late at most. */
export const RAISE_EVERY_MS = 30_000;
const AT_ONCE = 50;

export interface Raised extends About {
  id: string;
  level: Level;
  district: string | null;
  state: string | null;
}

/**
 * Ask the next, who have all their time; those who were asked before see it still. Of a record that is veiled by now
 * nobody but the team may hear.
 */
export async function raise(
  tx: Db,
  task: Raised,
  act: 'raised' | 'passed-on',
  now: Date,
  by?: { userId: string; reason: string | undefined },
): Promise<void> {
  const report = await findReport(tx, task.report_id);
  const from = report && isVeiled(report) ? 'team' : levelAbove(task.level);
  const { level, userIds } = await askedFrom(tx, from, task, await keptFrom(tx, task));
  await startAnew(tx, task, now, { level });
  await writeStep(tx, task, act, by?.userId, by?.reason);
  // While its owner's account is closed nobody sees it; it waits on the desk for when they are back.
  if (report && !report.closed) await tellDesk(tx, 'duty-raised', task.report_id, userIds, by?.userId);
}

/** The job: what was left by those who were asked, or by who took it. At the last level what is open stays where it is. */
export async function raiseDue(db: Db, now = new Date()): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE; )
    count = await transact(db, async (tx) => {
      const due = await tx
        .selectFrom('duty_task')
        .select(['id', 'kind', 'report_id', 'candidate_id', 'level', 'district', 'state'])
        .where(({ or, and, eb }) =>
          or([eb('status', '=', 'taken'), and([eb('status', '=', 'open'), eb('level', '<>', 'team')])]),
        )
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const task of due)
        if (task.kind === 'unanswered') await closeDuty(tx, 'id', task.id);
        else await raise(tx, task, 'raised', now);
      return due.length;
    });
}
