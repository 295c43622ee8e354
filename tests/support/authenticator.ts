/** A small authenticator in software: ES256 keys that it finds again by their site, as a phone has them. */

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Created, CreationOptions, RequestOptions, Shown } from '../../contract/passkey.ts';

interface Credential {
  id: string;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

/** What may be wrong with an answer. */
export interface Twist {
  origin?: string;
  rpId?: string;
  /** Nobody has opened the lock. */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
}

export interface Authenticator {
  create(options: CreationOptions, twist?: Twist): Created;
  get(options: RequestOptions, twist?: Twist): Shown;
  /** With the same keys and counters. */
  copy(): Authenticator;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The part of CBOR (RFC 8949) that WebAuthn uses: whole numbers, bytes, texts and maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** @param counts whether it counts its signatures; those that are synced between devices do not */
export function openAuthenticator(
  origin: string,
  { counts = true, credentials = [] }: { counts?: boolean; credentials?: Credential[] } = {},
): Authenticator {
  const clientData = (type: string, challenge: string, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    );
  function authenticatorData(
    rpId: string,
    counter: number,
    twist: Twist,
    attested: Uint8Array = Buffer.alloc(0),
  ): Buffer {
    const flags = PRESENT | (twist.unverified ? 0 : VERIFIED) | (attested.length > 0 ? ATTESTED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  }

  return {
    create({ rp, user, challenge, excludeCredentials }, twist = {}) {
      if (excludeCredentials.some(({ id }) => credentials.some((one) => one.id === id)))
        throw new Error('InvalidState');
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const raw = randomBytes(32);
      const made = { id: base64url(raw), rpId: rp.id, userHandle: user.id, privateKey, counter: 0 };
      credentials.push(made);
      const key = cbor(
        new Map<number, number | Uint8Array>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([raw.length >> 8, raw.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, raw, key]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rp.id, twist.counter ?? 0, twist, attested)],
      ]);
      return {
        ...{ id: made.id, rawId: made.id, type: 'public-key' },
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, twist)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId }, twist = {}) {
      const own = credentials.findLast((one) => one.rpId === rpId);
      if (!own) throw new Error('NotAllowed');
      own.counter = twist.counter ?? (counts ? own.counter + 1 : 0);
      const data = authenticatorData(rpId, own.counter, twist);
      const client = clientData('webauthn.get', challenge, twist);
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(own.privateKey);
      return {
        ...{ id: own.id, rawId: own.id, type: 'public-key' },
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: twist.userHandle ?? own.userHandle,
        },
      };
    },
    copy: () => openAuthenticator(origin, { counts, credentials: credentials.map((one) => ({ ...one })) }),
  };
}
