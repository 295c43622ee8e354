/** The part of a picture that shows one face, as a small file. */

import { CAMERA, SCREENSHOT_QUALITY, SCREENSHOT_TYPE } from '../../../contract/limits.ts';
import type { Box } from '../protocol.ts';
import { boxOf, type Mesh, type Picture } from './landmarks.ts';

/** Hair, ears and chin belong to how people know a face: this share of the box on every side. */
const MARGIN = 0.45;

export async function facePhoto(picture: Picture, mesh: Mesh): Promise<Blob> {
  const area = around(boxOf(mesh), picture.width, picture.height);
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

/** In pixels, within the picture. */
function around(box: Box, width: number, height: number): Box {
  const margin = MARGIN * Math.max(box.width * width, box.height * height);
  const left = Math.max(0, Math.floor(box.x * width - margin));
  const top = Math.max(0, Math.floor(box.y * height - margin));
  const right = Math.min(width, Math.ceil((box.x + box.width) * width + margin));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height + margin));
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
