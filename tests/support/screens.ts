/** Every screen of the app, in every state it has: to be looked at, and to be judged by machines. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { ARTICLES } from '../../contract/news-articles.ts';
import { RESERVE_BYTES, slotFor } from '../../src/platform/reserve-slots.ts';
import { type OwnReport, textStep } from '../../src/store/rows.ts';
import { noisePack } from './map-pack.ts';
import { dropNetwork, type Screen, type Shown } from './open-screen.ts';
import { seedOutbox } from './outbox-seed.ts';
import { walkTo } from './pages.ts';

type At = Screen['at'];
type More = Omit<Screen, 'name' | 'state' | 'at'>;

const screen = (name: string, state: string, at: At, more: More = {}): Screen => ({ name, state, at, ...more });

/** The states of a screen that reads `path` from the server. */
const reading = (name: string, at: At, path: string, more: More = {}): Screen[] => {
  const { signedIn, after: _, ...rest } = more;
  const who = signedIn ? { ...rest, signedIn } : rest;
  return [
    screen(name, 'full', at, more),
    screen(name, 'loading', at, { ...who, answer: [path, 'never'] }),
    screen(name, 'error', at, { ...who, answer: [path, 'refused'] }),
    screen(name, 'offline', at, { ...more, offline: true }),
  ];
};

type Do = NonNullable<Screen['after']>;
type Words = (say: Shown['say']) => string;

const sees =
  (text: string | Words): Do =>
  (page, { say }) =>
    page
      .getByText(typeof text === 'string' ? text : text(say))
      .first()
      .waitFor();
const press =
  (name: Words): Do =>
  (page, { say }) =>
    page
      .locator('main')
      .getByRole('button', { name: name(say), exact: true })
      .first()
      .click();
const choose =
  (label: Words): Do =>
  (page, { say }) =>
    page.locator('main').getByText(label(say), { exact: true }).first().click();
const submit: Do = (page) => page.locator('main form button[type=submit]').last().click();
/** Where it is folded away; on a wide screen it is there. */
const unfold =
  (name: Words): Do =>
  async (page, { say }) => {
    const toggle = page.getByRole('button', { name: name(say) });
    if (await toggle.isVisible()) await toggle.click();
  };
const inTurn =
  (...all: Do[]): Do =>
  async (page, world) => {
    for (const one of all) await one(page, world);
  };
const fill =
  (label: Words, text: string | (() => string)): Do =>
  (page, { say }) =>
    page
      .locator('main')
      .getByRole('textbox', { name: label(say) })
      .first()
      .fill(typeof text === 'string' ? text : text());
/** A password has no role to be found by. */
const fillSecret =
  (label: Words, text: string): Do =>
  (page, { say }) =>
    page
      .locator('input[autocomplete$=password]')
      .and(page.getByLabel(label(say), { exact: true }))
      .fill(text);
const email = () => `${randomUUID()}@example.in`;

const person = sees('Gurpreet Singh');
const thing = sees('Black wallet');
const item =
  (id: keyof Shown['ids'], more = '') =>
  ({ ids }: Shown) =>
    `/items/${ids[id]}${more}`;
const nowhere = (folder: string) => () => `/${folder}/${randomUUID()}`;

const keepArea: Do = async (page, { say }) => {
  await page.getByLabel(say.offline.areaTown).fill('Ludhiana');
  await page.getByRole('button', { name: say.offline.areaAdd }).click();
  const [, until = ''] = say.offline.areaUntil.split(/\{\{\w+\}\}/);
  await page.getByText(until.trim()).waitFor();
};
const bring =
  (bytes: () => Promise<Uint8Array>, words: Words): Do =>
  async (page, { say }) => {
    const file = { name: 'Ludhiana.pmtiles', mimeType: 'application/octet-stream', buffer: Buffer.from(await bytes()) };
    await page.locator('main input[type=file]').setInputFiles(file);
    await page.getByText(words(say)).first().waitFor();
  };
const bringMap = bring(
  () => noisePack('Ludhiana', { around: 0 }),
  (say) => say.offline.mapFromFile.split('{{')[0] ?? '',
);
const bringLetter = bring(
  async () => new TextEncoder().encode('Dear all'),
  (say) => say.offline.mapNotOne,
);
/** Another window takes the database over, and a mark is left that says what was in it. */
const loseMemory: Do = async (page, { say }) => {
  await page.evaluate(() => {
    const opening = indexedDB.open('wapsi', 10_000);
    opening.onsuccess = () => opening.result.close();
  });
  await page.getByText(say.device.replaced).waitFor();
};
const reopenCleared: Do = async (page, { say }) => {
  const mark = { id: 'a', unsent: 2, drafts: 0, seenAt: Date.now() };
  await page.evaluate(async (text) => {
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase('wapsi');
      deletion.onsuccess = resolve;
      deletion.onerror = reject;
    });
    localStorage.setItem('device', text);
  }, JSON.stringify(mark));
  await page.reload();
  await page.getByText(say.device.cleared).waitFor();
};

