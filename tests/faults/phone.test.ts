/** One fault of the phone at a time: kills, several tabs and devices, a wrong clock, a slow link, a call that is never taken. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_TITLE } from '../../contract/limits.ts';
import type { Device } from '../support/browser.ts';
import { bytesOf, makePhoto } from '../support/client.ts';
import { seeded } from '../support/faults.ts';
import { keptDrafts } from '../support/kept-rows.ts';
import { heading } from '../support/pages.ts';
import { wakeUp } from '../support/worker-events.ts';
import { bundlePage, submitIn } from './support/bundle.ts';
import { shiftClock } from './support/clock.ts';
import { type RawReport, readRows } from './support/holds.ts';
import type { Submission } from './support/page.ts';
import { watchSyncs } from './support/syncs.ts';
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
  reopen,
  type World,
} from './support/world.ts';

const TIME_MS = 8 * 60_000;
const DAY_MS = 86_400_000;

let world: World;
let phone: Device;
let script: string;
let photo: string;

beforeAll(async () => {
  world = await openWorld();
  script = await bundlePage();
  photo = (await bytesOf(await makePhoto(1, 24))).toString('base64');
}, TIME_MS);
afterAll(() => world?.remove());
beforeEach(async () => {
  world.proxy.fate = () => undefined;
  phone = await openPhone(world);
  world.proxy.sent.length = 0;
}, TIME_MS);
afterEach(() => phone.remove());

const things = (name: string, count: number, photos: string[] = []): Submission[] =>
  Array.from({ length: count }, (_, i) => ({ key: `${name}-${i}.`, kind: 'item', photos }));
const offline = () => {
  world.proxy.fate = ({ isCall }) => (isCall ? 'drop' : undefined);
};
const waiting = async (): Promise<number> => (await readRows(phone.page)).ops.length;
/** What a page says that it saved, as it says it. */
async function listen(device: Device): Promise<string[]> {
  const told: string[] = [];
  await device.context.exposeBinding('told', (_, __, key: string) => void told.push(key));
  return told;
}

it(
  'fault 1: a tab killed while somebody types loses half a second of it at most',
  async () => {
    const { page } = phone;
    await page.goto(`${world.origin}/post-item?kind=item`);
    const text = 'Three keys on a red ring, lost between the clock tower and the bus stand';
    await page.getByLabel('Title').pressSequentially(text, { delay: 20 });
    await page.waitForTimeout(500);
    await page.getByLabel('Title').press('x');
    await phone.kill();
    phone = await reopen(phone);
    await phone.page.goto(`${world.origin}/post-item?kind=item`);
    await phone.page.getByText('This is what you wrote before; nothing was lost.').waitFor(LONG);
    expect((await phone.page.getByLabel('Title').inputValue()).replace(/x$/, '')).toBe(text);
  },
  TIME_MS,
);

it(
  'fault 2: a browser killed in the middle of saving keeps each report whole or not at all, and all that it called saved',
  async () => {
    offline();
    const random = seeded(2);
    let all = 0;
    for (let round = 0; round < 6; round++) {
      const told = await listen(phone);
      const saving = submitIn(phone.page, script, things(`Fault 2-${round}`, 500, [photo])).catch(() => undefined);
      await expect.poll(() => told.length, LONG).toBeGreaterThan(Math.floor(random() * 6));
      await phone.kill();
      await saving;
      phone = await reopen(phone);
      await phone.page.goto(`${world.origin}/outbox`);
      const { reports, ops } = await readRows(phone.page);
      const here = new Set(reports.map(({ label }) => label));
      expect(told.filter((key) => !here.has(key))).toEqual([]);
      // Each with its text and its photo in the queue, and nothing queued of a report that is not there.
      const queued = new Set(ops.map(({ opId }) => opId));
      const isWhole = ({ id, opId, photos }: RawReport) => queued.has(opId) && queued.has(`${id}/${photos[0]}`);
      expect(reports.filter((report) => !isWhole(report))).toEqual([]);
      const ids = new Set(reports.map(({ id }) => id));
      expect(ops.filter(({ entityId }) => !ids.has(entityId))).toEqual([]);
      all += told.length;
    }
    expect(all).toBeGreaterThan(6);
  },
  TIME_MS,
);

