/** A page's chunk that is gone from the server: the app opens anew once, and only where that costs nothing. */

import { readdirSync, renameSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

/** A build of its own, to take files away from. */
let dist: string;
let server: TestServer;
let browser: Browser;
let page: Page;
let opened = 0;
/** Of the files that were taken away, where they belong. */
const taken = new Map<string, string>();

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'wapsi-dist-'));
  await cp('dist/app', join(dist, 'app'), { recursive: true });
  await symlink(resolve('dist/models'), join(dist, 'models'));
  await mkdir(join(dist, 'gone'));
  [server, browser] = await Promise.all([startKnownServer({ DIST_DIR: dist }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
  await rm(dist, { recursive: true, force: true });
});
afterEach(async () => {
  await page.context().close();
  putBack();
});

/** Without a service worker, whose copy of the chunk would be there. */
async function openAt(path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  page = await context.newPage();
  await page.goto(server.url + path);
  // Of the app, not of the picture before it: a link that is pressed in that one opens the page by its address.
  await page.locator('#root:not([data-prerendered]) h1').waitFor();
  opened = 0;
  page.on('domcontentloaded', () => opened++);
}

/** The chunk is deleted from the build, and from what the server keeps of it and of older ones. */
function removeAbout(): void {
  for (const folder of [join(dist, 'app/assets'), join(server.data, 'assets')])
    for (const name of readdirSync(folder).filter((one) => one.startsWith('about-page-') && /\.js(\.br)?$/.test(one))) {
      const aside = join(dist, 'gone', String(taken.size));
      renameSync(join(folder, name), aside);
      taken.set(aside, join(folder, name));
    }
  expect(taken.size).toBeGreaterThan(1);
}

function putBack(): void {
  for (const [aside, place] of taken) renameSync(aside, place);
  taken.clear();
}

const toAbout = () => page.locator('header').getByRole('link', { name: 'About', exact: false }).first().click();
const failure = () => page.getByRole('heading', { name: 'This page could not be loaded' });

describe('a chunk that is gone', () => {
  it('fault 26: makes the app open anew, and shows the page if it is there then', async () => {
    await openAt('/');
    removeAbout();
    // It is opened anew, and waits for what belongs to it.
    await page.route('**/*', (route) => {
      if (route.request().isNavigationRequest()) putBack();
      return route.continue();
    });
    await toAbout();
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(1);
    await page.getByRole('heading', { level: 1, name: /About/ }).waitFor({ timeout: 60_000 });
  });

  it('fault 26: that stays gone makes it open anew once, and then says so', async () => {
    await openAt('/');
    removeAbout();
    await toAbout();
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(1);
    await page.getByRole('button', { name: 'Open it again' }).waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3000); // long enough for a circle to show
    expect(opened).toBe(1);
  });

  it('fault 26: does not make it open anew while the server is away', async () => {
    await openAt('/');
    removeAbout();
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
