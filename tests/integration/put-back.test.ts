/** A server whose database was put back to an older copy of itself, as a copy of the folder or a snapshot of the machine. */

import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readChanges, recordChange } from '../../server/db/change.ts';
import { type Db, type OpenDb, openDb } from '../../server/db/open.ts';
import { copyTemplate, untilReadable } from '../support/databases.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

/** What is written before the device comes back: far past where it has read to. */
const WRITES = 60;

const record = (db: Db, id: string) => db.transaction().execute((tx) => recordChange(tx, id, 'reports'));

async function recordMany(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await record(db, id);
  await untilReadable(db);
  return ids;
}

/** What a device with this cursor reads, and whether it is told to forget what it has. */
async function pull(db: Db, cursor: string) {
  const { reset, ids } = await readChanges(db, 'reports', cursor, 1000);
  return { reset, ids: ids.map(({ id }) => id) };
}

describe('an embedded database whose folder was put back', () => {
  const dirs: string[] = [];
  afterEach(() => {
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  });

  it('is found out by every device that had read on, after 60 new writes too, and by no other (fault 38)', async () => {
    const dir = copyTemplate();
    const copy = mkdtempSync(join(tmpdir(), 'wapsi-copy-'));
    dirs.push(dir, copy);
    const open = () => openDb({ kind: 'pglite', dir });
    let { db, close } = await open();
    const before = await recordMany(db, 3);
    const old = (await readChanges(db, 'reports', '', 1000)).cursor;
    await sql`checkpoint`.execute(db);
    cpSync(dir, copy, { recursive: true }); // while it runs, as a snapshot of a machine is made
    await recordMany(db, 3);
    const { cursor } = await readChanges(db, 'reports', '', 1000);
    await close();
    ({ db, close } = await open());
    await recordMany(db, 2);
    const later = (await readChanges(db, 'reports', '', 1000)).cursor;
    await close();

    rmSync(dir, { recursive: true });
    cpSync(copy, dir, { recursive: true });
    rmSync(join(dir, 'lock'));
    ({ db, close } = await open());
    const after = await recordMany(db, WRITES);
    expect(await pull(db, cursor)).toEqual({ reset: true, ids: [...before, ...after] });
    expect(await pull(db, later)).toEqual({ reset: true, ids: [...before, ...after] });
    expect(await pull(db, old)).toEqual({ reset: false, ids: after });
    await close();
  });
});

describe('a PostgreSQL that was put back', () => {
  let postgres: TestPostgres;
  let opened: OpenDb;
  const copy = mkdtempSync(join(tmpdir(), 'wapsi-copy-'));
  beforeAll(async () => {
    postgres = await startPostgres();
    opened = await openDb({ kind: 'postgres', url: postgres.url, keysDir: join(copy, 'keys') });
  });
  afterAll(async () => {
    await opened.close();
    await postgres.end();
    rmSync(copy, { recursive: true, force: true });
  });

  it('is found out while the server process goes on, also by who read what was under way in the copy (fault 38)', async () => {
    const { db } = opened;
    const before = await recordMany(db, 3);
    const old = (await readChanges(db, 'reports', '', 1000)).cursor;
    let cursor = '';
    // The copy is made while this write is open; there it never ends.
    const half = randomUUID();
    await db.transaction().execute(async (tx) => {
      await recordChange(tx, half, 'reports');
      await sql`checkpoint`.execute(db);
      cpSync(postgres.data, join(copy, 'data'), { recursive: true, preserveTimestamps: true });
    });
    await untilReadable(db);
    const underWay = await readChanges(db, 'reports', '', 1000);
    await recordMany(db, 3);
    ({ cursor } = await readChanges(db, 'reports', '', 1000));

    await postgres.stop('SIGKILL');
    postgres.putBack(join(copy, 'data'));
    await postgres.start();
    const after = await recordMany(db, WRITES);
    expect(await pull(db, cursor)).toEqual({ reset: true, ids: [...before, ...after] });
    expect(underWay.ids.map(({ id }) => id)).toContain(half);
    expect(await pull(db, underWay.cursor)).toEqual({ reset: true, ids: [...before, ...after] });
    expect(await pull(db, old)).toEqual({ reset: false, ids: after });
  });
});
