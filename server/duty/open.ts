/** Tasks of the duty desk as they come and go, in the transaction of what makes and what ends them; docs/decisions/081. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DutyTask } from '../../contract/duty.ts';
import type { NoticeKind } from '../../contract/notice.ts';
import { type Beside, beside } from '../db/beside.ts';
import type { Db } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { isSheltered } from '../reports/projection.ts';
import { findReport, type ReportRow } from '../reports/read.ts';
import { isVeiled, needsCase } from '../reports/rules.ts';
import { hasEnded } from '../reports/strip.ts';
import { type About, askedFrom, keptFrom, type Level, onDuty, type Place, placeOf } from './on-duty.ts';

const clocks: Beside<{ minutes: number }> = beside('duty desk');

/** Before anything is written that somebody has to answer. `minutes`: how long those who are asked have. */
export const openDesk = (db: Db, minutes: number): void => clocks.keep(db, { minutes });

/** When the next are asked; of things, when it is over by itself: nobody hurries for them. */
export const dueFrom = (db: Db, from: Date, kind: DutyTask['kind']): Date =>
  new Date(from.getTime() + (kind === 'unanswered' ? THINGS_MS : clocks.of(db).minutes * 60_000));
const THINGS_MS = 7 * 86_400_000;

/** What somebody on duty has to look at. */
export type Duty = { reportId: string; but?: string | undefined } & (
  | { kind: 'missing-child' | 'found-person' }
  | { kind: 'candidate'; candidateId: string }
  /** `isOfTheirs`: the word of the person themselves, which moderators alone read. */
  | { kind: 'sighting'; noteId: string; isOfTheirs: boolean }
);

/**
 * Put it on the desk of its place and tell who is on duty there, but for who brought it. Where that is nobody, the next
 * level is asked at once. Doing it again changes nothing.
 */
export async function openDuty(tx: Db, duty: Duty): Promise<void> {
  const { kind, reportId, but } = duty;
  const report = await findReport(tx, reportId);
  if (!report) return;
  const place = placeOf(report, isVeiled(report) || (kind === 'sighting' && duty.isOfTheirs));
  const candidate_id = kind === 'candidate' ? duty.candidateId : null;
  const note_id = kind === 'sighting' ? duty.noteId : null;
  const kept = await keptFrom(tx, { kind, report_id: reportId, candidate_id });
  const { level, userIds } = await askedFrom(tx, 'district', place, kept);
  if (await makeTask(tx, { kind, report_id: reportId, candidate_id, note_id, level, ...place }))
    await tellDesk(tx, kindOfNotice(report, kind, level), reportId, userIds, but);
}

/**
 * Put two things on the desk where the found one is, again where that was over by itself, and tell nobody: who looks at the desk
 * finds it below all that hurries.
 */
export async function openSilently(
  tx: Db,
  { kind, report, candidateId }: { kind: 'unanswered'; report: ReportRow; candidateId: string },
): Promise<void> {
  const of = { report_id: report.id, candidate_id: candidateId, note_id: null };
  const place = placeOf(report, false);
  if (await makeTask(tx, { kind, ...of, level: 'district', ...place })) return;
  const task = await tx
    .selectFrom('duty_task')
    .selectAll()
    .where('candidate_id', '=', candidateId)
    .where('district', '=', place.district)
    .executeTakeFirst();
  if (!task || !(await isOverByItself(tx, task))) return;
  await startAnew(tx, task, new Date());
  await writeStep(tx, task, 'reopened');
}

/** With its first step; false where there is one already. */
async function makeTask(tx: Db, task: About & Place & { note_id: string | null; level: Level }): Promise<boolean> {
  const now = new Date();
  const made = await tx
    .insertInto('duty_task')
    .values({ ...task, id: randomUUID(), since: now, due_at: dueFrom(tx, now, task.kind) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'report_id'])
    .executeTakeFirst();
  if (made) await writeStep(tx, made, 'made');
  return made !== undefined;
}

/** Of a child that waits for its case the officers of its district are told just that. */
const kindOfNotice = (report: ReportRow, kind: DutyTask['kind'], level: Level): NoticeKind =>
  kind !== 'candidate' && kind !== 'sighting' && level === 'district' && needsCase(report) ? 'case-needed' : 'duty';

/**
 * A record that only officers see stands on the desk of its district: also one that an edit made so, or moved, and one that
 * has come back from its end. One that everybody sees now does not, nor one that an officer there was done with. What was
 * seen of somebody goes with their record.
 */
export async function keepOnDesk(tx: Db, report: ReportRow): Promise<void> {
  if (report.kept_scan) return; // it waits for whoever is missing, and nobody for it
  await keepRecord(tx, report);
  await keepSightings(tx, report);
  await keepDoubts(tx, report.id);
}

