/** One user of the mix: saves reports in one tab, reads the outbox in another, is killed, comes back, with a clock of their own. */

import type { Page } from 'playwright-core';
import type { Role } from '../../../contract/user.ts';
import { sessionOf } from '../../support/accounts.ts';
import { type Device, openDevice } from '../../support/browser.ts';
import type { PhoneHolds } from '../../support/history-check.ts';
import { submitIn } from './bundle.ts';
import { shiftClock } from './clock.ts';
import { phoneHolds, readRows } from './holds.ts';
import type { Submission } from './page.ts';

/** Every title of the mix begins so. */
export const PREFIX = 'Mix ';
const DAY_MS = 86_400_000;
/** How wrong the clock of a phone is in one of its lives. */
const CLOCKS_MS = [0, 0, 0, DAY_MS, -DAY_MS, 3653 * DAY_MS, -3653 * DAY_MS];
/** Nothing has left for so long: longer than the longest rest of the app's own. */
const NOTHING_LEAVES_MS = 100_000;
/** A life that is this late to end hangs in a call on a browser that is gone. */
const GIVEN_UP_MS = 90_000;
/** One in so many submissions goes through the real form, one in so many has a photo. */
const FORM_EVERY = 96;
const PHOTO_EVERY = 5;
const BATCH = 56;
/** The loader of TypeScript marks functions with this; in a page it is not there. */
const NAMED = 'globalThis.__name = (value) => value';

export interface MixDeps {
  origin: string;
  /** Of the real server, past the faults: to sign in once. */
  server: string;
  random: () => number;
  /** The page's own functions, as one script. */
  script: string;
  /** Base64 of JPEGs to choose from. */
  photos: readonly string[];
  isOver: () => boolean;
  log: (line: string) => void;
  attempt: (key: string) => void;
  tell: (word: 'saved' | 'received', key: string, number?: string) => void;
}

export interface MixPhone {
  readonly name: string;
  /** Live, and be killed after `ms`. False when the browser did not come up. */
  live(ms: number): Promise<boolean>;
  /** With the faults gone: until nothing is left, or nothing leaves any more. What it then holds. */
  drain(): Promise<PhoneHolds>;
  remove(): Promise<void>;
}

