/**
 * Chromium's Background Sync: the browser wakes the service worker when the network is back, and it wakes the pages. Where
 * none is open it can only say that something waits: the outbox is the page's.
 */

import { type PushMessage, WAKE_UP } from '../../contract/push.ts';

/** What the types do not have of it. */
interface SyncManager {
  register(tag: string): Promise<void>;
  getTags(): Promise<string[]>;
}

async function manager(): Promise<SyncManager | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (registration as { sync?: SyncManager } | undefined)?.sync;
}

/** Ask for one wake-up, where the browser offers it. A wake-up only; the outbox is the store. */
export async function askForWakeUp(): Promise<void> {
  await (await manager())?.register(WAKE_UP.tag).catch(() => undefined); // not permitted: the timer does it
}

/** Whether the browser has still to give the wake-up that was asked for. */
export async function isWakeUpOwed(): Promise<boolean> {
  const tags = await (await manager())?.getTags().catch(() => undefined);
  return tags?.includes(WAKE_UP.tag) ?? false;
}

/** What is said where no page is open at the wake-up; undefined when nothing waits any more. */
export async function leaveWords(words: Pick<PushMessage, 'title' | 'body'> | undefined): Promise<void> {
  if (!('caches' in globalThis)) return;
  if (!words) {
    if (await caches.has(WAKE_UP.cache)) await caches.delete(WAKE_UP.cache);
    return;
  }
  const message: PushMessage = { kind: 'waits', url: '/outbox', ...words };
  await (await caches.open(WAKE_UP.cache)).put(WAKE_UP.path, Response.json(message));
}
