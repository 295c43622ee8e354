/** Shared tablets (issue 4, faults 2, 16 and 33): what one person wrote, nobody else reads, on the screen or on the disk. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sealKey } from '../../contract/envelope.ts';
import { SHARE } from '../../contract/share.ts';
import en from '../../src/i18n/en.json';
import { LANGUAGE_NAMES } from '../../src/i18n/language.ts';
import pa from '../../src/i18n/pa.json';
import { drawMaker } from '../../src/store/own/reports.ts';
import { callAs, sessionOf, signInAs, signInWith, signOutHere } from '../support/accounts.ts';
import { type Device, openDevice } from '../support/browser.ts';
import { bytesOf, makePhoto } from '../support/client.ts';
import { keptDrafts, keptPhotos, keptRows } from '../support/kept-rows.ts';
import {
  addUser,
  lockButton,
  lockUp,
  makeShared,
  switchOn,
  tryPin,
  tryWords,
  UNLOCK_MS,
  unlockAs,
} from '../support/outpost.ts';
import { fillLost, heading, outboxLine, save, shellIsKept, walkTo } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import { findBytesInProfile, findInProfile } from '../support/profile.ts';
import { goneOf, noteGone, openFull } from '../support/quota.ts';
import type { TestServer } from '../support/server.ts';

const WORDS = 'five calm neighbours';
const OTHER_WORDS = 'six patient neighbours';
const PIN = '246810';
/**
 * A word that is nowhere else, so that finding it means something. Of letters alone: twelve digits that happen to make the
 * number of an Aadhaar card would be hidden.
 */
const canary = (): string => `kanari${randomUUID().replace(/[^a-f]/g, (sign) => 'ghijklmnop'[Number(sign)] ?? '')}`;
const { outpost } = en;

let server: TestServer;
let device: Device;
let photo: Buffer;
beforeAll(async () => {
  server = await startKnownServer();
  photo = await bytesOf(await makePhoto(33, 200));
});
afterAll(() => server.remove());
afterEach(async () => {
  await device.remove();
  await server.start(); // some tests stop it
});

async function fillReport(page: Page, words: { title: string; name: string }): Promise<void> {
  await walkTo(page, '/face-recognition?add=lost');
  await fillLost(page, { ...words, age: '40' });
}

/** Give the form a photo, and wait until it is kept. */
async function addPhoto(page: Page): Promise<void> {
  await page.getByLabel('Add photos').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
}

/** One report with a photo that is saved, and one that is only begun; answers the words in them. */
async function writeBoth(page: Page): Promise<string[]> {
  const words = [canary(), canary(), canary()] as const;
  await fillReport(page, { title: words[0], name: words[1] });
  await addPhoto(page);
  await save(page);
  await walkTo(page, '/outbox');
  await heading(page, '1 waiting').or(heading(page, '2 waiting')).first().waitFor();
  const database = (await vaultOf(page)) ?? 'wapsi';
  const before = await keptDrafts(page, database);
  await fillReport(page, { title: words[2], name: 'x' });
  await expect.poll(() => keptDrafts(page, database)).not.toBe(before);
  return [...words];
}

/** The one vault of this device, by the name of its database. */
const vaultOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const all = await indexedDB.databases();
    return all.find(({ name }) => name?.startsWith('wapsi-vault-'))?.name;
  });

/** Rows as they lie in the one vault, read without its keys. */
const countRows = async (page: Page, table: 'made'): Promise<number> =>
  (await keptRows(page, (await vaultOf(page)) ?? expect.fail('there is no vault'), table)).length;

/** The device's single values as they lie in the one vault, as text with each byte a sign. */
async function metaBytes(page: Page): Promise<string> {
  const rows = await keptRows<unknown>(page, (await vaultOf(page)) ?? expect.fail('there is no vault'), 'meta');
  return JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
}

const openShared = async (): Promise<void> => {
  device = await openVisitedPhone(
    {},
    { name: 'shared', prepare: ({ page }) => makeShared(page, server.url, 'Asha', WORDS) },
  );
  await device.page.goto(server.url);
  await heading(device.page, outpost.who).waitFor({ timeout: UNLOCK_MS });
};

