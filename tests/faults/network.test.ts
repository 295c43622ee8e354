/** One fault of the network at a time, between a real phone and the real server: what arrives, how often, and what is said. */

import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PAUSE_MS } from '../../src/store/own/outbox.ts';
import type { Device } from '../support/browser.ts';
import { bytesOf, makePhoto } from '../support/client.ts';
import type { WireFault } from '../support/faults.ts';
import type { Fate, Passed } from '../support/proxy.ts';
import { readRows } from './support/holds.ts';
import {
  isPiece,
  isText,
  LONG,
  line,
  onServer,
  openPhone,
  openWorld,
  post,
  receivedNumber,
  signIn,
  type World,
} from './support/world.ts';

let world: World;
let phone: Device;
let page: Page;
const TIME_MS = 8 * 60_000;

beforeAll(async () => {
  world = await openWorld();
  phone = await openPhone(world);
  ({ page } = phone);
  phone.context.on('request', (request) => asked.push(request));
}, TIME_MS);
afterAll(async () => {
  await phone?.remove();
  await world?.remove();
});
beforeEach(() => {
  world.proxy.fate = () => undefined;
  world.proxy.sent.length = 0;
  asked.length = 0;
});

const photo = async (seed: number, pixels: number) => await bytesOf(await makePhoto(seed, pixels));
const texts = (): Passed[] => world.proxy.sent.filter(isText);
/** What the phone has asked for in this test. */
const asked: Request[] = [];
/** Milliseconds between a try and the next, by the clock of the phone: a busy proxy sees them when it has time. */
function gaps(): number[] {
  const isOne = (request: Request) => isText({ method: request.method(), path: new URL(request.url()).pathname });
  const at = asked.filter(isOne).map((request) => request.timing().startTime);
  return at.slice(1).map((time, i) => time - (at[i] ?? 0));
}
/** These faults meet the next texts, one each. */
function meet(...faults: (WireFault | Fate)[]): void {
  const left = [...faults];
  world.proxy.fate = (request) => (isText(request) ? left.shift() : undefined);
}

/** It is on the server once, and the number that the user reads is the server's. */
async function expectReceivedOnce(title: string): Promise<void> {
  const number = await receivedNumber(page, title);
  expect(await onServer(world, title)).toMatchObject([{ number }]);
  const { reports, ops } = await readRows(page);
  const own = reports.find(({ label }) => label === title);
  expect(ops.filter(({ entityId, endpoint }) => entityId === own?.id && endpoint !== 'putFile')).toEqual([]);
}

