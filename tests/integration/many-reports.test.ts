/** Lists among 100,000 reports: what is asked for decides how much is read, never how many reports there are. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listReports, MOST_COUNTED } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import { findAccount } from '../../server/auth/accounts.ts';
import { openSessions } from '../../server/auth/session-routes.ts';
import type { SignedIn } from '../../server/auth/signed-in.ts';
import { readChanges } from '../../server/db/change.ts';
import type { OpenDb } from '../../server/db/open.ts';
import { type FaceIndex, openFaceIndex } from '../../server/face/index.ts';
import { conversationsOf } from '../../server/messages/read.ts';
import { readAudit, readComplaints } from '../../server/moderation/logs.ts';
import { readQueue } from '../../server/moderation/queue.ts';
import { readAppeals, strikesOf } from '../../server/moderation/strikes.ts';
import { readWarnings } from '../../server/moderation/warnings.ts';
import { notesWaiting } from '../../server/notes/waiting.ts';
import { placeMarks } from '../../server/notices/region.ts';
import { countUnread, readFollows, readNotices } from '../../server/notices/store.ts';
import { tellDistrict } from '../../server/notices/tell.ts';
import { openProcessing } from '../../server/processing/log.ts';
import { listRunning } from '../../server/protection/alert.ts';
import { readObjections } from '../../server/protection/objections.ts';
import { countFound, listIds } from '../../server/reports/list.ts';
import { readLooks } from '../../server/reports/looks.ts';
import { keepNames } from '../../server/reports/near-names.ts';
import { findReport, type ReportRow } from '../../server/reports/read.ts';
import { eraseReport } from '../../server/reports/store.ts';
import { openSuppression } from '../../server/suppression/list.ts';
import { eraseAccount } from '../../server/users/erase.ts';
import { readMyData } from '../../server/users/my-data.ts';
import { withPostgres } from '../support/databases.ts';
import { LAST_DAY, RARE_CATEGORY, seedDeeds, seedReports, WAITING, WORDS } from '../support/many-reports.ts';

const REPORTS = 100_000;
/** Of these so many have one name, and its keys. */
const NAMED = 10_000;
const AT_ONCE = 1000;
/** Blocks of the table's 7,300 and of its indexes that a page read straight from an index may touch. */
const STRAIGHT = 300;
/** A word that thousands have is compared in some thousands of rows, many of them in one block. */
const COMPARED = 2200;

const anonymous: Caller = { kind: 'anonymous', key: 'anonymous' };
const signedIn = (userId: string, role: 'poster' | 'volunteer' | 'moderator'): SignedIn => ({
  kind: 'user',
  key: role,
  userId,
  role,
  standing: 'whole',
  districts: role === 'volunteer' ? ['pb-ludhiana', 'pb-moga'] : [],
});

