/** Without a network, with a network that lies about it, and with one that wants a login page first. */

import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../support/browser.ts';
import { reportsNamed } from '../support/feed.ts';
import { fillLost, heading, OPEN_PAGES, outboxLine, save, walkTo } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const GULAB = { title: 'Lost at the market', name: 'Gulab Kaur', age: '71' };

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
afterEach(async () => {
  await phone.remove();
});

describe('with the server gone', () => {
  it('opens every page, and those that are none, and says that there is no network (R51, R416, fault 15)', async () => {
    const { page } = phone;
    const pages = [
      ...Object.entries(OPEN_PAGES),
      ['/no/such/page', 'This page is not here'],
      ['/face-recognition?add=lost', 'Someone is missing'],
      ['/face-recognition?add=found', 'I found someone'],
    ] as const;
    await page.goto(server.url);
    for (const [path, title] of pages) {
      await walkTo(page, path); // by a link, and by opening it anew
      await heading(page, title).waitFor();
      await page.reload();
      await heading(page, title).waitFor();
    }
    await page.getByText('No network.').waitFor();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    // What is under way when a page is left ends there and then: WebKit would hold it against every later page for ever.
    expect(await page.evaluate(leaveInTheMiddle)).toBe('abort');
    expect(phone.faults).toEqual([]);
  });

  it('shows the people it has pulled before, with their photos', async () => {
    const { page } = phone;
    await page.goto(server.url);
    const people = page.getByRole('region', { name: 'Recently reported missing' }).getByRole('listitem');
    await people.first().waitFor();
    expect(await people.count()).toBeGreaterThan(3);
    const photo = people.first().getByRole('img');
    await expect.poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(10);
  });

  it('comes back to life by itself when the server does', async () => {
    const { page } = phone;
    await page.goto(server.url);
    await page.getByText('No network.').waitFor();
    await server.start();
    await page.getByText('No network.').waitFor({ state: 'detached', timeout: 10_000 });
    expect(phone.faults).toEqual([]);
  });
});

/** Runs in the page: a transaction that never ends by itself, and how it ends when the page is put away. */
async function leaveInTheMiddle(): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('wapsi');
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = db.transaction('meta');
  const ended = new Promise<string>((resolve) => {
    for (const end of ['abort', 'complete']) transaction.addEventListener(end, () => resolve(end));
  });
  const goOn = (): void => {
    transaction.objectStore('meta').count().onsuccess = goOn;
  };
  goOn();
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  return Promise.race([ended, new Promise<string>((resolve) => setTimeout(resolve, 5000, 'it goes on'))]);
}

describe('in a network that wants a login page', () => {
  let portal: Server;

  beforeEach(async () => {
    portal = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hotel</title>Room number?');
    });
    await new Promise<void>((resolve) => portal.listen(Number(new URL(server.url).port), '127.0.0.1', resolve));
  });
  const leave = (): Promise<unknown> => {
    const closed = new Promise((resolve) => portal.close(resolve));
    portal.closeAllConnections();
    return closed;
  };
  afterEach(leave);

  it('says so, takes nothing for sent, and sends it when the real server answers (faults 14 and 15)', async () => {
    const { page } = phone;
    await page.goto(`${server.url}/face-recognition?add=lost`);
    await page.getByText('The network wants a login page.').waitFor();
    await fillLost(page, GULAB);
    await save(page);
    await page.getByRole('link', { name: 'See the outbox' }).click();
    await heading(page, '1 waiting').waitFor();
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.waitForTimeout(1000);
    expect(await outboxLine(page, GULAB.name).textContent()).toContain('Saved on this phone');
    await page.reload(); // from the phone, not from the portal
    await heading(page, '1 waiting').waitFor();
    await page.getByText('1 is safe on this phone.').waitFor();

    await leave();
    await server.start();
    await page.getByText(/^Received, no\. W-/).waitFor();
    await page.getByText('The network wants a login page.').waitFor({ state: 'detached' });
    expect(await reportsNamed(server.url, GULAB.name)).toHaveLength(1);
    expect(phone.faults).toEqual([]);
  });
});
