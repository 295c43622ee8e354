/** Being told, and being told no more: the inbox, its badge, what is followed, and the one tap in a mail that ends it. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoEmail } from '../../server/auth/demo-accounts.ts';
import en from '../../src/i18n/en.json';
import { callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { heading } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let mails: MailServer;
let server: TestServer;
let phone: Device;
let page: Page;
let reader: string;

beforeAll(async () => {
  mails = await openMailServer();
  server = await startKnownServer({ SMTP_URL: mails.url });
  phone = await openVisitedPhone();
  ({ page } = phone);
  await page.goto(server.url);
  const { user } = await sessionOf(server.url, 'finder');
  reader = await signInAs(page, server.url, 'finder');
  await callAs(server.url, reader, 'PUT', `/users/${user.id}`, { mailNotices: true });
});
afterAll(async () => {
  expect(phone.faults).toEqual([]);
  await phone.remove();
  await server.remove();
  await mails.close();
});

async function postIn(region: string, title: string): Promise<void> {
  const { accessToken } = await sessionOf(server.url, 'poster');
  await postThing(accessToken, { category: 'Bags', title, region });
}

async function postThing(token: string, thing: object): Promise<string> {
  const id = randomUUID();
  await callAs(server.url, token, 'POST', '/report', { id, reportType: 'lost', ...thing });
  return id;
}

describe('the inbox', () => {
  it('follows a place, and tells at once of a new report there, marked as new', async () => {
    await page.goto(`${server.url}/inbox`);
    await heading(page, en.inbox.title).waitFor();
    await page.getByRole('button', { name: en.inbox.followPlace, exact: true }).click();
    await page.getByText(en.inbox.placeNeeded).waitFor();
    await page.getByLabel(en.inbox.place).fill('Moga');
    await page.getByRole('button', { name: en.inbox.followPlace, exact: true }).click();
    await page.getByText(en.inbox.ofPlace).waitFor();
    await postIn('Moga, Punjab', 'Green bag of a tailor');
    const notice = page.locator('[data-kind="report-in-area"]').first();
    await notice.getByText('Green bag of a tailor').waitFor();
    await notice.getByText(en.inbox.fresh, { exact: true }).waitFor();
    await expect.poll(async () => (await callAs(server.url, reader, 'GET', '/inbox')).unread).toBe(0);
    await notice.getByRole('link').click();
    await page.waitForURL('**/items/*');
  });

  it('says how many wait while another page is open', async () => {
    await page.goto(`${server.url}/about`);
    await postIn('Moga, Punjab', 'Second bag');
    await page.setViewportSize({ width: 1280, height: 800 });
    const account = page.getByRole('button', { name: en.nav.account });
    await expect.poll(async () => (await account.textContent()) ?? '').toMatch(/1/);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: /^Menu.*1 not read yet$/ }).waitFor();
    await page.getByRole('navigation', { name: en.nav.bar }).getByRole('link', { name: en.nav.profile }).click();
    await page.getByRole('link', { name: /^Inbox.*1 not read yet/s }).waitFor();
  });

  it('stops following by one tap, which can be taken back', async () => {
    await page.goto(`${server.url}/inbox`);
    await page.getByRole('button', { name: /^Stop following Moga/ }).click();
    await page.getByText(en.inbox.stopped).waitFor();
    expect((await callAs(server.url, reader, 'GET', '/follows')).data).toEqual([]);
    await page.getByRole('button', { name: /^Follow Moga.* again/ }).click();
    await page.getByText(en.inbox.ofPlace).waitFor();
  });
});

describe('a thing that may be the same', () => {
  it('leads from the inbox to the question; a no by a slip is taken back, and so is a yes of both', async () => {
    const poster = (await sessionOf(server.url, 'poster')).accessToken;
    const thing = { category: 'Wallet', title: 'Velvet purse with a peacock', region: 'Moga' };
    const lost = await postThing(poster, thing);
    const found = await postThing(reader, { ...thing, reportType: 'found' });
    const notice = page.locator('[data-kind="match-possible"]').filter({ hasText: 'peacock' });
    await page.goto(`${server.url}/inbox`);
    await notice.getByRole('link').click();
    const match = page.locator('#matches > ul > li');
    const undo = match.getByRole('button', { name: en.owner.undo });
    await match.getByRole('button', { name: en.owner.notSame }).click();
    await match.getByText(en.owner.youSaid.no).waitFor();
    await undo.click();
    await match.getByRole('button', { name: en.owner.same }).click();
    await match.getByText(en.owner.youSaid.yes).waitFor();
    await callAs(server.url, poster, 'PUT', `/matches/${lost}/${found}`, { answer: 'yes' });
    await page.reload();
    await match.getByText(en.owner.confirmed).waitFor();
    await undo.click();
    await match.getByRole('button', { name: en.owner.notSame }).waitFor();
    expect((await callAs(server.url, poster, 'GET', `/report/${lost}`)).data.subject.status).toBe('lost');
  });
});

describe('the link in a mail', () => {
  it('ends what it came from by one tap, signed out, and says so', async () => {
    await postIn('Moga, Punjab', 'Third bag');
    let text = '';
    await expect
      .poll(() => {
        text =
          mails.mails.findLast((mail) => mail.to === demoEmail('finder') && mail.text.includes('Third bag'))?.text ??
          '';
        return text;
      })
      .toContain('/stop/');
    const [, token] = /\/stop\/([\w-]+)/.exec(text) ?? [];
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server.url}/stop/${token}`);
    await heading(page, en.stop.title).waitFor();
    expect((await callAs(server.url, reader, 'GET', '/follows')).data).toHaveLength(1);
    await page.getByRole('button', { name: en.stop.yes }).click();
    await heading(page, en.stop.done).waitFor();
    expect((await callAs(server.url, reader, 'GET', '/follows')).data).toEqual([]);
  });
});
