/**
 * Photos and videos on disk, named by the SHA-256 of their bytes.
 *
 * An upload grows in `partial/` and moves to its name only when it is whole, its hash is right and it is what it claims to be.
 * What others see is never the upload but a rendition of it: smaller, re-encoded, without metadata.
 */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { MAX_ENVELOPE_BYTES } from '../../contract/envelope.ts';
import { AppError } from '../../contract/errors.ts';
import type { UploadState } from '../../contract/file.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import { readAt, withFile } from './read-at.ts';

/** An envelope is sealed: what it holds is looked at when it is opened. */
export type FileKind = 'photo' | 'video' | 'envelope';

export interface Piece {
  offset: number;
  /** Bytes of the whole file. */
  total: number;
  body: Readable;
}

export type Size = 'thumb' | 'full';

const MAX_BYTES: Record<FileKind, number> = {
  photo: MAX_IMAGE_BYTES,
  video: MAX_VIDEO_BYTES,
  envelope: MAX_ENVELOPE_BYTES,
};
/** Pixels of the longer edge. */
const EDGE: Record<Size, number> = { thumb: 192, full: 1280 };
/** A phone that was away for so long starts its upload again. */
const PARTIAL_MS = 7 * 86_400_000;
/** A phone's photo has 12 to 50 million pixels; more is an attack on memory. */
const MAX_PIXELS = 60_000_000;

export interface FileStore {
  state(sha256: string): Promise<UploadState>;
  /**
   * Take a piece that starts at `offset`. What is already here of it is skipped: whoever asked where the upload stands,
   * while an earlier piece was still being written, begins too early. A piece that leaves a gap changes nothing.
   */
  append(sha256: string, kind: FileKind, piece: Piece): Promise<UploadState>;
  /** Keep bytes that came whole, as they are. */
  put(bytes: Uint8Array): Promise<string>;
  /** Keep a photo that came inside of a call, without the metadata of the camera. */
  putPlain(bytes: Uint8Array): Promise<string>;
  /** A photo inside a JSON field, as old clients send it. */
  putDataUrl(url: string): Promise<string>;
  /** A WebP rendition, or undefined when the photo has not arrived. */
  rendition(sha256: string, size: Size): Promise<Uint8Array | undefined>;
  /** Keep a small picture of a photo that has not arrived; false when there is one, or the photo itself. */
  putThumb(sha256: string, bytes: Uint8Array): Promise<boolean>;
  /** That small picture, while the photo has not arrived. */
  provisional(sha256: string): Promise<Uint8Array | undefined>;
  /** The bytes as they came, or undefined while they are not all here. */
  read(sha256: string): Promise<Uint8Array | undefined>;
  /** At most `length` of those bytes, from `from` on. */
  readPiece(sha256: string, from: number, length: number): Promise<Uint8Array | undefined>;
  remove(sha256: string): Promise<void>;
  /** Forget the uploads that nobody went on with for a week; how many there were. */
  sweep(now: number): Promise<number>;
}

