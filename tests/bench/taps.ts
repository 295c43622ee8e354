/** What a tap costs: the first one on a bad link, and each one on a slow phone until the page has answered it. */

import type { Locator, Page } from 'playwright-core';
import en from '../../src/i18n/en.json';
import { openDevice } from '../support/browser.ts';
import { OWN_HEADING } from '../support/pages.ts';
import { expectNoFaults, slowDown } from './device.ts';
import { type Line, median } from './line.ts';

/** Slow 3G, to the first field or button that can be used. */
const FIRST_TAP_LIMIT_MS = 6000;
const FIRST_TAPS = 3;
/** Who has never seen the first page reads it so long at least. */
const READING_MS = 2000;
/** What is called good: https://web.dev/articles/inp */
const INP_LIMIT_MS = 200;
const SLOWER_CPU = 4;
const ARRIVAL_TIMEOUT_MS = 60_000;

export async function benchTaps(url: string): Promise<Line[]> {
  const form = (page: Page) => page.getByLabel(en.form.lostName);
  const scan = (page: Page) => page.getByRole('main').getByRole('button').first();
  return [
    await benchFirstTap(url, { what: 'the form of a missing person', to: '/face-recognition?add=lost', first: form }),
    await benchFirstTap(url, { what: 'the scan', to: '/face-recognition', first: scan }),
    ...(await benchAnswers(url)),
  ];
}

interface FirstTap {
  what: string;
  to: string;
  /** Usable when it can be pressed or written in. */
  first: (page: Page) => Locator;
}

/** While the app is on its way. */
async function benchFirstTap(url: string, { what, to, first }: FirstTap): Promise<Line> {
  const times: number[] = [];
  for (let i = 0; i < FIRST_TAPS; i++) {
    const device = await openDevice({ origin: url, draws: true });
    try {
      const { page } = device;
      await slowDown(page, { latencyMs: 400 });
      await page.goto(url, { waitUntil: 'commit' });
      const link = page.locator(`a[href="${to}"]:visible`).first();
      await link.waitFor();
      await page.waitForTimeout(READING_MS);
      const began = performance.now();
      await link.click();
      await first(page).click({ timeout: ARRIVAL_TIMEOUT_MS });
      times.push(performance.now() - began);
    } finally {
      await device.remove();
    }
  }
  return {
    what: `first tap on Slow 3G: ${what}`,
    unit: 'ms',
    ours: median(times),
    limit: FIRST_TAP_LIMIT_MS,
    note: `of ${times.map((time) => Math.round(time)).join(', ')} from the tap, ${READING_MS} ms after the first page stood, until it can be used`,
  };
}

/** The slowest answer of each page, to all that is pressed and typed there. */
async function benchAnswers(url: string): Promise<Line[]> {
  const device = await openDevice({ origin: url, draws: true });
  const lines: Line[] = [];
  try {
    const { page } = device;
    await page.addInitScript(keepAnswers);
    await slowDown(page, { cpu: SLOWER_CPU });
    for (const [path, steps] of Object.entries(PAGES)) {
      await page.goto(url + path);
      await page.locator(OWN_HEADING).first().waitFor();
      const slowest: string[] = [];
      let ours = 0;
      for (const [name, step] of Object.entries(steps)) {
        await step(page);
        await page.waitForTimeout(500); // the paint that answers it, and what the observer is told of it
        const took = await page.evaluate(() => (globalThis as Answering).answers?.splice(0) ?? []);
        const most = Math.max(0, ...took);
        slowest.push(`${name} ${most}`);
        ours = Math.max(ours, most);
      }
      lines.push({
        what: `slowest answer to a tap or key: ${path}, CPU ${SLOWER_CPU} x slower`,
        unit: 'ms',
        ours,
        limit: INP_LIMIT_MS,
        note: slowest.join(', '),
      });
    }
    expectNoFaults(device);
    return lines;
  } finally {
    await device.remove();
  }
}

type Steps = Record<string, (page: Page) => Promise<unknown>>;

const openMenu = async (page: Page) => page.getByRole('button', { name: en.nav.menu, exact: true }).click();
const pressEscape = async (page: Page) => page.keyboard.press('Escape');

const PAGES: Record<string, Steps> = {
  '/': {
    menu: openMenu,
    close: pressEscape,
    search: async (page) => page.getByRole('searchbox').first().pressSequentially('gurpreet', { delay: 80 }),
  },
  '/lost-peoples': {
    search: async (page) => page.getByRole('searchbox').first().pressSequentially('gurpreet', { delay: 80 }),
    menu: openMenu,
  },
  '/face-recognition?add=lost': {
    name: async (page) => page.getByLabel(en.form.lostName).pressSequentially('Gurpreet Singh', { delay: 80 }),
    age: async (page) => page.getByLabel(en.form.lostAge).pressSequentially('9', { delay: 80 }),
    save: async (page) => page.getByRole('button', { name: en.form.addLost }).click(),
  },
};

type Answering = typeof globalThis & { answers?: number[] };

/** Runs in the page. */
function keepAnswers(): void {
  const answers: number[] = [];
  Object.assign(globalThis, { answers });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) answers.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
