/** What was typed but not sent comes back after the browser was killed: a claim, a note, a message, a first message, an edit. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../src/i18n/en.json';
import { callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { bytesOf, makePhoto } from '../support/client.ts';
import { keptRows } from '../support/kept-rows.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let phone: Device;
let token: string;
let wallet: string;
let other: string;
let own: string;
let conversation: string;

beforeAll(async () => {
  server = await startKnownServer();
  const { accessToken } = await sessionOf(server.url, 'poster');
  token = accessToken;
  const call = (method: 'GET' | 'POST', path: string, body?: object) => callAs(server.url, token, method, path, body);
  const items = await call('GET', '/report?kind=item&type=found');
  wallet = items.data.find(({ title }: { title: string }) => title === 'Black wallet').id;
  const mine = await call('GET', '/report?scope=mine');
  own = mine.data[0].id;
  const ids: string[] = mine.data.map(({ id }: { id: string }) => id);
  other = items.data.find(({ id }: { id: string }) => id !== wallet && !ids.includes(id)).id;
  const opened = { id: randomUUID(), reportId: wallet, text: 'Is it still with you?' };
  conversation = (await call('POST', '/conversations', opened)).data.id;
  phone = await openReadyPhone();
  await phone.page.goto(`${server.url}/offline`);
  await signInAs(phone.page, server.url, 'poster');
  phone = await phone.reopen(); // a browser writes the session to disk some seconds later, or when it is closed
});
afterAll(async () => {
  expect(phone.faults).toEqual([]);
  await phone.remove();
  await server.remove();
});

const drafts = () =>
  keptRows<{ id: string; values: Record<string, string>; photos: string[] }>(phone.page, 'wapsi', 'draft');
const isKept = (text: string) =>
  expect.poll(async () => (await drafts()).some(({ values }) => Object.values(values).includes(text))).toBe(true);
async function killAndReopen(path: string): Promise<Page> {
  await phone.kill();
  const { faults } = phone;
  phone = await phone.reopen();
  phone.faults.push(...faults);
  await phone.page.goto(server.url + path);
  return phone.page;
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('what was typed and not sent survives kill -9 (fault 1)', () => {
  it('in a claim, with its proof; sent, it is one claim and no draft stays', async () => {
    const path = `/items/${wallet}/claim`;
    await phone.page.goto(server.url + path);
    const question = 'Which photo is in the inner pocket?';
    await phone.page.getByLabel(question).fill('My two children');
    const buffer = await bytesOf(await makePhoto(7, 320));
    await phone.page.locator('input[type=file]').setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
    await phone.page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await phone.page.getByLabel(en.claim.message).fill('I left it in the bus');
    await isKept('I left it in the bus');
    const page = await killAndReopen(path);
    await expect.poll(() => page.getByLabel(question).inputValue()).toBe('My two children');
    expect(await page.getByLabel(en.claim.message).inputValue()).toBe('I left it in the bus');
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await press(page, en.claim.send);
    await page.getByRole('heading', { name: 'Claim Submitted!' }).waitFor();
    const { data } = await callAs(server.url, token, 'GET', `/claims?scope=made&reportId=${wallet}`);
    expect(data).toHaveLength(1);
    expect(await drafts()).toEqual([]);
  });

  it('in a note and a first message about a thing', async () => {
    const path = `/items/${other}`;
    await phone.page.goto(server.url + path);
    await press(phone.page, en.details.note);
    await phone.page.getByRole('textbox', { name: en.note.text }).fill('At the bus stand, in a green shawl');
    await isKept('At the bus stand, in a green shawl');
    let page = await killAndReopen(path);
    await press(page, en.details.note);
    await expect
      .poll(() => page.getByRole('textbox', { name: en.note.text }).inputValue())
      .toBe('At the bus stand, in a green shawl');
    await page.getByRole('dialog').getByRole('button', { name: en.common.cancel }).click();
    await press(page, en.details.write);
    await page.getByRole('textbox', { name: en.details.message }).fill('I may have seen her');
    await isKept('I may have seen her');
    page = await killAndReopen(path);
    await press(page, en.details.write);
    await expect
      .poll(() => page.getByRole('textbox', { name: en.details.message }).inputValue())
      .toBe('I may have seen her');
  });

  it('in a conversation, and is sent once', async () => {
    const path = `/chat/${conversation}`;
    await phone.page.goto(server.url + path);
    await phone.page.getByLabel(en.chat.write).fill('It has a broken zip');
    await isKept('It has a broken zip');
    const page = await killAndReopen(path);
    await expect.poll(() => page.getByLabel(en.chat.write).inputValue()).toBe('It has a broken zip');
    await press(page, en.details.send);
    await expect.poll(() => page.getByLabel(en.chat.write).inputValue()).toBe('');
    const said = async () => {
      const { data } = await callAs(server.url, token, 'GET', `/conversations/${conversation}/messages`);
      return data.filter(({ text }: { text?: string }) => text === 'It has a broken zip').length;
    };
    await expect.poll(said).toBe(1);
    await page.reload();
    await page.getByText('It has a broken zip', { exact: true }).waitFor();
    expect(await page.getByLabel(en.chat.write).inputValue()).toBe('');
  });

  it('in a report that is being changed, and what was not touched stays as the server has it', async () => {
    const path = `/post-item?edit=${own}`;
    const others = await drafts(); // the note and the message, typed and not sent
    await phone.page.goto(server.url + path);
    await phone.page.getByLabel(en.form.description).fill('Has a scar on the left hand');
    await isKept('Has a scar on the left hand');
    await callAs(server.url, token, 'PUT', `/report/${own}`, { title: 'Changed elsewhere' });
    let page = await killAndReopen(path);
    await expect.poll(() => page.getByLabel(en.form.description).inputValue()).toBe('Has a scar on the left hand');
    await expect.poll(() => page.getByLabel(en.form.title).inputValue()).toBe('Changed elsewhere');
    await press(page, en.post.editAnew);
    await expect.poll(() => page.getByLabel(en.form.description).inputValue()).not.toBe('Has a scar on the left hand');
    await expect.poll(drafts).toEqual(others);
    page = await killAndReopen(path);
    await page.getByLabel(en.form.title).waitFor();
    expect(await page.getByText(en.form.draftKept).count()).toBe(0);
  });
});
