/** The upright 112 x 112 face of a picture, which the model compares. */

import { FACE_SIZE } from '../../../contract/limits.ts';
import { fivePoints, similarity } from '../../../match/align.ts';
import type { Mesh } from '../../../match/mesh.ts';
import type { Picture } from './landmarks.ts';

/** RGBA of {@link FACE_SIZE} squared. */
export type Crop = Uint8ClampedArray;

const canvas = new OffscreenCanvas(FACE_SIZE, FACE_SIZE);
const context = canvas.getContext('2d', { willReadFrequently: true });

export function alignFace(picture: Picture, mesh: Mesh): Crop {
  if (!context) throw new Error('no 2d canvas');
  const [a, b, tx, ty] = similarity(fivePoints(mesh, picture.width, picture.height));
  context.resetTransform();
  context.clearRect(0, 0, FACE_SIZE, FACE_SIZE);
  context.setTransform(a, b, -b, a, tx, ty);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, FACE_SIZE, FACE_SIZE).data;
}
