/** A backup made while people write, and restored elsewhere: all that was there at its moment, and devices that notice. */

import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sync } from '../../contract/sync.ts';
import { findByEmail } from '../../server/auth/accounts.ts';
import { beginBackup } from '../../server/backup/archive.ts';
import { backUp, renewKeyFile, restore } from '../../server/backup/backup.ts';
import { openControl } from '../../server/backup/control.ts';
import { keyFileOf, readKeyFile, writeKeyFile } from '../../server/backup/key-file.ts';
import { dumpRows } from '../../server/backup/rows.ts';
import { openKeys } from '../../server/db/keys.ts';
import { applyMissing, MIGRATIONS } from '../../server/db/migrate.ts';
import { type Db, openDb, type Where } from '../../server/db/open.ts';
import { openFileStore } from '../../server/files/store.ts';
import { makePhoto, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { type Crowd, openCrowd } from '../support/crowd.ts';
import { createDatabase, passingFolder, type TestDatabase, withDatabases, withEither } from '../support/databases.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { judge, NOTHING_WRONG } from '../support/kept.ts';
import { saveReport } from '../support/made.ts';
import { startServer } from '../support/server.ts';

// Databases are made and started again: minutes on a machine that others use.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const run = promisify(execFile);

/** Every row of every table but those that say where the database is, as text. */
async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    if (['meta', 'change', 'life', 'migration'].includes(name)) continue;
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(name)} t order by 1`.execute(db);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/**
 * A backup as the last version without keys wrote it, since whose records say nothing of them: the rows in the clear, files
 * as they were, and a manifest that names no keys.
 */
async function writeOlderBackup(at: Where, into: string, file: Buffer): Promise<{ id: string; sha256: string }> {
  const [id, sha256] = [randomUUID(), createHash('sha256').update(file).digest('hex')];
  const { db, close } = await openDb(at, async () => {});
  const older = MIGRATIONS.filter(({ name }) => name < '023');
  await db.transaction().execute((tx) => applyMissing(tx, older));
  await sql`insert into app_user (id, name, email, role, phone)
    values (${id}, 'Asha Rani', 'Asha@example.in', 'poster', '98140 55512')`.execute(db);
  await sql`insert into report (id, posting_role, type, status, subject, title, name, phone, condition, number, owner_id, lat, lng)
    values (${id}, 'victim', 'lost', 'published', 'person', 'ਲਾਪਤਾ', 'Kiran', '98140 55513', 'missing', 'W-AAAA', ${id}, 30.25, 75.5)`.execute(
    db,
  );
  const rows: string[] = [];
  await dumpRows(db, async (lines) => {
    rows.push(lines);
  });
  await close();
  const backup = await beginBackup(into, undefined);
  await backup.add('rows.ndjson.gz', Readable.from([gzipSync(rows.join(''))]));
  await backup.add(`files/${sha256}`, Readable.from([file]));
  await backup.finish();
  const path = join(into, 'manifest.json');
  const { body, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  const { keyed, ...rest } = JSON.parse(body);
  expect(keyed).toBe(true);
  const olderBody = JSON.stringify(rest);
  const hash = createHash('sha256').update(olderBody).digest('hex');
  writeFileSync(path, JSON.stringify({ ...manifest, sha256: hash, body: olderBody }));
  return { id, sha256 };
}

const epochOf = async (db: Db) =>
  (await db.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirstOrThrow()).value;

withDatabases('a backup', (database) => {
  const dir = passingFolder('backup');
  let host: TestHost;
  let closeControl: () => Promise<void> = async () => {};
  let place: { database: Where; dataDir: string; filesDir: string };
  let crowd: Crowd;
  let n = 0;
  const fresh = () => join(dir, String(++n));
  const made: Awaited<ReturnType<typeof createDatabase>>[] = [];
  /** In a PostgreSQL unless told otherwise: making an embedded database is five seconds of processor. */
  async function emptyPlaceFor(name: string, kind: Where['kind'] = 'postgres') {
    const folders = { dataDir: name, filesDir: join(name, 'files') };
    if (kind === 'pglite') return { ...folders, database: { kind, dir: join(name, 'database') } };
    const empty = await createDatabase();
    made.push(empty);
    return { ...folders, database: empty.where };
  }

  beforeAll(async () => {
    host = await startHost(database);
    place = { database: await database.where(), dataDir: host.config.dataDir, filesDir: host.filesDir };
    // As server/main.ts does; a PostgreSQL is asked directly.
    if (database.kind === 'pglite') closeControl = await openControl(host.config.dataDir, host.db);
    const { token, userId } = await signIn(host.db, 'poster');
    const device = openDevice(host.fetch);
    Object.assign(device, { token, account: userId });
    await saveReport(
      device.db,
      newReport({ descriptionText: 'ਲੁਧਿਆਣਾ "ਵਿੱਚ" \\ back' }, { photos: [await makePhoto(5)] }),
    );
    await device.push();
    device.close();
    const port = await host.app().listen({ port: 0, host: '127.0.0.1' });
    crowd = openCrowd(port, 3, 2);
  });
  afterAll(async () => {
    crowd.close();
    await closeControl();
    await host.remove();
    for (const { remove } of made) await remove();
    rmSync(dir, { recursive: true, force: true });
  });

  it('holds every row and file, and restores them into an empty place, whatever database that has', async () => {
    const [into, to] = [fresh(), fresh()];
    // What the post has left for later is done first: nothing else writes then.
    const jobs = () =>
      host.db
        .selectFrom('job')
        .select('id')
        .where('kind', 'not in', [
          'housekeeping',
          'ask-owners',
          'expire-reports',
          'strip-ended',
          'raise-duty',
          'sweep-uploads',
          'look-at-files',
          'sweep-keys',
          'retention',
        ])
        .execute();
    await expect.poll(jobs, { timeout: 45_000 }).toEqual([]);
    const whole = join(host.filesDir, 'whole');
    const strays = [join(whole, 'lost+found'), join(whole, '.nfs0001')] as const;
    mkdirSync(strays[0]); // as on a disk of its own
    writeFileSync(strays[1], 'of the system');
    await backUp(place, into);
    for (const stray of strays) rmSync(stray, { recursive: true });
    const before = await allRows(host.db);
    expect(before.report?.length).toBeGreaterThan(0);
    const target = await emptyPlaceFor(to, database.kind === 'pglite' ? 'postgres' : 'pglite');
    const { files } = await restore(into, target);
    expect(files).toBe(readdirSync(join(host.filesDir, 'whole')).length);
    const { db, close } = await openDb(target.database);
    expect(await allRows(db)).toEqual(before);
    expect(await epochOf(db)).not.toBe(await epochOf(host.db));
    // What comes next does not meet what was there: sequences go on where they were.
    await sql`insert into job (kind, payload) values ('none', '{}')`.execute(db);
    // The references between tables are back.
    await expect(sql`delete from app_user`.execute(db)).rejects.toMatchObject({ code: '23503' });
    await close();
  });

  it('is of one moment while people write, and takes all that was received before it', async () => {
    const stop = new AbortController();
    const working = crowd.work(stop.signal);
    await expect.poll(async () => (await crowd.told()).length, { timeout: 45_000 }).toBeGreaterThan(4);
    const told = await crowd.told();
    const [into, to] = [fresh(), fresh()];
    await backUp(place, into, 'ਪਾਸ phrase');
    stop.abort();
    await working;
    const sealed = readdirSync(into, { recursive: true, encoding: 'utf8' }).map((name) => join(into, name));
    expect(sealed.some((path) => path.endsWith('manifest.json'))).toBe(true);

    const target = await emptyPlaceFor(to);
    await expect(restore(into, target)).rejects.toThrow(/set BACKUP_PASSPHRASE/);
    await expect(restore(into, target, 'another')).rejects.toThrow(/not the one/);
    await restore(into, target, 'ਪਾਸ phrase');
    const { db, close } = await openDb(target.database);
    const foreign = await db.selectFrom('report').select('id').where('owner_id', 'is not', null).execute();
    const saved = new Set([...crowd.saved, ...foreign.map(({ id }) => id)]);
    expect(await judge(db, target.filesDir, told, saved)).toEqual(NOTHING_WRONG);
    await close();
  });

  it('that was changed by one bit is refused with the name of the part, and nothing is restored', async () => {
    const into = fresh();
    await backUp(place, into, 'secret');
    const parts = ['rows.ndjson.gz', `files/${readdirSync(join(into, 'files'))[0]}`, 'manifest.json'];
    for (const part of parts) {
      const path = join(into, part);
      const good = readFileSync(path);
      const bad = Buffer.from(good);
      const at = bad.length >> 1;
      bad[at] = Number(bad[at]) ^ 1;
      writeFileSync(path, bad);
      const target = await emptyPlaceFor(fresh());
      await expect(restore(into, target, 'secret'), part).rejects.toThrow(`The backup is damaged: ${part}`);
      expect(() => readdirSync(join(target.filesDir, 'whole'))).toThrow(/ENOENT/);
      writeFileSync(path, good);
    }
    rmSync(join(into, 'manifest.json'));
    await expect(restore(into, await emptyPlaceFor(fresh()), 'secret')).rejects.toThrow(/no backup that was finished/);
  });

  it('leaves no photo open beside the server when it cannot be restored to its end', async () => {
    const into = fresh();
    await backUp(place, into, 'secret');
    const names = readdirSync(join(into, 'files'));
    expect(names.length).toBeGreaterThan(0);
    // The keys of the moment, but for one that is not its file's.
    const keys = openKeys(fresh());
    const held = await readKeyFile(keyFileOf(into), 'secret');
    await keys.put(new Map([...held, [names.at(-1) ?? '', randomBytes(32)]]));
    await writeKeyFile(keys, keyFileOf(into), 'secret');
    const target = await emptyPlaceFor(fresh());
    await expect(restore(into, target, 'secret')).rejects.toThrow();
    expect(readdirSync(target.filesDir)).toEqual([]);
    await renewKeyFile(place, dir, 'secret');
    expect((await restore(into, target, 'secret')).files).toBe(names.length);
  });

  it('that is not sealed is not taken for one that is, nor one whose parts lie elsewhere', async () => {
    const into = fresh();
    await backUp(place, into);
    const target = await emptyPlaceFor(fresh());
    await expect(restore(into, target, 'secret')).rejects.toThrow(/not sealed/);
    const path = join(into, 'manifest.json');
    const { body, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
    const outside = 'files/../../outside';
    const bytes = Buffer.from('anything');
    writeFileSync(join(into, outside), bytes);
    const { parts, ...rest } = JSON.parse(body);
    const part = { name: outside, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const forged = JSON.stringify({ ...rest, keyed: false, parts: [...parts, part] });
    const sha256 = createHash('sha256').update(forged).digest('hex');
    writeFileSync(path, JSON.stringify({ ...manifest, sha256, body: forged }));
    await expect(restore(into, target)).rejects.toThrow('The backup is damaged: manifest.json');
    expect(existsSync(target.filesDir)).toBe(false);
  });

  it('is not restored over what is there, nor into a database in use', async () => {
    const into = fresh();
    await backUp(place, into);
    await expect(restore(into, place)).rejects.toThrow(database.kind === 'pglite' ? /in use by process/ : /not empty/);
    await expect(backUp(place, into)).rejects.toThrow(/not empty/);
    const noFiles = { ...place, filesDir: fresh() };
    await expect(restore(into, noFiles)).rejects.toThrow(
      database.kind === 'pglite' ? /in use by process/ : /not empty/,
    );
  });

  it('once restored is another life of the database: a device starts over, and its queue flows on (R424)', async () => {
    const device = openDevice(host.fetch);
    const { cursor } = await device.api.call(sync, { feed: 'reports', cursor: '' });
    device.close();
    const [into, to] = [fresh(), fresh()];
    await backUp(place, into);
    const target = await emptyPlaceFor(to);
    await restore(into, target);
    await openFileStore(target.filesDir, host.config);
    const restored: TestDatabase = {
      kind: target.database.kind,
      where: async () => target.database,
      open: () => openDb(target.database),
    };
    const again = await startHost(restored);
    const later = openDevice(again.fetch);
    expect((await later.api.call(sync, { feed: 'reports', cursor })).reset).toBe(true);
    later.close();
    await again.remove();
  });
});

withEither('a backup of a version without keys', (database) => {
  it('is restored without a key file, loses nothing, and is sealed by the server that starts on it', async () => {
    const dir = passingFolder('older');
    const made = [await createDatabase(), await createDatabase()];
    const [older, empty] = made;
    if (!older || !empty) throw new Error('two were made');
    const file = Buffer.from('the bytes of a photo');
    const { id, sha256 } = await writeOlderBackup(older.where, join(dir, 'backup'), file);
    const filesDir = join(dir, 'place/files');
    const embedded: Where = { kind: 'pglite', dir: join(dir, 'place/database') };
    const target = {
      dataDir: join(dir, 'place'),
      filesDir,
      database: database.kind === 'pglite' ? embedded : empty.where,
    };
    const restored = await restore(join(dir, 'backup'), target);
    expect(restored).toMatchObject({ files: 1, erased: 0 });
    expect(restored.rows).toBeGreaterThan(1);
    expect(readFileSync(join(filesDir, 'whole', sha256)).equals(file)).toBe(true);
    const where = target.database;
    const again = await startHost({ kind: where.kind, where: async () => where, open: () => openDb(where) });
    const clear = sql<{ clear: string }>`select concat_ws(' ', report.title, report.name, report.phone, report.lat,
      app_user.name, app_user.email, app_user.phone) as clear from report, app_user`;
    const words = ['ਲਾਪਤਾ', 'Kiran', '98140', '30.25', 'Asha', 'example.in'];
    const readable = async () => {
      const stored = JSON.stringify((await clear.execute(again.db)).rows);
      return words.filter((word) => stored.includes(word));
    };
    await expect.poll(readable, { timeout: 45_000 }).toEqual([]);
    const report = await again.db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(report).toMatchObject({ title: 'ਲਾਪਤਾ', name: 'Kiran', phone: '98140 55513', lat: 30.25, lng: 75.5 });
    expect(await findByEmail(again.db, 'asha@example.in')).toMatchObject({
      id,
      name: 'Asha Rani',
      phone: '98140 55512',
    });
    await again.remove();
    for (const { remove } of made) await remove();
    rmSync(dir, { recursive: true, force: true });
  });
});

describe('npm run backup and npm run restore', () => {
  it('work on a server that runs, and on what they made', { timeout: 400_000 }, async () => {
    const dir = passingFolder('run');
    const { from, settings } = emptyPlace(dir);
    const server = await startServer(settings, { from });
    const device = openDevice((input, init) => fetch(String(input).replace('http://server', server.url), init));
    await saveReport(device.db, newReport());
    await device.push();
    const npm = (script: string, folder: string, data: string) =>
      run(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, folder], {
        env: { ...process.env, ...settings, DATA_DIR: data, BACKUP_PASSPHRASE: 'one two' },
      });
    const [backup, place] = [join(dir, 'backup'), join(dir, 'place')];
    expect((await npm('backup', backup, server.data)).stdout).toMatch(/1 parts, \d+ bytes, sealed/);
    const inUse = { kind: 'pglite', dir: join(server.data, 'database') } as const;
    const there = { dataDir: server.data, filesDir: join(server.data, 'files'), database: inUse };
    await expect(restore(backup, there, 'one two')).rejects.toThrow(`in use by process ${server.pid} `);
    const { stdout } = await npm('restore', backup, place);
    expect(stdout).toMatch(/rows and 0 files restored/);
    expect(stdout).toMatch(/as it was shortly before 20\d\d-\d\d-\d\dT[\d:.]+Z: .*protected.*signed out.* since/);
    const { db, close } = await openDb({ kind: 'pglite', dir: join(place, 'database') });
    expect(await db.selectFrom('report').select('title').execute()).toEqual([{ title: 'Missing since Tuesday' }]);
    await close();
    device.close();
    await server.remove();
    rmSync(dir, { recursive: true, force: true });
  });
});
