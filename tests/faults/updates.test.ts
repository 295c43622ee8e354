/** Two builds of the app side by side: an update under load, an old window, and the way back. */

import { mkdtemp, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { uploadLostFoundPerson } from '../../contract/person.ts';
import type { Device } from '../support/browser.ts';
import { openDevice } from '../support/browser.ts';
import { portrait } from '../support/camera.ts';
import { reportsNamed } from '../support/feed.ts';
import { FORMER_STORES, FORMER_VERSION } from '../support/former-stores.ts';
import { startSampleServer } from '../support/hosted.ts';
import { buildNext } from '../support/next-build.ts';
import { fillLost, heading, save, shellIsKept, untilTrue } from '../support/pages.ts';
import { type Passed, startProxy } from '../support/proxy.ts';
import type { TestServer } from '../support/server.ts';

const GULAB = { title: 'Lost at the market', name: 'Gulab Kaur', age: '71' };
const PATIENT = { timeout: 120_000 };
const QUEUED = 500;
/** Chromium lets an old worker that is kept busy live for five minutes. */
const SOON_MS = 60_000;
/** Longer than opening the page anew would take. */
const SLOW_MS = 8000;

let dir: string;
let server: TestServer;
let phone: Device;

/** What the server serves; it reads its pages at its start. */
async function serve(build: 'now' | 'next'): Promise<void> {
  await server?.stop();
  await unlink(join(dir, 'dist')).catch(() => undefined);
  await symlink(build === 'now' ? resolve('dist') : join(dir, 'next'), join(dir, 'dist'));
  await server?.start();
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wapsi-builds-'));
  await buildNext(join(dir, 'next'));
  await serve('now');
  server = await startSampleServer({ DIST_DIR: join(dir, 'dist'), REPORT_LIMIT: '100000' });
});
afterAll(async () => {
  await server.remove();
  await rm(dir, { recursive: true, force: true });
});
afterEach(async () => {
  await phone.remove();
  await serve('now');
});

