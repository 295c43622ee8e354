/** What is said about the network, the clock and what waits: in words, and within a second of a look at the app. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import type { WireFault } from '../support/faults.ts';
import { heading, walkTo } from '../support/pages.ts';
import { shiftClock } from './support/clock.ts';
import { LONG, openPhone, openWorld, post, receivedNumber, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** As promised, on a machine of its own. */
const LIMIT_MS = 1000;
/** On a busy one: so many times as long as the page takes to show a word that needs no network at all. */
const LIMIT_RATIO = 20;
/** How long an answer may take before it is called late (src/sync/listen.ts). */
const LATE_MS = 1000;

let world: World;
let phone: Device;
let page: Page;
beforeAll(async () => {
  world = await openWorld();
  phone = await openPhone(world);
  await phone.context.addInitScript(noteBadge);
  ({ page } = phone);
});
beforeEach(() => connect());
afterAll(async () => {
  await phone?.remove();
  await world?.remove();
});

const meet = (fault: WireFault): void => {
  world.proxy.fate = ({ isCall }) => (isCall ? fault : undefined);
};
function connect(): void {
  world.proxy.fate = () => undefined;
}

/** Runs in each page before its own code: what the icon of an installed app would show. */
function noteBadge(): void {
  Object.assign(navigator, {
    setAppBadge: async (count: number) => {
      Object.assign(globalThis, { __badge: count });
    },
  });
}

/**
 * Milliseconds from what somebody does until the words are there, by the page's own look at each change of itself: what
 * waits for an element from outside looks every half a second in the end.
 */
async function msUntilSaid(words: string, act: () => Promise<unknown>): Promise<number> {
  const saidAt = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (!document.body.innerText.includes(text)) return;
          watch.disconnect();
          resolve(Date.now());
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    words,
  );
  const began = Date.now();
  await act();
  return (await saidAt) - began;
}

/** The limit on this machine, now. */
async function limitMs(): Promise<number> {
  const plain = `Nothing to do with the network ${Math.random()}`;
  const ms = await msUntilSaid(plain, () =>
    page.evaluate(
      (text) => void document.body.append(Object.assign(document.createElement('p'), { textContent: text })),
      plain,
    ),
  );
  return Math.max(LIMIT_MS, LIMIT_RATIO * ms);
}

/** As when somebody takes the phone out again. */
const look = (): Promise<unknown> => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

const isSilent = async (words: string): Promise<void> => {
  connect();
  await page
    .getByText(words)
    .first()
    .waitFor({ state: 'detached', ...LONG });
};

describe('the word on the network', () => {
  const { status } = en;
  const cases: [fault: WireFault, words: string, knownAfterMs: number][] = [
    ['drop', status.offline, 0],
    ['captive', status.captive, 0],
    ['redirect', status.captive, 0],
    ['gateway', status.down, 0],
    ['hang', status.silent, LATE_MS],
  ];
  it.each(cases)('after %s is “%s”, at the next look at the app', async (fault, words, knownAfterMs) => {
    await page.goto(world.origin);
    await heading(page, en.home.title).waitFor();
    await isSilent(words);
    await page.waitForTimeout(2000); // a run that began with the page has ended
    const limit = knownAfterMs + (await limitMs());
    meet(fault);
    const ms = await msUntilSaid(words, look);
    console.log(`${fault}: "${words}" after ${ms} ms, limit ${Math.round(limit)}`);
    expect(ms).toBeLessThanOrEqual(limit);
    await isSilent(words);
  });

  it('changes with what a page reads, not at the next turn only', async () => {
    await page.goto(world.origin);
    await heading(page, en.home.title).waitFor();
    await page.waitForTimeout(2000);
    const limit = await limitMs();
    meet('captive');
    const ms = await msUntilSaid(status.captive, () => walkTo(page, '/lost-peoples'));
    console.log(`a page that reads: after ${ms} ms, limit ${Math.round(2 * limit)}`);
    expect(ms).toBeLessThanOrEqual(2 * limit); // the page comes first
  });

  it('names a clock that is wrong', async () => {
    await phone.context.addInitScript(shiftClock, 3 * 86_400_000);
    await page.goto(world.origin);
    await page.getByText(status.clock).waitFor(LONG);
  });
});

describe('the badge', () => {
  const badge = () => page.evaluate(() => (globalThis as { __badge?: number }).__badge);

  it('on the icon counts what has not been sent and what is unread, and in the app what has not been sent', async () => {
    const unread = await page.evaluate(async () => {
      const headers = { authorization: localStorage.getItem('accessToken') ?? '' };
      return Number((await (await fetch('/inbox', { headers })).json()).unread);
    });
    expect(unread).toBeGreaterThanOrEqual(0);
    meet('drop');
    await post(page, world.origin, 'First unsent');
    await post(page, world.origin, 'Second unsent');
    await heading(page, '2 waiting').waitFor(LONG);
    await expect.poll(badge, LONG).toBe(unread + 2);
    await page.getByText(`${en.status.offline} 2 are safe on this phone.`).waitFor();
    connect();
    await receivedNumber(page, 'Second unsent');
    await expect.poll(badge, LONG).toBe(unread);
  });
});
