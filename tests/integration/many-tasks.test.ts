/** A desk on which more lies than anybody works off: what comes in is seen at once, all is reached, and it stays cheap. */

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import type { Db } from '../../server/db/schema.ts';
import { readDesk } from '../../server/duty/list.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither, withPostgres } from '../support/databases.ts';
import { seedReports } from '../support/many-reports.ts';

const DAY_MS = 86_400_000;
const OLD = 150;
const MANY = 20_000;
/** Tasks and records that a page may touch: those of it, and as many as are counted. */
const MOST_ROWS = 5000;

interface Answer {
  data: DutyTask[];
  total: number;
  cursor?: string;
}

async function post(host: TestHost, change: object): Promise<string> {
  const { upload, id, opId } = newReport({ region: 'Ludhiana, Punjab', ...change });
  const url = '/api/face/uploadLostFoundPerson';
  const posted = await host.app().inject({ method: 'POST', url, payload: { ...upload, id, opId } });
  expect(posted.statusCode).toBe(200);
  return id;
}

/** Each of a district of its own in the state, which is one desk to an officer of the state. */
const lay = (db: Db, reportId: string, count: number, level: 'state' | 'team', daysAgo: number) =>
  sql`
    insert into duty_task (id, kind, report_id, district, state, level, since, due_at)
    select gen_random_uuid(), (array['missing-child', 'found-person', 'sighting', 'candidate', 'unanswered'])[1 + i % 5],
      ${reportId}, 'pb-' || ${level}::text || i, 'pb', ${level}, at, at
    from generate_series(1, ${count}::integer) i,
      lateral (select now() - make_interval(days => ${daysAgo}) - make_interval(secs => i / 3) as at) each`.execute(db);

withEither('a long duty desk', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  const read = async (token: string, query: Record<string, string> = {}): Promise<Answer> =>
    (await host.app().inject({ method: 'GET', url: '/duty', headers: { authorization: token }, query })).json();

  async function pages(token: string, query: Record<string, string> = {}): Promise<Answer[]> {
    const all = [await read(token, query)];
    for (let next = all[0]?.cursor; next; next = all.at(-1)?.cursor)
      all.push(await read(token, { ...query, cursor: next }));
    return all;
  }

  it('has a child first who is missed since just now, whatever lies there overdue; all the rest is reached, none twice', async () => {
    const { token } = await signIn(host.db, 'officer', ['pb-ludhiana']);
    const adult = await post(host, { lostPersonAge: '40' });
    await lay(host.db, adult, OLD, 'state', 2);
    const found = await post(host, { type: 'found', foundPersonAge: '71', name: 'Bishan Das' });
    const child = await post(host, { lostPersonAge: '9' });
    const all = await pages(token);
    const tasks = all.flatMap(({ data }) => data);
    expect(all.map(({ data, total }) => [data.length, total])).toEqual([
      [100, OLD + 2],
      [OLD - 98, OLD + 2],
    ]);
    expect(tasks[0]?.report.id).toBe(child);
    expect(tasks.slice(0, 100).map(({ report }) => report.id)).toContain(found);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(OLD + 2);
    // What is of things alone is below all that is about people.
    expect(tasks.slice(-OLD / 5).every(({ kind }) => kind === 'unanswered')).toBe(true);
    const next = { cursor: `${new Date().toISOString()} nothing` };
    expect(await read(token, next)).toMatchObject({ code: 'bad-input' });
  });

  it('lets what was found just now not be hidden by children who are missed for long, nor by what colleagues have', async () => {
    const { token, userId } = await signIn(host.db, 'officer', ['pb-ludhiana']);
    await lay(host.db, await post(host, { lostPersonAge: '40' }), OLD, 'state', 10);
    await host.db.updateTable('duty_task').set({ kind: 'missing-child' }).execute();
    const found = await post(host, { type: 'found', foundPersonAge: '71', name: 'Bishan Das' });
    expect((await read(token)).data[0]?.report.id).toBe(found);
    const child = await post(host, { lostPersonAge: '9' });
    const taken = { status: 'taken', taken_by: userId, taken_at: new Date(Date.now() - 10 * DAY_MS) } as const;
    await host.db
      .updateTable('duty_task')
      .set({ ...taken, due_at: new Date(Date.now() + DAY_MS) })
      .where('district', 'like', 'pb-state%')
      .execute();
    expect((await read(token)).data.slice(0, 2).map(({ report }) => report.id)).toEqual([child, found]);
  });

  it('has what was done this week page by page too, the latest first', async () => {
    const { token } = await signIn(host.db, 'officer', ['pb-ludhiana']);
    await lay(host.db, await post(host, { lostPersonAge: '40' }), OLD, 'state', 2);
    await sql`update duty_task set status = 'done', done_at = due_at`.execute(host.db);
    const tasks = (await pages(token, { done: 'true' })).flatMap(({ data }) => data);
    const times = tasks.map(({ dueAt }) => dueAt);
    expect([new Set(tasks.map(({ id }) => id)).size, times]).toEqual([OLD, [...times].sort().reverse()]);
  });
});

withPostgres(`a duty desk of ${2 * MANY} tasks`, (database) => {
  let db: Db;
  beforeAll(async () => {
    // One connection: it counts what it has touched.
    ({ db } = await database.open(1));
    await seedReports(db, 1000);
    const { id } = await db.selectFrom('report').select('id').limit(1).executeTakeFirstOrThrow();
    for (const level of ['state', 'team'] as const) await lay(db, id, MANY, level, 2);
    await sql`analyze`.execute(db);
  }, 120_000);

  async function rowsRead(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ read: string }>`
      select (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('duty_task', 'report'))
        + (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('duty_task', 'report')) as read`.execute(
      db,
    );
    return Number(rows[0]?.read);
  }

  it('is read by an officer and by the team in few rows, page after page', async () => {
    const before = await rowsRead();
    await sql`select count(*) from duty_task`.execute(db);
    expect((await rowsRead()) - before).toBeGreaterThan(2 * MOST_ROWS);
    for (const role of ['officer', 'moderator'] as const) {
      const { userId } = await signIn(db, role);
      const districts = role === 'officer' ? ['pb-ludhiana', 'pb-moga'] : [];
      const caller = { kind: 'user', key: 'k', role, standing: 'whole', userId, districts } as const;
      for (let cursor: string | undefined = '', page = 0; cursor !== undefined && page < 3; page++) {
        const from = await rowsRead();
        const answer = await readDesk(db, caller, { done: false, cursor });
        const read = (await rowsRead()) - from;
        console.info(`page ${page + 1} of the desk (${role}): ${read} rows`);
        expect(read).toBeLessThan(MOST_ROWS);
        expect([answer.data.length, answer.total]).toEqual([100, 1000]);
        cursor = answer.cursor;
      }
    }
  });
});
