/**
 * Photos and videos on disk, named by the SHA-256 of their bytes. Whose they are, and who may see them, is in rights.ts.
 *
 * An upload grows in `partial/`, apart for each who brings it, and moves to its name only when it is whole, its hash is
 * right and it is what it claims to be. What others see is never the upload but a rendition of it: smaller, re-encoded,
 * without metadata. Bytes that are no longer what their name says are laid aside in `rotten/`, and count as missing.
 */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import type { UploadState } from '../../contract/file.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import { type LaneLimits, openLane } from '../http/lane.ts';
import {
  checkPicture,
  EDGE,
  type FileKind,
  HEAD_BYTES,
  kindOf,
  notA,
  type Size,
  smaller,
  withoutMetadata,
} from './pictures.ts';
import { readAt, withFile } from './read-at.ts';
import { openUploads, type Piece, sizeOf, type UploadLimits } from './uploads.ts';

/** What unfinished uploads may take of the disk, all together. Each is a file, however small. */
export const unfinished = ({ unfinishedBytes }: { unfinishedBytes: number }): UploadLimits => ({
  maxBytes: unfinishedBytes,
  maxCount: 20_000,
});

const MAX_BYTES: Record<FileKind, number> = { photo: MAX_IMAGE_BYTES, video: MAX_VIDEO_BYTES };

/** An upload: of which file, and by whom. `by` is a name that gives nobody away, safe in a path. */
export interface Upload {
  sha256: string;
  by: string;
}

/** Bytes that came whole and are what they claim to be, before they have their name. */
export interface Whole {
  kind: FileKind;
  bytes: number;
  /** Give them their name, durably, in place of what had it. */
  place(): Promise<void>;
}

/** What stays of a file when the rest of it goes. */
export interface Kept {
  whole: boolean;
  /** Those who may still go on with an upload of it. */
  uploaders: readonly string[];
  /** The reports that may still show a small picture of it. */
  reports: readonly string[];
}

export interface FileStore {
  /** Whether its whole bytes are here, by their length alone. */
  state(sha256: string): Promise<UploadState>;
  /** How many bytes this uploader has brought. */
  received(upload: Upload): Promise<number>;
  /**
   * Take a piece of an upload; see Uploads.append. Once all bytes are here and right, `settle` is called with them. Wrong
   * bytes are thrown away, to be sent from the start.
   */
  append(
    upload: Upload,
    kinds: readonly FileKind[],
    piece: Piece,
    settle: (whole: Whole) => Promise<void>,
  ): Promise<UploadState>;
  /** Forget what this uploader has brought of it. */
  drop(upload: Upload): Promise<void>;
  /** Keep bytes that came whole, as they are. */
  put(bytes: Uint8Array): Promise<string>;
  /** Keep a photo that came inside of a call, without the metadata of the camera. */
  putPlain(bytes: Uint8Array): Promise<string>;
  /** A WebP rendition, or undefined when the photo has not arrived, or its bytes are no longer what they were. */
  rendition(sha256: string, size: Size): Promise<Uint8Array | undefined>;
  /** Keep a small picture of a photo that a report names and that has not arrived; false when there is one. */
  putThumb(sha256: string, reportId: string, bytes: Uint8Array): Promise<boolean>;
  /** That small picture, while the photo has not arrived. */
  provisional(sha256: string, reportId: string): Promise<Uint8Array | undefined>;
  dropThumb(sha256: string, reportId: string): Promise<void>;
  /** At most `length` bytes of a video, from `from` on; of a photo nothing. */
  readVideo(sha256: string, from: number, length: number): Promise<Uint8Array | undefined>;
  /** Whether the bytes are what their name says; others are laid aside. Undefined when there are none. */
  verify(sha256: string): Promise<{ sound: boolean; bytes: number } | undefined>;
  /** Remove all of a file but that. */
  keepOnly(sha256: string, kept: Kept): Promise<void>;
  /** Remove all of a file. */
  remove(sha256: string): Promise<void>;
  /** Of which files something lies here that is not whole, or not yet. */
  unfinished(): Promise<string[]>;
  /** Forget the uploads that nobody went on with; how many there were. */
  sweep(now: number): Promise<number>;
}

