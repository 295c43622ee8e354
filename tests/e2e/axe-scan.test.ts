/** No rule of axe is broken on the screens of a scan, in each of their states, in each look. */

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../support/browser.ts';
import { film, portrait } from '../support/camera.ts';
import { broken } from '../support/looks.ts';
import { chooseLost, fillLost, heading, save, startScan } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

/** Of a person in the sample data. */
const LOOKED_FOR = 'men/35.jpg';
const STRANGER = 'men/60.jpg';

let server: TestServer;
let phone: Device;
let page: Page;

beforeAll(async () => {
  server = await startKnownServer({ COMPARE_LIMIT_ANONYMOUS: '1000' });
});
afterAll(() => server.remove());
afterEach(() => phone.remove());

/** A phone with that face before its camera. */
async function openPhoneBefore(name: string): Promise<void> {
  phone = await openReadyPhone({ camera: await film(await portrait(name), name.replace(/\W/g, '-')) });
  ({ page } = phone);
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

const goTo = async (path: string, name: string) => {
  await page.goto(server.url + path);
  await heading(page, name).waitFor();
};

describe('axe has nothing to say', () => {
  it('about a scan: idle, counting down, stopped, refused, and the card of the person found', async () => {
    await openPhoneBefore(LOOKED_FOR);
    await goTo('/face-recognition', 'Scan a face');
    await page.getByText(/^Searches the list/).waitFor();
    expect(await broken(page, 'idle')).toEqual([]);

    // Whatever the language, the last but the form by hand: Start.
    const start = page.locator('main button:is(:only-child, :nth-last-child(2))').last();
    const counting = page.getByRole('timer');
    const again = async () => {
      // The countdown is shorter than the checks of all looks: the page is opened anew when too little is left of it for one.
      const left = await counting.textContent({ timeout: 100 }).catch(() => '0');
      if (Number(left) > 3) return;
      const theme = await page.evaluate(() => document.documentElement.className);
      await page.goto(`${server.url}/face-recognition`);
      await page.evaluate((name) => Object.assign(document.documentElement, { className: name }), theme);
      await start.click();
      await counting.waitFor();
    };
    expect(await broken(page, 'counting down', { again })).toEqual([]);
    // A face is recognised before it is stopped now and then: once more.
    const stopped = page.getByText('Face detection stopped.');
    for (const began = Date.now(); !(await stopped.isVisible()) && Date.now() - began < 60_000; ) {
      await startScan(page, server.url);
      const stop = page.getByRole('button', { name: 'Stop', exact: true }).click({ timeout: 5000 });
      await stop.then(() => stopped.waitFor({ timeout: 2000 })).catch(() => undefined);
    }
    await stopped.waitFor();
    expect(await broken(page, 'stopped')).toEqual([]);

    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      Object.assign(navigator.mediaDevices, { getUserMedia: refuse });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The camera is not allowed', { exact: true }).waitFor();
    expect(await broken(page, 'refused')).toEqual([]);

    await startScan(page, server.url);
    await page.getByText('Face detected ✔').waitFor();
    await page.getByText('The whole list is being searched too.').waitFor({ state: 'detached' });
    await page.getByText('Gurpreet Singh').first().waitFor();
    expect(await broken(page, 'match')).toEqual([]);
  });

  it('about nobody found, a form with mistakes, its question, and what is read after saving', async () => {
    await openPhoneBefore(STRANGER);
    await startScan(page, server.url);
    await heading(page, 'Person Not Found').waitFor();
    await chooseLost(page);
    await page.getByLabel('Lost Person Age').fill('many');
    await page.getByLabel('Reward Offer').fill('much');
    await page.getByRole('button', { name: 'Add Lost Person' }).click();
    await page.getByText('Write a title, so that others know what it is about.').waitFor();
    expect(await broken(page, 'not found, with mistakes')).toEqual([]);

    const clear = page.locator('form > button[type=button]').last();
    const close = async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    const cover = { open: () => clear.click(), close };
    expect(await broken(page, 'clear?', { cover })).toEqual([]);

    await fillLost(page, { title: 'Lost at the fair', name: 'Gulab Kaur', age: '71' });
    await page.getByLabel('Reward Offer').fill('500');
    await save(page);
    expect(await broken(page, 'saved')).toEqual([]);
    await goTo('/face-recognition?add=found', 'I found someone');
    await page.getByLabel('Title').fill('A boy at the bus stand');
    expect(await broken(page, 'form by hand')).toEqual([]);
    await page.waitForTimeout(500);
    await goTo('/face-recognition', 'Scan a face');
    await page.getByText('You were writing a report.').waitFor();
    expect(await broken(page, 'idle with a draft')).toEqual([]);
  });
});
