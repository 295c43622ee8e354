/** Writes that are done once, however often they arrive; and what the tables themselves refuse. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { recordChange } from '../../server/db/change.ts';
import { inOneCommit } from '../../server/db/group.ts';
import { numberReceipt, once } from '../../server/db/once.ts';
import type { Db, OpenDb } from '../../server/db/open.ts';
import { emptyTables, withDatabases } from '../support/databases.ts';

const addUser = async (tx: Db) => {
  const id = randomUUID();
  await tx
    .insertInto('app_user')
    .values({ id, name: 'Asha', email: `${id}@example.in`, role: 'poster' })
    .execute();
};
const readUsers = async (tx: Db) =>
  (await tx.selectFrom('app_user').select('id').orderBy('id').execute()).map((row) => row.id);

withDatabases('once', (database) => {
  let opened: OpenDb;
  let db: Db;

  beforeAll(async () => {
    opened = await database.open();
    db = opened.db;
  });
  afterAll(() => opened.close());
  beforeEach(() => emptyTables(db));

  it('writes one row for 16 equal calls at once, and gives all the same receipt', async () => {
    const op = { opId: randomUUID(), inputHash: 'a' };
    const work = async (tx: Db) => {
      await addUser(tx);
      await numberReceipt(tx, op.opId, 'W-7K4M-29');
    };
    const answers = await Promise.all(Array.from({ length: 16 }, () => once(db, op, work, readUsers)));
    const users = await readUsers(db);
    expect(users).toHaveLength(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const [first] = answers;
    for (const answer of answers) {
      expect(answer).toEqual({ ...first, value: users, replayed: answer.replayed });
    }
    expect(await db.selectFrom('receipt').select('number').execute()).toEqual([{ number: 'W-7K4M-29' }]);
  });

  it('undoes a group whose end fails, and the connection serves on', async () => {
    const group = inOneCommit(db, () =>
      db.transaction().execute(async (tx) => {
        await addUser(tx);
        await sql`release savepoint write_1`.execute(tx); // its own end finds none
      }),
    );
    await expect(group).rejects.toThrow('write_1');
    expect(await readUsers(db)).toEqual([]);
    await db.transaction().execute(addUser);
    expect(await readUsers(db)).toHaveLength(1);
  });

  it('refuses the same name with another input, and changes nothing', async () => {
    const opId = randomUUID();
    await once(db, { opId, inputHash: 'a' }, addUser, readUsers);
    const second = once(db, { opId, inputHash: 'b' }, addUser, readUsers);
    await expect(second).rejects.toBeInstanceOf(AppError);
    await expect(second).rejects.toMatchObject({ code: 'conflict', next: 'refuse' });
    expect(await readUsers(db)).toHaveLength(1);
  });

  it('leaves no receipt of a write that failed, so that it can be sent again', async () => {
    const op = { opId: randomUUID(), inputHash: 'a' };
    const fail = async (tx: Db) => {
      await addUser(tx);
      throw new Error('disk full');
    };
    await expect(once(db, op, fail, readUsers)).rejects.toThrow('disk full');
    expect(await readUsers(db)).toEqual([]);
    expect(await once(db, op, addUser, readUsers)).toMatchObject({ replayed: false });
    expect(await readUsers(db)).toHaveLength(1);
  });

  it('writes each time when the call has no name', async () => {
    const first = await once(db, undefined, addUser, readUsers);
    const second = await once(db, undefined, addUser, readUsers);
    expect([first.replayed, first.value.length, second.value.length]).toEqual([false, 1, 2]);
    expect(await db.selectFrom('receipt').selectAll().execute()).toEqual([]);
  });

  it('joins the transaction it is given', async () => {
    const op = { opId: randomUUID(), inputHash: 'a' };
    const outer = db.transaction().execute(async (tx) => {
      await once(tx, op, addUser, readUsers);
      throw new Error('no');
    });
    await expect(outer).rejects.toThrow('no');
    expect(await readUsers(db)).toEqual([]);
    expect(await db.selectFrom('receipt').selectAll().execute()).toEqual([]);
  });

  if (database.kind === 'postgres') {
    it('does a write again that PostgreSQL undid to end a deadlock', async () => {
      const pair = [randomUUID(), randomUUID()];
      let arrived = 0;
      let tries = 0;
      const lockBoth = (order: string[]) => async (tx: Db) => {
        tries++;
        for (const id of order) {
          await recordChange(tx, id, 'reports');
          arrived++;
          while (arrived < 2) await new Promise((resolve) => setTimeout(resolve, 5));
        }
        await addUser(tx);
      };
      const op = () => ({ opId: randomUUID(), inputHash: 'a' });
      await Promise.all([
        once(db, op(), lockBoth(pair), readUsers),
        once(db, op(), lockBoth(pair.toReversed()), readUsers),
      ]);
      expect(tries).toBeGreaterThan(2);
      expect(await readUsers(db)).toHaveLength(2);
    });
  }

  it('and a report that is deleted takes its rows along, while its changes stay as tombstones', async () => {
    const id = randomUUID();
    const sha256 = 'a'.repeat(64);
    await db
      .insertInto('report')
      .values({
        id,
        owner_id: null,
        posting_role: 'victim',
        type: 'lost',
        status: 'published',
        subject: 'person',
        title: 'Missing',
        description: null,
        region: 'Ludhiana',
        reward_rupees: null,
        phone: null,
        time_of_loss_date: '2026-11-03',
        time_of_loss_time: '17:30',
        consent_notice: null,
        consent_at: null,
        name: null,
        age_min: 30,
        age_max: 35,
        cloth_color: null,
        condition: 'missing',
        category: null,
        colour: null,
        item_status: null,
        number: 'W-7K4M-29',
      })
      .execute();
    await db.insertInto('report_file').values({ report_id: id, sha256, position: 0, purpose: 'photo' }).execute();
    const code = Buffer.from([1, 2, 3]);
    await db.insertInto('template').values({ id: randomUUID(), report_id: id, sha256, version: 'v', code }).execute();
    await recordChange(db, id, 'reports');
    const row = await db.selectFrom('report').select(['time_of_loss_date', 'public_photo']).executeTakeFirstOrThrow();
    expect(row).toEqual({ time_of_loss_date: '2026-11-03', public_photo: false });
    const stored = await db.selectFrom('template').select('code').executeTakeFirstOrThrow();
    expect(Buffer.compare(stored.code, code)).toBe(0);
    await expect(
      db.updateTable('report').set({ category: 'Keys' }).where('id', '=', id).execute(),
    ).rejects.toMatchObject({ constraint: 'person_has_its_columns_only' });
    await expect(db.updateTable('report').set({ public_photo: true }).execute()).rejects.toMatchObject({
      constraint: 'consent_names_its_notice',
    });
    await db.deleteFrom('report').where('id', '=', id).execute();
    expect(await db.selectFrom('report_file').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('template').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('change').select('id').execute()).toEqual([{ id }]);
  });
});