it(
  'fault 3: what is called saved was written with the durability that outlives a power cut',
  async () => {
    offline();
    await phone.context.addInitScript(() => {
      const open = IDBDatabase.prototype.transaction;
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      IDBDatabase.prototype.transaction = function (stores, mode, options) {
        const transaction = open.call(this, stores, mode, options);
        if (mode === 'readwrite' && [stores].flat().includes('made')) seen.push(String(transaction.durability));
        return transaction;
      };
    });
    const { page } = phone;
    await page.goto(`${world.origin}/post-item?kind=item`);
    await page.getByText('Keys', { exact: true }).click();
    await page.getByLabel('Title').fill('Fault 3');
    await expect.poll(() => keptDrafts(page)).toMatch(/Fault 3/); // no draft is being kept meanwhile
    const syncs = await watchSyncs(phone.context);
    await page.getByRole('button', { name: 'Post ad' }).click();
    await page.getByText('Saved on this phone', { exact: true }).first().waitFor(LONG);
    const synced = await syncs?.end();
    // Only where the system lets one see it.
    if (synced) expect(synced.filter((path) => path.includes('/IndexedDB/'))).not.toEqual([]);
    console.log(
      synced ? `seen on their way to the disk: ${synced.join(', ')}` : 'nobody can see what goes to the disk',
    );
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set(['strict']));
  },
  TIME_MS,
);

it(
  'fault 18: one call that is never taken is set aside, and the fifty-nine around it go',
  async () => {
    await listen(phone);
    const bad = { key: `Fault 18 ${'x'.repeat(MAX_TITLE)}`, kind: 'item', photos: [] } as const;
    await submitIn(phone.page, script, [...things('Fault 18-a', 30), bad, ...things('Fault 18-b', 29)]);
    await expect.poll(waiting, { timeout: 4 * 60_000 }).toBe(1);
    expect((await readRows(phone.page)).ops).toMatchObject([{ state: 'refused', error: 'bad-input' }]);
    await heading(phone.page, '1 needs you').waitFor(LONG);
    await line(phone.page, bad.key)
      .getByText(/^Needs you/)
      .waitFor(LONG);
    // The user can delete it; the others stay.
    await line(phone.page, bad.key).getByRole('button').click();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Delete from this phone' }).click();
    await phone.page.getByText('Delete it for good?').waitFor(LONG);
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Delete from this phone' }).click();
    await expect.poll(waiting, LONG).toBe(0);
    expect((await readRows(phone.page)).reports).toHaveLength(59);
  },
  TIME_MS,
);

it(
  'fault 19: of five tabs one sends, each report once; when it is closed another goes on',
  async () => {
    offline();
    await listen(phone);
    const tabs = [phone.page];
    for (let i = 1; i < 5; i++) {
      const tab = await phone.context.newPage();
      await tab.goto(`${world.origin}/outbox`);
      tabs.push(tab);
    }
    await submitIn(phone.page, script, things('Fault 19-a', 12));
    world.proxy.mostAtOnce.clear();
    world.proxy.sent.length = 0;
    world.proxy.fate = () => undefined;
    await expect.poll(waiting, { timeout: 3 * 60_000 }).toBe(0);
    const sent = world.proxy.sent.filter(isText);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(12);
    expect(Math.max(...world.proxy.mostAtOnce.values())).toBe(1);
    const last = tabs.pop();
    await submitIn(last ?? phone.page, script, things('Fault 19-b', 3));
    for (const tab of tabs) await tab.close();
    await expect.poll(async () => (await readRows(last ?? phone.page)).ops.length, { timeout: 3 * 60_000 }).toBe(0);
    for (let i = 0; i < 3; i++) expect(await onServer(world, `Fault 19-b-${i}.`)).toHaveLength(1);
  },
  TIME_MS,
);

