/** A device with no room left: what a person wrote is saved, and what could not be is named. */

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { login } from '../../contract/auth.ts';
import { DEMO_PASSWORD, demoEmail } from '../../server/auth/demo-accounts.ts';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import { reportsNamed } from '../support/feed.ts';
import { fillLost, heading, outboxLine, save } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import { fillUp, goneOf, noteGone, openFull, waitForSpare } from '../support/quota.ts';
import type { TestServer } from '../support/server.ts';

const GULAB = { title: 'Lost at the market', name: 'Gulab Kaur', age: '71' };
const PATIENT = { timeout: 60_000 };

vi.setConfig({ testTimeout: 600_000 }); // a browser notices its limit after a minute

let server: TestServer;
let phone: Device;

beforeAll(async () => {
  server = await startKnownServer();
});
afterAll(() => server.remove());
beforeEach(async () => {
  await server.stop();
  phone = await openReadyPhone();
  await phone.context.addInitScript(noteGone);
});
afterEach(() => phone.remove());

const form = () => `${server.url}/face-recognition?add=lost`;

/** Noise, which no codec makes small: a hundred kilobytes and more once the app has shrunk it. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 900, height: 900, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
}

describe('a phone whose storage is full', () => {
  it('fault 21: gives up its ballast, and saves the report with its photo; nothing else has to go', async () => {
    const { page } = phone;
    await page.goto(form());
    await waitForSpare(phone);
    await openFull(phone, form());
    await fillLost(page, GULAB);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await page.getByRole('img', { name: 'Photo 1' }).waitFor(PATIENT);
    await save(page);
    expect(await goneOf(phone)).toEqual(['ballast']);
    expect(await page.evaluate(() => caches.has('face-models'))).toBe(true);
    await page.goto(`${server.url}/outbox`);
    await outboxLine(page, GULAB.name).waitFor();
    await server.start();
    await page.getByText(/^Received, no\. W-/).waitFor(PATIENT);
    expect(await reportsNamed(server.url, GULAB.name)).toHaveLength(1);
  });

  it('fault 21: at a limit of nothing gives up tiles, models and packs in turn, and the words are still safe after a kill', async () => {
    const { page } = phone;
    await page.goto(form());
    await waitForSpare(phone);
    await page.evaluate(async () => (await caches.open('tiles')).put('/tile.png', new Response('tile')));
    await fillLost(page, { ...GULAB, name: 'Harbans Kaur' });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await page.getByRole('img', { name: 'Photo 1' }).waitFor(PATIENT);
    await fillUp(phone, 0);
    await save(page);
    const order = (await goneOf(phone)).filter((name, i, all) => all.indexOf(name) === i);
    expect(order).toEqual(['ballast', 'tiles', 'face-models', 'gallery-pack']);
    await page.getByText('No room on this phone for “Harbans Kaur”.').waitFor();
    await page.getByText('The report is saved without: photo 1.').waitFor();
    await page.getByText('This phone is almost full.').waitFor();

    await phone.kill();
    phone = await phone.reopen();
    await phone.page.goto(`${server.url}/outbox`);
    await heading(phone.page, '1 waiting').waitFor(PATIENT);
    await outboxLine(phone.page, 'Harbans Kaur').waitFor();
    await server.start();
    await phone.page.getByText(/^Received, no\. W-/).waitFor(PATIENT);
    expect(await reportsNamed(server.url, 'Harbans Kaur')).toHaveLength(1);
  });

  it('fault 21: at a limit of nothing the words reach the server from the reserve, once', async () => {
    const { page } = phone;
    await page.goto(form());
    await waitForSpare(phone);
    await openFull(phone, form(), 0);
    await fillLost(page, { ...GULAB, name: 'Jit Kaur' });
    await save(page);
    await page.goto(`${server.url}/outbox`);
    await heading(page, '1 waiting').waitFor();
    await outboxLine(page, 'Jit Kaur').getByText('No room on this phone: only the words are kept').waitFor();
    await server.start();
    await page.getByText(/^What had no room here was received, no\. W-/).waitFor(PATIENT);
    expect(await reportsNamed(server.url, 'Jit Kaur')).toHaveLength(1);

    // Any other write goes the same way: here a note about somebody's report.
    const { accessToken, user } = await signedIn('finder');
    await page.evaluate(
      ([token, who]) => {
        localStorage.setItem('accessToken', token ?? '');
        localStorage.setItem('user', who ?? '');
      },
      [accessToken, JSON.stringify(user)],
    );
    const [report] = await reportsNamed(server.url, 'Gurpreet Singh');
    await page.goto(`${server.url}/items/${report?.id}`);
    await page.getByRole('button', { name: en.details.note }).click();
    const dialog = page.getByRole('dialog', { name: en.note.title });
    await dialog.getByLabel(en.note.text).fill('By the clock tower, at nine');
    await dialog.getByRole('button', { name: en.note.send }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(en.device.heldReceivedPlain, { exact: true }).waitFor(PATIENT); // that it is held is said until then
    const headers = { authorization: `Bearer ${accessToken}` };
    const notes = async () => (await fetch(`${server.url}/report/${report?.id}/notes`, { headers })).text();
    await expect.poll(notes, PATIENT).toContain('By the clock tower');
  });
});

async function signedIn(name: 'finder') {
  const body = JSON.stringify({ primaryEmail: demoEmail(name), password: DEMO_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  return login.output.parse(await (await fetch(`${server.url}/login`, { method: 'POST', headers, body })).json());
}