withPostgres('a list of 100,000 reports', (database) => {
  let opened: OpenDb;
  let callers: Record<'anyone' | 'volunteer' | 'owner', Caller>;

  beforeAll(async () => {
    // One connection: it counts what it has touched, and nothing else reads the table.
    opened = await database.open(1);
    await openSuppression(opened.db);
    await openProcessing(opened.db, undefined);
    await seedReports(opened.db, REPORTS);
    const { rows } = await sql<{ id: string }>`select owner_id as id from report limit 1`.execute(opened.db);
    const id = rows[0]?.id ?? '';
    callers = { anyone: anonymous, volunteer: signedIn(id, 'volunteer'), owner: signedIn(id, 'poster') };
  });

  async function blocks(table = 'report'): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(opened.db);
    const { rows } = await sql<{ touched: string }>`
      select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as touched
      from pg_statio_user_tables where relname = ${table}`.execute(opened.db);
    return Number(rows[0]?.touched);
  }

  /** How many are found, and how many blocks of the table and its indexes that took. */
  async function listed(query: Record<string, string>, by: keyof typeof callers = 'anyone') {
    const before = await blocks();
    const { ids } = await listIds(opened.db, listReports.input.parse(query), callers[by]);
    return { found: ids.length, touched: (await blocks()) - before };
  }

  const sorts = ['newest', 'oldest', 'reward', undefined];

  it('counts what is touched: a walk over all reports is far over every limit here', async () => {
    const before = await blocks();
    await sql`select count(search) from report`.execute(opened.db);
    expect((await blocks()) - before).toBeGreaterThan(2 * COMPARED);
  });

  describe.each(sorts)('by %s', (sort) => {
    it.each([
      [20, {}],
      [0, { q: WORDS.nobody }],
      [0, { q: `${WORDS.common} ${WORDS.nobody}` }],
      [0, { region: WORDS.nobody }],
      [10, { q: WORDS.rare }],
      [10, { q: WORDS.rare, region: 'Ludhiana' }],
      [20, { category: 'Bags' }],
      [20, { category: RARE_CATEGORY }],
      [0, { category: 'Jewelry' }],
      [20, { ageMin: '95' }],
      [0, { ageMin: '101' }],
      [0, { ageMax: '9' }],
      [20, { since: LAST_DAY }],
      [0, { since: '2031-01-01' }],
      [20, { withReward: 'true' }],
      [20, { kind: 'item' }],
      [20, { kind: 'person', type: 'lost' }],
      [20, { type: 'found' }],
      [0, { kind: 'person', type: 'found' }],
      [0, { kind: 'item', ageMin: '20' }],
    ])('finds %i with %o by touching few blocks (section 4, hole 10)', async (found, query) => {
      const list = await listed({ ...query, ...(sort && { sort }) });
      expect(list.found).toBe(found);
      expect(list.touched).toBeLessThan(STRAIGHT);
    });

    it.each([
      [20, { q: WORDS.common }],
      [20, { q: WORDS.old }],
      [20, { region: 'Ludhiana' }],
      [0, { q: WORDS.common, category: RARE_CATEGORY }],
    ])('finds %i with %o, which many have, by a part of the table (section 4)', async (found, query) => {
      const list = await listed({ ...query, ...(sort && { sort }) });
      expect(list.found).toBe(found);
      // The best match first is two lists, one after the other.
      expect(list.touched).toBeLessThan(sort ? COMPARED : 2 * COMPARED);
    });
  });

  describe('of which thousands have one name', () => {
    beforeAll(async () => {
      const { rows } = await sql<{ id: string }>`
        select id from report where subject = 'person' and status = 'published' and type = 'lost' limit ${NAMED}`.execute(
        opened.db,
      );
      const people = rows.map(({ id }) => ({ id, name: 'Gurpreet Singh' }));
      for (let from = 0; from < NAMED; from += AT_ONCE) await keepNames(opened.db, people.slice(from, from + AT_ONCE));
      await sql`vacuum (analyze) name_key`.execute(opened.db);
    });
    afterAll(() => opened.db.deleteFrom('name_key').execute());

    it.each([
      [20, { q: 'Gurpreet Singh Bhullar' }],
      [20, { q: 'Gurpret Singh', kind: 'person' }],
      [0, { q: 'Gurpreet Singh Bhullar', ageMin: '101' }],
      [0, { q: 'Gurpreet Singh Bhullar', sort: 'newest' }],
    ])('finds %i with %o by the keys that tell most, and opens few', async (found, query) => {
      const keysBefore = await blocks('name_key');
      const list = await listed(query as Record<string, string>);
      expect(list.found).toBe(found);
      expect(list.touched).toBeLessThan(COMPARED);
      expect((await blocks('name_key')) - keysBefore).toBeLessThan(COMPARED);
    });
  });

  it.each([
    [0, WORDS.nobody, STRAIGHT],
    [10, WORDS.rare, STRAIGHT],
    [MOST_COUNTED + 1, WORDS.common, COMPARED],
  ])(
    'counts %i with the word %s on both sides by touching no more than a list does (section 2)',
    async (many, q, most) => {
      const before = await blocks();
      const { found, more } = await countFound(opened.db, q);
      expect((await blocks()) - before).toBeLessThan(most);
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(many);
      expect(more).toBe(many > MOST_COUNTED);
    },
  );

  it.each([
    ['volunteer', 20, {}],
    ['volunteer', 20, { sort: 'reward' }],
    ['volunteer', 20, { type: 'found' }],
    ['volunteer', 20, { ageMax: '9' }],
    ['volunteer', 0, { q: WORDS.nobody }],
    ['owner', 20, { profile: 'true' }],
    ['owner', 20, { profile: 'true', sort: 'oldest' }],
    ['owner', 20, { scope: 'mine' }],
    ['owner', 0, { scope: 'mine', q: WORDS.nobody }],
  ] as const)('gives a %s %i with %o by touching few blocks (section 4)', async (by, found, query) => {
    const list = await listed(query, by);
    expect(list.found).toBe(found);
    expect(list.touched).toBeLessThan(STRAIGHT);
  });

  it('has an index for each way back to what a row belongs to: whoever erases it reads no whole table', async () => {
    const { rows } = await sql<{ lacks: string }>`
      select conrelid::regclass || ' (' || attname || ')' as lacks
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and not exists (
        select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          and (indpred is null or pg_get_expr(indpred, indrelid) like '(' || attname || ' IS NOT NULL%'))`.execute(
      opened.db,
    );
    expect(rows.map(({ lacks }) => lacks)).toEqual([]);
  });

  describe('and what people did with each other', () => {
    const DEEDS = 20_000;
    /** Rows of all tables that a page of what waits may look at, with its reports and people; a walk looks at DEEDS. */
    const FEW = DEEDS / 3;
    /** Of one district; more than are told by one statement. */
    const FOLLOWERS = 1200;
    let faces: FaceIndex;
    let moderator: SignedIn;
    let someone: SignedIn;
    let report: string;
    let inLudhiana: ReportRow;

    beforeAll(async () => {
      await seedDeeds(opened.db, DEEDS);
      faces = await openFaceIndex(opened.db);
      // Of a queue people look at each post: what waits is short, what was decided is not.
      await sql`update report set status = 'rejected' where status = 'pending_review'
        and id not in (select id from report where status = 'pending_review' order by created_at desc limit ${WAITING})`.execute(
        opened.db,
      );
      await sql`vacuum (analyze) report`.execute(opened.db);
      const { rows } = await sql<{ id: string; owner: string; other: string }>`
        select id, owner_id as owner, (select id from app_user where id <> owner_id limit 1) as other
        from report where status = 'published' and subject = 'item' and exists (select 1 from flag where report_id = report.id)
        limit 1`.execute(opened.db);
      const [row] = rows;
      if (!row) throw new Error('nothing was seeded');
      report = row.id;
      someone = { ...signedIn(row.owner, 'poster'), session: Buffer.alloc(32) };
      moderator = signedIn(row.other, 'moderator');
      const held = await findReport(opened.db, report);
      if (!held) throw new Error('nothing was seeded');
      inLudhiana = { ...held, district: 'pb-ludhiana' };
      await sql`update follow set region = 'LUDHIANA', region_mark = (${placeMarks(['Ludhiana'])}::text[])[1] where id in (select id from follow where user_id <> ${row.owner} limit ${FOLLOWERS})`.execute(
        opened.db,
      );
    });

    afterAll(() => faces.close());

    async function rowsRead(): Promise<number> {
      await sql`select pg_stat_force_next_flush()`.execute(opened.db);
      const { rows } = await sql<{ read: string }>`
        select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes)
          as read`.execute(opened.db);
      return Number(rows[0]?.read);
    }

    async function touched(work: () => Promise<unknown>): Promise<number> {
      const before = await rowsRead();
      await work();
      return (await rowsRead()) - before;
    }

    it('counts what is read in all tables: one walk over any of them is over the limit', async () => {
      for (const table of ['objection', 'note', 'message', 'warning', 'strike', 'notice', 'audit', 'flag', 'complaint'])
        expect(await touched(() => sql`select count(*) from ${sql.table(table)}`.execute(opened.db))).toBeGreaterThan(
          FEW,
        );
    });

    it.each<[string, number | undefined, () => Promise<unknown>]>([
      ['the queue', 5, () => readQueue({ db: opened.db, faces }, moderator, 5)],
      ['objections', WAITING, () => readObjections(opened.db, moderator)],
      ['notes that wait', WAITING, () => notesWaiting(opened.db, moderator)],
      ['complaints', WAITING, () => readComplaints(opened.db, moderator)],
      ['warnings', WAITING, () => readWarnings(opened.db, moderator)],
      ['appeals', WAITING, () => readAppeals(opened.db, moderator)],
      ['the log', undefined, () => readAudit(opened.db, moderator, {})],
      ['who looked', undefined, () => readLooks(opened.db, report, someone)],
      ['notices', undefined, () => readNotices(opened.db, someone, undefined)],
      ['unread notices', undefined, () => countUnread(opened.db, someone.userId)],
      ['strikes', undefined, () => strikesOf(opened.db, someone)],
      ['alerts', undefined, () => listRunning(opened.db, someone)],
      ['sessions', undefined, () => openSessions(opened.db, someone)],
      ['conversations', undefined, () => conversationsOf(opened.db, someone)],
      ['follows', undefined, () => readFollows(opened.db, someone)],
      ['all that is kept of somebody', undefined, () => readMyData(opened.db, someone)],
    ])('%s are read by looking at few rows', async (_, count, read) => {
      let answer: unknown;
      const cost = await touched(async () => {
        answer = await read();
      });
      const { data = answer } = answer as { data?: unknown[] };
      if (count !== undefined) expect((data as unknown[]).length).toBeGreaterThanOrEqual(Math.min(count, WAITING / 2));
      expect(cost).toBeLessThan(FEW);
    });

    it('a pull of whoever posted some of them looks at few rows, wherever it goes on', async () => {
      await sql`insert into change (feed, id) select feed, id from report, unnest(array['reports', 'own']) feed
        on conflict do nothing`.execute(opened.db);
      await sql`vacuum (analyze) change`.execute(opened.db);
      const source = { feed: 'reports', owner: someone.userId } as const;
      const { cursor } = await readChanges(opened.db, source, '', REPORTS / 2);
      let read = 0;
      const cost = await touched(async () => {
        for (const from of ['', cursor]) read += (await readChanges(opened.db, source, from, 50)).ids.length;
      });
      expect(read).toBe(100);
      expect(cost).toBeLessThan(FEW);
    });

    it('alerts are the newest of those that show something, own districts first, however many are over', async () => {
      const OVER = 1000;
      await sql`update area_alert set until = now() + interval '1 day'`.execute(opened.db);
      await sql`update report set status = 'published', hidden_at = null, type = 'lost', age_min = 30, age_max = 35
        where subject = 'person' and id in (select report_id from area_alert)`.execute(opened.db);
      await sql`update report set status = 'resolved'
        where id in (select report_id from area_alert order by made_at desc limit ${OVER})`.execute(opened.db);
      await sql`update area_alert set district = 'br-patna' where district = 'pb-moga' or report_id in (
        select report_id from area_alert order by made_at desc limit ${2 * OVER})`.execute(opened.db);
      for (const table of ['area_alert', 'report']) await sql`vacuum (analyze) ${sql.table(table)}`.execute(opened.db);
      const here: Caller = { ...someone, role: 'volunteer', districts: ['pb-ludhiana'] };
      const data = await listRunning(opened.db, here);
      expect(data.map(({ district }) => district)).toEqual([
        ...Array(100).fill('pb-ludhiana'),
        ...Array(100).fill('br-patna'),
      ]);
    });

    it('an alert is told to whoever follows its district and to nobody else, by looking at few rows', async () => {
      const countTold = async () =>
        (
          await sql<{
            told: number;
          }>`select count(*)::integer as told from notice where kind = 'report-in-area'`.execute(opened.db)
        ).rows[0]?.told;
      const before = await countTold();
      const cost = await touched(() => opened.db.transaction().execute((tx) => tellDistrict(tx, inLudhiana)));
      expect([before, await countTold()]).toEqual([0, FOLLOWERS]);
      expect(cost).toBeLessThan(FEW);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a report', () => opened.db.transaction().execute((tx) => eraseReport(tx, report))],
      ['an account', () => eraseOne()],
    ])('%s is erased by looking at few rows', async (_, erase) => {
      const cost = await touched(erase);
      expect(cost).toBeLessThan(FEW);
    });

    const eraseOne = async () => {
      const account = await findAccount(opened.db, someone.userId);
      if (!account) throw new Error('nobody');
      await opened.db.transaction().execute((tx) => eraseAccount(tx, someone, account));
    };
  });
});
