/**
 * Where a map pack is cut into parts. Server and device cut alike, so that a pack from a file is the same parts as the
 * one from the server.
 *
 * Note: Cut by content. A cut every so many bytes would change every part behind the first tile whose size changed. So a
 * cut is made where the last bytes read (a rolling hash of about 32 of them) say so: behind a change the cuts fall on the
 * same bytes as before, and the parts between them are the same.
 */

export const MAX_PART_BYTES = 1024 * 1024;
const MIN_PART_BYTES = 256 * 1024;
/** A cut is due at one byte in 2^19: parts of about 3/4 MiB. */
const MASK = (1 << 19) - 1;

/** A fixed number without a pattern for each value of a byte (a multiplicative generator; any such table would do). */
const GEAR = new Int32Array(256);
for (let i = 0, state = 0x9e3779b9; i < GEAR.length; i++) {
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + i;
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  GEAR[i] = state ^ (state >>> 16);
}

/** The length of the first part of `bytes`, which hold at least {@link MAX_PART_BYTES} or all that is left. */
export function firstPartOf(bytes: Uint8Array): number {
  const end = Math.min(bytes.length, MAX_PART_BYTES);
  let hash = 0;
  for (let i = Math.min(end, MIN_PART_BYTES); i < end; i++) {
    hash = ((hash << 1) + (GEAR[bytes[i] ?? 0] ?? 0)) | 0;
    // The high bits hold the most bytes.
    if (((hash >>> 12) & MASK) === 0) return i + 1;
  }
  return end;
}

/** Cut what `read` gives into parts, in order; `read` answers fewer bytes than asked for only at the end. */
export async function* cutIntoParts(
  bytes: number,
  read: (offset: number, length: number) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes; ) {
    const ahead = await read(offset, Math.min(MAX_PART_BYTES, bytes - offset));
    if (ahead.length === 0) throw new RangeError('the file is shorter than it was said to be');
    const part = ahead.subarray(0, firstPartOf(ahead));
    yield part;
    offset += part.length;
  }
}
