/** What is made at the start and beside the calls: the faces in memory, the gallery pack, the words of old reports. */

import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeTemplate } from '../../match/template.ts';
import { recordChange } from '../../server/db/change.ts';
import type { Db } from '../../server/db/open.ts';
import { openFaceIndex } from '../../server/face/index.ts';
import { FILL_SEARCH, fillJobs, planFills } from '../../server/reports/backfill.ts';
import { type PackKeys, readPackKeys } from '../../server/sync/keys.ts';
import { openPackShelf, type PackShelf } from '../../server/sync/packs.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withPostgres } from '../support/databases.ts';
import { seedAround, seedReports } from '../support/many-reports.ts';

const REPORTS = 1000;
const FACES = 300;
/** Of the faces, those of people who are lost, grown up and published: whoever made them agreed to be looked for by all. */
const PUBLIC = `select id from report where status = 'published' and type = 'lost' and age_min >= 18
  and id in (select report_id from template)`;

withPostgres('a server with many reports', (database) => {
  let db: Db;
  let publicIds: string[];

  let keys: PackKeys;
  beforeAll(async () => {
    ({ db } = await database.open());
    await seedReports(db, REPORTS);
    await seedAround(db);
    await untilReadable(db);
    keys = await readPackKeys(db);
    publicIds = (await sql<{ id: string }>`${sql.raw(PUBLIC)}`.execute(db)).rows.map(({ id }) => id);
  });

  /** Nobody can read a template until `work` has ended. */
  const withTemplatesHeld = <T>(work: () => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`lock table template in access exclusive mode`.execute(tx);
      return work();
    });

  describe('that is starting', () => {
    let host: TestHost | undefined;
    afterEach(() => host?.remove());

    it('answers at once, says that it is starting, and is ready when its faces are loaded (section 4)', async () => {
      const get = async (url: string) => {
        const answer = await host?.app().inject(url);
        return { status: answer?.statusCode, after: answer?.headers['retry-after'], body: answer?.json() };
      };
      await withTemplatesHeld(async () => {
        host = await startHost(database);
        expect((await get('/health?nonce=a')).body).toMatchObject({ nonce: 'a', starting: true });
        expect(await get('/health?ready=1')).toMatchObject({ status: 503, after: '1', body: { code: 'unavailable' } });
        expect((await get('/report')).body.data).toHaveLength(20);
        expect((await get('/packs')).body).toMatchObject({ packs: [] });
      });
      await expect.poll(async () => (await get('/health?ready=1')).status).toBe(200);
      expect((await get('/health')).body).not.toHaveProperty('starting');
      await expect.poll(async () => (await get('/packs')).body.packs[0]?.count).toBe(publicIds.length);
    });
  });

  it('loads all faces without walking the reports, or reading what else hangs on them (section 4)', async () => {
    const { db: alone, close } = await database.open(1); // one connection, so that it counts at once what it reads
    const reads = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(alone);
      const { rows } = await sql<{ reads: string }>`
        select sum(seq_scan + case when relname = 'history' then idx_scan when relname = 'report_file' then idx_tup_fetch else 0 end) as reads
        from pg_stat_user_tables where relname in ('history', 'report_file', 'report', 'change')`.execute(alone);
      return Number(rows[0]?.reads);
    };
    const before = await reads();
    const index = await openFaceIndex(alone);
    await index.load((error) => expect.unreachable(String(error)));
    const probe = encodeTemplate(Float32Array.from({ length: 128 }, (_, i) => Math.sin(i)));
    const { searched, hits } = await index.search(probe, 5, 'all');
    // One in ten waits for review; it is looked for too.
    expect([searched, hits.length]).toEqual([FACES, 5]);
    expect((await reads()) - before).toBe(0);
    await close();
  });

  describe('that has a pack', () => {
    let now = Date.now();
    let shelf: PackShelf;
    const open = () =>
      openPackShelf(db, keys, { now: () => now, onError: (error) => expect.unreachable(String(error)) });
    const touch = (id: string) => db.transaction().execute((tx) => recordChange(tx, id, 'references'));
    afterEach(() => shelf.close());

    it('goes on giving the old one while a new one is made (section 4)', async () => {
      shelf = open();
      await shelf.prepare();
      const first = await shelf.publicPack();
      expect(first?.count).toBe(publicIds.length);
      await touch(publicIds[0] ?? '');
      await untilReadable(db);
      now += 3_600_000;
      await withTemplatesHeld(async () => expect(await shelf.publicPack()).toEqual(first));
      await expect.poll(async () => (await shelf.publicPack())?.cursor).not.toBe(first?.cursor);
      expect(await shelf.part(first?.file.parts[0]?.sha256 ?? '')).toBeDefined();
    });

    it('holds nobody who came into the feed after the place it names: no tombstone would come for them', async () => {
      const [, late = ''] = publicIds;
      shelf = open();
      await db.transaction().execute(async (older) => {
        await sql`select pg_current_xact_id()`.execute(older); // until it ends, nothing later is in the feed
        await db.deleteFrom('change').where('id', '=', late).execute();
        await touch(late);
        await shelf.prepare();
      });
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${sql.raw(PUBLIC)}) held`.execute(db);
      expect((await shelf.publicPack())?.count).toBe(Number(rows[0]?.n) - 1);
    });
  });

  it('fills in the words of old reports some at a time, the newest first, and goes on after a stop (section 4)', async () => {
    const empty = async () =>
      await db
        .selectFrom('report')
        .select(['id', 'created_at'])
        .where('search', '=', '')
        .orderBy('created_at', 'desc')
        .execute();
    const planned = () => db.selectFrom('job').select('id').where('kind', '=', FILL_SEARCH).execute();
    await db.deleteFrom('job').execute(); // what else a server of before has left is no part of it
    await db.updateTable('report').set({ search: '' }).execute();
    await planFills(db);
    await planFills(db);
    expect(await planned()).toHaveLength(1);
    await fillJobs(db)[FILL_SEARCH]?.({});
    const left = await empty();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(REPORTS);
    const oldestFilled = await db
      .selectFrom('report')
      .select('created_at')
      .where('search', '<>', '')
      .orderBy('created_at')
      .executeTakeFirstOrThrow();
    expect(left[0]?.created_at.getTime()).toBeLessThan(oldestFilled.created_at.getTime());
    const other = await startHost(database); // another start takes up what was left
    await other.app().jobs.idle();
    await other.remove();
    expect([await empty(), await planned()]).toEqual([[], []]);
  });
});
