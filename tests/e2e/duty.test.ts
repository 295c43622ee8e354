/** The duty desk on an officer's phone: what waits, taken without a network, and what a colleague did meanwhile. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
