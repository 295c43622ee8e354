/** The desk as its reader may see it. */

import { sql } from 'kysely';
import type { DutyTask } from '../../contract/duty.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { candidatesFor } from '../candidates/read.ts';
import type { Db } from '../db/schema.ts';
import { openedSights } from '../reports/opened.ts';
import { projectReport } from '../reports/projection.ts';
import { IS_CLOSED, reportsById } from '../reports/read.ts';
import { DONE_LATELY, isOfDesk } from './on-duty.ts';
import { sightingsFor } from './sightings.ts';

/** More than one desk works off in a day; the ones due first are among them. */
const PAGE = 100;

const TOTAL = sql<number>`(count(*) over ())::int`;

const tasksOf = (db: Db, caller: SignedIn) =>
  db
    .selectFrom('duty_task')
    .innerJoin('report', 'report.id', 'duty_task.report_id')
    .leftJoin('app_user as taker', 'taker.id', 'duty_task.taken_by')
    .selectAll('duty_task')
    .select('taker.organisation as station')
    .where(isOfDesk(caller))
    .where(sql<boolean>`not ${IS_CLOSED}`);

/** What waits, the one due first first; or what was done within a week, the latest first. */
export async function readDesk(
  db: Db,
  caller: SignedIn,
  isDone: boolean,
): Promise<{ data: DutyTask[]; total: number }> {
  const rows = await tasksOf(db, caller)
    .select(TOTAL.as('total'))
    .$if(!isDone, (query) => query.where('duty_task.status', '<>', 'done').orderBy('duty_task.due_at'))
    .$if(isDone, (query) => query.where(DONE_LATELY).orderBy('duty_task.done_at', 'desc'))
    .orderBy('duty_task.id')
    .limit(PAGE)
    .execute();
  return { data: await viewTasks(db, rows, caller), total: rows[0]?.total ?? 0 };
}

/** One of them, for who has just done something with it. */
export async function findTask(db: Db, id: string, caller: SignedIn): Promise<DutyTask | undefined> {
  const rows = await tasksOf(db, caller).where('duty_task.id', '=', id).execute();
  return (await viewTasks(db, rows, caller))[0];
}

type TaskRow = Awaited<ReturnType<ReturnType<typeof tasksOf>['execute']>>[number];

/** Who is asked sees of a record what its own officers see, and more of one that they have opened with a reason. */
async function viewTasks(db: Db, tasks: readonly TaskRow[], caller: SignedIn): Promise<DutyTask[]> {
  const reports = await reportsById(db, [...new Set(tasks.map(({ report_id }) => report_id))]);
  const sights = await openedSights(db, caller, [...reports.values()]);
  const steps = await stepsOf(db, tasks);
  const candidates = await candidatesFor(
    db,
    tasks.flatMap(({ candidate_id }) => candidate_id ?? []),
    caller,
  );
  const sightings = await sightingsFor(db, tasks, { reports, sights }, caller);
  return tasks.flatMap((task): DutyTask[] => {
    const row = reports.get(task.report_id);
    const sight = row && sights.get(row.id);
    const report = row && projectReport(row, caller, sight === 'guarded' || sight === 'none' ? 'field' : sight);
    if (!report) return [];
    const sighting = sightings.get(task.note_id ?? '');
    const candidate = task.candidate_id === null ? undefined : candidates.get(task.candidate_id);
    return [
      {
        id: task.id,
        rev: String(task.rev),
        kind: task.kind,
        level: task.level,
        report,
        ...(candidate ? { candidate } : {}),
        ...(task.note_id === null ? {} : { noteId: task.note_id }),
        ...(sighting ? { sighting } : {}),
        since: task.since.toISOString(),
        dueAt: task.due_at.toISOString(),
        state: isLeft(task) ? 'open' : task.status,
        ...takenOf(task, caller),
        history: steps.get(task.id) ?? [],
      },
    ];
  });
}

/** Whoever took it has no account any more. */
export const isLeft = ({ status, taken_by }: { status: DutyTask['state']; taken_by: string | null }): boolean =>
  status === 'taken' && taken_by === null;

function takenOf(task: TaskRow, caller: SignedIn): Pick<DutyTask, 'taken'> {
  const { status, taken_at, taken_by, station } = task;
  if (status === 'open' || isLeft(task) || taken_at === null) return {};
  return { taken: { at: taken_at.toISOString(), ...officeOf(station), mine: taken_by === caller.userId } };
}

const officeOf = (station: string | null): { station?: string } => (station === null ? {} : { station });

async function stepsOf(db: Db, tasks: readonly TaskRow[]): Promise<ReadonlyMap<string, DutyTask['history']>> {
  const steps = new Map<string, DutyTask['history']>();
  if (tasks.length === 0) return steps;
  const rows = await db
    .selectFrom('duty_step')
    .leftJoin('app_user', 'app_user.id', 'duty_step.actor_id')
    .select(['task_id', 'at', 'act', 'reason', 'app_user.organisation as station'])
    .where(
      'task_id',
      'in',
      tasks.map(({ id }) => id),
    )
    .orderBy('duty_step.id')
    .execute();
  for (const { task_id, at, act, reason, station } of rows) {
    const step = { at: at.toISOString(), act, ...officeOf(station), ...(reason === null ? {} : { reason }) };
    steps.set(task_id, [...(steps.get(task_id) ?? []), step]);
  }
  return steps;
}
