/** What helps to recognise a person: typed without a network, corrected before it goes, read by others as far as they may. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import { signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { heading, outboxLine, visit } from '../support/pages.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const WORDS = en.recognise;
const TITLE = 'Did not come back from the market';
const HEIGHT = WORDS.heightIs.replace('{{cm}}', '163').replace('{{feet}}', '5').replace('{{inches}}', '4');

let server: TestServer;
let phone: Device;
let other: Device;

beforeAll(async () => {
  server = await startKnownServer();
  phone = await openVisitedPhone({ width: 320, height: 640 });
  other = await openVisitedPhone();
  await phone.page.goto(server.url);
  await signInAs(phone.page, server.url, 'poster');
});
afterAll(async () => {
  expect([...phone.faults, ...other.faults]).toEqual([]);
  await phone.remove();
  await other.remove();
  await server.remove();
});

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const open = (page: Page) => page.getByText(WORDS.more).click();

it('goes from a phone without a network to the page of the record; what hurts is read by who opened it alone', async () => {
  const { page } = phone;
  await visit(page, `${server.url}/face-recognition?add=lost`);
  await page.getByLabel(en.form.lostName).waitFor();
  await phone.context.setOffline(true);
  await page.getByLabel(en.form.lostName).fill('Harjit Kaur');
  await page.getByLabel(en.form.lostAge).fill('67');
  await page.getByLabel(en.form.title, { exact: true }).fill(TITLE);
  expect(await chip(page, WORDS.sexes.female).isVisible()).toBe(false);
  await open(page);
  await chip(page, WORDS.sexes.female).click();
  await page.getByLabel(WORDS.height).fill("5'44");
  await chip(page, WORDS.builds.thin).click();
  await chip(page, WORDS.spoken.pa).click();
  await chip(page, WORDS.spoken.ur).click();
  await page.getByLabel(WORDS.nickname).fill('Bibi ji');
  await page.getByLabel(WORDS.marks).fill('Scar on the right hand');
  await page.getByLabel(WORDS.medical).fill('Insulin every evening');
  await chip(page, WORDS.relatives.spouse).click();
  await page.getByLabel(WORDS.relativeName.spouse).fill('Mohinder Singh');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  // What is wrong in it is shown even where it was folded away again.
  await open(page);
  const save = page.getByRole('button', { name: en.form.addLost });
  await save.click();
  await page.getByText(en.form.error.height).waitFor();
  await page.getByLabel(WORDS.height).fill("5'4");
  await page.getByText(HEIGHT).waitFor();
  await save.click();
  await page.getByText(en.form.savedHere, { exact: true }).first().waitFor();

  await page.getByRole('link', { name: en.form.toOutbox }).click();
  await page.getByRole('button', { name: en.outbox.open.replace('{{label}}', 'Harjit Kaur') }).click();
  await page.getByRole('link', { name: en.outbox.correct }).click();
  await heading(page, en.form.correctTitle).waitFor();
  expect(await chip(page, WORDS.sexes.female).getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByLabel(WORDS.relativeName.spouse).inputValue()).toBe('Mohinder Singh');
  await chip(page, WORDS.spoken.ur).click();
  await page.getByLabel(WORDS.marks).fill('Scar on the left hand');
  await page.getByRole('button', { name: en.form.saveCorrection }).click();
  await page.getByRole('link', { name: en.form.toOutbox }).click();

  await phone.context.setOffline(false);
  await expect.poll(() => outboxLine(page, 'Harjit Kaur').textContent()).toContain('Received, no. W-');

  const reader = other.page;
  await reader.goto(`${server.url}/lost-peoples?sex=female&q=bibi`);
  await reader.getByRole('link', { name: /Harjit Kaur/ }).click();
  await heading(reader, 'Harjit Kaur').waitFor();
  const told = reader.getByRole('region', { name: en.details.facts });
  await told.getByText(WORDS.title).waitFor();
  const seen = [WORDS.sexes.female, HEIGHT, WORDS.builds.thin, 'Bibi ji', 'Scar on the left hand', WORDS.spoken.pa];
  for (const text of seen) expect(await told.getByText(text, { exact: true }).count(), text).toBe(1);
  const kept = ['Insulin every evening', 'Mohinder Singh'];
  for (const text of kept) expect(await reader.getByText(text).count(), text).toBe(0);

  await signInAs(reader, server.url, 'officer');
  await reader.reload();
  await heading(reader, 'Harjit Kaur').waitFor();
  await reader.getByLabel(en.whole.reason).selectOption('case');
  await reader.getByRole('button', { name: en.whole.open, exact: true }).click();
  await reader.getByText(WORDS.keptTitle).waitFor();
  for (const text of kept) await reader.getByText(text).waitFor();

  await page.goto(`${server.url}/lost-peoples?sex=male&q=bibi`);
  await page.getByText(en.browse.emptyTitle).waitFor();
});
