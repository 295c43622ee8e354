/**
 * Note: A key for each record. What is told of somebody lies in the database sealed by a key that lies outside of it, in a
 * file of its own. Once the file is gone, no page, log, copy or backup of the database holds a readable word of the record.
 * A key is on the disk before the write that needs it is committed (`written`, group.ts). Servers on one data folder share
 * the files: a key is never changed, only made and taken away.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Of what: a record by its id; what it gives up when it ends, by the id and `.reach`; a kept file by its SHA-256; of the server itself, by a word. */
export type KeyName = string;

export const KEY_BYTES = 32;
/** What an ended report gives up goes while its words stay: it has a key of its own. */
export const reachOf = (id: string): KeyName => `${id}.reach`;

const NAME = /^(?:[0-9a-f-]{36}(?:\.reach)?|[0-9a-f]{64}|[a-z]{3,12})$/;
/** Kept in memory: the reports of the lists that are read most. */
const MOST_KEPT = 20_000;
/** Another server may have erased it: for so long it can still be opened here, though its row is gone. */
const KEPT_MS = 5_000;
/** Files that are read at the same time. */
const AT_ONCE = 32;
/** What the disk has at hand is read at once, which takes a fifth of the time; for so long nobody else is served. */
const READ_HERE_MS = 2;

export interface Keys {
  readonly dir: string;
  /** The key of this name; it is made if there is none. */
  take(name: KeyName): Buffer;
  /** Those that there are. */
  read(names: Iterable<KeyName>): Promise<Map<KeyName, Buffer>>;
  /** Until the keys that were made are on the disk. */
  written(): Promise<void>;
  /** Overwrite and remove them; those that are gone already are done. */
  erase(names: Iterable<KeyName>): Promise<void>;
  /** All names, in pages. */
  list(): AsyncGenerator<KeyName[]>;
  /** Of these those that were made before a moment. */
  olderThan(moment: number, names: readonly KeyName[]): Promise<KeyName[]>;
  /** Put keys of elsewhere beside those that are here; one that is here stays as it is. */
  put(keys: ReadonlyMap<KeyName, Buffer>): Promise<void>;
}

const fsyncSoon = promisify(fsync);

export function openKeys(dir: string): Keys {
  const kept = new Map<KeyName, { key: Buffer; until: number }>();
  const writing = new Set<Promise<void>>();
  const pathOf = (name: KeyName): string => {
    if (!NAME.test(name)) throw new Error(`No key is called ${name}`);
    return join(dir, name.slice(0, 2), name);
  };

  function keep(name: KeyName, key: Buffer): Buffer {
    kept.delete(name);
    kept.set(name, { key, until: Date.now() + KEPT_MS });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return key;
  }

  /** Whole or not at all: of two servers that make it at once one is first, and both have that one's. */
  function make(name: KeyName): Buffer {
    const path = pathOf(name);
    const folder = dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const incoming = `${path}-${randomBytes(6).toString('hex')}`;
    const file = openSync(incoming, 'wx', 0o600);
    try {
      writeSync(file, randomBytes(KEY_BYTES));
      linkSync(incoming, path);
    } catch (error) {
      closeSync(file);
      unlinkSync(incoming);
      if (isCode(error, 'EEXIST')) return readFileSync(path);
      throw error;
    }
    unlinkSync(incoming);
    const durable = fsyncSoon(file)
      .then(() => syncFolder(folder))
      .finally(() => {
        closeSync(file);
        writing.delete(durable);
      });
    durable.catch(() => undefined); // whoever commits hears of it
    writing.add(durable);
    return readFileSync(path);
  }

  const keepWhole = (name: KeyName, key: Buffer): Buffer | undefined =>
    key.length === KEY_BYTES && key.some((byte) => byte !== 0) ? keep(name, key) : undefined;

  const noneOf = (error: unknown): undefined => {
    if (!isCode(error, 'ENOENT')) throw error;
  };

  function readHere(name: KeyName): Buffer | undefined {
    try {
      return keepWhole(name, readFileSync(pathOf(name)));
    } catch (error) {
      return noneOf(error);
    }
  }

  const readOne = async (name: KeyName): Promise<Buffer | undefined> =>
    readFile(pathOf(name)).then((key) => keepWhole(name, key), noneOf);

  /** Whether there was one. */
  async function eraseOne(name: KeyName): Promise<boolean> {
    kept.delete(name);
    const path = pathOf(name);
    if (!existsSync(path)) return false;
    try {
      const file = await open(path, 'r+');
      try {
        await file.write(Buffer.alloc(KEY_BYTES), 0, KEY_BYTES, 0);
        await file.sync();
      } finally {
        await file.close();
      }
      await rm(path);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
    kept.delete(name); // somebody may have read it in between
    return true;
  }

  return {
    dir,
    take(name) {
      // Never from memory: what is sealed by a key that another server has erased would be lost.
      try {
        return keep(name, readFileSync(pathOf(name)));
      } catch (error) {
        if (!isCode(error, 'ENOENT')) throw error;
        return keep(name, make(name));
      }
    },
    async read(names) {
      const found = new Map<KeyName, Buffer>();
      const missing: KeyName[] = [];
      const [now, began] = [Date.now(), performance.now()];
      for (const name of new Set(names)) {
        const known = kept.get(name);
        const here = performance.now() - began < READ_HERE_MS;
        const key = known && known.until > now ? known.key : here ? readHere(name) : undefined;
        if (key) found.set(name, key);
        else if (!here) missing.push(name);
      }
      for (let at = 0; at < missing.length; at += AT_ONCE)
        await Promise.all(
          missing.slice(at, at + AT_ONCE).map(async (name) => {
            const key = await readOne(name);
            if (key) found.set(name, key);
          }),
        );
      return found;
    },
    async written() {
      if (writing.size > 0) await Promise.all(writing);
    },
    async erase(names) {
      const folders = new Set<string>();
      for (const name of names) {
        if (await eraseOne(name)) folders.add(dirname(pathOf(name)));
      }
      for (const folder of folders) await syncFolder(folder);
    },
    async *list() {
      for (const folder of (await foldersIn(dir)).sort()) {
        const names = (await readdir(join(dir, folder))).filter((name) => NAME.test(name));
        if (names.length > 0) yield names;
      }
    },
    async olderThan(moment, names) {
      const older: KeyName[] = [];
      for (const name of names) {
        const made = await stat(pathOf(name)).catch(() => undefined);
        if (made && made.mtimeMs < moment) older.push(name);
      }
      return older;
    },
    async put(keys) {
      const folders = new Set<string>();
      for (const [name, key] of keys) {
        const path = pathOf(name);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const incoming = `${path}-${randomBytes(6).toString('hex')}`;
        const file = await open(incoming, 'wx', 0o600);
        await file.writeFile(key);
        await file.sync();
        await file.close();
        if (await stat(path).catch(() => undefined)) await rm(incoming);
        else await rename(incoming, path);
        folders.add(dirname(path));
      }
      for (const folder of folders) await syncFolder(folder);
    },
  };
}

async function foldersIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  await handle?.sync();
  await handle?.close();
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
