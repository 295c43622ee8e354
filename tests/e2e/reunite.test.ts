/**
 * From two reports that nobody has joined, of two photos and one name, to "they are together": on an officer's phone and on a
 * family's.
 */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import { approveAs, callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { another, portrait } from '../support/camera.ts';
import { heading } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const PHONE = '+91 00000 10000';

/** In none of the samples. */
const HER = 'women/55.jpg';
const DESK_MS = 60_000;
const FAMILY_MS = 5000;

const RELEASED = 'Ask for Constable Gill at the gate';

let server: TestServer;
let phone: Device;
let page: Page;
let family: string;
let officer: string;
let missing: string;
/** When the second of the two was. */
let posted: number;

const post = async (token: string, picture: Buffer, person: object): Promise<string> => {
  const id = randomUUID();
  await callAs(server.url, token, 'POST', '/api/face/uploadLostFoundPerson', {
    ...{ id, opId: randomUUID(), region: 'Ludhiana, Punjab', clothColor: 'Green', phoneNumber: PHONE },
    photo: `data:image/jpeg;base64,${picture.toString('base64')}`,
    consent: { publicPhoto: true, publicPhone: false, compareFace: true, notice: '2026-11' },
    ...person,
  });
  return id;
};
/** The pair of hers, as the desk of her district has it. */
const pair = async () => (await callAs(server.url, officer, 'GET', `/report/${missing}/candidates`)).data[0];
const decide = async (decision: 'confirm' | 'reopen') => {
  const { id, rev } = await pair();
  await callAs(server.url, officer, 'PUT', `/candidates/${id}`, { opId: randomUUID(), rev, decision });
};

beforeAll(async () => {
  server = await startKnownServer({ REVIEW: 'people' });
  family = (await sessionOf(server.url, 'poster')).accessToken;
  officer = (await sessionOf(server.url, 'officer')).accessToken;
  const finder = (await sessionOf(server.url, 'finder')).accessToken;
  const lost = { type: 'lost', title: 'Did not come home', name: 'ਮਨਪ੍ਰੀਤ ਕੌਰ', lostPersonAge: '26' };
  missing = await post(family, await portrait(HER), { ...lost, timeOfLossDate: '2026-11-10' });
  const found = { type: 'found', title: 'At the bus stand', nameUnknown: true, foundPersonAge: '26' };
  posted = Date.now();
  await post(finder, await another(HER, { mirrored: true, brightness: 0.8 }), {
    ...found,
    timeOfLossDate: '2026-11-12',
  });
  phone = await openVisitedPhone();
  ({ page } = phone);
  await page.goto(server.url);
});
afterAll(async () => {
  expect(phone.faults).toEqual([]);
  await phone.remove();
  await server.remove();
});

const notices = async (): Promise<{ kind: string; createdAt: string }[]> =>
  (await callAs(server.url, family, 'GET', '/inbox')).data;
const kinds = async (): Promise<string[]> => (await notices()).map(({ kind }) => kind);

/** The card of the pair on the officer's desk. */
const card = () => page.getByRole('article').filter({ hasText: en.duty.kind.candidate });

it('an officer reads within a minute that the faces of two photos may be of one', async () => {
  await signInAs(page, server.url, 'officer');
  await expect
    .poll(
      async () => {
        await page.goto(`${server.url}/duty`);
        await heading(page, en.duty.title).waitFor();
        return card()
          .getByText(en.duty.faces.likely)
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: DESK_MS },
    )
    .toBe(true);
  expect(Date.now() - posted).toBeLessThanOrEqual(DESK_MS);
  expect(await card().textContent()).toMatch(/clothes: the same/);
  expect(await kinds()).not.toContain('reunion-possible'); // nobody is told before a person has looked
});

it('opens both with a reason, sees the photos beside each other and says that they are one: the family knows within 5 s', async () => {
  for (const which of [0, 1]) {
    await card().getByRole('link', { name: en.duty.record }).nth(which).click();
    await page.getByLabel(en.whole.reason).selectOption('match');
    await page.getByRole('button', { name: en.whole.open, exact: true }).click();
    await page.getByText(en.whole.reason).waitFor({ state: 'detached' });
    await page.goto(`${server.url}/duty`);
  }
  const widths = () =>
    card()
      .getByRole('img')
      .evaluateAll((all) => all.map((photo) => (photo as HTMLImageElement).naturalWidth > 0));
  await expect.poll(widths).toEqual([true, true]);
  await card().getByRole('button', { name: en.duty.decide.confirm }).click();
  await page.getByRole('dialog').getByRole('button', { name: en.duty.decide.confirm }).click();
  await expect.poll(kinds).toContain('reunion-possible');
  const told = (await notices()).find(({ kind }) => kind === 'reunion-possible');
  const waited = Date.parse(told?.createdAt ?? '') - Date.parse((await pair()).decided.at);
  expect(waited).toBeGreaterThanOrEqual(0);
  expect(waited).toBeLessThanOrEqual(FAMILY_MS);
});

it('from the desk the officer lets the family know where to go, and opens either of the two', async () => {
  await page.goto(`${server.url}/duty`);
  await page.getByText(en.duty.tab.done).click();
  const records = card().getByRole('link', { name: en.duty.record });
  await expect.poll(() => records.count()).toBe(2);
  const told = await records.evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]));
  for (const which of [0, 1]) expect(new Set(told.map((of) => of[which])).size).toBe(2); // and each says whose
  await card().getByRole('link', { name: en.duty.reunion }).click();
  await heading(page, en.reunion.title).waitFor();
  await page.getByLabel(en.reunion.words).fill(RELEASED);
  await page.getByRole('button', { name: en.reunion.release }).click();
  const known = async () => (await callAs(server.url, family, 'GET', `/report/${missing}/reunion`)).data.words;
  await expect.poll(known).toBe(RELEASED);
  await page.getByRole('button', { name: en.reunion.together, exact: true }).click();
  const asked = page.getByRole('dialog', { name: en.reunion.sureTitleOffice }); // not whether they are with the officer
  await asked.getByRole('button', { name: en.reunion.sureOffice }).waitFor();
  await asked.getByRole('button', { name: en.common.cancel }).click();
});

