/** The image worker: decodes, turns upright, makes small, re-encodes. */

import { AppError } from '../../contract/errors.ts';
import type { ImageWorker, Picture } from './image.ts';
import { serve } from './rpc.ts';

const EDGE = 1280;
const QUALITY = 0.8;

async function shrink(photo: Blob): Promise<Picture> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(photo); // turns it upright by its EXIF, which then is left behind
  } catch (cause) {
    throw new AppError('not-readable', 'The photo cannot be read', { cause });
  }
  const scale = Math.min(1, EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('not-readable', 'The photo cannot be drawn');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await encode(canvas);
  return { blob, sha256: await hash(blob) };
}

/** A browser that cannot write WebP answers with another type instead of failing (A38). */
async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

async function hash(file: Blob): Promise<string> {
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch (cause) {
    throw new AppError('not-readable', 'The file cannot be read', { cause });
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

serve<ImageWorker>(self, { shrink, hash });
