/**
 * The pack file: a gallery as bytes, to send, to keep and to search without parsing.
 *
 * Little-endian throughout: magic (8 bytes), format, dimensions (2 each), rows, length of the head (4 each), 4 unused;
 * the head as JSON, filled up with zeros to 8; then one plane after another, a row each: ids (16), meta (8: type,
 * age, 2 kept for a region, updated hour), the codes' high nibbles (64), their low nibbles (64); last a CRC-32
 * of each 256 KiB of all before. The high nibbles by themselves are a coarser code that can be searched first.
 */

import { crc32 } from './checksum.ts';
import { DIMS } from './template.ts';
import { UUID_BYTES } from './uuid.ts';

export interface PackHead {
  /** The pipeline version of all its templates: whoever opens the pack compares it with his own. */
  model: string;
  /** The position in the change feed that the pack stands at. */
  cursor: string;
  /** An instant, ISO 8601. */
  builtAt: string;
  scope: string;
  /** Only in what is lent: which of the public pack's pseudonyms are of these ids. */
  aliases?: Readonly<Record<string, string>>;
}

/** The templates of a pack, a row each. */
export interface PackRows {
  count: number;
  ids: Uint8Array;
  meta: Uint8Array;
  codes: Uint8Array;
}

/**
 * Why a pack cannot be opened. `damaged`: its bytes are not those that were written; fetch it again. `newer`: it was
 * written in a format this version of the app does not know; update.
 */
export class PackError extends Error {
  readonly reason: 'damaged' | 'newer';
  /** The numbers of the 256 KiB chunks that are known to be wrong; empty when the length or the head is. */
  readonly chunks: readonly number[];

  constructor(reason: 'damaged' | 'newer', message: string, chunks: readonly number[] = [], cause?: unknown) {
    super(message, { cause });
    this.name = 'PackError';
    this.reason = reason;
    this.chunks = chunks;
  }
}

const MAGIC = 'WAPSIPAK';
const FORMAT = 1;
const FIXED_BYTES = 24;
const CHUNK_BYTES = 256 * 1024;
export const META_BYTES = 8;
const PLANE_BYTES = DIMS / 2;

export function writePack(head: PackHead, rows: PackRows): Uint8Array {
  const writing = writingPack(head, rows);
  for (;;) {
    const step = writing.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of about a millisecond: whoever serves others meanwhile goes on with them in between. */
export function* writingPack(head: PackHead, rows: PackRows): Generator<void, Uint8Array> {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const layout = layoutOf(rows.count, text.length);
  const bytes = new Uint8Array(layout.end);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) view.setUint8(i, MAGIC.charCodeAt(i));
  view.setUint16(8, FORMAT, true);
  view.setUint16(10, DIMS, true);
  view.setUint32(12, rows.count, true);
  view.setUint32(16, text.length, true);
  bytes.set(text, FIXED_BYTES);
  bytes.set(rows.ids.subarray(0, rows.count * UUID_BYTES), layout.ids);
  bytes.set(rows.meta.subarray(0, rows.count * META_BYTES), layout.meta);
  const [high, low] = [bytes.subarray(layout.high, layout.low), bytes.subarray(layout.low, layout.hashes)];
  for (let at = 0; at < high.length; at += CHUNK_BYTES) {
    const end = at + CHUNK_BYTES;
    splitCodes(rows.codes.subarray(2 * at, 2 * end), high.subarray(at, end), low.subarray(at, end));
    yield;
  }
  for (const [i, chunk] of chunksOf(bytes, layout).entries()) {
    view.setUint32(layout.hashes + 4 * i, crc32(chunk), true);
    yield;
  }
  return bytes;
}

/** Checks every length before it is used and every hash before anything is believed. */
export function readPack(bytes: Uint8Array): { head: PackHead; rows: PackRows } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPack =
    bytes.length >= FIXED_BYTES && [...MAGIC].every((letter, i) => view.getUint8(i) === letter.charCodeAt(0));
  if (!isPack) throw new PackError('damaged', 'these bytes are not a pack');
  const format = view.getUint16(8, true);
  if (format > FORMAT)
    throw new PackError('newer', `pack format ${format} is newer than ${FORMAT}, the newest known here`);
  const [dims, count, headBytes] = [view.getUint16(10, true), view.getUint32(12, true), view.getUint32(16, true)];
  const layout = layoutOf(count, headBytes);
  if (format !== FORMAT || dims !== DIMS || bytes.length !== layout.end) {
    throw new PackError('damaged', `a pack that ends at ${bytes.length} instead of ${layout.end}, or has a wrong head`);
  }
  const damaged = chunksOf(bytes, layout).flatMap((chunk, i) =>
    crc32(chunk) === view.getUint32(layout.hashes + 4 * i, true) ? [] : [i],
  );
  if (damaged.length > 0) throw new PackError('damaged', `damaged chunks: ${damaged.join(' ')}`, damaged);
  const head = parseHead(bytes.subarray(FIXED_BYTES, FIXED_BYTES + headBytes));
  const codes = new Uint8Array(count * DIMS);
  joinCodes(bytes.subarray(layout.high, layout.low), bytes.subarray(layout.low, layout.hashes), codes);
  const [ids, meta] = [bytes.subarray(layout.ids, layout.meta), bytes.subarray(layout.meta, layout.high)];
  return { head, rows: { count, ids, meta, codes } };
}

