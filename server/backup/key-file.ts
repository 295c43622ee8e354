/**
 * The keys of a server (Note: A key for each record, server/db/keys.ts) in one file beside its backups. A backup holds
 * none of them, and the file none but those of now: once it is written anew, no older backup tells of what was erased.
 */

import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { KeyName, Keys } from '../db/keys.ts';
import { keyOf, Lock, newLock, sealOnce, unsealBytes } from './seal.ts';

const NAME = 'wapsi-keys';
/** `body`: lines of a name and a key in base64, zipped, sealed if there is a lock; `sha256` is of that text. */
const KeyFile = z.object({ format: z.literal(1), lock: z.optional(Lock), sha256: z.string(), body: z.string() });

/** Among the folders of backups. */
export const keyFileIn = (backups: string): string => join(resolve(backups), NAME);

/** Beside the folder of a backup. */
export const keyFileOf = (backup: string): string => keyFileIn(dirname(resolve(backup)));

/** Put the keys of now in the place of those that the file held; how many they are. */
export async function writeKeyFile(keys: Keys, path: string, passphrase: string | undefined): Promise<number> {
  const lines: string[] = [];
  for await (const names of keys.list()) {
    const found = await keys.read(names);
    for (const [name, key] of found) lines.push(`${name} ${key.toString('base64')}`);
  }
  const lock = passphrase === undefined ? undefined : newLock();
  const plain = gzipSync(lines.join('\n'));
  const sealed = passphrase !== undefined && lock ? sealOnce(plain, keyOf(passphrase, lock), NAME) : plain;
  const body = sealed.toString('base64');
  const file: z.infer<typeof KeyFile> = { format: 1, ...(lock ? { lock } : {}), sha256: hashOf(body), body };
  await replace(path, JSON.stringify(file));
  return lines.length;
}

/**
 * The keys in the file.
 * @throws what to do when it is missing, damaged or sealed by another passphrase
 */
export async function readKeyFile(path: string, passphrase: string | undefined): Promise<Map<KeyName, Buffer>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `There is no ${path}. Without it no name, word, place, phone, face, message or photo of this backup can be read. Put it there, or say --without-keys to restore the rest. Nothing was restored.`,
      { cause },
    );
  });
  const { lock, sha256, body } = parsed(text, path);
  if (hashOf(body) !== sha256) throw damaged(path);
  if (lock && passphrase === undefined) throw new Error(`${path} is sealed: set BACKUP_PASSPHRASE.`);
  const bytes = Buffer.from(body, 'base64');
  const plain = lock && passphrase !== undefined ? opened(bytes, keyOf(passphrase, lock), path) : bytes;
  const lines = gunzipSync(plain).toString().split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(' ')), Buffer.from(line.slice(line.indexOf(' ') + 1), 'base64')]),
  );
}

function opened(bytes: Buffer, key: Buffer, path: string): Buffer {
  try {
    return unsealBytes(bytes, key, NAME);
  } catch (cause) {
    throw new Error(`BACKUP_PASSPHRASE is not the one that ${path} was sealed with.`, { cause });
  }
}

function parsed(text: string, path: string): z.infer<typeof KeyFile> {
  try {
    return KeyFile.parse(JSON.parse(text));
  } catch (cause) {
    throw damaged(path, cause);
  }
}

const damaged = (path: string, cause?: unknown) =>
  new Error(`${path} is damaged: it is not as it was written. Nothing was restored.`, { cause });

/** What the file held before is written over: it is what must not be left. */
async function replace(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  for (const left of await readdir(folder)) if (left.startsWith(`${basename(path)}-`)) await rm(join(folder, left));
  const incoming = `${path}-${process.pid}`;
  const file = await open(incoming, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  const before = await open(path, 'r+').catch(() => undefined);
  await rename(incoming, path);
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
  if (!before) return;
  await before.write(Buffer.alloc((await before.stat()).size), 0, undefined, 0);
  await before.sync();
  await before.close();
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