it('the family learns what to do now, and neither number nor name of who found her', async () => {
  await signInAs(page, server.url, 'poster');
  await page.goto(`${server.url}/inbox`);
  await page.getByRole('link', { name: en.inbox.kind['reunion-possible'] }).first().click(); // again with where
  await heading(page, en.reunion.title).waitFor();
  await page.getByRole('main').getByRole('link', { name: en.details.call112 }).waitFor();
  await page.getByText(RELEASED).waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(/bus stand|00000/);
});

it('who is asked once more says that they are together, also without a network, and nobody looks for her any more', async () => {
  const statusOf = async () => (await callAs(server.url, family, 'GET', `/report/${missing}`)).data.status;
  const together = page.getByRole('button', { name: en.reunion.together, exact: true });
  await together.click();
  await page
    .getByRole('dialog', { name: en.reunion.sureTitle })
    .getByRole('button', { name: en.common.cancel })
    .click();
  expect(await statusOf()).toBe('pending_review');
  await page.context().setOffline(true);
  await together.click();
  await page.getByRole('dialog').getByRole('button', { name: en.reunion.sure }).click();
  await page.getByText(en.details.waiting_one.replace('{{count}}', '1')).waitFor();
  expect(await together.count()).toBe(0); // it was said
  await page.reload();
  await page.getByText(RELEASED).waitFor(); // what to do now is read there too
  expect(await statusOf()).toBe('pending_review');
  await page.context().setOffline(false);
  await page.getByText(en.reunion.thanks).waitFor();
  expect(await statusOf()).toBe('resolved');
});

it('said too soon it is taken back, after a question, and everybody looks for her again', async () => {
  const statusOf = async () => (await callAs(server.url, family, 'GET', `/report/${missing}`)).data.status;
  const apart = page.getByRole('button', { name: en.reunion.apart });
  await apart.click();
  await page.getByRole('dialog').getByRole('button', { name: en.common.cancel }).click();
  expect(await statusOf()).toBe('resolved');
  await apart.click();
  await page.getByRole('dialog').getByRole('button', { name: en.reunion.apartSure }).click();
  await page.getByText(RELEASED).waitFor(); // the officer has confirmed it on: what to do now is read again
  expect(await statusOf()).toBe('pending_review');
  await page.getByRole('button', { name: en.reunion.together, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: en.reunion.sure }).click();
  await page.getByText(en.reunion.thanks).waitFor();
  expect(await statusOf()).toBe('resolved');
});

