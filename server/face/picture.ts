/** A photo as pixels, and windows on it as the face models take them. */

import sharp from 'sharp';
import { GREY, MAX_PHOTO_PIXELS } from '../../match/stills.ts';

/** RGBA, row by row. */
export interface Picture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A window on a picture: its middle and size in pixels, turned by an angle about its middle. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** The photo upright, and no larger than the app looks at photos. */
export async function readPicture(photo: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(photo)
    .autoOrient()
    .resize({ width: MAX_PHOTO_PIXELS, height: MAX_PHOTO_PIXELS, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The same picture after so many quarter turns to the right. */
export function turned({ data, width, height }: Picture, quarters: number): Picture {
  const isAside = quarters % 2 === 1;
  const [wide, high] = isAside ? [height, width] : [width, height];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let i = 0; i < to.length; i++) {
    const [x, y] = [i % wide, Math.floor(i / wide)];
    const [column, row] = [
      [x, y],
      [y, height - 1 - x],
      [width - 1 - x, height - 1 - y],
      [width - 1 - y, x],
    ][quarters % 4] ?? [x, y];
    to[i] = from[Number(row) * width + Number(column)] ?? 0;
  }
  return { data: new Uint8Array(to.buffer), width: wide, height: high };
}

/**
 * What a model of `size` squared sees of a window: a plane a colour, 0 to 255.
 *
 * Each pixel is taken between four of the picture and from no more of them, as MediaPipe takes it: what is made small with
 * care is another picture, in which the same face is found a little elsewhere. `edge`: what lies outside of the picture.
 */
export function look(picture: Picture, window: Window, size: number, edge: 'black' | 'stretched'): Float32Array {
  const { data, width, height } = picture;
  const planes = new Float32Array(3 * size * size);
  const [cos, sin] = [Math.cos(window.angle), Math.sin(window.angle)];
  const at = (x: number, y: number, colour: number): number => {
    const [column, row] = [Math.max(0, Math.min(width - 1, x)), Math.max(0, Math.min(height - 1, y))];
    if (edge === 'black' && (column !== x || row !== y)) return 0;
    return data[4 * (row * width + column) + colour] ?? 0;
  };
  for (let i = 0; i < size * size; i++) {
    const u = ((i % size) / size - 0.5) * window.width;
    const v = (Math.floor(i / size) / size - 0.5) * window.height;
    const [x, y] = [window.x + cos * u - sin * v, window.y + sin * u + cos * v];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, below] = [x - left, y - top];
    for (let colour = 0; colour < 3; colour++) {
      const upper = at(left, top, colour) * (1 - right) + at(left + 1, top, colour) * right;
      const lower = at(left, top + 1, colour) * (1 - right) + at(left + 1, top + 1, colour) * right;
      planes[colour * size * size + i] = upper * (1 - below) + lower * below;
    }
  }
  return planes;
}

/** Where a picture is drawn in another: `scale` times as large, with its corner at `left`, `top`. */
export interface Place {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** A picture drawn on grey, as a browser's canvas does it at its best. */
export function drawOnGrey(picture: Picture, width: number, height: number, { scale, left, top }: Place): Picture {
  const columns = tapsOf(width, picture.width, scale, left);
  const rows = tapsOf(height, picture.height, scale, top);
  const data = new Uint8ClampedArray(4 * width * height).fill(GREY);
  const across = new Map<number, Float32Array>();
  /** A row of the picture at its new width. */
  const rowAt = (y: number): Float32Array => {
    const known = across.get(y);
    if (known) return known;
    const row = new Float32Array(3 * width);
    columns.forEach(({ first, weights }, x) => {
      weights.forEach((weight, i) => {
        const at = 4 * (y * picture.width + clamp(first + i, picture.width));
        for (let c = 0; c < 3; c++) row[3 * x + c] = Number(row[3 * x + c]) + weight * Number(picture.data[at + c]);
      });
    });
    across.set(y, row);
    return row;
  };
  rows.forEach(({ first, weights }, y) => {
    if (weights.length === 0) return;
    const from = weights.map((_, i) => rowAt(clamp(first + i, picture.height)));
    for (let x = 0; x < width; x++) {
      if (columns[x]?.weights.length === 0) continue;
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let i = 0; i < weights.length; i++) sum += Number(weights[i]) * Number(from[i]?.[3 * x + c]);
        data[4 * (y * width + x) + c] = sum;
      }
    }
  });
  return { data, width, height };
}

