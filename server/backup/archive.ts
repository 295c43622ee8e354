/** A backup as a folder: parts, and last a manifest with the hash of each. A folder without manifest is none. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { keyOf, Lock, newLock, seal, unseal, unsealBytes } from './seal.ts';

const Part = z.object({
  /** No way out of its folder: it is a path in the backup, and one where it is restored. */
  name: z.string().check(z.regex(/^(?!.*\.\.)[a-z0-9/.]+$/)),
  bytes: z.int(),
  /** Of the part as it is stored. */
  sha256: z.string(),
});
const Body = z.object({
  madeAt: z.iso.datetime(),
  parts: z.array(Part),
  /** Files are sealed each by its own key, and keys lie elsewhere (key-file.ts); older backups hold them as they are. */
  keyed: z.optional(z.boolean()),
});
/** `body` is the JSON of a {@link Body}, sealed and in base64 if there is a lock; `sha256` is of that text. */
const Manifest = z.object({ format: z.literal(1), lock: z.optional(Lock), sha256: z.string(), body: z.string() });

const MANIFEST = 'manifest.json';

export interface NewBackup {
  add(name: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Write the manifest, durably; how many parts and bytes there are. */
  finish(): Promise<{ parts: number; bytes: number }>;
}

/** Begin a backup in a folder that is new or empty. */
export async function beginBackup(dir: string, passphrase: string | undefined): Promise<NewBackup> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  if ((await readdir(dir)).length > 0)
    throw new Error(`The folder ${dir} is not empty; a backup needs one of its own.`);
  const lock = passphrase === undefined ? undefined : newLock();
  const key = passphrase !== undefined && lock ? keyOf(passphrase, lock) : undefined;
  const parts: z.infer<typeof Part>[] = [];
  return {
    async add(name, source) {
      const path = join(dir, name);
      await mkdir(dirname(path), { recursive: true });
      const hash = createHash('sha256');
      let bytes = 0;
      const stored = key ? seal(source, key, name) : source;
      await pipeline(
        stored,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
      );
      parts.push({ name, bytes, sha256: hash.digest('hex') });
    },
    async finish() {
      const json = JSON.stringify({ madeAt: new Date().toISOString(), parts, keyed: true } satisfies z.infer<
        typeof Body
      >);
      const sealed = key ? seal(Readable.from([Buffer.from(json)]), key, MANIFEST) : undefined;
      const body = sealed ? (await collect(sealed)).toString('base64') : json;
      const manifest: z.infer<typeof Manifest> = { format: 1, ...(lock ? { lock } : {}), sha256: hashOf(body), body };
      const file = await open(join(dir, MANIFEST), 'wx', 0o600);
      await file.writeFile(JSON.stringify(manifest));
      await file.sync();
      await file.close();
      return { parts: parts.length, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
    },
  };
}

export interface OpenBackup {
  madeAt: string;
  /** Whether it needs the keys that lie beside it. */
  keyed: boolean;
  /** Names of all parts. */
  parts: readonly string[];
  read(name: string): AsyncIterable<Buffer>;
}

/** Open a backup after every byte of it was found as it was written; throws with the name of what is not. */
export async function openBackup(dir: string, passphrase: string | undefined): Promise<OpenBackup> {
  const text = await readFile(join(dir, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new Error(`${dir} holds no backup that was finished.`, { cause });
  });
  const { lock, sha256, body } = readManifest(text);
  if (hashOf(body) !== sha256) throw damaged(MANIFEST);
  if (lock && passphrase === undefined) throw new Error('This backup is sealed: set BACKUP_PASSPHRASE.');
  const key = lock && passphrase !== undefined ? keyOf(passphrase, lock) : undefined;
  if (!lock && passphrase)
    throw new Error(
      `${dir} is not sealed, and BACKUP_PASSPHRASE says that yours are: whoever can write there may have put it in the place of one. Unset it to restore it all the same.`,
    );
  const { madeAt, parts, keyed = false } = readBody(key ? openBody(body, key) : body);
  const read = (name: string): AsyncIterable<Buffer> =>
    key ? unseal(join(dir, name), key, name) : createReadStream(join(dir, name));
  for (const part of parts) {
    const path = join(dir, part.name);
    const size = (await stat(path).catch(() => undefined))?.size;
    if (size !== part.bytes || (await hashFile(path)) !== part.sha256) throw damaged(part.name);
    if (key) await drain(read(part.name), part.name);
  }
  return { madeAt, keyed, parts: parts.map(({ name }) => name), read };
}

function readManifest(text: string): z.infer<typeof Manifest> {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw damaged(MANIFEST, cause);
  }
}

function readBody(text: string): z.infer<typeof Body> {
  try {
    return Body.parse(JSON.parse(text));
  } catch (cause) {
    throw damaged(MANIFEST, cause);
  }
}

function openBody(body: string, key: Buffer): string {
  try {
    return unsealBytes(Buffer.from(body, 'base64'), key, MANIFEST).toString();
  } catch (cause) {
    throw new Error('BACKUP_PASSPHRASE is not the one that this backup was sealed with.', { cause });
  }
}

async function drain(source: AsyncIterable<Buffer>, name: string): Promise<void> {
  try {
    for await (const _ of source);
  } catch (cause) {
    throw damaged(name, cause);
  }
}

const damaged = (name: string, cause?: unknown) =>
  new Error(`The backup is damaged: ${name} is not as it was written. Nothing was restored.`, { cause });

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
