/**
 * Photos, opened: only in the process beside the server (workshop-process.ts). What comes out is drawn anew from the
 * pixels: turned as it was meant, in sRGB, and with nothing else of what came in.
 */

import sharp, { type Metadata, type Sharp } from 'sharp';
import { formatOf, MAX_PIXELS, NotKept } from './kinds.ts';
import { bitsOf, CUTS, contrastOf, LEAST_CONTRAST, LOOK_EDGE, LOOK_GRID } from './look.ts';
import { withoutTexts } from './png.ts';

// No two pictures are the same: what it keeps of the last ones, opened, would be half a gigabyte that nobody asks for.
sharp.cache(false);
// One thread: the other processors are for the calls.
sharp.concurrency(1);
// Of the forty that sharp reads, three may be opened at all, whatever else bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

/** Twice what anybody is shown. */
export const KEPT_EDGE = 2560;
const KEPT_QUALITY = 90;
/** Its decoder holds the whole picture twice; no camera writes it, and ours are far smaller. */
const MAX_PIXELS_WEBP = 16_000_000;
/**
 * What a JPEG in several passes may take while it is open, as coefficients; measured, the decoder takes half as much again.
 * Of 49 megapixels: 147 MB and 1.4 s of a slow processor.
 */
const MAX_PASSES_BYTES_JPEG = 180_000_000;
/** A PNG's rows, unpacked: 55 megapixels take 164 MB and 0.7 s there, 60 transparent ones of 16 bits 480 MB and 1.9 s. */
const MAX_BYTES_PNG = 240_000_000;
/** In several passes each row is drawn up to four times: 164 MB take 1.8 to 2.4 s. */
const MAX_PASSES_BYTES_PNG = 100_000_000;

/**
 * What is kept of a photo: a JPEG, or a WebP where it is transparent, of at most {@link KEPT_EDGE}.
 * @throws NotKept for what is no picture, is cut, or has too many pixels
 */
export async function redrawn(bytes: Buffer): Promise<Buffer> {
  const [photo, { hasAlpha }] = await opened(bytes);
  const drawn = fitted(photo, KEPT_EDGE);
  return decoded(() =>
    (hasAlpha ? drawn.webp({ quality: KEPT_QUALITY, effort: 2 }) : drawn.jpeg({ quality: KEPT_QUALITY })).toBuffer(),
  );
}

/** A WebP of it, no larger than `edge`. @throws NotKept like {@link redrawn} */
export async function smaller(bytes: Buffer, edge: number, quality = 80): Promise<Buffer> {
  const [photo] = await opened(bytes);
  return decoded(() => fitted(photo, edge).webp({ quality }).toBuffer());
}

/** What a picture of ours looks like (look.ts): all views one after the other, as hex; undefined when there is nothing to see. */
export async function lookOf(picture: Buffer): Promise<string | undefined> {
  const [photo] = await opened(picture);
  const flat = photo.flatten({ background: '#fff' }).greyscale().resize(LOOK_GRID, LOOK_GRID, { fit: 'fill' });
  const grid = await decoded(() => flat.raw().toBuffer());
  if (contrastOf(grid) < LEAST_CONTRAST) return undefined;
  const views: Buffer[] = [];
  for (const [left, top, width, height] of CUTS) {
    const all = sharp(grid, { raw: { width: LOOK_GRID, height: LOOK_GRID, channels: 1 } });
    const view = all.extract({ left, top, width, height }).resize(LOOK_EDGE, LOOK_EDGE, { fit: 'fill' });
    views.push(bitsOf(await view.toColourspace('b-w').raw().toBuffer()));
  }
  return Buffer.concat(views).toString('hex');
}

const fitted = (photo: Sharp, edge: number): Sharp =>
  photo.autoOrient().resize(edge, edge, { fit: 'inside', withoutEnlargement: true });

/** What its header says, found to be bearable before a pixel of it is decoded. */
async function opened(bytes: Buffer): Promise<[Sharp, Metadata]> {
  const format = formatOf(bytes);
  const plain = format === 'png' ? withoutTexts(bytes) : bytes;
  const photo = sharp(plain, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
  const of = await decoded(() => photo.metadata());
  if (of.format !== format) throw new NotKept('not-one', `its bytes are ${of.format}, and begin as ${format}`);
  const pixels = of.width * of.height;
  const most = format === 'webp' ? MAX_PIXELS_WEBP : MAX_PIXELS;
  if (pixels > most || takesTooMuch(of)) throw new NotKept('too-many-pixels', `${of.width} x ${of.height} pixels`);
  return [photo, of];
}

/** A picture in several passes is held whole until the last of them: a JPEG as coefficients, a PNG as pixels. */
function takesTooMuch({ format, width, height, isProgressive, channels, chromaSubsampling, depth }: Metadata): boolean {
  const pixels = width * height;
  if (format === 'png')
    return pixels * channels * (depth === 'ushort' ? 2 : 1) > (isProgressive ? MAX_PASSES_BYTES_PNG : MAX_BYTES_PNG);
  const coefficients = 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels);
  return format === 'jpeg' && Boolean(isProgressive) && pixels * coefficients > MAX_PASSES_BYTES_JPEG;
}

async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new NotKept('not-one', 'its decoder cannot read it', cause);
  }
}