interface Taps {
  readonly first: number;
  /** What each pixel from `first` on gives; none outside of the picture. */
  readonly weights: readonly number[];
}

/** What grows is rounded between four pixels (Mitchell), what shrinks is the mean of what it covers. */
function tapsOf(length: number, size: number, scale: number, offset: number): Taps[] {
  const step = 1 / scale;
  const reach = step > 1 ? step : 2;
  const weightAt = step > 1 ? (distance: number) => Math.max(0, 1 - Math.abs(distance) / step) : mitchell;
  return Array.from({ length }, (_, i) => {
    const place = (i + 0.5 - offset) * step;
    if (place < 0 || place > size) return { first: 0, weights: [] };
    const first = Math.ceil(place - 0.5 - reach);
    const count = Math.floor(place - 0.5 + reach) - first + 1;
    const weights = Array.from({ length: count }, (_, tap) => weightAt(place - 0.5 - first - tap));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: weights.map((weight) => weight / total) };
  });
}

interface Redrawing {
  /** Pixels of the picture that one of the new ones is wide. */
  readonly step: number;
  /** Where a place of the new picture is in the old one. */
  from(x: number, y: number): readonly [number, number];
}

/**
 * The pixels of a square that is cut out of a picture and turned, as a browser's canvas does it at its best; outside of the
 * picture they are transparent. What grows is rounded between 16 pixels, what shrinks is the mean of what it covers.
 */
export function redraw(picture: Picture, size: number, { step, from }: Redrawing): Uint8ClampedArray {
  const out = new Uint8ClampedArray(4 * size * size);
  const samples = Math.max(1, Math.ceil(step));
  const add = step > 1 ? addLinear : addCubic;
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < size * size; i++) {
    sum.fill(0);
    for (let s = 0; s < samples * samples; s++) {
      const [x, y] = from(
        (i % size) + ((s % samples) + 0.5) / samples,
        Math.floor(i / size) + (Math.floor(s / samples) + 0.5) / samples,
      );
      if (x >= 0 && y >= 0 && x <= picture.width && y <= picture.height) add(sum, picture, x - 0.5, y - 0.5);
    }
    for (let c = 0; c < 4; c++) out[4 * i + c] = Number(sum[c]) / (samples * samples);
  }
  return out;
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));

/** Adds the colour between the four pixels around a place. */
function addLinear(sum: number[], { data, width, height }: Picture, x: number, y: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  for (let corner = 0; corner < 4; corner++) {
    const [px, py] = [left + (corner & 1), top + (corner >> 1)];
    const weight = (1 - Math.abs(x - px)) * (1 - Math.abs(y - py));
    const at = 4 * (clamp(py, height) * width + clamp(px, width));
    for (let c = 0; c < 4; c++) sum[c] = Number(sum[c]) + weight * Number(data[at + c]);
  }
}

/** The same between 16. */
function addCubic(sum: number[], { data, width, height }: Picture, x: number, y: number): void {
  const [left, top] = [Math.floor(x) - 1, Math.floor(y) - 1];
  for (let row = 0; row < 4; row++) {
    const down = mitchell(y - top - row);
    for (let column = 0; column < 4; column++) {
      const weight = down * mitchell(x - left - column);
      const at = 4 * (clamp(top + row, height) * width + clamp(left + column, width));
      for (let c = 0; c < 4; c++) sum[c] = Number(sum[c]) + weight * Number(data[at + c]);
    }
  }
}

/** The filter of Mitchell and Netravali, with a third of each of its two. */
function mitchell(distance: number): number {
  const x = Math.abs(distance);
  if (x < 1) return (7 * x ** 3 - 12 * x ** 2 + 16 / 3) / 6;
  return x < 2 ? ((-7 / 3) * x ** 3 + 12 * x ** 2 - 20 * x + 32 / 3) / 6 : 0;
}
