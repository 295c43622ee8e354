/** The frame around every page, in a real browser on the built app: menu, language, theme, pages and their failures. */

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import { type Device, openDevice } from '../support/browser.ts';
import { heading } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let device: Device;

beforeAll(async () => {
  server = await startKnownServer();
});
afterAll(() => server.remove());
afterEach(async () => {
  expect(device.faults).toEqual([]);
  await device.remove();
});

const open = async (settings: { dark?: boolean; width?: number } = {}, path = '/') => {
  device = await openVisitedPhone(settings);
  await device.page.goto(server.url + path);
  await device.page.locator('#root:not([data-prerendered])').waitFor(); // until then a link opens a document
  return device.page;
};

/** The first page, as it is until the returned function lets the app come. */
async function openWithoutApp(page: Page): Promise<() => void> {
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/assets/main-*.js', (route) => void held.then(() => route.continue()));
  const asked = page.waitForRequest('**/assets/main-*.js'); // by the first script, which hears what is pressed
  await page.goto(server.url, { waitUntil: 'commit' });
  await asked;
  await page.evaluate(() => Object.assign(globalThis, { isTheSame: true }));
  return send;
}

const menuOf = (page: Device['page']) => page.locator('header button[aria-expanded]');
const isOpen = async (page: Device['page']) => (await menuOf(page).getAttribute('aria-expanded')) === 'true';

describe('the first page', () => {
  it('is drawn by the build and taken over by the app without being drawn again', async () => {
    device = await openDevice({ origin: server.url });
    const { page } = device;
    await page.addInitScript(() =>
      document.addEventListener('readystatechange', () => {
        if (document.readyState === 'interactive')
          document.querySelector('h1')?.setAttribute('data-drawn-by-build', '');
      }),
    );
    await page.goto(server.url);
    await page.locator('#root:not([data-prerendered])').waitFor();
    await menuOf(page).click();
    await page.locator('header nav:visible').first().waitFor(); // the app answers
    expect(await page.locator('h1[data-drawn-by-build]').textContent()).toBe('Who, or what, is lost?');
  });

  it('does what was pressed before the app was there, as soon as it is', async () => {
    device = await openDevice({ origin: server.url });
    const { page } = device;
    const send = await openWithoutApp(page);
    await page.getByRole('button', { name: 'ਪੰਜਾਬੀ' }).click();
    expect(await page.locator('#root[data-prerendered]').count()).toBe(1);
    send();
    await heading(page, 'ਕੌਣ ਜਾਂ ਕੀ ਗੁਆਚਿਆ ਹੈ?').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await heading(page, 'Who, or what, is lost?').waitFor(); // each press once
  });

  describe('when a link is pressed before the app is there', () => {
    const isTheSame = (page: Page) => page.evaluate(() => 'isTheSame' in globalThis);
    const link = (page: Page) => page.locator('a[href="/face-recognition?add=lost"]:visible').first();

    it('shows what is drawn of that page in this one, breaks nothing off, and can be gone back from', async () => {
      device = await openDevice({ origin: server.url });
      const { page } = device;
      const send = await openWithoutApp(page);
      await link(page).click();
      await page.waitForURL('**/face-recognition?add=lost');
      expect(await page.locator('#root[data-prerendered] h1').textContent()).toBe(en.form.headLost);
      send();
      await page.getByLabel(en.form.lostName).fill('Asha');
      expect(await isTheSame(page)).toBe(true);
      await page.goBack();
      await heading(page, 'Who, or what, is lost?').waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(device.faults).toEqual([]);
    });

    it('leads on by the app where that is there before the page', async () => {
      device = await openDevice({ origin: server.url });
      const { page } = device;
      await page.route('**/face-recognition?add=lost', () => {}); // never answered
      const send = await openWithoutApp(page);
      await link(page).click();
      send();
      await page.getByLabel(en.form.lostName).fill('Asha');
      expect([await isTheSame(page), page.url()]).toEqual([true, `${server.url}/face-recognition?add=lost`]);
    });

    it.each(['/r/W-0000-0000', '/health'])('opens %s as a document, which is no page of the app', async (path) => {
      device = await openDevice({ origin: server.url });
      const { page } = device;
      await openWithoutApp(page);
      await page.evaluate((href) => {
        const other = Object.assign(document.createElement('a'), { href, textContent: 'Other' });
        document.querySelector('main')?.prepend(other);
      }, path);
      await page.getByRole('link', { name: 'Other' }).click();
      await page.waitForURL(`**${path}`);
      expect(await isTheSame(page)).toBe(false);
    });
  });

  it('is said to be taken over when it hears that another page is wanted, and not before', async () => {
    device = await openDevice({ origin: server.url });
    const { page } = device;
    await page.addInitScript(() => {
      const isTakenOver = () => document.querySelector('#root:not([data-prerendered])') !== null;
      const leave = () => {
        history.pushState({}, '', '/faqs');
        dispatchEvent(new PopStateEvent('popstate'));
      };
      const replace = history.replaceState.bind(history);
      // The router numbers the page it stands on while it is drawn, and listens once it is.
      history.replaceState = (...state) => {
        replace(...state);
        history.replaceState = replace;
        if (isTakenOver()) return queueMicrotask(leave);
        const root = document.getElementById('root') as HTMLElement;
        new MutationObserver((_, changes) => {
          changes.disconnect();
          leave();
        }).observe(root, { attributeFilter: ['data-prerendered'] });
      };
    });
    await page.goto(server.url);
    await page.waitForURL('**/faqs');
    await heading(page, en.faqs.title).waitFor();
  });

  it('brings no other page, no second language and no letters of another along (R51)', async () => {
    const page = await open();
    // What the page itself asked for; the service worker fetches the rest for later.
    const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await page.waitForLoadState('networkidle');
    const first = await fetched();
    expect(first.some((url) => /\/en-[^/]+\.js$/.test(url))).toBe(true);
    expect(
      first.filter((url) => /\/(pa|hi|routes|not-found|scan-route)-[^/]+\.js$|\.woff2$|\.wasm$/.test(url)),
    ).toEqual([]);
    await page.goto(`${server.url}/no-such-page`);
    await page.getByRole('heading', { level: 1, name: 'This page is not here' }).waitFor();
    expect((await fetched()).filter((url) => /\/not-found-[^/]+\.js$/.test(url))).toHaveLength(1);
  });
});