export async function openFileStore(dir: string, config: { unfinishedBytes: number }): Promise<FileStore> {
  for (const name of ['whole', 'rendition', 'provisional', 'rotten', 'draft'])
    await mkdir(join(dir, name), { recursive: true });
  const goesFirst = (name: string) => !name.includes('.user-');
  const uploads = await openUploads(join(dir, 'partial'), { ...unfinished(config), goesFirst });
  // A folder is on disk once the one above it is; what is synced within it would go with it.
  for (const folder of [dir, join(dir, '..')]) await syncFolder(folder);
  const whole = (sha256: string) => join(dir, 'whole', sha256);
  const rotten = (sha256: string) => join(dir, 'rotten', sha256);
  const thumb = (sha256: string, reportId: string) => join(dir, 'provisional', `${sha256}.${reportId}.webp`);
  const nameOf = ({ sha256, by }: Upload) => `${sha256}.${by}`;
  const inMemory = openLane(WHOLE);

  async function state(sha256: string): Promise<UploadState> {
    const size = await sizeOf(whole(sha256));
    return { sha256, received: size ?? 0, complete: size !== undefined };
  }

  const append: FileStore['append'] = (upload, kinds, piece, settle) => {
    const most = Math.max(...kinds.map((kind) => MAX_BYTES[kind]));
    if (piece.total > most) throw new AppError('too-large', `This file may have ${most} bytes`);
    const name = nameOf(upload);
    return uploads.inTurn(name, async () => {
      const { sha256 } = upload;
      const received = await uploads.append(name, piece);
      if (received < piece.total) return { sha256, received, complete: false };
      const path = uploads.path(name);
      const kind = await inMemory(async () => {
        const bytes = await readFile(path);
        return hashOf(bytes) === sha256 ? checkedKind(bytes, kinds).catch(dropFirst(name)) : undefined;
      });
      if (!kind) {
        await uploads.remove(name);
        return { sha256, received: 0, complete: false };
      }
      let placed: Promise<void> | undefined;
      const place = () => (placed ??= give(path, sha256)); // once, however often the transaction around it is tried
      await settle({ kind, bytes: received, place }).catch((error: unknown) => {
        // Erased while it came: nothing of it stays.
        if (error instanceof AppError && error.code === 'not-found') return dropFirst(name)(error);
        throw error;
      });
      return { sha256, received, complete: true };
    });
  };

  const dropFirst = (name: string) => async (error: unknown) => {
    // What only waited for its turn is not to be sent again.
    if (!(error instanceof AppError && error.code === 'unavailable')) await uploads.remove(name);
    throw error;
  };

  async function give(path: string, sha256: string): Promise<void> {
    await rename(path, whole(sha256));
    await syncFolder(join(dir, 'whole'));
    await rm(rotten(sha256), { force: true });
  }

  /** Written in full before it has its name. */
  async function write(bytes: Uint8Array, move: (draft: string) => Promise<void>, flush = false): Promise<void> {
    const draft = join(dir, 'draft', randomUUID());
    await writeFile(draft, bytes, { flush });
    await move(draft);
  }

  async function put(bytes: Uint8Array): Promise<string> {
    await refuseOthers(bytes);
    const sha256 = hashOf(bytes);
    await write(bytes, (draft) => give(draft, sha256), true);
    return sha256;
  }

  async function rendition(sha256: string, size: Size): Promise<Uint8Array | undefined> {
    const path = join(dir, 'rendition', `${sha256}.${size}.webp`);
    const ready = async () => {
      const bytes = await readFile(path).catch(() => undefined);
      return bytes && isWholeWebp(bytes) ? bytes : undefined;
    };
    // Drawn meanwhile for somebody else, perhaps.
    return (await ready()) ?? inMemory(async () => (await ready()) ?? draw(sha256, size, path));
  }

  async function draw(sha256: string, size: Size, path: string): Promise<Uint8Array | undefined> {
    const bytes = await readFile(whole(sha256)).catch(() => undefined);
    if (!bytes || kindOf(bytes) !== 'photo' || !(await isSound(sha256, bytes))) return undefined;
    const made = await smaller(bytes, EDGE[size], 80);
    await write(made, (draft) => rename(draft, path));
    // Removed since it was read, and its renditions before this one.
    if ((await sizeOf(whole(sha256))) === undefined) await rm(path, { force: true });
    return made;
  }

  async function isSound(sha256: string, bytes: Uint8Array): Promise<boolean> {
    if (hashOf(bytes) === sha256) return true;
    const aside = await rename(whole(sha256), rotten(sha256)).then(
      () => readFile(rotten(sha256)),
      () => undefined, // another reader was first
    );
    // Brought anew since they were read.
    if (aside && hashOf(aside) === sha256) await rename(rotten(sha256), whole(sha256));
    return false;
  }

  async function putThumb(sha256: string, reportId: string, bytes: Uint8Array): Promise<boolean> {
    if ((await sizeOf(thumb(sha256, reportId))) !== undefined) return false;
    const made = await inMemory(async () => {
      await checkPicture(bytes);
      return smaller(bytes, EDGE.thumb);
    });
    await write(made, (draft) => rename(draft, thumb(sha256, reportId)));
    return true;
  }

  /** What lies in a folder under this name, each with a word behind it; without those that stay. */
  async function dropNamed(folder: string, sha256: string, stays: readonly string[]): Promise<void> {
    const keep = new Set(stays.map((word) => `${sha256}.${word}`));
    for (const name of await readdir(join(dir, folder)))
      if (name.startsWith(sha256) && !keep.has(name)) await rm(join(dir, folder, name), { force: true });
  }

  async function keepOnly(sha256: string, kept: Kept): Promise<void> {
    await dropNamed('partial', sha256, kept.uploaders);
    await dropNamed(
      'provisional',
      sha256,
      kept.reports.map((id) => `${id}.webp`),
    );
    if (kept.whole) return;
    const sizes = Object.keys(EDGE).map((size) => join(dir, 'rendition', `${sha256}.${size}.webp`));
    for (const path of [whole(sha256), rotten(sha256), ...sizes]) await rm(path, { force: true });
  }

  return {
    state,
    received: (upload) => uploads.received(nameOf(upload)),
    append,
    drop: (upload) => uploads.remove(nameOf(upload)),
    put,
    putPlain: async (bytes) =>
      put(
        await inMemory(async () => {
          await refuseOthers(bytes);
          return withoutMetadata(bytes);
        }),
      ),
    rendition,
    putThumb,
    provisional: (sha256, reportId) => readFile(thumb(sha256, reportId)).catch(() => undefined),
    dropThumb: (sha256, reportId) => rm(thumb(sha256, reportId), { force: true }),
    async readVideo(sha256, from, length) {
      if ((await sizeOf(whole(sha256))) === undefined) return undefined;
      return withFile(whole(sha256), async (file) => {
        const isVideo = kindOf(await readAt(file, 0, HEAD_BYTES)) === 'video';
        return isVideo ? readAt(file, from, length) : undefined;
      });
    },
    async verify(sha256) {
      const bytes = await readFile(whole(sha256)).catch(() => undefined);
      return bytes && { sound: await isSound(sha256, bytes), bytes: bytes.length };
    },
    keepOnly,
    remove: (sha256) => keepOnly(sha256, { whole: false, uploaders: [], reports: [] }),
    async unfinished() {
      const names = [...(await uploads.names()), ...(await readdir(join(dir, 'provisional')))];
      return [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
    },
    async sweep(now) {
      // A draft is written and moved at once; one that lies here was left by a stop.
      for (const name of await readdir(join(dir, 'draft'))) {
        const path = join(dir, 'draft', name);
        const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
        if (now - changed > DRAFT_MS) await rm(path, { force: true });
      }
      return uploads.sweep(now);
    },
  };
}

const DRAFT_MS = 3_600_000;

/**
 * Files that are read whole, to be checked or drawn, at the same time: hundreds may be complete in one moment, and what
 * waits is on disk. Who waits for too long is told to come again, and then nothing of it is sent twice.
 */
const WHOLE: LaneLimits = { atOnce: 2, waiting: 10_000, patienceMs: 20_000 };

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a data URL, as old clients send a photo inside of JSON. */
export function bytesOfDataUrl(url: string): Uint8Array {
  const match = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/.exec(url);
  if (!match?.[1]) throw notA('photo');
  return Buffer.from(match[1], 'base64');
}

async function refuseOthers(bytes: Uint8Array): Promise<void> {
  if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('too-large', `A photo may have ${MAX_IMAGE_BYTES} bytes`);
  await checkPicture(bytes);
}

/** @throws AppError not-readable: of none of these kinds, or too large for its own */
async function checkedKind(bytes: Uint8Array, kinds: readonly FileKind[]): Promise<FileKind> {
  const kind = kindOf(bytes);
  if (!kind || !kinds.includes(kind)) throw notA(kinds[0] ?? 'photo');
  if (bytes.length > MAX_BYTES[kind]) throw new AppError('too-large', `A ${kind} may have ${MAX_BYTES[kind]} bytes`);
  if (kind === 'photo') await checkPicture(bytes);
  return kind;
}

/** Its own header says how long it is: one that was cut is made again. */
const isWholeWebp = (bytes: Buffer): boolean => bytes.length > HEAD_BYTES && bytes.readUInt32LE(4) + 8 === bytes.length;

/** A rename is on disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
