/** One face as numbers: 128 of them, unit length, kept as one byte each. */

export const DIMS = 128;

/** The pipeline (model, alignment, code) that makes the templates. Templates of two versions are never compared. */
export const TEMPLATE_VERSION = 'sface-128-1';

/**
 * The value of one step of a code. The numbers of a unit vector spread by 1/sqrt(128); what lies beyond 3.3 times
 * that is cut off, which costs less than coarser steps would.
 */
const STEP = 3.3 / Math.sqrt(DIMS) / 127;

/** The code of an embedding of any length other than zero: its direction, one signed byte a dimension. */
export function encodeTemplate(embedding: ArrayLike<number>): Uint8Array {
  const length = lengthOf(embedding);
  const code = new Int8Array(DIMS);
  for (let i = 0; i < DIMS; i++) {
    code[i] = Math.max(-127, Math.min(127, Math.round(Number(embedding[i]) / length / STEP)));
  }
  return new Uint8Array(code.buffer);
}

/** The unit vector that a code stands for. */
export function decodeTemplate(code: Uint8Array): Float32Array {
  const values = signed(code);
  const length = lengthOf(values);
  return Float32Array.from(values, (value) => value / length);
}

/** The comparison score of two codes: their cosine, -1 to 1. The same as a gallery's search gives, to the last bit. */
export function compareTemplates(a: Uint8Array, b: Uint8Array): number {
  return scoreOf(dotProduct(a, b), scaleOf(a), scaleOf(b));
}

/** The direction between several embeddings of one face: steadier than any one frame. */
export function meanTemplate(embeddings: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(DIMS);
  for (const embedding of embeddings) {
    const length = lengthOf(embedding);
    embedding.forEach((value, i) => {
      sum[i] = Number(sum[i]) + value / length;
    });
  }
  const length = lengthOf(sum);
  return Float32Array.from(sum, (value) => value / length);
}

/** From so many photos on, their mean is a better picture of a person than each of them (docs/decisions/082). */
const FUSED_FROM = 3;

/** The templates of one person, and the direction between them, which finds whom none of them finds alone. */
export function withFused(codes: readonly Uint8Array[]): Uint8Array[] {
  if (codes.length < FUSED_FROM) return [...codes];
  const sum = new Float64Array(DIMS);
  for (const code of codes)
    decodeTemplate(code).forEach((value, i) => {
      sum[i] = Number(sum[i]) + value;
    });
  // Faces that somebody has sent may cancel each other out: there is no direction between them.
  return sum.some((value) => Math.abs(value) > STEP) ? [...codes, encodeTemplate(sum)] : [...codes];
}

/**
 * One over the length of a code, as a float32.
 *
 * Note: Exact keys. A dot product has at most 22 bits and a scale 24, so their product, the key by which a search
 * ranks, is exact in a float64: every kernel finds the same order and the same score.
 */
export const scaleOf = (code: Uint8Array): number => Math.fround(1 / lengthOf(signed(code)));

/** The score of two codes with these scales: rounded once, and the same both ways round. */
export const scoreOf = (dot: number, scaleA: number, scaleB: number): number =>
  Math.max(-1, Math.min(1, dot * (scaleA * scaleB)));

function dotProduct(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [signed(a), signed(b)];
  let sum = 0;
  for (let i = 0; i < DIMS; i++) sum += Number(left[i]) * Number(right[i]);
  return sum;
}

function signed(code: Uint8Array): Int8Array {
  if (code.length !== DIMS) throw new RangeError(`a template code has ${DIMS} bytes, not ${code.length}`);
  return new Int8Array(code.buffer, code.byteOffset, DIMS);
}

export function lengthOf(vector: ArrayLike<number>): number {
  if (vector.length !== DIMS) throw new RangeError(`a template has ${DIMS} numbers, not ${vector.length}`);
  let squares = 0;
  for (let i = 0; i < DIMS; i++) squares += Number(vector[i]) ** 2;
  if (!(squares > 0 && squares < Number.POSITIVE_INFINITY)) throw new RangeError('a template has a direction');
  return Math.sqrt(squares);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

/** Base64 (RFC 4648 §4): how codes travel in JSON. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = (Number(bytes[at]) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) text += LETTERS.charAt((bits >> shift) & 63);
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - missing) + '='.repeat(missing);
}

/** Throws on any text that {@link toBase64} does not write. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  for (let i = 0, at = 0; i < letters.length; i++) {
    bits = (bits << 6) | (VALUES.get(letters.charAt(i)) ?? 0);
    if (i % 4 !== 0) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  if (toBase64(bytes) !== text) throw new RangeError('not base64');
  return bytes;
}