const openWhole: Do = async (page, { say }) => {
  await page.getByLabel(say.whole.reason).selectOption('case');
  await page.getByRole('button', { name: say.whole.open, exact: true }).click();
  await page.getByText(say.whole.isOpen.split(/\{\{\w+\}\}/)[0]?.trim() ?? '').waitFor();
};

const PUBLIC: Screen[] = [
  screen('device notes', 'replaced', '/', { after: inTurn(person, loseMemory) }),
  screen('device notes', 'cleared', '/', { after: inTurn(person, loseMemory, reopenCleared) }),
  screen('home', 'full', '/', { after: person }),
  screen('home', 'empty', '/', { answer: ['/sync', 'refused'] }),
  screen('home', 'offline', '/', { after: person, offline: true }),
  screen('home', 'signed in', '/', { after: person, signedIn: 'poster' }),
  screen('about', 'full', '/about'),
  ...reading('faqs', '/faqs', '/report'),
  screen('faqs', 'empty', '/faqs', { answer: ['/report', { data: [] }] }),
  screen('faqs', 'open', '/faqs', { after: (page) => page.locator('main [aria-expanded]').first().click() }),
  screen('contact', 'full', '/contact-us'),
  screen('contact', 'errors', '/contact-us', { after: submit }),
  screen('contact', 'sent', '/contact-us', {
    after: inTurn(
      fill((say) => say.contact.firstName, 'Asha'),
      fill((say) => say.contact.lastName, 'Devi'),
      fill((say) => say.contact.email, 'asha@example.in'),
      fill((say) => say.contact.phone, '98140 12345'),
      fill((say) => say.contact.message, 'Where do I see the number of my report?'),
      submit,
      sees((say) => say.contact.sent),
    ),
  }),
  screen('privacy', 'full', '/privacy-policy'),
  screen('terms', 'full', '/terms-conditions'),
  screen('news', 'full', '/news'),
  screen('news', 'article', `/news/${ARTICLES[0]?.id}`),
  screen('news', 'gone', '/news/no-such-article'),
  screen('resources', 'full', '/resources'),
  screen('not found', 'full', '/no-such-page'),
  screen('scan', 'idle', '/face-recognition'),
  screen('scan', 'form', '/face-recognition?add=lost'),
  screen('offline page', 'idle', '/offline'),
  screen('offline page', 'offline', '/offline', { offline: true }),
  screen('offline page', 'area', '/offline', { after: keepArea }),
  screen('offline page', 'map from a file', '/offline', { after: bringMap }),
  screen('offline page', 'no map', '/offline', { after: bringLetter }),
];

const LOOKING: Screen[] = [
  // A phone that pulls reports by itself shows those instead of an error: it is to get nothing at all.
  ...reading('lost-peoples', '/lost-peoples', '/', { after: person }),
  screen('lost-peoples', 'filters', '/lost-peoples', { after: unfold((say) => say.browse.filters) }),
  screen('lost-peoples', 'map', '/lost-peoples', {
    after: inTurn(
      unfold((say) => say.browse.map),
      (page) => page.locator('.leaflet-marker-icon').first().waitFor(),
    ),
  }),
  screen('lost-peoples', 'empty', '/lost-peoples?q=zzzz', { after: sees((say) => say.browse.emptyTitle) }),
  ...reading('found-items', '/found-items', '/', { after: thing }),
  screen('found-items', 'empty', '/found-items?q=zzzz', { after: sees((say) => say.browse.emptyTitle) }),
  ...reading('item', item('thing'), '/report'),
  screen('item', 'person', item('person')),
  screen('item', 'guarded', item('guarded')),
  screen('item', 'to be opened', item('guarded'), { signedIn: 'officer', after: sees((say) => say.whole.text) }),
  screen('item', 'opened', item('guarded'), { signedIn: 'officer', after: openWhole }),
  screen('item', 'gone', nowhere('items')),
  screen('item', 'signed in', item('claimable'), { signedIn: 'volunteer' }),
  screen('item', 'own', item('person'), { signedIn: 'poster' }),
  screen('item', 'own, in review', item('waiting'), { signedIn: 'poster' }),
  screen('item', 'message', item('thing'), { signedIn: 'volunteer', after: press((say) => say.details.write) }),
  screen('item', 'note', item('person'), { signedIn: 'volunteer', after: press((say) => say.details.note) }),
  screen('item', 'flag', item('thing'), { signedIn: 'volunteer', after: press((say) => say.details.flag) }),
  screen('poster', 'full', item('person', '/poster')),
  screen('poster', 'guarded', item('guarded', '/poster')),
];

