/**
 * Photos and videos on disk, named by the SHA-256 of the bytes that were brought. Whose they are, and who may see them, is
 * in rights.ts.
 *
 * An upload grows in `partial/`, apart for each who brings it. When it is whole, its hash is right and it is what it claims
 * to be, what is kept is made of it (kept.ts): drawn anew or emptied of all but pictures and sound, without a place, a
 * camera or a name in it. That gets its name, and the upload goes. What others see of a photo is a rendition. Bytes that
 * have changed on disk are laid aside in `rotten/`, and count as missing. All are opened in a process of their own.
 */

import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { UploadState } from '../../contract/file.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import type { Card } from './card.ts';
import { type Drafts, type Made, openDrafts } from './drafts.ts';
import { cardFonts } from './fonts.ts';
import { bodyAt, KEPT_HEAD_BYTES } from './kept.ts';
import { EDGE, type FileKind, HEAD_BYTES, kindOf, notA, type Size } from './kinds.ts';
import { readAt, withFile } from './read-at.ts';
import { openUploads, type Piece, sizeOf, type UploadLimits } from './uploads.ts';
import { workshop } from './workshop.ts';

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

/** What was made of bytes that came whole and are what they claim to be, before it has its name. */
export interface Whole {
  kind: FileKind;
  /** On disk. */
  bytes: number;
  /** What a photo looks like: look.ts. */
  look: string | undefined;
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

export interface Verified {
  sound: boolean;
  bytes: number;
  /** Kept before files were made anew. */
  asItCame: boolean;
}

/** Is told of a photo what it looks like: look.ts. */
export type Traced = (sha256: string, look: string | undefined) => Promise<unknown>;

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
  /** Keep a photo that came whole, drawn anew; named by what is kept. `traced` is told what it looks like before it is here. */
  put(bytes: Uint8Array, traced?: Traced): Promise<string>;
  /** A WebP rendition, or undefined when the photo has not arrived, or its bytes are no longer what they were. */
  rendition(sha256: string, size: Size): Promise<Uint8Array | undefined>;
  /** A JPEG of that card, with the photo where its bytes are here and sound. Nothing of it is kept. */
  drawCard(card: Card, photo: string | undefined): Promise<Uint8Array>;
  /**
   * Keep a small picture of a photo that a report names and that has not arrived; false when there is one. `traced` is told
   * what it looks like before it is here, and says whether it is the first.
   */
  putThumb(
    sha256: string,
    reportId: string,
    bytes: Uint8Array,
    traced: (look: string | undefined) => Promise<boolean>,
  ): Promise<boolean>;
  /** That small picture, while the photo has not arrived. */
  provisional(sha256: string, reportId: string): Promise<Uint8Array | undefined>;
  dropThumb(sha256: string, reportId: string): Promise<void>;
  /** At most `length` bytes of a video, from `from` on; of a photo nothing. */
  readVideo(sha256: string, from: number, length: number): Promise<Uint8Array | undefined>;
  /** Whether the bytes are what they were; others are laid aside. Undefined when there are none. */
  verify(sha256: string): Promise<Verified | undefined>;
  /** What a photo looks like that is kept; undefined of what is not here, not sound, or no photo. */
  look(sha256: string): Promise<string | undefined>;
  /** Make anew what was kept as it came. Undefined when it is gone or no longer sound. @throws AppError not-readable */
  renew(sha256: string): Promise<Whole | undefined>;
  /** Remove all of a file but that. */
  keepOnly(sha256: string, kept: Kept): Promise<void>;
  /** Remove all of a file. */
  remove(sha256: string): Promise<void>;
  /** Of which files something lies here that is not whole, or not yet. */
  unfinished(): Promise<string[]>;
  /** Since when the bytes of a file lie here, sound or laid aside. */
  keptSince(sha256: string): Promise<number | undefined>;
  /** Forget the uploads that nobody went on with; how many there were. */
  sweep(now: number): Promise<number>;
}