describe('a report over a network', () => {
  it(
    'fault 7: with a server in trouble is tried again at growing pauses, and received once',
    async () => {
      meet('error', 'gateway', 'error');
      await post(page, world.origin, 'Fault 7');
      await expectReceivedOnce('Fault 7');
      expect(texts()).toHaveLength(4);
      const between = gaps();
      expect(between).toHaveLength(3);
      for (const [i, least] of [500, 1000, 2000].entries()) expect(between[i]).toBeGreaterThanOrEqual(least * 0.9);
    },
    TIME_MS,
  );

  it(
    'fault 8: whose answers are lost, cut or damaged is received once, under the one number',
    async () => {
      meet('lose-answer', 'truncated', 'cut-answer');
      await post(page, world.origin, 'Fault 8');
      await expectReceivedOnce('Fault 8');
      expect(texts()).toHaveLength(4);
    },
    TIME_MS,
  );

  it(
    'fault 9: that hangs is given up after its patience, and sent again',
    async () => {
      meet('hang', 'hang'); // the page of the form may try, and give up by being left
      await post(page, world.origin, 'Fault 9');
      await expectReceivedOnce('Fault 9');
      const [hung, again] = texts().slice(-2);
      expect(hung).toMatchObject({ fault: 'hang', left: true });
      expect(again?.at).toBeGreaterThanOrEqual((hung?.at ?? 0) + 29_000);
      expect(again?.at).toBeLessThan((hung?.at ?? 0) + 45_000);
    },
    TIME_MS,
  );

  it(
    'fault 10: that asks for a pause gets it, and is not asked meanwhile',
    async () => {
      meet({ fault: 'slow-down', retryAfterS: 7 }, { fault: 'slow-down', retryAfterS: 5 });
      await post(page, world.origin, 'Fault 10');
      await expectReceivedOnce('Fault 10');
      expect(texts()).toHaveLength(3);
      const [first, second] = gaps();
      expect(first).toBeGreaterThanOrEqual(6900);
      expect(second).toBeGreaterThanOrEqual(4900);
    },
    TIME_MS,
  );

  it(
    'fault 11: that delivers twice makes one record of it',
    async () => {
      meet('twice');
      await post(page, world.origin, 'Fault 11');
      await expectReceivedOnce('Fault 11');
      expect(texts()[0]).toMatchObject({ fault: 'twice', status: 200 });
    },
    TIME_MS,
  );

  it(
    'fault 12: that delivers late and out of order gets no photo before its text, and one record',
    async () => {
      meet('late', { fault: 'slow', ms: 2000 });
      await post(page, world.origin, 'Fault 12', [await photo(12, 200)]);
      await expectReceivedOnce('Fault 12');
      await expect.poll(async () => (await readRows(page)).ops.length, LONG).toBe(0);
      const order = world.proxy.sent.filter((request) => isText(request) || isPiece(request));
      const taken = order.findIndex((request) => isText(request) && request.fault === 'slow');
      const piece = order.findIndex(isPiece);
      expect(taken).toBeGreaterThanOrEqual(0);
      expect(piece).toBeGreaterThan(taken);
      expect((await onServer(world, 'Fault 12'))[0]?.photos).toHaveLength(1);
    },
    TIME_MS,
  );

  it(
    'fault 13: whose gateway takes no large body gets the text at once and the photo in smaller pieces',
    async () => {
      const most = 40_000;
      world.proxy.fate = (request) => (isPiece(request) && request.length > most ? 'too-large' : undefined);
      await post(page, world.origin, 'Fault 13', [await photo(13, 500)]);
      await expectReceivedOnce('Fault 13');
      await expect.poll(async () => (await readRows(page)).ops, LONG).toEqual([]);
      const pieces = world.proxy.sent.filter(isPiece);
      expect(pieces.some(({ fault }) => fault === 'too-large')).toBe(true);
      const [view] = await onServer(world, 'Fault 13');
      const [sha256] = view?.photos ?? [];
      expect((await fetch(`${world.server.url}/files/${sha256}?size=thumb`)).status).toBe(200);
    },
    TIME_MS,
  );

  it(
    'fault 14: that wants a login page, shown or led to, says so, and nothing counts as sent',
    async () => {
      for (const fault of ['captive', 'redirect'] as const) {
        const title = `Fault 14 ${fault}`;
        world.proxy.fate = ({ isCall }) => (isCall ? fault : undefined);
        await post(page, world.origin, title);
        await page.getByText('The network wants a login page.').first().waitFor(LONG);
        expect(await line(page, title).textContent()).toContain('Saved on this phone');
        expect(await onServer(world, title)).toEqual([]);
        world.proxy.fate = () => undefined;
        await expectReceivedOnce(title);
      }
    },
    TIME_MS,
  );

  it(
    'fault 15: that is gone while the browser calls itself online is said to be gone, and the reverse',
    async () => {
      world.proxy.fate = ({ isCall }) => (isCall ? 'drop' : undefined);
      await page.goto(`${world.origin}/outbox`);
      await page.getByText('No network.').first().waitFor(LONG);
      expect(await page.evaluate(() => navigator.onLine)).toBe(true);
      world.proxy.fate = () => undefined;
      await page
        .getByText('No network.')
        .first()
        .waitFor({ state: 'detached', ...LONG });
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { get: () => false });
        dispatchEvent(new Event('offline'));
      });
      await post(page, world.origin, 'Fault 15');
      await expectReceivedOnce('Fault 15');
    },
    TIME_MS,
  );

  it(
    'fault 16: with an expired token waits for its author and goes out in no other name',
    async () => {
      world.proxy.fate = (request) => (isText(request) ? 'signed-out' : undefined);
      await post(page, world.origin, 'Fault 16');
      await page.getByText('Sign in again to send.').first().waitFor(LONG);
      expect((await readRows(page)).ops).toMatchObject([{ state: 'waiting' }]);
      world.proxy.fate = () => undefined;
      await signIn(page, 'finder');
      await line(page, 'Fault 16')
        .getByText(/It waits for .+ to sign in\./)
        .waitFor(LONG);
      await page.reload();
      await line(page, 'Fault 16')
        .getByText(/It waits for .+ to sign in\./)
        .waitFor(LONG);
      await signIn(page, 'poster');
      await expectReceivedOnce('Fault 16');
      expect(await onServer(world, 'Fault 16', 'finder')).toEqual([]);
    },
    TIME_MS,
  );

  it(
    'fault 24: that cuts a photo twenty times gets it whole, and hardly a byte twice',
    async () => {
      let [cuts, passedOn] = [0, 0];
      world.proxy.fate = (request) => {
        if (!isPiece(request) || cuts >= 20) return undefined;
        cuts++;
        const share = [0.1, 0.5, 0.9][cuts % 3] ?? 0.5;
        return { fault: 'cut-upload', bytes: Math.floor(Math.min(request.length, 20_000) * share) };
      };
      await post(page, world.origin, 'Fault 24', [await photo(24, 1200)]);
      const [waiting] = (await readRows(page)).reports.filter(({ label }) => label === 'Fault 24');
      const size = await page.evaluate(async (sha256) => {
        const opening = indexedDB.open('wapsi');
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        const reading = opening.result.transaction('file').objectStore('file').get(sha256);
        await new Promise((resolve) => reading.addEventListener('success', resolve));
        opening.result.close();
        return (reading.result as { blob: Blob }).blob.size;
      }, waiting?.photos[0] ?? '');
      await expect.poll(async () => (await readRows(page)).ops.length, { timeout: 6 * 60_000 }).toBe(0);
      for (const request of world.proxy.sent) if (isPiece(request)) passedOn += request.bytesIn;
      console.log(
        `${cuts} cuts; ${size} bytes, ${passedOn} passed: ${((passedOn / size - 1) * 100).toFixed(1)} % twice`,
      );
      expect(cuts).toBe(20);
      expect(passedOn).toBeGreaterThanOrEqual(size);
      expect(passedOn).toBeLessThanOrEqual(size * 1.05);
      await expectReceivedOnce('Fault 24');
    },
    TIME_MS,
  );

  it(
    'fault 34: that answers in another shape has proved nothing: the report is kept and not shown as received',
    async () => {
      world.proxy.fate = (request) => (isText(request) ? 'other-shape' : undefined);
      await post(page, world.origin, 'Fault 34');
      await expect.poll(() => texts().length, LONG).toBeGreaterThan(1);
      expect(await line(page, 'Fault 34').textContent()).not.toContain('Received');
      expect((await readRows(page)).ops).toMatchObject([{ state: 'waiting' }]);
      meet('stranger');
      await expectReceivedOnce('Fault 34');
    },
    TIME_MS,
  );

  it(
    'fault 7: never waits longer than its longest pause, however often it failed',
    async () => {
      world.proxy.fate = (request) => (isText(request) ? 'error' : undefined);
      await post(page, world.origin, 'Fault 7 again');
      await expect.poll(async () => (await readRows(page)).ops[0]?.tries ?? 0, LONG).toBeGreaterThan(2);
      const [op] = (await readRows(page)).ops;
      expect((op?.nextAt ?? 0) - Date.now()).toBeLessThanOrEqual(MAX_PAUSE_MS);
      world.proxy.fate = () => undefined;
      await expectReceivedOnce('Fault 7 again');
    },
    TIME_MS,
  );
});
