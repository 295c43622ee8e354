/** Pages of reports as one caller may list them: filters, words in either script, and a cursor that no new post shifts. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { ADULT_AGE, PAGE_SIZE } from '../../contract/limits.ts';
import { type countReports, type listReports, MOST_COUNTED, type ReportSort } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { withSettings } from '../db/plan.ts';
import type { Db } from '../db/schema.ts';
import { blindQuery } from './blind-words.ts';
import {
  type Found,
  MARK_DIGITS,
  markOf,
  marksOf,
  type Position,
  type Row,
  readCursor,
  writeCursor,
} from './list-cursor.ts';
import { type ByWords, findNear, type Near, NO_WORDS } from './near-names.ts';
import { dutyOf, mayAssist, mayModerate, mayProtect } from './rules.ts';
import { isNumber, isWritten, searchedFor } from './search.ts';

type Query = ParsedInputOf<typeof listReports>;
type Condition = RawBuilder<SqlBool>;
type Subject = 'person' | 'item' | undefined;

export interface IdPage {
  ids: string[];
  /** Absent on the last page. */
  cursor?: string;
}

/** Words that no more reports have are looked up in all of them. */
const FEW = 2000;
/** Of words that more have, a page is looked for among so many rows first. */
const NEAR = 2000;
/** A list that takes longer is of no use to anybody. */
const LIST_MS = 3000;

/** So many of those whose names are near stand above the others, and so many below: as many as a page has. */
const MOST_NEAR = PAGE_SIZE;

/** The ids of one page, in order. */
export async function listIds(db: Db, query: Query, caller: Caller): Promise<IdPage> {
  const subject = subjectOf(query);
  const scope = subject === 'none' ? [] : scopeOf(query, subject, caller);
  if (subject === 'none' || scope.length === 0) return { ids: [] };
  const order = ORDERS[query.sort ?? 'newest'];
  const filters = filtersOf(query, subject, !mayModerate(caller) && seesGuarded(query, caller));
  const conditions = scope.flatMap((part) => sexesOf(query).map((sex) => [part, ...sex, ...filters]));
  const last = query.cursor === '' ? undefined : readCursor(query.cursor);
  const { all, sections } = sectionsOf(query, subject);
  const found = await planned(db, async (tx) => {
    const found: Found[] = [];
    const { few, many } = all ? await countSome(tx, all, conditions.map(allOf)) : { few: false, many: MANY };
    let near: Near[] | undefined;
    for (const [section, its] of sections.entries()) {
      const limit = query.limit + 1 - found.length;
      if (section < (last?.section ?? 0) || limit === 0) continue;
      const begun = last?.section === section ? last : undefined;
      if (its.kind === 'near') {
        near ??= await findNear(
          tx,
          query.q,
          conditions.map((each) => allOf([...each, ...its.where])),
          many === 0 ? NO_WORDS : its,
        );
        const shown = begun?.marks ?? [];
        const left = near.filter(({ id, whole }) => whole === its.whole && !shown.includes(markOf(id)));
        found.push(...left.slice(0, Math.min(limit, MOST_NEAR - shown.length)).map(({ id }) => ({ id, section })));
        continue;
      }
      // What has been found so far has all the words, and is each another report.
      if (found.length >= many) continue;
      const above = marksOf(found, section, last);
      const more = [
        ...(above.length > 0 ? [sql<SqlBool>`left(id::text, ${sql.lit(MARK_DIGITS)}) <> all(${above}::text[])`] : []),
        ...(begun?.row ? [order.after(begun.row)] : []),
      ];
      const list: List = { order: order.by, parts: conditions.map((each) => allOf([...each, ...more])), limit };
      const rows = await (its.words ? searchPage(tx, list, its.words, few) : readPage(tx, list));
      found.push(...rows.map((row) => ({ id: row.id, section, row })));
    }
    return found;
  });
  const page = found.slice(0, query.limit);
  const end = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    ...(end && found.length > query.limit ? { cursor: writeCursor(end, marksOf(page, end.section, last)) } : {}),
  };
}

const allOf = (conditions: readonly Condition[]): Condition => sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

