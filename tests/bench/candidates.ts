/**
 * `npm run bench:candidates`: how long it takes from a new record to its candidates, among 10,000 and 100,000, without and
 * with faces, on PGlite; `-- 1000000` among as many on PostgreSQL, without faces. Above a limit it fails.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { matchReport } from '../../server/candidates/store.ts';
import { openDb } from '../../server/db/open.ts';
import { openDesk } from '../../server/duty/open.ts';
import { openFaceIndex } from '../../server/face/index.ts';
import { seedPeople } from '../support/many-people.ts';
import { startPostgres } from '../support/postgres.ts';
import { SEED } from '../support/seed.ts';

const ASKED = 60;
const DUTY_MINUTES = 30;
/** Milliseconds in the middle: a task on a desk within a minute, with a hundred posts before it. */
const LIMIT_MS = 300;
/** More than this lie in a PostgreSQL, as they would. */
const MOST_EMBEDDED = 100_000;

const asked = process.argv.slice(2).map(Number);
let missed = 0;
for (const records of asked.length > 0 ? asked : [10_000, 100_000])
  for (const withFaces of records > MOST_EMBEDDED ? [false] : [false, true])
    missed += await measure(records, withFaces);
process.exitCode = missed > 0 ? 1 : 0;

/** How many limits it missed. */
async function measure(records: number, withFaces: boolean): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), 'wapsi-candidates-'));
  const postgres = records > MOST_EMBEDDED ? await startPostgres() : undefined;
  await postgres?.start();
  const keysDir = join(place, 'keys');
  const { db, close } = await openDb(
    postgres ? { kind: 'postgres', url: postgres.url, keysDir } : { kind: 'pglite', dir: join(place, 'db'), keysDir },
  );
  openDesk(db, DUTY_MINUTES);
  const faces = await openFaceIndex(db);
  try {
    const began = performance.now();
    const ids = await seedPeople(db, records, SEED, { withFaces });
    if (postgres) await sql`vacuum analyze`.execute(db);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    await matchReport(db, faces, ids[0] ?? ''); // what is read once for all
    const times: number[] = [];
    for (let i = 0; i < ASKED; i++) {
      const start = performance.now();
      await matchReport(db, faces, ids[Math.floor(((i + 0.5) * ids.length) / ASKED)] ?? '');
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const [middle = 0, late = 0] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]);
    const { count } = await db
      .selectFrom('candidate')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const what = `${records} records ${withFaces ? 'with' : 'without'} faces, made in ${seconds} s, ${count} candidates`;
    const load = loadavg()[0]?.toFixed(1);
    console.log(
      `${what}: ${middle.toFixed(0)} ms in the middle (limit ${LIMIT_MS}), ${late.toFixed(0)} ms for the slowest of twenty (load ${load})`,
    );
    return middle > LIMIT_MS ? 1 : 0;
  } finally {
    await faces.close();
    await close();
    await postgres?.end();
    rmSync(place, { recursive: true });
  }
}
