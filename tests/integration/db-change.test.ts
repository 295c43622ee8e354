/** The change feed: what a device that pulls comes to know, while others write and after a restore. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ChangedId, readChanges, recordChange } from '../../server/db/change.ts';
import { settleEpoch } from '../../server/db/epoch.ts';
import type { Db, OpenDb } from '../../server/db/open.ts';
import { emptyTables, untilReadable, withDatabases } from '../support/databases.ts';

const WRITERS = 16;
const WRITES_EACH = 25;

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const idsOf = (page: { ids: readonly ChangedId[] }) => page.ids.map(({ id }) => id);
const record = (db: Db, id: string) => db.transaction().execute((tx) => recordChange(tx, id, 'reports'));

withDatabases('the change feed', (database) => {
  let opened: OpenDb;
  let db: Db;

  beforeAll(async () => {
    opened = await database.open();
    db = opened.db;
  });
  afterAll(() => opened.close());
  beforeEach(() => emptyTables(db));

  const reopen = async () => {
    await opened.close();
    opened = await database.open();
    db = opened.db;
  };

  it('lists a record once, at its last change, in pages that go on where the last one ended', async () => {
    const [a = '', b = '', c = '', d = ''] = ids(4);
    for (const id of [a, b, c, a, d]) await record(db, id);
    await recordChange(db, b, 'references');
    await untilReadable(db);
    const first = await readChanges(db, 'reports', '', 3);
    expect(first).toMatchObject({ reset: false, more: true });
    expect(idsOf(first)).toEqual([b, c, a]);
    expect(first.cursor).toMatch(/^[0-9a-z.-]{1,80}$/);
    const second = await readChanges(db, 'reports', first.cursor, 3);
    expect(second).toMatchObject({ reset: false, more: false });
    expect(idsOf(second)).toEqual([d]);
    expect(await readChanges(db, 'reports', second.cursor, 3)).toEqual({ ...second, ids: [] });
    expect(idsOf(await readChanges(db, 'references', '', 3))).toEqual([b]);
  });

  it('tells which records this reader cannot have seen before', async () => {
    const [a = '', b = ''] = ids(2);
    await record(db, a);
    await untilReadable(db);
    const { cursor } = await readChanges(db, 'reports', '', 10);
    await record(db, a);
    await record(db, b);
    await untilReadable(db);
    expect((await readChanges(db, 'reports', cursor, 10)).ids).toEqual([
      { id: a, fresh: false },
      { id: b, fresh: true },
    ]);
    expect((await readChanges(db, 'reports', '', 10)).ids.every(({ fresh }) => fresh)).toBe(true);
  });

  it('knows nothing of a write that was rolled back', async () => {
    const [a = '', b = ''] = ids(2);
    const failed = db.transaction().execute(async (tx) => {
      await recordChange(tx, a, 'reports');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await record(db, b);
    await untilReadable(db);
    expect(idsOf(await readChanges(db, 'reports', '', 10))).toEqual([b]);
  });

  it('starts over for a cursor that is none of its own', async () => {
    const [a = ''] = ids(1);
    await record(db, a);
    await untilReadable(db);
    const { cursor } = await readChanges(db, 'reports', '', 10);
    const [epoch] = cursor.split('.');
    const [, mark] = cursor.split('.');
    const strange = [
      'rubbish',
      `${epoch}.${mark}.1`,
      `other.${mark}.1.1`,
      `${epoch}.0123456789ab.1.1`,
      `${epoch}.1`,
      `${epoch}.1.x`,
      'other.1.1',
      `${epoch}.900000000000000000.1`,
    ];
    for (const each of strange) {
      const page = await readChanges(db, 'reports', each, 10);
      expect({ each, reset: page.reset, ids: idsOf(page) }).toEqual({ each, reset: true, ids: [a] });
    }
  });

  it(`misses no change of ${WRITERS} writers at once, and calls no record fresh that the reader holds`, async () => {
    // Connections of its own: in the writers' pool the reader would wait until they pause.
    const reader = database.kind === 'postgres' ? (await database.open()).db : db;
    const hot = ids(8);
    const held = new Map<string, string>();
    let cursor = '';
    const pull = async () => {
      for (let more = true; more; ) {
        const page = await readChanges(reader, 'reports', cursor, 7);
        expect(page.reset).toBe(false);
        for (const { id, fresh } of page.ids) {
          expect(fresh && held.has(id)).toBe(false);
          const row = await reader
            .selectFrom('receipt')
            .select('input_hash')
            .where('op_id', '=', id)
            .executeTakeFirst();
          held.set(id, row?.input_hash ?? 'gone');
        }
        ({ cursor, more } = page);
      }
    };
    const write = (id: string) =>
      db.transaction().execute(async (tx) => {
        await recordChange(tx, id, 'reports');
        const version = { input_hash: randomUUID() };
        await tx
          .insertInto('receipt')
          .values({ op_id: id, ...version })
          .onConflict((row) => row.column('op_id').doUpdateSet(version))
          .execute();
        // Transactions that end in another order than they began are what a feed gets wrong.
        if (database.kind === 'postgres') await sql`select pg_sleep(random() * 0.03)`.execute(tx);
      });
    let writing = true;
    const reading = (async () => {
      while (writing) await pull();
    })();
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; i < WRITES_EACH; i++)
        await write((i % 3 === 0 && hot[(writer + i) % hot.length]) || randomUUID());
    });
    await Promise.all(writers);
    writing = false;
    await reading;
    await untilReadable(db);
    await pull();
    const rows = await db.selectFrom('receipt').select(['op_id', 'input_hash']).execute();
    expect(rows.length).toBeGreaterThan(WRITERS * WRITES_EACH * 0.6);
    expect(new Map([...held].sort())).toEqual(new Map(rows.map((row) => [row.op_id, row.input_hash] as const).sort()));
  });

  it('shows every row again after a restore into a cluster whose transactions are younger', async () => {
    const [a = '', b = ''] = ids(2);
    await record(db, a);
    await record(db, b);
    await untilReadable(db);
    const { cursor } = await readChanges(db, 'reports', '', 10);
    await sql`update change set xid = '800000000000000'::xid8, first_xid = '800000000000000'::xid8`.execute(db);
    expect((await readChanges(db, 'reports', '', 10)).ids).toEqual([]); // the trap: hidden for years
    await reopen();
    await untilReadable(db);
    const page = await readChanges(db, 'reports', cursor, 10);
    expect(page.reset).toBe(true);
    expect(page.ids.map(({ fresh }) => fresh)).toEqual([true, true]);
    expect(idsOf(page).sort()).toEqual([a, b].sort());
    await record(db, a);
    await untilReadable(db);
    expect(idsOf(await readChanges(db, 'reports', page.cursor, 10))).toEqual([a]);
  });

  it('starts every device over when the rows were carried to another cluster', async () => {
    const [a = ''] = ids(1);
    await record(db, a);
    await untilReadable(db);
    const { cursor } = await readChanges(db, 'reports', '', 10);
    await reopen();
    expect((await readChanges(db, 'reports', cursor, 10)).reset).toBe(false);
    await db.updateTable('meta').set({ value: 'another.5.00000001' }).where('key', '=', 'home').execute();
    await reopen();
    await untilReadable(db);
    const page = await readChanges(db, 'reports', cursor, 10);
    expect({ reset: page.reset, ids: idsOf(page) }).toEqual({ reset: true, ids: [a] });
  });

  it('goes on after every start with cursors of former ones, also with those of builds that knew no marks', async () => {
    const [a = '', b = ''] = ids(2);
    await record(db, a);
    await untilReadable(db);
    const { cursor } = await readChanges(db, 'reports', '', 10);
    for (let start = 0; start < 3; start++) await db.transaction().execute(settleEpoch);
    await record(db, b);
    await untilReadable(db);
    const unmarked = cursor.replace(/^([^.]+)\.[^.]+/, '$1');
    for (const each of [cursor, unmarked]) {
      const page = await readChanges(db, 'reports', each, 10);
      expect({ each, reset: page.reset, ids: idsOf(page) }).toEqual({ each, reset: false, ids: [b] });
      expect(page.cursor.split('.')).toHaveLength(4);
    }
  });

  it('keeps no more marks than it may, and starts over whose mark is forgotten', async () => {
    const [a = ''] = ids(1);
    await record(db, a);
    await untilReadable(db);
    const { cursor } = await readChanges(db, 'reports', '', 10);
    await sql`select setval(pg_get_serial_sequence('life', 'id'), 20000 + (select max(id) from life))`.execute(db);
    for (let start = 0; start < 2; start++) await db.transaction().execute(settleEpoch);
    const page = await readChanges(db, 'reports', cursor, 10);
    expect({ reset: page.reset, ids: idsOf(page) }).toEqual({ reset: true, ids: [a] });
  });

  // PGlite has one session: two transactions never overlap there.
  if (database.kind === 'postgres') {
    it('holds a change back until the writes that began before it have ended', async () => {
      const [early = '', late = ''] = ids(2);
      await db.transaction().execute(async (tx) => {
        await recordChange(tx, early, 'reports');
        await record(db, late);
        expect((await readChanges(db, 'reports', '', 10)).ids).toEqual([]);
      });
      await untilReadable(db);
      expect(idsOf(await readChanges(db, 'reports', '', 10))).toEqual([early, late]);
    });

    it('does not call a record fresh again when an older transaction wrote it last', async () => {
      const id = randomUUID();
      let cursor = '';
      await db.transaction().execute(async (older) => {
        await sql`select pg_current_xact_id()`.execute(older);
        await record(db, id);
        await recordChange(older, id, 'reports');
      });
      await untilReadable(db);
      const first = await readChanges(db, 'reports', '', 10);
      cursor = first.cursor;
      expect(first.ids).toEqual([{ id, fresh: true }]);
      await record(db, id);
      await untilReadable(db);
      expect((await readChanges(db, 'reports', cursor, 10)).ids).toEqual([{ id, fresh: false }]);
    });
  }
});
