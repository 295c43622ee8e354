/** Candidates among 100,000 people: what a new record costs is what its blocks hold, never how many records there are. */

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_COMPARED } from '../../server/candidates/blocks.ts';
import { readCompared } from '../../server/candidates/facts.ts';
import { likenessesOf } from '../../server/candidates/match.ts';
import { MOST_CANDIDATES, matchReport } from '../../server/candidates/store.ts';
import type { OpenDb } from '../../server/db/open.ts';
import { openDesk } from '../../server/duty/open.ts';
import { type FaceIndex, openFaceIndex } from '../../server/face/index.ts';
import { withPostgres } from '../support/databases.ts';
import { seedPeople } from '../support/many-people.ts';
import { SEED } from '../support/seed.ts';

const RECORDS = 100_000;
const ASKED = 20;
const ALIKE_ASKED = 100;
/** None of the made people is reported twice on one side, so each that is shown is somebody else. */
const MOST_SHOWN = 1;
/** 100,000 people are made, and their keys. */
const SEEDING_MS = 600_000;
/** Rows that one record may touch, in all tables and indexes: its blocks, whom it is compared with, its candidates. */
const MOST_ROWS = 40_000;

withPostgres(`candidates among 100,000 people (seed ${SEED})`, (database) => {
  let opened: OpenDb;
  let faces: FaceIndex;
  let ids: string[];

  beforeAll(async () => {
    // One connection: it counts what it has touched.
    opened = await database.open(1);
    openDesk(opened.db, 30);
    ids = await seedPeople(opened.db, RECORDS, SEED);
    faces = await openFaceIndex(opened.db);
  }, SEEDING_MS);
  afterAll(() => faces.close());

  async function rowsRead(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(opened.db);
    const { rows } = await sql<{ read: string }>`
      select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes)
        as read`.execute(opened.db);
    return Number(rows[0]?.read);
  }

  it('counts what is read: one walk over the people or their keys is far over the limit', async () => {
    for (const table of ['report', 'candidate_key']) {
      const before = await rowsRead();
      await sql`select count(*) from ${sql.table(table)}`.execute(opened.db);
      expect((await rowsRead()) - before).toBeGreaterThan(2 * MOST_ROWS);
    }
  });

  it('are found for a record by reading few of them, and at most five are kept', async () => {
    const asked = Array.from({ length: ASKED }, (_, i) => ids[Math.floor(((i + 0.5) * ids.length) / ASKED)] ?? '');
    await matchReport(opened.db, faces, ids[0] ?? ''); // what is read once for all
    for (const id of asked) {
      const before = await rowsRead();
      await matchReport(opened.db, faces, id);
      expect((await rowsRead()) - before).toBeLessThan(MOST_ROWS);
    }
    const { rows } = await sql<{ most: number; all: number }>`
      select max(count)::int as most, sum(count)::int as all from (
        select count(*) from candidate where state = 'open' group by lost_id union all
        select count(*) from candidate where state = 'open' group by found_id) each`.execute(opened.db);
    expect(rows[0]?.most).toBeLessThanOrEqual(MOST_CANDIDATES);
    expect(rows[0]?.all).toBeGreaterThan(0);
    expect(MOST_COMPARED).toBeLessThan(MOST_ROWS / 10);
  });

  it('of the same side are looked up by reading few of them too, and of a hundred that are all others few are shown', async () => {
    const asked = Array.from(
      { length: ALIKE_ASKED },
      (_, i) => ids[Math.floor(((i + 0.5) * ids.length) / ALIKE_ASKED)],
    );
    const took: number[] = [];
    let shown = 0;
    for (const id of asked) {
      const before = await rowsRead();
      const from = performance.now();
      const [row] = await readCompared(opened.db, [id ?? '']);
      if (!row) throw new Error('it is there');
      shown += (await likenessesOf(opened.db, faces, row)).length;
      took.push(performance.now() - from);
      expect((await rowsRead()) - before).toBeLessThan(MOST_ROWS);
    }
    took.sort((a, b) => a - b);
    const [median, most] = [took[Math.floor(took.length / 2)] ?? 0, took.at(-1) ?? 0];
    console.info(
      `alike among ${RECORDS}: ${median.toFixed(0)} ms, at most ${most.toFixed(0)} ms; ${shown / took.length} shown`,
    );
    expect(shown / took.length).toBeLessThan(MOST_SHOWN);
  });
});
