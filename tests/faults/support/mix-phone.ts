/** One phone of the mix: its users write in one tab, read the outbox in another, are killed, come back, hand it on, with a clock of their own. */

import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { sealKey } from '../../../contract/envelope.ts';
import en from '../../../src/i18n/en.json';
import { type Session, signInWith, signOutHere } from '../../support/accounts.ts';
import { type Device, openDevice } from '../../support/browser.ts';
import type { Attempt, PhoneHolds } from '../../support/history-check.ts';
import { submitIn } from './bundle.ts';
import { shiftClock } from './clock.ts';
import { phoneHolds, readRows } from './holds.ts';
import type { Submission, What } from './page.ts';
import { type Account, type Stage, USERS, type User } from './stage.ts';
import { deckOf } from './weather.ts';

/** Every key of the mix begins so. */
export const PREFIX = 'Mix ';
const DAY_MS = 86_400_000;
/** How wrong the clock of a phone is in one of its lives. */
const CLOCKS_MS = [0, 0, 0, DAY_MS, -DAY_MS, 3653 * DAY_MS, -3653 * DAY_MS];
/** Nothing has left for so long: longer than the longest rest of the app's own. */
const NOTHING_LEAVES_MS = 100_000;
/** A life that is this late to end hangs in a call on a browser that is gone. */
const GIVEN_UP_MS = 90_000;
/** One in so many submissions goes through the real form, one in so many has a photo. */
const FORM_EVERY = 48;
const PHOTO_EVERY = 5;
const BATCH = 16;
/** So long a new phone is not used until it has met the server. */
const KEY_WAIT_MS = 6000;
/** Whether the phone is handed on after a batch. */
const HANDED_ON = [true, false];
/** What somebody who is signed in writes; who is not can only report a person. */
const WRITTEN: readonly What['kind'][] = [
  ...(['item', 'item', 'item', 'item', 'person', 'person', 'person', 'note', 'note', 'note'] as const),
  ...(['message', 'message', 'message', 'edit', 'edit', 'edit', 'claim', 'conversation'] as const),
];
const SAYS = ['sighting', 'information', 'self'] as const;
const FIELDS = ['description', 'region'] as const;
/** The loader of TypeScript marks functions with this; in a page it is not there. */
const NAMED = 'globalThis.__name = (value) => value';

export interface MixDeps {
  origin: string;
  stage: Stage;
  random: () => number;
  /** The page's own functions, as one script. */
  script: string;
  photos: readonly MixPhoto[];
  /** For the form, which makes it smaller. */
  largePhoto: Buffer;
  isOver: () => boolean;
  log: (line: string) => void;
  attempt: (attempt: Attempt) => void;
  tell: (word: 'saved' | 'received', key: string, number?: string) => void;
  isSaved: (key: string) => boolean;
  /** Of a phone that knows the app already; otherwise it has met nobody yet. */
  newProfile?: () => Promise<string>;
  /** So many writes were sealed when somebody signed out. */
  sealed: (count: number) => void;
}

export interface MixPhoto {
  sha256: string;
  base64: string;
}

export interface MixPhone {
  readonly name: string;
  /** Live, and be killed after `ms`. False when the browser did not come up. */
  live(ms: number): Promise<boolean>;
  /** With the faults gone: until nothing is left, or nothing leaves any more. What it then holds. */
  drain(): Promise<PhoneHolds>;
  remove(): Promise<void>;
}

