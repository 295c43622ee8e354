/** Parts of a backup sealed with a passphrase: AES-256-GCM under a key from scrypt. Not one flipped bit is read as data. */

import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scryptSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import * as z from 'zod/mini';

/** How the key came from the passphrase; 2^17 · 8 takes 128 MB and a good part of a second, for whoever guesses too. */
export const Lock = z.object({ salt: z.string(), n: z.int(), r: z.int(), p: z.int() });
export type Lock = z.infer<typeof Lock>;

const IV_BYTES = 12;
const TAG_BYTES = 16;

export const newLock = (): Lock => ({ salt: randomBytes(16).toString('base64'), n: 2 ** 17, r: 8, p: 1 });

export function keyOf(passphrase: string, { salt, n, r, p }: Lock): Buffer {
  const cost: ScryptOptions = { N: n, r, p, maxmem: 256 * n * r };
  return scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, cost);
}

/** The part's name is sealed with it, so that no part passes for another. */
export async function* seal(source: AsyncIterable<Buffer>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  yield iv;
  for await (const chunk of source) yield cipher.update(chunk);
  yield cipher.final();
  yield cipher.getAuthTag();
}

/** The same of bytes in memory. */
export function sealOnce(plain: Uint8Array, key: Buffer, name: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed, of bytes in memory; throws when it is not what was sealed. */
export function unsealBytes(sealed: Buffer, key: Buffer, name: string): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
}

/** The same of a file; it throws at the end, so nothing of it may count before. */
export async function* unseal(path: string, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  const [iv, tag] = [Buffer.alloc(IV_BYTES), Buffer.alloc(TAG_BYTES)];
  const file = await open(path, 'r');
  await file.read(iv, 0, IV_BYTES, 0);
  await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
  await file.close();
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name)).setAuthTag(tag);
  if (size > IV_BYTES + TAG_BYTES)
    for await (const chunk of createReadStream(path, { start: IV_BYTES, end: size - TAG_BYTES - 1 }))
      yield decipher.update(chunk as Buffer);
  yield decipher.final();
}
