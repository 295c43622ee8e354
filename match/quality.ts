/** Whether a frame is fit for comparison, and what the person in front of the camera can do better. */

import { FACE_SIZE, MIN_FACE } from '../contract/limits.ts';
import type { Box } from './mesh.ts';

export interface Quality {
  readonly hint: 'closer' | 'blurry' | 'turned' | 'dark' | 'bright' | 'eyes-closed' | 'good';
  /** Good enough to be compared, even if the hint asks for better. */
  readonly usable: boolean;
  /** Orders the frames of one scan; it means nothing between people. */
  readonly score: number;
}

/** What is measured of a face. */
export interface Measures {
  readonly size: number;
  /** Variance of the Laplacian over the variance of the luma: low when nothing has an edge, whatever the light. */
  readonly sharpness: number;
  /** 0 looking into the camera, 1 or -1 in profile. */
  readonly yaw: number;
  /** Where the nose is between eyes (0) and mouth (1); nods move it. */
  readonly nose: number;
  /** Mean luma of the face, 0 to 255. */
  readonly light: number;
  /** Share of the face's pixels that are burnt out. */
  readonly burnt: number;
  /** Height of the open eyes over their width. */
  readonly eyes: number;
}

/**
 * Set on 158 portraits and their darkened, blurred and turned copies: with a blur of 5 pixels in 512 (sharpness 0.006)
 * copies still compare at 0.88 in the median, with 8 (0.002) at 0.72. Light is a low bar on purpose: dark skin in fair
 * light is not a dark picture.
 *
 * `good`: below or beyond it the hint asks for better. `usable`: below or beyond it the frame is not compared. */
const LIMITS = {
  sharpness: { good: 0.02, usable: 0.004 },
  yaw: { good: 0.45, usable: 0.65 },
  nose: { good: [0.36, 0.78], usable: [0.26, 0.88] },
  light: { good: 45, usable: 22 },
  burnt: { good: 0.25, usable: 0.5 },
  eyes: { good: 0.12 },
} as const;

const BURNT_LUMA = 248;

export function judge(measures: Measures): Quality {
  const { size, sharpness, yaw, nose, light, burnt, eyes } = measures;
  const within = (value: number, [low, high]: readonly [number, number]): boolean => value >= low && value <= high;
  const turn = Math.abs(yaw);
  const usable =
    size >= MIN_FACE &&
    sharpness >= LIMITS.sharpness.usable &&
    turn <= LIMITS.yaw.usable &&
    within(nose, LIMITS.nose.usable) &&
    light >= LIMITS.light.usable &&
    burnt <= LIMITS.burnt.usable;
  const hint = (): Quality['hint'] => {
    if (size < MIN_FACE) return 'closer';
    if (turn > LIMITS.yaw.good || !within(nose, LIMITS.nose.good)) return 'turned';
    if (light < LIMITS.light.good) return 'dark';
    if (burnt > LIMITS.burnt.good) return 'bright';
    if (sharpness < LIMITS.sharpness.good) return 'blurry';
    return eyes < LIMITS.eyes.good ? 'eyes-closed' : 'good';
  };
  const score = (1 - turn) * Math.min(1, sharpness / 0.1) * Math.min(1, eyes / 0.2) * (1 - burnt) + size / 10;
  return { hint: hint(), usable, score };
}

export function measure(mesh: Float32Array, box: Box, crop: Uint8ClampedArray, aspect: number): Measures {
  const luma = lumaOf(crop);
  return {
    size: Math.min(box.width, box.height),
    sharpness: sharpnessOf(luma),
    ...pose(mesh, aspect),
    ...lightOf(luma),
    eyes: eyeOpening(mesh, aspect),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** `aspect`: width over height of the frame, which makes fractions of both comparable. */
const pointOf = (mesh: Float32Array, i: number, aspect: number): Point => ({
  x: (mesh[2 * i] ?? 0) * aspect,
  y: mesh[2 * i + 1] ?? 0,
});
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The share of the way from one point to another at which a third one stands, seen at a right angle. */
function along(from: Point, to: Point, point: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  return ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y);
}

function pose(mesh: Float32Array, aspect: number): Pick<Measures, 'yaw' | 'nose'> {
  const at = (i: number): Point => pointOf(mesh, i, aspect);
  const tip = at(4);
  const eyes = middle(middle(at(33), at(133)), middle(at(362), at(263)));
  const mouth = middle(at(61), at(291));
  return { yaw: 2 * along(at(234), at(454), tip) - 1, nose: along(eyes, mouth, tip) };
}

function eyeOpening(mesh: Float32Array, aspect: number): number {
  const at = (i: number): Point => pointOf(mesh, i, aspect);
  const left = distance(at(159), at(145)) / distance(at(33), at(133));
  const right = distance(at(386), at(374)) / distance(at(362), at(263));
  return (left + right) / 2;
}

function lumaOf(rgba: Uint8ClampedArray): Float32Array {
  const luma = new Float32Array(rgba.length / 4);
  for (let i = 0; i < luma.length; i++) {
    luma[i] = 0.299 * (rgba[4 * i] ?? 0) + 0.587 * (rgba[4 * i + 1] ?? 0) + 0.114 * (rgba[4 * i + 2] ?? 0);
  }
  return luma;
}

/** Where an aligned face has skin, and no background. */
const SKIN = { left: 26, right: 86, top: 30, bottom: 102 } as const;

function* skinPixels(): Generator<number> {
  for (let y = SKIN.top; y < SKIN.bottom; y++) {
    for (let x = SKIN.left; x < SKIN.right; x++) yield y * FACE_SIZE + x;
  }
}

function sharpnessOf(luma: Float32Array): number {
  const at = (i: number): number => luma[i] ?? 0;
  const values: number[] = [];
  const edges: number[] = [];
  for (const i of skinPixels()) {
    values.push(at(i));
    edges.push(at(i - 1) + at(i + 1) + at(i - FACE_SIZE) + at(i + FACE_SIZE) - 4 * at(i));
  }
  return variance(edges) / Math.max(1, variance(values));
}

function lightOf(luma: Float32Array): Pick<Measures, 'light' | 'burnt'> {
  let [sum, burnt, count] = [0, 0, 0];
  for (const i of skinPixels()) {
    const value = luma[i] ?? 0;
    sum += value;
    if (value > BURNT_LUMA) burnt++;
    count++;
  }
  return { light: sum / count, burnt: burnt / count };
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
