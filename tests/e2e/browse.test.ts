/** Looking for a report, opening it, and both again without a network; in a real browser on the built app. */

import readQr from 'jsqr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { login } from '../../contract/auth.ts';
import { sawHash } from '../../contract/share.ts';
import { DEMO_PASSWORD, demoEmail } from '../../server/auth/demo-accounts.ts';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import { keptRows } from '../support/kept-rows.ts';
import { heading, seeMarker, shellIsKept, visit } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let device: Device;
let page: Page;

beforeAll(async () => {
  server = await startKnownServer();
  device = await openVisitedPhone({ permissions: ['clipboard-read', 'clipboard-write'] });
  ({ page } = device);
});
afterAll(async () => {
  expect(device.faults).toEqual([]);
  await device.remove();
  await server.remove();
});

const open = (path: string) => visit(page, server.url + path);
const rows = () => page.getByRole('region', { name: en.browse.results }).getByRole('listitem');
const which = (label: string) => page.getByRole('group').getByText(label, { exact: true });
const names = () => rows().locator('a > span > span:first-child').allTextContents();
const address = () => page.evaluate(() => location.pathname + location.search);

async function signIn(name: 'poster' | 'finder'): Promise<void> {
  const body = JSON.stringify({ primaryEmail: demoEmail(name), password: DEMO_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/login`, { method: 'POST', headers, body });
  const session = login.output.parse(await answer.json());
  await page.evaluate(({ accessToken, user }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('user', JSON.stringify(user));
    dispatchEvent(new Event('user-update'));
  }, session);
}

describe('the lists', () => {
  it('show lost people to anyone, with name, region, reward, details and who posted it (R10, R36, R145, R313)', async () => {
    await open('/lost-peoples');
    await heading(page, en.browse.peopleTitle).waitFor();
    const row = rows().filter({ hasText: 'Gurpreet Singh' });
    await row.waitFor();
    const text = await row.textContent();
    for (const part of [
      'Gurpreet Singh, 45 years',
      'Ludhiana, Punjab',
      '₹ 25,000',
      'grain market',
      'Posted by ',
      'Lost',
    ])
      expect(text).toContain(part);
  });

  it('say how long ago in hours and days (R146, R412)', async () => {
    const times = await rows().locator('time').allTextContents();
    expect(times.every((time) => /^(just now|\d+ (minutes?|hours?|days?) ago)$/.test(time))).toBe(true);
    expect(times.some((time) => /hours? ago/.test(time))).toBe(true);
    expect(times.some((time) => /days? ago/.test(time))).toBe(true);
  });

  it('find while one types, keep the search in the address, and go back step by step', async () => {
    await page.getByRole('searchbox', { name: en.browse.search }).fill('surjit');
    await expect.poll(address).toBe('/lost-peoples?q=surjit');
    await expect.poll(names).toEqual(['Surjit Kaur, 55 years']);
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel(en.browse.withReward).check();
    await expect.poll(address).toBe('/lost-peoples?q=surjit&reward=1');
    await page.getByText(en.browse.emptyTitle).waitFor();
    await page.goBack();
    await expect.poll(names).toEqual(['Surjit Kaur, 55 years']);
    await page.reload();
    await expect.poll(names).toEqual(['Surjit Kaur, 55 years']);
    expect(await page.getByRole('searchbox').inputValue()).toBe('surjit');
  });

  it('say what the words find on the other side, and lead there', async () => {
    await open('/lost-peoples?q=school+bag');
    await page.getByRole('status').filter({ hasText: '0 people and 1 thing fit' }).waitFor();
    await page.getByRole('button', { name: '1 thing fits: look' }).click();
    await expect.poll(address).toBe('/found-items?q=school+bag&type=lost');
    await expect.poll(names).toEqual(['Brown school bag']);
    await page.getByRole('group').getByText('People (0)', { exact: true }).click();
    await expect.poll(address).toBe('/lost-peoples?q=school+bag');
  });

  it('narrow by region and age, counted on the button', async () => {
    await open('/lost-peoples?region=Amritsar&ageMin=50');
    await expect.poll(names).toEqual(['Surjit Kaur, 55 years']);
    await page.getByRole('button', { name: 'Filters (2 on)' }).waitFor();
  });

  it('show found things first, and lost ones by the switch (R11, R37, A1)', async () => {
    await open('/found-items');
    await heading(page, en.browse.itemsTitle).waitFor();
    await rows().filter({ hasText: 'Black wallet' }).waitFor();
    await page.getByText(en.browse.lostItems, { exact: true }).click();
    await expect.poll(address).toBe('/found-items?type=lost');
    await rows().filter({ hasText: 'Brown school bag' }).waitFor();
    expect(await rows().filter({ hasText: 'Black wallet' }).count()).toBe(0);
  });

  it('say to change the search when nothing fits, and offer the other kind (R149)', async () => {
    await open('/found-items?q=no-such-thing');
    await page.getByText(en.browse.emptyTitle).waitFor();
    await page.getByText(/Change the search/).waitFor();
    await page.getByRole('button', { name: en.browse.seeLost }).click();
    await expect.poll(address).toBe('/found-items?type=lost&q=no-such-thing');
  });

  it('keep the word that one types while the other list is still being drawn', async () => {
    await open('/found-items?type=lost');
    await rows().first().waitFor();
    await which(en.browse.foundItems).evaluate((label: HTMLElement) => {
      label.click();
      const field = document.querySelector('input[type=search]') as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'wallet');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect.poll(address).toBe('/found-items?q=wallet');
    expect(await page.getByRole('searchbox').inputValue()).toBe('wallet');
    await expect.poll(names).toEqual(['Black wallet']);
    await page.goBack();
    await expect.poll(address).toBe('/found-items?type=lost');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await open('/found-items?type=lost&q=no-such-thing');
  });

  it('draw the outline of rows while they load (R147)', async () => {
    const results = page.locator('section[aria-busy=true]');
    const cdp = await device.context.newCDPSession(page);
    const delayBy = (latency: number) =>
      cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    await delayBy(60_000); // until it was seen
    try {
      await which(en.browse.foundItems).click();
      await page.getByRole('searchbox').fill('umbrella');
      await results.getByRole('status').waitFor();
    } finally {
      await delayBy(0);
    }
    await expect.poll(names).toEqual(['Green umbrella']);
    expect(await results.count()).toBe(0);
    await cdp.detach();
  });

  it('are where one left them when one comes back', async () => {
    await open('/lost-peoples');
    await rows().nth(5).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 500));
    await rows().nth(4).getByRole('link').click();
    await page.waitForURL('**/items/*');
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  });
});

describe('the page of a report', () => {
  it('has its details, a map card, what happened, and what to do (R38)', async () => {
    await open('/lost-peoples?q=gurpreet');
    await rows().getByRole('link').first().click();
    await heading(page, 'Gurpreet Singh').waitFor();
    const facts = await page.getByRole('region', { name: en.details.facts }).textContent();
    for (const part of ['45 years', 'Blue shirt', 'Ludhiana, Punjab', '₹ 25,000', 'tractor', 'Missing'])
      expect(facts).toContain(part);
    await seeMarker(page);
    await page.getByRole('region', { name: en.details.history }).getByText(en.details.status.published).waitFor();
    const steps = page.getByRole('region', { name: en.details.steps });
    expect(await steps.getByRole('link', { name: '112' }).getAttribute('href')).toBe('tel:112');
    expect(await steps.getByRole('link', { name: '1098' }).count()).toBe(0); // nobody of that age is a child
    await page.getByRole('region', { name: en.details.photos }).getByRole('img').waitFor();
  });

  it('asks who is signed out to sign in before contact (R39, R315)', async () => {
    const report = await address();
    await page.getByRole('button', { name: en.details.signInToContact }).click();
    await page.waitForURL('**/login');
    const from = await page.evaluate(
      () => (history.state as { usr?: { from?: { pathname?: string } } }).usr?.from?.pathname,
    );
    expect(from).toBe(report);
    await page.goBack();
    await heading(page, 'Gurpreet Singh').waitFor();
  });

  it('asks first where one saw a missing person, then to call, and only then to sign in to write', async () => {
    const ways = page
      .getByRole('article')
      .locator('a[href^="tel:+"], button')
      .filter({ hasText: /saw|Call|contact/ });
    expect(await ways.allTextContents()).toEqual([
      en.details.saw,
      `${en.details.call} +91 00000 10000`,
      en.details.signInToContact,
    ]);
  });

  it('takes where one saw a missing person without an account, and says who reads it', async () => {
    await page.getByRole('button', { name: en.details.saw }).click();
    const dialog = page.getByRole('dialog', { name: en.note.sawPerson });
    await dialog.getByText(en.note.unsigned).waitFor();
    expect([
      await dialog.getByRole('combobox', { name: en.note.kind }).count(),
      await dialog.getByText(en.note.photos).count(),
    ]).toEqual([0, 0]);
    await dialog.getByLabel(en.note.saw).fill('On the steps of the temple');
    const sending = page.waitForResponse((answer) => /\/(sightings|sync\/ops)$/.test(new URL(answer.url()).pathname));
    await dialog.getByRole('button', { name: en.note.send }).click();
    await dialog.waitFor({ state: 'hidden' });
    const sent = await sending;
    expect([sent.status(), Object.hasOwn(sent.request().headers(), 'authorization')]).toEqual([200, false]);
  });

  it('gives the words of a sighting that was refused back to be read, copied and mended (fault 18)', async () => {
    const dialog = page.getByRole('dialog', { name: en.note.sawPerson });
    const isSighting = (url: URL) => /\/(sightings|sync\/ops)$/.test(url.pathname);
    const report = await address();
    await page.route(isSighting, (route) => route.fulfill({ status: 400, json: { code: 'bad-input', message: 'no' } }));
    await page.getByRole('button', { name: en.details.saw }).click();
    await dialog.getByLabel(en.note.saw).fill('At the gate,\nwith a stick');
    await dialog.getByLabel(en.note.seenAt).fill('2026-11-20T08:15');
    await dialog.getByRole('button', { name: en.note.send }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open('/outbox');
    await page.locator('[data-state=needs-you]').waitFor();
    await page
      .getByRole('listitem')
      .filter({ has: page.locator('[data-state=needs-you]') })
      .getByRole('button')
      .click();
    const entry = page.getByRole('dialog');
    await entry.getByText('At the gate, with a stick').waitFor();
    const copy = entry.getByRole('button', { name: en.outbox.words.copy });
    expect((await copy.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await copy.click();
    await page.getByText(en.outbox.words.copied).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('At the gate,\nwith a stick');
    await entry.getByRole('button', { name: en.common.mend }).click();
    await dialog.waitFor();
    expect(await address()).toContain(report.split('?')[0]);
    expect(await dialog.getByLabel(en.note.saw).inputValue()).toBe('At the gate,\nwith a stick');
    expect(await dialog.getByLabel(en.note.seenAt).inputValue()).toBe('2026-11-20T08:15');
    await page.unroute(isSighting);
    const sending = page.waitForResponse((answer) => isSighting(new URL(answer.url())));
    await dialog.getByRole('button', { name: en.note.send }).click();
    expect((await sending).status()).toBe(200);
    await dialog.waitFor({ state: 'hidden' });
    await open('/outbox');
    await page.locator('[data-state=received]').first().waitFor();
    expect(await page.locator('[data-state=needs-you]').count()).toBe(0);
    await open(report);
    await heading(page, 'Gurpreet Singh').waitFor();
  });

  it('shares its address', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
    await page.getByRole('button', { name: en.details.share }).click();
    await page.getByText(en.details.copied).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/r\/W-[0-9A-Z]{4}-[0-9A-Z]{2}$/); // the page that opens without the app
    expect(copied.startsWith(server.url)).toBe(true);
  });

  it('says that there is no such report, or that it is not for everyone', async () => {
    await open('/items/00000000-0000-4000-8000-000000000000');
    await heading(page, en.details.gone).waitFor();
    await page.getByRole('link', { name: en.details.toList }).click();
    await page.waitForURL('**/lost-peoples');
  });

  it('opens the claim of a found thing, takes a message and a note, and tells the team (R18, R150)', async () => {
    await open('/found-items?q=wallet');
    await signIn('poster');
    await rows().getByRole('link').first().click();
    await heading(page, 'Black wallet').waitFor();
    expect(await page.getByRole('link', { name: en.details.claim }).getAttribute('href')).toMatch(
      /\/items\/[0-9a-f-]+\/claim$/,
    );
    await page.getByRole('button', { name: en.details.note }).click();
    const dialog = page.getByRole('dialog', { name: en.note.title });
    await dialog.getByRole('button', { name: en.note.send }).click();
    await dialog.getByText(en.note.textNeeded).waitFor();
    await dialog.getByLabel(en.note.text).fill('It was on platform 2 at nine. Call me: 98140 12345');
    await dialog.getByRole('button', { name: en.note.send }).click();
    await dialog.waitFor({ state: 'hidden' });
    const told = page.getByRole('region', { name: en.note.list });
    await told.getByText('It was on platform 2 at nine').waitFor();
    await told.getByText(`${en.note.warn.phone} ${en.note.warnReview}`).waitFor();
    await page.getByRole('button', { name: en.details.follow, exact: true }).click();
    await page.getByRole('button', { name: en.details.unfollow }).waitFor();
    await page.getByRole('button', { name: en.details.write }).click();
    await page.getByRole('dialog').getByLabel(en.details.message).fill('Is there a bus pass in it?');
    await page.getByRole('dialog').getByRole('button', { name: en.details.send }).click();
    await page.waitForURL('**/chat**');
  });

  it('of a face that was scanned has time and words ready, and one press tells it', async () => {
    await signIn('finder');
    onTestFinished(() => signIn('poster'));
    await open('/lost-peoples?q=Gurpreet');
    const link = rows().getByRole('link').first();
    const at = new Date('2026-11-20T08:15').getTime();
    await open(`${await link.getAttribute('href')}${sawHash(at)}`);
    const dialog = page.getByRole('dialog', { name: en.note.sawPerson });
    expect(await dialog.getByLabel(en.note.seenAt).inputValue()).toBe('2026-11-20T08:15');
    await dialog.getByRole('button', { name: en.note.send }).click();
    await dialog.waitFor({ state: 'hidden' });
    const told = page.getByRole('region', { name: en.note.list });
    await told.getByText(en.note.byScan).waitFor();
    await told.getByText(en.note.says.replace('{{what}}', en.details.subject.seen)).waitFor();
  });

  it('gives its owner what waits, and what can be done; taking it down is asked first', async () => {
    await open('/found-items?type=lost&q=school+bag');
    await rows().getByRole('link').first().click();
    const panel = page.getByRole('region', { name: en.owner.title });
    await panel.waitFor();
    expect(await page.getByRole('button', { name: en.details.write }).count()).toBe(0);
    expect(await panel.getByRole('link', { name: en.owner.edit }).getAttribute('href')).toMatch(/^\/post-item\?edit=/);
    await panel.getByRole('button', { name: en.end.withdrawn.do }).click();
    const question = page.getByRole('dialog', { name: en.end.withdrawn.title });
    await question.getByText(en.end.withdrawn.goes).waitFor();
    await question.getByRole('button', { name: en.common.keep }).click();
    await panel.getByText(en.details.status.published).waitFor();
    await panel.getByRole('button', { name: en.end.withdrawn.do }).click();
    await question.getByRole('button', { name: en.end.withdrawn.do }).click();
    await panel.getByText(en.details.status.withdrawn).waitFor();
  });
});

describe('without a server', () => {
  it('what was seen opens again, and says from when it is (A35)', async () => {
    await open('/lost-peoples?q=surjit');
    await rows().getByRole('link').first().click();
    await heading(page, 'Surjit Kaur').waitFor();
    await page.getByRole('region', { name: en.details.photos }).getByRole('img').waitFor();
    await shellIsKept(page);
    await page.waitForTimeout(500); // what was read is being kept
    await server.stop();
    await page.reload();
    await heading(page, 'Surjit Kaur').waitFor();
    await page.getByText(en.details.seen).waitFor();
    await page.goto(`${page.url()}/poster`);
    const poster = page.getByRole('img', { name: 'Poster: MISSING. ਲਾਪਤਾ. Surjit Kaur.' });
    await poster.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('header').first().isVisible()).toBe(false); // on paper there is the picture alone
    expect(await poster.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en.poster.share }).click(),
    ]);
    const picture = sharp(await download.path());
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 1080 });
    const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const code = readQr(new Uint8ClampedArray(data), info.width, info.height);
    expect(code?.data).toMatch(/\/r\/W-[0-9A-Z]{4}-[0-9A-Z]{2}$/); // the page that opens without the app
    expect(code?.data.startsWith(server.url)).toBe(true);
    await open('/lost-peoples?q=surjit');
    await expect.poll(names).toEqual(['Surjit Kaur, 55 years']);
    await page.getByText(en.browse.seenFrom).waitFor();
  });

  it('what was never asked for comes from what the phone keeps, after the word that it failed (R148, R366)', async () => {
    await open('/lost-peoples?q=meena');
    await page.getByText(en.browse.loadFailed).waitFor();
    expect(en.browse.loadFailed).toBe('Failed to load reports.');
    await expect.poll(names).toEqual(['Meena Devi, 40 years']);
    await open('/found-items?q=nobody-kept-this');
    await page.getByText(en.browse.loadFailed).waitFor();
    // While the server is away, since with its return the page asks by itself and the button goes.
    const asked = page.waitForRequest((request) => request.url().includes('nobody-kept-this'));
    await page.getByRole('button', { name: en.common.again }).click();
    await asked;
    await page.getByText(en.browse.loadFailed).waitFor();
    await server.start();
    await page.getByText(en.browse.emptyTitle).waitFor();
  });

  it('nothing that one person read is left for the next', async () => {
    const kept = async () => {
      const reads = await keptRows<{ owner: string }>(page, 'wapsi-reads', 'read');
      return reads.filter(({ owner }) => owner !== '').length;
    };
    await open('/found-items?q=wallet');
    await rows().first().waitFor();
    await expect.poll(kept).toBeGreaterThan(0);
    await page.evaluate(() => {
      localStorage.removeItem('accessToken');
      localStorage.removeItem('user');
      dispatchEvent(new Event('user-update'));
    });
    await expect.poll(kept).toBe(0);
  });
});
