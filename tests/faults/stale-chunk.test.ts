/** A page's chunk that is gone from the server: the app opens anew once, and only where that costs nothing. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let opened = 0;

beforeAll(async () => {
  [server, browser] = await Promise.all([startKnownServer(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});
afterEach(() => page.context().close());

/** Without a service worker, whose copy of the chunk would be there. */
async function openAt(path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  page = await context.newPage();
  await page.goto(server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  opened = 0;
  page.on('domcontentloaded', () => opened++);
}

/** Its chunk answers as one that was removed does. */
const removeAbout = () =>
  page.route(/\/assets\/about-page-.*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }));

const toAbout = () => page.locator('header').getByRole('link', { name: 'About', exact: false }).first().click();
const failure = () => page.getByRole('heading', { name: 'This page could not be loaded' });

describe('a chunk that is gone', () => {
  it('fault 26: makes the app open anew, and shows the page if it is there then', async () => {
    await openAt('/');
    await removeAbout();
    page.once('domcontentloaded', () => void page.unroute(/\/assets\/about-page-.*\.js/));
    await toAbout();
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(1);
    await page.getByRole('heading', { level: 1, name: /About/ }).waitFor({ timeout: 60_000 });
  });

  it('fault 26: that stays gone makes it open anew once, and then says so', async () => {
    await openAt('/');
    await removeAbout();
    await toAbout();
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(1);
    await page.getByRole('button', { name: 'Open it again' }).waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3000); // long enough for a circle to show
    expect(opened).toBe(1);
  });

  it('fault 26: does not make it open anew while the server is away', async () => {
    await openAt('/');
    await removeAbout();
    await page.route('**/health*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Room number?' }));
    await toAbout();
    await page.getByRole('button', { name: 'Open it again' }).waitFor({ timeout: 60_000 });
    await page.waitForTimeout(2000);
    expect(opened).toBe(0);
    expect(await failure().count()).toBeLessThanOrEqual(1);
  });

  it('fault 26: does not make it open anew over a form that is being filled', async () => {
    await openAt('/face-recognition?add=lost');
    const preloadFails = () => page.evaluate(() => void dispatchEvent(new Event('vite:preloadError'))); // as Vite says it
    await page.getByLabel('Title').fill('Lost at the well');
    await preloadFails();
    await page.waitForTimeout(3000); // an answer of the server has come by then
    expect([opened, await page.getByLabel('Title').inputValue()]).toEqual([0, 'Lost at the well']);
    await page.getByRole('button', { name: 'Add Lost Person' }).waitFor();
    await page.context().close();
    await openAt('/face-recognition?add=lost'); // with nothing in it the same makes it open anew
    await preloadFails();
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(1);
  });
});
