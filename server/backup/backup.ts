/** All that a server holds, into a folder and back: the database as it is at one moment, and the files. */

import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Config } from '../config.ts';
import { lockFolder } from '../db/lock.ts';
import { openDb, type Where } from '../db/open.ts';
import { beginBackup, openBackup } from './archive.ts';
import { askForDump } from './control.ts';
import { dumpRows, loadRows } from './rows.ts';

const ROWS = 'rows.ndjson.gz';
const FILES = 'files/';

type Of = Pick<Config, 'dataDir' | 'filesDir'> & { database: Where };

/** Back up a server, which may run meanwhile. */
export async function backUp(of: Of, into: string, passphrase?: string): Promise<{ parts: number; bytes: number }> {
  const backup = await beginBackup(into, passphrase);
  const zipped = createGzip();
  const zipping = withRows(of, (rows) => pipeline(rows, zipped));
  await Promise.all([zipping, backup.add(ROWS, zipped)]);
  // After the rows: what they name was whole by then. What has been erased since is rightly missing.
  const whole = join(of.filesDir, 'whole');
  for (const sha256 of existsSync(whole) ? await readdir(whole) : []) {
    const file = await open(join(whole, sha256), 'r').catch(() => undefined);
    if (file) await backup.add(`${FILES}${sha256}`, file.createReadStream());
  }
  return backup.finish();
}

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

/** Restore a backup into a server's empty place; refuses one that is used or runs, and a backup that is not whole. */
export async function restore(from: string, into: Of, passphrase?: string): Promise<{ rows: number; files: number }> {
  const { database } = into;
  if (database.kind === 'pglite') lockFolder(database.dir)(); // throws with the pid of a server that runs
  const whole = join(into.filesDir, 'whole');
  const hasFiles = existsSync(whole) && (await readdir(whole)).length > 0;
  if (hasFiles || (database.kind === 'pglite' && existsSync(join(database.dir, 'pg'))))
    throw new Error(`${into.dataDir} is not empty: a backup is restored into an empty place only. Move it away first.`);
  const backup = await openBackup(from, passphrase);
  const files = backup.parts.filter((name) => name.startsWith(FILES));
  const incoming = join(into.filesDir, 'restoring');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  for (const name of files) await keep(backup.read(name), join(incoming, name.slice(FILES.length)));
  await sync(incoming);
  let rows = 0;
  try {
    const { close } = await openDb(database, async (db) => {
      rows = await loadRows(db, linesOf(backup.read(ROWS)));
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
  return { rows, files: files.length };
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

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