async function keepRecord(tx: Db, report: ReportRow): Promise<void> {
  const but = report.owner_id ?? undefined;
  const task = await tx
    .selectFrom('duty_task')
    .selectAll()
    .where('report_id', '=', report.id)
    .where('kind', 'in', ['missing-child', 'found-person'])
    .executeTakeFirst();
  if (!isSheltered(report)) return task && closeDuty(tx, 'id', task.id);
  if (!task) {
    await openDuty(tx, { kind: report.type === 'found' ? 'found-person' : 'missing-child', reportId: report.id, but });
    return;
  }
  const place = placeOf(report, false);
  if (hasMoved(task, place) || (await isOverByItself(tx, task))) await moveTo(tx, task, report, place, but);
}

/** What an officer was done with, or has answered, stays so wherever the record goes. What is the team's is of no place. */
async function keepSightings(tx: Db, report: ReportRow): Promise<void> {
  const tasks = await tx
    .selectFrom('duty_task')
    .innerJoin('note', 'note.id', 'duty_task.note_id')
    .selectAll('duty_task')
    .select('note.author_id')
    .where('duty_task.report_id', '=', report.id)
    .orderBy('duty_task.since')
    .orderBy('duty_task.id')
    .execute();
  for (const { author_id, ...task } of tasks) {
    const place = placeOf(report, task.district === null);
    const isOver = await isOverByItself(tx, task);
    if (isOver || (task.status !== 'done' && hasMoved(task, place)))
      await moveTo(tx, task, report, place, author_id ?? undefined);
  }
}

/**
 * A pair of this record that the family doubts waits for an office, whatever has closed a side of it meanwhile, and though
 * nobody could be asked when it was said. What an officer was done with since stays so.
 */
export async function keepDoubts(tx: Db, id: string): Promise<void> {
  const doubted = await tx
    .selectFrom('reunion')
    .innerJoin('candidate', (join) =>
      join.onRef('candidate.lost_id', '=', 'reunion.lost_id').onRef('candidate.found_id', '=', 'reunion.found_id'),
    )
    .select(['candidate.id', 'reunion.lost_id', 'reunion.found_id', 'reunion.doubted_at'])
    .where(({ or, eb }) => or([eb('reunion.lost_id', '=', id), eb('reunion.found_id', '=', id)]))
    .where('reunion.doubted_at', 'is not', null)
    .execute();
  for (const { id: candidateId, lost_id, found_id, doubted_at } of doubted) {
    const [lost, found] = [await findReport(tx, lost_id), await findReport(tx, found_id)];
    const isKnown = [lost, found].every((side) => side && !side.closed && !isVeiled(side));
    if (!lost || hasEnded(lost.status) || found?.status === 'withdrawn' || !isKnown) continue;
    for (const task of await askWhereItIs(tx, candidateId)) {
      const wasBefore = task.status === 'done' && doubted_at && task.done_at && task.done_at < doubted_at;
      if (wasBefore || (await isOverByItself(tx, task))) await waitAgain(tx, task, 'reopened');
    }
  }
}

type Kept = About & Pick<DutyTask, 'id'> & Place & { status: DutyTask['state'] };

const hasMoved = ({ district }: Kept, place: Place): boolean => district !== null && district !== place.district;

