/** Who is asked at the duty desk: the officers of a district, those of its state, at last moderators and admins. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { DutyLevel, DutyTask } from '../../contract/duty.ts';
import { PERMISSIONS } from '../../contract/user.ts';
import { districts } from '../../reference/districts.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { mayActNow } from '../auth/standing.ts';
import type { Db } from '../db/schema.ts';
import { dutyOf, mayModerate, NOWHERE, VEILS } from '../reports/rules.ts';

export type Level = z.infer<typeof DutyLevel>;

/** Where a task is: of what is for moderators alone there is no place, and of what is nowhere no state. */
export interface Place {
  district: string | null;
  state: string | null;
}

const TEAM: Place = { district: null, state: null };

/** `pb`, of `pb-ludhiana`. */
const stateOf = (district: string): string => district.slice(0, 2);

/** Until its district has been looked up (backfill.ts) a report is nowhere. */
export function placeOf(report: { district: string | null }, isForTeam: boolean): Place {
  const district = report.district ?? NOWHERE;
  if (isForTeam) return TEAM;
  return { district, state: district === NOWHERE ? null : stateOf(district) };
}

/** What a task is about, as far as it says whom it is kept from. */
export interface About {
  kind: DutyTask['kind'];
  report_id: string;
  candidate_id: string | null;
}

/**
 * Whoever posted the missing side of a pair, the record on which somebody was seen, or the child, learns nothing of it from
 * their desk: who looks for somebody may be the one that was fled from, and what leaves a desk says why.
 */
export async function keptFrom(db: Db, { kind, report_id, candidate_id }: About): Promise<string[]> {
  if (kind === 'found-person' || kind === 'unanswered') return [];
  const row =
    kind !== 'candidate'
      ? await db.selectFrom('report').select('owner_id').where('id', '=', report_id).executeTakeFirst()
      : await db
          .selectFrom('candidate')
          .innerJoin('report', 'report.id', 'candidate.lost_id')
          .select('report.owner_id')
          .where('candidate.id', '=', candidate_id)
          .executeTakeFirst();
  return row?.owner_id ? [row.owner_id] : [];
}

/** The same, as the database reads it of `duty_task` and `report`. */
const isKeptFrom = (userId: string) => sql<SqlBool>`coalesce(case duty_task.kind
  when 'sighting' then report.owner_id
  when 'missing-child' then report.owner_id
  when 'candidate' then (select lost.owner_id from candidate join report lost on lost.id = candidate.lost_id
    where candidate.id = duty_task.candidate_id)
  end = ${userId}::uuid, false)`;

/** Those who are asked at a level and were not at the one below it. */
export async function onDuty(db: Db, level: Level, place: Place, but: readonly string[] = []): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where(mayActNow())
    .where('role', 'in', level === 'team' ? [...PERMISSIONS.moderate] : [...PERMISSIONS.police])
    .$if(but.length > 0, (query) => query.where('id', 'not in', [...but]))
    .$if(level !== 'team', (query) => query.where(level === 'district' ? isHere(place) : isInState(place)))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const NOBODY = sql<SqlBool>`false`;

function isHere({ district }: Place): RawBuilder<SqlBool> {
  if (district === null) return NOBODY;
  if (district === NOWHERE) return sql<SqlBool>`districts <> '{}'`;
  return sql<SqlBool>`districts <> '{}' and districts @> array[${district}]::text[]`;
}

function isInState({ district, state }: Place): RawBuilder<SqlBool> {
  if (state === null) return NOBODY;
  const others = districts().flatMap(({ id }) => (stateOf(id) === state && id !== district ? [id] : []));
  return sql<SqlBool>`districts <> '{}' and districts && ${others}::text[]`;
}

/** Whose desks it is on now. */
export async function colleaguesOf(db: Db, taskId: string): Promise<string[]> {
  const task = await db
    .selectFrom('duty_task')
    .select(['kind', 'report_id', 'candidate_id', 'level', 'district', 'state'])
    .where('id', '=', taskId)
    .executeTakeFirst();
  if (!task) return [];
  const but = await keptFrom(db, task);
  const asked = LEVELS.slice(0, LEVELS.indexOf(task.level) + 1);
  return [...new Set((await Promise.all(asked.map((level) => onDuty(db, level, task, but)))).flat())];
}

const LEVELS: readonly Level[] = ['district', 'state', 'team'];
const ABOVE: Record<Level, Level | undefined> = { district: 'state', state: 'team', team: undefined };

