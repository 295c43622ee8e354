/** The face pack on this device: taking it from the server, and what of it is here. */

import { AppError } from '../../contract/errors.ts';
import {
  FACE_FILES,
  FACE_INDEX_URL,
  type FaceFile,
  FacePackIndex,
  facePartUrl,
  WholeFacePackIndex,
} from '../../contract/face-models.ts';
import { bytesOf, fetchParts, keep, keptParts, type PartsPlace } from '../platform/parts.ts';
import { SILENT_MS } from '../platform/pieces.ts';

export const FACE_CACHE: PartsPlace = { cacheName: 'face-models', urlOf: facePartUrl };
/** The index of a pack on its way. It takes the place of the one in use when all its parts are here. */
const NEXT_INDEX_URL = '/models/next.json';

/** Bytes are those that travel: what a data plan counts, and what every screen says. Unpacked the parts are larger. */
export type PackState =
  | { readonly kind: 'absent' }
  /** Not usable yet: a download was cut, or a part was found broken. */
  | { readonly kind: 'partial'; readonly receivedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'whole'; readonly totalBytes: number; readonly templateVersion: string };

export interface PackProgress {
  /** The file that is being received. */
  readonly file: FaceFile;
  /** Of the whole pack, as in {@link PackState}. */
  readonly receivedBytes: number;
  readonly totalBytes: number;
}

/** What the server has to give. */
export async function faceIndex(fetch: typeof globalThis.fetch): Promise<FacePackIndex> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(SILENT_MS);
    response = await fetch(FACE_INDEX_URL, { cache: 'no-cache', redirect: 'error', signal });
  } catch (error) {
    throw new AppError('network', 'the face pack could not be asked for', { cause: error });
  }
  if (!response.ok) throw new AppError(response.status >= 500 ? 'server' : 'not-found', `index: ${response.status}`);
  const parsed = FacePackIndex.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new AppError('not-our-server', 'the index of the face pack is something else');
  return parsed.data;
}

export async function packState(): Promise<PackState> {
  const current = await keptIndex(FACE_INDEX_URL);
  const index = current ?? (await keptIndex(NEXT_INDEX_URL));
  if (!index) return { kind: 'absent' };
  const totalBytes = index.wireBytes;
  const unpacked = await receivedOf(index);
  if (current && unpacked === packBytes(index)) {
    return { kind: 'whole', totalBytes, templateVersion: index.templateVersion };
  }
  return { kind: 'partial', receivedBytes: asTravelled(index, unpacked), totalBytes };
}

/**
 * Take the pack the server has now, or what is missing of it. The version in use stays in use until the new one is
 * whole. Cut at any point, a later call goes on from there.
 * @throws AppError models-missing when the server has no models; network, not-our-server, no-space, cancelled
 */
export async function takePack(how: {
  readonly fetch: typeof fetch;
  readonly onProgress: (progress: PackProgress) => void;
  readonly signal?: AbortSignal;
}): Promise<void> {
  const index = await faceIndex(how.fetch);
  if (!index.available) throw new AppError('models-missing', 'this server has no face models');
  const cache = await caches.open(FACE_CACHE.cacheName);
  await keep(cache, NEXT_INDEX_URL, JSON.stringify(index));

  let before = 0;
  const tell = (file: FaceFile, unpacked: number) =>
    how.onProgress({ file, receivedBytes: asTravelled(index, unpacked), totalBytes: index.wireBytes });
  for (const file of FACE_FILES) {
    await fetchParts(index.files[file], FACE_CACHE, {
      ...how,
      onProgress: (bytes) => tell(file, before + bytes),
    });
    before += index.files[file].bytes;
  }
  await keep(cache, FACE_INDEX_URL, JSON.stringify(index));
  await cache.delete(NEXT_INDEX_URL);
  await dropOthers(index, cache);
}

/**
 * Take again what was found broken of `index`, the pack in use, and only that.
 * @throws AppError not-found when the server has a newer pack only; network, not-our-server, no-space
 */
export async function mendPack(index: WholeFacePackIndex, fetch: typeof globalThis.fetch): Promise<void> {
  for (const file of FACE_FILES) await fetchParts(index.files[file], FACE_CACHE, { fetch });
}

/** The pack in use. */
export const packInUse = (): Promise<WholeFacePackIndex | undefined> => keptIndex(FACE_INDEX_URL);

/** Forget the pack, for the space it takes. */
export async function dropPack(): Promise<void> {
  await caches.delete(FACE_CACHE.cacheName);
}

async function keptIndex(url: string): Promise<WholeFacePackIndex | undefined> {
  const response = await (await caches.open(FACE_CACHE.cacheName)).match(url);
  if (!response) return undefined;
  // One that an older or newer app kept and this one cannot read is as good as none.
  const parsed = WholeFacePackIndex.safeParse(await response.json().catch(() => undefined));
  return parsed.success ? parsed.data : undefined;
}

const packBytes = (index: WholeFacePackIndex): number =>
  FACE_FILES.reduce((sum, name) => sum + index.files[name].bytes, 0);

const asTravelled = (index: WholeFacePackIndex, unpacked: number): number =>
  Math.round((unpacked / packBytes(index)) * index.wireBytes);

async function receivedOf(index: WholeFacePackIndex): Promise<number> {
  let received = 0;
  for (const name of FACE_FILES) {
    const file = index.files[name];
    const kept = await keptParts(file, FACE_CACHE);
    received += bytesOf(file.parts.filter(({ sha256 }) => kept.has(sha256)));
  }
  return received;
}

async function dropOthers(index: WholeFacePackIndex, cache: Cache): Promise<void> {
  const wanted = new Set(
    FACE_FILES.flatMap((name) => index.files[name].parts).map(({ sha256 }) => facePartUrl(sha256)),
  );
  wanted.add(FACE_INDEX_URL);
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
