/**
 * People found by names that sound near what was typed: with a word more, two words as one, or a slipped letter. Names are
 * sealed, so what stands in the table is the HMAC of each key (match/names.ts): who has the database sees that two reports
 * share something, and not what. Those that share the rarest keys are opened and compared.
 */

import { createHmac } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type NameWord, nameKeys, nameLikeness, nameWords, ownName } from '../../match/names.ts';
import type { Db } from '../db/schema.ts';
import { keyed } from '../db/sealing.ts';

/** Of a key that more have, so many are looked at: what thousands share tells little. */
const MOST_OF_KEY = 500;
/** Of all keys, the rarest first, about so many: with those there are enough to choose from. */
const MOST_READ = 3000;
/** So many that share most are looked for among those who may be found; so many of these are opened. */
const MOST_SHARING = 400;
const MOST_OPENED = 50;
/** Less alike are two other names: a letter of a short word makes another. */
const LEAST_LIKENESS = 0.7;
/** Whoever has the father's name too is nearer by this. */
const RELATIVE = 0.03;

type Condition = RawBuilder<SqlBool>;

interface Named {
  id: string;
  name: string | null;
}

/** Keep by what these people are found, in place of what there was. */
export async function keepNames(tx: Db, people: readonly Named[]): Promise<void> {
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  await tx.deleteFrom('name_key').where('report_id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  const kept = people.flatMap(({ id, name }) => nameKeys(nameWords(name ?? '')).kept.map((key) => ({ id, key })));
  if (kept.length === 0) return;
  await sql`
    insert into name_key (report_id, key)
    select * from unnest(${kept.map(({ id }) => id)}::uuid[], ${blind(kept.map(({ key }) => key))}::bigint[])
    on conflict do nothing`.execute(tx);
}

export interface Near {
  id: string;
  /** Whether the report has all the words as well. */
  whole: boolean;
}

/** What reports meet that are found by their words, and those of them that have these as they were typed. */
export interface ByWords {
  all: Condition;
  written: Condition;
}
/** Where no report has all the words. */
export const NO_WORDS: ByWords = { all: sql<SqlBool>`false`, written: sql<SqlBool>`false` };

/**
 * Those of the reports that meet one of the `parts` whose names sound like what was typed: the nearest first, of those that
 * are as near the ones that are written so, then the newest.
 */
export async function findNear(
  tx: Db,
  typed: string,
  parts: readonly Condition[],
  { all, written }: ByWords,
): Promise<Near[]> {
  const words = nameWords(typed);
  const own = nameWords(ownName(typed));
  const sought = soughtOf(words, own);
  if (sought.length === 0 || parts.length === 0) return [];
  const { rows } = await sql<Near & { name: string | null }>`
    with of_key as materialized (
      select place, array(
        select report_id from name_key where key = sought.key limit ${sql.lit(MOST_OF_KEY)}) as ids
      from unnest(${blind(sought)}::bigint[]) with ordinality as sought(key, place)),
    rarest as materialized (
      select ids, cardinality(ids) as many, sum(cardinality(ids)) over (order by cardinality(ids), place) as so_far
      from of_key where ids <> '{}'),
    sharing as materialized (
      select report_id, sum(tells) as tells
      from (
        select ids, ln(1 + ${sql.lit(MOST_OF_KEY)}::float8 / many) as tells
        from rarest where so_far - many < ${sql.lit(MOST_READ)} offset 0) telling
        cross join lateral unnest(ids) as report_id
      group by report_id order by tells desc, report_id limit ${sql.lit(MOST_SHARING)}),
    near as materialized (
      select id, name, created_at, search from sharing join report on id = report_id
      where name is not null and (${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` or `,
      )})
      order by tells desc, created_at desc, id desc limit ${sql.lit(MOST_OPENED)}),
    opened as materialized (select id, name, created_at, search, ${all} as whole from near)
    select id, name, whole, whole and ${written} as as_typed from opened
    order by as_typed desc, created_at desc, id desc`.execute(tx);
  const likenessTo = (theirs: readonly NameWord[]): number => {
    const likeness = nameLikeness(words, theirs);
    return own.length < words.length ? Math.max(likeness, nameLikeness(own, theirs) - RELATIVE) : likeness;
  };
  return rows
    .map(({ id, name, whole }) => ({ id, whole, likeness: likenessTo(nameWords(name ?? '')) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
}

/** Of a name with a relative's: not what tells of the relative alone. */
function soughtOf(words: readonly NameWord[], own: readonly NameWord[]): string[] {
  const { sought } = nameKeys(words);
  if (own.length === 0 || own.length >= words.length) return sought;
  const theirs = new Set(nameKeys(words.slice(own.length)).sought);
  for (const key of nameKeys(own).sought) theirs.delete(key);
  return sought.filter((key) => !theirs.has(key));
}

const blind = (keys: readonly string[]): RawBuilder<string[]> =>
  keyed<string[]>((key) =>
    keys.map((one) => createHmac('sha256', key).update(`near name\n${one}`).digest().readBigInt64BE().toString()),
  );