it(
  'fault 20: what two devices of one account save without a network is received from both',
  async () => {
    const other = await openPhone(world);
    try {
      offline();
      await post(phone.page, world.origin, 'Fault 20 here');
      await post(other.page, world.origin, 'Fault 20 there');
      world.proxy.fate = () => undefined;
      const numbers = [
        await receivedNumber(phone.page, 'Fault 20 here'),
        await receivedNumber(other.page, 'Fault 20 there'),
      ];
      expect(new Set(numbers).size).toBe(2);
      expect(await onServer(world, 'Fault 20 here')).toMatchObject([{ number: numbers[0] }]);
      expect(await onServer(world, 'Fault 20 there')).toMatchObject([{ number: numbers[1] }]);
    } finally {
      await other.remove();
    }
  },
  TIME_MS,
);

it(
  'fault 20: of two devices that change one report, the second is asked to compare before it writes over an answer',
  async () => {
    await post(phone.page, world.origin, 'Fault 20 wallet');
    await receivedNumber(phone.page, 'Fault 20 wallet');
    const [view] = await onServer(world, 'Fault 20 wallet');
    const other = await openPhone(world);
    try {
      for (const { page } of [phone, other]) {
        await page.goto(`${world.origin}/post-item?edit=${view?.id}`);
        await page.getByLabel('Title').waitFor();
      }
      await other.context.setOffline(true);
      await phone.page.getByLabel('Title').fill('Fault 20 purse');
      await phone.page.getByRole('button', { name: 'Save the change' }).click();
      await expect.poll(async () => (await onServer(world, 'Fault 20 purse')).length, LONG).toBe(1);

      const { page } = other;
      await page.getByLabel('Title').fill('Fault 20 bag');
      await page.getByLabel('Description').fill('Two zips');
      await page.getByRole('button', { name: 'Save the change' }).click();
      await heading(page, '1 waiting').waitFor();
      await other.context.setOffline(false);
      const refused = page.locator('main li').filter({ hasText: 'changed on another device meanwhile' });
      await refused.getByRole('button').click(LONG);
      await page.getByRole('dialog').getByRole('button', { name: 'Change it' }).click();
      await page.getByText('Title: “Fault 20 purse”').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Fault 20 bag');
      await page.getByRole('button', { name: 'Save the change' }).click();
      await expect.poll(async () => (await onServer(world, 'Fault 20 bag')).at(0)?.description, LONG).toBe('Two zips');
    } finally {
      await other.remove();
    }
  },
  TIME_MS,
);

it(
  'fault 30: a clock that is a day or ten years wrong does not hold a report back, nor does putting it right',
  async () => {
    for (const [i, days] of [1, -1, 3653, -3653].entries()) {
      const title = `Fault 30 number ${i}`;
      let failures = 2;
      world.proxy.fate = (request) => (isText(request) && failures-- > 0 ? 'error' : undefined);
      await phone.context.addInitScript(shiftClock, days * DAY_MS);
      await post(phone.page, world.origin, title);
      // The tries that failed were timed by the wrong clock.
      await expect.poll(() => failures, LONG).toBeLessThanOrEqual(0);
      await phone.kill();
      phone = await reopen(phone);
      await phone.page.goto(`${world.origin}/outbox`);
      const number = await receivedNumber(phone.page, title);
      const [view] = await onServer(world, title);
      expect(view?.number).toBe(number);
      expect(Math.abs(Date.parse(view?.createdAt ?? '') - Date.now())).toBeLessThan(DAY_MS / 2);
    }
  },
  TIME_MS,
);