export async function openFileStore(dir: string, config: { unfinishedBytes: number }): Promise<FileStore> {
  for (const name of ['whole', 'rendition', 'provisional', 'rotten']) await mkdir(join(dir, name), { recursive: true });
  const drafts = await openDrafts(join(dir, 'draft'));
  const goesFirst = (name: string) => !name.includes('.user-');
  const uploads = await openUploads(join(dir, 'partial'), { ...unfinished(config), goesFirst });
  // A folder is on disk once the one above it is; what is synced within it would go with it.
  for (const folder of [dir, join(dir, '..')]) await syncFolder(folder);
  const whole = (sha256: string) => join(dir, 'whole', sha256);
  const rotten = (sha256: string) => join(dir, 'rotten', sha256);
  const thumb = (sha256: string, reportId: string) => join(dir, 'provisional', `${sha256}.${reportId}.webp`);
  const drawings = new Map<string, Promise<Uint8Array | undefined>>();
  const nameOf = ({ sha256, by }: Upload) => `${sha256}.${by}`;

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
      const from = uploads.path(name);
      await refuseLarger(from, received).catch(dropFirst(name));
      const done = await drafts.make({ kind: 'clean', from, sha256, kinds }).catch(dropFirst(name));
      if (done.kind !== 'made') {
        await uploads.remove(name);
        return { sha256, received: 0, complete: false };
      }
      const place = once(async () => {
        await give(done.draft, sha256);
        await uploads.remove(name);
      });
      await settle({ kind: done.of, bytes: done.bytes, look: done.look, place })
        // Erased while it came: nothing of it stays.
        .catch(dropFirst(name, 'not-found'))
        .finally(() => drafts.remove(done.draft));
      return { sha256, received, complete: true };
    });
  };

  /** What failed for no fault of these bytes is not sent again. */
  const dropFirst =
    (name: string, only?: ErrorCode) =>
    async (error: unknown): Promise<never> => {
      const isRefused = error instanceof AppError && error.next === 'refuse';
      if (isRefused && (only === undefined || error.code === only)) await uploads.remove(name);
      throw error;
    };

  async function give(path: string, sha256: string): Promise<void> {
    await rename(path, whole(sha256));
    await syncFolder(join(dir, 'whole'));
    await rm(rotten(sha256), { force: true });
  }

  const put: FileStore['put'] = async (bytes, traced) => {
    if (bytes.length > MAX_IMAGE_BYTES) throw new AppError('too-large', `A photo may have ${MAX_IMAGE_BYTES} bytes`);
    const done = await drafts.withBytes(bytes, (from) => drafts.make({ kind: 'clean', from, kinds: ['photo'] }));
    const { body, draft, look } = made(done);
    await traced?.(body, look);
    await give(draft, body);
    return body;
  };

  async function rendition(sha256: string, size: Size): Promise<Uint8Array | undefined> {
    const path = join(dir, 'rendition', `${sha256}.${size}.webp`);
    const ready = async () => {
      const bytes = await readFile(path).catch(() => undefined);
      return bytes && isWholeWebp(bytes) ? bytes : undefined;
    };
    const now = await ready();
    if (now) return now;
    // Many may ask for it in the same moment.
    const drawing = drawings.get(path) ?? draw(sha256, size, path).finally(() => drawings.delete(path));
    drawings.set(path, drawing);
    return drawing;
  }

  async function draw(sha256: string, size: Size, path: string): Promise<Uint8Array | undefined> {
    if ((await kindAt(sha256)) !== 'photo') return undefined;
    const done = await drafts.make({ kind: 'draw', from: whole(sha256), edge: EDGE[size], sha256 });
    if (done.kind === 'others') await layAside(sha256);
    if (done.kind !== 'made') return undefined;
    const bytes = await readFile(done.draft);
    await rename(done.draft, path);
    // Removed since it was read, and its renditions before this one.
    if ((await sizeOf(whole(sha256))) === undefined) await rm(path, { force: true });
    return bytes;
  }

  let fonts: Promise<string[]> | undefined;
  async function drawCard(card: Card, photo: string | undefined): Promise<Uint8Array> {
    fonts ??= cardFonts(join(dir, 'fonts'));
    const drawn = { kind: 'card', card, fonts: await fonts } as const;
    const isHere = photo !== undefined && (await kindAt(photo)) === 'photo';
    const done = await drafts.make(isHere ? { ...drawn, from: whole(photo), sha256: photo } : drawn);
    if (done.kind === 'others' && photo) await layAside(photo);
    if (done.kind !== 'made') return drawCard(card, undefined);
    try {
      return await readFile(done.draft);
    } finally {
      await drafts.remove(done.draft);
    }
  }

  /** By the first bytes of what is kept. */
  const kindAt = async (sha256: string): Promise<FileKind | undefined> => {
    if ((await sizeOf(whole(sha256))) === undefined) return undefined;
    return withFile(whole(sha256), async (file) => {
      const head = await readAt(file, 0, KEPT_HEAD_BYTES + HEAD_BYTES);
      return kindOf(head.subarray(bodyAt(head)));
    });
  };

  async function layAside(sha256: string): Promise<void> {
    const path = rotten(sha256);
    const moved = await rename(whole(sha256), path).then(
      () => true,
      () => false, // another reader was first
    );
    if (!moved) return;
    const again = await workshop.work({ kind: 'verify', from: path, sha256 });
    // Brought anew since they were read.
    if (again.kind === 'verified' && again.sound) await rename(path, whole(sha256));
  }

  async function verify(sha256: string): Promise<Verified | undefined> {
    const found = await workshop.work({ kind: 'verify', from: whole(sha256), sha256 });
    if (found.kind !== 'verified') return undefined;
    const { sound, bytes, asItCame } = found;
    if (!sound) await layAside(sha256);
    return { sound, bytes, asItCame };
  }

  async function renew(sha256: string): Promise<Whole | undefined> {
    const done = await drafts.make({ kind: 'renew', from: whole(sha256), sha256 });
    if (done.kind !== 'made') return undefined;
    return { kind: done.of, bytes: done.bytes, look: done.look, place: once(() => give(done.draft, sha256)) };
  }

  const putThumb: FileStore['putThumb'] = async (sha256, reportId, bytes, traced) => {
    if ((await sizeOf(thumb(sha256, reportId))) !== undefined) return false;
    const done = await drafts.withBytes(bytes, (from) => drafts.make({ kind: 'draw', from, edge: EDGE.thumb }));
    const { look, draft } = made(done);
    const isFirst = await traced(look);
    await (isFirst ? rename(draft, thumb(sha256, reportId)) : rm(draft, { force: true }));
    return isFirst;
  };

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
    rendition,
    drawCard,
    putThumb,
    provisional: (sha256, reportId) => readFile(thumb(sha256, reportId)).catch(() => undefined),
    dropThumb: (sha256, reportId) => rm(thumb(sha256, reportId), { force: true }),
    async readVideo(sha256, from, length) {
      if ((await sizeOf(whole(sha256))) === undefined) return undefined;
      return withFile(whole(sha256), async (file) => {
        const head = await readAt(file, 0, KEPT_HEAD_BYTES + HEAD_BYTES);
        const at = bodyAt(head);
        return kindOf(head.subarray(at)) === 'video' ? readAt(file, at + from, length) : undefined;
      });
    },
    verify,
    async look(sha256) {
      const done = await workshop.work({ kind: 'look', from: whole(sha256), sha256 });
      return done.kind === 'looked' ? done.look : undefined;
    },
    renew,
    keepOnly,
    remove: (sha256) => keepOnly(sha256, { whole: false, uploaders: [], reports: [] }),
    async unfinished() {
      const names = [...(await uploads.names()), ...(await readdir(join(dir, 'provisional')))];
      return [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
    },
    async keptSince(sha256) {
      const paths = [whole(sha256), rotten(sha256)];
      const [kept, aside] = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
      return (kept ?? aside)?.mtimeMs;
    },
    async sweep(now) {
      await drafts.sweep(now);
      return uploads.sweep(now);
    },
  };
}

/** The bytes of a data URL, as old clients send a photo inside of JSON. */
export function bytesOfDataUrl(url: string): Uint8Array {
  const match = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/.exec(url);
  if (!match?.[1]) throw notA('photo');
  return Buffer.from(match[1], 'base64');
}

/** @throws AppError too-large: a photo that came where a video might have */
async function refuseLarger(path: string, bytes: number): Promise<void> {
  const kind = kindOf(await withFile(path, (file) => readAt(file, 0, HEAD_BYTES)));
  if (kind && bytes > MAX_BYTES[kind]) throw new AppError('too-large', `A ${kind} may have ${MAX_BYTES[kind]} bytes`);
}

/** However often the transaction around it is tried. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

function made(done: Awaited<ReturnType<Drafts['make']>>): Made {
  if (done.kind !== 'made') throw new Error('a draft was removed while it was worked on');
  return done;
}

/** Its own header says how long it is: one that was cut is made again. */
const isWholeWebp = (bytes: Buffer): boolean => bytes.length > HEAD_BYTES && bytes.readUInt32LE(4) + 8 === bytes.length;

/** A rename is on disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
