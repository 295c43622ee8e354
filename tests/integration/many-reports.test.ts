/** Lists among 100,000 reports: what is asked for decides how much is read, never how many reports there are. */

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listReports } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { OpenDb } from '../../server/db/open.ts';
import { listIds } from '../../server/reports/list.ts';
import { withPostgres } from '../support/databases.ts';
import { LAST_DAY, RARE_CATEGORY, seedReports, WORDS } from '../support/many-reports.ts';

const REPORTS = 100_000;
/** Blocks of the table's 7,300 and of its indexes that a page read straight from an index may touch. */
const STRAIGHT = 300;
/** A word that thousands have is compared in some thousands of rows, many of them in one block. */
const COMPARED = 2200;

const anonymous: Caller = { kind: 'anonymous', key: 'anonymous' };
const signedIn = (userId: string, role: 'poster' | 'volunteer'): Caller => ({
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
    await seedReports(opened.db, REPORTS);
    const { rows } = await sql<{ id: string }>`select owner_id as id from report limit 1`.execute(opened.db);
    const id = rows[0]?.id ?? '';
    callers = { anyone: anonymous, volunteer: signedIn(id, 'volunteer'), owner: signedIn(id, 'poster') };
  });

  async function blocks(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(opened.db);
    const { rows } = await sql<{ touched: string }>`
      select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as touched
      from pg_statio_user_tables where relname = 'report'`.execute(opened.db);
    return Number(rows[0]?.touched);
  }

  /** How many are found, and how many blocks of the table and its indexes that took. */
  async function listed(query: Record<string, string>, by: keyof typeof callers = 'anyone') {
    const before = await blocks();
    const { ids } = await listIds(opened.db, listReports.input.parse(query), callers[by]);
    return { found: ids.length, touched: (await blocks()) - before };
  }

  const sorts = ['newest', 'oldest', 'reward'];

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
      const list = await listed({ ...query, sort });
      expect(list.found).toBe(found);
      expect(list.touched).toBeLessThan(STRAIGHT);
    });

    it.each([
      [20, { q: WORDS.common }],
      [20, { q: WORDS.old }],
      [20, { region: 'Ludhiana' }],
      [0, { q: WORDS.common, category: RARE_CATEGORY }],
    ])('finds %i with %o, which many have, by a part of the table (section 4)', async (found, query) => {
      const list = await listed({ ...query, sort });
      expect(list.found).toBe(found);
      expect(list.touched).toBeLessThan(COMPARED);
    });
  });

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
});