it(
  'fault 31: what waits when the app and its service worker are ended goes when the app is opened again',
  async () => {
    offline();
    await post(phone.page, world.origin, 'Fault 31');
    const session = await phone.context.newCDPSession(phone.page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await phone.kill();
    world.proxy.fate = () => undefined;
    phone = await reopen(phone);
    await phone.page.goto(world.origin);
    await expect.poll(async () => (await onServer(world, 'Fault 31')).length, LONG).toBe(1);
  },
  TIME_MS,
);

it(
  "fault 31: the browser's sync event sends what waits though no timer of the page comes, as where they are held back",
  async () => {
    const { page } = phone;
    offline();
    await page.clock.install();
    await post(page, world.origin, 'Fault 31 by event');
    await page.clock.pauseAt(Date.now() + 60_000); // from here on no timer comes
    // A call that was under way may come late on a busy machine, and each answer may bring another.
    for (let before = -1; before !== world.proxy.sent.length; await sleep(4000)) before = world.proxy.sent.length;
    world.proxy.fate = () => undefined;
    await sleep(5000);
    expect(await onServer(world, 'Fault 31 by event')).toEqual([]);
    await wakeUp(page, world.origin);
    await expect.poll(async () => (await onServer(world, 'Fault 31 by event')).length, LONG).toBe(1);
  },
  TIME_MS,
);

/** In the page. */
function takeAllMemory(): void {
  const all: object[][] = [];
  for (;;) all.push(Array.from({ length: 100_000 }, (_, i) => ({ i })));
}

it(
  'fault 32: over slow 2G the text of at most 4 KB goes first and is said to be received while the photo is on its way',
  async () => {
    offline();
    const { page } = phone;
    const big = await bytesOf(await makePhoto(32, 700));
    await post(page, world.origin, 'Fault 32', [big]);
    const session = await phone.context.newCDPSession(page);
    await session.send('Network.enable');
    const bytes = 50_000 / 8;
    const slow = { offline: false, latency: 2000, downloadThroughput: bytes, uploadThroughput: bytes };
    await session.send('Network.emulateNetworkConditions', slow);
    world.proxy.sent.length = 0;
    world.proxy.fate = () => undefined;
    const state = line(page, 'Fault 32');
    await state
      .getByText(/Received, no\. W-.*still on this phone|Sending · text received/)
      .waitFor({ timeout: 3 * 60_000 });
    expect(await waiting()).toBeGreaterThan(0);
    const order = world.proxy.sent.filter((request) => isText(request) || isPiece(request));
    expect(order[0] && isText(order[0])).toBe(true);
    expect(order[0]?.bytesIn).toBeLessThanOrEqual(4096);
    await session.send('Network.emulateNetworkConditions', {
      ...slow,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await expect.poll(waiting, { timeout: 3 * 60_000 }).toBe(0);
  },
  TIME_MS,
);

it(
  'fault 36: a page that takes all the memory it may have, and is ended for that, comes back with what was typed and the photo',
  async () => {
    await phone.remove();
    phone = await openPhone(world, 'poster', { args: ['--js-flags=--max-old-space-size=300'] }); // megabytes a page
    const { page } = phone;
    const form = `${world.origin}/post-item?kind=item`;
    await page.goto(form);
    await page.getByLabel('Title').fill('Fault 36');
    await page
      .getByLabel('Add photos')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo, 'base64') });
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await expect.poll(() => keptDrafts(page)).toMatch(/Fault 36.*"photos":\["/);
    const ended = page.waitForEvent('crash', LONG);
    page.evaluate(takeAllMemory).catch(() => undefined); // it gives no answer any more
    await ended;
    await page.close();
    const next = await phone.context.newPage();
    await next.goto(form);
    await next.getByText('This is what you wrote before; nothing was lost.').waitFor(LONG);
    expect(await next.getByLabel('Title').inputValue()).toBe('Fault 36');
    await next.getByRole('img', { name: 'Photo 1' }).waitFor(LONG);
  },
  TIME_MS,
);

it(
  'fault 46: an old window that keeps the database is named, no form stands meanwhile, and once it is closed all goes on by itself',
  async () => {
    const old = phone.page;
    await old.goto(`${world.origin}/icons/favicon.svg`); // of the same origin, and none of our code in it
    await old.evaluate(keepOldDatabase);
    const page = await phone.context.newPage();
    await page.goto(`${world.origin}/post-item?kind=item`);
    const note = page.getByText('Close the other Wapsi window.');
    await note.waitFor(LONG);
    await page.waitForTimeout(500);
    expect(await page.getByLabel('Title').count()).toBe(0); // no form that could not keep what is typed
    await old.close();
    await page.getByText('Keys', { exact: true }).click();
    await page.getByLabel('Title').fill('Fault 46');
    await page.getByRole('button', { name: 'Post ad' }).click();
    await expect.poll(async () => (await onServer(world, 'Fault 46')).length, LONG).toBe(1);
    expect(await note.count()).toBe(0);
  },
  TIME_MS,
);

it(
  'fault 42: a form in a second window begins empty while the first is open, and what is typed in both is kept',
  async () => {
    const form = `${world.origin}/post-item?kind=item`;
    const other = await phone.context.newPage();
    for (const [page, title] of [
      [phone.page, 'Fault 42 umbrella'],
      [other, 'Fault 42 lantern'],
    ] as const) {
      await page.goto(form);
      expect(await page.getByLabel('Title').inputValue()).toBe('');
      await page.getByLabel('Title').fill(title);
      await expect.poll(() => keptDrafts(page)).toContain(title);
    }
    await phone.kill();
    phone = await reopen(phone);
    const { page } = phone;
    for (const title of ['Fault 42 lantern', 'Fault 42 umbrella']) {
      await page.goto(form);
      await page.getByText('This is what you wrote before; nothing was lost.').waitFor(LONG);
      expect(await page.getByLabel('Title').inputValue()).toBe(title);
      await page.getByText('Keys', { exact: true }).click();
      await page.getByRole('button', { name: 'Post ad' }).click();
      await expect.poll(async () => (await onServer(world, title)).length, LONG).toBe(1);
    }
  },
  TIME_MS,
);

it(
  'fault 42: language, colours, time zone and clock changed while reports are being sent lose and double none',
  async () => {
    offline();
    await listen(phone);
    const { page } = phone;
    await submitIn(page, script, things('Fault 42', 4, [photo]));
    world.proxy.sent.length = 0;
    world.proxy.fate = ({ isCall }) => (isCall ? { fault: 'slow', ms: 1500 } : undefined);
    await expect.poll(() => world.proxy.sent.some(isText), LONG).toBe(true); // under way
    await page.getByRole('button', { name: 'ਪੰਜਾਬੀ' }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    const cdp = await phone.context.newCDPSession(page);
    await cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' });
    await page.evaluate(shiftClock, -2 * DAY_MS);
    await expect.poll(waiting, { timeout: 3 * 60_000 }).toBe(0);
    expect((await readRows(page)).reports.filter(({ receipt }) => receipt !== undefined)).toHaveLength(4);
    for (let i = 0; i < 4; i++) {
      const views = await onServer(world, `Fault 42-${i}.`);
      expect(views).toHaveLength(1);
      // By the server's clock, whatever the phone's says.
      expect(Math.abs(Date.parse(views[0]?.createdAt ?? '') - Date.now())).toBeLessThan(DAY_MS / 2);
      expect(views[0]?.photos).toHaveLength(1);
    }
  },
  TIME_MS,
);

/** Runs in a page without our code: an older database than this app's, open, which hears of no newer version. */
async function keepOldDatabase(): Promise<void> {
  const ended = (request: IDBOpenDBRequest) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
  await ended(indexedDB.deleteDatabase('wapsi'));
  const opening = indexedDB.open('wapsi', 10);
  opening.onupgradeneeded = () => {
    const db = opening.result;
    db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }).createIndex('opId', 'opId', {
      unique: true,
    });
    for (const name of ['report', 'draft', 'record']) db.createObjectStore(name, { keyPath: 'id' });
  };
  await ended(opening);
  Object.assign(globalThis, { kept: opening.result });
}
