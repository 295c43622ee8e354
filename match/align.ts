/** From a face mesh to the upright 112 x 112 face that the model was trained on. */

import { FACE_SIZE } from '../contract/limits.ts';

export interface Point {
  x: number;
  y: number;
}

const MESH_POINTS = 478;

/** Where the ArcFace template has the eyes (image-left first), the nose and the corners of the mouth, in pixels. */
const TEMPLATE: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

/**
 * The similarity that brings five points closest to the template, by least squares (Umeyama without reflection).
 * [a, b, tx, ty] takes (x, y) to (a x - b y + tx, b x + a y + ty): `setTransform(a, b, -b, a, tx, ty)` on a canvas.
 */
export function similarity(points: readonly Point[]): [a: number, b: number, tx: number, ty: number] {
  if (points.length !== TEMPLATE.length) throw new RangeError('a face is aligned by five points');
  const [from, to] = [middle(points), middle(TEMPLATE)];
  let [dot, cross, spread] = [0, 0, 0];
  points.forEach((point, i) => {
    const [x, y] = [point.x - from.x, point.y - from.y];
    const [u, v] = [pointAt(TEMPLATE, i).x - to.x, pointAt(TEMPLATE, i).y - to.y];
    dot += x * u + y * v;
    cross += x * v - y * u;
    spread += x * x + y * y;
  });
  if (!(spread > 0 && spread < Number.POSITIVE_INFINITY)) throw new RangeError('five points in one place, or nowhere');
  const [a, b] = [dot / spread, cross / spread];
  return [a, b, to.x - a * from.x + b * from.y, to.y - b * from.x - a * from.y];
}

/**
 * Eyes, nose and corners of the mouth of a mesh, in pixels. `mesh`: x, y of 478 points, as fractions of the frame.
 *
 * Of each pair the one that stands image-left when the face is upright comes first, in mirrored frames too; a face
 * that leans keeps its order at any angle.
 */
export function fivePoints(mesh: Float32Array, width: number, height: number): Point[] {
  if (mesh.length !== 2 * MESH_POINTS) throw new RangeError(`a mesh has ${MESH_POINTS} points`);
  const at = (i: number): Point => ({ x: Number(mesh[2 * i]) * width, y: Number(mesh[2 * i + 1]) * height });
  const eyes = [middle([at(33), at(133)]), middle([at(362), at(263)])];
  const mouth = [at(61), at(291)];
  const [eye, otherEye] = [pointAt(eyes, 0), pointAt(eyes, 1)];
  const [above, below] = [middle(eyes), middle(mouth)];
  const turn = (otherEye.x - eye.x) * (below.y - above.y) - (otherEye.y - eye.y) * (below.x - above.x);
  if (turn < 0) {
    eyes.reverse();
    mouth.reverse();
  }
  return [...eyes, at(4), ...mouth];
}

/** The model's input: RGB, 0 to 255, a plane a colour. */
export function toTensor(rgba: Uint8ClampedArray): Float32Array {
  const pixels = FACE_SIZE * FACE_SIZE;
  if (rgba.length !== 4 * pixels) throw new RangeError(`a face is ${FACE_SIZE} x ${FACE_SIZE} pixels of 4 bytes`);
  const tensor = new Float32Array(3 * pixels);
  for (let i = 0; i < pixels; i++) {
    for (let colour = 0; colour < 3; colour++) tensor[colour * pixels + i] = Number(rgba[4 * i + colour]);
  }
  return tensor;
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

function pointAt(points: readonly Point[], i: number): Point {
  const point = points[i];
  if (!point) throw new RangeError('no such point');
  return point;
}
