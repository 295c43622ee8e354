/** Posting, and what waits to be sent. */

import { portrait } from '../camera.ts';
import { dropNetwork, type Screen } from '../open-screen.ts';
import { seedOutbox } from '../outbox-seed.ts';
import { walkTo } from '../pages.ts';
import { answered, choose, type Do, fill, inTurn, person, press, screen, sees, submit } from './steps.ts';

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

const byLink = (id: string): string => `/mine/${id}#${'5'.repeat(64)}`;
/** As if the link were that of somebody's report, as it is after its last step. */
const asMade =
  (last: object = {}): Do =>
  (page, world) =>
    answered(`/report/${world.ids.person}/mine`, async () => {
      const { data, history } = await (await fetch(`${world.origin}/report/${world.ids.person}`)).json();
      const consents = { photo: true, phone: false, compare: true, carry: false, guardian: false };
      const step = { at: data.createdAt, what: 'status', by: 'moderator', ...last };
      const status = 'to' in last ? { status: last.to } : {};
      return { data: { ...data, ...status, consents }, history: 'to' in last ? [...history, step] : history, notes: 2 };
    })(page, world);

const addPhoto: Do = async (page, { say }) => {
  const buffer = await portrait('men/60.jpg');
  await page.getByLabel(say.form.addPhoto).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
};

const cropPhoto: Do = async (page, world) => {
  await addPhoto(page, world);
  await page.getByRole('button', { name: world.say.form.cropPhoto.replace('{{number}}', '1') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img').first().waitFor();
  const frame = dialog.getByRole('group', { name: world.say.crop.frame });
  for (const key of ['-', '-', '-', '-']) await frame.press(key);
};

const coverPhoto: Do = async (page, world) => {
  const { say } = world;
  await addPhoto(page, world);
  await page.getByRole('button', { name: say.form.coverPhoto.replace('{{number}}', '1') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say.cover.add }).click();
  await dialog.getByText(say.cover.count_one.replace('{{count}}', '1')).waitFor();
};

/** What is lost is saved on the phone alone. */
const keysWithoutNetwork = [
  dropNetwork,
  choose((say) => say.browse.categories.Keys),
  fill((say) => say.form.title, 'Bunch of keys'),
  submit,
];

export const POSTING: Screen[] = [
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
  screen('post-item', 'cropping', '/post-item', { signedIn: 'poster', after: cropPhoto }),
  screen('share', 'nothing', '/share'),
  screen('post-item', 'covering', '/post-item', { signedIn: 'poster', after: coverPhoto }),
  screen('post-item', 'lost person, covering', '/post-item?kind=lost', { signedIn: 'poster', after: coverPhoto }),
  screen('post-item', 'saved', '/post-item', {
    signedIn: 'poster',
    after: inTurn(
      ...keysWithoutNetwork,
      sees((say) => say.form.savedHere),
    ),
  }),
  screen('post-item', 'corrected', '/post-item', {
    signedIn: 'poster',
    after: inTurn(
      ...keysWithoutNetwork,
      choose((say) => say.outbox.correct),
      sees((say) => say.form.correctTitle),
    ),
  }),
  screen('post-item', 'edit', ({ ids }) => `/post-item?edit=${ids.waiting}`, { signedIn: 'poster' }),
  screen('outbox', 'empty', '/outbox'),
  screen('mine', 'broken', '/mine/no-id'),
  screen('mine', 'gone', ({ ids }) => byLink(ids.person)),
  screen('mine', 'full', ({ ids }) => byLink(ids.person), { after: asMade() }),
  screen('mine', 'refused', ({ ids }) => byLink(ids.person), {
    after: asMade({ to: 'rejected', reason: 'The photo shows somebody else' }),
  }),
  screen('mine', 'change', ({ ids }) => byLink(ids.person).replace('#', '/edit#'), { after: asMade() }),
  screen('mine', 'for another phone', ({ ids }) => byLink(ids.person), {
    after: inTurn(
      asMade(),
      press((say) => say.outbox.mine.open),
      (page) => page.locator('svg[role=img]').last().waitFor(),
    ),
  }),
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
  screen('hand over', 'code', '/', {
    after: inTurn(
      person,
      meetServer,
      fillOutbox,
      (page) => walkTo(page, '/outbox/give'),
      press((say) => say.handOver.show),
    ),
  }),
];