const ACCOUNTS: Screen[] = [
  screen('login', 'password', '/login'),
  screen('login', 'errors', '/login', { after: submit }),
  screen('login', 'wrong', '/login', {
    after: inTurn(
      fill((say) => say.auth.email, 'asha@example.in'),
      fillSecret((say) => say.auth.password, 'not the password'),
      submit,
      sees((say) => say.errors['wrong-password'].what),
    ),
  }),
  screen('login', 'code', '/login', { after: choose((say) => say.auth.byCode) }),
  screen('login', 'code sent', '/login', {
    after: inTurn(
      choose((say) => say.auth.byCode),
      fill((say) => say.auth.email, email),
      submit,
      (page, { say }) => page.getByLabel(say.auth.code).waitFor(),
    ),
  }),
  screen('login', 'forgot', '/login', { after: press((say) => say.auth.forgot) }),
  screen('login', 'offline', '/login', { offline: true }),
  screen('register', 'form', '/register'),
  screen('register', 'errors', '/register', { after: submit }),
  screen('register', 'young', '/register', { after: choose((say) => say.auth.young) }),
  screen('register', 'code', '/register', {
    after: inTurn(
      fill((say) => say.auth.name, 'Asha Devi'),
      fill((say) => say.auth.email, email),
      fill((say) => say.auth.phone, '+91 98140 12345'),
      fillSecret((say) => say.auth.password, 'a field of mustard'),
      fillSecret((say) => say.auth.confirm, 'a field of mustard'),
      choose((say) => say.auth.adult),
      (page) => page.getByRole('checkbox').check(),
      submit,
      (page, { say }) => page.getByLabel(say.auth.code).waitFor(),
    ),
  }),
  ...reading('profile', '/profile', '/report', { signedIn: 'poster' }),
  screen('profile', 'edit', '/profile', { signedIn: 'poster', after: press((say) => say.profile.edit) }),
  screen('profile', 'young', '/profile', { signedIn: 'young', after: sees((say) => say.profile.guardianText) }),
  screen('profile', 'suspended', '/profile', { signedIn: 'suspended' }),
  screen('profile', 'delete', '/profile', { signedIn: 'poster', after: press((say) => say.profile.delete) }),
  screen('people', 'full', '/moderation/people', { signedIn: 'admin' }),
  screen('people', 'change', '/moderation/people', { signedIn: 'admin', after: (page) => firstOfPeople(page) }),
  screen('people', 'a new admin', '/moderation/people', {
    signedIn: 'admin',
    after: async (page, { say }) => {
      await firstOfPeople(page);
      await page.getByLabel(say.people.role).selectOption('admin');
    },
  }),
];

const firstOfPeople = (page: Page) => page.locator('main li').getByRole('button').first().click();

/** Reports of all kinds that wait, on a phone without a network. */
const fillOutbox: Do = inTurn(person, dropNetwork, async (page, { origin }) => {
  await page.goto(`${origin}/outbox`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(seedOutbox);
  await page.reload();
  await page.getByText('Waiting', { exact: true }).first().waitFor();
});
/** What it seals to is asked for once it has met the server; after something that needs the database, which is there then. */
const meetServer: Do = (page) =>
  page
    .waitForFunction(async () => {
      const opening = indexedDB.open('wapsi');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const reading = opening.result.transaction('meta').objectStore('meta').count('sealKey');
      await new Promise((resolve) => reading.addEventListener('success', resolve));
      opening.result.close();
      return reading.result > 0;
    })
    .then(() => undefined);
const bringLetterAsCopy: Do = async (page, { say }) => {
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from('Dear all');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'letter.copy', mimeType: 'application/octet-stream', buffer });
  await dialog.locator('input[autocomplete$=password]').fill('words of another');
  await dialog.getByRole('button', { name: say.outbox.copy.bring, exact: true }).click();
};

