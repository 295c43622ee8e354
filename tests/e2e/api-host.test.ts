/** The app from one host and its API at another, as the build and two settings make it (R321). */

import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_LOOKS, FRAME } from '../../contract/first-looks.ts';
import { withApiHost } from '../../scripts/prerender.ts';
import { DEMO_PASSWORD, demoEmail } from '../../server/auth/demo-accounts.ts';
import { type Device, openDevice } from '../support/browser.ts';
import { bytesOf, makePhoto } from '../support/client.ts';
import { reportsNamed } from '../support/feed.ts';
import { startEmptyServer, startSampleServer } from '../support/hosted.ts';
import { fillLost, save, shellIsKept } from '../support/pages.ts';
import { freePort, type TestServer } from '../support/server.ts';

let dist: string;
let api: TestServer;
let app: TestServer;
let phone: Device;

/** The pages that the build draws. */
const FILES = [...FIRST_LOOKS.map(({ file }) => file), FRAME];

beforeAll(async () => {
  const port = await freePort();
  dist = await mkdtemp(join(tmpdir(), 'wapsi-dist-'));
  await cp('dist/app', join(dist, 'app'), { recursive: true });
  await symlink(resolve('dist/models'), join(dist, 'models'));
  // What a build with VITE_API_BASE writes into its pages; their packed twins are of those without it.
  for (const name of FILES) {
    const page = join(dist, 'app', name);
    const html = await readFile(page, 'utf8');
    await writeFile(page, withApiHost(html, `http://127.0.0.1:${port}`));
    await rm(`${page}.br`);
  }
  app = await startEmptyServer({ DIST_DIR: dist, REVIEW: 'at-once' });
  api = await startSampleServer({ APP_ORIGINS: app.url }, port);
  phone = await openDevice({ origin: app.url, api: api.url });
});
afterAll(async () => {
  await phone.remove();
  await Promise.all([app.remove(), api.remove()]);
  await rm(dist, { recursive: true });
});

const called = (server: TestServer) =>
  phone.requests.filter((url) => url.startsWith(server.url)).map((url) => new URL(url).pathname);

it('asks that host alone, and does there all that it does at its own (R321)', async () => {
  const { page } = phone;
  await page.goto(`${app.url}/lost-peoples`);
  await page.getByText('Gurpreet Singh').first().waitFor(); // of the API's people: the app's own host has none

  await page.goto(`${app.url}/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(demoEmail('poster'));
  await page.locator('input[autocomplete=current-password]').fill(DEMO_PASSWORD);
  await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page
    .getByRole('button', { name: 'Edit', exact: true })
    .or(page.getByText('You are signed in'))
    .first()
    .waitFor();

  await page.goto(`${app.url}/profile`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const buffer = await bytesOf(await makePhoto(3, 64));
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const picture = page.locator(`main img[src^="${api.url}/avatars/"]`);
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

  await page.goto(`${app.url}/face-recognition?add=lost`);
  await fillLost(page, { title: 'Missing since Monday', name: 'Harnam Kaur', age: '61' });
  await save(page);
  await expect.poll(() => reportsNamed(api.url, 'Harnam Kaur')).toHaveLength(1);

  expect(called(api)).toEqual(expect.arrayContaining(['/sync', '/login', '/events']));
  const files = /^\/(assets\/|icons\/|models\/|images\/|sw\.js$|manifest\.webmanifest$|workbox)/;
  const pages = ['/', ...FILES.map((name) => `/${name}`), '/lost-peoples', '/login', '/profile', '/face-recognition'];
  expect(called(app).filter((path) => !files.test(path) && !pages.includes(path))).toEqual([]);
  expect(phone.faults).toEqual([]);
});

it('keeps no picture of a person that the service worker let through (R321)', async () => {
  const { page } = phone;
  await shellIsKept(page);
  await page.goto(`${app.url}/profile`);
  expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  const picture = page.locator(`main img[src^="${api.url}/avatars/"]`);
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter((url) => url.includes('/avatars/'))).toEqual([]);
});
