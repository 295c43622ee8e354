/** A scan under way, before a camera that shows nobody, somebody, or two; and a worker that fails in the middle of it. */

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import { film, filmOf, filmOfTwo, portrait } from '../support/camera.ts';
import { heading, startScan } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const STRANGER = 'men/60.jpg';
/** Gurpreet Singh of the sample people. */
const KNOWN = 'men/35.jpg';

let server: TestServer;
let phone: Device;

beforeAll(async () => {
  server = await startKnownServer({ COMPARE_LIMIT_ANONYMOUS: '100' });
});
afterAll(() => server.remove());
afterEach(async () => {
  await phone.remove();
});

describe('a scan under way', () => {
  it('of a wall stops after the countdown and says why (R111, R274, R277, R357)', async () => {
    const wall = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#808890' } })
      .jpeg()
      .toBuffer();
    phone = await openReadyPhone({ camera: await filmOf([wall], 'wall') });
    await startScan(phone.page, server.url);
    await phone.page.getByText('Face detecting...').waitFor();
    await phone.page.getByText('No face in the circle yet').waitFor();
    await phone.page.getByText('Face detection stopped.').waitFor();
    await phone.page.getByText('Failed to detect face', { exact: true }).waitFor(); // which is true here alone
    await expect.poll(() => isFilming(phone.page)).toBe(false);
    expect(phone.faults).toEqual([]);
  });

  it('remembers which camera was chosen, stops when told to, and lets go of the camera', async () => {
    phone = await openReadyPhone({ camera: await film(await portrait(STRANGER), 'stranger') });
    await startScan(phone.page, server.url);
    await phone.page.getByRole('timer').waitFor();
    expect(await isFilming(phone.page)).toBe(true);
    await phone.page.getByRole('button', { name: 'Use the back camera' }).click(); // the scan goes on with that one
    await phone.page.getByRole('button', { name: 'Use the front camera' }).waitFor();
    await phone.page.reload();
    await phone.page.getByRole('button', { name: 'Use the front camera' }).waitFor(); // it is remembered
    await phone.page.getByRole('button', { name: 'Start Face Detection' }).click();
    await phone.page.getByRole('timer').waitFor();
    await phone.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await phone.page.getByText('Face detection stopped.').waitFor();
    await expect.poll(() => isFilming(phone.page)).toBe(false);
  });

  it('whose worker dies says that it broke off, and the next try works (fault 36)', async () => {
    phone = await openReadyPhone({ camera: await film(await portrait(STRANGER), 'stranger') });
    const { page } = phone;
    await startScan(page, server.url);
    await page.getByRole('timer').waitFor();
    const worker = page.workers().find((one) => one.url().includes('main-'));
    await worker?.evaluate(() =>
      setTimeout(() => {
        throw new RangeError('Array buffer allocation failed');
      }),
    );
    await page.getByText('The scan broke off').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Person Not Found').waitFor();
  });

  it('whose worker falls silent says so too, and the next try works (R421)', async () => {
    phone = await openReadyPhone({ camera: await film(await portrait(STRANGER), 'stranger') });
    const { page } = phone;
    await startScan(page, server.url);
    await page.getByRole('timer').waitFor();
    const worker = page.workers().find((one) => one.url().includes('main-'));
    await worker?.evaluate(() => self.close()); // the page is told nothing of it
    await page.getByText('The scan broke off').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Person Not Found').waitFor();
  });

  it('of two people says so, asks who is meant, and looks for that one', async () => {
    phone = await openReadyPhone({ camera: await filmOfTwo(await portrait(KNOWN), await portrait(STRANGER), 'two') });
    const { page } = phone;
    const choose = async (face: 'Face 1' | 'Face 2') => {
      await heading(page, 'Which person is it?').waitFor();
      expect(await page.getByRole('button', { name: /^Face / }).count()).toBe(2);
      await page.getByRole('button', { name: face }).click();
    };
    await startScan(page, server.url);
    await choose('Face 1'); // the larger one comes first
    await page.getByText('Face detected ✔').waitFor();
    await page.getByText('Gurpreet Singh').first().waitFor();
    // The second scan of a page sees from its first moment on, so there is time to step aside.
    await page.getByRole('button', { name: 'Scan another face' }).click();
    await page.getByRole('button', { name: 'Start Face Detection' }).click();
    const counting = page.getByRole('main').filter({ has: page.getByRole('timer') });
    await counting.getByText('Several faces are in view').waitFor();
    await choose('Face 2');
    await heading(page, 'Person Not Found').waitFor();
    expect(phone.faults).toEqual([]);
  });
});

const isFilming = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const stream = document.querySelector('video')?.srcObject;
    return stream instanceof MediaStream && stream.getTracks().some((track) => track.readyState === 'live');
  });

/** What the share sheet of a phone does with one photo. */
const share = (page: Page, photo: Buffer): Promise<void> =>
  page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), { name: 'photos', type: 'file' });
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, photo.toString('base64'));

describe('a photo that another app has shared is scanned', () => {
  it.each([
    ['somebody who is looked for', KNOWN, en.match.title],
    ['a stranger', STRANGER, en.scan.notFound],
  ])('of %s, without a network and without a camera', async (_who, face, title) => {
    phone = await openReadyPhone({ draws: true, permissions: [] });
    const { page } = phone;
    await page.goto(`${server.url}/about`);
    await heading(page, en.about.title).waitFor();
    await phone.context.setOffline(true);
    await share(page, await portrait(face));
    await page.getByRole('button', { name: en.share.scan }).click();
    await heading(page, title).waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => caches.has('shared'))).toBe(false);
    // Who comes back to the page later scans nobody by that.
    expect(await page.evaluate(() => (history.state as { usr?: unknown }).usr ?? 'nothing')).toBe('nothing');
    expect(phone.faults).toEqual([]);
  });

  it('and where nobody is on it, it says so and offers the form', async () => {
    phone = await openReadyPhone({ draws: true });
    const { page } = phone;
    await page.goto(`${server.url}/about`);
    await heading(page, en.about.title).waitFor();
    const wall = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#808890' } })
      .jpeg()
      .toBuffer();
    await share(page, wall);
    await page.getByRole('button', { name: en.share.scan }).click();
    await page.getByText('Failed to detect face', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: en.scan.manual }).waitFor();
    expect(phone.faults).toEqual([]);
  });
});
