/** A browser that has no room left for the app. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Device } from './browser.ts';

/** The browser asks anew how much room there is only when its last answer is a minute old; then it is looked at. */
const NOTICED_MS = 70_000;
const LOOK_EVERY_MS = 30_000;

/** A database that no page has open is closed soon after, and asks as soon as it is opened again. */
const CLOSED_MS = 5000;

/** Let the origin have no more than it has now, or `bytes`, and wait until its database feels it too. */
export async function fillUp(device: Device, bytes?: number): Promise<void> {
  const { page } = device;
  await limit(device, new URL(page.url()).origin, bytes);
  await page.waitForTimeout(NOTICED_MS);
  await expectFull(page);
}

/** The same for a page that is opened anew, which takes seconds instead of a minute. */
export async function openFull(device: Device, url: string, bytes?: number): Promise<void> {
  const { page } = device;
  await page.evaluate(touchCaches);
  await page.goto('about:blank');
  await page.waitForTimeout(CLOSED_MS);
  await limit(device, new URL(url).origin, bytes);
  await page.goto(url);
  await expectFull(page);
}

/**
 * Runs in a page of the app: writes to each of its caches once. Chromium counts a cache whole again at the first write
 * after it was read from the disk, and such an addition after the limit is set would be more than the app can give up.
 */
async function touchCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    await cache.put('/touched', new Response(''));
    await cache.delete('/touched');
  }
}

async function limit({ context, page }: Device, origin: string, bytes?: number): Promise<void> {
  const cdp = await context.newCDPSession(page);
  const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin });
  const quotaSize = Math.max(1, bytes ?? usage); // 0 takes the limit away
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
}

const expectFull = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(writesRow), { timeout: 4 * LOOK_EVERY_MS, interval: LOOK_EVERY_MS })
    .toBe('QuotaExceededError');

/**
 * Runs in the page: what becomes of a kilobyte written into a database of its own, when larger rows have taken what is
 * left: a browser that tidies its files meanwhile gives some of it back.
 */
async function writesRow(): Promise<string> {
  const opening = indexedDB.open('probe', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('row', { autoIncrement: true });
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  let how = 'written';
  for (const bytes of [60_000, 1000]) {
    how = 'written';
    for (let row = 0; row < 60 && how === 'written'; row++) {
      const writing = opening.result.transaction('row', 'readwrite', { durability: 'strict' });
      writing.objectStore('row').add(crypto.getRandomValues(new Uint8Array(bytes)));
      how = await new Promise<string>((resolve) => {
        writing.oncomplete = () => resolve('written');
        writing.onabort = () => resolve(writing.error?.name ?? 'aborted');
      });
    }
  }
  opening.result.close();
  return how;
}

/** Runs in each page before its own code: notes the caches that are given up, in `__gone`. */
export function noteGone(): void {
  const gone: string[] = [];
  Object.assign(globalThis, { __gone: gone });
  const whole = CacheStorage.prototype.delete;
  CacheStorage.prototype.delete = function (name) {
    gone.push(name);
    return whole.call(this, name);
  };
}

export const goneOf = ({ page }: Device): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { __gone: string[] }).__gone);

/** Wait until the app has put its ballast and its reserve aside. */
export async function waitForSpare({ page }: Device): Promise<void> {
  const isThere = () =>
    page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const reserve = await folder.getFileHandle('reserve').then(
        async (handle) => (await handle.getFile()).size,
        () => 0,
      );
      return (await caches.has('ballast')) && reserve > 0;
    });
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
}
