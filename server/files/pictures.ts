/** What the bytes of a photo or a video are, and what is made of a photo for others to see. */

import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { AppError } from '../../contract/errors.ts';
import { openLane } from '../http/lane.ts';

// No two pictures are the same: what it keeps of the last ones, opened, would be half a gigabyte that nobody asks for.
sharp.cache(false);

export type FileKind = 'photo' | 'video';
export type Size = 'thumb' | 'full';

/** Pixels of the longer edge. */
export const EDGE: Record<Size, number> = { thumb: 192, full: 1280 };
/** A phone's photo has 12 to 50 million pixels; more is an attack on memory. */
const MAX_PIXELS = 60_000_000;
/** Its decoder holds the whole picture twice; no camera writes it, and ours are far smaller. */
const MAX_PIXELS_WEBP = 16_000_000;
/** More than this may take 150 MB and more while it is open, however few bytes it has. */
const LARGE_PIXELS = 16_000_000;
/** So many first bytes tell what a file is. */
export const HEAD_BYTES = 12;

/** A JPEG, PNG or WebP; an MP4, QuickTime or WebM; or nothing that is taken. sharp also reads SVG, which can hold anything. */
export function kindOf(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  const begins = (...start: number[]) => head.subarray(0, start.length).equals(Buffer.from(start));
  if (begins(0xff, 0xd8, 0xff) || begins(0x89, 0x50, 0x4e, 0x47)) return 'photo';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'photo';
  if (head.toString('latin1', 4, 8) === 'ftyp' || begins(0x1a, 0x45, 0xdf, 0xa3)) return 'video';
  return undefined;
}

/** @throws AppError not-readable: no picture by its first bytes or by its decoder; unavailable: too many wait */
export async function checkPicture(bytes: Uint8Array): Promise<void> {
  try {
    if (kindOf(bytes) !== 'photo') throw new Error('unknown first bytes');
    await decode(bytes);
  } catch (cause) {
    if (cause instanceof AppError) throw cause; // of the photo itself nothing is known yet
    throw notA('photo', cause);
  }
}

/** The last row comes after all others: each is decoded, and none of them kept. */
const decode = (bytes: Uint8Array): Promise<unknown> =>
  opened(bytes, async ({ width, height, format }) => {
    if (format === 'webp' && width * height > MAX_PIXELS_WEBP) throw new Error('too many pixels for a WebP');
    const last = { left: 0, top: height - 1, width, height: 1 };
    return read(bytes, { failOn: 'error', sequentialRead: true }).extract(last).raw().toBuffer();
  });

const read = (bytes: Uint8Array, more: SharpOptions = {}): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, ...more });

const large = openLane({ atOnce: 1, waiting: 1000, patienceMs: 20_000 });

/** Work on a picture that opens it: one of many pixels waits until no other such is open. */
async function opened<T>(bytes: Uint8Array, work: (of: Metadata) => Promise<T>): Promise<T> {
  const of = await read(bytes).metadata();
  return of.width * of.height > LARGE_PIXELS ? large(() => work(of)) : work(of);
}

export const notA = (kind: FileKind, cause?: unknown): AppError =>
  kind === 'photo'
    ? new AppError('not-readable', 'The photo is not a picture that can be read', {
        fields: { photo: 'not a picture' },
        cause,
      })
    : new AppError('not-readable', 'The file is not a video that can be read', { fields: { videos: 'not a video' } });

/** The photo turned as its metadata says and written anew in its own format, which leaves the metadata behind. */
export const withoutMetadata = (bytes: Uint8Array): Promise<Buffer> =>
  opened(bytes, () => read(bytes).rotate().toBuffer());

/** A WebP of it, no larger than `edge`, without its metadata. */
export const smaller = (bytes: Uint8Array, edge: number, quality?: number): Promise<Buffer> =>
  opened(bytes, () =>
    read(bytes)
      .rotate()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp(quality === undefined ? {} : { quality })
      .toBuffer(),
  );