describe('the menu of a phone', () => {
  it('opens and closes, by its button, by Escape and by a press elsewhere (R59, R286)', async () => {
    const page = await open();
    await menuOf(page).click();
    expect(await isOpen(page)).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isOpen(page)).toBe(false);
    expect(await menuOf(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await menuOf(page).click();
    const below = await page
      .locator('header nav:visible')
      .last()
      .evaluate((menu) => menu.getBoundingClientRect().bottom + 4);
    expect(below).toBeLessThan(668); // where the bar of tabs begins
    await page.mouse.click(180, below);
    expect(await isOpen(page)).toBe(false);
  });

  it('closes after navigation, and reading starts at the top of the new page (R60)', async () => {
    const page = await open();
    await menuOf(page).click();
    await page.locator('header nav a[href="/offline"]:visible').click();
    await page.waitForURL('**/offline');
    await expect.poll(() => isOpen(page)).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('gives way to links in the header on a wide screen', async () => {
    const page = await open({ width: 1280 });
    expect(await menuOf(page).isVisible()).toBe(false);
    expect(await page.locator('header nav a[href="/about"]').first().isVisible()).toBe(true);
  });
});

describe('a change of page', () => {
  const animation = (page: Device['page']) =>
    page.locator('#content > div').evaluate((content) => getComputedStyle(content).animationName);

  it('fades the new page in; the first one is there at once (R56, R57)', async () => {
    const page = await open();
    expect(await animation(page)).toBe('none');
    await page.locator('nav a[href="/offline"]:visible').first().click();
    await expect.poll(() => animation(page)).toMatch(/fade/);
    await page.evaluate(() => scrollTo(0, 400));
    expect((await page.locator('header').first().boundingBox())?.y).toBe(0);
  });

  it('does not move anything for who wants no motion', async () => {
    const page = await open();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.locator('nav a[href="/offline"]:visible').first().click();
    await heading(page, 'Get ready to go offline').waitFor(); // until then the old page may still be the one measured
    expect(await animation(page)).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await animation(page)).toMatch(/fade/); // the very page that did not move
  });
});

describe('the preferences', () => {
  it('start in English and light, or dark where the system is (R25, R27, R253)', async () => {
    const page = await open({ dark: true });
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.className])).toEqual([
      'en',
      'dark',
    ]);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(null);
  });

  it('keep the chosen theme over the system and over a reload (R27, R229, R252, R254, R255)', async () => {
    const page = await open({ dark: true, width: 1280 });
    await page.getByRole('button', { name: en.nav.toLight }).click();
    const look = () => page.evaluate(() => [localStorage.getItem('theme'), document.documentElement.className]);
    expect(await look()).toEqual(['light', '']);
    await page.reload();
    expect(await look()).toEqual(['light', '']);
  });

  it('change the language on the spot, by the toggle or the list, and keep it (R24, R230, R256, A45)', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'ਪੰਜਾਬੀ' }).click();
    await page.getByRole('heading', { level: 1, name: 'ਕੌਣ ਜਾਂ ਕੀ ਗੁਆਚਿਆ ਹੈ?' }).waitFor();
    const stored = () => page.evaluate(() => [localStorage.getItem('language'), document.documentElement.lang]);
    expect(await stored()).toEqual(['pa', 'pa']);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'ਕੌਣ ਜਾਂ ਕੀ ਗੁਆਚਿਆ ਹੈ?' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Who, or what, is lost?' }).waitFor();
    expect(await stored()).toEqual(['en', 'en']);
    await menuOf(page).click();
    await page.locator('header').getByText('हिन्दी').click();
    await page.getByRole('heading', { level: 1, name: 'कौन लापता है, या क्या खोया है?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'कौन लापता है, या क्या खोया है?' }).waitFor();
    expect(await stored()).toEqual(['hi', 'hi']);
  });
});

