/** A database of an older program: brought up with all that is in it, or left as it was. */

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { findByEmail } from '../../server/auth/accounts.ts';
import { applyMissing, MIGRATIONS, type Migration, migrate } from '../../server/db/migrate.ts';
import { type Db, openDb } from '../../server/db/open.ts';
import { sealRows } from '../../server/db/seal-rows.ts';
import { placeMarks } from '../../server/notices/region.ts';
import { withDatabases } from '../support/databases.ts';

// Databases are made and started again: minutes on a machine that others use.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Each table's columns, and the receipts and reports: what a migration could have changed. */
async function picture(db: Db): Promise<unknown> {
  const columns = await sql`select table_name, column_name, data_type from information_schema.columns
    where table_schema = current_schema() order by 1, 2`.execute(db);
  const rows = await sql`select id, number, title from report order by id`.execute(db);
  const receipts = await sql`select * from receipt order by op_id`.execute(db);
  const applied = await sql`select name from migration order by name`.execute(db);
  const epoch = await sql`select value from meta where key = 'epoch'`.execute(db);
  return [columns.rows, rows.rows, receipts.rows, applied.rows, epoch.rows];
}

const [OLDEST] = MIGRATIONS;

/** Make the database anew at the level of the first release, with a report and its receipt in it. */
async function makeOld(db: Db): Promise<string> {
  // What that program wrote down of its place and its epoch it wrote as this one does.
  const settled = await db.selectFrom('meta').selectAll().where('key', 'in', ['home', 'epoch']).execute();
  await sql.raw('drop schema public cascade; create schema public').execute(db);
  await db.transaction().execute((tx) => applyMissing(tx, OLDEST ? [OLDEST] : []));
  await db.insertInto('meta').values(settled).execute();
  const id = randomUUID();
  await sql`insert into report (id, posting_role, type, status, subject, title, name, condition, number)
    values (${id}, 'victim', 'lost', 'published', 'person', 'ਲਾਪਤਾ', 'Asha', 'missing', 'W-AAAA')`.execute(db);
  await sql`insert into app_user (id, name, email, role) values (${id}, 'Asha Rani', 'Asha@example.in', 'poster')`.execute(
    db,
  );
  await sql`insert into receipt (op_id, input_hash, number) values (${id}, 'old', 'W-AAAA')`.execute(db);
  return id;
}

withDatabases('a database of the first release', (database) => {
  it('is brought up to this one with its reports and receipts, and keeps its epoch (fault 29)', async () => {
    const opened = await database.open();
    const id = await makeOld(opened.db);
    const epoch = await opened.db.selectFrom('meta').select('value').where('key', '=', 'epoch').execute();
    await opened.close();
    const { db, close } = await database.open();
    const names = await db.selectFrom('migration').select('name').orderBy('name').execute();
    expect(names.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
    const report = await db.selectFrom('report').selectAll().executeTakeFirstOrThrow();
    expect(report).toMatchObject({ id, title: 'ਲਾਪਤਾ', number: 'W-AAAA', status: 'published', hidden_at: null });
    expect(await db.selectFrom('receipt').select(['op_id', 'number']).execute()).toEqual([
      { op_id: id, number: 'W-AAAA' },
    ]);
    expect(await db.selectFrom('meta').select('value').where('key', '=', 'epoch').execute()).toEqual(epoch);
    const sealing = sealRows(db);
    await sealing({ table: 'app_user' });
    const stored = await sql`select left(name, 1) = chr(1) and left(email, 1) = chr(1) as sealed from app_user`.execute(
      db,
    );
    expect(stored.rows).toEqual([{ sealed: true }]);
    expect(await findByEmail(db, 'asha@example.in')).toMatchObject({ id, name: 'Asha Rani', email: 'Asha@example.in' });
    await close();
  });

  it('of before places were sealed is told of the same ones, each once, and none of them is readable', async () => {
    const { db, close } = await database.open();
    const settled = await db.selectFrom('meta').selectAll().where('key', 'in', ['home', 'epoch']).execute();
    await sql.raw('drop schema public cascade; create schema public').execute(db);
    const before = MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ name }) => name === '059-sealed-follows'),
    );
    await db.transaction().execute((tx) => applyMissing(tx, before));
    await db.insertInto('meta').values(settled).execute();
    const id = randomUUID();
    await sql`insert into app_user (id, name, email, role) values (${id}, 'Asha', 'asha@example.in', 'poster')`.execute(
      db,
    );
    for (const region of ['Ludhiana', 'LUDHIANA', 'Mill Road'])
      await sql`insert into follow (id, user_id, region) values (gen_random_uuid(), ${id}, ${region})`.execute(db);
    await sql`insert into passkey (user_id, credential_id, public_key, counter, transports, name, synced)
      values (${id}, 'one', ${randomBytes(8)}, 0, '{}', 'Grey phone', true)`.execute(db);
    await migrate(db);
    for (const place of ['ludhiana', 'Mill Road'])
      expect(
        await db
          .selectFrom('follow')
          .select('user_id')
          .where(sql<boolean>`region_mark = any(${placeMarks([place])}::text[])`)
          .execute(),
      ).toEqual([{ user_id: id }]);
    const waits = await db.selectFrom('job').select('payload').where('kind', '=', 'seal-rows').execute();
    expect(waits.map(({ payload }) => payload)).toContainEqual({ table: 'follow' });
    const sealing = sealRows(db);
    await sealing({ table: 'follow' });
    await sealing({ table: 'passkey' });
    const stored = await sql<{ sealed: boolean }>`select left(region, 1) = chr(1) as sealed from follow
      union all select left(name, 1) = chr(1) from passkey`.execute(db);
    expect(stored.rows.map(({ sealed }) => sealed)).toEqual([true, true, true]);
    expect(await db.selectFrom('passkey').select('name').execute()).toEqual([{ name: 'Grey phone' }]);
    await close();
  });

  it('stays as it was when a migration fails halfway, and is brought up by the next program (fault 29)', async () => {
    const { db, close } = await database.open();
    await makeOld(db);
    const before = await picture(db);
    const broken: Migration = {
      name: '999-broken',
      async up(tx) {
        await sql`alter table report add column half text not null default 'half'`.execute(tx);
        await sql`delete from receipt`.execute(tx);
        await sql`select 1 / 0`.execute(tx);
      },
    };
    await expect(migrate(db, [...MIGRATIONS, broken])).rejects.toMatchObject({ code: '22012' });
    expect(await picture(db)).toEqual(before);
    await migrate(db);
    expect(await db.selectFrom('receipt').select('number').execute()).toEqual([{ number: 'W-AAAA' }]);
    await close();
  });
});

it('a start that fails in its migration gives the folder back for the next try (fault 29)', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-migrate-'));
  const fail = async () => {
    throw new Error('this migration fails');
  };
  await expect(openDb({ kind: 'pglite', dir }, fail)).rejects.toThrow('this migration fails');
  const { db, close } = await openDb({ kind: 'pglite', dir });
  expect(await db.selectFrom('report').select('id').execute()).toEqual([]);
  await close();
  rmSync(dir, { recursive: true, force: true });
});