const POSTING: Screen[] = [
  screen('role', 'full', '/victim-founder-select'),
  screen('post-item', 'first step', '/post-item', { signedIn: 'poster' }),
  screen('post-item', 'more', '/post-item', {
    signedIn: 'poster',
    after: inTurn(
      choose((say) => say.post.iFound),
      press((say) => say.post.more),
    ),
  }),
  screen('post-item', 'errors', '/post-item', { signedIn: 'poster', after: submit }),
  screen('post-item', 'lost person', '/post-item?kind=lost', { signedIn: 'poster' }),
  screen('post-item', 'lost person, errors', '/post-item?kind=lost', { signedIn: 'poster', after: submit }),
  screen('post-item', 'found person', '/post-item?kind=found', { signedIn: 'poster' }),
  screen('post-item', 'saved', '/post-item', {
    signedIn: 'poster',
    after: inTurn(
      dropNetwork,
      choose((say) => say.browse.categories.Keys),
      fill((say) => say.form.title, 'Bunch of keys'),
      submit,
      sees((say) => say.form.savedHere),
    ),
  }),
  screen('post-item', 'edit', ({ ids }) => `/post-item?edit=${ids.waiting}`, { signedIn: 'poster' }),
  screen('outbox', 'empty', '/outbox'),
  screen('hand over', 'nothing', '/outbox/give'),
  screen('take over', 'idle', '/outbox/take'),
  screen('outbox', 'full', '/', { after: fillOutbox }),
  screen('outbox', 'save a copy', '/', {
    after: inTurn(
      fillOutbox,
      press((say) => say.outbox.copy.keep),
      sees((say) => say.outbox.copy.wordsHint),
    ),
  }),
  screen('outbox', 'bring a letter as a copy', '/', {
    after: inTurn(
      fillOutbox,
      press((say) => say.outbox.copy.bring),
      bringLetterAsCopy,
      sees((say) => say.outbox.copy.other),
    ),
  }),
  screen('hand over', 'full', '/', {
    after: inTurn(
      person,
      meetServer,
      fillOutbox,
      (page) => walkTo(page, '/outbox/give'),
      (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    ),
  }),
];

const claim = (id: 'accepted' | 'asked') => (world: Shown) => `/claims/${world.ids[id]}`;
const thread = ({ ids }: Shown) => `/chat/${ids.thread}`;

const BETWEEN: Screen[] = [
  screen('claim form', 'full', item('claimable', '/claim'), { signedIn: 'poster' }),
  screen('claim form', 'errors', item('claimable', '/claim'), { signedIn: 'poster', after: submit }),
  screen('claim form', 'already', item('thing', '/claim'), { signedIn: 'poster' }),
  screen('claim form', 'offline', item('claimable', '/claim'), { signedIn: 'poster', offline: true }),
  ...reading('claims', '/claims', '/claims', { signedIn: 'poster' }),
  screen('claims', 'received', '/claims?scope=received', { signedIn: 'finder' }),
  screen('claims', 'empty', '/claims', { signedIn: 'officer' }),
  ...reading('claim', claim('accepted'), '/claims', { signedIn: 'poster' }),
  screen('claim', 'code', claim('accepted'), {
    signedIn: 'poster',
    after: inTurn(
      press((say) => say.claim.code.draw),
      (page) => page.locator('[data-code]').waitFor(),
    ),
  }),
  screen('claim', 'finder', claim('accepted'), { signedIn: 'finder' }),
  screen('claim', 'finder reviews', claim('asked'), { signedIn: 'finder' }),
  screen('claim', 'asked', claim('asked'), { signedIn: 'volunteer' }),
  screen('claim', 'moderator', claim('asked'), { signedIn: 'moderator' }),
  screen('claim', 'gone', nowhere('claims'), { signedIn: 'poster' }),
  screen('chat', 'signed out', '/chat'),
  ...reading('chat', '/chat', '/conversations', { signedIn: 'poster' }),
  screen('chat', 'empty', '/chat', { signedIn: 'officer' }),
  ...reading('thread', thread, '/conversations', { signedIn: 'poster' }),
  screen('thread', 'safety', thread, { signedIn: 'poster', after: press((say) => say.chat.between) }),
  ...reading('inbox', '/inbox', '/inbox', { signedIn: 'poster' }),
  screen('inbox', 'empty', '/inbox', { signedIn: 'officer' }),
  screen('stop', 'full', '/stop/some-token'),
  ...reading('moderation', '/moderation', '/moderation', { signedIn: 'moderator' }),
  screen('moderation', 'empty', '/moderation', {
    signedIn: 'moderator',
    answer: ['/moderation', { data: [], total: 0 }],
  }),
  screen('moderation', 'reject', '/moderation', {
    signedIn: 'moderator',
    after: press((say) => say.moderation.reject),
  }),
  screen('moderation', 'notes', '/moderation', {
    signedIn: 'moderator',
    after: choose((say) => say.moderation.tab.notes),
  }),
  screen('moderation', 'complaints', '/moderation', {
    signedIn: 'moderator',
    after: choose((say) => say.moderation.tab.complaints),
  }),
  screen('moderation', 'log', '/moderation', { signedIn: 'admin', after: choose((say) => say.moderation.tab.log) }),
];

const WORDS = 'five calm neighbours';
const newVault = (name: string): Do =>
  inTurn(
    fill((say) => say.outpost.name, name),
    fillSecret((say) => say.outpost.passphrase, WORDS),
    fillSecret((say) => say.outpost.again, WORDS),
  );
/** An officer makes the device a shared one, and is then asked who they are. */
const share: Do = inTurn(
  newVault('Asha'),
  press((say) => say.outpost.switchOn),
  sees((say) => say.outpost.who),
);
const chooseAsha = inTurn(
  share,
  press(() => 'Asha'),
);
const unlock = inTurn(
  chooseAsha,
  fillSecret((say) => say.outpost.passphrase, WORDS),
  submit,
  (page, { say }) => page.getByRole('button', { name: say.outpost.lock, exact: true }).waitFor(),
);
const OUTPOST: Screen[] = [
  screen('outpost', 'not yours', '/outpost', { signedIn: 'poster' }),
  screen('outpost', 'switch on', '/outpost', { signedIn: 'officer' }),
  screen('outpost', 'errors', '/outpost', { signedIn: 'officer', after: submit }),
  screen('outpost', 'who', '/outpost', { signedIn: 'officer', after: share }),
  screen('outpost', 'unlock', '/outpost', { signedIn: 'officer', after: chooseAsha }),
  screen('outpost', 'wrong', '/outpost', {
    signedIn: 'officer',
    after: inTurn(
      chooseAsha,
      fillSecret((say) => say.outpost.passphrase, 'something else'),
      submit,
      (page) => page.getByRole('alert').filter({ hasText: '4' }).waitFor(),
    ),
  }),
  screen('outpost', 'new', '/outpost', {
    signedIn: 'officer',
    after: inTurn(
      share,
      press((say) => say.outpost.add),
    ),
  }),
  screen('outpost', 'settings', '/outpost', {
    signedIn: 'officer',
    after: inTurn(
      unlock,
      (page) => walkTo(page, '/outpost'),
      sees((say) => say.outpost.you),
    ),
  }),
];

/** Two reports in the reserve of a phone that is full, of which the server has refused one. */
const heldReports = (): OwnReport[] =>
  [
    { label: 'Gulab Kaur', step: { state: 'waiting' as const } },
    { label: 'Harbans Singh', step: { state: 'refused' as const, error: 'bad-input' as const } },
  ].map(({ label, step }) => ({
    ...{ opId: randomUUID(), entityId: randomUUID(), endpoint: 'createReport', type: 'lost', label },
    ...{ photos: [], videos: [], values: {}, input: { reportType: 'lost' } }, // it is never sent from here
    ...{ createdAt: Date.now(), order: 1, waits: 'yes' },
    steps: [{ ...textStep({}), ...step }],
  }));
const holdReports: Do = async (page, { origin }) => {
  const slot = slotFor(JSON.stringify(heldReports()), 1);
  if (!slot) throw new Error('They do not fit into the reserve');
  await page.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const bytes = { at: slot.at, head: [...slot.bytes.subarray(0, 4096)], size: RESERVE_BYTES };
  await page.evaluate(async ({ at, head, size }) => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('reserve', { create: true });
    const writing = await file.createWritable();
    const whole = new Uint8Array(size);
    whole.set(head, at);
    await writing.write(whole);
    await writing.close();
  }, bytes);
  await page.goto(`${origin}/outbox`);
};

const NO_ROOM: Screen[] = [
  screen('no room', 'held in the outbox', '/', { after: inTurn(dropNetwork, holdReports, sees('Harbans Singh')) }),
  screen('no room', 'said', '/', {
    async after(page, { say }) {
      await page.addInitScript(() => {
        navigator.storage.estimate = async () => ({ usage: 1, quota: 2 });
      });
      await page.reload();
      await page.getByText(say.status.full).waitFor();
    },
  }),
  screen('no room', 'to sign out', '/profile', {
    signedIn: 'poster',
    after: inTurn(
      (page) =>
        page.evaluate(() => {
          crypto.randomUUID = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        }),
      press((say) => say.profile.signOut),
      sees((say) => say.leave.failed),
    ),
  }),
];

export const SCREENS: readonly Screen[] = [
  ...[...PUBLIC, ...LOOKING, ...ACCOUNTS, ...POSTING, ...BETWEEN, ...OUTPOST, ...NO_ROOM],
];
