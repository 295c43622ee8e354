/** All that a server holds, into a folder and back: the database as it is at one moment, and the files; the keys beside it. */

import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { openKeys } from '../db/keys.ts';
import { lockFolder } from '../db/lock.ts';
import { keysDirOf, openDb, type Where } from '../db/open.ts';
import { beginBackup, type OpenBackup, openBackup } from './archive.ts';
import { askForDump } from './control.ts';
import { eraseAgain } from './erase-again.ts';
import { keyFileIn, keyFileOf, readKeyFile, writeKeyFile } from './key-file.ts';
import { dumpRows, loadRows } from './rows.ts';
import { seal, unseal } from './seal.ts';

const ROWS = 'rows.ndjson.gz';
const FILES = 'files/';
/** Each of ours is named by its SHA-256: what an operator or the system left beside them is not part of a backup, and must not cost it. */
const FILE_NAME = /^[0-9a-f]{64}$/;

type Of = Pick<Config, 'dataDir' | 'filesDir'> & { database: Where };

/** Back up a server, which may run meanwhile. */
export async function backUp(of: Of, into: string, passphrase?: string): Promise<{ parts: number; bytes: number }> {
  const keys = openKeys(keysDirOf(of.database));
  const backup = await beginBackup(into, passphrase);
  const zipped = createGzip();
  const zipping = withRows(of, (rows) => pipeline(rows, zipped));
  await Promise.all([zipping, backup.add(ROWS, zipped)]);
  // After the rows: what they name was whole by then. What has been erased since is rightly missing.
  const whole = join(of.filesDir, 'whole');
  for (const sha256 of existsSync(whole) ? await readdir(whole) : []) {
    if (!FILE_NAME.test(sha256)) continue;
    const file = await open(join(whole, sha256), 'r').catch(() => undefined);
    if (!file) continue;
    const key = keys.take(sha256);
    await keys.written();
    await backup.add(`${FILES}${sha256}`, seal(file.createReadStream(), key, sha256));
  }
  const done = await backup.finish();
  await writeKeyFile(keys, keyFileOf(into), passphrase); // last: it has the keys of all that is in the backup
  return done;
}

/** Renew the keys beside the backups, so that they tell no more of what was erased since; how many there are. */
export const renewKeyFile = (of: Of, backups: string, passphrase?: string): Promise<number> =>
  writeKeyFile(openKeys(keysDirOf(of.database)), keyFileIn(backups), passphrase);

async function withRows(of: Of, use: (rows: AsyncIterable<Buffer>) => Promise<void>): Promise<void> {
  const running = of.database.kind === 'pglite' ? await askForDump(of.dataDir) : undefined;
  if (running) return use(running);
  if (of.database.kind === 'pglite' && !existsSync(join(of.database.dir, 'pg')))
    throw new Error(`There is no database in ${of.database.dir}.`);
  const { db, close } = await openDb(of.database, async () => {}); // as it is: a backup changes nothing
  try {
    const lines = new PassThrough();
    const dumping = dumpRows(db, async (text) => {
      if (!lines.write(text)) await new Promise((resolve) => lines.once('drain', resolve));
    }).then(
      () => lines.end(),
      (error: Error) => lines.destroy(error),
    );
    await Promise.all([use(lines), dumping]);
  } finally {
    await close();
  }
}

export interface Restored {
  rows: number;
  files: number;
  /** Records that were erased since the backup, and were taken out again. */
  erased: number;
  /** When the backup was finished; its rows are of a moment before. */
  madeAt: string;
}

/**
 * Restore a backup into a server's empty place; refuses one that is used or runs, a backup that is not whole, and one whose
 * keys are not beside it, unless `withoutKeys`.
 */
export async function restore(
  from: string,
  into: Of,
  passphrase?: string,
  { withoutKeys = false } = {},
): Promise<Restored> {
  const { database } = into;
  if (database.kind === 'pglite') lockFolder(database.dir)(); // throws with the pid of a server that runs
  const whole = join(into.filesDir, 'whole');
  const hasFiles = existsSync(whole) && (await readdir(whole)).length > 0;
  if (hasFiles || (database.kind === 'pglite' && existsSync(join(database.dir, 'pg'))))
    throw new Error(`${into.dataDir} is not empty: a backup is restored into an empty place only. Move it away first.`);
  const backup = await openBackup(from, passphrase);
  const held =
    backup.keyed && !withoutKeys ? await readKeyFile(keyFileOf(from), passphrase) : new Map<string, Buffer>();
  const isReadable = (name: string) => !backup.keyed || held.has(name.slice(FILES.length));
  const files = backup.parts.filter((name) => name.startsWith(FILES)).filter(isReadable);
  const incoming = join(into.filesDir, 'restoring');
  await bringFiles(incoming, files, { backup, held });
  await openKeys(keysDirOf(database)).put(held);
  let rows = 0;
  let erased = 0;
  try {
    const { close } = await openDb(database, async (db) => {
      rows = await loadRows(db, linesOf(backup.read(ROWS)));
      if (backup.keyed && !withoutKeys) erased = await eraseAgain(db);
    });
    await close();
  } catch (error) {
    if (database.kind === 'pglite') await rm(database.dir, { recursive: true, force: true });
    await rm(incoming, { recursive: true, force: true });
    throw error;
  }
  await rm(whole, { recursive: true, force: true });
  await rename(incoming, whole);
  await sync(into.filesDir);
  return { rows, files: files.length, erased, madeAt: backup.madeAt };
}

/** The photos and videos as they were kept, in a folder that is there whole or not at all: they are open in it. */
async function bringFiles(
  into: string,
  names: readonly string[],
  { backup, held }: { backup: Pick<OpenBackup, 'read'>; held: ReadonlyMap<string, Buffer> },
): Promise<void> {
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  try {
    for (const name of names) {
      const sha256 = name.slice(FILES.length);
      const key = held.get(sha256);
      const path = join(into, sha256);
      await keep(backup.read(name), path);
      if (key) await openInPlace(path, key, sha256);
    }
    await sync(into);
  } catch (error) {
    await rm(into, { recursive: true, force: true });
    throw error;
  }
}

async function* linesOf(zipped: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const unzip = createGunzip().setEncoding('utf8');
  // What fails in it also ends the reading below.
  pipeline(zipped, unzip).catch(() => undefined);
  let rest = '';
  for await (const text of unzip) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function keep(bytes: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for await (const chunk of bytes) await file.appendFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file of a backup becomes what was kept. */
async function openInPlace(path: string, key: Buffer, sha256: string): Promise<void> {
  const opened = `${path}-opened`;
  await keep(unseal(path, key, sha256), opened);
  await rename(opened, path);
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
