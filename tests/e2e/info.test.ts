/** The frame by who is signed in, and the information pages, in a real browser on the built app. */

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GUIDELINES_LINK, SITE } from '../../contract/site.ts';
import en from '../../src/i18n/en.json';
import { type Device, openDevice } from '../support/browser.ts';
import { heading, shellIsKept } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let device: Device;
let page: Page;

beforeAll(async () => {
  server = await startKnownServer();
  device = await openVisitedPhone();
  ({ page } = device);
});
afterAll(async () => {
  await device.remove();
  await server.remove();
});
beforeEach(async () => {
  await page.setViewportSize({ width: 360, height: 740 });
});
afterEach(() => {
  expect(device.faults.splice(0)).toEqual([]); // one fault is one test's failure, not that of all after it
});

const wide = () => page.setViewportSize({ width: 1280, height: 800 });
/** The app has taken over what was drawn: until then a link opens a document. */
const goTo = async (path: string, title: string) => {
  await page.goto(server.url + path);
  await page.locator('#root:not([data-prerendered])').waitFor();
  await heading(page, title).waitFor();
};
const header = () => page.locator('header').first();
const shownIn = (nav: string) =>
  page.locator(`${nav} a:visible`).evaluateAll((links) => links.map((a) => a.getAttribute('href')));

/** As after signing in; how that is done is another test's matter. */
async function signIn(role: string): Promise<void> {
  await page.goto(server.url);
  await page.evaluate(async (primaryEmail) => {
    const answer = await fetch('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ primaryEmail, password: 'wapsi-demo-1' }),
    });
    const { accessToken, user } = await answer.json();
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('user', JSON.stringify(user));
  }, `${role}@demo.example`);
  await page.reload();
}

describe('who is not signed in', () => {
  it('reads every public page, without an account and without a new document (R1, R8, R10 to R14, R32, R33, R40, R41, R44 to R46, R165)', async () => {
    await goTo('/', 'Who, or what, is lost?');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const places = [
      ['/about', 'About Wapsi'],
      ['/faqs', 'Frequently asked questions'],
      ['/contact-us', 'Contact us'],
      ['/privacy-policy', 'Privacy policy'],
      ['/terms-conditions', 'Terms and conditions'],
      ['/news', 'News'],
      ['/resources', 'Help and links'],
      ['/face-recognition', 'Scan a face'],
    ] as const;
    for (const [path, title] of places) {
      await page.locator(`footer a[href="${path}"]`).first().click();
      await heading(page, title).waitFor();
    }
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click(); // the camera has no footer
    await page.locator('footer a[href="/news"]').click();
    await page.locator('main a[href="/news/first-hour"]').click();
    await heading(page, 'Someone is missing: the first hour').waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  it('finds in the header the pages, the toggles, and the ways to sign in and to register (R62, R63, R66, R67)', async () => {
    await wide();
    await goTo('/', 'Who, or what, is lost?');
    const pages = ['/', '/lost-peoples', '/found-items', '/face-recognition', '/about', '/faqs', '/contact-us'];
    expect(await shownIn('header nav')).toEqual(pages);
    expect(await shownIn('header')).toEqual(expect.arrayContaining(['/login', '/register', 'tel:112']));
    expect(await shownIn('header')).not.toContain('/post-item');
    expect(await header().getByRole('button', { name: 'ਪੰਜਾਬੀ' }).isVisible()).toBe(true);
    expect(await header().getByRole('button', { name: en.nav.toDark }).isVisible()).toBe(true);
  });
});

describe('who is signed in', () => {
  it('finds posting and the account in the header, and signs out there (R64, R65, R285, R409, R410)', async () => {
    await wide();
    await signIn('poster');
    const account = header().getByRole('button', { name: 'Your account' });
    await account.waitFor();
    const links = await shownIn('header');
    expect(links).toContain('/post-item');
    expect(links).not.toContain('/login');

    await account.click();
    expect(await account.getAttribute('aria-expanded')).toBe('true');
    expect(await shownIn('header')).toEqual(expect.arrayContaining(['/profile', '/claims', '/chat', '/inbox']));
    expect(await shownIn('header')).not.toContain('/moderation');
    await page.keyboard.press('Escape');
    expect(await account.getAttribute('aria-expanded')).toBe('false');
    await account.click();
    await page.mouse.click(400, 500);
    expect(await account.getAttribute('aria-expanded')).toBe('false');
    await account.click();
    await header().getByRole('link', { name: 'Inbox' }).filter({ visible: true }).click();
    await expect.poll(() => account.getAttribute('aria-expanded')).toBe('false');

    await account.click();
    await header().getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
    await header().getByRole('link', { name: 'Sign in' }).filter({ visible: true }).waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('user')])).toEqual([
      null,
      null,
    ]);

    const toast = page.getByText(/^You are signed out/);
    const box = await toast.boundingBox();
    expect(box && box.x > 640 && box.y < 200).toBe(true);
    await page.waitForTimeout(3500);
    expect(await toast.isVisible()).toBe(true);
    await toast.waitFor({ state: 'detached', timeout: 3500 });
  });

  it('finds the same in the menu of a phone, which closes after signing out (R59, R61, R64)', async () => {
    await signIn('moderator');
    const menu = header().locator('button[aria-expanded]:visible');
    await menu.click();
    await header().getByRole('button', { name: 'Sign out' }).filter({ visible: true }).waitFor();
    expect(await shownIn('header nav')).toEqual(expect.arrayContaining(['/post-item', '/profile', '/moderation']));
    await header().getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
    await menu.click();
    await header().getByRole('link', { name: 'Register' }).filter({ visible: true }).waitFor();
  });
});

