/** The bytes of the reserve: two slots, written in turn, so that a write that is cut off leaves the one before. */

import { AppError } from '../../contract/errors.ts';
import { crc32 } from '../../match/checksum.ts';

/** In the folder of files that belongs to the origin. */
export const RESERVE_FILE = 'reserve';
const SLOT_BYTES = 32 * 1024;
export const RESERVE_BYTES = 2 * SLOT_BYTES;
/** Checksum of all that follows, generation, length; each 32 bits. */
const HEAD_BYTES = 12;
const CHECKED_FROM = 4;
export const MAX_TEXT_BYTES = SLOT_BYTES - HEAD_BYTES;

export interface Reserved {
  readonly generation: number;
  readonly text: string;
}

/** The newest whole text; generation 0 when there is none. */
export function newestOf(bytes: Uint8Array): Reserved {
  let newest: Reserved = { generation: 0, text: '' };
  for (let at = 0; at + SLOT_BYTES <= bytes.length; at += SLOT_BYTES) {
    const head = new DataView(bytes.buffer, bytes.byteOffset + at, HEAD_BYTES);
    const [checksum, generation, length] = [head.getUint32(0), head.getUint32(4), head.getUint32(8)];
    if (generation <= newest.generation || length > MAX_TEXT_BYTES) continue;
    const end = at + HEAD_BYTES + length;
    if (crc32(bytes.subarray(at + CHECKED_FROM, end)) !== checksum) continue; // a write that was cut off
    newest = { generation, text: new TextDecoder().decode(bytes.subarray(at + HEAD_BYTES, end)) };
  }
  return newest;
}

/** Where and what to write for `text` to be the newest; undefined when it is too long. */
export function slotFor(text: string, generation: number): { at: number; bytes: Uint8Array } | undefined {
  const body = new TextEncoder().encode(text);
  if (body.length > MAX_TEXT_BYTES) return undefined;
  const bytes = new Uint8Array(SLOT_BYTES); // what was there before is overwritten
  const head = new DataView(bytes.buffer);
  head.setUint32(4, generation);
  head.setUint32(8, body.length);
  bytes.set(body, HEAD_BYTES);
  head.setUint32(0, crc32(bytes.subarray(CHECKED_FROM, HEAD_BYTES + body.length)));
  return { at: (generation % 2) * SLOT_BYTES, bytes };
}

/**
 * Write `text` as the newest into a file that holds `bytes`. Of what it gives up nothing may stay, in the other slot
 * neither: then both are written.
 * @throws AppError no-space when it is too long
 */
export function writeText(bytes: Uint8Array, text: string, write: (part: Uint8Array, at: number) => void): void {
  const before = newestOf(bytes);
  for (let next = 1; next <= (text.length < before.text.length ? 2 : 1); next++) {
    const slot = slotFor(text, before.generation + next);
    if (!slot) throw new AppError('no-space', 'the reserve is full');
    write(slot.bytes, slot.at);
  }
}
