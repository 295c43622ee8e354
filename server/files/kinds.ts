/** What the bytes of a file are, by the first of them, and why one of them is not kept. Nothing here opens a picture. */

import { AppError } from '../../contract/errors.ts';
import { MAX_VIDEO_SECONDS } from '../../contract/limits.ts';

export type FileKind = 'photo' | 'video';
export type Size = 'thumb' | 'full';

/** Pixels of the longer edge. */
export const EDGE: Record<Size, number> = { thumb: 192, full: 1280 };
/** So many first bytes tell what a file is. */
export const HEAD_BYTES = 12;
/** A phone's photo has 12 to 50 million pixels; more is an attack on memory. */
export const MAX_PIXELS = 60_000_000;

export type Format = 'jpeg' | 'png' | 'webp' | 'mp4' | 'webm';

/** A JPEG, PNG or WebP; an MP4, QuickTime or WebM; or nothing that is taken. sharp also reads SVG, which can hold anything. */
export function formatOf(bytes: Uint8Array): Format | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  const begins = (...start: number[]) => head.subarray(0, start.length).equals(Buffer.from(start));
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'png';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
  if (begins(0x1a, 0x45, 0xdf, 0xa3)) return 'webm';
  return undefined;
}

export function kindOf(bytes: Uint8Array): FileKind | undefined {
  const format = formatOf(bytes);
  if (!format) return undefined;
  return format === 'mp4' || format === 'webm' ? 'video' : 'photo';
}

/**
 * Why a file is not kept.
 * - `not-one`: of no kind that is taken, cut, or built in a way that is not understood.
 * - `too-many-pixels`: by its header; it was not opened.
 * - `too-long`: a video of more than {@link MAX_VIDEO_SECONDS}.
 * - `too-costly`: opening it took more time or memory than any photo needs.
 */
export type Refusal = 'not-one' | 'too-many-pixels' | 'too-long' | 'too-costly';

const SAID: Record<Refusal, string> = {
  'not-one': 'The photo is not a picture that can be read: send it as a JPEG, PNG or WebP',
  'too-many-pixels': 'The photo has too many pixels: make it smaller, and send it again',
  'too-long': `A video may take ${MAX_VIDEO_SECONDS / 60} minutes: cut it, and send a part`,
  'too-costly': 'The photo takes too much to be opened: make it smaller, and send it again',
};

const SAID_OF_A_VIDEO: Partial<Record<Refusal, string>> = {
  'not-one': 'The file is not a video that can be read: send it as an MP4 or WebM, as a phone makes it',
  'too-costly': 'The video takes too much to be read: send a shorter one',
};

export function notA(kind: FileKind, cause?: unknown, why: Refusal = 'not-one'): AppError {
  if (kind === 'photo') return new AppError('not-readable', SAID[why], { fields: { photo: 'not a picture' }, cause });
  return new AppError('not-readable', SAID_OF_A_VIDEO[why] ?? SAID[why], { fields: { videos: 'not a video' }, cause });
}

/** What is wrong with the bytes themselves: whoever sends them again is refused again. */
export class NotKept extends Error {
  readonly why: Refusal;

  constructor(why: Refusal, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'NotKept';
    this.why = why;
  }
}
