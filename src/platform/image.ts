/** Photos made small before they are kept, in a worker: fewer bytes to send, and no place or time hidden in them. */

import { AppError } from '../../contract/errors.ts';
import type { Turns } from '../../match/mesh.ts';
import workerUrl from './image-worker.ts?worker&url';
import { connect, type Remote } from './rpc.ts';
import { startWorker } from './scripts.ts';

/** The boundary of the image worker. */
export interface ImageWorker {
  /**
   * A photo of at most 1280 pixels, upright, re-encoded: EXIF is gone. WebP where the browser writes it, else JPEG.
   * @throws AppError not-readable
   */
  shrink(photo: Blob): Promise<Picture>;
  /** A small picture of a photo, of at most `most` bytes; undefined when it cannot be that light. @throws AppError not-readable */
  thumb(photo: Blob, most: number): Promise<Blob | undefined>;
  /** The photo with these areas in black: what was there is in no byte of it. @throws AppError not-readable */
  cover(photo: Blob, areas: readonly Area[]): Promise<Picture>;
  /** The frame of the photo once it is turned, re-encoded: what was outside is in no byte of it. @throws AppError not-readable */
  crop(photo: Blob, frame: Frame): Promise<Picture>;
  /** The SHA-256 of a file that is kept as it is. @throws AppError not-readable */
  hash(file: Blob): Promise<string>;
}

/** A part of a photo, in shares of its width and height. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is kept of a photo: `area` of it as it is after so many quarter turns to the right. */
export interface Frame {
  turns: Turns;
  area: Area;
}

export interface Picture {
  sha256: string;
  blob: Blob;
}

let worker: Remote<ImageWorker> | undefined;

/** One worker for the page, started when first needed; a dead one is replaced at the next call. */
async function withWorker<T>(work: (images: Remote<ImageWorker>) => Promise<T>): Promise<T> {
  worker ??= connect<ImageWorker>(startWorker(workerUrl, 'image'));
  try {
    return await work(worker);
  } catch (error) {
    if (error instanceof AppError && error.code === 'worker-lost') worker = undefined;
    throw error;
  }
}

export const shrinkPhoto = (photo: Blob): Promise<Picture> => withWorker((images) => images.shrink(photo));
export const coverPhoto = (photo: Blob, areas: readonly Area[]): Promise<Picture> =>
  withWorker((images) => images.cover(photo, areas));
export const cropPhoto = (photo: Blob, frame: Frame): Promise<Picture> =>
  withWorker((images) => images.crop(photo, frame));
export const hashFile = (file: Blob): Promise<string> => withWorker((images) => images.hash(file));
export const thumbOf = (photo: Blob, most: number): Promise<Blob | undefined> =>
  withWorker((images) => images.thumb(photo, most));
