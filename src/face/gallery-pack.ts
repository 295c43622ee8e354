/** The gallery pack on this device: taking it from the server in parts, and putting it into the worker's gallery. */

import { AppError } from '../../contract/errors.ts';
import { textOfPack } from '../../contract/pack.ts';
import { endpoints } from '../../contract/protocol.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { Api } from '../api/client.ts';
import { endsIn } from '../platform/in-time.ts';
import { fetchParts, type PartsPlace, readParts } from '../platform/parts.ts';
import { SILENT_MS } from '../platform/pieces.ts';
import { atOnce } from '../store/at-once.ts';
import type { LocalDb } from '../store/db.ts';
import { writeMeta } from '../store/meta.ts';
import type { GalleryInfo, Recogniser } from './protocol.ts';
import { believe } from './signer.ts';

const CACHE = 'gallery-pack';
/** Packs that are given up one after the other while they are taken. */
const TRIES = 3;

/**
 * Take the pack of people that anyone may look for. Cut at any point, a later call goes on from there; the gallery in
 * use stays in use until the new one is whole.
 * @throws AppError unavailable while the server makes its first pack
 * @throws AppError update-needed when the server's templates come from another pipeline than this app's
 * @throws AppError other-signer when it is not signed by the server that this device knows
 */
export async function takeGallery(how: Taking): Promise<GalleryInfo> {
  for (let tried = 1; ; tried++) {
    try {
      return await takeOffered(how);
    } catch (error) {
      const isForgotten = error instanceof AppError && error.code === 'not-found';
      if (!isForgotten || tried === TRIES) throw error;
      // Somebody in it was erased meanwhile: what of it is here goes too, and the new one is taken.
      await caches.delete(CACHE);
    }
  }
}

/** How much there is to take of people, in bytes; undefined while the server makes its first pack. */
export async function galleryBytes(api: Api): Promise<number | undefined> {
  const { packs } = await api.call(endpoints.packs, {}, { signal: AbortSignal.timeout(SILENT_MS) });
  return packs.find(({ scope }) => scope === 'public')?.file.bytes;
}

interface Taking {
  readonly db: LocalDb;
  readonly api: Api;
  readonly fetch: typeof fetch;
  readonly recogniser: Pick<Recogniser, 'replaceGallery'>;
  readonly onProgress?: (receivedBytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
}

async function takeOffered(how: Taking): Promise<GalleryInfo> {
  const { db, api, recogniser, onProgress } = how;
  const { packs, signer } = await api.call(endpoints.packs, {}, { signal: endsIn(SILENT_MS, how.signal) });
  const pack = packs.find(({ scope }) => scope === 'public');
  if (!pack) throw new AppError('unavailable', 'The server is still making its first pack; ask again in a minute');
  if (pack.model !== TEMPLATE_VERSION)
    throw new AppError('update-needed', 'The pack is for another version of the app');
  await believe(db, signer, textOfPack(pack), pack.signature);
  const place: PartsPlace = { cacheName: CACHE, urlOf: (sha256) => api.url(endpoints.packPart, { sha256 }) };
  await fetchParts(pack.file, place, {
    fetch: how.fetch,
    ...(how.signal ? { signal: how.signal } : {}),
    onProgress: (bytes) => onProgress?.(bytes, pack.file.bytes),
  });
  const read = await readParts(pack.file, place);
  if (read.kind !== 'whole') throw new AppError('bad-answer', 'The pack was damaged on its way; take it again');
  const info = await recogniser.replaceGallery(read.bytes);
  await rememberGallery(db, info);
  await caches.delete(CACHE);
  return info;
}

/** Remember what the worker said of its gallery, for the screens and for the next pull. */
export async function rememberGallery(db: LocalDb, info: GalleryInfo): Promise<void> {
  await atOnce(db, 'rw', [db.meta], async (db) => {
    await writeMeta(db, 'galleryCursor', info.cursor);
    await writeMeta(db, 'galleryPeople', info.people);
    await writeMeta(db, 'galleryAt', info.builtAt ?? new Date().toISOString());
  });
}

/** Forget the gallery and what of a pack has arrived, for the space they take. */
export async function dropGallery(db: LocalDb, recogniser: Pick<Recogniser, 'clearGallery'>): Promise<void> {
  await caches.delete(CACHE);
  await recogniser.clearGallery();
  await db.meta.bulkDelete(['galleryCursor', 'galleryPeople', 'galleryAt']);
}
