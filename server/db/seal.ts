/**
 * One value sealed by the key of its record: AES-256-GCM. A text begins with a sign that no text from outside begins with
 * (sealing.ts sees to it), bytes with a mark; both then name their key. Pure.
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { KEY_BYTES, type KeyName, reachOf } from './keys.ts';

/** U+0001. */
export const SIGN = '\u0001';
const MARK = Buffer.from('\u0001sealed\u0001');
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 16;
/** Ahead of the sealed bytes: whose key, which of its two, and whose else. */
const OWN = 0;
const REACH = 1;
const TWO = 2;
const headBytesOf = (bytes: Buffer): number => ID_BYTES + 1 + (bytes[ID_BYTES] === TWO ? ID_BYTES : 0);
const BESIDE_HEAD = IV_BYTES + TAG_BYTES;

/** How it reads once its key is gone: as nothing, or, where there must be a text, as an empty one. */
export type Kind = 'optional' | 'required' | 'bytes';
const SIGNS = { optional: `${SIGN}o`, required: `${SIGN}r` } as const;

export interface Place {
  id: string;
  /** By the key of what an ended report gives up. */
  reach: boolean;
  /** Another record without whose key it cannot be opened either. */
  also?: string;
}

export const keyNamesOf = ({ id, reach, also }: Place): KeyName[] => [
  reach ? reachOf(id) : id,
  ...(also === undefined ? [] : [also]),
];

/** What a place is sealed by: its record's key, or one that is made of both; undefined when one of them is gone. */
export function keyOf<T extends Buffer | undefined>(place: Place, find: (name: KeyName) => T): Buffer | T {
  const [own, other] = keyNamesOf(place).map(find) as [T, T?];
  if (place.also === undefined || !own) return own;
  if (!other) return other as T;
  return Buffer.from(hkdfSync('sha256', Buffer.concat([own, other]), '', 'both', KEY_BYTES));
}

/** A text, a number or bytes; what is not there stays so. */
export function sealValue(value: unknown, place: Place, kind: Kind, key: Buffer): unknown {
  if (value === null || value === undefined) return value;
  if (value instanceof Uint8Array) return Buffer.concat([MARK, sealBytes(value, place, key)]);
  const sealed = sealBytes(Buffer.from(JSON.stringify(value)), place, key).toString('base64url');
  return `${kind === 'required' ? SIGNS.required : SIGNS.optional}${sealed}`;
}

/** What is sealed in a column's value; undefined where nothing is. */
export function sealedIn(value: unknown): { kind: Kind; bytes: Buffer; place: Place } | undefined {
  if (typeof value === 'string') {
    if (!value.startsWith(SIGN)) return undefined;
    const kind = value.startsWith(SIGNS.required) ? 'required' : 'optional';
    const bytes = Buffer.from(value.slice(SIGNS.optional.length), 'base64url');
    return bytes.length < headBytesOf(bytes) + BESIDE_HEAD ? undefined : { kind, bytes, place: placeOf(bytes) };
  }
  if (!(value instanceof Uint8Array) || value.length < MARK.length + ID_BYTES + 1 + BESIDE_HEAD) return undefined;
  const all = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (!all.subarray(0, MARK.length).equals(MARK)) return undefined;
  const bytes = all.subarray(MARK.length);
  return { kind: 'bytes', bytes, place: placeOf(bytes) };
}

/** What was sealed; what can be opened by no key reads as nothing. */
export function openValue({ kind, bytes }: { kind: Kind; bytes: Buffer }, key: Buffer | undefined): unknown {
  const opened = key && openBytes(bytes, key);
  if (!opened) return kind === 'required' ? '' : kind === 'bytes' ? Buffer.alloc(0) : null;
  return kind === 'bytes' ? opened : JSON.parse(opened.toString());
}

function sealBytes(plain: Uint8Array, { id, reach, also }: Place, key: Buffer): Buffer {
  const which = also === undefined ? (reach ? REACH : OWN) : TWO;
  const head = Buffer.concat([bytesOfId(id), Buffer.from([which]), bytesOfId(also ?? '')]);
  if (head.length !== headBytesOf(head)) throw new Error(`${id} is no id of a record`);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(head);
  return Buffer.concat([head, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openBytes(bytes: Buffer, key: Buffer): Buffer | undefined {
  const head = headBytesOf(bytes);
  const iv = bytes.subarray(head, head + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(bytes.subarray(0, head));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    const body = bytes.subarray(head + IV_BYTES, bytes.length - TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return undefined; // another key has been made under this name since
  }
}

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function placeOf(bytes: Buffer): Place {
  const which = bytes[ID_BYTES];
  const also = which === TWO ? { also: idIn(bytes.subarray(ID_BYTES + 1)) } : {};
  return { id: idIn(bytes), reach: which === REACH, ...also };
}

function idIn(bytes: Buffer): string {
  const hex = bytes.subarray(0, ID_BYTES).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
