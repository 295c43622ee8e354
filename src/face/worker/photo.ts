/** The part of a picture that shows one face, as a small file. */

import { CAMERA, SCREENSHOT_QUALITY, SCREENSHOT_TYPE } from '../../../contract/limits.ts';
import { type Box, boxOf, type Mesh } from '../../../match/mesh.ts';
import type { Picture } from './landmarks.ts';

/** Hair, ears and chin belong to how people know a face: this share of the box on every side. */
const MARGIN = 0.45;

/** `others` are the faces that it must not show as well: whoever looks at it is to know who is meant. */
export async function facePhoto(picture: Picture, mesh: Mesh, others: readonly Mesh[]): Promise<Blob> {
  const area = photoArea(boxOf(mesh), others.map(boxOf), picture);
  const scale = Math.min(1, CAMERA.width / Math.max(area.width, area.height));
  const canvas = new OffscreenCanvas(Math.round(area.width * scale), Math.round(area.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  const photo = await canvas.convertToBlob({ type: SCREENSHOT_TYPE, quality: SCREENSHOT_QUALITY });
  // A browser that cannot write the type answers with PNG, which is ten times larger.
  return photo.type === SCREENSHOT_TYPE
    ? photo
    : canvas.convertToBlob({ type: 'image/jpeg', quality: SCREENSHOT_QUALITY });
}

/** In pixels, within the picture; it ends half way to another face. */
export function photoArea(box: Box, others: readonly Box[], picture: Pick<Picture, 'width' | 'height'>): Box {
  const face = edges(box, picture);
  const margin = MARGIN * Math.max(face.right - face.left, face.bottom - face.top);
  let left = Math.max(0, face.left - margin);
  let top = Math.max(0, face.top - margin);
  let right = Math.min(picture.width, face.right + margin);
  let bottom = Math.min(picture.height, face.bottom + margin);
  for (const other of others.map((one) => edges(one, picture))) {
    const across = other.left + other.right - face.left - face.right;
    const down = other.top + other.bottom - face.top - face.bottom;
    if (Math.abs(across) < Math.abs(down)) {
      if (down > 0) bottom = Math.min(bottom, (face.bottom + other.top) / 2);
      else top = Math.max(top, (face.top + other.bottom) / 2);
    } else if (across > 0) right = Math.min(right, (face.right + other.left) / 2);
    else left = Math.max(left, (face.left + other.right) / 2);
  }
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { x, y, width: Math.max(1, Math.ceil(right) - x), height: Math.max(1, Math.ceil(bottom) - y) };
}

const edges = (box: Box, { width, height }: Pick<Picture, 'width' | 'height'>) => ({
  left: box.x * width,
  top: box.y * height,
  right: (box.x + box.width) * width,
  bottom: (box.y + box.height) * height,
});
