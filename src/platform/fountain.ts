/**
 * A file as an endless run of small pieces, any of which may be missed: enough of them, whichever, bring it back whole.
 *
 * A Luby transform code: each piece is the exclusive or of some blocks, which its number alone tells. The first pieces
 * are the blocks themselves, so that a camera that misses nothing needs no more than there are.
 */

/** Four bytes of the CRC of the whole, its length, the piece's number. */
const HEAD_BYTES = 12;
/** A QR code of this many bytes is still read at arm's length. */
export const BLOCK_BYTES = 400;
/** A camera reads about four a second: more than this is half an hour of standing still. */
export const MAX_FOUNTAIN_BYTES = 200_000;

export const blockCount = (bytes: number): number => Math.max(1, Math.ceil(bytes / BLOCK_BYTES));

/** Answers the piece with each number. */
export function openFountain(file: Uint8Array): (number: number) => Uint8Array {
  const count = blockCount(file.length);
  const sum = checksum(file);
  return (number) => {
    const piece = new Uint8Array(HEAD_BYTES + BLOCK_BYTES);
    const head = new DataView(piece.buffer);
    head.setUint32(0, sum);
    head.setUint32(4, file.length);
    head.setUint32(8, number);
    const body = piece.subarray(HEAD_BYTES);
    for (const block of blocksIn(number, count))
      mix(body, file.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES));
    return piece;
  };
}

export interface Catcher {
  /** Take a piece; answers the whole file once it is there. Pieces of another file begin anew. */
  take(piece: Uint8Array): Uint8Array | undefined;
  /** Bytes of the pieces that told something new, of all: each brings the end nearer by a block. */
  progress(): { doneBytes: number; totalBytes: number };
}

/** The exclusive or of some blocks. */
interface Row {
  blocks: Set<number>;
  body: Uint8Array;
}

interface Catch {
  sum: number;
  length: number;
  count: number;
  seen: Set<number>;
  /** Each by a block that it alone of them has: those that are this block by itself are known. */
  rows: Map<number, Row>;
}

export function openCatcher(): Catcher {
  let now: Catch | undefined;
  return {
    take(piece) {
      const head = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
      if (piece.length !== HEAD_BYTES + BLOCK_BYTES) return undefined;
      const [sum, length, number] = [head.getUint32(0), head.getUint32(4), head.getUint32(8)];
      if (length > MAX_FOUNTAIN_BYTES) return undefined;
      if (now?.sum !== sum || now.length !== length)
        now = { sum, length, count: blockCount(length), seen: new Set(), rows: new Map() };
      if (now.seen.has(number)) return undefined;
      now.seen.add(number);
      solve(now.rows, { blocks: new Set(blocksIn(number, now.count)), body: piece.slice(HEAD_BYTES) });
      return whole(now);
    },
    progress: () => {
      const totalBytes = now?.length ?? 0;
      return { doneBytes: Math.min(totalBytes, (now?.rows.size ?? 0) * BLOCK_BYTES), totalBytes };
    },
  };
}

/**
 * Gauss-Jordan elimination, a piece at a time: as many independent pieces as there are blocks are enough, whichever they
 * are. Taking known blocks out alone would wait for a piece of a single block, which by chance may not come for long.
 */
function solve(rows: Catch['rows'], row: Row): void {
  for (const block of [...row.blocks]) {
    const known = rows.get(block);
    if (known) takeOut(row, known);
  }
  const [own] = row.blocks;
  if (own === undefined) return; // it tells nothing new
  for (const other of rows.values()) if (other.blocks.has(own)) takeOut(other, row);
  rows.set(own, row);
}

function takeOut(from: Row, other: Row): void {
  for (const block of other.blocks) if (!from.blocks.delete(block)) from.blocks.add(block);
  mix(from.body, other.body);
}

function whole({ rows, count, length, sum }: Catch): Uint8Array | undefined {
  if (rows.size < count) return undefined;
  const file = new Uint8Array(count * BLOCK_BYTES);
  for (const [block, { body }] of rows) file.set(body, block * BLOCK_BYTES);
  const cut = file.slice(0, length);
  return checksum(cut) === sum ? cut : undefined;
}

/** Which blocks a piece is made of: both sides draw the same numbers from its own. */
function blocksIn(number: number, count: number): number[] {
  if (number < count) return [number];
  const random = drawFrom(number);
  const chosen = new Set<number>();
  const degree = Math.min(count, degreeOf(random()));
  while (chosen.size < degree) chosen.add(Math.floor(random() * count));
  return [...chosen];
}

/** The ideal soliton, cut at 30, with more of the ones that start the chain. */
function degreeOf(u: number): number {
  if (u < 0.1) return 1;
  return Math.min(30, Math.max(2, Math.ceil(1 / (1 - (u - 0.1) / 0.9))));
}

/** mulberry32. */
function drawFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function mix(into: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < other.length; i++) into[i] = (into[i] ?? 0) ^ (other[i] ?? 0);
}

/** FNV-1a: it tells files apart and a wrong solution from a right one; the envelopes inside have their own seals. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** A QR carries text that every reader gives back unchanged: capitals and digits, base 45 (RFC 9285). */
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export function toQrText(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 2) {
    const [a = 0, b] = [bytes[i], bytes[i + 1]];
    let value = b === undefined ? a : a * 256 + b;
    for (let digit = 0; digit < (b === undefined ? 2 : 3); digit++) {
      text += LETTERS[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return `WAPSI:${text}`;
}

/** Undefined for a QR of something else. */
export function fromQrText(text: string): Uint8Array | undefined {
  if (!text.startsWith('WAPSI:')) return undefined;
  const digits = [...text.slice('WAPSI:'.length)].map((letter) => LETTERS.indexOf(letter));
  if (digits.includes(-1)) return undefined;
  const bytes: number[] = [];
  for (let i = 0; i < digits.length; i += 3) {
    const [c = 0, d = 0, e] = digits.slice(i, i + 3);
    const value = c + d * 45 + (e ?? 0) * 2025;
    bytes.push(...(e === undefined ? [value] : [value >> 8, value & 255]));
  }
  return Uint8Array.from(bytes);
}
