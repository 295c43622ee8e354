/** A copy of what waits, from one phone to another: locked with words, brought in once, and sent once. */

import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import type { Device } from '../support/browser.ts';
import { reportsNamed } from '../support/feed.ts';
import { fillLost, heading, outboxLine, save } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const WORDS = 'ਪੰਜ ਦਰਿਆ 1947';
const { copy } = en.outbox;
const PATIENT = { timeout: 60_000 };

let server: TestServer;
const phones: Device[] = [];
beforeAll(async () => {
  server = await startKnownServer();
});
afterAll(() => server.remove());
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.remove();
});

async function openPhone(): Promise<Device> {
  const phone = await openReadyPhone();
  phones.push(phone);
  return phone;
}
const press = ({ page }: Device, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

/** Brings the file in with these words. */
async function bring(phone: Device, file: string, words: string): Promise<void> {
  const { page } = phone;
  await page.getByRole('dialog').getByLabel(copy.file, { exact: true }).setInputFiles(file);
  await page.getByRole('dialog').getByLabel(copy.words, { exact: true }).fill(words);
  await press(phone, copy.bring);
}

describe('a copy of the outbox', () => {
  it('opens on another phone with its words alone, and what is in it arrives once, though both send it (fault 17)', async () => {
    await server.stop();
    const from = await openPhone();
    await from.page.goto(`${server.url}/face-recognition?add=lost`);
    await fillLost(from.page, { title: 'Lost at the well', name: 'Kulwant Kaur', age: '66' });
    await save(from.page);
    await from.page.goto(`${server.url}/outbox`);
    await from.page.getByRole('button', { name: copy.keep, exact: true }).click();
    const keep = from.page.getByRole('dialog').getByRole('button', { name: copy.keep });
    await from.page.getByRole('dialog').getByLabel(copy.words, { exact: true }).fill('short');
    expect(await keep.isDisabled()).toBe(true);
    await from.page.getByRole('dialog').getByLabel(copy.words, { exact: true }).fill(WORDS);
    const saving = from.page.waitForEvent('download', PATIENT);
    await keep.click();
    const file = await (await saving).path();
    await from.page.getByText(copy.kept).waitFor();
    expect((await readFile(file)).includes('Kulwant')).toBe(false);

    const to = await openPhone();
    await to.page.goto(`${server.url}/outbox`);
    await to.page.getByRole('button', { name: copy.bring, exact: true }).click();
    await bring(to, file, 'other words');
    await to.page.getByText(copy.wrong).waitFor(PATIENT);
    await heading(to.page, en.outbox.title).waitFor();
    await bring(to, file, WORDS);
    await to.page.getByText(copy.brought_one.replace('{{count}}', '1')).waitFor(PATIENT);
    await outboxLine(to.page, 'Kulwant Kaur').waitFor();

    await server.start();
    for (const { page } of [from, to]) await page.getByText(/^Received, no\. W-/).waitFor(PATIENT);
    expect(await reportsNamed(server.url, 'Kulwant Kaur')).toHaveLength(1);
  });
});