describe('the size of the text and the simple view', () => {
  it('are chosen in the menu, kept, and on the page before the app is', async () => {
    const page = await open();
    await menuOf(page).click();
    const menu = page.locator('header nav:visible').first();
    await menu.getByText('Text size, simple view').click();
    await menu.getByText('200 %', { exact: true }).click();
    await menu.getByLabel('Simple view').check();
    const lookOf = () =>
      page.evaluate(() => {
        const { style, classList } = document.documentElement;
        const { offsetHeight } = document.querySelector('main a') as HTMLElement;
        return { size: style.fontSize, isSimple: classList.contains('simple'), isLarge: offsetHeight >= 96 };
      });
    const chosen = { size: '200%', isSimple: true, isLarge: true };
    expect(await lookOf()).toEqual(chosen);
    // Words stand below the picture of their row, not letter by letter beside it.
    const title = await page.getByText(en.home.lost, { exact: true }).boundingBox();
    const row = await page.locator('main a').first().boundingBox();
    expect(title?.width).toBeGreaterThan((row?.width ?? 0) / 2);
    await page.addInitScript(() =>
      document.addEventListener('readystatechange', () => {
        const { dataset, style, classList } = document.documentElement;
        // Before any module has run.
        dataset.first ??= `${style.fontSize} ${classList.contains('simple')}`;
      }),
    );
    await page.reload();
    await page.locator('#root:not([data-prerendered])').waitFor();
    expect(await page.locator('html').getAttribute('data-first')).toBe('200% true');
    expect(await lookOf()).toEqual(chosen);
    expect(await page.getByRole('heading', { name: en.home.recent }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await menuOf(page).click();
    await menu.getByText('Text size, simple view').click();
    await menu.getByText('100 %', { exact: true }).click();
    await menu.getByLabel('Simple view').uncheck();
    expect(await lookOf()).toMatchObject({ size: '', isSimple: false });
    expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest');
    await menu.getByText('हिन्दी', { exact: true }).click();
    await page.locator('link[href="/manifest.hi.webmanifest"]').waitFor({ state: 'attached' });
    const { lang, name, shortcuts, screenshots } = (await (
      await fetch(`${server.url}/manifest.hi.webmanifest`)
    ).json()) as {
      lang: string;
      name: string;
      shortcuts: { url: string }[];
      screenshots: { src: string; sizes: string; form_factor: string; label: string }[];
    };
    expect([lang, name.startsWith('वापसी')]).toEqual(['hi', true]);
    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'narrow', 'wide', 'wide']);
    for (const { src, sizes, label } of screenshots) {
      const picture = Buffer.from(await (await fetch(server.url + src)).arrayBuffer());
      const { format, width, height } = await sharp(picture).metadata();
      expect([src, format, `${width}x${height}`]).toEqual([src, 'webp', sizes]);
      expect([src, picture.length < 60_000]).toEqual([src, true]);
      expect(label).toMatch(/[\u0900-\u097f]/);
    }
    expect(await (await fetch(`${server.url}/sw.js`)).text()).not.toContain('screenshots/'); // asked for when somebody installs
    const headers = { accept: 'text/html' };
    for (const { url } of shortcuts)
      expect([url, (await fetch(server.url + url, { headers })).status]).toEqual([url, 200]);
  });
});

describe('a page that cannot be had', () => {
  it('says that it is not here, with a way out (R50)', async () => {
    const page = await open({}, '/no/such/page');
    await page.getByRole('heading', { level: 1, name: 'This page is not here' }).waitFor();
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await page.waitForURL(`${server.url}/`);
  });

  it('is loaded anew once when its chunk is gone after a deploy, and then says so', async () => {
    device = await openDevice({ origin: server.url });
    const { page } = device;
    await device.context.route(/\/assets\/not-found-/, (route) => route.abort());
    await page.goto(`${server.url}/no-such-page`);
    const documents = () => device.requests.filter((url) => url.endsWith('/no-such-page'));
    await expect.poll(documents).toHaveLength(2); // the server is asked first whether it is there
    await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
    await page.waitForTimeout(1000); // a third time would come as fast as the second
    expect(documents()).toHaveLength(2);
    device.faults.length = 0; // the boundary reports what it caught
  });
});