describe('the questions', () => {
  it('have a title, three chips that do nothing, and five answers of which one is open (R80 to R84, R407)', async () => {
    await goTo('/faqs', 'Frequently asked questions');
    const chips = page.locator('main [aria-hidden=true]').filter({ hasText: 'Pricing' });
    expect(await chips.innerText()).toMatch(/Design\s*Service\s*Pricing/);
    expect(await chips.locator('button, a').count()).toBe(0);
    const questions = page.locator('main button[aria-expanded]');
    expect(await questions.count()).toBe(5);
    const open = () => page.locator('main button[aria-expanded=true]').count();
    expect(await open()).toBe(0);
    await questions.nth(0).click();
    expect(await page.getByText('There is no need to wait 24 hours.').isVisible()).toBe(true);
    await questions.nth(2).click();
    expect(await open()).toBe(1);
    expect(await page.getByText('There is no need to wait 24 hours.').isVisible()).toBe(false);
    await questions.nth(2).click();
    expect(await open()).toBe(0);
  });

  it('stand above the reports, three in a row on a wide screen (R85 to R90, R189)', async () => {
    await wide();
    await goTo('/faqs', 'Frequently asked questions');
    const cards = page.locator('main a[href^="/items/"]');
    await cards.first().waitFor();
    const columns = await cards.evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().x)).size);
    expect(columns).toBe(3);
    const words = await cards.allInnerTexts();
    for (const text of words) expect(text).toMatch(/^(Lost|Found)\n/);
    expect(words.join()).toMatch(/By |Owner unknown/);
    expect(await cards.locator('h3').count()).toBe(words.length);
    // A picture, or the outline that stands for none.
    expect(await cards.locator('img, svg').count()).toBeGreaterThanOrEqual(words.length);
  });

  it('say that the reports are coming, and when they do not come (R91, R92, R337 to R339, R367)', async () => {
    const other = await openDevice({ origin: server.url }); // it has seen nothing yet
    const answers: (() => Promise<void>)[] = [];
    let isHeld = true; // whoever asks again is answered at once
    await other.context.route(/\/report\?/, (route) => {
      const answer = () => route.fulfill({ status: 400, json: { code: 'bad-input', message: '' } });
      if (isHeld) answers.push(answer);
      return isHeld ? undefined : answer();
    });
    await other.page.goto(`${server.url}/faqs`);
    await other.page.getByText('The reports are being fetched…').waitFor();
    await expect.poll(() => answers.length).toBe(1);
    const asked = other.requests.map((url) => new URL(url)).find(({ pathname }) => pathname === '/report');
    expect(asked?.searchParams.get('currentUser')).toBe('');
    expect(asked?.searchParams.get('profile')).toBe('false');
    isHeld = false;
    for (const answer of answers) await answer();
    await other.page.getByText('Failed to load FAQs.').waitFor();
    expect(await other.page.locator('main button[aria-expanded]').count()).toBe(5);
    await other.context.unroute(/\/report\?/);
    await other.page.getByRole('button', { name: 'Try again' }).click();
    await other.page.locator('main a[href^="/items/"]').first().waitFor();
    await other.remove();
  });
});

