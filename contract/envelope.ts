/** Sealed envelopes: a write that anybody may carry, that nobody on the way can read, and that the server does once. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_VIDEO_BYTES } from './limits.ts';
import { Instant, Sha256 } from './primitives.ts';
import { namesSaying } from './queued.ts';
import { PERMISSIONS } from './user.ts';

/** What the server opens envelopes with, as every device may know it. */
export const SealKey = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** The uncompressed point of a P-256 key, base64url. */
  publicKey: z.string().check(z.maxLength(100)),
});
export type SealKey = z.infer<typeof SealKey>;

export const sealKey = endpoint({
  method: 'GET',
  path: '/envelopes/key',
  access: PERMISSIONS.public,
  input: z.object({}),
  output: SealKey,
});

/**
 * What became of an envelope, named by the SHA-256 of its bytes.
 * - `taken`: what it holds was done, now or before; whoever carries it may forget it.
 * - `refused`: it will never be taken.
 * - `waits`: not now; the carrier tries again.
 */
export const EnvelopeState = z.object({
  sha256: Sha256,
  received: z.int(),
  outcome: z.optional(z.enum(['taken', 'refused', 'waits'])),
  /** Why it was refused or waits: a code of the error table. */
  code: z.optional(z.string()),
});
export type EnvelopeState = z.infer<typeof EnvelopeState>;

/** Where to go on with one that was cut, and what became of it. */
export const envelopeState = endpoint({
  method: 'GET',
  path: '/envelopes/:sha256',
  access: PERMISSIONS.public,
  input: z.object({ sha256: Sha256 }),
  output: EnvelopeState,
});

/** A piece of one, as of a file; once it is whole the server opens it. An empty last piece asks for another try. */
export const putEnvelope = endpoint({
  method: 'PUT',
  path: '/envelopes/:sha256',
  access: PERMISSIONS.public,
  body: 'bytes-in',
  input: z.object({ sha256: Sha256, offset: z.coerce.number(), total: z.coerce.number() }),
  output: EnvelopeState,
});

/** What is inside, as JSON; the bytes of the file of a `putFile` follow it. */
export const EnvelopeContent = z.object({
  /** Absent: nobody was signed in when it was made. */
  author: z.optional(z.object({ id: z.string(), courier: z.string().check(z.maxLength(100)) })),
  call: z.enum(namesSaying('sealed')),
  opId: z.string().check(z.maxLength(110)),
  input: z.record(z.string(), z.unknown()),
  madeAt: Instant,
});
export type EnvelopeContent = z.infer<typeof EnvelopeContent>;

/**
 * Note: Envelope layout. `WEN1`, rank, key id, entity, op, ephemeral public key, nonce, and from there on the AES-256-GCM
 * ciphertext with its tag. All that stands before the ciphertext is authenticated with it. The key is HKDF-SHA256 over
 * the ECDH secret of the ephemeral key and the server's. Entity and op are names cut from hashes of random ids: they tell
 * carriers what belongs together and what they have already, and say nothing to anybody else. The plaintext is the length
 * of the JSON (32 bits, big-endian), the JSON of EnvelopeContent, and the file.
 */
export const ENVELOPE = {
  magic: [87, 69, 78, 49],
  rank: 4,
  key: 5,
  entity: 13,
  op: 21,
  ephemeral: 37,
  iv: 102,
  body: 114,
};
export const ENVELOPE_INFO = 'wapsi envelope 1';
/** What a session can prove to be its own without giving itself away: SHA-256 over this and its token, base64url. */
export const COURIER_INFO = 'wapsi courier 1\n';
const TAG_BYTES = 16;
export const MAX_ENVELOPE_BYTES = MAX_VIDEO_BYTES + 256 * 1024;

export interface EnvelopeHeader {
  /** Smaller goes first, as in the outbox. */
  rank: number;
  keyId: string;
  entity: string;
  op: string;
}

/** What is written on an envelope; undefined when it is none. */
export function readHeader(bytes: Uint8Array): EnvelopeHeader | undefined {
  const { magic, rank, key, entity, op, ephemeral, body } = ENVELOPE;
  const isOne = bytes.length > body + TAG_BYTES && magic.every((byte, i) => bytes[i] === byte);
  if (!isOne || bytes.length > MAX_ENVELOPE_BYTES) return undefined;
  const hex = (from: number, to: number) => toHex(bytes.subarray(from, to));
  return { rank: bytes[rank] ?? 0, keyId: hex(key, entity), entity: hex(entity, op), op: hex(op, ephemeral) };
}

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The length of what comes, then what comes. */
export function withLength(bytes: Uint8Array): Uint8Array {
  const framed = new Uint8Array(4 + bytes.length);
  new DataView(framed.buffer).setUint32(0, bytes.length);
  framed.set(bytes, 4);
  return framed;
}

/** What stands behind a length, and what stands behind that; undefined when there is less than promised. */
export function takeFramed(bytes: Uint8Array): { head: Uint8Array; rest: Uint8Array } | undefined {
  if (bytes.length < 4) return undefined;
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
  return end > bytes.length ? undefined : { head: bytes.subarray(4, end), rest: bytes.subarray(end) };
}

/** Several envelopes as one file: `WEB1`, then each behind its length. */
const BUNDLE_MAGIC = [87, 69, 66, 49];

export function packBundle(envelopes: readonly Uint8Array[]): Uint8Array {
  const framed = envelopes.map(withLength);
  const bundle = new Uint8Array(framed.reduce((sum, { length }) => sum + length, BUNDLE_MAGIC.length));
  bundle.set(BUNDLE_MAGIC);
  let at = BUNDLE_MAGIC.length;
  for (const one of framed) {
    bundle.set(one, at);
    at += one.length;
  }
  return bundle;
}

/** Undefined for anything that is not a whole bundle of envelopes. */
export function readBundle(bytes: Uint8Array): Uint8Array[] | undefined {
  if (!BUNDLE_MAGIC.every((byte, i) => bytes[i] === byte)) return undefined;
  const envelopes: Uint8Array[] = [];
  for (let rest = bytes.subarray(BUNDLE_MAGIC.length); rest.length > 0; ) {
    const next = takeFramed(rest);
    if (!next || !readHeader(next.head)) return undefined;
    envelopes.push(next.head);
    rest = next.rest;
  }
  return envelopes;
}