/** The first level from this one on with somebody to ask, and who that is; the last one where there is nobody. */
export async function askedFrom(
  db: Db,
  level: Level,
  place: Place,
  but: readonly string[] = [],
): Promise<{ level: Level; userIds: string[] }> {
  const userIds = await onDuty(db, level, place, but);
  const above = ABOVE[level];
  return userIds.length > 0 || !above ? { level, userIds } : askedFrom(db, above, place, but);
}

export const levelAbove = (level: Level): Level => ABOVE[level] ?? 'team';

/** Where the caller's tasks are, each place as the database finds it by an index of `duty_task`; none for who has no duty. */
export function placesOf(caller: SignedIn): RawBuilder<SqlBool>[] {
  if (mayModerate(caller)) return [sql<SqlBool>`duty_task.level = 'team'`];
  const states = [...new Set(caller.districts.map(stateOf))];
  return [
    ...dutyOf(caller).map((district) => sql<SqlBool>`duty_task.district = ${district}`),
    ...states.map((state) => sql<SqlBool>`duty_task.state = ${state} and duty_task.level <> 'district'`),
  ];
}

/** Whether the caller may hear of a task of their places, as the database reads it of `duty_task` and `report`. */
export function isForThem(caller: SignedIn): RawBuilder<SqlBool> {
  const isKept = isKeptFrom(caller.userId);
  if (mayModerate(caller)) return sql<SqlBool>`not ${isKept}`;
  return sql<SqlBool>`coalesce(report.hidden_for, '') <> all(${[...VEILS]}::text[]) and not ${isKept}`;
}

/**
 * Which tasks are of the caller's desk, as the database reads it of `duty_task` and `report`: what was raised stays with
 * those below. A veiled record is nobody's but the team's.
 */
export function isOfDesk(caller: SignedIn): RawBuilder<SqlBool> {
  const places = placesOf(caller).map((place) => sql`(${place})`);
  return places.length === 0 ? NOBODY : sql<SqlBool>`(${sql.join(places, sql` or `)}) and ${isForThem(caller)}`;
}

/** Whether somebody has it who may still act, as the database reads it of `duty_task`. */
export const IS_HELD = sql<boolean>`(duty_task.status = 'taken' and exists (
  select from app_user holder where holder.id = duty_task.taken_by and ${mayActNow('holder')}))`;

/**
 * Whether a colleague has these two in hand, and the caller has not: on the desks of two districts two may. They are waited for
 * until they give it back, or the clock asks the next (raise.ts).
 */
export async function isInOtherHands(tx: Db, candidateId: string, userId: string): Promise<boolean> {
  const held = await tx
    .selectFrom('duty_task')
    .select('taken_by')
    .where('candidate_id', '=', candidateId)
    .where(IS_HELD)
    .orderBy('id')
    .forUpdate()
    .execute();
  return held.length > 0 && held.every(({ taken_by }) => taken_by !== userId);
}

/** So long the desk lists what was done, and who is asked may act on it. */
const DONE_DAYS = 7;
export const DONE_LATELY = sql<SqlBool>`duty_task.status = 'done'
  and duty_task.done_at > now() - make_interval(days => ${sql.lit(DONE_DAYS)})`;

/** Whether a task about this candidate is or was on the caller's desk: a decision is taken back whenever it proves wrong. */
export const isOnDesk = (db: Db, candidateId: string, caller: SignedIn): Promise<boolean> =>
  hasTask(db, 'candidate_id', candidateId, caller);

/** Whether one about this record is there now, or was done lately. */
export const isRecordOnDesk = (db: Db, reportId: string, caller: SignedIn): Promise<boolean> =>
  hasTask(db, 'report_id', reportId, caller, sql<SqlBool>`(duty_task.status <> 'done' or (${DONE_LATELY}))`);

async function hasTask(
  db: Db,
  of: 'candidate_id' | 'report_id',
  id: string,
  caller: SignedIn,
  when = sql<SqlBool>`true`,
): Promise<boolean> {
  const task = await db
    .selectFrom('duty_task')
    .innerJoin('report', 'report.id', 'duty_task.report_id')
    .select('duty_task.id')
    .where(`duty_task.${of}`, '=', id)
    .where(isOfDesk(caller))
    .where(when)
    .limit(1)
    .executeTakeFirst();
  return task !== undefined;
}
