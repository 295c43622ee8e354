/** Large letters, small screens, thumbs and keyboards: everything stays readable and within reach. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../support/browser.ts';
import { OPEN_PATHS } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

/** What a thumb needs, in CSS pixels. */
const THUMB = 44;
const SCREENS = [...OPEN_PATHS, '/no-such-page', '/face-recognition?add=lost'];

let server: TestServer;
let phone: Device;
let page: Page;

beforeAll(async () => {
  server = await startKnownServer();
  phone = await openReadyPhone({ width: 320, height: 640 });
  ({ page } = phone);
  await page.goto(server.url);
});
afterAll(async () => {
  await phone.remove();
  await server.remove();
});

/** Where the page is, as it was opened: what only looks at it need not open it again. */
let shown = '';

async function goTo(path: string, language = 'en'): Promise<void> {
  if (shown === `${path} ${language}`) return;
  shown = `${path} ${language}`;
  await page.evaluate((stored) => localStorage.setItem('language', stored), language);
  await page.goto(server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

const setFontSize = (size: string): Promise<void> =>
  page.evaluate((given) => {
    document.documentElement.style.fontSize = given;
  }, size);

describe.each(SCREENS)('%s', (path) => {
  it('gives a thumb 44 pixels for each button, link and field', async () => {
    await goTo(path);
    const small = await page.evaluate((least) => {
      const pressed = document.querySelectorAll('a[href], button, input, select, textarea');
      return [...pressed].flatMap((element) => {
        // A hidden control is pressed by its label.
        const isUnseen = element.classList.contains('unseen');
        const target = isUnseen ? ((element as HTMLInputElement).labels?.[0] ?? element) : element;
        const { height, width } = target.getBoundingClientRect();
        const isInText = getComputedStyle(target).display === 'inline';
        const isDrawn = target.checkVisibility() && width > 1 && !target.matches('a[href="#content"]');
        // A box is pressed by its label too.
        const label = (element as HTMLInputElement).labels?.[0]?.getBoundingClientRect().height ?? 0;
        if (!isDrawn || isInText || Math.max(height, label) >= least - 0.5) return [];
        return [`${target.tagName} "${target.textContent}${target.getAttribute('aria-label')}" ${width}x${height}`];
      });
    }, THUMB);
    expect(small).toEqual([]);
  });

  it('can be walked through by keyboard alone, and shows where one is (WCAG 2.1.1, 2.4.7)', async () => {
    await goTo(path);
    const expected = await page.evaluate(() => {
      const stops = [...document.querySelectorAll('a[href], button, input, select, textarea')].filter((element) => {
        if (!(element instanceof HTMLElement) || !element.checkVisibility() || element.matches(':disabled'))
          return false;
        // Of a group of radio buttons Tab stops at the chosen one; arrows do the rest.
        return !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked);
      });
      for (const [index, element] of stops.entries()) element.setAttribute('data-stop', String(index));
      return stops.length;
    });
    const seen = new Set<string>();
    const unmarked = new Map<string, string>();
    // Date and time fields have several stops inside, some with a mark of the browser's own; hence more presses.
    for (let press = 0; press < expected + 20 && seen.size < expected; press++) {
      await page.keyboard.press('Tab');
      const { stop, marked, what } = await page.evaluate(focusNow);
      if (stop === null) continue;
      if (!marked && !seen.has(stop)) unmarked.set(stop, what);
      if (marked) unmarked.delete(stop);
      seen.add(stop);
    }
    expect(seen.size).toBe(expected);
    expect([...unmarked.values()]).toEqual([]);
  });

  it.each(['en', 'pa'])(
    'neither runs over the side nor holds a bar over the words at 320 pixels and letters twice as large (%s)',
    async (language) => {
      await goTo(path, language);
      await setFontSize('200%');
      const over = await page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        const wide = [...document.querySelectorAll('body *')].filter((element) => {
          const { left, right, height } = element.getBoundingClientRect();
          return height > 1 && (right > width + 1 || left < -1);
        });
        const held = [...document.querySelectorAll('body *')].filter(
          (element) =>
            ['sticky', 'fixed'].includes(getComputedStyle(element).position) &&
            element.getBoundingClientRect().height > 1,
        );
        const places = () => held.map((element) => element.getBoundingClientRect().top + scrollY);
        const before = places();
        scrollTo(0, 300);
        const after = places();
        scrollTo(0, 0);
        return {
          held: held
            .filter((_, i) => Math.abs((before[i] ?? 0) - (after[i] ?? 0)) > 1)
            .map(({ className }) => className),
          page: document.documentElement.scrollWidth - width,
          elements: wide.map((element) =>
            `${element.tagName} ${element.className} ${element.textContent}`.slice(0, 120),
          ),
        };
      });
      await setFontSize('');
      expect(over).toEqual({ held: [], page: 0, elements: [] });
    },
  );
});

/** Runs in the page: what has the focus, and whether a line is drawn around it or around what stands for it. */
function focusNow(): { stop: string | null; marked: boolean; what: string } {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return { stop: null, marked: true, what: '' };
  const label = (focused as HTMLInputElement).labels?.[0];
  const drawn = [focused, ...(label ? [label] : []), ...(focused.parentElement ? [focused.parentElement] : [])];
  const marked = drawn.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  return { stop: focused.getAttribute('data-stop'), marked, what: focused.outerHTML.slice(0, 160) };
}

describe('the form by keyboard', () => {
  it('is filled and saved without a pointer', async () => {
    await goTo('/face-recognition?add=lost');
    await page.getByLabel('Title').focus();
    await page.keyboard.type('Lost at the fair');
    await page.getByLabel('Lost Person Name').focus();
    await page.keyboard.type('Gulab Kaur');
    await page.keyboard.press('Tab'); // "Unknown"
    await page.keyboard.press('Tab');
    await page.keyboard.type('seventy');
    await page.keyboard.press('Enter');
    await page.getByText('Write the age as a number, for example 9.').waitFor();
    // The first field with a mistake has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('71');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^(Saved on this phone$|Received, no\. W-)/ }).waitFor();
    expect(phone.faults).toEqual([]);
  });
});
