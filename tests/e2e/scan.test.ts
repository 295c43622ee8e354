/** What breaks around a scan and a form: each time the screen says what it is and what to do, and nothing typed is lost. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import { film, portrait } from '../support/camera.ts';
import { fillLost, heading, save, startScan, walkTo } from '../support/pages.ts';
import { openReadyPhone, openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const STRANGER = 'men/60.jpg';
/** As on a phone whose graphics driver is on the browser's list of broken ones. */
const NO_GRAPHICS = ['--use-gl=disabled', '--disable-gpu', '--disable-software-rasterizer'];

let server: TestServer;
let phone: Device;

beforeAll(async () => {
  server = await startKnownServer({ COMPARE_LIMIT_ANONYMOUS: '100' }, { alone: true });
});
afterAll(() => server.remove());
afterEach(async () => {
  await phone.remove();
});

const byHand = `/face-recognition?add=lost`;

/** The way out that every failure offers. */
async function fillsByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: en.scan.manual }).click();
  await heading(page, 'Someone is missing').waitFor();
}

/** 320 pixels and letters twice as large: nothing is cut off, no bar lies over the page, and each button can be pressed. */
async function isWholeWithLargeLetters(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const buttons = page.locator('main').getByRole('button');
  await buttons.last().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const button of await buttons.all()) await button.click({ trial: true });
  const cutOff = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('h1, p, button, video')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth)
        .map((part) => part.textContent),
    );
  expect(cutOff).toEqual([]);
  const foot = buttons.last().locator('xpath=..');
  expect(await foot.evaluate((bar) => getComputedStyle(bar).position)).toBe('static');
}

