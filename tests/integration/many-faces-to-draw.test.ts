/** Faces to draw among 100,000 photos: found by an index that holds those alone, never by reading photos or reports. */

import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '../../server/db/schema.ts';
import { readToDraw } from '../../server/face/to-draw.ts';
import { withPostgres } from '../support/databases.ts';

const RECORDS = 100_000;
/** One of so many photos waits; of those as many have ended. */
const EACH = 500;
const LIMIT = 5;
/** Rows that one look may touch, in all tables and indexes. */
const MOST_ROWS = 500;
const NOBODY = '00000000-0000-4000-8000-000000000000';

withPostgres('faces to draw among 100,000 photos', (database) => {
  let db: Db;

  beforeAll(async () => {
    ({ db } = await database.open(1)); // one connection: it counts what it has touched
    await sql`
      insert into report (id, posting_role, type, status, subject, title, condition, number, search)
      select gen_random_uuid(), 'victim', 'lost', case when n % ${2 * EACH} = 0 then 'resolved' else 'published' end, 'person',
        'A person', 'missing', 'W-' || n, 'x' from generate_series(1, ${RECORDS}::int) n`.execute(db);
    await sql`
      insert into report_file (report_id, sha256, position, purpose, brought_at, face, face_version)
      select id, encode(sha256(id::text::bytea), 'hex'), 0, 'photo', now() - make_interval(mins => substr(number, 3)::int),
        case when substr(number, 3)::int % ${EACH} = 0 then 'none' else 'enrolled' end, 'v' from report`.execute(db);
    await sql`analyze report, report_file`.execute(db);
  }, 300_000);

  async function rowsRead(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ read: string }>`
      select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes)
        as read`.execute(db);
    return Number(rows[0]?.read);
  }

  it('counts what is read: one walk over the photos is far over the limit', async () => {
    const before = await rowsRead();
    await sql`select count(*) from report_file`.execute(db);
    expect((await rowsRead()) - before).toBeGreaterThan(100 * MOST_ROWS);
  });

  it.each([LIMIT, 100])('reads few rows for the oldest %i', async (limit) => {
    const before = await rowsRead();
    const from = performance.now();
    const found = await readToDraw(db, { userId: NOBODY }, limit);
    const took = performance.now() - from;
    const read = (await rowsRead()) - before;
    console.info(`${limit} faces to draw among ${RECORDS}: ${took.toFixed(1)} ms, ${read} rows`);
    expect(found).toHaveLength(limit);
    expect(read).toBeLessThan(MOST_ROWS);
  });
});
