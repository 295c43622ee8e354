/** Chromium's Background Sync: the browser wakes the service worker when the network is back, and it wakes the pages. */

const TAG = 'outbox';

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
  await (await manager())?.register(TAG).catch(() => undefined); // not permitted: the timer does it
}

/** Whether the browser has still to give the wake-up that was asked for. */
export async function isWakeUpOwed(): Promise<boolean> {
  const tags = await (await manager())?.getTags().catch(() => undefined);
  return tags?.includes(TAG) ?? false;
}
