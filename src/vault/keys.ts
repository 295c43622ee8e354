/**
 * The keys of a vault and what they do, with WebCrypto alone.
 *
 * From one random master key come three that cannot be exported: one seals rows (AES-256-GCM, a random IV each), one
 * seals the keys of rows in a way that gives the same key the same look (the IV is an HMAC of the key, RFC 5297's idea),
 * and one blinds the values of indexes (HMAC). What a row or key belongs to is additional data: moved elsewhere, it does
 * not open.
 */

import type { Box } from './protocol.ts';

/** OWASP's figure for PBKDF2 with SHA-256. */
export const PASSPHRASE_ROUNDS = 600_000;
export const PIN_TRIES = 5;
const MASTER_BYTES = 32;
const IV_BYTES = 12;

type Bytes = Uint8Array<ArrayBuffer>;
const text = (value: string): Bytes => new TextEncoder().encode(value) as Bytes; // a fresh buffer of its own
const owned = (bytes: Uint8Array): Bytes => bytes as Bytes; // never over shared memory here
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

export interface VaultKeys {
  rows: CryptoKey;
  names: CryptoKey;
  marks: CryptoKey;
}

export const newMaster = (): Bytes => random(MASTER_BYTES);

export async function keysOf(master: Uint8Array): Promise<VaultKeys> {
  const base = await crypto.subtle.importKey('raw', owned(master), 'HKDF', false, ['deriveKey']);
  const derive = (info: string, type: AesKeyGenParams | HmacKeyGenParams, uses: KeyUsage[]) =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: random(0), info: text(info) },
      base,
      type,
      false,
      uses,
    );
  const aes = { name: 'AES-GCM', length: 256 };
  const [rows, names, marks] = await Promise.all([
    derive('wapsi rows 1', aes, ['encrypt', 'decrypt']),
    derive('wapsi names 1', aes, ['encrypt', 'decrypt']),
    derive('wapsi marks 1', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']),
  ]);
  return { rows, names, marks };
}

/** The same words typed on another keyboard are the same passphrase. */
const plainWords = (passphrase: string): Bytes => text(passphrase.normalize('NFKC').trim());

async function keyOfWords(words: string, { salt, rounds }: Pick<Box, 'salt' | 'rounds'>): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', plainWords(words), 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: owned(salt), iterations: rounds };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

async function keyOfSecret(secret: Uint8Array, { salt }: Pick<Box, 'salt'>): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', owned(secret), 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: owned(salt), info: text('wapsi device 1') };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

const BOX = text('wapsi box 1');

export async function boxByWords(master: Uint8Array, words: string, rounds = PASSPHRASE_ROUNDS): Promise<Box> {
  const how = { salt: random(16), rounds };
  return { ...how, sealed: await encrypt(await keyOfWords(words, how), random(IV_BYTES), BOX, master) };
}

export async function boxBySecret(master: Uint8Array, secret: Uint8Array): Promise<Box> {
  const how = { salt: random(16), rounds: 0 };
  return { ...how, sealed: await encrypt(await keyOfSecret(secret, how), random(IV_BYTES), BOX, master) };
}

/** The master key, or undefined when this is not what the box was closed with. */
export const openByWords = async (box: Box, words: string): Promise<Bytes | undefined> =>
  decrypt(await keyOfWords(words, box), BOX, box.sealed);
export const openBySecret = async (box: Box, secret: Uint8Array): Promise<Bytes | undefined> =>
  decrypt(await keyOfSecret(secret, box), BOX, box.sealed);

/** Where a row lies; the additional data of its seal. */
const placeOf = (table: string, key: string | number): Bytes => text(JSON.stringify([table, key]));

export const sealRow = (keys: VaultKeys, table: string, key: string | number, plain: Uint8Array): Promise<Bytes> =>
  encrypt(keys.rows, random(IV_BYTES), placeOf(table, key), plain);
export const openRow = (keys: VaultKeys, table: string, key: string | number, sealed: Uint8Array) =>
  decrypt(keys.rows, placeOf(table, key), sealed);

export async function hideKey(keys: VaultKeys, table: string, key: string | number): Promise<string> {
  const plain = text(JSON.stringify(key));
  const mark = await hmac(keys, ['name', table, key]);
  return toText(await encrypt(keys.names, mark.slice(0, IV_BYTES), text(table), plain));
}

export async function showKey(keys: VaultKeys, table: string, hidden: string): Promise<string | number | undefined> {
  const plain = await decrypt(keys.names, text(table), fromText(hidden));
  return plain && (JSON.parse(new TextDecoder().decode(plain)) as string | number); // written by hideKey
}

export const blindValue = async (keys: VaultKeys, table: string, index: string, value: string): Promise<string> =>
  toText(await hmac(keys, ['mark', table, index, value]));

const hmac = async (keys: VaultKeys, of: readonly (string | number)[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', keys.marks, text(JSON.stringify(of))));

/** The IV, then the text and its tag. */
async function encrypt(key: CryptoKey, iv: Bytes, additionalData: Bytes, plain: Uint8Array): Promise<Bytes> {
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, owned(plain));
  const all = new Uint8Array(IV_BYTES + sealed.byteLength);
  all.set(iv);
  all.set(new Uint8Array(sealed), IV_BYTES);
  return all;
}

async function decrypt(key: CryptoKey, additionalData: Bytes, sealed: Uint8Array): Promise<Bytes | undefined> {
  const iv = owned(sealed.subarray(0, IV_BYTES));
  try {
    const how = { name: 'AES-GCM', iv, additionalData };
    return new Uint8Array(await crypto.subtle.decrypt(how, key, owned(sealed.subarray(IV_BYTES))));
  } catch {
    return undefined; // the tag does not fit: another key, another place, or changed bytes
  }
}

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const fromText = (value: string): Bytes =>
  Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
