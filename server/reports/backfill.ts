/** The search words of reports that were stored before there were any, filled in beside all else. */

import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { otherNames } from './region.ts';
import { searchText } from './search.ts';

export const FILL_SEARCH = 'fill-search';

/** Few enough that the words of all are made within a blink: others are served in between. */
const PAGE = 200;

/** See that it is done where it is needed; a report always has a number, so one that is filled is never empty. */
export async function planFill(db: Db): Promise<void> {
  await sql`
    insert into job (kind, payload) select ${FILL_SEARCH}, '{}'
    where exists (select from report where search = '') and not exists (select from job where kind = ${FILL_SEARCH})`.execute(
    db,
  );
}

/** Fill some, the newest first, and leave the others to the next job: a server that stops goes on from there. */
export const fillSearch =
  (db: Db): JobHandler =>
  async () => {
    const rows = await db
      .selectFrom('report')
      .select(['id', 'number', 'title', 'description', 'region', 'name', 'cloth_color', 'colour', 'category'])
      .where('search', '=', '')
      .orderBy('created_at', 'desc')
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return;
    const texts = rows.map((row) => searchText({ ...row, clothColor: row.cloth_color }, otherNames(row.region)));
    await db.transaction().execute(async (tx) => {
      // Whoever has changed a report in between has written its words too.
      await sql`
        update report set search = filled.text
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${texts}::text[]) as filled(id, text)
        where report.id = filled.id and report.search = ''`.execute(tx);
      await addJob(tx, FILL_SEARCH, {});
    });
  };