/** Nobody has said that it is done: what it was about was over. */
async function isOverByItself(tx: Db, { id, status }: Pick<Kept, 'id' | 'status'>): Promise<boolean> {
  if (status !== 'done') return false;
  const last = await tx
    .selectFrom('duty_step')
    .select(['act', 'actor_id'])
    .where('task_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.act === 'done' && last.actor_id === null;
}

/** Its officers are others now, or it is back: they are asked anew. */
async function moveTo(tx: Db, task: Kept, report: ReportRow, place: Place, but: string | undefined): Promise<void> {
  const { level, userIds } = await askedFrom(tx, 'district', place, await keptFrom(tx, task));
  await startAnew(tx, task, new Date(), { ...place, level });
  await writeStep(tx, task, 'reopened');
  await tellDesk(tx, kindOfNotice(report, task.kind, level), report.id, userIds, but);
}

/** An office has answered a note: also where its task was over with its record, nobody is asked of it again. */
export async function endSighting(tx: Db, noteId: string, by: string): Promise<void> {
  await closeDuty(tx, 'note_id', noteId, by);
  const over = await tx
    .selectFrom('duty_task')
    .select(['id', 'report_id', 'status'])
    .where('note_id', '=', noteId)
    .executeTakeFirst();
  if (over && (await isOverByItself(tx, over))) await writeStep(tx, over, 'done', by);
}

/** An office has taken its answer to a note back: those on duty there are asked again. */
export async function reopenSighting(tx: Db, noteId: string, by: string): Promise<void> {
  const task = await tx.selectFrom('duty_task').selectAll().where('note_id', '=', noteId).executeTakeFirst();
  if (task?.status === 'done') await waitAgain(tx, task, 'reopened', by);
}

/** Nobody has to look any more: what it was about has ended, was answered, or was decided. `by` is who did. */
export async function closeDuty(
  tx: Db,
  of: 'id' | 'report_id' | 'note_id' | 'candidate_id',
  id: string,
  by?: string,
  reason?: string,
): Promise<void> {
  const closed = await tx
    .updateTable('duty_task')
    .set(({ eb }) => ({ status: 'done' as const, done_at: new Date(), rev: eb('rev', '+', 1) }))
    .where('status', '<>', 'done')
    .where(of, '=', id)
    .returning(['id', 'report_id'])
    .execute();
  for (const task of closed) await writeStep(tx, task, 'done', by, reason);
}

/** It is nobody's and its clock starts, wherever it goes. */
export async function startAnew(
  tx: Db,
  { id, kind }: Pick<DutyTask, 'id' | 'kind'>,
  now: Date,
  to: Partial<Place & { level: Level }> = {},
): Promise<void> {
  await tx
    .updateTable('duty_task')
    .set(({ eb }) => ({
      ...{ ...to, status: 'open' as const, taken_by: null, taken_at: null, done_at: null },
      ...{ due_at: dueFrom(tx, now, kind), rev: eb('rev', '+', 1) },
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * What somebody has in hand who leaves their desk, or may act no more, waits again at once: their day would run on with nobody
 * at it. Colleagues are told, or the next where there is none.
 */
export async function leaveDesk(tx: Db, userId: string): Promise<void> {
  const tasks = await tx
    .selectFrom('duty_task')
    .selectAll()
    .where('taken_by', '=', userId)
    .where('status', '=', 'taken')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const task of tasks) {
    const isOfThings = task.kind === 'unanswered'; // of which nobody is told, and nobody else asked
    const but = [...(await keptFrom(tx, task)), userId];
    const { level, userIds } = isOfThings
      ? { level: task.level, userIds: [] }
      : await askedFrom(tx, task.level, task, but);
    await startAnew(tx, task, new Date(), { level });
    await writeStep(tx, task, 'reopened');
    await tellDesk(tx, 'duty', task.report_id, userIds, undefined);
  }
}

/** What somebody has to look at again: who was at it gives it up, its clock starts anew, and colleagues are told. */
export async function waitAgain(
  tx: Db,
  task: { id: string; level: Level } & About & Place,
  act: 'given-back' | 'reopened',
  by?: string,
  reason?: string,
): Promise<void> {
  await startAnew(tx, task, new Date());
  await writeStep(tx, task, act, by, reason);
  if (task.kind === 'unanswered') return;
  await tellDesk(tx, 'duty', task.report_id, await onDuty(tx, task.level, task, await keptFrom(tx, task)), by);
}

/** A pair that waits is on the desks of where its two records are now, which one may have come to or left. */
export async function keepPair(tx: Db, candidateId: string): Promise<void> {
  for (const task of await askWhereItIs(tx, candidateId))
    if (await isOverByItself(tx, task)) await waitAgain(tx, task, 'reopened');
}

/** Its decision was taken back, or what ended a side of it was: it waits again, where its records are now. */
export async function reopenDuty(tx: Db, candidateId: string, by?: string, reason?: string): Promise<void> {
  for (const task of await askWhereItIs(tx, candidateId, by))
    if (task.status === 'done') await waitAgain(tx, task, 'reopened', by, reason);
}

/** One desk where both sides are of one district; those of no side's end. What there was before of the others is returned. */
async function askWhereItIs(
  tx: Db,
  candidateId: string,
  but?: string,
): Promise<(Kept & { level: Level; done_at: Date | null })[]> {
  const sides = await tx
    .selectFrom('report')
    .innerJoin('candidate', (join) =>
      join.on(({ or, eb, ref }) =>
        or([eb('report.id', '=', ref('candidate.lost_id')), eb('report.id', '=', ref('candidate.found_id'))]),
      ),
    )
    .select(['report.id', 'report.district'])
    .where('candidate.id', '=', candidateId)
    .orderBy(sql`report.id = candidate.lost_id`, 'desc')
    .execute();
  const tasks = await tx.selectFrom('duty_task').selectAll().where('candidate_id', '=', candidateId).execute();
  const asked = new Set(tasks.map(({ district }) => district));
  const here = new Set(sides.map((side) => placeOf(side, false).district));
  for (const side of sides)
    if (!asked.has(placeOf(side, false).district))
      await openDuty(tx, { kind: 'candidate', candidateId, reportId: side.id, but });
  const isHere = ({ district }: Place) => district === null || here.has(district);
  for (const task of tasks) if (!isHere(task)) await closeDuty(tx, 'id', task.id);
  return tasks.filter(isHere);
}

/** Each step is history. */
export async function writeStep(
  tx: Db,
  task: { id: string; report_id: string },
  act: DutyTask['history'][number]['act'],
  by?: string,
  reason?: string,
): Promise<void> {
  await tx
    .insertInto('duty_step')
    .values({
      ...{ task_id: task.id, report_id: task.report_id, at: new Date(), act },
      ...{ actor_id: by ?? null, reason: reason || null },
    })
    .execute();
}

/** The words name nobody (server/notices/words.ts). */
export async function tellDesk(
  tx: Db,
  kind: NoticeKind,
  reportId: string,
  userIds: readonly string[],
  but: string | undefined,
): Promise<void> {
  for (const userId of userIds) if (userId !== but) await tell(tx, { userId, kind, reportId });
}