/** Without a network Asha saves a report and locks up, and Balbir comes; then there is a network. Answers the report. */
async function leaveToBalbir(page: Page): Promise<{ title: string; name: string }> {
  await server.stop();
  const words = { title: canary(), name: canary() };
  await fillReport(page, words);
  await save(page);
  await lockUp(page);
  await heading(page, outpost.who).waitFor();
  await addUser(page, 'Balbir', OTHER_WORDS);
  await server.start();
  return words;
}

/** The server has the officer's report, once. */
async function expectOnServer(title: string): Promise<void> {
  const { accessToken } = await sessionOf(server.url, 'officer');
  const query = new URLSearchParams({ scope: 'mine', q: title });
  const count = async () => (await callAs(server.url, accessToken, 'GET', `/report?${query}`)).data.length;
  await expect.poll(count, { timeout: 60_000 }).toBe(1);
}

const filesWith = async (words: readonly string[]): Promise<string[]> => [
  ...new Set(Object.values(await findInProfile(device.profile, words)).flat()),
];

describe('a shared device', () => {
  it('holds nothing readable after lock, close, kill and erase, where an ordinary device does (fault 33)', async () => {
    device = await openVisitedPhone();
    await device.page.goto(server.url);
    await signInAs(device.page, server.url, 'officer');
    await shellIsKept(device.page);
    await device.page.reload();
    await server.stop();
    const open = await writeBoth(device.page);
    const [kept = expect.fail('the photo is not kept')] = await keptPhotos(device.page); // the form makes the same of it anywhere
    await device.close();
    const found = await findInProfile(device.profile, open);
    for (const word of open) expect(found[word], 'the search must find what lies open').not.toEqual([]);
    expect(await findBytesInProfile(device.profile, kept), 'and the photo').not.toEqual([]);
    const filesWithPhoto = async (): Promise<string[]> => [
      ...(await findBytesInProfile(device.profile, kept)),
      ...(await findBytesInProfile(device.profile, photo)),
    ];
    await device.remove();
    await server.start();

    await openShared();
    const { page } = device;
    await shellIsKept(page);
    await unlockAs(page, 'Asha', WORDS, PIN);
    const session = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(session).not.toContain('accessToken');
    await server.stop();
    const sealed = await writeBoth(page);
    await shareInto(page);
    await lockUp(page);
    await page.getByLabel(outpost.pin, { exact: true }).waitFor();
    await expect.poll(() => page.evaluate((cache) => caches.has(cache), SHARE.cache)).toBe(false);
    expect(await filesWith(sealed), 'after the lock').toEqual([]);
    expect(await filesWithPhoto(), 'after the lock').toEqual([]);
    await device.close();
    expect(await filesWith(sealed), 'after closing').toEqual([]);
    expect(await filesWithPhoto(), 'after closing').toEqual([]);
    device = await device.reopen();
    await device.page.goto(server.url);
    await unlockAs(device.page, 'Asha', WORDS);
    const later = await writeBoth(device.page);
    await device.kill();
    expect(await filesWith([...sealed, ...later]), 'after a kill').toEqual([]);
    expect(await filesWithPhoto(), 'after a kill').toEqual([]);

    device = await openDevice({ origin: server.url }, device.profile);
    await device.page.goto(server.url);
    await unlockAs(device.page, 'Asha', WORDS);
    await walkTo(device.page, '/outbox');
    await outboxLine(device.page, String(later[1])).waitFor(); // nothing was lost by all that
    await outboxLine(device.page, String(sealed[1])).waitFor();
    await server.start();
    await device.page.getByText('Everything you made on this phone has arrived.').waitFor({ timeout: 60_000 });
    await walkTo(device.page, '/outpost');
    await device.page.getByRole('button', { name: `${outpost.erase} Asha` }).click();
    await device.page.getByRole('dialog').getByRole('button', { name: outpost.erase }).click();
    await heading(device.page, outpost.who).waitFor({ timeout: UNLOCK_MS });
    expect(await device.page.getByRole('button', { name: 'Asha' }).count()).toBe(0);
    await device.close();
    expect(await filesWith([...sealed, ...later]), 'after erasing').toEqual([]);
    expect(await filesWithPhoto(), 'after erasing').toEqual([]);
  });

  it('shows one person nothing of another, and sends nothing in their name (fault 16)', async () => {
    await openShared();
    const { page } = device;
    await unlockAs(page, 'Asha', WORDS);
    await shellIsKept(page);
    const mine = await leaveToBalbir(page);
    await walkTo(page, '/outbox');
    await heading(page, en.outbox.title).waitFor();
    await page.getByText(en.outbox.empty).first().waitFor();
    expect(await outboxLine(page, mine.name).count()).toBe(0);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Harbhajan');
    await lockUp(page);
    await tryWords(page, 'Asha', OTHER_WORDS);
    await page.getByText(/not the passphrase/).waitFor({ timeout: UNLOCK_MS });
    await unlockAs(page, 'Asha', WORDS);
    await walkTo(page, '/outbox');
    await outboxLine(page, mine.name).waitFor();
  });

  it('keeps the duty desk of an officer sealed once it is locked, and has it again after unlocking without a network (fault 33)', async () => {
    const [name, clothes] = [canary(), canary()];
    const post = (person: object) =>
      callAs(server.url, '', 'POST', '/api/face/uploadLostFoundPerson', {
        ...{ id: randomUUID(), opId: randomUUID(), title: 'Did not come home', region: 'Ludhiana, Punjab' },
        ...{ phoneNumber: '+91 00000 10000', details: { sex: 'female' }, clothColor: clothes },
        ...person,
      });
    await post({ type: 'lost', name: 'Jasleen', lostPersonAge: '9' });
    await post({ type: 'lost', name, lostPersonAge: '26', timeOfLossDate: '2026-11-10' });
    await post({ type: 'found', name, foundPersonAge: '26', timeOfLossDate: '2026-11-12' });
    const { accessToken } = await sessionOf(server.url, 'officer');
    const desk = async () => JSON.stringify((await callAs(server.url, accessToken, 'GET', '/duty')).data);
    await expect.poll(desk, { timeout: 20_000 }).toContain('"candidate"');
    await expect.poll(desk).toContain('"missing-child"');

    await openShared();
    const { page } = device;
    await shellIsKept(page);
    await unlockAs(page, 'Asha', WORDS);
    const before = (await metaBytes(page)).length;
    await walkTo(page, '/duty');
    await page.getByText(name).first().waitFor();
    await expect.poll(async () => (await metaBytes(page)).length).toBeGreaterThan(before + 500);
    await server.stop();
    await lockUp(page);
    await heading(page, outpost.who).waitFor({ timeout: UNLOCK_MS });
    const sealed = await metaBytes(page);
    expect(sealed.length).toBeGreaterThan(before + 500);
    for (const word of [name, clothes]) expect(sealed).not.toContain(word);
    expect(await filesWith([name, clothes]), 'after the lock').toEqual([]);

    await unlockAs(page, 'Asha', WORDS);
    await walkTo(page, '/duty');
    await page.getByText(clothes).first().waitFor();
    expect(await page.getByText(name).count()).toBe(0); // of names nothing is kept
  });

  it('sends what waits in a vault that is shut, sealed, with whoever is there next, and it is received once (fault 33)', async () => {
    await openShared();
    const { page } = device;
    const keyIsKnown = page.waitForResponse((response) => response.url().endsWith(sealKey.path));
    await unlockAs(page, 'Asha', WORDS);
    await shellIsKept(page);
    await keyIsKnown;
    await page.waitForTimeout(500); // and kept
    const mine = await leaveToBalbir(page);
    await expectOnServer(mine.title);
    await lockUp(page);
    await unlockAs(page, 'Asha', WORDS);
    await walkTo(page, '/outbox');
    await outboxLine(page, mine.name)
      .getByText(/Received, no\. W-/)
      .waitFor({ timeout: 60_000 });
    await expectOnServer(mine.title);
  });

  it('sends what was sealed when its author signed out inside a vault, with whoever is there next (fault 33)', async () => {
    await openShared();
    const { page } = device;
    const keyIsKnown = page.waitForResponse((response) => response.url().endsWith(sealKey.path));
    await unlockAs(page, 'Asha', WORDS);
    await shellIsKept(page);
    await keyIsKnown;
    await page.waitForTimeout(500); // and kept
    await server.stop();
    const mine = { title: canary(), name: canary() };
    await fillReport(page, mine);
    await save(page);
    await signOutHere(page);
    await page.getByText(/^You are signed out\. 1 report is sealed/).waitFor();
    expect(await countRows(page, 'made')).toBe(0);
    expect(await filesWith([mine.title, mine.name])).toEqual([]);
    await lockUp(page);
    await heading(page, outpost.who).waitFor({ timeout: UNLOCK_MS });
    await addUser(page, 'Balbir', OTHER_WORDS);
    await server.start();
    await expectOnServer(mine.title);
  });

  it('keeps all of a report or nothing of it when the browser is killed while it saves (fault 2)', async () => {
    await openShared();
    await shellIsKept(device.page);
    await server.stop();
    let told = 0;
    for (const afterMs of [0, 15, 40, 90]) {
      await device.page.goto(server.url);
      await unlockAs(device.page, 'Asha', WORDS);
      await fillReport(device.page, { title: canary(), name: canary() });
      const { page } = device;
      await page.getByRole('button', { name: 'Add Lost Person' }).click();
      await page.waitForTimeout(afterMs);
      if (await page.getByText('Saved on this phone', { exact: true }).isVisible()) told++;
      await device.kill();
      device = await openDevice({ origin: server.url }, device.profile);
      await device.page.goto(server.url);
      await heading(device.page, outpost.who).waitFor({ timeout: UNLOCK_MS });
      expect(await countRows(device.page, 'made')).toBeGreaterThanOrEqual(told);
    }
    await unlockAs(device.page, 'Asha', WORDS);
    await walkTo(device.page, '/outbox');
    const reports = await countRows(device.page, 'made');
    await expect.poll(() => outboxLine(device.page, 'kanari').count()).toBe(reports); // each of them opens
    await server.start();
  });

  it('that is full gives up its ballast for a report; with no room at all the words stay in the form and none lies open (fault 21)', async () => {
    await openShared();
    const { page } = device;
    await device.context.addInitScript(noteGone);
    await shellIsKept(page);
    await unlockAs(page, 'Asha', WORDS);
    await expect.poll(() => page.evaluate(() => caches.has('ballast')), { timeout: 60_000 }).toBe(true);
    await server.stop();
    await openFull(device, server.url);
    await unlockAs(page, 'Asha', WORDS);
    const first = { title: canary(), name: canary() };
    await fillReport(page, first);
    await save(page);
    expect(await goneOf(device)).toEqual(['ballast']);
    await walkTo(page, '/outbox');
    await outboxLine(page, first.name).waitFor();

    await openFull(device, server.url, 0);
    await unlockAs(page, 'Asha', WORDS);
    const second = { title: canary(), name: canary() };
    await fillReport(page, second);
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText(en.form.error.save).waitFor();
    await page.getByText(en.status.full).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe(second.title);
    expect(await filesWith([...Object.values(first), ...Object.values(second)])).toEqual([]);
    expect(await countRows(page, 'made')).toBe(1);
  });

  it('opens again by the PIN after a lock, and after five wrong ones by the passphrase alone', async () => {
    await openShared();
    const { page } = device;
    await unlockAs(page, 'Asha', WORDS, PIN);
    await lockUp(page);
    const language = (name: string) => page.getByText(name, { exact: true });
    await language(LANGUAGE_NAMES.pa).click(); // whoever takes it next may read another language
    await page.getByLabel(pa.outpost.pin, { exact: true }).waitFor();
    await language(LANGUAGE_NAMES.en).click();
    await tryPin(page, PIN);
    await page.locator('header').waitFor({ timeout: UNLOCK_MS });
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(outpost.who);
    await lockUp(page);
    for (let left = 4; left > 0; left--) {
      await tryPin(page, '000000');
      await page.getByText(`${left} more tr`).waitFor({ timeout: UNLOCK_MS });
    }
    await tryPin(page, '000000');
    await page.getByLabel(outpost.passphrase, { exact: true }).waitFor({ timeout: UNLOCK_MS });
    expect(await page.getByLabel(outpost.pin, { exact: true }).count()).toBe(0);
    await page.reload(); // the worker and its half of the key are gone
    await unlockAs(page, 'Asha', WORDS);
  });

  it.each(['with a PIN', 'without one'])(
    'shows who comes after a lock %s the first page, and by going back and forward nothing of whoever was there',
    async (how) => {
      const [name, maker, id] = [canary(), await drawMaker(), randomUUID()];
      const about = { title: 'Did not come home', region: 'Ludhiana, Punjab', phoneNumber: '+91 00000 10000' };
      const person = { type: 'lost', name, lostPersonAge: '40', secretHash: maker.secretHash };
      await callAs(server.url, '', 'POST', '/api/face/uploadLostFoundPerson', {
        ...{ id, opId: randomUUID(), ...about, ...person },
      });
      await openShared();
      const { page } = device;
      await shellIsKept(page);
      await unlockAs(page, 'Asha', WORDS);
      await page.goto(`${server.url}/mine/${id}#${maker.secret}`); // as a camera or a chat opens it
      await unlockAs(page, 'Asha', WORDS, how === 'with a PIN' ? PIN : undefined);
      await page.getByText(name).waitFor();
      expect(new URL(page.url()).hash).toBe('');
      await page.getByRole('link', { name: en.outbox.mine.change }).click();
      await expect.poll(() => page.getByLabel('Name').first().inputValue()).toBe(name);
      await page.goBack();
      await page.getByText(name).waitFor(); // for who opened it
      await walkTo(page, `/lost-peoples?q=${name}`);
      await walkTo(page, '/about');
      await page.goBack();
      await page.waitForURL(`**/lost-peoples?q=${name}`);

      await lockUp(page);
      const whoever = page.getByRole('button', { name: outpost.other });
      await (how === 'with a PIN' ? whoever : heading(page, outpost.who)).waitFor({ timeout: UNLOCK_MS });
      expect(page.url()).toBe(`${server.url}/`);
      if (how === 'with a PIN') await whoever.click();
      await addUser(page, 'Balbir', OTHER_WORDS);
      await heading(page, en.home.title).waitFor();

      /** Whosever page that would have been; unlocked again where the browser has opened it anew. */
      const expectHome = async () => {
        await lockButton(page).or(heading(page, outpost.who)).first().waitFor({ timeout: UNLOCK_MS });
        if (await heading(page, outpost.who).isVisible()) await unlockAs(page, 'Balbir', OTHER_WORDS);
        await heading(page, en.home.title).waitFor();
        expect(page.url()).toBe(`${server.url}/`);
      };
      for (const step of ['goForward', 'goBack', 'goBack'] as const) {
        await page[step]();
        await expectHome();
      }
    },
  );

  it('opens by a new passphrase and no longer by the old one, with what was in it', async () => {
    await openShared();
    const { page } = device;
    await shellIsKept(page);
    await unlockAs(page, 'Asha', WORDS);
    await server.stop();
    const mine = { title: canary(), name: canary() };
    await fillReport(page, mine);
    await save(page);
    await walkTo(page, '/outpost');
    await page.getByRole('button', { name: outpost.change }).click();
    const fill = async (old: string) => {
      await page.getByLabel(outpost.oldPassphrase, { exact: true }).fill(old);
      await page.getByLabel(outpost.newPassphrase, { exact: true }).fill(OTHER_WORDS);
      await page.getByLabel(outpost.newAgain, { exact: true }).fill(OTHER_WORDS);
      await page.getByRole('button', { name: outpost.change }).click();
    };
    await fill('not the words');
    await page.getByText(outpost.wrongPlain).waitFor({ timeout: UNLOCK_MS });
    await fill(WORDS);
    await page.getByText(outpost.changed).waitFor({ timeout: UNLOCK_MS });
    await lockUp(page);
    await tryWords(page, 'Asha', WORDS);
    await page.getByText(/not the passphrase/).waitFor({ timeout: UNLOCK_MS });
    await unlockAs(page, 'Asha', OTHER_WORDS);
    await walkTo(page, '/outbox');
    await outboxLine(page, mine.name).waitFor();
  });

  it("opens by the device's own check once that was added, and by no other device's", async () => {
    const origin = server.url.replace('127.0.0.1', 'localhost'); // WebAuthn takes no address for a name
    device = await openDevice({ origin });
    const { page } = device;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const authenticator = async () => {
      const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          ctap2Version: 'ctap2_1',
          transport: 'internal',
          hasPrf: true,
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      });
      return authenticatorId;
    };
    const own = await authenticator();
    await makeShared(page, origin, 'Asha', WORDS);
    await unlockAs(page, 'Asha', WORDS);
    await walkTo(page, '/outpost');
    await page.getByRole('button', { name: outpost.deviceAdd }).click();
    await page.getByLabel(outpost.passphrase, { exact: true }).fill(WORDS);
    await page.getByRole('button', { name: outpost.deviceAdd }).click();
    await page.getByText(outpost.deviceIs, { exact: true }).waitFor({ timeout: UNLOCK_MS });

    const openByDevice = async () => {
      await page.getByRole('button', { name: 'Asha', exact: true }).click();
      await page.getByRole('button', { name: outpost.openByDevice }).click();
    };
    await lockUp(page);
    await heading(page, outpost.who).waitFor({ timeout: UNLOCK_MS });
    await openByDevice();
    await lockButton(page).waitFor({ timeout: UNLOCK_MS });

    await lockUp(page);
    await heading(page, outpost.who).waitFor({ timeout: UNLOCK_MS });
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: own });
    await authenticator(); // another one, which has never seen this vault
    await openByDevice();
    await page.getByText(outpost.pinGone).waitFor({ timeout: UNLOCK_MS });
    expect(await lockButton(page).count()).toBe(0);
  });

  it('makes who guesses passphrases wait, also after opening the page anew', async () => {
    await openShared();
    const { page } = device;
    for (let wrong = 1; wrong <= 5; wrong++) {
      await tryWords(page, 'Asha', `${WORDS} ${wrong}`);
      await page
        .getByText(wrong < 5 ? `${5 - wrong} more tr` : /Try again in \d+ second/)
        .waitFor({ timeout: UNLOCK_MS });
    }
    await page.reload();
    await tryWords(page, 'Asha', WORDS);
    await page.getByText(/Try again in \d+ second/).waitFor({ timeout: UNLOCK_MS });
    expect(await page.locator('header').count()).toBe(0);
  });

  it('is locked when nobody has looked at it for two minutes', async () => {
    await openShared();
    const { page } = device;
    await page.clock.install();
    await page.reload();
    await unlockAs(page, 'Asha', WORDS);
    const look = (hidden: boolean) =>
      page.evaluate(
        (to) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        hidden ? 'hidden' : 'visible',
      );
    await look(true);
    await page.clock.fastForward(100_000);
    await look(false);
    await page.locator('header').waitFor();
    await look(true);
    await page.clock.fastForward(121_000);
    await heading(page, outpost.who).waitFor();
  });
});

