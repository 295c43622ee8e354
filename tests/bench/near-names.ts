/**
 * `npm run bench:names [-- 10000]`: how often the server's list finds somebody by another spelling, and how long it takes, on
 * PostgreSQL; exit 1 when a limit is broken.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { listReports } from '../../contract/report.ts';
import { openDb } from '../../server/db/open.ts';
import { listIds } from '../../server/reports/list.ts';
import { seeded } from '../support/faults.ts';
import { drawPeople, drawSearch, isSameName, readNameSet } from '../support/name-set.ts';
import { storeNamed } from '../support/named-people.ts';
import { startPostgres } from '../support/postgres.ts';
import { SEED } from '../support/seed.ts';

const SEARCHES = 400;
/** Of each line: so many are found among the first ten of 10,000 people, and of more, who have more namesakes. */
const leastFound = (people: number): number => (people > 10_000 ? 0.9 : 0.95);
/** The middle search of a line takes no longer. */
const MOST_MS = 20;
/** What is typed: of the name in other spellings, or of its usual spelling, which is one of any that it was written in. */
const WAYS: Readonly<Record<string, (typed: string, usual: string, random: number) => string>> = {
  'another spelling': (typed) => typed,
  'a surname more': (typed) => `${typed} Bhullar`,
  'Shri and ji': (typed) => `Shri ${typed} ji`,
  'a father more': (typed) => `${typed} s/o Mukhtiar Singh`,
  'two words as one': (_, usual) => usual.replace(' ', ''),
  'a letter less': (_, usual, random) => {
    const at = 1 + Math.floor(random * (usual.length - 1));
    return usual.slice(0, at) + usual.slice(at + 1);
  },
};

for (const people of process.argv
  .slice(2)
  .map(Number)
  .concat(process.argv.length > 2 ? [] : [10_000, 100_000])) {
  const place = mkdtempSync(join(tmpdir(), 'wapsi-names-'));
  const postgres = await startPostgres();
  await postgres.start();
  const { db, close } = await openDb({ kind: 'postgres', url: postgres.url, keysDir: join(place, 'keys') });
  try {
    const random = seeded(SEED);
    const drawn = drawPeople(readNameSet(), people, random);
    const began = performance.now();
    const ids = await storeNamed(
      db,
      drawn.map(({ words }) => words.join(' ')),
    );
    for (const table of ['report', 'name_key']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
    const { rows } = await sql<{ keys: number; bytes: number }>`
      select count(*)::int as keys, pg_total_relation_size('name_key')::float8 as bytes from name_key`.execute(db);
    const [size] = rows;
    console.log(
      `${people} people in ${((performance.now() - began) / 1000).toFixed(0)} s, each ${((size?.keys ?? 0) / people).toFixed(1)} keys in ${((size?.bytes ?? 0) / people).toFixed(0)} bytes. Found among the first ten (limit ${leastFound(people)}), the very first, milliseconds in the middle (limit ${MOST_MS}) and of the slowest of twenty, load:`,
    );
    const byId = new Map(ids.map((id, n) => [id, drawn[n]]));
    for (const [way, type] of Object.entries(WAYS)) {
      let [found, first] = [0, 0];
      const times: number[] = [];
      for (let n = 0; n < SEARCHES; n++) {
        const { sought, typed } = drawSearch(drawn, random);
        const q = type(typed, `${sought.given[0]} ${sought.family[0]}`, random());
        const query = listReports.input.parse({ q, kind: 'person', limit: '10' });
        const start = performance.now();
        const page = await listIds(db, query, { kind: 'anonymous', key: 'anonymous' });
        times.push(performance.now() - start);
        const isTheirs = page.ids.map((id) => isSameName(byId.get(id), sought));
        if (isTheirs.includes(true)) found++;
        else if (process.env.MISSED) console.log(`  not found: ${sought.words.join(' ')} by ${q}`);
        if (isTheirs[0]) first++;
      }
      times.sort((a, b) => a - b);
      const [middle = 0, late = 0] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]);
      const isOk = found >= leastFound(people) * SEARCHES && middle <= MOST_MS;
      if (!isOk) process.exitCode = 1;
      const shares = [found, first].map((count) => (count / SEARCHES).toFixed(3));
      const cells = [...shares, `${middle.toFixed(1)} ms`, `${late.toFixed(1)} ms`, loadavg()[0]?.toFixed(1)];
      console.log(`  ${way.padEnd(20)} ${cells.join('  ')}  ${isOk ? 'pass' : 'FAIL'}`);
    }
  } finally {
    await close();
    await postgres.end();
    rmSync(place, { recursive: true });
  }
}
