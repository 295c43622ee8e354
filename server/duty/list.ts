/** The desk as its reader may see it. */

import { type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { type DutyTask, type dutyList, MOST_TASKS_COUNTED } from '../../contract/duty.ts';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { candidatesFor } from '../candidates/read.ts';
import type { Db } from '../db/schema.ts';
import { openedSights } from '../reports/opened.ts';
import { projectReport } from '../reports/projection.ts';
import { IS_CLOSED, reportsById } from '../reports/read.ts';
import { DONE_LATELY, IS_HELD, isForThem, isOfDesk, placesOf } from './on-duty.ts';
import { sightingsFor } from './sightings.ts';

const PAGE = 100;

/**
 * By when those who have it were asked, or took it; what hurries stands as if that were later. So what is new of its kind is
 * above all that has lain there, a missing child above everything, and nothing hides what came after it by being overdue.
 * `duty_of_...` are indexes of these very words (migration 063).
 */
const STANDS_AT = sql<Date>`((coalesce(duty_task.taken_at, duty_task.due_at) at time zone 'UTC' + case duty_task.kind
  when 'missing-child' then interval '7 days'
  when 'found-person' then interval '4 days'
  when 'sighting' then interval '3 days'
  when 'candidate' then interval '1 day'
  else interval '-3650 days'
end) at time zone 'UTC')`;

const ORDERS = {
  waiting: { by: STANDS_AT, of: sql<SqlBool>`duty_task.status <> 'done'` },
  done: { by: sql<Date>`duty_task.done_at`, of: DONE_LATELY },
} as const;

/** Where a page ends: to the microsecond, which a `Date` does not hold. */
const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);
type Cursor = z.infer<typeof Cursor>;

const tasksOf = (db: Db, caller: SignedIn) =>
  db
    .selectFrom('duty_task')
    .innerJoin('report', 'report.id', 'duty_task.report_id')
    .leftJoin('app_user as taker', 'taker.id', 'duty_task.taken_by')
    .selectAll('duty_task')
    .select(['taker.organisation as station', IS_HELD.as('held')])
    .where(isOfDesk(caller))
    .where(sql<boolean>`not ${IS_CLOSED}`);

/**
 * What waits, what hurries most first, or what was done within a week, the latest first: a page of it, from where the last one
 * ended. @throws AppError bad-input for a cursor of another list
 */
export async function readDesk(
  db: Db,
  caller: SignedIn,
  { done, cursor }: ParsedInputOf<typeof dutyList>,
): Promise<{ data: DutyTask[]; total: number; cursor?: string }> {
  const order = ORDERS[done ? 'done' : 'waiting'];
  const after = cursor === '' ? undefined : readCursor(cursor);
  const found = await inOrder(db, caller, order, PAGE + 1, after);
  const page = found.slice(0, PAGE);
  const ids = page.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await tasksOf(db, caller).where('duty_task.id', 'in', ids).execute();
  const last = found.length > PAGE ? page.at(-1) : undefined;
  return {
    data: await viewTasks(
      db,
      rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
      caller,
    ),
    total: after || last ? (await inOrder(db, caller, order, MOST_TASKS_COUNTED)).length : page.length,
    ...(last ? { cursor: `${last.at} ${last.id}` } : {}),
  };
}

/**
 * The first of each place of the caller's, so that a page reads as few rows of a long desk as of a short one: by the index, each
 * with its record, and never all that waits to be sorted.
 */
async function inOrder(
  db: Db,
  caller: SignedIn,
  { by, of }: (typeof ORDERS)['done' | 'waiting'],
  limit: number,
  after?: Cursor,
): Promise<{ id: string; at: string }[]> {
  const rest = after ? sql<SqlBool>`(${by}, duty_task.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`;
  const parts = placesOf(caller).map(
    (place) => sql`(
      select duty_task.id, ${by} as at from duty_task
        cross join lateral (select * from report where report.id = duty_task.report_id offset 0) report
      where ${place} and ${of} and ${rest} and ${isForThem(caller)} and not ${IS_CLOSED}
      order by ${by} desc, duty_task.id desc limit ${sql.lit(limit)})`,
  );
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: string; at: string }>`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (${sql.join(parts, sql` union `)}) each
    order by each.at desc, id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

function readCursor(cursor: string): Cursor {
  const read = Cursor.safeParse(cursor.split(' '));
  if (read.success) return read.data;
  throw new AppError('bad-input', 'The cursor is not of this list', { fields: { cursor: 'unknown' } });
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

/** Whoever took it has no account any more, or one that is shut. */
const isLeft = ({ status, held }: { status: DutyTask['state']; held: boolean }): boolean => status === 'taken' && !held;

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
