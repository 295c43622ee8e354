/** Downloads that survive a bad link: part by part, each checked and kept in a Cache by its hash before the next. */

import { AppError } from '../../contract/errors.ts';
import type { PartedFile } from '../../contract/file.ts';
import { isNoRoom } from './no-room.ts';
import { piecesOf } from './pieces.ts';
import { sha256Of } from './sha256.ts';

type Part = PartedFile['parts'][number];

/** Two downloads at once fill a slow link; more only compete. */
const AT_ONCE = 2;
const TRIES = 4;
const FIRST_WAIT_MS = 500;

export interface PartsPlace {
  readonly cacheName: string;
  /** Where a part is fetched from; also its key in the cache. */
  readonly urlOf: (sha256: string) => string;
}

export interface Fetching {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
  /** Called with the bytes of this file that are here, counted after unpacking. */
  readonly onProgress?: (receivedBytes: number) => void;
}

/** Fetch the parts that are not in the cache yet. What arrived stays, so a later call goes on where this one failed. */
export async function fetchParts(file: PartedFile, place: PartsPlace, fetching: Fetching): Promise<void> {
  const cache = await caches.open(place.cacheName);
  const kept = await keptParts(file, place);
  const missing = new Map(file.parts.filter((part) => !kept.has(part.sha256)).map((part) => [part.sha256, part]));
  let received = bytesOf(file.parts) - bytesOf([...missing.values()]);
  const count = (bytes: number): void => {
    received += bytes;
    fetching.onProgress?.(Math.max(0, Math.min(file.bytes, received)));
  };
  count(0);
  const queue = [...missing.values()];
  const takeTurns = async (): Promise<void> => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const url = place.urlOf(part.sha256);
      const bytes = await fetchPersistently(part, url, fetching, count);
      await keep(cache, url, bytes);
    }
  };
  // Both are waited for, so that no download goes on unseen after a failure.
  const turns = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeTurns));
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason;
}

/** What the parts in the cache amount to. A broken part is thrown away, so that fetching again takes only it. */
export type ReadParts =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' };

export async function readParts(file: PartedFile, place: PartsPlace): Promise<ReadParts> {
  const cache = await caches.open(place.cacheName);
  const whole = new Uint8Array(file.bytes);
  let at = 0;
  const offsets = file.parts.map((part) => {
    at += part.bytes;
    return at - part.bytes;
  });
  if (at !== file.bytes) throw new AppError('bad-answer', 'the parts of a file do not add up to it');
  const states = await Promise.all(
    file.parts.map(async (part, i): Promise<ReadParts['kind']> => {
      const url = place.urlOf(part.sha256);
      const bytes = await cached(cache, url);
      if (!bytes) return 'missing';
      if (!(await isPart(part, bytes))) {
        await cache.delete(url);
        return 'broken';
      }
      whole.set(bytes, offsets[i]);
      return 'whole';
    }),
  );
  if (states.includes('broken')) return { kind: 'broken' };
  return states.includes('missing') ? { kind: 'missing' } : { kind: 'whole', bytes: whole };
}

/** The hashes of those parts of `file` that the cache has, by name alone. */
export async function keptParts(file: PartedFile, { cacheName, urlOf }: PartsPlace): Promise<ReadonlySet<string>> {
  const cache = await caches.open(cacheName);
  const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const pathOf = (sha256: string): string => new URL(urlOf(sha256), 'https://any').pathname;
  return new Set(file.parts.map(({ sha256 }) => sha256).filter((sha256) => paths.has(pathOf(sha256))));
}

export const bytesOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Put bytes of ours into a cache; a full disk is said as `no-space`. */
export async function keep(cache: Cache, url: string, bytes: Uint8Array<ArrayBuffer> | string): Promise<void> {
  try {
    await cache.put(url, new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } }));
  } catch (error) {
    if (isNoRoom(error)) {
      throw new AppError('no-space', 'the device has no space left for this download', { cause: error });
    }
    throw error;
  }
}

async function cached(cache: Cache, url: string): Promise<Uint8Array | undefined> {
  const response = await cache.match(url);
  return response && new Uint8Array(await response.arrayBuffer());
}

async function fetchPersistently(
  part: Part,
  url: string,
  fetching: Fetching,
  count: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let tried = 1; ; tried++) {
    let counted = 0;
    try {
      return await fetchPart(part, url, fetching, (bytes) => {
        counted += bytes;
        count(bytes);
      });
    } catch (error) {
      count(-counted);
      if (fetching.signal?.aborted) throw new AppError('cancelled', 'the download was stopped', { cause: error });
      if (tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tried - 1)));
    }
  }
}

async function fetchPart(
  part: Part,
  url: string,
  fetching: Fetching,
  count: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(part.bytes);
  let length = 0;
  try {
    for await (const piece of piecesOf(url, fetching)) {
      // Longer than it should be: some other page's answer.
      if (length + piece.length > bytes.length) break;
      bytes.set(piece, length);
      length += piece.length;
      count(piece.length);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('network', `${url} was cut after ${length} bytes`, { cause: error });
  }
  if (length === part.bytes && (await isPart(part, bytes))) return bytes;
  throw new AppError('not-our-server', `${url} is not the part it should be`);
}

async function isPart(part: Part, bytes: Uint8Array<ArrayBufferLike>): Promise<boolean> {
  return bytes.length === part.bytes && (await sha256Of(bytes as Uint8Array<ArrayBuffer>)) === part.sha256;
}
