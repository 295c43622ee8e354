/** Open an envelope; see Note: Envelope layout. */

import { webcrypto } from 'node:crypto';
import {
  ENVELOPE,
  ENVELOPE_INFO,
  EnvelopeContent,
  type EnvelopeHeader,
  readHeader,
  takeFramed,
} from '../../contract/envelope.ts';
import { AppError } from '../../contract/errors.ts';
import { parseGuarded } from '../http/json.ts';
import type { SealPair } from './keys.ts';

const { subtle } = webcrypto;
/** The words of one write; photos follow it as files. One that is longer is cut, and is no JSON then. */
const MAX_HEAD_BYTES = 256 * 1024;

export interface Opened {
  header: EnvelopeHeader;
  content: EnvelopeContent;
  /** The bytes of a `putFile`; empty for every other call. */
  file: Uint8Array;
}

/** What stands before the ciphertext. @throws AppError not-readable: no envelope, or one to a key that is not ours */
export async function checkHead(pairs: readonly SealPair[], head: Uint8Array): Promise<void> {
  const { magic, key, entity, ephemeral, iv } = ENVELOPE;
  const isOne = magic.every((byte, i) => head[i] === byte);
  const keyId = Buffer.from(head.subarray(key, entity)).toString('hex');
  const isOurs = pairs.some(({ id }) => id === keyId);
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const point = subtle.importKey('raw', head.slice(ephemeral, iv), curve, false, []);
  const isPoint = await point.then(
    () => true,
    () => false, // not on the curve
  );
  if (!isOne || !isOurs || !isPoint) throw new AppError('not-readable', 'This is no envelope to this server');
}

/** @throws AppError not-readable: no envelope, one to a key that is not ours, or one that somebody has changed */
export async function openEnvelope(pairs: readonly SealPair[], bytes: Uint8Array): Promise<Opened> {
  const header = readHeader(bytes);
  const pair = header && pairs.find(({ id }) => id === header.keyId);
  if (!header || !pair) throw new AppError('not-readable', 'This is no envelope to this server');
  try {
    const { privateKey, publicKey } = pair;
    const plain = takeFramed(await decrypt(bytes, decode(privateKey), decode(publicKey)));
    const content = EnvelopeContent.parse(parseGuarded((plain?.head ?? new Uint8Array()).subarray(0, MAX_HEAD_BYTES)));
    return { header, content, file: plain?.rest ?? new Uint8Array() };
  } catch (cause) {
    throw new AppError('not-readable', 'The envelope cannot be opened', { cause });
  }
}

async function decrypt(bytes: Uint8Array, pkcs8: Uint8Array, own: Uint8Array): Promise<Uint8Array> {
  const { ephemeral, iv, body } = ENVELOPE;
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const point = bytes.slice(ephemeral, iv);
  const theirs = await subtle.importKey('raw', point, curve, false, []);
  const ours = await subtle.importKey('pkcs8', pkcs8, curve, false, ['deriveBits']);
  const secret = await subtle.deriveBits({ name: 'ECDH', public: theirs }, ours, 256);
  const base = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const info = Buffer.concat([Buffer.from(ENVELOPE_INFO), point, own]);
  const derived = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  const key = await subtle.deriveKey(derived, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  const seal = { name: 'AES-GCM', iv: bytes.slice(iv, body), additionalData: bytes.slice(0, body) };
  return new Uint8Array(await subtle.decrypt(seal, key, bytes.slice(body)));
}

const decode = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
