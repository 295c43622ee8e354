/** Missing adults by their names alone, as posts store them: sealed, and found as they are found. */

import { randomUUID } from 'node:crypto';
import type { Db } from '../../server/db/schema.ts';
import { blindWords } from '../../server/reports/blind-words.ts';
import { keepNames } from '../../server/reports/near-names.ts';
import { searchText } from '../../server/reports/search.ts';

const AT_ONCE = 500;

/** Answers their ids, in the order of the names; the last is the newest. */
export async function storeNamed(db: Db, names: readonly string[]): Promise<string[]> {
  const start = Date.parse('2026-11-01') - names.length * 60_000;
  const people = names.map((name, n) => ({
    id: randomUUID(),
    name,
    number: `W-${n}`,
    at: new Date(start + n * 60_000),
  }));
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const page = people.slice(from, from + AT_ONCE);
    await db.transaction().execute(async (tx) => {
      const rows = page.map(({ id, name, number, at }) => ({
        ...({ id, name, number, created_at: at, posting_role: 'victim', type: 'lost', status: 'published' } as const),
        ...({ subject: 'person', condition: 'missing', age_min: 30, age_max: 35, title: 'Did not come home' } as const),
        search: blindWords(searchText({ number, name, title: 'Did not come home', description: null, region: null })),
      }));
      await tx.insertInto('report').values(rows).execute();
      await keepNames(tx, page);
    });
  }
  return people.map(({ id }) => id);
}
