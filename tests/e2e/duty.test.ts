/** The duty desk on an officer's phone: what waits, taken without a network, and what a colleague did meanwhile. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import en from '../../src/i18n/en.json';
import { callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { heading } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let phone: Device;
let page: Page;
let colleague: string;

beforeAll(async () => {
  server = await startKnownServer({ REVIEW: 'people' });
  const admin = (await sessionOf(server.url, 'admin')).accessToken;
  const finder = await sessionOf(server.url, 'finder');
  const [district = ''] = (await sessionOf(server.url, 'officer')).user.districts ?? [];
  const role = { role: 'officer', reason: 'Letter', organisation: 'Kotwali', districts: [district] };
  await callAs(server.url, admin, 'PUT', `/users/${finder.user.id}/role`, { opId: randomUUID(), ...role });
  colleague = (await sessionOf(server.url, 'finder')).accessToken;
  for (const [name, age] of [
    ['Jasleen', '9'],
    ['Harman', '7'],
  ])
    await callAs(server.url, '', 'POST', '/api/face/uploadLostFoundPerson', {
      ...{ id: randomUUID(), opId: randomUUID(), type: 'lost', title: 'Did not come home', name },
      ...{ lostPersonAge: age, phoneNumber: '+91 00000 10000', region: 'Ludhiana, Punjab' },
    });
  phone = await openVisitedPhone();
  ({ page } = phone);
  await page.goto(server.url);
});
afterAll(async () => {
  await phone.remove();
  await server.remove();
});

const card = (age: string) => page.getByRole('article').filter({ hasText: `${age} years` });
const press = (age: string, name: string) => card(age).getByRole('button', { name, exact: true }).click();
const tasks = async () => (await callAs(server.url, colleague, 'GET', '/duty')).data;

it('is a page for people and a call for programs; and not there for who has no duty', async () => {
  const asPage = await fetch(`${server.url}/duty`, { headers: { accept: 'text/html' } });
  expect([asPage.status, asPage.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  await signInAs(page, server.url, 'volunteer');
  await page.goto(`${server.url}/duty`);
  await heading(page, en.notFound.title).waitFor();
});

it('is in the menu of an officer, and shows what waits with a clock each; what is taken is theirs', async () => {
  await signInAs(page, server.url, 'officer');
  await page.goto(server.url);
  await page.locator('header button[aria-expanded]:visible').click();
  await page.locator('header').getByRole('link', { name: en.duty.title }).filter({ visible: true }).click();
  await heading(page, en.duty.title).waitFor();
  await card('9')
    .getByText(/due in (29|30) minutes/)
    .waitFor();
  await press('9', en.duty.act.take);
  await card('9').getByRole('button', { name: en.duty.act.done, exact: true }).waitFor();
  await expect.poll(async () => (await tasks()).find(({ state }: { state: string }) => state === 'taken')).toBeTruthy();
  await press('9', en.duty.act['give-back']);
  await card('9').getByRole('button', { name: en.duty.act.take }).waitFor();
});

it('works without a network; what waits goes when there is some, and where a colleague was first that is shown and not written over', async () => {
  await expect.poll(async () => (await tasks()).every(({ state }: { state: string }) => state === 'open')).toBe(true);
  await page.reload();
  await card('7').waitFor();
  await page.waitForTimeout(500); // it is kept
  await server.stop();
  await page.reload();
  await press('9', en.duty.act.take);
  await card('9').getByText(en.duty.waits).waitFor();
  await press('7', en.duty.act.take);
  await card('7').getByText(en.duty.waits).waitFor();
  // Nothing comes through from this phone while a colleague is first.
  await page.context().setOffline(true);
  await server.start();
  const first = (await tasks()).find(
    ({ report }: { report: { subject: { ageMin: number } } }) => report.subject.ageMin === 9,
  );
  await callAs(server.url, colleague, 'PUT', `/duty/${first.id}`, { opId: randomUUID(), rev: first.rev, act: 'take' });
  await page.context().setOffline(false);
  await card('9').getByText(en.duty.meanwhile).waitFor({ timeout: 40_000 });
  await card('9').getByText('With Kotwali', { exact: false }).waitFor();
  await press('9', en.duty.understood);
  await card('9').getByText(en.duty.meanwhile).waitFor({ state: 'detached' });
  await card('7').getByRole('button', { name: en.duty.act.done, exact: true }).waitFor();
  await card('7').getByText(en.duty.waits).waitFor({ state: 'detached' });
  expect((await tasks()).map(({ taken }: { taken?: { station?: string } }) => taken !== undefined)).toEqual([
    true,
    true,
  ]);
});

const PAIR = {
  title: 'Did not come home',
  region: 'Ludhiana, Punjab',
  clothColor: 'Green',
  phoneNumber: '+91 00000 10000',
};
const post = (person: object): Promise<unknown> =>
  callAs(server.url, '', 'POST', '/api/face/uploadLostFoundPerson', {
    ...{ id: randomUUID(), opId: randomUUID(), ...PAIR, details: { sex: 'female' } },
    ...person,
  });
const pairs = async (of = colleague, done = false): Promise<DutyTask[]> =>
  (await callAs(server.url, of, 'GET', `/duty?done=${done}`)).data.filter(({ kind }: DutyTask) => kind === 'candidate');

it('shows what a colleague decided meanwhile, in place of a decision that came too late', async () => {
  await post({ type: 'lost', name: 'Manpreet Kaur', lostPersonAge: '26', timeOfLossDate: '2026-11-10' });
  await post({ type: 'found', name: 'Manpreet Kaur', foundPersonAge: '26', timeOfLossDate: '2026-11-12' });
  await expect.poll(async () => (await pairs()).length, { timeout: 20_000 }).toBe(1);
  await page.reload();
  const pair = page.getByRole('article').filter({ hasText: en.duty.because });
  await pair.getByRole('button', { name: en.duty.decide.reject }).waitFor();
  await page.waitForTimeout(500); // it is kept
  await page.context().setOffline(true);
  await pair.getByRole('button', { name: en.duty.decide.reject }).click();
  await page.getByRole('dialog').getByRole('button', { name: en.duty.decide.reject }).click();
  await pair.getByText(en.duty.waits).waitFor();
  const [first] = await pairs();
  await callAs(server.url, colleague, 'PUT', `/candidates/${first?.candidate?.id}`, {
    ...{ opId: randomUUID(), rev: first?.candidate?.rev, decision: 'confirm', reason: 'Her brother knew her' },
  });
  await page.context().setOffline(false);
  await pair.getByText(en.duty.meanwhile).waitFor({ timeout: 40_000 });
  await pair.getByText(en.duty.verdict.confirmed).waitFor();
  await pair.getByText('Her brother knew her').first().waitFor();
  expect(await pair.textContent()).toContain('Kotwali');
  expect(await pair.getByRole('link', { name: en.duty.record }).count()).toBe(2);
  await pair.getByRole('button', { name: en.duty.understood }).click();
  await pair.waitFor({ state: 'detached' });
  expect((await pairs(colleague, true)).map(({ candidate }) => candidate?.state)).toEqual(['confirmed']);
});

it('a decision can be taken back on the page of the record, however long ago, also without a network', async () => {
  const [ended] = await pairs(colleague, true);
  await page.goto(`${server.url}/items/${ended?.report.id}`);
  const compared = page.getByRole('region', { name: en.alike.compared });
  await compared.getByText('Her brother knew her').waitFor();
  expect(await compared.textContent()).toMatch(new RegExp(`${en.duty.verdict.confirmed} · Kotwali`));
  await page.context().setOffline(true);
  await compared.getByRole('button', { name: en.alike.again }).click();
  await page.getByRole('dialog').getByRole('button', { name: en.duty.decide.reopen }).click(); // the family was told
  await compared.getByText(en.alike.waits).waitFor();
  await page.context().setOffline(false);
  await compared.getByText(en.alike.open).waitFor({ timeout: 40_000 });
  expect((await pairs()).map(({ candidate }) => candidate?.state)).toEqual(['open']);
});

it('shows on the card, and on the page of the record, who is reported already, without being asked', async () => {
  await post({ type: 'lost', name: 'ਮਨਪ੍ਰੀਤ ਕੌਰ', lostPersonAge: '27', timeOfLossDate: '2026-11-11' });
  const [open] = await pairs();
  await page.goto(`${server.url}/items/${open?.candidate?.lost.id}`);
  const alike = page.getByRole('region', { name: en.alike.title });
  await alike.getByText('name: ', { exact: false }).waitFor();
  await page.goto(`${server.url}/duty`);
  const card = page.getByRole('article').filter({ hasText: en.duty.because });
  await card.first().scrollIntoViewIfNeeded();
  await card.first().getByRole('region', { name: en.alike.title }).getByRole('link', { name: en.duty.record }).click();
  await page.waitForURL(/items/);
});

it('shows what comes after the first page to who asks for it, and keeps all of it on the phone', async () => {
  const [one, two] = await tasks();
  await page.route(
    ({ pathname }) => pathname === '/duty',
    (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const isNext = new URL(route.request().url()).searchParams.get('cursor') === 'next';
      const answer = isNext ? { data: [one, two], total: 2 } : { data: [one], total: 2, cursor: 'next' };
      return route.fulfill({ json: answer });
    },
  );
  await page.goto(`${server.url}/duty`);
  const more = page.getByRole('button', { name: en.browse.more });
  await more.waitFor();
  await page.getByText(en.duty.more.replace('{{shown}}', '1').replace('{{total}}', '2')).waitFor();
  expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await more.click();
  await more.waitFor({ state: 'detached' });
  expect(await page.getByRole('article').count()).toBe(2);
  await page.waitForTimeout(500); // it is kept
  await page.unrouteAll();
  await server.stop();
  await page.reload();
  await page.getByRole('article').nth(1).waitFor();
  await server.start();
});