async function openInstalled(origin = server.url): Promise<void> {
  phone = await openDevice({ origin });
  await phone.page.goto(origin);
  await shellIsKept(phone.page);
  await phone.page.reload();
  await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** A window without the worker, as after "reload without cache": it has the app that the server has now. */
async function openPastWorker(): Promise<Page> {
  const page = await phone.context.newPage();
  const cdp = await phone.context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  return page;
}

const carriesReport = ({ method, path }: Passed): boolean => method === 'POST' && path === uploadLostFoundPerson.path;
const updateNow = () => phone.page.getByRole('button', { name: 'Update now' });
const becomesNewer = (withinMs = PATIENT.timeout) =>
  untilTrue(
    phone.page,
    async () => {
      const all = await indexedDB.databases();
      return (all.find(({ name }) => name === 'wapsi')?.version ?? 0) >= 990;
    },
    withinMs,
  );
const lookForUpdate = () =>
  phone.page.evaluate(
    () => void navigator.serviceWorker.getRegistration().then((registration) => registration?.update()),
  );

describe('an update', () => {
  it('fault 25: is offered, asks before it opens a page with an unfinished form, and takes nothing from it', async () => {
    await openInstalled();
    const { page } = phone;
    await page.goto(`${server.url}/face-recognition?add=lost`);
    await fillLost(page, GULAB);
    await serve('next');
    await lookForUpdate();
    await updateNow().click(PATIENT);
    await page.getByRole('button', { name: 'Finish first' }).click();
    expect(await page.getByLabel('Lost Person Name').inputValue()).toBe(GULAB.name);
    await save(page);
    await updateNow().click();
    await becomesNewer();
    await expect.poll(async () => (await reportsNamed(server.url, GULAB.name)).length, PATIENT).toBe(1);
  });

  it('fault 25: is taken within seconds though the page goes on asking the server, and wakes the old worker', async () => {
    await openInstalled();
    const { page } = phone;
    await serve('next');
    await lookForUpdate();
    await updateNow().waitFor(PATIENT);
    await page.evaluate(() => void setInterval(() => void fetch(`/report?nonce=${Math.random()}`), 500));
    await updateNow().click();
    await becomesNewer(SOON_MS);
  });

  it('fault 25: waits for what is being sent, and never cuts it off', async () => {
    const proxy = await startProxy(server.url);
    onTestFinished(() => proxy.close());
    await openInstalled(proxy.url);
    const { page } = phone;
    await page.goto(`${proxy.url}/face-recognition?add=lost`);
    await serve('next');
    await lookForUpdate();
    await updateNow().waitFor(PATIENT);
    proxy.fate = (request) => (carriesReport(request) ? { fault: 'slow', ms: SLOW_MS } : undefined);
    await fillLost(page, { ...GULAB, name: 'Gulab on her way' });
    await save(page);
    await expect.poll(() => proxy.sent.some(carriesReport), PATIENT).toBe(true); // under way
    await updateNow().click();
    await page.getByText('Opening the new version…').waitFor();
    await becomesNewer();
    const texts = proxy.sent.filter(carriesReport);
    expect(texts).toMatchObject([{ fault: 'slow', status: 200 }]);
    expect(texts[0]?.left, 'the device left before the answer').toBeFalsy();
    expect(await reportsNamed(server.url, 'Gulab on her way')).toHaveLength(1);
  });

  it(`fault 27: with ${QUEUED} calls queued by the version before and an old window open loses none, and the old window says so`, async () => {
    await openInstalled();
    const old = phone.page;
    await old.goto(`${server.url}/icons/favicon.svg`); // of the same origin, and none of our code in it
    await old.evaluate(queueBefore, { count: QUEUED, version: FORMER_VERSION, stores: FORMER_STORES });
    await server.stop();
    await old.goto(`${server.url}/outbox`);
    await heading(old, `${QUEUED} waiting`).waitFor(PATIENT);
    await serve('next');
    const next = await openPastWorker();
    await next.goto(`${server.url}/outbox`);
    await old.getByText('A newer version of the app is open in another window.').waitFor(PATIENT);
    await expect.poll(async () => (await reportsNamed(server.url, 'Queued')).length, PATIENT).toBe(QUEUED);
    await heading(next, 'Outbox').waitFor(PATIENT);
  });

  it('fault 27: a form that is filled in the old window is saved all the same, and the newer one sends it with its photo', async () => {
    await openInstalled();
    const old = phone.page;
    await old.goto(`${server.url}/face-recognition?add=lost`);
    await fillLost(old, { ...GULAB, name: 'Gulab in the old window' });
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await portrait('women/45.jpg') };
    await old.locator('input[type=file]').first().setInputFiles(photo);
    await old.getByRole('img', { name: 'Photo 1' }).waitFor(PATIENT);
    await old.getByLabel(/^Show the photo/).check();
    await serve('next');
    const next = await openPastWorker();
    await next.goto(`${server.url}/outbox`);
    await old.getByText('A newer version of the app is open in another window.').waitFor(PATIENT);
    await save(old);
    const named = () => reportsNamed(server.url, 'Gulab in the old window');
    await expect.poll(async () => (await named()).map(({ photos }) => photos.length), PATIENT).toEqual([1]);
    const [sha256] = (await named())[0]?.photos ?? [];
    await expect.poll(async () => (await fetch(`${server.url}/files/${sha256}`)).status, PATIENT).toBe(200);
    expect(await old.getByText('A newer version of the app is open in another window.').count()).toBe(1);
  });

  it('fault 28: taken back, leaves what the newer version wrote for it, and says that it is needed', async () => {
    await serve('next');
    await openInstalled();
    await phone.page.goto(`${server.url}/outbox`);
    await becomesNewer();
    await server.stop();
    await phone.page.evaluate(queueReports, 1);
    await phone.page.evaluate(makeNewer);
    await serve('now');
    const old = await openPastWorker();
    await phone.page.close();
    await old.goto(`${server.url}/outbox`);
    await old.getByText('This app needs an update.').waitFor(PATIENT);
    expect(await old.evaluate(readShapes)).toEqual([99]);
  });
});

