/**
 * Lines that whoever writes them cannot read again (X25519, HKDF, AES-256-GCM). Pure.
 *
 * Note: Streams. A process draws a key pair for a day and agrees with the reader's public key on a first key; each line has a key
 * of its own, and the next one is made of the one before, which is then forgotten. Its own public half, which stands beside each
 * line, is the stream's name, and all that the reader needs beside their private half.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** A key seals one line, so the nonce need not differ. */
const NONCE = Buffer.alloc(12);
/** RFC 8410: what stands before the 32 bytes of a private key. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

export interface SealedLine {
  stream: Buffer;
  place: number;
  sealed: Buffer;
}

export interface Stream {
  seal(line: string): SealedLine;
}

/** Both halves, as they are written into settings and files: base64url. */
export function makeLogKey(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const { d } = privateKey.export({ format: 'jwk' });
  return { publicKey: rawOf(publicKey).toString('base64url'), privateKey: String(d) };
}

/** The public half of 32 secret bytes. */
export const publicHalf = (secret: Uint8Array): Buffer => rawOf(createPublicKey(privateOf(secret)));

export function openStream(reader: Uint8Array): Stream {
  const own = generateKeyPairSync('x25519');
  const stream = rawOf(own.publicKey);
  let key = firstKey(own.privateKey, reader, stream, reader);
  let place = 0;
  return {
    seal(line) {
      const cipher = createCipheriv('aes-256-gcm', derived(key, 'line'), NONCE);
      const sealed = Buffer.concat([cipher.update(line, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      key = derived(key, 'next');
      return { stream, place: place++, sealed };
    },
  };
}

/** Opens the lines of one stream, each once and in the order of their places; others may be missing between them. */
export function openReader(
  secret: Uint8Array,
  stream: Uint8Array,
): (line: Pick<SealedLine, 'place' | 'sealed'>) => string {
  let key = firstKey(privateOf(secret), stream, stream, publicHalf(secret));
  let next = 0;
  return ({ place, sealed }) => {
    if (place < next) throw new Error(`line ${place} stands behind line ${next - 1}`);
    for (; next < place; next++) key = derived(key, 'next');
    const tag = sealed.subarray(sealed.length - TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', derived(key, 'line'), NONCE).setAuthTag(tag);
    const line = Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
    [key, next] = [derived(key, 'next'), place + 1];
    return line.toString();
  };
}

const derived = (key: Buffer, what: string): Buffer => createHmac('sha256', key).update(what).digest();

function firstKey(own: KeyObject, theirs: Uint8Array, stream: Uint8Array, reader: Uint8Array): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: publicOf(theirs) });
  const salt = Buffer.concat([stream, reader]);
  return Buffer.from(hkdfSync('sha256', shared, salt, 'wapsi log of processing', KEY_BYTES));
}

const rawOf = (key: KeyObject): Buffer => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url');
const publicOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: Buffer.from(raw).toString('base64url') }, format: 'jwk' });
const privateOf = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
