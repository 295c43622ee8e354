/** A serial number or IMEI: hashed on the device, and forgotten but for its end. */

import { serialText } from '../../../contract/serial.ts';
import { sha256Of } from '../../platform/sha256.ts';
import { digits } from './answers.ts';
import type { ItemValues } from './item.ts';

const END = 4;

/** Hash what was typed; what is too short to tell one thing from another stays as it is, for the form to say so. */
export async function sealSerial<V extends Pick<ItemValues, 'serial' | 'serialHash' | 'serialEnd'>>(
  values: V,
): Promise<V> {
  const plain = digits(values.serial);
  const text = serialText(plain);
  if (text === undefined) return values;
  const serialHash = await sha256Of(new TextEncoder().encode(text));
  return { ...values, serial: '', serialHash, serialEnd: text.slice(-END) };
}
