/** Bytes locked with words that a person keeps: AES-256-GCM under a key that PBKDF2 makes slowly. */

import { AppError } from '../../contract/errors.ts';

/** Says what the file is; the number is raised when the layout below is another. */
const MAGIC = new TextEncoder().encode('WAPSICOPY1');
const SALT_BYTES = 16;
const IV_BYTES = 12;
/** OWASP's figure for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;

/** Layout: magic, salt, iv, cipher text. */
export async function seal(bytes: Uint8Array<ArrayBuffer>, words: string): Promise<Blob> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await keyOf(words, salt);
  const locked = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: MAGIC }, key, bytes);
  return new Blob([MAGIC, salt, iv, locked], { type: 'application/octet-stream' });
}

/** @throws AppError other-version when it is no such file, not-readable when the words do not fit or a byte was changed */
export async function unseal(file: Blob, words: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) throw new AppError('other-version', 'This is not a locked copy');
  const [saltAt, ivAt] = [MAGIC.length, MAGIC.length + SALT_BYTES];
  const iv = bytes.slice(ivAt, ivAt + IV_BYTES);
  const key = await keyOf(words, bytes.slice(saltAt, ivAt));
  try {
    const how = { name: 'AES-GCM', iv, additionalData: MAGIC };
    return new Uint8Array(await crypto.subtle.decrypt(how, key, bytes.slice(ivAt + IV_BYTES)));
  } catch (cause) {
    throw new AppError('not-readable', 'The words do not fit, or the file was changed', { cause });
  }
}

async function keyOf(words: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  // The same words typed on another phone may come in another form of Unicode.
  const typed = new TextEncoder().encode(words.normalize('NFKC').trim());
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
