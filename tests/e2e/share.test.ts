/** /r/NUMBER as it is opened from a chat: in a real browser, by the built server. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import { WORDS } from '../../server/share/words.ts';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let device: Device;
let view: ReportView;
beforeAll(async () => {
  server = await startKnownServer();
  device = await openVisitedPhone();
  const answer = await fetch(`${server.url}/report?kind=person&type=lost&limit=50`);
  const { data } = (await answer.json()) as { data: ReportView[] };
  const shown = data.find(({ photos }) => photos.length > 0);
  if (!shown) throw new Error('nobody is shown with a photo');
  view = shown;
});
afterAll(async () => {
  expect(device.faults).toEqual([]);
  await device.remove();
  await server.remove();
});

it('shows who is missing without a script, leads to "I saw this person", and fits a phone in each language', async () => {
  const { page } = device;
  for (const language of ['en', 'pa', 'hi'] as const) {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${server.url}/r/${view.number}?lang=${language}`);
      await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
      expect(await page.locator('script').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await page.locator('header').textContent()).toContain(WORDS[language].missing);
    }
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('link', { name: WORDS.en.language }).click();
  await page.getByRole('link', { name: WORDS.en.saw }).click();
  await page.waitForURL(`**/items/${view.id}#saw`);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

it('says no more of a number that nobody has than whom to call', async () => {
  const { page } = device;
  await page.goto(`${server.url}/r/W-0000-00?lang=en`);
  await page.getByRole('heading', { name: WORDS.en.nothing.title }).waitFor();
  expect(await page.getByRole('link', { name: WORDS.en.call112 }).getAttribute('href')).toBe('tel:112');
});

it('without a network opens the record that this phone keeps', async () => {
  const { page } = device;
  await page.goto(`${server.url}/lost-peoples`);
  await page
    .getByText(view.subject.kind === 'person' ? (view.subject.name ?? '') : '')
    .first()
    .waitFor();
  await server.stop();
  await page.goto(`${server.url}/r/${view.number}`);
  await page.waitForURL(`**/items/${view.id}`);
  await page.getByRole('heading', { name: en.details.facts }).waitFor();
  await server.start();
});
