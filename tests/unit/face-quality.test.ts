/** Which frames are kept, and what is asked of the person in front of the camera. */

import { expect, test } from 'vitest';
import { FACE_SIZE, MIN_FACE } from '../../contract/limits.ts';
import { judge, type Measures, measure } from '../../match/quality.ts';

const GOOD: Measures = { size: 0.5, sharpness: 0.2, yaw: 0, nose: 0.55, light: 120, burnt: 0, eyes: 0.3 };

test('a near, sharp, frontal, well-lit face is good and kept', () => {
  expect(judge(GOOD)).toMatchObject({ hint: 'good', usable: true });
});

test('R274 R392 A11: a face below 0.4 of the frame is asked to come closer and is not kept', () => {
  expect(judge({ ...GOOD, size: MIN_FACE - 0.001 })).toMatchObject({ hint: 'closer', usable: false });
  expect(judge({ ...GOOD, size: MIN_FACE })).toMatchObject({ hint: 'good', usable: true });
});

test.each([
  ['turned', { yaw: 0.5 }, { yaw: -0.8 }],
  ['turned', { nose: 0.3 }, { nose: 0.95 }],
  ['dark', { light: 35 }, { light: 10 }],
  ['bright', { burnt: 0.4 }, { burnt: 0.7 }],
  ['blurry', { sharpness: 0.01 }, { sharpness: 0.001 }],
] as const)('%s: a little is a hint, much is refused', (hint, little, much) => {
  expect(judge({ ...GOOD, ...little })).toMatchObject({ hint, usable: true });
  expect(judge({ ...GOOD, ...much })).toMatchObject({ hint, usable: false });
});

test('closed eyes are said, and the frame is kept for want of a better one', () => {
  const closed = judge({ ...GOOD, eyes: 0.05 });
  expect(closed).toMatchObject({ hint: 'eyes-closed', usable: true });
  expect(closed.score).toBeLessThan(judge(GOOD).score);
});

test('the frame that is sharper, more frontal or nearer is preferred', () => {
  const { score } = judge({ ...GOOD, sharpness: 0.05 });
  expect(score).toBeLessThan(judge(GOOD).score);
  expect(judge({ ...GOOD, yaw: 0.3 }).score).toBeLessThan(judge(GOOD).score);
  expect(judge({ ...GOOD, size: 0.7 }).score).toBeGreaterThan(judge(GOOD).score);
});

/** A drawn face: the mesh points the measures read, at the places of a frontal face. */
function meshOf(nose: { x: number; y: number }, lid: number): Float32Array {
  const mesh = new Float32Array(478 * 2);
  const put = (i: number, x: number, y: number) => mesh.set([x, y], 2 * i);
  put(33, 0.35, 0.4);
  put(133, 0.45, 0.4);
  put(362, 0.55, 0.4);
  put(263, 0.65, 0.4);
  for (const [upper, lower, x] of [
    [159, 145, 0.4],
    [386, 374, 0.6],
  ] as const) {
    put(upper, x, 0.4 - lid / 2);
    put(lower, x, 0.4 + lid / 2);
  }
  put(4, nose.x, nose.y);
  put(61, 0.43, 0.62);
  put(291, 0.57, 0.62);
  put(234, 0.28, 0.45);
  put(454, 0.72, 0.45);
  return mesh;
}

function cropOf(lumaAt: (x: number, y: number) => number): Uint8ClampedArray {
  const crop = new Uint8ClampedArray(FACE_SIZE * FACE_SIZE * 4);
  for (let i = 0; i < FACE_SIZE * FACE_SIZE; i++) {
    crop.fill(lumaAt(i % FACE_SIZE, Math.floor(i / FACE_SIZE)), 4 * i, 4 * i + 3);
  }
  return crop;
}

const BOX = { x: 0.28, y: 0.2, width: 0.44, height: 0.6 };

test('size is the smaller side of the box, yaw and nose follow the tip of the nose, eyes the lids', () => {
  const crop = cropOf(() => 100);
  const frontal = measure(meshOf({ x: 0.5, y: 0.51 }, 0.03), BOX, crop, 1);
  expect(frontal.size).toBeCloseTo(0.44);
  expect(frontal.yaw).toBeCloseTo(0);
  expect(frontal.nose).toBeCloseTo(0.5);
  expect(frontal.eyes).toBeCloseTo(0.3);
  expect(measure(meshOf({ x: 0.62, y: 0.51 }, 0.03), BOX, crop, 1).yaw).toBeGreaterThan(0.45);
  expect(measure(meshOf({ x: 0.5, y: 0.6 }, 0.03), BOX, crop, 1).nose).toBeGreaterThan(0.8);
  expect(measure(meshOf({ x: 0.5, y: 0.51 }, 0.004), BOX, crop, 1).eyes).toBeLessThan(0.12);
});

test('light is the mean luma, burnt the share of white, and sharpness does not depend on the light', () => {
  const mesh = meshOf({ x: 0.5, y: 0.51 }, 0.03);
  const stripes = (level: number, period: number) =>
    cropOf((x) => level + (level / 2) * Math.sin((2 * Math.PI * x) / period));
  expect(
    measure(
      mesh,
      BOX,
      cropOf(() => 30),
      1,
    ).light,
  ).toBeCloseTo(30, 0);
  expect(
    measure(
      mesh,
      BOX,
      cropOf(() => 255),
      1,
    ).burnt,
  ).toBe(1);
  const bright = measure(mesh, BOX, stripes(160, 8), 1).sharpness;
  const dim = measure(mesh, BOX, stripes(40, 8), 1).sharpness;
  expect(dim / bright).toBeGreaterThan(0.8);
  expect(measure(mesh, BOX, stripes(160, 40), 1).sharpness).toBeLessThan(bright / 10);
});
