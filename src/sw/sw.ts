/**
 * The service worker: keeps the app's shell, answers every page address from it, and wakes sync.
 *
 * The face pack and the gallery are kept by the page in caches of their own, with the user's consent and progress;
 * this worker leaves those, and the API, alone.
 */

import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { firstLookOf } from '../../contract/first-looks.ts';
import { WAKE_UP } from '../../contract/push.ts';
import { SHARE, SHARE_PAGE } from '../../contract/share.ts';
import { sayThatItWaits, showPushes } from './push.ts';
import { takeShared } from './share.ts';
import { isTile, tile } from './tiles.ts';

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
clientsClaim();
showPushes(self);

/** Each of the main pages has a file with its first look; every other address gets the bare frame, which draws itself. */
async function page({ url }: { url: URL }): Promise<Response> {
  const file = `/${firstLookOf(url.pathname + url.search)}`;
  return (await matchPrecache(file)) ?? fetch(file);
}

/** The first part of every path that is the server's or the page's own affair. */
const NOT_OURS = ['api', 'files', 'models', 'packs', 'receipts', 'sync', 'health', 'events'];

/** The server makes these; without a network the app shows what it keeps of the record. */
registerRoute(
  new NavigationRoute(({ request, url }) => fetch(request).catch(() => page({ url })), {
    allowlist: [new RegExp(`^${SHARE_PAGE}`)],
  }),
);

registerRoute(new NavigationRoute(page, { denylist: [new RegExp(`^/(${NOT_OURS.join('|')})\\b`)] }));

/** Chromium's static routing; the types do not have it. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>;
}

// Such a call then neither waits for this worker nor starts it anew while a newer one takes its place.
self.addEventListener('install', (event) => {
  const rules = NOT_OURS.map((place) => ({
    condition: { urlPattern: { pathname: `/${place}{/*}?` } }, // it takes no regular expressions
    source: 'network' as const,
  }));
  const routed = (event as RoutedInstallEvent).addRoutes?.(rules);
  event.waitUntil(routed?.catch(() => undefined) ?? Promise.resolve()); // without them it works as well, less promptly
});

registerRoute(
  ({ request }) => isTile(request, self.location.origin),
  ({ request }) => tile(request),
);

registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === SHARE.path,
  ({ request }) => takeShared(request),
  'POST',
);

// A new version waits until the user agrees: the page asks, then sends this.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

/** Chromium's Background Sync; the types do not have it. Only a wake-up: the outbox is the page's. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === WAKE_UP.tag) (event as SyncEvent).waitUntil(wakePages());
});

async function wakePages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage('sync');
  if (pages.length === 0) await sayThatItWaits(self);
}
