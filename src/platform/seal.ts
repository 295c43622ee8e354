/** Seal bytes so that only the server can open them; see Note: Envelope layout in contract/envelope.ts. */

import {
  COURIER_INFO,
  ENVELOPE,
  ENVELOPE_INFO,
  type EnvelopeContent,
  type EnvelopeHeader,
  fromHex,
  type SealKey,
  withLength,
} from '../../contract/envelope.ts';
import { sha256Of } from './sha256.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const text = new TextEncoder();

/** Seal a call, with the file that it sends if it sends one. */
export async function seal(
  to: SealKey,
  header: Omit<EnvelopeHeader, 'keyId'>,
  content: EnvelopeContent,
  file: Bytes = new Uint8Array(),
): Promise<Bytes> {
  const { magic, rank, key, entity, op, ephemeral, iv, body } = ENVELOPE;
  const point = fromBase64Url(to.publicKey);
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const head = new Uint8Array(body);
  head.set(magic);
  head[rank] = header.rank;
  head.set(fromHex(to.id), key);
  head.set(fromHex(header.entity), entity);
  head.set(fromHex(header.op), op);
  head.set(own, ephemeral);
  const nonce = head.subarray(iv, body);
  crypto.getRandomValues(nonce);
  const plain = joined(withLength(text.encode(JSON.stringify(content))), file);
  const sealing = { name: 'AES-GCM', iv: nonce, additionalData: head };
  const aes = await keyBetween(pair.privateKey, own, point);
  return joined(head, new Uint8Array(await crypto.subtle.encrypt(sealing, aes, plain)));
}

async function keyBetween(ephemeral: CryptoKey, own: Bytes, theirs: Bytes): Promise<CryptoKey> {
  const peer = await crypto.subtle.importKey('raw', theirs, CURVE, false, []);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, ephemeral, 256);
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const info = joined(text.encode(ENVELOPE_INFO), joined(own, theirs));
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
}

/** What stands on the envelope for the entity and the op: random ids hashed, which name them and tell nothing. */
export async function sealedNames(entityId: string, opId: string): Promise<{ entity: string; op: string }> {
  const { entity, op, ephemeral } = ENVELOPE;
  const bytes = async (of: string, length: number) => (await sha256Of(text.encode(of))).slice(0, 2 * length);
  return {
    entity: await bytes(`entity\n${entityId}`, op - entity),
    op: await bytes(`op\n${opId}`, ephemeral - op),
  };
}

/** What this session proves itself with inside of envelopes; nobody gets the token from it. */
export async function courierOf(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(COURIER_INFO + token)));
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(encoded: string): Bytes {
  const plain = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function joined(a: Uint8Array, b: Uint8Array): Bytes {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
