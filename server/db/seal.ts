/**
 * One value sealed by the key of its record: AES-256-GCM. A text begins with a sign that no text from outside begins with
 * (sealing.ts sees to it), bytes with a mark; both then name their key. Pure.
 */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type KeyName, reachOf } from './keys.ts';

/** U+0001. */
export const SIGN = '\u0001';
const MARK = Buffer.from('\u0001sealed\u0001');
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 16;
/** Ahead of the sealed bytes: whose key, and which of its two. */
const HEAD_BYTES = ID_BYTES + 1;
const LEAST_BYTES = HEAD_BYTES + IV_BYTES + TAG_BYTES;

/** How it reads once its key is gone: as nothing, or, where there must be a text, as an empty one. */
export type Kind = 'optional' | 'required' | 'bytes';
const SIGNS = { optional: `${SIGN}o`, required: `${SIGN}r` } as const;

export interface Place {
  id: string;
  /** By the key of what an ended report gives up. */
  reach: boolean;
}

export const keyNameOf = ({ id, reach }: Place): KeyName => (reach ? reachOf(id) : id);

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
    return bytes.length < LEAST_BYTES ? undefined : { kind, bytes, place: placeOf(bytes) };
  }
  if (!(value instanceof Uint8Array) || value.length < MARK.length + LEAST_BYTES) return undefined;
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

function sealBytes(plain: Uint8Array, { id, reach }: Place, key: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), Buffer.from([reach ? 1 : 0])]);
  if (head.length !== HEAD_BYTES) throw new Error(`${id} is no id of a record`);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(head);
  return Buffer.concat([head, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openBytes(bytes: Buffer, key: Buffer): Buffer | undefined {
  const iv = bytes.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(bytes.subarray(0, HEAD_BYTES));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    const body = bytes.subarray(HEAD_BYTES + IV_BYTES, bytes.length - TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return undefined; // another key has been made under this name since
  }
}

function placeOf(bytes: Buffer): Place {
  const hex = bytes.subarray(0, ID_BYTES).toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { id, reach: bytes[ID_BYTES] === 1 };
}
