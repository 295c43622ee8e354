/** Posting: who posts, a thing with photos and without a network, a kill in the middle, and a person by their photo. */

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { uploadState } from '../../contract/file.ts';
import { createReport, listReports, type ReportView } from '../../contract/report.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import en from '../../src/i18n/en.json';
import { signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { portrait } from '../support/camera.ts';
import { bytesOf, makePhoto } from '../support/client.ts';
import { keptDrafts } from '../support/kept-rows.ts';
import { heading, outboxLine, visit } from '../support/pages.ts';
import { openReadyPhone, openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let phone: Device;
let page: Page;
let token: string;
let photos: { name: string; mimeType: string; buffer: Buffer }[];

beforeAll(async () => {
  server = await startKnownServer();
  phone = await openReadyPhone({ permissions: ['camera', 'geolocation'], draws: true });
  ({ page } = phone);
  photos = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (seed) => ({
      name: `${seed}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await bytesOf(await makePhoto(seed, 320)),
    })),
  );
  await page.goto(`${server.url}/offline`);
  token = await signInAs(page, server.url, 'poster');
});
afterAll(async () => {
  await phone.remove();
  await server.remove();
});
beforeEach(() => {
  ({ page } = phone);
});

/** What the signed-in account has on the server under that title. */
async function mine(title: string): Promise<ReportView[]> {
  const address = `${server.url}/report?${new URLSearchParams({ scope: 'mine', q: title })}`;
  const { data } = listReports.output.parse(await (await fetch(address, { headers: { authorization: token } })).json());
  return data.filter((view) => view.title === title);
}

const open = (path: string) => visit(page, server.url + path);
const postButton = () => page.getByRole('button', { name: 'Post ad' });
const clearAway = async () => {
  const clear = page.getByRole('button', { name: 'Clear the form' });
  await clear.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear the form' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
};

/** As a phone's camera writes it: turned by its EXIF, and not plain, so that decoding it costs what a real one costs. */
async function hugePhoto(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'wapsi-huge-')), 'huge.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const small = await sharp({ create: { width: 1118, height: 838, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  await sharp(small).resize(8944, 6708, { fit: 'fill' }).withMetadata({ orientation: 6 }).jpeg().toFile(path);
  return path;
}

/** How long this browser takes to decode it, milliseconds. */
async function decodeIn(on: Page, file: string): Promise<number> {
  const input = await on.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(file);
  return input.evaluate(async ({ files }) => {
    const began = performance.now();
    const [photo] = files ?? [];
    if (photo) (await createImageBitmap(photo)).close();
    return performance.now() - began;
  });
}

describe('choosing who posts', () => {
  it('offers Founder and Victim, Founder first, and takes the answer along (R42, R75, R76, R77, R78, R79, R257)', async () => {
    await open('/victim-founder-select');
    await page.getByText('Empower the search, reunite the lost.').waitFor();
    await page.getByText('Are you reporting a loss?').waitFor();
    const [founder, victim] = [
      page.getByRole('radio', { name: /Founder/ }),
      page.getByRole('radio', { name: /Victim/ }),
    ];
    expect([await founder.isChecked(), await victim.isChecked()]).toEqual([true, false]);
    await page.getByText('Are you reporting a loss?').click();
    expect([await founder.isChecked(), await victim.isChecked()]).toEqual([false, true]);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('**/post-item');
    expect(await page.evaluate(() => history.state.usr)).toEqual({ role: 'victim' });
    expect(await page.getByRole('radio', { name: 'I lost it' }).isChecked()).toBe(true);
    await open('/victim-founder-select');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('**/post-item');
    await expect.poll(() => page.getByRole('radio', { name: 'I found it' }).isChecked()).toBe(true);
  });

  it('counts more than a form begun before as the other, which keeps the rest that was typed, or gives way to a new one', async () => {
    const comeAs = async (who: 'Founder' | 'Victim') => {
      await open('/victim-founder-select');
      await page.getByText(who, { exact: true }).click();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.waitForURL('**/post-item');
    };
    const says = (words: string) =>
      expect.poll(() => page.getByRole('radio', { name: words }).isChecked(), { message: words }).toBe(true);
    await comeAs('Founder');
    await page.getByLabel('Title').fill('A tiffin box');
    await page.waitForTimeout(700); // what is typed is on disk within half a second
    await comeAs('Victim');
    await says('I lost it');
    expect(await page.getByLabel('Title').inputValue()).toBe('A tiffin box');
    await page.reload();
    await says('I lost it');
    await page.getByText('I found it', { exact: true }).click();
    await page.waitForTimeout(700);
    await page.reload();
    await says('I found it');
    await page.getByRole('button', { name: 'Start a new one' }).click();
    await says('I lost it');
    expect(await page.getByLabel('Title').inputValue()).toBe('');
    await page.reload();
    await page.getByLabel('Title').fill('A tiffin box, again');
    await clearAway();
  });

  it('of the ad page needs an account: without one it leads to the sign-in (R48, R52)', async () => {
    const stranger = await openReadyPhone();
    await stranger.page.goto(`${server.url}/post-item`);
    await stranger.page.waitForURL('**/login');
    await stranger.remove();
  });
});

describe('an ad for a thing', () => {
  it('takes at most 12 taps from the front page, and says when it was posted (R158, R283, R316, R373)', async () => {
    const title = 'Three keys on a red ring';
    await open('/');
    const taps = await countTaps(async (tap) => {
      await tap(page.getByRole('link', { name: /^I lost or found a thing/ }));
      await tap(page.getByText('Are you reporting a loss?'));
      await tap(page.getByRole('button', { name: 'Next' }));
      await tap(page.getByText('Keys', { exact: true }));
      await tap(page.getByLabel('Title'));
      await page.keyboard.type(title);
      await tap(page.getByLabel('Where was it?'));
      await page.keyboard.type('Moga');
      await tap(postButton());
    });
    expect(taps).toBeLessThanOrEqual(12);
    await page.getByText('Ad posted successfully!').waitFor();
    await page.getByText(/^Received, no\. W-/).waitFor();
    expect(await mine(title)).toMatchObject([
      { type: 'lost', role: 'victim', region: 'Moga', subject: { kind: 'item', category: 'Keys' }, mine: true },
    ]);
  });

  it('says that there is no such report, where none is to be changed', async () => {
    await open('/post-item?edit=nope');
    await page.getByText('This report is not here').waitFor();
    await open(`/post-item?edit=${crypto.randomUUID()}`);
    await page.getByText('This report is not here').waitFor();
  });

  it('comes back after a reload with its second step open when something was written there', async () => {
    await open('/victim-founder-select');
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await page.getByRole('radio', { name: en.post.kindLost }).count()).toBe(0); // that it is a thing was said
    await page.getByLabel('Question 1').fill('What hangs on it?');
    await page.getByRole('button', { name: 'Add more details' }).click();
    await page.getByLabel('Colour').fill('Red');
    await page.waitForTimeout(700); // what is typed is on disk within half a second
    await page.reload();
    await expect.poll(() => page.getByLabel('Colour').inputValue()).toBe('Red');
    expect(await page.getByLabel('Question 1').inputValue()).toBe('What hangs on it?');
    await page.getByLabel('Answer 1').fill('A bell');
    await clearAway();
    await open('/'); // the same address opened again would still be of a founder
  });

  it('says beside each answer what is wrong, and keeps the others', async () => {
    await open('/post-item');
    await page.getByLabel('Where was it?').fill('Ludhiana');
    await postButton().click();
    await page.getByText('Choose what it is.').waitFor();
    const untitled = page.getByText('Write a title, so that others know what it is about.');
    await untitled.waitFor();
    await page.getByLabel('Title').fill('A');
    await untitled.waitFor({ state: 'detached' });
    expect(await page.getByText('Choose what it is.').count()).toBe(1);
    await page.getByLabel('Reward Offer').fill('much');
    await postButton().click();
    await page.getByText('Write the reward as a number of rupees, 0 or more.').waitFor();
    expect(await page.getByLabel('Where was it?').inputValue()).toBe('Ludhiana');
    await clearAway();
    expect(await page.getByLabel('Where was it?').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Where was it?').inputValue()).toBe('Ludhiana');
    await clearAway();
  });

  it('takes five photos and no more, shows and removes them (R311, R370, R379)', async () => {
    await open('/post-item');
    await page.getByLabel('Add photos').setInputFiles(photos);
    await page.getByText('You can only upload up to 5 images', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(5);
    await page.getByRole('button', { name: 'Remove photo 2' }).click();
    await expect.poll(() => page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(4);
    await clearAway();
  });

  it('covers a part of a photo in black, by keys and by finger, before it is kept', async () => {
    await open('/post-item');
    await page.getByLabel('Add photos').setInputFiles(photos.slice(0, 1));
    const shown = page.getByRole('img', { name: 'Photo 1' });
    await shown.waitFor();
    await page.getByRole('button', { name: 'Cover a part of photo 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cover a part of the photo' });
    await dialog.getByText('Nothing is covered yet.').waitFor();
    await dialog.getByRole('button', { name: 'Add a black part' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Up', exact: true }).focus();
    for (let i = 0; i < 8; i++) await page.keyboard.press('Enter'); // to the upper edge
    const box = await dialog.locator('svg[viewBox="0 0 1 1"]').boundingBox();
    if (!box) throw new Error('there is nothing to draw on');
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.9, { steps: 3 });
    await page.mouse.up();
    await dialog.getByText('2 parts will be covered.').waitFor();
    await dialog.getByRole('button', { name: 'Cover it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => shown.count()).toBe(1);
    const lights = await shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = new OffscreenCanvas(100, 100);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0, 100, 100);
      const at = (x: number, y: number) => Math.max(...(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? []));
      return { byKeys: at(50, 10), byFinger: at(75, 75), between: at(20, 50) };
    });
    expect([lights.byKeys < 16, lights.byFinger < 16, lights.between > 32]).toEqual([true, true, true]);
    await clearAway();
  });

  it('makes a photo of 60 megapixels, which lies on its side, small in 4 s, and says so meanwhile', async () => {
    const file = await hugePhoto();
    try {
      await open('/post-item');
      const decoding = await decodeIn(page, file);
      const began = performance.now();
      const busy = page.getByText(en.form.photoBusy).waitFor({ state: 'attached' });
      await page.getByLabel('Add photos').setInputFiles(file);
      await busy;
      const shown = page.getByRole('img', { name: 'Photo 1' });
      await shown.waitFor();
      const ms = performance.now() - began;
      console.log(`60 megapixels: small after ${Math.round(ms)} ms; decoding it alone took ${Math.round(decoding)}`);
      // On a machine that has other things to do, what the browser's own decoder takes says how long everything does.
      expect(ms).toBeLessThan(Math.max(4000, 4 * decoding));
      const size = ({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight];
      expect(await shown.evaluate(size)).toEqual([960, 1280]);
      await clearAway();
    } finally {
      await rm(dirname(file), { recursive: true });
    }
  });

  it('turns a photo and keeps what is in the frame, by keys and by finger, in its place among the others', async () => {
    await open('/post-item');
    await page.getByLabel('Add photos').setInputFiles(photos.slice(0, 2));
    const sizeOf = (number: number) =>
      page
        .getByRole('img', { name: `Photo ${number}` })
        .evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]);
    const shown = page.getByRole('img', { name: /^Photo \d$/ });
    await expect.poll(() => shown.count()).toBe(2);
    const [[width = 0, height = 0], second] = [await sizeOf(1), await sizeOf(2)];
    await page.getByRole('button', { name: 'Crop or turn photo 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop or turn the photo' });
    expect(await dialog.getByRole('button', { name: 'Keep this' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Turn to the right' }).press('Enter');
    const picture = dialog.locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(height);
    const frame = dialog.getByRole('group', { name: /^Frame/ });
    for (const key of ['-', '-', '-', '-', '+', 'ArrowRight', 'ArrowDown']) await frame.press(key);
    const box = await picture.boundingBox();
    const corner = await dialog.getByRole('button', { name: 'Corner ↘' }).boundingBox();
    if (!box || !corner) throw new Error('there is no frame to drag');
    expect(Math.min(corner.width, corner.height)).toBeGreaterThanOrEqual(48);
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.55, box.y + box.height * 0.8, { steps: 3 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Keep this' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // From 5 % of its width and height to where the finger let go.
    await expect.poll(async () => (await sizeOf(1))[0]).toBeLessThan(height * 0.53);
    const [wide = 0, high = 0] = await sizeOf(1);
    expect([wide / height, high / width].map((share) => Math.round(share * 20) / 20)).toEqual([0.5, 0.75]);
    expect(await sizeOf(2)).toEqual(second);
    await clearAway();
  });

  it('begins with a photo that another app has shared, without a network too, and with nothing that is no photo', async () => {
    const share = () =>
      page.evaluate(async () => {
        const canvas = new OffscreenCanvas(40, 20);
        canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
        const photo = new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' });
        const code = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' });
        const files = new DataTransfer();
        for (const file of [code, photo, new File(['text'], 'a.txt', { type: 'text/plain' })]) files.items.add(file);
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
        for (const name of ['photos', 'text']) {
          const input = Object.assign(document.createElement('input'), {
            name,
            type: name === 'text' ? 'text' : 'file',
          });
          if (name === 'text') input.value = 'Blue bag at the bus stand';
          else input.files = files.files;
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      });
    await open('/about');
    await phone.context.setOffline(true);
    try {
      await share();
      await heading(page, 'What is it?').waitFor();
      await page.getByText('Blue bag at the bus stand').waitFor();
      expect(await page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(1);
      await page.getByRole('button', { name: 'A thing, lost or found' }).click();
      await heading(page, en.post.title).waitFor();
      await expect.poll(() => page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(1);
      expect(await page.evaluate(async () => caches.has('shared'))).toBe(false);
    } finally {
      await phone.context.setOffline(false);
    }
    await page.getByLabel('Title').fill('Bag');
    await clearAway();
    const plain = await fetch(`${server.url}/share`, { method: 'POST', body: new FormData(), redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/share']);
  });

  it('takes what is said: on this phone where it can, else only once its maker is named and agreed to', async () => {
    await open('/about');
    // Stands in for the browser's own, which ends the page of a Chromium without a service of speech.
    await page.evaluate(`
      globalThis.said = [];
      globalThis.SpeechRecognition = class extends EventTarget {
        static available = async () => (globalThis.understands ? 'available' : 'unavailable');
        processLocally = false;
        start() {
          said.push([this.lang, this.processLocally]);
          const results = [Object.assign([{ transcript: ' near the clock ' }], { isFinal: true })];
          setTimeout(() => this.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results })));
        }
        stop() {
          this.dispatchEvent(new Event('end'));
        }
      };
    `);
    await open('/post-item');
    await page.getByRole('button', { name: 'Add more details' }).click();
    const words = page.getByLabel('Description');
    await words.fill('Left');
    const speak = page.getByRole('button', { name: 'Speak instead' });
    const said = () => page.evaluate(() => (globalThis as { said?: unknown[] }).said);
    await speak.click();
    await page
      .getByRole('dialog')
      .getByText(/sends what you say to its maker/)
      .waitFor();
    await page.getByRole('button', { name: 'No, I will type' }).click();
    expect(await said()).toEqual([]);
    await speak.click();
    await page.getByRole('button', { name: 'Yes, listen' }).click();
    await expect.poll(() => words.inputValue()).toBe('Left near the clock');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.evaluate(() => Object.assign(globalThis, { understands: true }));
    await speak.click();
    await expect.poll(said).toEqual([
      ['en-IN', false],
      ['en-IN', true],
    ]);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await clearAway();
  });

  it('finds a place by its first letters, by this phone, and by a pin', async () => {
    await phone.context.setGeolocation({ latitude: 30.901, longitude: 75.857 });
    await open('/post-item');
    await page.getByRole('button', { name: 'Use where I am now' }).click();
    await expect.poll(() => page.getByLabel('Where was it?').inputValue()).toBe('Ludhiana, Punjab');
    await page.getByRole('region', { name: 'Where it was, on the map' }).waitFor();
    await page.getByRole('button', { name: 'Take the pin away' }).click();
    await page.getByLabel('Where was it?').fill('Amrit');
    await expect.poll(() => page.locator('datalist option').first().getAttribute('value')).toBe('Amritsar, Punjab');
    await clearAway();
  });

  it('hides an Aadhaar number as soon as it was typed, and keeps of a serial number only its end', async () => {
    await open('/post-item');
    await page.getByText('Electronics', { exact: true }).click();
    await page.getByLabel('Title').fill('Phone and card 2341 2341 2346');
    await page.getByRole('button', { name: 'Add more details' }).click();
    await page.getByText('A number like that of an Aadhaar card, a bank card or UPI was hidden.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Phone and card XXXX XXXX 2346');
    await page.getByLabel('Serial number or IMEI').fill('490154203237518');
    await page.getByRole('textbox', { name: /^Colour/ }).focus();
    await page.getByText('A scrambled form of it is kept; the number itself is not.').waitFor();
    expect(await page.getByLabel('Serial number or IMEI').inputValue()).toBe('•••• 7518');
    const sent = phone.context.waitForEvent(
      'request',
      (request) => request.method() === 'POST' && request.url().endsWith('/report'),
    );
    await postButton().click();
    const body = (await sent).postData() ?? '';
    expect(body).not.toContain('490154203237518');
    expect(body).toContain(createHash('sha256').update('wapsi-serial:490154203237518').digest('hex'));
    await page.getByText('Ad posted successfully!').waitFor();
  });

  it('that the server does not take says so, and everything typed is still there (R365)', async () => {
    const title = 'Umbrella with a duck';
    await open('/post-item');
    await page.getByText('Other', { exact: true }).click();
    await page.getByLabel('Title').fill(title);
    const refusal = { code: 'bad-input', message: 'no', fields: { title: 'no' } };
    await page.route('**/report', (route) => route.fulfill({ status: 400, json: refusal }));
    await postButton().click();
    await page.getByText('Failed to post the ad. Please try again.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
    await page.unroute('**/report');
    await postButton().click();
    await page.getByText('Ad posted successfully!').first().waitFor();
    expect(await mine(title)).toHaveLength(1);
  });
});

describe('a video of an ad', () => {
  it('is played by its owner and by a moderator, and offered to nobody else (R122, A25)', async () => {
    const title = 'Keys, filmed';
    await open('/post-item');
    await page.getByText('Keys', { exact: true }).click();
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Add more details' }).click();
    const film = { name: 'keys.webm', mimeType: 'video/webm', buffer: Buffer.from(await filmed(), 'base64') };
    await page.getByLabel('Choose videos').setInputFiles(film);
    await page.getByText(/^Video 1 · /).waitFor();
    await postButton().click();
    await page.getByText('Ad posted successfully!').first().waitFor();
    const [ad] = await mine(title);
    if (!ad) throw new Error('the ad has not arrived');
    const [sha256] = ad.videos ?? [];
    const asked = { headers: { authorization: token } };
    const state = async () => (await (await fetch(`${server.url}/files/${sha256}/upload`, asked)).json()).complete;
    await expect.poll(state).toBe(true);

    const moderator = await openVisitedPhone();
    await moderator.page.goto(server.url);
    await signInAs(moderator.page, server.url, 'moderator');
    for (const viewer of [page, moderator.page]) {
      await viewer.goto(`${server.url}/items/${ad.id}`);
      if (viewer === moderator.page) {
        await viewer.getByLabel(en.whole.reason).selectOption('review');
        await viewer.getByRole('button', { name: en.whole.open, exact: true }).click();
      }
      await viewer.getByRole('button', { name: 'Play video 1' }).click();
      const player = viewer.locator('video[aria-label="Video 1"]');
      await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64);
      await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    }
    await signInAs(moderator.page, server.url, 'finder');
    await moderator.page.goto(`${server.url}/items/${ad.id}`);
    await moderator.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await moderator.page.getByRole('button', { name: /video/i }).count()).toBe(0);
    expect(moderator.faults).toEqual([]);
    await moderator.remove();
  });
});

describe('without a network', () => {
  it('an ad with five photos survives a kill at a key, waits, is corrected, and is received once when the server is back (R122, R283, R419, fault 1)', async () => {
    const [title, corrected] = ['Blue bag with five books', 'Blue bag with six books'];
    await open('/post-item');
    await server.stop();
    await page.getByText('Bags', { exact: true }).click();
    await page.getByLabel('Add photos').setInputFiles(photos.slice(0, 5));
    await expect.poll(() => page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(5);
    await page.getByLabel('Title').pressSequentially(title, { delay: 20 });
    await expect.poll(() => keptDrafts(page)).toContain(title);
    await phone.kill();
    phone = await phone.reopen();
    ({ page } = phone);

    await open('/post-item');
    await page.getByText('This is what you wrote before; nothing was lost.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
    expect(await page.getByRole('radio', { name: 'Bags' }).isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(5);
    await page.getByRole('button', { name: 'Add more details' }).click();
    const film = { name: 'bag.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not really a film') };
    await page.getByLabel('Choose videos').setInputFiles(film);
    await page.getByText('Video 1 · 17 B').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await postButton().click();
    await page.getByText('Saved on this phone', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'See the outbox' }).click();
    await heading(page, '1 waiting').waitFor();
    await page.getByRole('button', { name: en.outbox.open.replace('{{label}}', title) }).click();
    await page.getByRole('link', { name: en.outbox.correct }).click();
    await heading(page, en.form.correctTitle).waitFor();
    await expect.poll(() => page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(5);
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
    await page.getByLabel('Title').fill(corrected);
    await page.getByRole('button', { name: en.form.saveCorrection }).click();
    await page.getByRole('link', { name: 'See the outbox' }).click();
    await heading(page, '1 waiting').waitFor();

    await server.start();
    await expect.poll(() => outboxLine(page, corrected).textContent()).toContain('Received, no. W-');
    const received = await mine(corrected);
    expect([received.length, await mine(title)]).toEqual([1, []]);
    expect(received[0]?.photos).toHaveLength(5);
    await expect
      .poll(
        async () => {
          const whole = await Promise.all((received[0]?.photos ?? []).map((sha256) => isWhole(sha256)));
          return whole.every(Boolean);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  });

  it('a change of an ad waits too, and reaches the ad (R341)', async () => {
    const title = 'Black umbrella, wooden handle';
    const id = crypto.randomUUID();
    const input = { id, reportType: 'lost', category: 'Other', title, region: 'Moga' };
    const headers = { 'content-type': 'application/json', authorization: token };
    const call = { method: 'POST', headers, body: JSON.stringify(input) };
    createReport.output.parse(await (await fetch(`${server.url}/report`, call)).json());
    await open(`/post-item?edit=${id}`);
    await page.getByLabel('Title').waitFor();
    await server.stop();
    await page.getByLabel('Title').fill(`${title}, found by rain`);
    await page.getByRole('button', { name: 'Save the change' }).click();
    await heading(page, '1 waiting').waitFor();
    await page
      .getByText(/^Change to your report:/)
      .first()
      .waitFor();
    await server.start();
    await expect.poll(async () => (await mine(`${title}, found by rain`)).length).toBe(1);
  });

  it('what one account wrote is not sent while another is signed in, and says whom it waits for (A37)', async () => {
    const title = 'Wallet with a map of Moga';
    await server.stop();
    await open('/post-item');
    await page.getByText('Wallet', { exact: true }).click();
    await page.getByLabel('Title').fill(title);
    await postButton().click();
    await page.getByText('Saved on this phone', { exact: true }).first().waitFor();
    const [accessToken, user] = await page.evaluate(() => {
      const before = [localStorage.getItem('accessToken') ?? '', localStorage.getItem('user') ?? ''];
      for (const key of ['accessToken', 'user']) localStorage.removeItem(key);
      return before;
    });
    await server.start();
    await page.goto(`${server.url}/outbox`);
    await expect.poll(() => outboxLine(page, title).textContent()).toMatch(/It waits for .+ to sign in\./);
    expect(await mine(title)).toEqual([]);
    await page.evaluate(
      ([t, u]) => {
        localStorage.setItem('accessToken', t ?? '');
        localStorage.setItem('user', u ?? '');
        dispatchEvent(new Event('user-update'));
      },
      [accessToken, user],
    );
    await expect.poll(() => outboxLine(page, title).textContent(), { timeout: 20_000 }).toContain('Received, no. W-');
    expect(await mine(title)).toHaveLength(1);
  });
});

describe('an ad for a person', () => {
  it('who is missing takes at most 6 taps from the front page, four of them into fields', async () => {
    await open('/');
    const taps = await countTaps(async (tap) => {
      await tap(page.getByRole('link', { name: new RegExp(`^${en.home.lost}`) }).first());
      for (const [label, typed] of [
        ['Title', 'Boy lost at the fair'],
        ['Lost Person Name', 'Aman'],
        ['Lost Person Age', '9'],
        ['Phone Number', '98140 12345'],
      ] as const) {
        await tap(page.getByLabel(label));
        await page.keyboard.type(typed);
      }
      await tap(page.getByRole('button', { name: 'Add Lost Person' }));
    });
    expect(taps).toBeLessThanOrEqual(6);
    await page.getByText('Lost/Found person saved successfully').waitFor();
  });

  it('has the lost and the found form, and the points of the face over the photo (R159, R160, R208, R209, R210, R279, R280, R281, R375)', async () => {
    await open('/post-item?kind=found');
    await page.getByLabel('Found Person Name').waitFor();
    await page.getByText('A missing person', { exact: true }).click();
    await page.getByLabel('Lost Person Name').fill('Gulab Kaur');
    await page.getByLabel('Title').fill('Lost at the fair');
    await page.getByLabel('Lost Person Age').fill('71');
    const photo = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await portrait('women/45.jpg') };
    await page.getByLabel('Take a photo of the face').setInputFiles(photo);
    await page.getByText('A face was found.').waitFor({ timeout: 60_000 });
    expect(Number(await page.locator('svg[data-points]').getAttribute('data-points'))).toBeGreaterThanOrEqual(468);
    await page.evaluate(() => {
      const look = () => {
        if (document.body.textContent?.includes('Saving lost/found person...'))
          document.documentElement.dataset.saving = 'seen';
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText('Lost/Found person saved successfully').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.saving)).toBe('seen');
    const { faces, photos: named, role } = (await sent).postDataJSON();
    expect([named.length, role]).toEqual([1, 'victim']);
    expect(faces).toEqual([{ photo: named[0], descriptor: expect.any(Array), model: TEMPLATE_VERSION }]);
    expect(faces[0].descriptor).toHaveLength(128);
    await page.getByText(/^Received, no\. W-/).waitFor();
    await page.getByRole('button', { name: 'Post another one' }).click();
    expect(await page.getByLabel('Lost Person Name').inputValue()).toBe('');
    expect(await page.getByRole('img', { name: /^Photo \d$/ }).count()).toBe(0);
    expect(phone.faults).toEqual([]);
  });

  it('offers who is reported already, without a network too, and keeps what was typed while one of them is read', async () => {
    const listed = await fetch(`${server.url}/report?kind=person&type=lost`);
    const { data } = listReports.output.parse(await listed.json());
    const there = data.findLast(
      ({ subject }) => subject.kind === 'person' && subject.name && subject.ageMin !== undefined,
    );
    if (there?.subject.kind !== 'person') throw new Error('the sample has nobody with a name and an age');
    const { name = '', ageMin } = there.subject;
    await phone.context.setOffline(true);
    onTestFinished(() => phone.context.setOffline(false));
    await open('/post-item?kind=lost');
    await page.getByLabel('Lost Person Name').fill(name);
    await page.getByLabel('Lost Person Age').fill(String(ageMin));
    const offered = page.getByRole('status').filter({ hasText: en.form.alike });
    await offered.getByRole('link', { name: new RegExp(name) }).click();
    await page.waitForURL(`**/items/${there.id}`);
    await heading(page, name).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('Lost Person Name').inputValue()).toBe(name);
    await offered.waitFor();
    await page.getByLabel('Lost Person Name').fill('Zorawar Singh');
    await offered.waitFor({ state: 'detached' });
    await clearAway();
  });

  it('that is saved while the face of its photo is still being looked for goes with that face (R210)', async () => {
    await open('/post-item?kind=lost');
    await fillPerson();
    const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
    const photo = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await portrait('women/46.jpg') };
    await page.getByLabel('Take a photo of the face').setInputFiles(photo);
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    expect(await page.getByText('A face was found.').count()).toBe(0);
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText('Lost/Found person saved successfully').waitFor({ timeout: 60_000 });
    const { faces, photos: named } = (await sent).postDataJSON();
    expect(faces).toMatchObject([{ photo: named[0] }]);
  });

  it('whose photo is taken out while its face is being looked for goes with the face of the photo that is left (R210)', async () => {
    await open('/post-item?kind=lost');
    await fillPerson();
    const add = async (file: string) =>
      page
        .getByLabel('Take a photo of the face')
        .setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer: await portrait(file) });
    await add('women/46.jpg');
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await page.getByRole('button', { name: 'Remove photo 1' }).click();
    await page.getByText(en.post.face.looking).waitFor({ state: 'detached', timeout: 60_000 });
    expect(await page.locator('svg[data-points]').count()).toBe(0); // nothing is shown of what was taken out
    await add('women/45.jpg');
    await page.getByText('A face was found.').waitFor({ timeout: 60_000 });
    const { faces, photos: named } = await savePerson();
    expect(faces).toMatchObject([{ photo: named[0] }]);
  });

  it('stands upright when its photo lay on its head, and lies as the user turns it back', async () => {
    await open('/post-item?kind=lost');
    await fillPerson();
    const upright = await portrait('women/47.jpg');
    const buffer = await sharp(upright).rotate(180).jpeg({ quality: 92 }).toBuffer();
    await page
      .getByLabel('Take a photo of the face')
      .setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByText(en.post.face.turned).waitFor({ timeout: 60_000 });
    const shown = page.getByRole('img', { name: 'Photo 1' });
    expect(await likeness(shown, upright)).toBeCloseTo(1, 1);
    expect(await likeness(shown, buffer)).toBeLessThan(0.8);
    expect(await isHeadUp()).toBe(true);

    await page.getByRole('button', { name: 'Crop or turn photo 1' }).click();
    for (const _ of [1, 2]) await page.getByRole('button', { name: en.crop.turn }).click();
    await page.getByRole('button', { name: en.crop.do }).click();
    await page.getByText(en.post.face.looking).waitFor();
    await page.getByText(en.post.face.found).waitFor({ timeout: 60_000 });
    expect([await likeness(shown, buffer), await isHeadUp()]).toEqual([expect.closeTo(1, 1), false]);
    const { faces, photos: named } = await savePerson();
    expect(faces).toMatchObject([{ photo: named[0] }]);
  });

  it.each([
    ['goes', false],
    ['goes, closed and opened again between,', true],
  ])('says that a face can hardly be made out, and %s with the face of a clearer photo', async (_, isClosed) => {
    await open('/post-item?kind=lost');
    await fillPerson();
    const clear = await portrait('women/48.jpg');
    const add = (buffer: Buffer) =>
      page.getByLabel('Take a photo of the face').setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer });
    await add(await sharp(clear).blur(9).jpeg({ quality: 92 }).toBuffer());
    await page.getByText(en.post.face.unclear).waitFor({ timeout: 60_000 });
    if (isClosed) {
      await expect.poll(() => keptDrafts(page)).toContain('descriptor');
      await page.reload();
      await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    }
    await add(Buffer.from(clear));
    await page.getByText(en.post.face.found).waitFor({ timeout: 60_000 });
    const { faces, photos: named } = await savePerson();
    expect([named.length, faces.length, faces[0].photo]).toEqual([2, 1, named[1]]);
  });

  it('says so when this phone cannot keep it, and what was typed stays on the screen (R282, R359)', async () => {
    await open('/post-item?kind=lost');
    await fillPerson();
    await page.evaluate(() => {
      // What a browser without room does. Its own limit does not hold for data that it has promised to keep.
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('No room', 'QuotaExceededError');
      };
      // Nor is there the reserve that words are held in then.
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('No files', 'SecurityError'));
    });
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText(/^Failed to save lost\/found person/).waitFor();
    expect(await page.getByLabel('Lost Person Name').inputValue()).toBe('Gulab Kaur');
  });
});

/** How alike what is shown and a photo are, 1 when they are the same: the correlation of both, made small. */
async function likeness(shown: Locator, photo: Uint8Array): Promise<number> {
  const side = 24;
  const seen = await shown.evaluate((image, size) => {
    const context = new OffscreenCanvas(size, size).getContext('2d');
    context?.drawImage(image as HTMLImageElement, 0, 0, size, size);
    return [...(context?.getImageData(0, 0, size, size).data ?? [])].filter((_, i) => i % 4 === 1);
  }, side);
  const wanted = [...(await sharp(photo).resize(side, side, { fit: 'fill' }).removeAlpha().raw().toBuffer())];
  const green = wanted.filter((_, i) => i % 3 === 1);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [seen, green].map((values) => values.map((value) => value - mean(values)));
  if (!a || !b || a.length !== b.length) throw new Error('there is no picture');
  const product = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

/** Of the points that are drawn over a photo, whether the one between the brows is above the one below the lips. */
async function isHeadUp(): Promise<boolean> {
  const drawn = (await page.locator('svg[data-points] path').getAttribute('d')) ?? '';
  const heights = [...drawn.matchAll(/ (\S+)h0/g)].map(([, y]) => Number(y)); // every third of the mesh
  return Number(heights[3]) < Number(heights[6]);
}

/** Answers what the server is sent of them. */
async function savePerson() {
  const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
  await page.getByRole('button', { name: 'Add Lost Person' }).click();
  await page.getByText('Lost/Found person saved successfully').waitFor();
  return (await sent).postDataJSON();
}

async function fillPerson(): Promise<void> {
  await page.getByLabel('Title').fill('Lost at the fair');
  await page.getByLabel('Lost Person Name').fill('Gulab Kaur');
  await page.getByLabel('Lost Person Age').fill('71');
}

/** All of it, not the small picture that goes ahead: what follows begins when nothing is under way. */
async function isWhole(sha256: string): Promise<boolean> {
  const answer = await fetch(`${server.url}/files/${sha256}/upload`, { headers: { authorization: token } });
  return uploadState.output.parse(await answer.json()).complete;
}

/** Each press of a finger counts; what a keyboard types does not. */
async function countTaps(
  work: (tap: (on: { click(): Promise<void> }) => Promise<void>) => Promise<void>,
): Promise<number> {
  let taps = 0;
  await work(async (on) => {
    taps++;
    await on.click();
  });
  return taps;
}

/** Half a second of a changing square, as this browser records it: a WebM in base64. */
const filmed = (): Promise<string> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let turn = 0; turn < 20; turn++) {
      if (context) context.fillStyle = `hsl(${turn * 18} 90% 50%)`;
      context?.fillRect(0, 0, 64, 64);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
