/** Posting without an account, and what was posted by its link on another phone: read, changed, taken back and erased. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import en from '../../src/i18n/en.json';
import { callAs, sessionOf } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { portrait } from '../support/camera.ts';
import { fillLost, heading, outboxLine, save } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const PHONE = '+91 98140 54321';
const WORDS = 'She walks with a stick';
const MISSED = { title: 'Did not come home', name: 'ਮਨਪ੍ਰੀਤ ਕੌਰ', age: '26' };
const LOST = { title: 'Lost at the fair', name: 'Gulab Kaur', age: '71' };

let server: TestServer;
let first: Device;
let other: Device;
let page: Page;
let link: URL;
const asked: string[] = [];

const change = () => page.getByRole('link', { name: en.outbox.mine.change });
/** As the server tells it to who has the secret; nothing where it opens nothing. */
const byLink = async (): Promise<Partial<ReportView>> => {
  const [, id] = /^\/mine\/(.+)$/.exec(link.pathname) ?? [];
  const answer = await fetch(`${server.url}/report/${id}/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: link.hash.slice(1) }),
  });
  return answer.ok ? ((await answer.json()) as { data: ReportView }).data : {};
};

beforeAll(async () => {
  server = await startKnownServer({ REVIEW: 'people' });
  [first, other] = [await openVisitedPhone(), await openVisitedPhone()];
  ({ page } = other);
  for (const phone of [first, other]) phone.page.on('request', (request) => asked.push(request.url()));
});
afterAll(async () => {
  expect([first.faults, other.faults]).toEqual([[], []]);
  for (const phone of [first, other]) await phone.remove();
  await server.remove();
});

it('asks for a number and a place on the first screen, and says of a report without a number that nobody can reach who posts it', async () => {
  await first.page.goto(`${server.url}/face-recognition?add=lost`);
  await heading(first.page, en.form.headLost).waitFor();
  const height = first.page.viewportSize()?.height ?? 0;
  expect(height).toBe(740);
  for (const label of [en.form.phone, en.form.region]) {
    const box = await first.page.getByLabel(label).first().boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 1)).toBeLessThanOrEqual(height);
  }
  await fillLost(first.page, LOST);
  await first.page.getByText(en.form.unreachable).waitFor();
  await first.page.getByLabel(en.form.phone).first().fill(PHONE);
  await expect.poll(() => first.page.getByText(en.form.unreachable).count()).toBe(0);
  await first.page.getByLabel(en.form.phone).first().fill('');
  await first.page.getByText(en.form.unreachable).waitFor();
});

it('is handed to another phone from the outbox; no server is told the secret in its link', async () => {
  await first.page.goto(`${server.url}/face-recognition?add=lost`);
  await fillLost(first.page, LOST);
  await first.page.getByLabel(en.form.phone).first().fill(''); // of a draft, the last half second may not have been kept
  await save(first.page);
  await first.page.getByRole('heading', { name: /^Received, no\. W-/ }).waitFor();
  await first.page.goto(`${server.url}/outbox`);
  await outboxLine(first.page, LOST.name).getByRole('button').first().click();
  await first.page.getByRole('dialog').getByRole('link', { name: en.outbox.mine.open }).click();
  await heading(first.page, en.mine.title).waitFor();
  await first.page.getByRole('button', { name: en.outbox.mine.open }).click();
  await first.page.getByRole('img', { name: en.mine.code }).waitFor();
  expect(first.page.url()).not.toContain('#'); // whoever uses this phone later finds no key in its history
  await first.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await first.page.getByRole('button', { name: en.mine.send }).click();
  await first.page.getByText(en.details.copied).waitFor();
  link = new URL(await first.page.evaluate(() => navigator.clipboard.readText()));
  expect(link.hash).toMatch(/^#[0-9a-f]{64}$/);
  await page.goto(link.href);
  await page.getByText(en.outbox.mine.waits).waitFor();
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((url) => url.includes(link.hash.slice(1)))).toEqual([]);
});

it('says on the phone that posted it when a consent cannot be changed there', async () => {
  await first.page.goto(`${server.url}/outbox`);
  await outboxLine(first.page, LOST.name).getByRole('button').first().click();
  const consent = first.page.getByRole('dialog').getByLabel(en.consent.compare.label);
  const was = await consent.isChecked();
  await first.page.evaluate(() => {
    // What a browser without room does, and without the reserve that words are held in then.
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('No files', 'SecurityError'));
  });
  await consent.click();
  await first.page.getByText(en.end.notAsked).waitFor();
  expect(await consent.isChecked()).toBe(was);
  expect(first.faults.splice(0)).toEqual([expect.stringContaining('It could not be kept')]); // in the log of the browser
  await first.page.goto(`${server.url}${link.pathname}`); // with a database that keeps again
});

it('is changed there, without a network too, and what was changed is read again once it has arrived', async () => {
  await change().click();
  await page.getByLabel(en.form.phone).fill(PHONE);
  await page.context().setOffline(true);
  onTestFinished(() => page.context().setOffline(false));
  await page.getByRole('button', { name: en.post.saveChange }).click();
  await page.getByText(en.mine.waits).waitFor();
  expect(page.url()).toBe(link.href);
  expect((await byLink()).phoneNumber ?? '').toBe('');
  await page.context().setOffline(false);
  await expect.poll(async () => (await byLink()).phoneNumber, { timeout: 30_000 }).toBe(PHONE);
  await page.getByText(en.mine.waits).waitFor({ state: 'detached' });
});

it('is changed there in all that its owner could change with an account: photos, name, age, place, day and details', async () => {
  await change().click();
  await page.getByLabel(en.form.lostName).fill('Gulab Kaur Sidhu');
  await page.getByLabel(en.form.lostAge).fill('72');
  await page.getByLabel(en.form.region).first().fill('Moga, Punjab');
  await page.getByLabel(en.form.date).first().fill('2026-11-02');
  await page.getByLabel(en.form.description).first().fill(WORDS);
  await page.locator('summary').filter({ hasText: en.recognise.more }).click();
  await page.getByLabel(en.recognise.nickname).first().fill('Bebe');
  const photo = { name: 'new.jpg', mimeType: 'image/jpeg', buffer: await portrait('women/46.jpg') };
  const other = { ...photo, buffer: await portrait('men/60.jpg') };
  await page.getByLabel(en.form.addPhoto).setInputFiles([photo, other]);
  await page.getByAltText('Photo 2').waitFor();
  await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await page.getByAltText('Photo 2').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: en.post.saveChange }).click();
  await expect.poll(async () => (await byLink()).description, { timeout: 30_000 }).toBe(WORDS);
  const now = await byLink();
  expect(now).toMatchObject({
    region: 'Moga, Punjab',
    timeOfLossDate: '2026-11-02',
    phoneNumber: PHONE,
    subject: { name: 'Gulab Kaur Sidhu', ageMin: 72, ageMax: 72, details: { nickname: 'Bebe' } },
  });
  expect(now.photos).toHaveLength(1);
  await page.getByText(en.mine.waits).waitFor({ state: 'detached' });
  await change().click();
  expect(await page.getByLabel(en.form.lostName).inputValue()).toBe('Gulab Kaur Sidhu');
  await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await page.getByRole('button', { name: en.post.saveChange }).click();
  await expect.poll(async () => (await byLink()).photos, { timeout: 30_000 }).toEqual([]);
  await page.getByText(en.mine.waits).waitFor({ state: 'detached' });
  const compare = page.getByLabel(en.consent.compare.label);
  await expect
    .poll(
      async () => {
        if (await compare.isChecked()) await compare.click(); // what is above it may just have gone, and moved it away
        return (await byLink()).consents?.compare;
      },
      { timeout: 30_000 },
    )
    .toBe(false);
});

it('refused, says why, and what its maker says to that is looked at again', async () => {
  const { accessToken } = await sessionOf(server.url, 'moderator');
  const id = link.pathname.replace('/mine/', '');
  await callAs(server.url, accessToken, 'GET', '/moderation/queue?limit=50');
  await callAs(server.url, accessToken, 'POST', `/moderation/${id}`, { action: 'reject', reason: 'Too blurred' });
  await page.reload();
  await page.getByText('Too blurred').waitFor();
  await page.getByLabel(en.outbox.appealWhy).fill('There is a sharper one now');
  await page.getByRole('button', { name: en.outbox.appeal, exact: true }).click();
  await expect.poll(async () => (await byLink()).status, { timeout: 30_000 }).toBe('appealed');
  await page.getByText(en.details.status.appealed).waitFor();
});

it('is read when the network is back, where there was none when it was opened', async () => {
  await page.context().setOffline(true);
  onTestFinished(() => page.context().setOffline(false));
  await page.reload();
  await page.getByText(en.outbox.mine.failed).waitFor();
  await page.context().setOffline(false);
  await change().waitFor();
  expect(await page.getByText(en.outbox.mine.failed).count()).toBe(0);
});

it('is taken back there, and erased, after a question each; then the link opens nothing', async () => {
  const confirm = async (how: 'withdrawn' | 'erased') => {
    await page.getByRole('button', { name: en.end[how].do }).click();
    await page.getByRole('dialog').getByRole('button', { name: en.end[how].do }).click();
  };
  await confirm('withdrawn');
  await expect.poll(async () => (await byLink()).status, { timeout: 30_000 }).toBe('withdrawn');
  await page.getByText(en.details.status.withdrawn).waitFor();
  await confirm('erased');
  await page.getByText(en.mine.gone).waitFor();
  expect(await byLink()).toEqual({});
  await first.page.reload();
  await first.page.getByText(en.mine.gone).waitFor();
});

it('a link that is cut says so', async () => {
  await page.goto(`${server.url}/about`);
  await page.goto(link.href.slice(0, -1));
  await page.getByText(en.mine.broken).waitFor();
});

it('the phone that posted it says that somebody was found, keeps without a network that they are together, and asks for the finder', async () => {
  const { page: phone } = first;
  await phone.goto(`${server.url}/face-recognition?add=lost`);
  await fillLost(phone, MISSED);
  await phone.getByLabel(en.form.region).first().fill('Ludhiana, Punjab');
  await phone.getByLabel(en.form.clothColor).first().fill('Green');
  await save(phone);
  await phone.getByRole('heading', { name: /^Received, no\. W-/ }).waitFor();
  const entry = phone.getByRole('dialog').filter({ has: phone.getByRole('link', { name: en.outbox.mine.open }) });
  const open = async () => {
    await phone.goto(`${server.url}/outbox`);
    await outboxLine(phone, MISSED.name).getByRole('button').first().click();
  };
  await open();
  const path = await entry.getByRole('link', { name: en.outbox.mine.open }).getAttribute('href');
  const [officer, finder] = [await sessionOf(server.url, 'officer'), await sessionOf(server.url, 'finder')];
  await callAs(server.url, finder.accessToken, 'POST', '/api/face/uploadLostFoundPerson', {
    ...{ id: randomUUID(), opId: randomUUID(), type: 'found', title: 'At the bus stand', region: 'Ludhiana, Punjab' },
    ...{ name: 'Manpreet Kaur', foundPersonAge: MISSED.age, clothColor: 'Green' },
  });
  const candidate = async () => {
    const asked = `/report/${path?.replace('/mine/', '')}/candidates`;
    return (await callAs(server.url, officer.accessToken, 'GET', asked)).data[0];
  };
  await expect.poll(candidate, { timeout: 30_000 }).toBeTruthy();
  const { id, rev } = await candidate();
  const decided = { opId: randomUUID(), rev, decision: 'confirm' };
  await callAs(server.url, officer.accessToken, 'PUT', `/candidates/${id}`, decided);

  const news = phone.getByText(en.status.ownNews);
  await expect
    .poll(
      async () => {
        await phone.goto(`${server.url}/outbox`); // how it stands is asked each half minute
        return news.waitFor({ timeout: 5000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  await open();
  await entry.getByText(en.reunion.noWhere).waitFor();
  await news.waitFor({ state: 'detached' });
  await phone.context().setOffline(true);
  onTestFinished(() => phone.context().setOffline(false));
  await entry.getByRole('button', { name: en.reunion.together, exact: true }).click();
  await phone.getByRole('button', { name: en.reunion.sure, exact: true }).click();
  await entry.waitFor({ state: 'detached' });
  await phone.context().setOffline(false);
  await phone.goto(server.url + path);
  await phone.getByText(en.reunion.thanks).waitFor({ timeout: 60_000 });
  await phone.getByRole('button', { name: en.reunion.tellFinderNow }).click();
  const told = async () =>
    (await callAs(server.url, finder.accessToken, 'GET', '/inbox')).data.map(({ kind }: { kind: string }) => kind);
  await expect.poll(told, { timeout: 30_000 }).toContain('reunion-together');
  await phone.getByRole('button', { name: en.reunion.tellFinderNow }).waitFor({ state: 'detached' });
  expect(await news.count()).toBe(0); // they said it themselves
}, 240_000);