/** Runs in a page without our code: the database of the version before, with reports of a lost person as it queued them. */
async function queueBefore(of: { count: number; version: number; stores: Record<string, string> }): Promise<void> {
  const ended = (request: IDBOpenDBRequest) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
  await ended(indexedDB.deleteDatabase('wapsi'));
  const opening = indexedDB.open('wapsi', of.version);
  opening.onupgradeneeded = () => {
    for (const [name, spec] of Object.entries(of.stores)) {
      const [key = '', ...indexes] = spec.split(', ');
      const keyPath = key.replace('++', '');
      const how = { ...(keyPath ? { keyPath } : {}), autoIncrement: key.startsWith('++') };
      const store = opening.result.createObjectStore(name, how);
      for (const index of indexes) {
        const path = index.replace(/^[&*]/, '');
        store.createIndex(path, path, { unique: index.startsWith('&'), multiEntry: index.startsWith('*') });
      }
    }
  };
  await ended(opening);
  const writing = opening.result.transaction(['report', 'outbox'], 'readwrite');
  const createdAt = Date.now();
  for (let i = 0; i < of.count; i++) {
    const [id, opId] = [crypto.randomUUID(), crypto.randomUUID()];
    const about = { type: 'lost', title: `Lost ${i}`, name: 'Queued', lostPersonAge: '40' };
    const input = { id, opId, photos: [], videos: [], ...about };
    const rest = { rank: 0, state: 'waiting', tries: 0, nextAt: 0, sentBytes: 0, bytes: 200, schema: 2, createdAt };
    writing
      .objectStore('report')
      .add({ id, opId, type: 'lost', label: 'Queued', photos: [], videos: [], values: {}, createdAt });
    writing.objectStore('outbox').add({ opId, entityId: id, endpoint: 'uploadLostFoundPerson', input, ...rest });
  }
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opening.result.close();
}

/** Runs in the page: reports of a lost person as the form queues them, in the database as it is. */
async function queueReports(count: number): Promise<void> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const writing = opening.result.transaction('made', 'readwrite');
  const createdAt = Date.now();
  for (let i = 0; i < count; i++) {
    const [id, opId] = [crypto.randomUUID(), crypto.randomUUID()];
    const about = { type: 'lost', title: `Lost ${i}`, name: 'Queued', lostPersonAge: '40' };
    const input = { id, opId, photos: [], videos: [], ...about };
    const named = { opId, entityId: id, endpoint: 'uploadLostFoundPerson', order: createdAt + i, createdAt, schema: 3 };
    const own = { type: 'lost', label: 'Queued', photos: [], videos: [], values: {}, input };
    const text = { rank: 0, state: 'waiting', tries: 0, nextAt: 0, sentBytes: 0, bytes: 200 };
    writing.objectStore('made').add({ ...named, ...own, waits: 'yes', steps: [text] });
  }
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opening.result.close();
}

/** Runs in the page: what is queued, in the newer version's shape. */
async function makeNewer(): Promise<void> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const writing = opening.result.transaction('made', 'readwrite');
  const all = writing.objectStore('made').getAll();
  all.onsuccess = () => {
    for (const row of all.result) writing.objectStore('made').put({ ...row, schema: 99, legs: [1] });
  };
  await new Promise((resolve) => writing.addEventListener('complete', resolve));
  opening.result.close();
}

/** Runs in the page: the shapes of what waits. */
async function readShapes(): Promise<number[]> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const all = opening.result.transaction('made').objectStore('made').getAll();
  await new Promise((resolve) => all.addEventListener('success', resolve));
  opening.result.close();
  return (all.result as { schema: number }[]).map(({ schema }) => schema);
}
