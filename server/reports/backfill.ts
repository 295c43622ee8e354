/** The search words of reports that were stored before there were any. */

import type { Db } from '../db/schema.ts';
import { findReports } from './read.ts';
import { otherNames } from './region.ts';
import { searchText } from './search.ts';

const PAGE = 200;

/** Fill what is empty; a report always has a number, so a filled one never is. */
export async function fillSearch(db: Db): Promise<void> {
  for (;;) {
    const empty = await db.selectFrom('report').select('id').where('search', '=', '').limit(PAGE).execute();
    if (empty.length === 0) return;
    const ids = empty.map(({ id }) => id);
    for (const row of await findReports(db, ids)) {
      const search = searchText({ ...row, clothColor: row.cloth_color }, otherNames(row.region));
      await db.updateTable('report').set({ search }).where('id', '=', row.id).execute();
    }
  }
}