/** `place`: with which of the users it begins. */
export function makePhone(name: string, place: number, deps: MixDeps): MixPhone {
  const { origin, random, stage } = deps;
  const kinds = deckOf(WRITTEN, random);
  const handedOn = deckOf(HANDED_ON, random);
  let turn = place;
  /** Of whoever used it last, unless they have begun to sign out. */
  let session: Session | undefined;
  /** It has what to seal to, so that nobody who signs out must leave anything readable. */
  let hasKey = false;
  let profile: string | undefined;
  let count = 0;
  let lives = 0;
  let last: Device | undefined;
  /** What a life that hangs was about. */
  let doing = '';
  /** Reports that this user can edit here, by their keys. */
  const own = new Map<string, string>();

  const user = (): User => USERS[turn % USERS.length];

  async function open(clockMs: number): Promise<Device> {
    profile ??= await deps.newProfile?.();
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

  /**
   * As whoever it is to be. A browser that was killed soon after they signed in or out has perhaps not kept it: then it has
   * another user, or a session that is over.
   */
  async function signIn(page: Page, as: User): Promise<void> {
    const [token, signedIn] = await page.evaluate(() => [
      localStorage.getItem('accessToken'),
      localStorage.getItem('user'),
    ]);
    const account = token && signedIn ? (JSON.parse(signedIn) as { id: string }).id : undefined;
    if (account === stage.accountOf(as) && !(token && (await stage.isOver(token)))) return;
    if (!as) return page.evaluate(forgetSession);
    const isKept = session?.user.id === stage.accountOf(as) && session?.accessToken !== token;
    session = (isKept && session) || (await stage.session(as));
    await signInWith(page, session);
  }

  function newKey(attempt: Omit<Attempt, 'key' | 'author'>): string {
    const key = `${PREFIX}${name}-${++count}.`;
    const author = stage.accountOf(user());
    deps.attempt({ key, ...attempt, ...(author ? { author } : {}), at: Date.now(), life: lives });
    return key;
  }

  /** What comes next, where there is something to write it about. */
  function nextWhat(as: Account): What {
    const kind = kinds() ?? 'item';
    switch (kind) {
      case 'note': {
        const about = stage.person(as, random);
        return about ? { kind, about, says: anyOf(SAYS) } : { kind: 'item' };
      }
      case 'claim':
      case 'conversation':
      case 'message': {
        const pick = { claim: stage.toClaim, conversation: stage.toAskAbout, message: stage.conversation };
        const about = pick[kind](as, random);
        return about ? { kind, about } : { kind: 'item' };
      }
      case 'edit': {
        const saved = [...own].filter(([key]) => deps.isSaved(key));
        const [, about] = anyOf(saved) ?? [];
        return about ? { kind, about, field: anyOf(FIELDS) } : { kind: 'item' };
      }
      default:
        return { kind };
    }
  }

  const anyOf = <T>(those: readonly T[]): T => those[Math.floor(random() * those.length)] as T; // none is empty but of edits

  function newSubmission(): Submission {
    const as = user();
    const what: What = as ? nextWhat(as) : { kind: 'person' };
    const mayHave = what.kind !== 'edit' && what.kind !== 'conversation';
    const photo = mayHave && random() * PHOTO_EVERY < 1 ? anyOf(deps.photos) : undefined;
    const id = randomUUID();
    const key = newKey({ ...attemptOf(what), photos: photo ? [photo.sha256] : [] });
    if (as && (what.kind === 'item' || what.kind === 'person')) own.set(key, id);
    return { ...what, key, id, photos: photo ? [photo.base64] : [] };
  }

  /** An edit is about a report by its key. */
  function attemptOf(what: What): Pick<Attempt, 'kind' | 'about' | 'field'> {
    if (what.kind !== 'edit') return 'about' in what ? { kind: what.kind, about: what.about } : { kind: what.kind };
    const [key = ''] = [...own].find(([, id]) => id === what.about) ?? [];
    return { kind: what.kind, about: key, field: what.field };
  }

  /** As a person does it; each read of "Saved" or "Received" on the screen is told. */
  async function fillForm(page: Page): Promise<void> {
    const key = newKey({ kind: user() ? 'item' : 'person', photos: user() ? 1 : 0 });
    if (user()) {
      await page.goto(`${origin}/post-item?kind=item`);
      await page.getByText('Keys', { exact: true }).click();
      await page.getByLabel('Title').fill(key);
      const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: deps.largePhoto };
      await page.getByLabel('Add photos').setInputFiles([file]);
      await page.getByRole('img', { name: 'Photo 1' }).waitFor();
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

  /** Who used it signs out, where what waits is sealed, and another comes. */
  async function handOn(page: Page): Promise<void> {
    if (user()) {
      session = undefined;
      own.clear(); // a kill may come between the sealing and the word that it is done
      const stay = page.getByRole('button', { name: en.leave.stay });
      const said = page.getByText(/^You are signed out\./).first();
      await said.waitFor({ state: 'hidden' }); // of the one before
      await signOutHere(page);
      await said.or(stay).first().waitFor();
      if (await stay.isVisible()) {
        // A form that a kill cut short may go. What cannot be sealed, on a phone that has not met the server yet, stays.
        const left = await page.getByRole('dialog').getByRole('listitem').allTextContents();
        if (!left.every((line) => /not finished/.test(line))) {
          deps.log(`${name} stays with its user: ${left.join(' ')}`);
          return stay.click();
        }
        await page.getByRole('button', { name: en.leave.erase }).click();
        await said.waitFor();
      }
      const [, sealed = 0] = /(\d+) reports? /.exec((await said.textContent()) ?? '') ?? [];
      deps.sealed(Number(sealed));
      deps.log(`${name} is left by the ${user()}, ${sealed} sealed`);
    }
    turn++;
    await signIn(page, user());
  }

  /** Until it is killed: the network may be away at any moment of it, and then it is tried again. */
  async function use({ page, context }: Device, isDead: () => boolean): Promise<void> {
    const insist = async (what: string, step: () => Promise<unknown>): Promise<void> => {
      doing = what;
      try {
        await step();
      } catch (error) {
        if (isDead()) return;
        deps.log(`${name} could not go on with ${what}: ${String(error).split('\n', 2).join(' ')}`);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    };
    let isHere = false;
    while (!isHere && !isDead()) {
      await insist('opening', async () => {
        const key = keyComes(context);
        await page.goto(`${origin}/outbox`);
        doing = 'signing in';
        await signIn(page, user());
        doing = 'opening a second tab';
        const outbox = await context.newPage();
        await outbox.goto(`${origin}/outbox`);
        isHere = true;
        if (!hasKey) hasKey = await key;
      });
    }
    while (!deps.isOver() && !isDead()) {
      await insist('saving', async () => {
        // A form that was not reached leaves the browser's own page of errors, on which nothing can be saved.
        if (!page.url().endsWith('/outbox') || !(await page.evaluate(() => isSecureContext)))
          await page.goto(`${origin}/outbox`);
        await signIn(page, user());
        await submitIn(page, deps.script, Array.from({ length: BATCH }, newSubmission));
      });
      if (handedOn()) await insist('handing it on', () => handOn(page));
      if (random() < BATCH / FORM_EVERY) await insist('the form', () => fillForm(page));
    }
  }

  async function life(ms: number): Promise<boolean> {
    doing = 'starting';
    lives++;
    const clock = anyOf(CLOCKS_MS);
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
      const comeAs = async (next: User): Promise<void> => {
        await page.goto(`${origin}/outbox`);
        await signIn(page, next);
        await page.reload();
      };
      let as = user();
      await comeAs(as);
      let [left, since] = [Number.POSITIVE_INFINITY, Date.now()];
      while (left > 0 && Date.now() - since < NOTHING_LEAVES_MS) {
        await page.waitForTimeout(300);
        const { ops, envelopes } = await readRows(page);
        if (ops.length + envelopes.length !== left) [left, since] = [ops.length + envelopes.length, Date.now()];
        // A sign-out that a kill cut short left it for its author alone to send.
        const authors = ops.map(({ author }) => author?.id);
        const [first] = authors;
        if (!first || authors.some((author) => !author || author === stage.accountOf(as))) continue;
        as = stage.userOf(first);
        await comeAs(as);
      }
      if (left > 0) {
        const { ops, envelopes } = await readRows(page);
        // A few of them are enough to see what holds the others up.
        const some = envelopes.toSorted((a, b) => a.state.localeCompare(b.state)).slice(0, 8);
        deps.log(`${name} keeps ${envelopes.length} envelopes, ${JSON.stringify(some)}, and ${JSON.stringify(ops)}`);
      }
      const holds = await phoneHolds(page, name);
      await device.close();
      return holds;
    },
    remove: async () => last?.remove(),
  };
}

/** Whether the server tells what to seal to, soon. */
const keyComes = (context: BrowserContext): Promise<boolean> =>
  context
    .waitForEvent('response', {
      predicate: (answer) => answer.url().endsWith(sealKey.path) && answer.ok(),
      timeout: KEY_WAIT_MS,
    })
    .then(
      () => true,
      () => false,
    );

/** Runs in the page. */
function forgetSession(): void {
  for (const key of ['accessToken', 'user']) localStorage.removeItem(key);
  dispatchEvent(new Event('user-update'));
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
        new RegExp(`(${prefix}[^.]+\\.).*Received(?:, no\\. (W-[\\w-]+)| ·)`).exec(line.textContent) ?? [];
      if (!key || seen.has(key)) continue;
      seen.add(key);
      void (globalThis as unknown as { told(...words: (string | undefined)[]): Promise<void> }).told(
        'received',
        key,
        number,
      );
    }
  };
  new MutationObserver(() => {
    if (!asked) setTimeout(read, 200);
    asked = true;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