interface Layout {
  ids: number;
  meta: number;
  high: number;
  low: number;
  hashes: number;
  end: number;
}

/** Where each part starts. Exact for any two 32-bit counts, so hostile ones cannot wrap around. */
function layoutOf(count: number, headBytes: number): Layout {
  const ids = Math.ceil((FIXED_BYTES + headBytes) / 8) * 8;
  const meta = ids + count * UUID_BYTES;
  const high = meta + count * META_BYTES;
  const low = high + count * PLANE_BYTES;
  const hashes = low + count * PLANE_BYTES;
  return { ids, meta, high, low, hashes, end: hashes + 4 * Math.ceil(hashes / CHUNK_BYTES) };
}

const chunksOf = (bytes: Uint8Array, { hashes }: Layout): Uint8Array[] =>
  Array.from({ length: Math.ceil(hashes / CHUNK_BYTES) }, (_, i) =>
    bytes.subarray(i * CHUNK_BYTES, Math.min(hashes, (i + 1) * CHUNK_BYTES)),
  );

function parseHead(text: Uint8Array): PackHead {
  let head: Partial<Record<keyof PackHead, unknown>> | null;
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch (cause) {
    throw new PackError('damaged', 'the head of the pack is not JSON', [], cause);
  }
  const { model, cursor, builtAt, scope, aliases } = head ?? {};
  if (
    typeof model !== 'string' ||
    typeof cursor !== 'string' ||
    typeof builtAt !== 'string' ||
    typeof scope !== 'string'
  ) {
    throw new PackError('damaged', 'the head of the pack lacks a field');
  }
  if (aliases === undefined) return { model, cursor, builtAt, scope };
  const isMap = typeof aliases === 'object' && aliases !== null;
  if (!isMap || Object.values(aliases).some((id) => typeof id !== 'string'))
    throw new PackError('damaged', 'the head of the pack has names that are none');
  return { model, cursor, builtAt, scope, aliases: { ...aliases } as Record<string, string> };
}

/** A byte of a plane holds the nibbles of dimension i (low half) and of dimension i + 64 (high half). */
function splitCodes(codes: Uint8Array, high: Uint8Array, low: Uint8Array): void {
  for (let at = 0; at < high.length; at++) {
    const first = at + (at & -PLANE_BYTES);
    const [a, b] = [Number(codes[first]), Number(codes[first + PLANE_BYTES])];
    high[at] = (a >> 4) | (b & 0xf0);
    low[at] = (a & 0x0f) | (b << 4);
  }
}

function joinCodes(high: Uint8Array, low: Uint8Array, codes: Uint8Array): void {
  for (let at = 0; at < high.length; at++) {
    const first = at + (at & -PLANE_BYTES);
    const [h, l] = [Number(high[at]), Number(low[at])];
    codes[first] = (h << 4) | (l & 0x0f);
    codes[first + PLANE_BYTES] = (h & 0xf0) | (l >> 4);
  }
}
