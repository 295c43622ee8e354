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
import type { SealPair } from './keys.ts';

const { subtle } = webcrypto;

export interface Opened {
  header: EnvelopeHeader;
  content: EnvelopeContent;
  /** The bytes of a `putFile`; empty for every other call. */
  file: Uint8Array;
}

/** @throws AppError not-readable: no envelope, one to a key that is not ours, or one that somebody has changed */
export async function openEnvelope(pairs: readonly SealPair[], bytes: Uint8Array): Promise<Opened> {
  const header = readHeader(bytes);
  const pair = header && pairs.find(({ id }) => id === header.keyId);
  if (!header || !pair) throw new AppError('not-readable', 'This is no envelope to this server');
  try {
    const { privateKey, publicKey } = pair;
    const plain = takeFramed(await decrypt(bytes, decode(privateKey), decode(publicKey)));
    const content = EnvelopeContent.parse(JSON.parse(Buffer.from(plain?.head ?? []).toString()));
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
