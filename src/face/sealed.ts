/** Opening what a device is lent: AES-256-GCM, part by part, each in its place. */

import { AppError } from '../../contract/errors.ts';
import { placeOfPart } from '../../contract/pack.ts';

export interface Sealed {
  readonly id: string;
  readonly parts: readonly Uint8Array[];
}

/** A key that opens and cannot be read. */
export const keyFrom = (bytes: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', Uint8Array.from(bytes), 'AES-GCM', false, ['decrypt']);

/** @throws AppError bad-answer when a part is not what was sealed with this key */
export async function openSealed({ id, parts }: Sealed, key: CryptoKey | Uint8Array): Promise<Uint8Array> {
  const opening = key instanceof Uint8Array ? await keyFrom(key) : key;
  const opened: Uint8Array[] = [];
  for (const [number, part] of parts.entries()) {
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setUint32(8, number);
    const additionalData = new TextEncoder().encode(placeOfPart(id, number, parts.length));
    try {
      const how = { name: 'AES-GCM', iv, additionalData };
      opened.push(new Uint8Array(await crypto.subtle.decrypt(how, opening, Uint8Array.from(part))));
    } catch (cause) {
      throw new AppError('bad-answer', 'What was lent does not open', { cause });
    }
  }
  const whole = new Uint8Array(opened.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of opened) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
