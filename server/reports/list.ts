/** Pages of reports as one caller may list them: filters, words in either script, and a cursor that no new post shifts. */

import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { ADULT_AGE } from '../../contract/limits.ts';
import { Id, Instant } from '../../contract/primitives.ts';
import type { listReports } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { Schema } from '../db/schema.ts';
import { mayProtect } from './rules.ts';
import { searchedFor } from './search.ts';

type Query = ParsedInputOf<typeof listReports>;
type Condition = RawBuilder<SqlBool>;

export interface IdPage {
  ids: string[];
  /** Absent on the last page. */
  cursor?: string;
}

/** The ids of one page, in order. */
export async function listIds(db: Kysely<Schema>, query: Query, caller: Caller): Promise<IdPage> {
  const order = ORDERS[query.sort];
  const conditions = [scopeOf(query, caller), ...filtersOf(query)];
  if (query.cursor !== '') conditions.push(order.after(readCursor(query.cursor)));
  const { rows } = await sql<{ id: string; at: string; reward: number }>`
    select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, reward
    from (
      select id, created_at, coalesce(reward_rupees, 0) as reward
      from report
      where ${sql.join(conditions, sql` and `)}
      order by ${order.by}
      limit ${query.limit + 1}) page
    order by ${order.by}`.execute(db);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    ...(last && rows.length > query.limit ? { cursor: writeCursor(last) } : {}),
  };
}

/**
 * What this caller may find in a list at all (A21): everybody's public reports, with `profile` also the caller's own,
 * with `mine` those alone. Who may know of guarded people finds them too. A guarded record is in nobody else's list.
 */
function scopeOf({ scope, profile }: Query, caller: Caller): Condition {
  if (caller.kind === 'anonymous') {
    if (scope === 'mine') throw new AppError('sign-in-needed', 'Sign in to see your own reports');
    return IS_PUBLIC;
  }
  const own = sql<SqlBool>`owner_id = ${caller.userId}`;
  if (scope === 'mine') return own;
  const seesGuarded = mayProtect(caller) || (caller.role === 'volunteer' && caller.standing === 'whole');
  const shown = seesGuarded ? IS_SHOWN : IS_PUBLIC;
  return profile ? sql<SqlBool>`(${shown} or ${own})` : shown;
}

const IS_SHOWN = sql<SqlBool>`(status = 'published' and hidden_at is null)`;
/** `isPublic` of projection.ts, as the database reads it. */
const IS_PUBLIC = sql<SqlBool>`(status = 'published' and hidden_at is null
  and (subject = 'item' or (type = 'lost' and age_min >= ${sql.lit(ADULT_AGE)})))`;

function filtersOf(query: Query): Condition[] {
  const { kind, type, category, ageMin, ageMax, since, withReward } = query;
  const filters: (Condition | undefined)[] = [
    kind && sql<SqlBool>`subject = ${kind}`,
    type && sql<SqlBool>`type = ${type}`,
    category && sql<SqlBool>`category = ${category}`,
    ageMin === undefined ? undefined : sql<SqlBool>`age_max >= ${ageMin}`,
    ageMax === undefined ? undefined : sql<SqlBool>`age_min <= ${ageMax}`,
    since === undefined
      ? undefined
      : sql<SqlBool>`coalesce(time_of_loss_date, (created_at at time zone 'Asia/Kolkata')::date) >= ${since}::date`,
    withReward ? sql<SqlBool>`reward_rupees > 0` : undefined,
    wordFilter([...searchedFor(query.q), ...searchedFor(query.region, 'region')]),
  ];
  return filters.filter((filter) => filter !== undefined);
}

/** Every word, by one of the ways it may begin. The index `report_by_word` is on just this expression. */
function wordFilter(words: string[][]): Condition | undefined {
  if (words.length === 0) return undefined;
  const wanted = words.map((forms) => `(${forms.map((form) => `'${form}':*`).join(' | ')})`).join(' & ');
  return sql<SqlBool>`array_to_tsvector(string_to_array(search, ' ')) @@ ${wanted}::tsquery`;
}

/** Where a page ended: the sort keys of its last row. The time carries microseconds, as the database keeps them. */
const Position = z.tuple([Instant, z.int(), Id]);
type Position = z.infer<typeof Position>;

const ORDERS: Record<Query['sort'], { by: RawBuilder<unknown>; after(last: Position): Condition }> = {
  newest: {
    by: sql`created_at desc, id desc`,
    after: ([at, , id]) => sql<SqlBool>`(created_at, id) < (${at}::timestamptz, ${id}::uuid)`,
  },
  oldest: {
    by: sql`created_at, id`,
    after: ([at, , id]) => sql<SqlBool>`(created_at, id) > (${at}::timestamptz, ${id}::uuid)`,
  },
  reward: {
    by: sql`reward desc, created_at desc, id desc`,
    after: ([at, reward, id]) =>
      sql<SqlBool>`(coalesce(reward_rupees, 0), created_at, id) < (${reward}::integer, ${at}::timestamptz, ${id}::uuid)`,
  },
};

const writeCursor = ({ at, reward, id }: { at: string; reward: number; id: string }): string =>
  Buffer.from(JSON.stringify([at, reward, id])).toString('base64url');

function readCursor(cursor: string): Position {
  try {
    return Position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new AppError('bad-input', 'The cursor is not of this list', { fields: { cursor: 'unknown' }, cause });
  }
}
