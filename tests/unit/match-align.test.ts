import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FACE_SIZE } from '../../contract/limits.ts';
import { fivePoints, type Point, similarity, toTensor } from '../../match/align.ts';

const ARCFACE: Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

const moved = ([a, b, tx, ty]: readonly [number, number, number, number], { x, y }: Point): Point => ({
  x: a * x - b * y + tx,
  y: b * x + a * y + ty,
});
const distance = (points: Point[]) =>
  points.reduce((sum, { x, y }, i) => sum + (x - Number(ARCFACE[i]?.x)) ** 2 + (y - Number(ARCFACE[i]?.y)) ** 2, 0);

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const scale = fc.double({ min: 0.1, max: 10, noNaN: true });
const shift = fc.double({ min: -500, max: 500, noNaN: true });
const point = fc.record({ x: shift, y: shift });

describe('aligning a face', () => {
  test('brings a turned, scaled and shifted template back to its place', () => {
    fc.assert(
      fc.property(angle, scale, shift, shift, (turn, size, tx, ty) => {
        const seen = ARCFACE.map((p) => moved([size * Math.cos(turn), size * Math.sin(turn), tx, ty], p));
        const back = similarity(seen);
        expect(distance(seen.map((p) => moved(back, p)))).toBeLessThan(1e-6);
      }),
    );
  });

  test('has the least squared error: no similarity near it is better', () => {
    const nudge = fc.tuple(...[1e-4, 1e-4, 0.1, 0.1].map((size) => fc.double({ min: -size, max: size, noNaN: true })));
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 5, maxLength: 5 }),
        nudge,
        (points, [da = 0, db = 0, dx = 0, dy = 0]) => {
          fc.pre(points.some(({ x, y }) => Math.hypot(x - Number(points[0]?.x), y - Number(points[0]?.y)) > 10));
          const [a, b, tx, ty] = similarity(points);
          const best = distance(points.map((p) => moved([a, b, tx, ty], p)));
          const other = distance(points.map((p) => moved([a + da, b + db, tx + dx, ty + dy], p)));
          expect(best).toBeLessThanOrEqual(other * (1 + 1e-9));
        },
      ),
    );
  });

  test('is refused for points that make no face', () => {
    expect(() => similarity(new Array(5).fill({ x: 3, y: 4 }))).toThrow(RangeError);
    expect(() => similarity(new Array(5).fill({ x: Number.NaN, y: 4 }))).toThrow(RangeError);
    expect(() => similarity(ARCFACE.slice(0, 4))).toThrow(RangeError);
  });
});

describe('the five points of a mesh', () => {
  /** A mesh whose named points stand so that the five points are these, in pixels of a 640 x 480 frame. */
  function meshOf([eye, otherEye, nose, mouth, otherMouth]: Point[], swapped = false): Float32Array {
    const mesh = new Float32Array(2 * 478).fill(0.9);
    const place = (i: number, p: Point | undefined, dx = 0) =>
      mesh.set([(Number(p?.x) + dx) / 640, Number(p?.y) / 480], 2 * i);
    const [first, second] = swapped ? [otherEye, eye] : [eye, otherEye];
    place(33, first, -4);
    place(133, first, 4);
    place(362, second, -4);
    place(263, second, 4);
    place(4, nose);
    place(61, swapped ? otherMouth : mouth);
    place(291, swapped ? mouth : otherMouth);
    return mesh;
  }
  const expectPoints = (found: Point[], wanted: Point[]) => {
    found.forEach(({ x, y }, i) => {
      expect(x).toBeCloseTo(Number(wanted[i]?.x), 3);
      expect(y).toBeCloseTo(Number(wanted[i]?.y), 3);
    });
    expect(found).toHaveLength(5);
  };

  test('are the eyes, the nose and the mouth in pixels, image-left first', () => {
    expectPoints(fivePoints(meshOf(ARCFACE), 640, 480), ARCFACE);
  });

  test('keep image-left first when the mesh names the sides the other way round', () => {
    expectPoints(fivePoints(meshOf(ARCFACE, true), 640, 480), ARCFACE);
  });

  test('align a face at any angle', () => {
    fc.assert(
      fc.property(angle, fc.boolean(), (turn, swapped) => {
        const seen = ARCFACE.map((p) => moved([Math.cos(turn), Math.sin(turn), 300, 200], p));
        const points = fivePoints(meshOf(seen, swapped), 640, 480);
        expect(distance(points.map((p) => moved(similarity(points), p)))).toBeLessThan(1e-3);
      }),
    );
  });

  test('need the whole mesh', () => {
    expect(() => fivePoints(new Float32Array(2 * 468), 640, 480)).toThrow(RangeError);
  });
});

describe('the input of the model', () => {
  test('is the red, green and blue planes, 0 to 255, without alpha', () => {
    const pixels = FACE_SIZE * FACE_SIZE;
    const rgba = Uint8ClampedArray.from({ length: 4 * pixels }, (_, i) => (i % 4 === 3 ? 77 : (i * 7) % 256));
    const tensor = toTensor(rgba);
    expect(tensor).toHaveLength(3 * pixels);
    for (const at of [0, 1, 111, 112, pixels - 1]) {
      expect([tensor[at], tensor[pixels + at], tensor[2 * pixels + at]]).toEqual([
        ...rgba.subarray(4 * at, 4 * at + 3),
      ]);
    }
    expect(() => toTensor(rgba.subarray(4))).toThrow(RangeError);
  });
});
