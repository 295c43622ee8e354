/** What a user does on the pages, and reads there, in the words of the English texts. */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { PUBLIC_PAGES, SIGNED_OUT_PAGES } from '../../src/app/pages.ts';
import en from '../../src/i18n/en.json';

type Listed = typeof PUBLIC_PAGES | typeof SIGNED_OUT_PAGES;

/** The pages for everyone, by their address, and the heading of each on a phone on which nothing has been done yet. */
export const OPEN_PAGES: Record<Listed[number]['path'] | '/victim-founder-select' | '/chat', string> = {
  '/': en.home.title,
  '/lost-peoples': en.browse.peopleTitle,
  '/found-items': en.browse.itemsTitle,
  '/face-recognition': en.scan.title,
  '/about': en.about.title,
  '/faqs': en.faqs.title,
  '/contact-us': en.contact.title,
  '/outbox': en.outbox.title,
  '/offline': en.offline.title,
  '/news': en.news.title,
  '/resources': en.resources.title,
  '/privacy-policy': en.privacy.title,
  '/terms-conditions': en.terms.title,
  '/login': en.auth.login,
  '/register': en.auth.registerTitle,
  '/victim-founder-select': en.post.role.title,
  '/chat': en.chat.title,
};
export const OPEN_PATHS: readonly string[] = Object.keys(OPEN_PAGES);

/** Every address in the table of pages, with something in the place of what changes, and one that is in no table. */
export async function allPaths(): Promise<string[]> {
  const table = await readFile('src/app/routes.tsx', 'utf8');
  const paths = [...table.matchAll(/<Route path="([^"*]+)"/g)].map(([, path = '']) => path);
  return ['/', ...paths, '/no-such-page'].map((path) => path.replace(/:\w+/, crypto.randomUUID()));
}

/** An answer of a page that is there. */
const LOOK_MS = 5000;
/** A whole installation, on a busy machine, and once more where the first was cut. */
const INSTALL_MS = 120_000;

/** Take along all that a scan without a network needs. */
export async function makeReady(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/offline`);
  await page.getByRole('button', { name: en.offline.takePlain }).click();
  await page.getByText('All set.').waitFor({ timeout: 90_000 });
}

/**
 * Wait until `is` tells so in the page, whatever pages come and go meanwhile. Each look has a time of its own: one that a page
 * took with it when it was opened anew is never answered.
 */
export async function untilTrue(page: Page, is: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  let seen: unknown;
  do {
    const look = page.evaluate(is).catch(String);
    seen = await Promise.race([look, sleep(LOOK_MS, 'no answer')]);
    if (seen === true) return;
    await sleep(50);
  } while (performance.now() < end);
  throw new Error(`After ${timeoutMs} ms: ${seen}`);
}

/** The app's shell is kept on the phone: from here on the page opens without a server. */
export const shellIsKept = (page: Page): Promise<void> =>
  untilTrue(
    page,
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    INSTALL_MS,
  );

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Open the scan screen and press Start; `before` that something is done in the page. */
export async function startScan(page: Page, origin: string, before?: () => void): Promise<void> {
  await page.goto(`${origin}/face-recognition`);
  if (before) await page.evaluate(before);
  await page.getByRole('button', { name: 'Start Face Detection' }).click();
}

export interface Person {
  title: string;
  name: string;
  age: string;
}

/** After a scan the form is of a found person, for whoever was scanned stands there: make it one of a lost person. */
export const chooseLost = (page: Page): Promise<void> =>
  page.getByRole('group', { name: 'Lost or found' }).getByText('Lost', { exact: true }).click();

/** Answer what the form of a lost person must have. */
export async function fillLost(page: Page, { title, name, age }: Person): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Lost Person Name').fill(name);
  await page.getByLabel('Lost Person Age').fill(age);
}

/** Press the form's button and wait for the word that it is safe. */
export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Lost Person' }).click();
  await page.getByRole('heading', { name: /^(Saved on this phone$|Received, no\. W-)/ }).waitFor();
}

/** A page's own heading, once the app has it; what is drawn until then is out of reach. */
export const OWN_HEADING = '#root:not([data-prerendered]) h1:not([inert] *)';
/** That of a page which the server draws without the app, too. */
export const ANY_HEADING = `${OWN_HEADING}, body:not(:has(#root)) h1`;

/** The line of the outbox about a report or scan. */
export const outboxLine = (page: Page, label: string) => page.getByRole('listitem').filter({ hasText: label });

/** The map of a report's page with its marker; a map is drawn when it comes near the screen. */
export async function seeMarker(page: Page): Promise<void> {
  const map = page.getByRole('region', { name: en.details.whereMap });
  await map.scrollIntoViewIfNeeded();
  await map.locator('.leaflet-marker-icon').waitFor();
}

/** Go to a page of the app without opening it anew, as a link would: what is open on it stays. Before the app is there nothing hears it. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.locator('#root:not([data-prerendered])').waitFor({ state: 'attached' });
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Go to an address of the app: as by a link where the app is open on another kind of page, which costs a fifth of opening it
 * anew; by the address otherwise. Answers when the page is there, with its heading.
 */
export async function visit(page: Page, url: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(url);
  const isBeside = await page.evaluate(
    ([to, first, own]) => {
      const heading = document.querySelector(own);
      if (location.origin !== to || location.pathname.split('/')[1] === first) return false;
      heading?.setAttribute('data-left', '');
      scrollTo(0, 0); // as a link does
      return heading !== null;
    },
    [origin, pathname.split('/')[1], OWN_HEADING] as const,
  );
  if (isBeside) await walkTo(page, pathname + search + hash);
  else await page.goto(url);
  await page.locator('h1:not([data-left]):not([inert] *)').first().waitFor({ state: 'attached' });
}