type Section = { kind: 'words'; words: Condition | undefined } | NearSection;
interface NearSection extends ByWords {
  kind: 'near';
  /** Whether those that have all the words, or those that have not. */
  whole: boolean;
  /** What they have, whatever they are called. */
  where: Condition[];
}
/**
 * What the reports of a list have, and the sections that it comes in, one after the other; `all` undefined: any words. What
 * is looked for by words and in no order of the reader's: people of that name, the nearest first; what else has the words,
 * as they were typed and then as they sound; and people of a name that is near and has not all the words.
 */
function sectionsOf(query: Query, subject: Subject): { all: Condition | undefined; sections: Section[] } {
  const { sort, q, region } = query;
  const [typed, places] = [searchedFor(q), searchedFor(region, 'region')];
  const all = wordFilter([...typed, ...places]);
  const written = wordFilter(typed.map((forms) => forms.filter(isWritten)));
  const words = (words: Condition | undefined): Section => ({ kind: 'words', words });
  if (sort || !all || !written) return { all, sections: [words(all)] };
  const byWords = [words(sql`${all} and ${written}`), words(sql`${all} and not ${written}`)];
  if (subject === 'item' || isNumber(q)) return { all, sections: byWords };
  const where = [wordFilter(places)].filter((filter) => filter !== undefined);
  const near = (whole: boolean): Section => ({ kind: 'near', whole, all, written, where });
  return { all, sections: [near(true), ...byWords, near(false)] };
}

interface List {
  order: RawBuilder<unknown>;
  /** What may be found: conditions that no row meets two of, so that each is read in order from an index of its own. */
  parts: readonly Condition[];
  limit: number;
}

/**
 * Note: Lists that grow. A plan for any value has the database walk all reports for a word that nobody has. So a list
 * is planned for the values it is asked with, and a table is read from its start to its end only where no index helps.
 * What is still slow is ended, for those who wait behind it.
 */
const planned = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  withSettings(
    db,
    { plan_cache_mode: 'force_custom_plan', enable_seqscan: 'off', statement_timeout: String(LIST_MS) },
    work,
  );

const KEYS = sql`id, created_at, coalesce(reward_rupees, 0) as reward`;
const AT = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;
const REPORTS = sql`report`;
/** What the conditions and the order of a list read of a report. */
const FACTS = sql`id, created_at, reward_rupees, owner_id, status, hidden_at, subject, type, category, age_min, age_max,
  time_of_loss_date, district, sex`;

/** The first rows of a list. */
function topOf({ order, parts, limit }: List, from: RawBuilder<unknown>, columns = KEYS): RawBuilder<unknown> {
  const tops = parts.map(
    (part) => sql`(select ${columns} from ${from} where ${part} order by ${order} limit ${limit})`,
  );
  return sql`select * from (${sql.join(tops, sql` union all `)}) top order by ${order} limit ${limit}`;
}

async function readPage(tx: Db, list: List): Promise<Row[]> {
  return (
    await sql<Row>`select id, ${AT}, reward from (${topOf(list, REPORTS)}) page order by ${list.order}`.execute(tx)
  ).rows;
}

const MANY = Number.POSITIVE_INFINITY;

/**
 * Whether a few reports have these words, counting no further, and how many of the few may be found. What else is done goes by
 * `many`: of a word that only a hidden record has, as much as of one that nobody has, or the time would tell of that record.
 */
async function countSome(
  tx: Db,
  words: Condition,
  parts: readonly Condition[],
): Promise<{ few: boolean; many: number }> {
  const { rows } = await sql<{ all: number; shown: number }>`
    select count(*)::int as all, (count(*) filter (where ${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` or `,
    )}))::int as shown
    from (select ${FACTS} from report where ${words} limit ${FEW + 1}) found`.execute(tx);
  const { all, shown } = rows[0] ?? { all: 0, shown: 0 };
  return all > FEW ? { few: false, many: MANY } : { few: true, many: shown };
}

/**
 * A page of the reports that have these words. A few are taken from the index of words, and put in order. Of many, a page
 * stands near the top of the list; where it does not, they are all far down, and are put in order too.
 */
