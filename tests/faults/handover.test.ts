/** Two phones and no network: what waits on one goes along on the other, by its camera or as a file, and is received once. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import { filmOf } from '../support/camera.ts';
import { makePhoto } from '../support/client.ts';
import { readRows } from './support/holds.ts';
import { LONG, line, onServer, openPhone, openWorld, post, receivedNumber, type World } from './support/world.ts';

const { handOver } = en;
const TIME_MS = 8 * 60_000;
/** Enough codes for a text, several times over. */
const CODES = 24;
/** The fake camera shows 30 frames a second, and the reader looks a few times a second. */
const FRAMES_EACH = 8;

let world: World;
let giver: Device;
let taker: Device | undefined;
beforeAll(async () => {
  world = await openWorld();
  giver = await openPhone(world);
}, TIME_MS);
afterEach(() => taker?.remove());
afterAll(async () => {
  await giver?.remove();
  await world?.remove();
});

const cutOff = () => {
  world.proxy.fate = ({ isCall }) => (isCall ? 'drop' : undefined);
};
const connect = () => {
  world.proxy.fate = () => undefined;
};

/** The giver's screen as the other phone's camera sees it. */
async function filmOfCodes(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: handOver.code });
  const frames: Buffer[] = [];
  let last = '';
  while (frames.length < CODES * FRAMES_EACH) {
    const drawn = await code.innerHTML();
    if (drawn === last) continue;
    last = drawn;
    const seen = await sharp(await code.screenshot())
      .resize(440, 440, { fit: 'contain' })
      .png()
      .toBuffer();
    const desk = sharp({ create: { width: 640, height: 480, channels: 3, background: '#707880' } });
    const frame = await desk
      .composite([{ input: seen }])
      .jpeg({ quality: 92 })
      .toBuffer();
    frames.push(...Array.from({ length: FRAMES_EACH }, () => frame));
  }
  return filmOf(frames, 'codes');
}

/** The code has the screen to itself, as wide as it is: another phone's camera reads it from where it is held. */
async function fillsTheScreen(page: Page): Promise<void> {
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  const code = page.getByRole('img', { name: handOver.code });
  await code.waitFor(LONG);
  expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, ...screen });
  expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(0.9 * screen.width);
}

/** Taken along by the one, received for the other: once, in the giver's name, under one number on both phones. */
async function expectReceivedOnce(title: string): Promise<void> {
  await expect.poll(() => onServer(world, title), LONG).toHaveLength(1);
  expect(await onServer(world, title, 'finder')).toEqual([]);
  await giver.page.goto(`${world.origin}/outbox`);
  const number = await receivedNumber(giver.page, title);
  expect(await onServer(world, title)).toMatchObject([{ number }]);
  await expect.poll(async () => (await readRows(giver.page)).ops, LONG).toEqual([]);
  expect(await onServer(world, title)).toHaveLength(1);
}

describe('a report handed over without a network', () => {
  it(
    "by the moving code on one screen, before the other's camera, is carried unread and received once",
    async () => {
      cutOff();
      await post(giver.page, world.origin, 'By the code');
      await giver.page.goto(`${world.origin}/outbox/give`);
      await giver.page.getByRole('button', { name: handOver.show }).click();
      await fillsTheScreen(giver.page);
      const camera = await filmOfCodes(giver.page);
      await giver.page.goto(`${world.origin}/outbox`); // one machine shows and reads: the code moves no longer

      taker = await openPhone(world, 'finder', { camera });
      const { page } = taker;
      await page.goto(`${world.origin}/outbox/take`);
      await page.getByRole('button', { name: handOver.read }).click();
      await page.getByText(/^\d+ sealed packets? taken over\./).waitFor(LONG);
      expect(await page.evaluate(() => document.body.innerText)).not.toContain('By the code');
      expect(await onServer(world, 'By the code')).toEqual([]);

      connect();
      await expectReceivedOnce('By the code');
    },
    TIME_MS,
  );

  it(
    'as a file, photos and all, is received once, though both phones send it',
    async () => {
      cutOff();
      const { blob } = await makePhoto(33, 300);
      await post(giver.page, world.origin, 'As a file', [Buffer.from(await blob.arrayBuffer())]);
      await giver.page.goto(`${world.origin}/outbox/give`);
      const saved = giver.page.waitForEvent('download');
      await giver.page.getByRole('button', { name: handOver.share }).click();
      const file = await readFile(await (await saved).path());
      expect(file.includes('As a file')).toBe(false);

      taker = await openPhone(world, 'finder');
      const { page } = taker;
      await page.goto(`${world.origin}/outbox/take`);
      const sealed = { name: 'reports.wapsi', mimeType: 'application/octet-stream', buffer: file };
      await page.getByLabel(handOver.choose).setInputFiles(sealed);
      await page.getByText(/^\d+ sealed packets? taken over\./).waitFor(LONG);
      connect(); // both at once
      await expectReceivedOnce('As a file');
      expect((await onServer(world, 'As a file'))[0]?.photos).toHaveLength(1);
      await expect.poll(() => page.locator('[data-carried]').count(), LONG).toBe(0);
      expect(await line(page, 'As a file').count()).toBe(0);
    },
    TIME_MS,
  );
});
