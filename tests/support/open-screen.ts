/** A screen in one of its states, opened as somebody, in a language, in a browser context of its own. */

import type { Browser, Page, Request } from 'playwright-core';
import type { Role } from '../../contract/user.ts';
import en from '../../src/i18n/en.json';
import hi from '../../src/i18n/hi.json';
import pa from '../../src/i18n/pa.json';
import { TIMEOUT_MS } from './browser.ts';
import { ANY_HEADING } from './pages.ts';
import type { ScreenWorld } from './screen-world.ts';

export const TEXTS = { en, pa, hi } satisfies Record<string, typeof en>;
export type Language = keyof typeof TEXTS;

/** `say`: the texts in the language that is shown. */
export type Shown = ScreenWorld & { say: typeof en };

export interface Screen {
  name: string;
  state: string;
  at: string | ((world: Shown) => string);
  /** Nobody, unless it says who. */
  signedIn?: Role | 'young' | 'suspended';
  /** What calls whose path begins so are answered: nothing for now, a refusal, or this. */
  answer?: [path: string, how: 'never' | 'refused' | object];
  /** What is done on the page to bring the state about. */
  after?: (page: Page, world: Shown) => Promise<unknown>;
  /** It is opened while there is a network, and then again without one. */
  offline?: boolean;
  /** Something on it goes on and waits for the user. */
  busy?: boolean;
}

/** How long a page takes to keep what it read. */
const KEEPING_MS = 600;

/** 360 pixels wide and light. The page's context is the caller's to close. */
export async function openScreen(
  browser: Browser,
  screen: Screen,
  world: ScreenWorld,
  language: Language,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: world.origin, localStorage: storageOf(screen, world, language) }],
    },
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const shown = { ...world, say: TEXTS[language] };
  const { signedIn, answer, at, after, offline } = screen;
  try {
    if (isLimited(signedIn)) await answerCalls(page, '/me', [userOf(signedIn, world)]);
    if (answer) await answerCalls(page, ...answer);
    await page.goto(world.origin + (typeof at === 'string' ? at : at(shown)));
    if (after) {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await after(page, shown);
    }
    if (offline) {
      await settle(page, screen, shown);
      await page.waitForTimeout(KEEPING_MS);
      await dropNetwork(page);
      await page.reload();
      await page.getByText(shown.say.status.offline).first().waitFor();
    }
    await settle(page, screen, shown);
    return page;
  } catch (cause) {
    await context.close();
    throw new Error(`${screen.name}, ${screen.state}, ${language} could not be opened: ${cause}`, { cause });
  }
}

/** The server does not answer any more; pages and their scripts still come, as from the phone's own store. */
export async function dropNetwork(page: Page): Promise<void> {
  await page.route('**/*', (route) =>
    isCall(route.request()) ? route.abort('internetdisconnected') : route.fallback(),
  );
}

/** A call of the server's; data that belongs to the app itself, such as the base map, comes with its scripts. */
const isCall = (request: Request): boolean =>
  ['fetch', 'xhr', 'eventsource'].includes(request.resourceType()) &&
  !new URL(request.url()).pathname.startsWith('/assets/');

async function answerCalls(page: Page, path: string, how: 'never' | 'refused' | object): Promise<void> {
  const meant = (url: URL) => url.pathname.startsWith(path);
  await page.route(meant, async (route) => {
    if (!isCall(route.request())) return route.fallback();
    if (how === 'never') return;
    if (how === 'refused') await route.fulfill({ status: 403, json: { code: 'not-allowed', message: 'No' } });
    else await route.fulfill({ json: how });
  });
}

const isLimited = (as: Screen['signedIn']): as is 'young' | 'suspended' => as === 'young' || as === 'suspended';

/** The young and the suspended are like the volunteer but for their standing. */
const userOf = (as: NonNullable<Screen['signedIn']>, { sessions }: ScreenWorld): object =>
  isLimited(as) ? { ...sessions.volunteer.user, role: 'poster', standing: as } : { ...sessions[as].user };

function storageOf({ signedIn }: Screen, world: ScreenWorld, language: Language): { name: string; value: string }[] {
  const chosen = { name: 'language', value: language };
  if (!signedIn) return [chosen];
  const { accessToken } = world.sessions[isLimited(signedIn) ? 'volunteer' : signedIn];
  const user = JSON.stringify(userOf(signedIn, world));
  return [chosen, { name: 'accessToken', value: accessToken }, { name: 'user', value: user }];
}

/** A record's heading stays a picture until it was read. */
const STANDS = `${ANY_HEADING}, #root:not([data-prerendered]) [data-record]`;

/** Everything that is to come has come. */
async function settle(page: Page, { state, busy }: Screen, { say }: Shown): Promise<void> {
  await page.locator(STANDS).first().waitFor();
  if (state !== 'loading' && !busy) await page.waitForFunction(noneLoading, say.common.loading);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** Runs in the page: the heading stands, and nothing says that it is still coming. */
function noneLoading(loading: string): boolean {
  const words = [...document.querySelectorAll('main [role=status]')].map((element) => element.textContent?.trim());
  return document.querySelector('h1') !== null && !words.includes(loading);
}