/** As its service worker keeps what another app shares into this one. */
const shareInto = (page: Page) =>
  page.evaluate(
    async (cache) => (await caches.open(cache)).put('/share/words', new Response('Have you seen her?')),
    SHARE.cache,
  );

describe('an ordinary device', () => {
  it('holds nothing readable after signing out, and what it carries arrives though it becomes a shared one (fault 33)', async () => {
    device = await openDevice({ origin: server.url }); // it has yet to ask for the key
    await device.page.goto(server.url);
    const keyIsKnown = device.page.waitForResponse((response) => response.url().endsWith(sealKey.path));
    await signInAs(device.page, server.url, 'officer');
    await shellIsKept(device.page);
    await device.page.reload();
    await keyIsKnown;
    await device.page.waitForTimeout(500); // and kept
    const later = await sessionOf(server.url, 'officer');
    await server.stop();
    const words = { title: canary(), name: canary() };
    await fillReport(device.page, words);
    await save(device.page);
    await shareInto(device.page);
    for (const word of Object.values(words))
      expect(await filesWith([word]), 'the search must find what lies open').not.toEqual([]);
    await signOutHere(device.page);
    await device.page.getByText(/^You are signed out\. 1 report is sealed/).waitFor();
    // The browser merges its files behind the answer that the database is deleted.
    await expect.poll(() => filesWith(Object.values(words)), { timeout: 10_000 }).toEqual([]);
    expect(await device.page.evaluate((cache) => caches.has(cache), SHARE.cache)).toBe(false);
    await device.close();
    expect(await filesWith(Object.values(words)), 'after signing out').toEqual([]);

    device = await device.reopen();
    const { page } = device;
    await page.goto(server.url);
    await signInWith(page, later);
    await switchOn(page, server.url, 'Asha', WORDS);
    await unlockAs(page, 'Asha', WORDS);
    await server.start();
    await expectOnServer(words.title);
  });

  it('starts as before: no vault, nothing of it fetched', async () => {
    device = await openDevice({ origin: server.url });
    const { page } = device;
    await page.goto(server.url);
    await heading(page, en.home.title).waitFor();
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(names.filter((name) => /vault|outpost/.test(name ?? ''))).toEqual([]);
    expect(page.workers().length).toBe(0);
    const used = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => /\/(gate|desk|vaults|lock-)/.test(name)),
    );
    expect(used).toEqual([]);
  });
});