describe('a scan that cannot begin', () => {
  it('without the face pack has one button for it, with its size, and the form (A15)', async () => {
    phone = await openVisitedPhone();
    const { page } = phone;
    await page.goto(`${server.url}/face-recognition`);
    await page.getByText('This phone cannot compare faces yet.').waitFor();
    await page.getByRole('button', { name: /^Download for scanning offline \(16\.\d MB\)$/ }).waitFor();
    expect(await page.getByRole('button', { name: en.scan.start }).count()).toBe(0);
    await fillsByHand(page);
    await page.goBack();
    await isWholeWithLargeLetters(page);
    expect(phone.faults).toEqual([]);
  });

  it('in a browser without a camera interface says "getUserMedia not supported" (R353, fault 36)', async () => {
    phone = await openReadyPhone();
    await phone.page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
    await startScan(phone.page, server.url);
    await phone.page.getByText('getUserMedia not supported').waitFor();
    await isWholeWithLargeLetters(phone.page);
    await fillsByHand(phone.page);
    expect(phone.faults).toEqual([]);
  });

  it('on a device without a camera says so', async () => {
    phone = await openReadyPhone({ args: ['--use-fake-device-for-media-stream=device-count=0'] });
    await startScan(phone.page, server.url);
    await phone.page.getByText('This device or browser has no camera to use.').waitFor();
    await fillsByHand(phone.page);
  });

  it('with the camera forbidden says how to allow it (fault 36)', async () => {
    phone = await openReadyPhone({ args: ['--use-fake-ui-for-media-stream=deny'], permissions: [] });
    await startScan(phone.page, server.url);
    await phone.page.getByText('The camera is not allowed', { exact: true }).waitFor();
    expect(await phone.page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
    await fillsByHand(phone.page);
    expect(phone.faults).toEqual([]);
  });

  it('with the graphics switched off says that this device cannot compare faces (fault 36)', async () => {
    phone = await openReadyPhone({ args: NO_GRAPHICS });
    await startScan(phone.page, server.url);
    await phone.page.getByText('This device cannot compare faces').waitFor();
    await fillsByHand(phone.page);
    await fillLost(phone.page, { title: 'Lost', name: 'Gulab Kaur', age: '71' });
    await save(phone.page);
  });
});

describe('the form', () => {
  it('keeps what is typed through a kill -9, but for the last half second (fault 1)', async () => {
    phone = await openReadyPhone();
    const field = (page: Page) => page.getByLabel('Title');
    await phone.page.goto(server.url + byHand);
    await field(phone.page).focus();
    const typed: { at: number; text: string }[] = [];
    for (let text = ''; typed.length < 60; ) {
      text += 'abcdefghij'[typed.length % 10];
      await phone.page.keyboard.type(text.slice(-1));
      typed.push({ at: Date.now(), text });
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    const killedAt = Date.now();
    await phone.kill();
    phone = await phone.reopen();
    await phone.page.goto(`${server.url}/face-recognition`);
    await phone.page.getByText('You were writing a report. It is kept here.').waitFor();
    await phone.page.getByRole('button', { name: 'Go on' }).click();
    const kept = await field(phone.page).inputValue();
    const due = typed.findLast(({ at }) => at < killedAt - 500);
    expect(kept.startsWith(due?.text ?? 'something')).toBe(true);
  });

  it('keeps photos through a kill -9 too, and forgets the draft once it is saved', async () => {
    phone = await openReadyPhone({ draws: true });
    await phone.page.goto(server.url + byHand);
    await addPhotos(phone.page, [STRANGER]);
    await phone.page.getByAltText('Photo 1').waitFor();
    await fillLost(phone.page, { title: 'Lost at the fair', name: 'Gulab Kaur', age: '71' });
    await phone.page.waitForTimeout(800);
    await phone.kill();
    phone = await phone.reopen();
    const { page } = phone;
    await page.goto(server.url + byHand);
    await page.getByText('This is what you wrote before; nothing was lost.').waitFor();
    await page.getByAltText('Photo 1').waitFor();
    expect(await page.getByLabel('Lost Person Name').inputValue()).toBe('Gulab Kaur');
    await save(page);
    await page.goto(`${server.url}/face-recognition`);
    await page.getByText(/^Searches the list/).waitFor();
    expect(await page.getByText('You were writing a report.').count()).toBe(0);
  });

  it('is empty after it was cleared, photos and draft included', async () => {
    phone = await openReadyPhone({ draws: true });
    const { page } = phone;
    await page.goto(server.url + byHand);
    await addPhotos(page, [STRANGER]);
    await page.getByAltText('Photo 1').waitFor();
    await page.getByLabel('Title').fill('Lost at the fair');
    await page.getByRole('button', { name: 'Clear the form' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear the form' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
    expect(await page.getByAltText('Photo 1').count()).toBe(0);
    await page.reload(); // at once: the draft was gone before the form was
    await heading(page, 'Someone is missing').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
  });

  it('takes five photos and no more, shows each, and gives one back (R124, R311)', async () => {
    phone = await openReadyPhone({ draws: true });
    const { page } = phone;
    await page.goto(server.url + byHand);
    const six = ['men/60.jpg', 'men/61.jpg', 'men/62.jpg', 'women/45.jpg', 'women/46.jpg', 'women/47.jpg'];
    await addPhotos(page, six);
    await page.getByText('You can only upload up to 5 images').waitFor();
    await page.getByAltText('Photo 5').waitFor();
    expect(await page.getByAltText(/^Photo \d$/).count()).toBe(5);
    expect(await page.getByLabel('Add photos').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove photo 2' }).click();
    await expect.poll(() => page.getByAltText(/^Photo \d$/).count()).toBe(4);
    await page.getByText('1 more can be added.').waitFor();
    expect(phone.faults).toEqual([]);
  });

  it('keeps a photo small, without the place and the camera that its file named (A38)', async () => {
    phone = await openReadyPhone({ draws: true });
    const { page } = phone;
    const buffer = await sharp(await portrait(STRANGER))
      .resize(2400)
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 38/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(buffer.includes('SecretCamera')).toBe(true);
    await page.goto(server.url + byHand);
    await page.getByLabel('Add photos').setInputFiles({ name: 'gps.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByAltText('Photo 1').waitFor();
    await fillLost(page, { title: 'Lost', name: 'Gulab Kaur', age: '71' });
    await save(page);
    const stored = Buffer.from(await page.evaluate(readStoredFile));
    expect(stored.includes('SecretCamera')).toBe(false);
    const { exif, width, format } = await sharp(stored).metadata();
    expect(exif).toBe(undefined);
    expect({ width, format }).toEqual({ width: 1280, format: 'webp' });
  });

  it('takes today for a day that has been, also before half past five in the morning in India (R308)', async () => {
    phone = await openReadyPhone();
    const { page } = phone;
    const cdp = await phone.context.newCDPSession(page);
    await cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
    await page.clock.setFixedTime('2026-11-21T19:30:00Z'); // one in the morning of the 22nd
    await page.goto(server.url + byHand);
    await page.getByLabel('Date').fill('2026-11-23');
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText('Choose today or a day before it.').waitFor();
    await page.getByLabel('Date').fill('2026-11-22');
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await expect.poll(() => page.getByText('Choose today or a day before it.').count()).toBe(0);
  });
});

async function addPhotos(page: Page, names: readonly string[]): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await portrait(name) })),
  );
  await page.getByLabel('Add photos').setInputFiles(files);
}

/** Runs in the page: the bytes of the one photo in its database. */
async function readStoredFile(): Promise<number[]> {
  const opening = indexedDB.open('wapsi');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const reading = opening.result.transaction('file').objectStore('file').getAll();
  await new Promise((resolve) => reading.addEventListener('success', resolve));
  opening.result.close();
  const [file] = reading.result as { blob: Blob }[];
  return [...new Uint8Array(await (file as { blob: Blob }).blob.arrayBuffer())];
}

/** Runs in the page: one byte of one part of its face pack is another. */
async function damagePart(): Promise<void> {
  const cache = await caches.open('face-models');
  const part = (await cache.keys()).find(({ url }) => url.includes('/parts/'));
  const response = part && (await cache.match(part));
  if (!part || !response) throw new Error('there is no part');
  const bytes = new Uint8Array(await response.arrayBuffer());
  bytes.set([(bytes[100] ?? 0) ^ 0xff], 100);
  await cache.put(part, new Response(bytes));
}

describe('the face pack', () => {
  it('with a damaged part is mended by itself, and only that part is fetched again (fault 23)', async () => {
    phone = await openReadyPhone();
    const { page } = phone;
    await page.goto(`${server.url}/no-such-page`);
    await page.evaluate(damagePart);
    phone.requests.length = 0;
    await page.goto(`${server.url}/face-recognition`);
    await page.getByText(en.scan.packMending).waitFor();
    await page.getByText(en.scan.packMending).waitFor({ state: 'hidden' });
    expect(phone.requests.filter((url) => url.includes('/models/parts/'))).toHaveLength(1);
    await page.goto(`${server.url}/offline`);
    await page.getByText('All set.').waitFor();
  });

  it('with a damaged part and no network says so, takes that part once there is one, and scans by itself (fault 23)', async () => {
    phone = await openReadyPhone({ camera: await film(await portrait(STRANGER), 'stranger') });
    const { page } = phone;
    await page.goto(`${server.url}/no-such-page`);
    await page.evaluate(damagePart);
    await server.stop();
    await page.goto(`${server.url}/face-recognition`);
    await page.getByText(en.errors['models-broken'].what).waitFor();
    await server.start();
    phone.requests.length = 0;
    await page.getByRole('button', { name: 'Go on where it stopped' }).click();
    await page.getByText('Face detecting...').waitFor();
    expect(phone.requests.filter((url) => url.includes('/models/parts/'))).toHaveLength(1);
  });

  it('cut on its way goes on by itself, whatever page is open: no part comes twice (R347, R418, fault 24)', async () => {
    phone = await openVisitedPhone();
    const { page } = phone;
    const arrived: string[] = [];
    let cut = (): void => undefined;
    const enough = new Promise<void>((resolve) => {
      cut = resolve;
    });
    phone.context.on('requestfinished', (request) => {
      if (request.url().includes('/models/parts/')) arrived.push(request.url());
      if (arrived.length === 5) cut();
    });
    await page.goto(`${server.url}/offline`);
    await page.getByRole('button', { name: en.offline.takePlain }).click();
    await enough;
    await server.kill();
    await page.getByText(en.offline.waiting).waitFor();
    await page.getByText(/^\d+\.\d of 16\.\d MB are here$/).waitFor(); // of the total that the button said
    await walkTo(page, '/about');
    await page.getByText(en.status.facesWait).waitFor();
    await page.reload();
    await page.getByText(en.status.facesWait).waitFor();
    await server.start();
    await page.getByText(/^Face scanner: \d+\.\d of 16\.\d MB$/).waitFor();
    await walkTo(page, '/offline');
    await page.getByText('All set.').waitFor({ timeout: 60_000 });
    expect(new Set(arrived).size).toBe(arrived.length);
    const index = JSON.parse(await readFile('dist/models/index.json', 'utf8')) as {
      files: Record<string, { parts: unknown[] }>;
    };
    expect(arrived).toHaveLength(Object.values(index.files).flatMap(({ parts }) => parts).length);
  });
});
