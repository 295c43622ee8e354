/** Opening a database: migrations, the folder's lock, what survives a crash. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openDb, type Where } from '../../server/db/open.ts';
import { startPglite } from '../../server/db/pglite.ts';
import { makeTidy } from '../../server/db/tidy.ts';
import { copyTemplate, emptyTables, withDatabases } from '../support/databases.ts';

const WRITER = join(import.meta.dirname, '../support/db-writer.ts');
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** A process that opens the database, writes receipts one by one, and prints each id once its commit was answered. */
function startWriter(where: Where): { child: ChildProcess; acknowledged: string[]; errors: () => string } {
  const child = spawn(process.execPath, ['--import', TSX, WRITER, JSON.stringify(where)]);
  const acknowledged: string[] = [];
  let rest = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    acknowledged.push(...lines);
  });
  child.stderr.on('data', (text: Buffer) => {
    errors += text;
  });
  return { child, acknowledged, errors: () => errors };
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));
const isPast = async (check: () => boolean) => {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 20));
};

withDatabases('a database', (database) => {
  it('is migrated once, however often it is opened', async () => {
    const first = await database.open();
    const before = await first.db.selectFrom('migration').selectAll().execute();
    const epoch = await first.db.selectFrom('meta').selectAll().orderBy('key').execute();
    await first.close();
    const { db, close } = await database.open();
    expect(await db.selectFrom('migration').selectAll().execute()).toEqual(before);
    expect(await db.selectFrom('meta').selectAll().orderBy('key').execute()).toEqual(epoch);
    await close();
  });

  it('of a newer program is refused', async () => {
    const { db, close } = await database.open();
    await db.insertInto('migration').values({ name: '999-later' }).execute();
    await close();
    await expect(database.open()).rejects.toThrow(/newer version of this program \(999-later\)/);
    const where = await database.where();
    if (where.kind === 'pglite') {
      const { pool, close } = await startPglite(where.dir);
      await pool.query("delete from migration where name = '999-later'");
      await pool.end();
      await close();
    } else {
      const { Client } = await import('pg');
      const client = new Client({ connectionString: where.url });
      await client.connect();
      await client.query("delete from migration where name = '999-later'");
      await client.end();
    }
  });

  it('keeps every acknowledged write when the process is killed in the middle (R424)', async () => {
    const { child, acknowledged, errors } = startWriter(await database.where());
    const end = ended(child);
    await isPast(() => acknowledged.length >= 40 || child.exitCode !== null);
    child.kill('SIGKILL');
    await end;
    expect(errors()).toBe('');
    const { db, close } = await database.open();
    const rows = await db.selectFrom('receipt').select('op_id').execute();
    const kept = new Set(rows.map((row) => row.op_id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    // One more may have been committed and not yet answered.
    expect(kept.size - acknowledged.length).toBeLessThanOrEqual(1);
    await emptyTables(db);
    await close();
  });

  it('takes large values, answers errors, and goes on after them', async () => {
    const { db, close } = await database.open();
    const text = 'ਵਾਪਸੀ'.repeat(200_000);
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(db);
    expect(rows[0]?.text === text).toBe(true);
    await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toMatchObject({ code: '22012' });
    await expect(
      db.transaction().execute(async (tx) => {
        await tx.insertInto('receipt').values({ op_id: randomUUID(), input_hash: 'x' }).execute();
        await sql`select nothing`.execute(tx);
      }),
    ).rejects.toMatchObject({ code: '42703' });
    expect(await db.selectFrom('receipt').selectAll().execute()).toEqual([]);
    await close();
  });

  it('gives back a date as the day that was written, whatever the time zone', async () => {
    const { db, close } = await database.open();
    const { rows } = await sql`select date '2026-11-03' as day, 9007199254740993::bigint as big`.execute(db);
    expect(rows).toEqual([{ day: '2026-11-03', big: '9007199254740993' }]);
    await close();
  });
});

describe('the data folder', () => {
  let dir = '';
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('lets one process in and names it to the second', async () => {
    dir = copyTemplate();
    const first = startWriter({ kind: 'pglite', dir });
    const end = ended(first.child);
    await isPast(() => first.acknowledged.length > 0 || first.child.exitCode !== null);
    await expect(openDb({ kind: 'pglite', dir })).rejects.toThrow(`in use by process ${first.child.pid} `);
    first.child.kill('SIGKILL');
    await end;
    const { close } = await openDb({ kind: 'pglite', dir });
    await expect(openDb({ kind: 'pglite', dir })).rejects.toThrow(`in use by process ${process.pid} `);
    await close();
    expect(existsSync(join(dir, 'lock'))).toBe(false);
  });

  it('is taken over from a dead process whose pid another one has now', async () => {
    dir = copyTemplate();
    const { close } = await openDb({ kind: 'pglite', dir });
    const lock = JSON.parse(readFileSync(join(dir, 'lock'), 'utf8'));
    await close();
    writeFileSync(join(dir, 'lock'), JSON.stringify({ ...lock, started: 'another boot 1' }));
    await (await openDb({ kind: 'pglite', dir })).close();
    writeFileSync(join(dir, 'lock'), JSON.stringify({ ...lock, host: 'another-machine' }));
    await expect(openDb({ kind: 'pglite', dir })).rejects.toThrow(/on another-machine/);
  });

  it('is made anew when the first making was cut short', async () => {
    dir = copyTemplate();
    writeFileSync(join(dir, 'unfinished'), '');
    rmSync(join(dir, 'pg/global'), { recursive: true });
    const { db, close } = await openDb({ kind: 'pglite', dir });
    expect(await db.selectFrom('report').selectAll().execute()).toEqual([]);
    await close();
    expect(existsSync(join(dir, 'unfinished'))).toBe(false);
  });
});

describe('PGlite', () => {
  let dir = '';
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('forces each commit to the disk before it answers', async () => {
    dir = copyTemplate();
    const { pool, countFsyncs, close } = await startPglite(dir);
    const commits = 25;
    const before = await countFsyncs();
    for (let i = 0; i < commits; i++) {
      await pool.query('insert into receipt (op_id, input_hash) values ($1, $2)', [randomUUID(), 'x']);
    }
    expect((await countFsyncs()) - before).toBeGreaterThanOrEqual(commits);
    await pool.end();
    await close();
  });

  it('starts again when its worker dies, with all that was committed', async () => {
    dir = copyTemplate();
    const { pool, worker, close } = await startPglite(dir);
    pool.on('error', () => {});
    await pool.query('insert into receipt (op_id, input_hash) values ($1, $2)', [randomUUID(), 'x']);
    const running = pool.query('select pg_sleep(5)');
    await (await worker()).terminate();
    await expect(running).rejects.toThrow(/has stopped/);
    const { rows } = await pool.query('select input_hash from receipt');
    expect(rows).toEqual([{ input_hash: 'x' }]);
    await pool.end();
    await close();
  });

  it('rolls back what a lost client left open', async () => {
    dir = copyTemplate();
    const { pool, close } = await startPglite(dir);
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into receipt (op_id, input_hash) values ($1, $2)', [randomUUID(), 'x']);
    client.release(true);
    const { rows } = await pool.query('select count(*)::int as count from receipt');
    expect(rows).toEqual([{ count: 0 }]);
    await pool.end();
    await close();
  });

  it('closes without complaint, however late its last connection hangs up', async () => {
    dir = copyTemplate();
    const { worker, close } = await startPglite(dir);
    const running = await worker();
    const ended = once(running, 'exit');
    for (const kind of ['close', 'hang-up']) running.postMessage({ kind });
    expect(await ended).toEqual([0]);
    await close();
  });

  it('is checkpointed when it was written to, and left alone when not', async () => {
    dir = copyTemplate();
    const { db, close } = await openDb({ kind: 'pglite', dir });
    const lastCheckpoint = async () =>
      (await sql<{ lsn: string }>`select redo_lsn::text as lsn from pg_control_checkpoint()`.execute(db)).rows[0]?.lsn;
    const tidy = makeTidy(db);
    await tidy();
    const quiet = await lastCheckpoint();
    await tidy();
    expect(await lastCheckpoint()).toBe(quiet);
    for (let round = 0; round < 12; round++) {
      await db.insertInto('receipt').values({ op_id: randomUUID(), input_hash: 'x' }).execute();
      await tidy();
    }
    expect(await lastCheckpoint()).not.toBe(quiet);
    const { rows } = await sql`select reltuples::int as rows from pg_class where relname = 'receipt'`.execute(db);
    expect(rows[0]).not.toEqual({ rows: -1 }); // analysed
    await close();
  });
});