export async function openFileStore(dir: string): Promise<FileStore> {
  for (const name of ['whole', 'partial', 'rendition', 'provisional'])
    await mkdir(join(dir, name), { recursive: true });
  // A folder is on disk once the one above it is; what is synced within it would go with it.
  for (const folder of [dir, join(dir, '..')]) await syncFolder(folder);
  const whole = (sha256: string) => join(dir, 'whole', sha256);
  const partial = (sha256: string) => join(dir, 'partial', sha256);
  const thumb = (sha256: string) => join(dir, 'provisional', `${sha256}.webp`);
  const queues = new Map<string, Promise<unknown>>();

  /** One at a time for each file, so that two devices that send the same photo do not mix their pieces. */
  function inTurn<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(sha256) ?? Promise.resolve()).catch(() => undefined).then(work);
    queues.set(sha256, turn);
    const done = () => {
      if (queues.get(sha256) === turn) queues.delete(sha256);
    };
    turn.then(done, done);
    return turn;
  }

  async function state(sha256: string): Promise<UploadState> {
    const complete = await sizeOf(whole(sha256));
    if (complete !== undefined) return { sha256, received: complete, complete: true };
    return { sha256, received: (await sizeOf(partial(sha256))) ?? 0, complete: false };
  }

  async function append(sha256: string, kind: FileKind, { offset, total, body }: Piece): Promise<UploadState> {
    if (total > MAX_BYTES[kind]) throw new AppError('too-large', `A ${kind} may have ${MAX_BYTES[kind]} bytes`);
    const nothing = { sha256, received: 0, complete: false };
    const before = await state(sha256);
    if (!before.complete && before.received > total) {
      // Longer than this file can be: somebody sent other bytes under its name.
      body.resume();
      await rm(partial(sha256), { force: true });
      return nothing;
    }
    if (before.complete || offset > before.received) {
      body.resume();
      return before;
    }
    const received = await appendBody(partial(sha256), body, before.received, {
      skip: before.received - offset,
      total,
    });
    if (received < total) return { sha256, received, complete: false };
    return (await finish(sha256, kind)) ? { sha256, received, complete: true } : nothing;
  }

  /** The upload is whole: check it and give it its name, durably. Wrong bytes are thrown away, to be sent from the start. */
  async function finish(sha256: string, kind: FileKind): Promise<boolean> {
    const bytes = await readFile(partial(sha256));
    if (hashOf(bytes) !== sha256) {
      await rm(partial(sha256), { force: true });
      return false;
    }
    try {
      if (kind === 'photo') await checkPicture(bytes);
      else if (kind === 'video') checkVideo(bytes);
    } catch (error) {
      await rm(partial(sha256), { force: true });
      throw error;
    }
    await rename(partial(sha256), whole(sha256));
    await syncFolder(join(dir, 'whole'));
    await rm(thumb(sha256), { force: true });
    return true;
  }

  async function put(bytes: Uint8Array): Promise<string> {
    if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('too-large', `A photo may have ${MAX_IMAGE_BYTES} bytes`);
    await checkPicture(bytes);
    const sha256 = hashOf(bytes);
    const path = join(dir, 'partial', randomUUID());
    await writeFile(path, bytes, { flush: true });
    await rename(path, whole(sha256));
    await syncFolder(join(dir, 'whole'));
    return sha256;
  }

  async function putPlain(bytes: Uint8Array): Promise<string> {
    if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('too-large', `A photo may have ${MAX_IMAGE_BYTES} bytes`);
    await checkPicture(bytes);
    // Turned as its metadata says, then written anew in its own format, which leaves the metadata behind.
    return put(await sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate().toBuffer());
  }

  async function rendition(sha256: string, size: Size): Promise<Uint8Array | undefined> {
    const path = join(dir, 'rendition', `${sha256}.${size}.webp`);
    const ready = await readFile(path).catch(() => undefined);
    if (ready) return ready;
    const bytes = await readFile(whole(sha256)).catch(() => undefined);
    if (!bytes) return undefined;
    const edge = EDGE[size];
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate();
    const made = await picture
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    const draft = join(dir, 'partial', randomUUID());
    await writeFile(draft, made);
    await rename(draft, path);
    return made;
  }

  async function putThumb(sha256: string, bytes: Uint8Array): Promise<boolean> {
    if ((await sizeOf(whole(sha256))) !== undefined || (await sizeOf(thumb(sha256))) !== undefined) return false;
    await checkPicture(bytes);
    const edge = EDGE.thumb;
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate();
    const made = await picture.resize(edge, edge, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer();
    const draft = join(dir, 'partial', randomUUID());
    await writeFile(draft, made);
    await rename(draft, thumb(sha256));
    return true;
  }

  async function remove(sha256: string): Promise<void> {
    await Promise.all([
      rm(whole(sha256), { force: true }),
      rm(partial(sha256), { force: true }),
      rm(thumb(sha256), { force: true }),
      ...Object.keys(EDGE).map((size) => rm(join(dir, 'rendition', `${sha256}.${size}.webp`), { force: true })),
    ]);
  }

  return {
    state,
    putPlain,
    putThumb: (sha256, bytes) => inTurn(sha256, () => putThumb(sha256, bytes)),
    provisional: (sha256) => readFile(thumb(sha256)).catch(() => undefined),
    async sweep(now) {
      const names = await readdir(join(dir, 'partial'));
      let swept = 0;
      for (const name of names) {
        const changed = (await stat(partial(name)).catch(() => undefined))?.mtimeMs;
        if (changed === undefined || now - changed < PARTIAL_MS) continue;
        await rm(partial(name), { force: true });
        swept++;
      }
      return swept;
    },
    append: (sha256, kind, piece) => inTurn(sha256, () => append(sha256, kind, piece)),
    put,
    rendition,
    read: (sha256) => readFile(whole(sha256)).catch(() => undefined),
    async readPiece(sha256, from, length) {
      if ((await sizeOf(whole(sha256))) === undefined) return undefined;
      return withFile(whole(sha256), (file) => readAt(file, from, length));
    },
    async putDataUrl(url) {
      const match = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/.exec(url);
      if (!match?.[1])
        throw new AppError('not-readable', 'The photo is not a picture', { fields: { photo: 'not a picture' } });
      return putPlain(Buffer.from(match[1], 'base64'));
    },
    // In turn: an upload that is under way must not lose its bytes between its last piece and its name.
    remove: (sha256) => inTurn(sha256, () => remove(sha256)),
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

/**
 * Append what arrives behind its first `skip` bytes to the `received` bytes that are here, to disk for good before it is
 * counted; a body longer than announced is refused. One whose link broke just ends: the next piece goes on from there.
 *
 * @returns the bytes that are here now
 */
async function appendBody(
  path: string,
  body: Readable,
  received: number,
  { skip, total }: { skip: number; total: number },
): Promise<number> {
  const file = await open(path, 'a');
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const fresh = chunk.subarray(skip);
      skip -= chunk.length - fresh.length;
      if (received + fresh.length > total) throw new AppError('too-large', 'More bytes came than were announced');
      await file.appendFile(fresh); // unlike `write`, all of it: a disk that is nearly full takes a part
      received += fresh.length;
    }
  } finally {
    await file.sync();
    await file.close();
  }
  return received;
}

/** A JPEG, PNG or WebP by its first bytes and by its decoder. sharp also reads SVG, which can hold anything. */
async function checkPicture(bytes: Uint8Array): Promise<void> {
  const head = Buffer.from(bytes.subarray(0, 12));
  const known =
    head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ||
    head.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])) ||
    (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP');
  try {
    if (!known) throw new Error('unknown first bytes');
    await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).stats();
  } catch (cause) {
    throw new AppError('not-readable', 'The photo is not a picture that can be read', {
      fields: { photo: 'not a picture' },
      cause,
    });
  }
}

/** An MP4, QuickTime or WebM by its first bytes. */
function checkVideo(bytes: Buffer): void {
  const isMp4 = bytes.toString('latin1', 4, 8) === 'ftyp';
  const isWebm = bytes.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
  if (!isMp4 && !isWebm)
    throw new AppError('not-readable', 'The file is not a video that can be read', {
      fields: { videos: 'not a video' },
    });
}

/** A rename is on disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
