/** The image worker: decodes, turns upright, makes small, re-encodes. */

import { AppError } from '../../contract/errors.ts';
import type { Turns } from '../../match/mesh.ts';
import type { Area, Frame, ImageWorker, Picture } from './image.ts';
import { serve } from './rpc.ts';
import { sha256Of } from './sha256.ts';
import { canvasFor, drawTurned } from './turn.ts';

const EDGE = 1280;
const QUALITY = 0.8;

const THUMB_EDGE = 192;
/** Tried in turn until the small picture is light enough. */
const THUMB_QUALITIES = [0.7, 0.5, 0.3, 0.1];

async function shrink(photo: Blob): Promise<Picture> {
  const blob = await encode(await draw(photo, EDGE), QUALITY);
  return { blob, sha256: await hash(blob) };
}

/** Whole pixels, and what an area touches of one is all of it. */
async function cover(photo: Blob, areas: readonly Area[]): Promise<Picture> {
  const canvas = await draw(photo, EDGE);
  const context = contextOf(canvas);
  context.fillStyle = '#000';
  for (const { left, top, width, height } of areas) {
    const [x, y] = [Math.floor(left * canvas.width), Math.floor(top * canvas.height)];
    const [right, bottom] = [Math.ceil((left + width) * canvas.width), Math.ceil((top + height) * canvas.height)];
    context.fillRect(x, y, right - x, bottom - y);
  }
  const blob = await encode(canvas, QUALITY);
  return { blob, sha256: await hash(blob) };
}

/** At least one pixel of it, however thin the frame. */
async function crop(photo: Blob, { turns, area }: Frame): Promise<Picture> {
  const turned = turn(await draw(photo, EDGE), turns);
  const [x, y] = [Math.floor(area.left * turned.width), Math.floor(area.top * turned.height)];
  const side = (share: number, from: number, most: number) =>
    Math.min(Math.max(1, Math.round(share * most)), most - from);
  const canvas = new OffscreenCanvas(side(area.width, x, turned.width), side(area.height, y, turned.height));
  contextOf(canvas).drawImage(turned, -x, -y);
  const blob = await encode(canvas, QUALITY);
  return { blob, sha256: await hash(blob) };
}

function turn(photo: OffscreenCanvas, turns: Turns): OffscreenCanvas {
  if (turns === 0) return photo;
  const canvas = canvasFor(photo, turns);
  drawTurned(contextOf(canvas), photo, turns);
  return canvas;
}

async function thumb(photo: Blob, most: number): Promise<Blob | undefined> {
  const canvas = await draw(photo, THUMB_EDGE);
  for (const quality of THUMB_QUALITIES) {
    const blob = await encode(canvas, quality);
    if (blob.size <= most) return blob;
  }
  return undefined;
}

/** The photo, upright, with at most `edge` pixels on its longer side. */
async function draw(photo: Blob, edge: number): Promise<OffscreenCanvas> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(photo); // turns it upright by its EXIF, which then is left behind
  } catch (cause) {
    throw new AppError('not-readable', 'The photo cannot be read', { cause });
  }
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const size = (side: number) => Math.max(1, Math.round(side * scale));
  const canvas = new OffscreenCanvas(size(bitmap.width), size(bitmap.height));
  contextOf(canvas).drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('not-readable', 'The photo cannot be drawn');
  return context;
}

/** A browser that cannot write WebP answers with another type instead of failing (A38). */
async function encode(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality });
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality });
}

async function hash(file: Blob): Promise<string> {
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch (cause) {
    throw new AppError('not-readable', 'The file cannot be read', { cause });
  }
  return sha256Of(new Uint8Array(bytes));
}

serve<ImageWorker>(self, { shrink, cover, crop, thumb, hash });
