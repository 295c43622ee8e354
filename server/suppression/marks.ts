/**
 * Keyed marks of photos and faces: two that are alike share some of them, and without the secret nothing can be told from one.
 * Pure.
 *
 * Note: Marks. What a photo looks like (files/look.ts) and which side of secret planes a template lies on are cut in bands of
 * 16 bits. A band is kept as eight bytes of its HMAC: whoever has the table can neither draw the picture nor compare a face
 * with it. Two are alike when two bands of one view agree ({@link ENOUGH}). Measured: docs/decisions/058.
 */

import { createCipheriv, createHmac } from 'node:crypto';
import { DIMS, decodeTemplate } from '../../match/template.ts';
import { BITS, mirrored, VIEWS } from '../files/look.ts';

export type What = 'photo' | 'face';

/** Bands that must agree. */
export const ENOUGH = 2;
const MARK_BYTES = 8;
const BAND_BYTES = 2;
const VIEW_MARKS = BITS / 8 / BAND_BYTES;
/** Planes through the space of templates. */
const PLANES = 512;

/** The marks of one view, in the order of its bands. */
export type View = readonly Buffer[];

export interface Marker {
  /** Of what a photo looks like, as files/look.ts has it: all its views, and the first one turned round. */
  photo(look: string): Buffer;
  face(code: Uint8Array): View;
}

export function openMarker(secret: Uint8Array): Marker {
  const planes = planesOf(secret);
  const keyed = (what: What, bits: Uint8Array): View =>
    Array.from({ length: bits.length / BAND_BYTES }, (_, band) =>
      createHmac('sha256', secret)
        .update(`${what} ${band} `)
        .update(bits.subarray(band * BAND_BYTES, (band + 1) * BAND_BYTES))
        .digest()
        .subarray(0, MARK_BYTES),
    );
  return {
    photo(look) {
      const bits = Buffer.from(look, 'hex');
      const view = (i: number) => bits.subarray((i * BITS) / 8, ((i + 1) * BITS) / 8);
      const views = Array.from({ length: VIEWS }, (_, i) => view(i));
      return Buffer.concat([...views, mirrored(view(0))].flatMap((one) => keyed('photo', one)));
    },
    face: (code) => keyed('face', sidesOf(planes, decodeTemplate(code))),
  };
}

/** The kept marks of a photo, view by view; the last is the first one turned round. */
export function viewsOf(marks: Uint8Array): View[] {
  const all = Array.from({ length: marks.length / MARK_BYTES }, (_, i) =>
    Buffer.from(marks.subarray(i * MARK_BYTES, (i + 1) * MARK_BYTES)),
  );
  return Array.from({ length: VIEWS + 1 }, (_, i) => all.slice(i * VIEW_MARKS, (i + 1) * VIEW_MARKS));
}

/** Each plane by the sign that each of its numbers has; as random as a cipher, and only with the secret. */
function planesOf(secret: Uint8Array): Uint8Array {
  const key = createHmac('sha256', secret).update('planes').digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc((PLANES * DIMS) / 8));
}

function sidesOf(planes: Uint8Array, template: Float32Array): Buffer {
  const sides = Buffer.alloc(PLANES / 8);
  for (let plane = 0; plane < PLANES; plane++) {
    let sum = 0;
    for (let i = 0; i < DIMS; i++) {
      const bit = plane * DIMS + i;
      const value = template[i] ?? 0;
      sum += ((planes[bit >> 3] ?? 0) >> (bit & 7)) & 1 ? value : -value;
    }
    if (sum > 0) sides[plane >> 3] = (sides[plane >> 3] ?? 0) | (1 << (plane & 7));
  }
  return sides;
}
