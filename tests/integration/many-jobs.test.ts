/** A whole district is told of something: what is urgent is found among 100,000 jobs by looking at few. */

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addJob, startJobs } from '../../server/jobs/jobs.ts';
import { withPostgres } from '../support/databases.ts';

const MANY = 100_000;
/** Rows and entries of indexes that are looked at for one job, and the looks that find no more. */
const MOST_ROWS = 200;

withPostgres(`a job among ${2 * MANY}`, (database) => {
  it('is found by reading few, beside as many that are patient and as many that are for later', async () => {
    // One connection: it counts what it has touched.
    const { db } = await database.open(1);
    await sql`delete from job`.execute(db);
    await sql`
      insert into job (kind, patient, payload, run_at)
      select 'patient', true, '{}'::jsonb, now() - interval '1 hour' from generate_series(1, ${MANY}::integer)
      union all select 'urgent', false, '{}'::jsonb, now() + interval '1 day' from generate_series(1, ${MANY}::integer)`.execute(
      db,
    );
    await sql`analyze job`.execute(db);
    const rowsRead = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ read: string }>`
        select (select sum(seq_tup_read) from pg_stat_user_tables where relname = 'job')
          + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'job') as read`.execute(db);
      return Number(rows[0]?.read);
    };
    const done: string[] = [];
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await addJob(db, 'urgent', {});
    const before = await rowsRead();
    const jobs = startJobs(
      db,
      { urgent: async () => void done.push('urgent'), patient: () => ended },
      { onError: (error) => void done.push(String(error)) },
    );
    await expect.poll(() => done).toEqual(['urgent']);
    const read = (await rowsRead()) - before;
    console.info(`${read} rows for a job among ${2 * MANY}`);
    expect(read).toBeLessThan(MOST_ROWS);
    const stopped = jobs.stop();
    end();
    await stopped;
  });
});
