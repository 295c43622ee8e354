/** A phone whose memory was cleared: found at the next start, and told with what is known. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../support/browser.ts';
import { fillLost, heading, save } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const GULAB = { title: 'Lost at the market', name: 'Gulab Kaur', age: '71' };
const PATIENT = { timeout: 60_000 };
const CLEARED = 'What Wapsi kept on this phone was deleted.';

let server: TestServer;
let phone: Device;

beforeAll(async () => {
  server = await startKnownServer();
});
afterAll(() => server.remove());
beforeEach(async () => {
  await server.stop();
  phone = await openReadyPhone();
});
afterEach(() => phone.remove());

/** A report that waits, and a mark that says so. */
async function saveOne(): Promise<void> {
  const { page } = phone;
  await page.goto(`${server.url}/face-recognition?add=lost`);
  await fillLost(page, GULAB);
  await save(page);
  const unsent = () => page.evaluate(() => JSON.parse(localStorage.getItem('device') ?? '{}').unsent);
  await expect.poll(unsent, PATIENT).toBe(1);
}

async function clear(storageTypes: string): Promise<void> {
  const { page, context } = phone;
  await page.goto('about:blank');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes });
}

describe('a phone that is opened again', () => {
  it('fault 22: with its database gone says how many reports had not been sent, once', async () => {
    await saveOne();
    await clear('indexeddb');
    const { page } = phone;
    await page.goto(`${server.url}/outbox`);
    await page.getByText(CLEARED).waitFor(PATIENT);
    await page.getByText('1 report or message had not been sent').waitFor();
    await page.getByRole('button', { name: 'I have read it' }).click();
    await page.reload();
    await heading(page, 'Outbox').waitFor(PATIENT);
    await page.waitForTimeout(2000);
    expect(await page.getByText(CLEARED).count()).toBe(0);
  });

  it('fault 22: evicted as a browser does it, with caches, files and worker, says so', async () => {
    await saveOne();
    await clear('indexeddb,cache_storage,file_systems,service_workers');
    await server.start();
    await phone.page.goto(`${server.url}/`);
    await phone.page.getByText(CLEARED).waitFor(PATIENT);
  });

  it('fault 22: with all as it was says nothing', async () => {
    await saveOne();
    const { page } = phone;
    await page.reload();
    await page.getByText('1 is safe on this phone.').waitFor(PATIENT);
    expect(await page.getByText(CLEARED).count()).toBe(0);
  });
});