it('an officer who had the wrong one takes the pair back on the desk: it is offered again, and the search with it', async () => {
  await signInAs(page, server.url, 'officer');
  await page.goto(`${server.url}/duty`);
  await page.getByText(en.duty.tab.done).click();
  const stands = async () => {
    const { status, subject } = (await callAs(server.url, family, 'GET', `/report/${missing}`)).data;
    return [status, subject.condition];
  };
  const takeBack = card().getByRole('button', { name: en.duty.decide.reopen });
  await takeBack.click();
  await page.getByRole('dialog').getByText(en.duty.decideText.reopen).waitFor(); // the family was told
  await page.getByRole('dialog').getByRole('button', { name: en.common.cancel }).click();
  expect(await stands()).toEqual(['resolved', 'found']);
  await takeBack.click();
  await page.getByRole('dialog').getByRole('button', { name: en.duty.decide.reopen }).click();
  await expect.poll(stands).toEqual(['pending_review', 'missing']);
  expect(await kinds()).toContain('reunion-withdrawn');
  await page.goto(`${server.url}/duty`);
  await card().getByRole('button', { name: en.duty.decide.confirm }).waitFor();
});

it('whoever is told finds it again on the page of their report, which ends there by nothing else', async () => {
  const moderator = (await sessionOf(server.url, 'moderator')).accessToken;
  await approveAs(server.url, moderator, missing);
  await signInAs(page, server.url, 'poster');
  await page.goto(`${server.url}/items/${missing}`);
  const solved = page.getByRole('button', { name: en.owner.resolve });
  await solved.waitFor();

  await decide('confirm');
  await page.reload();
  const way = page.getByRole('link', { name: en.reunion.open });
  await way.waitFor();
  expect(await solved.count()).toBe(0);
  await way.click();
  await heading(page, en.reunion.title).waitFor();
});

it('a family says that it was not them, after a question, and may still say that they are together', async () => {
  const said: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/report/${missing}/reunion`))
      said.push(request.postDataJSON());
  });
  const notThem = page.getByRole('button', { name: en.reunion.notThem, exact: true });
  await notThem.click();
  await page.getByRole('dialog').getByRole('button', { name: en.common.cancel }).click();
  expect(said).toEqual([]);
  await notThem.click();
  await page.getByRole('dialog').getByRole('button', { name: en.reunion.notThemSure }).click();
  await expect.poll(() => said).toEqual([expect.objectContaining({ together: false })]);
  await page.getByText(en.reunion.doubted).waitFor();
  await heading(page, en.reunion.notThem).waitFor();
  await page.getByRole('main').getByRole('link', { name: en.details.call112 }).waitFor(); // or the station, of which a number is known
  expect(await notThem.count()).toBe(0); // it was said
  await page.getByRole('button', { name: en.reunion.together, exact: true }).waitFor();
  expect((await callAs(server.url, family, 'GET', `/report/${missing}`)).data.status).toBe('published');
});

it('what the server does not take of it says so, and can be said again once that was read', async () => {
  const said = page.getByRole('button', { name: en.reunion.together, exact: true });
  await page.context().setOffline(true);
  await said.click();
  await page.getByRole('dialog').getByRole('button', { name: en.reunion.sure }).click();
  await page.getByText(en.details.waiting_one.replace('{{count}}', '1')).waitFor();
  await decide('reopen');
  await page.context().setOffline(false);
  await page.getByText(en.reunion.refused).waitFor({ timeout: 60_000 });
  await page.getByText(en.reunion.none).waitFor(); // as it stands now
  expect(await page.getByText(en.details.waiting_one.replace('{{count}}', '1')).count()).toBe(0);
  await decide('confirm');
  await page.reload();
  await page.getByText(en.reunion.refused).waitFor();
  await said.waitFor();
  await page.getByRole('button', { name: en.duty.understood }).click();
  await page.getByText(en.reunion.refused).waitFor({ state: 'detached' });
  await said.click();
  await page.getByRole('dialog').getByRole('button', { name: en.reunion.sure }).click();
  await page.getByText(en.reunion.thanks).waitFor();
  expect((await callAs(server.url, family, 'GET', `/report/${missing}`)).data.status).toBe('resolved');
}, 120_000);
