/**
 * What reports that were stored by a former version lack, filled in beside all else: the words and the names they are found
 * by, and their district.
 */

import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { Id } from '../../contract/primitives.ts';
import type { Db } from '../db/schema.ts';
import { keyed } from '../db/sealing.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { blindEach } from './blind-words.ts';
import { districtOf } from './district.ts';
import { keepNames } from './near-names.ts';
import { publicWordsOf } from './person-details.ts';
import { MATCH_ALL } from './record.ts';
import { otherNames } from './region.ts';
import { searchText } from './search.ts';

export const FILL_SEARCH = 'fill-search';
export const FILL_DISTRICTS = 'fill-districts';
export const FILL_NAMES = 'fill-names';

/** Few enough that the words of all are made within a blink: others are served in between. */
const PAGE = 200;

/** A column, which rows lack it, and what belongs there. Whoever writes a report writes it too, so a filled one never lacks it. */
interface Fill {
  column: 'search' | 'district';
  isLacking: RawBuilder<SqlBool>;
  /** Of each row, in their order. */
  valuesOf(rows: readonly Stored[]): RawBuilder<string> | string[];
}

const FILLS: Record<string, Fill> = {
  [FILL_SEARCH]: {
    column: 'search',
    isLacking: sql<SqlBool>`report.search = ''`,
    valuesOf: (rows) =>
      blindEach(
        rows.map((row) =>
          searchText({ ...row, clothColor: row.cloth_color, details: publicWordsOf(row) }, otherNames(row.region)),
        ),
      ),
  },
  [FILL_DISTRICTS]: {
    column: 'district',
    isLacking: sql<SqlBool>`report.district is null`,
    valuesOf: (rows) => rows.map(districtOf),
  },
};

type Stored = Awaited<ReturnType<typeof lacking>>[number];

const lacking = (db: Db, { isLacking }: Fill) =>
  db
    .selectFrom('report')
    .select([
      'id',
      'number',
      'title',
      'description',
      'region',
      'name',
      'cloth_color',
      'sex',
      'details',
      'colour',
      'category',
      'lat',
      'lng',
    ])
    .where(isLacking)
    .orderBy('created_at', 'desc')
    .limit(PAGE)
    .execute();

/** See that it is done where it is needed. */
export async function planFills(db: Db): Promise<void> {
  await forgetOtherWords(db);
  for (const [kind, { isLacking }] of Object.entries(FILLS))
    await sql`
      insert into job (kind, payload) select ${kind}, '{}'
      where exists (select from report where ${isLacking}) and not exists (select from job where kind = ${kind})`.execute(
      db,
    );
}

/** Words that were made by another key than is here find nothing: they are made again. */
async function forgetOtherWords(db: Db): Promise<void> {
  const { rows } = await sql<{ value: string }>`
    insert into meta as known (key, value) values ('search-key', ${keyed((key) => createHash('sha256').update(key).digest('hex'))})
    on conflict (key) do update set value = excluded.value where known.value <> excluded.value
    returning value`.execute(db);
  if (rows.length === 0) return;
  await db.updateTable('report').set({ search: '' }).where('search', '<>', '').execute();
  await db.deleteFrom('candidate_key').execute();
  await db.deleteFrom('name_key').execute();
  await addJob(db, FILL_NAMES, {});
  await addJob(db, MATCH_ALL, {});
}

/** Fill some, the newest first, and leave the others to the next job: a server that stops goes on from there. */
const fill =
  (db: Db, kind: string, its: Fill): JobHandler =>
  async () => {
    const rows = await lacking(db, its);
    if (rows.length === 0) return;
    await db.transaction().execute(async (tx) => {
      // Whoever has changed a report in between has written it too.
      await sql`
        update report set ${sql.id(its.column)} = filled.value
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${its.valuesOf(rows)}::text[]) as filled(id, value)
        where report.id = filled.id and ${its.isLacking}`.execute(tx);
      await addJob(tx, kind, {});
    });
  };

const Filled = z.object({ after: z.optional(Id) });

/** Of some people by what their names are found; the others, in the order of their ids, are left to the next job. */
const fillNames =
  (db: Db): JobHandler =>
  async (payload) => {
    const { after } = Filled.parse(payload);
    const people = db.selectFrom('report').select('id').where('subject', '=', 'person');
    const page = after === undefined ? people : people.where('id', '>', after);
    const rows = await page.orderBy('id').limit(PAGE).execute();
    // One by one: a row is held, so that nobody is given another name meanwhile, and several would stand in others' way.
    for (const { id } of rows)
      await db.transaction().execute(async (tx) => {
        const its = tx.selectFrom('report').select(['id', 'name']).where('id', '=', id);
        await keepNames(tx, await its.forNoKeyUpdate().execute());
      });
    const last = rows.at(-1);
    if (last) await addJob(db, FILL_NAMES, { after: last.id });
  };

/** The handlers of the jobs that fill. */
export const fillJobs = (db: Db): Record<string, JobHandler> => ({
  ...Object.fromEntries(Object.entries(FILLS).map(([kind, its]) => [kind, fill(db, kind, its)])),
  [FILL_NAMES]: fillNames(db),
});