describe('the contact page', () => {
  it('names who to write to, three reasons, and where they are on the map (R93 to R96, R98 to R100)', async () => {
    await goTo('/contact-us', 'Contact us');
    const main = page.locator('main');
    expect(await main.locator(`a[href="mailto:${SITE.supportEmail}"]`).isVisible()).toBe(true);
    expect(await main.locator(`a[href="tel:${SITE.supportPhone}"]`).isVisible()).toBe(true);
    expect(await main.getByRole('link', { name: 'Customer support' }).isVisible()).toBe(true);
    for (const block of ['Customer support', 'Feedback and suggestions', 'Media inquiries', 'Headquarters'])
      expect(await main.getByRole('heading', { level: 2, name: block }).isVisible()).toBe(true);
    const card = main.getByRole('region', { name: SITE.company, exact: true });
    expect(await card.innerText()).toContain(SITE.headquarters.address);
    expect(await card.innerText()).toContain('Lost and found, with or without a network');
    const map = card.getByRole('region', { name: 'Map of our headquarters' });
    await map.scrollIntoViewIfNeeded();
    await map.locator('.leaflet-container').waitFor();
    const away = card.getByRole('link', { name: 'Open in a maps service' });
    expect(await away.getAttribute('target')).toBe('_blank');
    expect(await away.getAttribute('rel')).toContain('noopener');
  });

  it('counts the letters, says what is missing, and sends nothing when sending (R97, R101, R102, R192, R297 to R303)', async () => {
    await goTo('/contact-us', 'Contact us');
    const form = page.getByRole('region', { name: 'Get in touch' });
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Write your first name.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstName');
    expect(await form.getByLabel('E-mail').getAttribute('type')).toBe('email');
    expect(await form.getByLabel('Phone number').getAttribute('type')).toBe('tel');

    await form.getByLabel('First name').fill('Asha');
    await form.getByLabel('Last name').fill('Rani');
    await form.getByLabel('E-mail').fill('asha@example.org');
    await form.getByLabel('Country code').selectOption('+91');
    await form.getByLabel('Phone number').fill('98140 00000');
    expect(await form.getByText('0/120').isVisible()).toBe(true);
    await form.getByLabel('Message').pressSequentially('Hello');
    expect(await form.getByText('5/120').isVisible()).toBe(true);
    await form.getByLabel('Message').fill('x'.repeat(119));
    await form.getByLabel('Message').press('End');
    await form.getByLabel('Message').pressSequentially('yz');
    expect(await form.getByLabel('Message').inputValue()).toHaveLength(120);

    const url = page.url();
    device.requests.length = 0;
    await form.getByRole('button', { name: 'Send' }).click();
    const alert = form.getByRole('alert');
    await alert.getByText('The form has been submitted.').waitFor();
    const isSeen = (answer: Element) => {
      const { top, bottom } = answer.getBoundingClientRect();
      return answer === document.activeElement && top >= 0 && bottom <= innerHeight;
    };
    await expect.poll(() => alert.evaluate(isSeen)).toBe(true);
    await page.waitForTimeout(500);
    // What the app does beside the page: it asks how things stand, and takes small photos along.
    const calls = device.requests.filter((asked) => !/\/health|\/sync|size=thumb$/.test(asked));
    expect(calls).toEqual([]);
    expect(page.url()).toBe(url);
    expect(await alert.getByRole('link').getAttribute('href')).toMatch(/^mailto:.*asha%40example.org/);
    expect(await form.getByLabel('First name').inputValue()).toBe('');
  });
});

describe('the legal texts', () => {
  it('are gone to by the links of the footer, at the section meant (R69, R71, R142)', async () => {
    await goTo('/', 'Who, or what, is lost?');
    await page.locator(`footer a[href="${GUIDELINES_LINK}"]`).click();
    await heading(page, 'Terms and conditions').waitFor();
    const top = () =>
      page
        .getByRole('heading', { name: 'Content policy and community guidelines' })
        .evaluate((title) => title.getBoundingClientRect().y);
    await expect.poll(top).toBeLessThan(200);
    await page.getByRole('link', { name: 'Back to home' }).click();
    await heading(page, 'Who, or what, is lost?').waitFor();
  });
});

describe('the news', () => {
  it('are a page for people and a list for programs, at one address (R12, R221, R334, R345)', async () => {
    await goTo('/news', 'News');
    const { data } = await page.evaluate(async () => (await fetch('/news')).json());
    expect(data[0]).toMatchObject({ id: 'first-hour', title: { en: expect.any(String), pa: expect.any(String) } });
    const one = await page.evaluate(async () => (await fetch('/news/lost-phone')).json());
    expect(one.data.category).toBe('how-to');
    expect(await page.evaluate(async () => (await fetch('/news/no-such-article')).status)).toBe(404);
    const codes = await page.evaluate(async () => (await fetch('/countryCode')).json());
    expect(codes).toContainEqual({ code: '+91', iso: 'IN', name: 'India' });
    device.faults.length = 0; // the browser reports the 404 it was asked for
  });

  it('open without a network, in both languages (R46, R411)', async () => {
    await goTo('/', 'Who, or what, is lost?');
    await shellIsKept(page);
    await server.stop();
    await goTo('/news/first-hour', 'Someone is missing: the first hour');
    await page.getByRole('button', { name: 'ਪੰਜਾਬੀ' }).click();
    await heading(page, 'ਕੋਈ ਲਾਪਤਾ ਹੈ: ਪਹਿਲਾ ਘੰਟਾ').waitFor();
    await page.goto(`${server.url}/resources`);
    await heading(page, 'ਮਦਦ ਅਤੇ ਲਿੰਕ').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await heading(page, 'Help and links').waitFor();
    await server.start();
  });
});