async function searchPage(tx: Db, list: List, words: Condition, few: boolean): Promise<Row[]> {
  const near = few ? undefined : await readNear(tx, list, words);
  return near ?? readFound(tx, list, words);
}

/** Compare the words row by row, from the top; undefined when the page may go on further down. */
async function readNear(tx: Db, list: List, words: Condition): Promise<Row[] | undefined> {
  const near = topOf({ ...list, limit: NEAR }, REPORTS, sql`${KEYS}, search`);
  const { rows } = await sql<Row & { whole: boolean }>`
    with near as materialized (${near})
    select whole, id, ${AT}, reward
    from (select count(*) < ${NEAR} as whole from near) seen
      left join (select id, created_at, reward from near where ${words}) page on true
    order by ${list.order} limit ${list.limit}`.execute(tx);
  const page = rows.filter(({ id }) => id !== null);
  return rows[0]?.whole || page.length === list.limit ? page : undefined;
}

/** Take the rows that have the words, and of those the ones that may be found. */
async function readFound(tx: Db, list: List, words: Condition): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with found as materialized (
      select ${FACTS} from report where ${words})
    select id, ${AT}, reward from (${topOf(list, sql`found`)}) page order by ${list.order}`.execute(tx);
  return rows;
}

/** How many of them have these words, of each sort. Counting ends with the most that are counted, however many there are. */
export async function countFound(db: Db, q: string): Promise<OutputOf<typeof countReports>> {
  const words = wordFilter(searchedFor(q));
  if (!words) return { found: [], more: false };
  const found = await planned(db, async (tx) => {
    const near = isNumber(q) ? [] : await findNear(tx, q, [IS_PUBLIC], { all: words, written: words });
    const below = near.flatMap(({ id, whole }) => (whole ? [] : [id])).slice(0, MOST_NEAR);
    const { rows } = await sql<{ kind: 'person' | 'item'; type: 'lost' | 'found'; count: number }>`
      select subject as kind, type, count(*)::int as count
      from ((select subject, type from report where ${words} and ${IS_PUBLIC} limit ${MOST_COUNTED + 1})
        union all select subject, type from report where id = any(${below}::uuid[])) found
      group by subject, type order by subject, type`.execute(tx);
    return rows;
  });
  return { found, more: found.reduce((sum, { count }) => sum + count, 0) > MOST_COUNTED };
}

/** How many reports anyone may find. */
export async function countPublic(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from report where ${IS_PUBLIC}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** What the filters leave to be found: a category is of items alone, and a sex or an age of persons. */
function subjectOf({ kind, category, sex, ageMin, ageMax }: Query) {
  const named = new Set<'person' | 'item'>();
  if (kind) named.add(kind);
  if (category) named.add('item');
  if (sex || ageMin !== undefined || ageMax !== undefined) named.add('person');
  return named.size > 1 ? 'none' : [...named][0];
}

/**
 * What this caller may find in a list at all (A21): everybody's public reports, with `profile` also the caller's own,
 * with `mine` those alone. Who may know of guarded people finds them too, in their place of duty. A guarded record is in
 * nobody else's list.
 */
function scopeOf(query: Query, subject: Subject, caller: Caller): Condition[] {
  const { scope, profile } = query;
  if (caller.kind === 'anonymous') {
    if (scope === 'mine') throw new AppError('sign-in-needed', 'Sign in to see your own reports');
    return publicOf(query, subject);
  }
  const own = sql<SqlBool>`owner_id = ${caller.userId}`;
  if (scope === 'mine') return [own];
  const shown = mayModerate(caller)
    ? [sql<SqlBool>`${IS_SHOWN} and ((${IS_FOR_ALL}) is true or owner_id is distinct from ${caller.userId}::uuid)`]
    : [...publicOf(query, subject), ...(seesGuarded(query, caller) ? guardedOf(caller) : [])];
  if (!profile) return shown;
  return [...shown, shown.length > 0 ? sql<SqlBool>`${own} and (${sql.join(shown, sql` or `)}) is not true` : own];
}

/** What is public, as far as the filters leave anything of it: no child, and nobody who was found. */
function publicOf({ type, ageMax }: Query, subject: Subject): Condition[] {
  const isOfItems = type === 'found' || (ageMax !== undefined && ageMax < ADULT_AGE);
  if (!isOfItems || subject === 'item') return [IS_PUBLIC];
  return subject === 'person' ? [] : [sql<SqlBool>`${IS_PUBLIC} and subject = 'item'`];
}

/**
 * What the public does not see, in the caller's place of duty: each district in order of an index of its own. What they have
 * posted themselves is not among it, or it would be missed once somebody must not be found.
 */
const guardedOf = (caller: SignedIn): Condition[] =>
  dutyOf(caller).map(
    (district) =>
      sql<SqlBool>`district = ${district} and ${IS_SHOWN} and (${IS_FOR_ALL}) is not true and owner_id is distinct from ${caller.userId}::uuid`,
  );

/** A word that finds a record says what is written in it: of guarded people only to those who may open it. */
const seesGuarded = ({ q, region }: Query, caller: Caller): boolean =>
  mayProtect(caller) || (mayAssist(caller) && q === '' && region === '');

/** Whether the answer tells whose name or place has these words, of people whom the public does not see: the log has that (055). */
export const findsGuarded = (query: Query, caller: Caller): boolean =>
  (query.q !== '' || query.region !== '') &&
  query.scope !== 'mine' &&
  subjectOf(query) !== 'item' &&
  mayProtect(caller);

const IS_SHOWN = sql<SqlBool>`status = 'published' and hidden_at is null`;
/** `isSheltered` of projection.ts, the other way round. The indexes `guarded_by_…` are on what is shown and not this. */
const IS_FOR_ALL = sql<SqlBool>`subject = 'item' or (type = 'lost' and age_min >= ${sql.lit(ADULT_AGE)})`;
/**
 * Those of that sex, and those of whom it is not said: in an hour of need nobody is left out for an answer that was not given.
 * The index `person_by_sex` has either in their order.
 */
const sexesOf = ({ sex }: Query): Condition[][] =>
  sex === undefined ? [[]] : [[sql<SqlBool>`sex = ${sex}`], [sql<SqlBool>`sex is null`]];

/** `isPublic` of projection.ts, as the database reads it; the index `report_public` is on just these rows. */
const IS_PUBLIC = sql<SqlBool>`${IS_SHOWN} and (${IS_FOR_ALL})`;

/** `isOfPlace`: guarded people are found by their districts, each in its order; the index of ages would read all of India's children. */
function filtersOf(query: Query, subject: Subject, isOfPlace: boolean): Condition[] {
  const { type, category, ageMin, ageMax, since, withReward } = query;
  const filters: (Condition | undefined)[] = [
    subject && sql<SqlBool>`subject = ${subject}`,
    // The index is on both; without a subject it is asked for each.
    type && sql<SqlBool>`type = ${type} and subject in ('person', 'item')`,
    category && sql<SqlBool>`category = ${category}`,
    ageMin === undefined ? undefined : sql<SqlBool>`age_max >= ${ageMin}`,
    ageMax === undefined
      ? undefined
      : isOfPlace
        ? sql<SqlBool>`age_min + 0 <= ${ageMax}`
        : sql<SqlBool>`age_min <= ${ageMax}`,
    since === undefined
      ? undefined
      : sql<SqlBool>`coalesce(time_of_loss_date, (created_at at time zone 'Asia/Kolkata')::date) >= ${since}::date`,
    withReward ? sql<SqlBool>`reward_rupees > 0` : undefined,
  ];
  return filters.filter((filter) => filter !== undefined);
}

/** Every word, by one of the ways it may begin. The index `report_by_word` is on just this expression. */
function wordFilter(words: string[][]): Condition | undefined {
  if (words.length === 0) return undefined;
  return sql<SqlBool>`array_to_tsvector(string_to_array(search, ' ')) @@ ${blindQuery(words)}::tsquery`;
}

const ORDERS: Record<ReportSort, { by: RawBuilder<unknown>; after(last: Position): Condition }> = {
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