export function makePhone(name: string, role: Role | undefined, deps: MixDeps): MixPhone {
  const { origin, random } = deps;
  let profile: string | undefined;
  let count = 0;
  let last: Device | undefined;
  /** What a life that hangs was about. */
  let doing = '';

  async function open(clockMs: number): Promise<Device> {
    const device = await openDevice({ origin, permissions: [] }, profile);
    profile = device.profile;
    last = device;
    const tell = (_: unknown, word: 'saved' | 'received', key: string, number?: string) => deps.tell(word, key, number);
    await device.context.exposeBinding('told', tell);
    await device.context.addInitScript(NAMED);
    await device.context.addInitScript(shiftClock, clockMs);
    await device.context.addInitScript(watchOutbox, PREFIX);
    return device;
  }

  async function signIn(page: Page): Promise<void> {
    if (!role || (await page.evaluate(() => localStorage.getItem('accessToken') !== null))) return;
    const session = await sessionOf(deps.server, role);
    await page.evaluate(({ accessToken, user }) => {
      localStorage.setItem('accessToken', accessToken);
      localStorage.setItem('user', JSON.stringify(user));
      dispatchEvent(new Event('user-update'));
    }, session);
  }

  const newKey = (): string => {
    const key = `${PREFIX}${name}-${++count}.`;
    deps.attempt(key);
    return key;
  };

  function newBatch(): Submission[] {
    const kind = role ? 'item' : 'person';
    return Array.from({ length: BATCH }, () => {
      const hasPhoto = random() * PHOTO_EVERY < 1;
      const photo = deps.photos[Math.floor(random() * deps.photos.length)] ?? '';
      return { key: newKey(), kind, photos: hasPhoto ? [photo] : [] };
    });
  }

  /** As a person does it; each read of "Saved" or "Received" on the screen is told. */
  async function fillForm(page: Page): Promise<void> {
    const key = newKey();
    if (role) {
      await page.goto(`${origin}/post-item?kind=item`);
      await page.getByText('Keys', { exact: true }).click();
      await page.getByLabel('Title').fill(key);
      await page.getByRole('button', { name: 'Post ad' }).click();
    } else {
      await page.goto(`${origin}/face-recognition?add=lost`);
      await page.getByLabel('Title').fill(key);
      await page.getByLabel('Lost Person Name').fill(key);
      await page.getByLabel('Lost Person Age').fill('34');
      await page.getByRole('button', { name: 'Add Lost Person' }).click();
    }
    await page
      .getByText(/^(Saved on this phone$|Received, no\. W-)/)
      .first()
      .waitFor();
    deps.tell('saved', key);
  }

  /** Until it is killed: the network may be away at any moment of it, and then it is tried again. */
  async function use({ page, context }: Device, isDead: () => boolean): Promise<void> {
    const insist = async (what: string, step: () => Promise<unknown>): Promise<void> => {
      doing = what;
      try {
        await step();
      } catch (error) {
        if (isDead()) return;
        deps.log(`${name} could not go on: ${String(error).split('\n', 2).join(' ')}`);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    };
    let isHere = false;
    while (!isHere && !isDead()) {
      await insist('opening', async () => {
        await page.goto(`${origin}/outbox`);
        doing = 'signing in';
        await signIn(page);
        doing = 'opening a second tab';
        const outbox = await context.newPage();
        await outbox.goto(`${origin}/outbox`);
        isHere = true;
      });
    }
    while (!deps.isOver() && !isDead()) {
      await insist('saving', async () => {
        // A form that was not reached leaves the browser's own page of errors, on which nothing can be saved.
        if (!(await page.evaluate(() => isSecureContext))) await page.goto(`${origin}/outbox`);
        await submitIn(page, deps.script, newBatch());
      });
      if (random() < BATCH / FORM_EVERY) await insist('the form', () => fillForm(page));
    }
  }

  async function life(ms: number): Promise<boolean> {
    doing = 'starting';
    const clock = CLOCKS_MS[Math.floor(random() * CLOCKS_MS.length)] ?? 0;
    const device = await open(clock).catch(() => undefined);
    if (!device) return false;
    let killed = false;
    const using = use(device, () => killed);
    await new Promise((resolve) => setTimeout(resolve, ms));
    killed = true;
    await device.kill();
    await using;
    return true;
  }

  return {
    name,
    async live(ms) {
      const late = new Promise<undefined>((resolve) => {
        setTimeout(() => resolve(undefined), ms + GIVEN_UP_MS).unref();
      });
      const ended = await Promise.race([life(ms), late]);
      if (ended === undefined) deps.log(`${name} hangs: ${doing}`);
      return ended ?? false;
    },
    async drain() {
      const device = await open(0);
      const { page } = device;
      await page.goto(`${origin}/outbox`);
      await signIn(page); // killed soon after its last time, the browser had not kept it
      await page.reload();
      let [left, since] = [Number.POSITIVE_INFINITY, Date.now()];
      while (left > 0 && Date.now() - since < NOTHING_LEAVES_MS) {
        await page.waitForTimeout(300);
        const now = (await readRows(page)).ops.length;
        if (now !== left) [left, since] = [now, Date.now()];
      }
      const holds = await phoneHolds(page, name);
      await device.close();
      return holds;
    },
    remove: async () => last?.remove(),
  };
}

/** Runs in the page: tells of each line of the outbox that says "Received", as soon as it stands there. */
function watchOutbox(prefix: string): void {
  if (location.pathname !== '/outbox') return;
  const seen = new Set<string>();
  let asked = false;
  const read = (): void => {
    asked = false;
    for (const line of document.querySelectorAll('main li')) {
      const [, key, number] =
        new RegExp(`(${prefix}[^.]+\\.).*Received, no\\. (W-[\\w-]+)`).exec(line.textContent) ?? [];
      if (!key || !number || seen.has(key)) continue;
      seen.add(key);
      void (globalThis as unknown as { told(...words: string[]): Promise<void> }).told('received', key, number);
    }
  };
  new MutationObserver(() => {
    if (!asked) setTimeout(read, 200);
    asked = true;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
