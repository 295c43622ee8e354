/** A found thing finds its owner: claimed, reviewed, talked about, handed over; two people, two browsers, a real server. */

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, demoEmail } from '../../server/auth/demo-accounts.ts';
import en from '../../src/i18n/en.json';
import { callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { filmOf } from '../support/camera.ts';
import { heading, visit } from '../support/pages.ts';
import { openReadyPhone, openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

/** The camera starts, and jsQR looks at a few pictures. */
const PATIENT = { timeout: 20_000 };

let server: TestServer;
let claimant: Device;
let finder: Device;
let thing: { id: string };
let claimId: string;

beforeAll(async () => {
  server = await startKnownServer();
  [claimant, finder] = await Promise.all([openReadyPhone(), openVisitedPhone()]);
  const { data } = await callAs(server.url, '', 'GET', '/report?kind=item&type=found');
  thing = data.find(({ title }: { title: string }) => title === 'Black wallet');
});
afterAll(async () => {
  for (const device of [claimant, finder]) {
    expect(device.faults).toEqual([]);
    await device.remove();
  }
  await server.remove();
});

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const say = async (page: Page, text: string) => {
  await page.getByLabel(en.chat.write).fill(text);
  await press(page, en.details.send);
};

describe('who is not signed in', () => {
  it('may open the chat, reads what it is, and comes back to it after signing in (R15, R47, R313)', async () => {
    const { page } = claimant;
    await visit(page, `${server.url}/chat`);
    await heading(page, en.chat.title).waitFor();
    await page.getByText(en.chat.signedOut).waitFor();
    await page.getByRole('main').getByRole('button', { name: en.nav.login }).click();
    await page.waitForURL('**/login');
  });

  it('is led from a claim to the sign-in and back to the claim (R150, R39)', async () => {
    const { page } = claimant;
    await visit(page, `${server.url}/items/${thing.id}`);
    await page.getByRole('link', { name: en.details.claim }).click();
    await page.waitForURL('**/login');
    await page.getByRole('textbox', { name: en.auth.email }).fill(demoEmail('poster'));
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await page.locator('form').getByRole('button', { name: en.auth.login }).click();
    await page.waitForURL(`**/items/${thing.id}/claim`);
    await page.getByLabel('Which photo is in the inner pocket?').waitFor();
  });
});

describe('a claim', () => {
  it('says something before it is sent', async () => {
    const { page } = claimant;
    await press(page, en.claim.send);
    const wrong = page.getByRole('alert').getByText(en.claim.empty);
    await wrong.waitFor();
    await expect.poll(() => wrong.evaluate((words) => words === document.activeElement)).toBe(true);
    // In sight: above the buttons at the foot, and nothing lies over it.
    const isSeen = (words: Element) => {
      const { x, y, width, height } = words.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === words;
    };
    expect(await wrong.evaluate(isSeen)).toBe(true);
    await page.getByLabel('Which bank card is in it?').fill('H');
    await wrong.waitFor({ state: 'detached' });
    await page.getByLabel('Which bank card is in it?').fill('');
  });

  it('is safe on the phone without a network, with its proof, and goes out by itself (R151, R152, R220, R376)', async () => {
    const { page, context } = claimant;
    await context.setOffline(true);
    await page.getByLabel('Which photo is in the inner pocket?').fill('My two children');
    await page.getByLabel('Which bank card is in it?').fill('HDFC');
    const receipt = { create: { width: 300, height: 600, channels: 3, background: '#f0e8d8' } } as const;
    const buffer = await sharp(receipt).jpeg().toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'receipt.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
    await press(page, en.claim.send);
    await heading(page, en.claim.savedTitle).waitFor();
    await context.setOffline(false);
    await heading(page, 'Claim Submitted!').waitFor();
    await page.getByRole('link', { name: en.claim.see }).click();
    await page.getByText(en.claim.status.claimant.submitted).first().waitFor();
    claimId = new URL(page.url()).pathname.split('/')[2] ?? '';
  });

  it('is told to the finder, who alone can review it, and reads how the answers agree (R153, R284, R317)', async () => {
    const { page } = finder;
    await visit(page, `${server.url}/inbox`);
    await signInAs(page, server.url, 'finder');
    await visit(page, `${server.url}/inbox`);
    await page.getByRole('link', { name: en.inbox.kind['claim-made'] }).first().click();
    await page.waitForURL(`**/claims/${claimId}`);
    await page.getByText(en.claim.agreement.agrees, { exact: true }).waitFor();
    await page.getByText(en.claim.agreement.differs, { exact: true }).waitFor();
    await page.getByRole('img', { name: 'Proof 1' }).waitFor();
    expect(await claimant.page.getByRole('button', { name: en.claim.do.accept }).count()).toBe(0);
  });

  it('is asked about and answered, each seen by the other at once', async () => {
    await press(finder.page, en.claim.do.ask);
    await dialog(finder.page).getByLabel(en.claim.words.ask).fill('How many cards are in it?');
    await dialog(finder.page).getByRole('button', { name: en.claim.do.ask }).click();
    await claimant.page.getByText('How many cards are in it?').waitFor();
    await press(claimant.page, en.claim.do.answer);
    await dialog(claimant.page).getByLabel(en.claim.words.answer).fill('Three, one of a library');
    await dialog(claimant.page).getByRole('button', { name: en.claim.do.answer }).click();
    await finder.page.getByText('Three, one of a library').waitFor();
  });

  it('is accepted after a question, and stands in both lists', async () => {
    await press(finder.page, en.claim.do.accept);
    await dialog(finder.page).getByRole('button', { name: en.claim.do.accept }).click();
    await claimant.page.getByText(en.claim.status.claimant.accepted).first().waitFor();
    await visit(claimant.page, `${server.url}/claims`);
    await claimant.page.getByRole('link', { name: 'Black wallet' }).waitFor();
    await visit(finder.page, `${server.url}/claims?scope=received`);
    await finder.page.getByRole('link', { name: 'Black wallet' }).waitFor();
  });
});

describe('the two who agreed', () => {
  it('write to each other, each message there at once, masked, and marked as read (R18, A16)', async () => {
    await visit(claimant.page, `${server.url}/claims/${claimId}`);
    await claimant.page.getByRole('link', { name: en.claim.toChat }).click();
    await heading(claimant.page, 'Imran Q.').waitFor();
    await say(claimant.page, 'Can we meet on Sunday?');
    await claimant.page.getByText(/· Sent$/).waitFor();

    await visit(finder.page, `${server.url}/chat`);
    await finder.page.getByRole('link', { name: /Jaspreet K\..*Can we meet on Sunday\?.*1 new/s }).click();
    await heading(finder.page, 'Jaspreet K.').waitFor();
    await claimant.page.getByText(/· Read$/).waitFor();
    await say(finder.page, 'Yes, at the clock tower');
    await claimant.page.getByRole('listitem').filter({ hasText: 'Yes, at the clock tower' }).waitFor();
    expect(await finder.page.getByText(demoEmail('poster')).count()).toBe(0);
  });

  it('are both warned where one of them asks for money', async () => {
    await say(finder.page, 'First send Rs 500 to imran.q@okbank');
    for (const { page } of [finder, claimant]) {
      const message = page.getByRole('listitem').filter({ hasText: 'First send Rs 500 to i•••@okbank' });
      await message.getByRole('note').filter({ hasText: en.chat.warn.money }).waitFor();
    }
  });

  it('write without a network too: the words wait on the phone and then set out', async () => {
    const { page, context } = finder;
    await context.setOffline(true);
    await say(page, 'I wear a green turban');
    await page
      .locator('[data-pending]')
      .filter({ hasText: 'I wear a green turban' })
      .getByText(en.chat.waiting)
      .waitFor();
    await context.setOffline(false);
    await claimant.page.getByRole('listitem').filter({ hasText: 'I wear a green turban' }).waitFor();
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
  });

  it('lose nothing of what they type while the words before it are still being kept', async () => {
    const { page } = finder;
    const field = page.getByLabel(en.chat.write);
    await field.fill('I am at the gate');
    // In one go: nobody could type faster.
    await field.evaluate((area: HTMLTextAreaElement) => {
      area.form?.requestSubmit();
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
      set?.call(area, `${area.value} of the park`);
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await claimant.page
      .getByRole('listitem')
      .filter({ hasText: /I am at the gate(?! of)/ })
      .waitFor();
    await expect.poll(() => field.inputValue()).toBe('of the park');
    await field.fill('');
  });

  it('send one message for two presses, and keep what was typed between them', async () => {
    const { page } = finder;
    const field = page.getByLabel(en.chat.write);
    await field.fill('I wait by the well');
    await field.evaluate((area: HTMLTextAreaElement) => {
      area.form?.requestSubmit();
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
      set?.call(area, `${area.value} till five`);
      area.dispatchEvent(new Event('input', { bubbles: true }));
      area.form?.requestSubmit();
    });
    const arrived = claimant.page.getByRole('listitem').filter({ hasText: 'I wait by the well' });
    await arrived.filter({ hasNotText: 'till five' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('till five');
    expect(await arrived.count()).toBe(1);
    await field.fill('');
  });

  it('send a photo, which the other sees', async () => {
    const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#884422' } })
      .jpeg()
      .toBuffer();
    const file = { name: 'wallet.jpg', mimeType: 'image/jpeg', buffer };
    await finder.page.locator('input[type=file]').setInputFiles(file);
    await claimant.page.getByRole('img', { name: en.chat.photo }).waitFor();
  });

  it('show a phone number by their own tap only, and can hide it again (A16)', async () => {
    const { page } = claimant;
    const shown = finder.page.getByRole('link', { name: '+91 98140 00000' });
    expect(await shown.count()).toBe(0);
    await press(page, en.chat.between);
    await press(page, en.chat.reveal.phone);
    await dialog(page).getByRole('button', { name: en.chat.reveal.phone }).click();
    await shown.waitFor();
    await press(page, en.chat.hide.phone);
    await shown.waitFor({ state: 'detached' });
  });

  it('are side by side with the list on a wide screen, and see what was said without a network', async () => {
    const { page, context } = claimant;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: /Imran Q\./ }).waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'I wear a green turban' }).waitFor();
    await page.getByText(en.details.seen).first().waitFor();
    await context.setOffline(false);
    await page.setViewportSize({ width: 360, height: 740 });
  });
});

describe('the hand-over', () => {
  it('is refused for a wrong code, and done by scanning the code that the claimant shows, also after a lost answer', async () => {
    const { page } = claimant;
    await visit(page, `${server.url}/claims/${claimId}`);
    await press(page, en.claim.code.draw);
    const shown = page.locator('[data-code]');
    const code = (await shown.getAttribute('data-code')) ?? '';
    expect(code).toMatch(/^\d{6}$/);
    await page.reload();
    expect(await shown.getAttribute('data-code')).toBe(code); // it is kept for where there is no network

    await visit(finder.page, `${server.url}/claims/${claimId}`);
    await finder.page.getByLabel(en.claim.enter.code).fill(code === '000000' ? '111111' : '000000');
    await press(finder.page, en.claim.enter.give);
    await finder.page.getByText(en.claim.enter.wrong['wrong-code']).waitFor();

    const faults = finder.faults;
    finder = await finder.reopen(await filmOfCode(`${server.url}/claims/${claimId}?code=${code}`));
    expect(faults).toEqual([]);
    await visit(finder.page, `${server.url}/claims/${claimId}`);
    // The server has it and its answer is lost: the same code again is no second hand-over.
    await finder.page.route('**/handover', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await finder.page.getByLabel(en.claim.enter.code).fill(code);
    await press(finder.page, en.claim.enter.give);
    await finder.page.getByText(en.claim.enter.wrong.failed).waitFor();
    await press(finder.page, en.claim.enter.scan);
    for (const one of [finder.page, page])
      await expect.poll(() => one.locator('[data-step="done"]').count(), PATIENT).toBe(4);
    for (const { page } of [finder, claimant])
      await page.getByRole('status').filter({ hasText: en.claim.returned }).waitFor();
    const { accessToken } = await sessionOf(server.url, 'finder');
    const { data } = await callAs(server.url, accessToken, 'GET', `/report/${thing.id}`);
    expect([data.status, data.subject.status]).toEqual(['resolved', 'returned']);
  });

  it('leaves the thing where nobody can claim it any more', async () => {
    const { page } = claimant;
    await visit(page, `${server.url}/items/${thing.id}/claim`);
    await page
      .getByText(new RegExp(`${en.claim.isReturned}|${en.details.goneText}`))
      .first()
      .waitFor();
  });

  it('ends a conversation that one of the two no longer wants, and the team is told', async () => {
    const { page } = finder;
    await visit(page, `${server.url}/chat`);
    await page.getByRole('link', { name: /Jaspreet K\./ }).click();
    await press(page, en.chat.between);
    await press(page, en.chat.complain);
    await dialog(page).getByLabel(en.chat.complainWhat).fill('Asks for money now');
    await dialog(page).getByRole('button', { name: en.chat.complainYes }).click();
    await page.getByText(en.chat.blockedByMe).waitFor();
    const { accessToken } = await sessionOf(server.url, 'moderator');
    const { data } = await callAs(server.url, accessToken, 'GET', '/moderation/complaints');
    expect(data).toMatchObject([{ text: 'Asks for money now', about: { name: 'Jaspreet Kaur' } }]);
  });
});

/** The other phone's screen, held before the camera. */
async function filmOfCode(text: string): Promise<string> {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="400" height="400"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squares}"/></svg>`;
  const desk = { create: { width: 640, height: 480, channels: 3, background: '#707880' } } as const;
  const frame = await sharp(desk)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return filmOf([frame, frame, frame], 'code');
}
