/** What another app shared into this one, as the service worker left it (src/sw/share.ts). */

import { SHARE } from '../../contract/share.ts';
import { isOutpost } from './outpost.ts';

export interface Shared {
  photos: readonly File[];
  words: string;
}

/** Undefined when nothing has come, or it came more than a day ago. On a device that several people share it is read once, by who is there: a lock screen drops it. */
export async function readShared(now: number): Promise<Shared | undefined> {
  if (!('caches' in globalThis)) return undefined;
  await dropOldShared(now);
  if (!(await caches.has(SHARE.cache))) return undefined;
  const cache = await caches.open(SHARE.cache);
  const photos: File[] = [];
  let words = '';
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (!kept) continue;
    if (request.url.endsWith('/words')) words = await kept.text();
    else photos.push(new File([await kept.blob()], 'shared', { type: kept.headers.get('content-type') ?? '' }));
  }
  if (isOutpost()) await dropShared();
  return photos.length === 0 && words === '' ? undefined : { photos, words };
}

export async function dropShared(): Promise<void> {
  if ('caches' in globalThis && (await caches.has(SHARE.cache))) await caches.delete(SHARE.cache);
}

export async function dropOldShared(now: number): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(SHARE.cache))) return;
  const cache = await caches.open(SHARE.cache);
  const [first] = await cache.matchAll();
  const age = now - Number(first?.headers.get(SHARE.at) ?? 0);
  // A clock that was put back must not keep it for ever.
  if (age < 0 || age > SHARE.keptMs) await caches.delete(SHARE.cache);
}
