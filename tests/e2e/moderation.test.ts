/** Posts are looked at before others see them: by keyboard, with a way back, on a tablet; and nobody else gets in. */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import en from '../../src/i18n/en.json';
import { approveAs, callAs, sessionOf, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { portrait } from '../support/camera.ts';
import { faceOf } from '../support/made-faces.ts';
import { heading } from '../support/pages.ts';
import { openReadyPhone, openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let tablet: Device;
let page: Page;
let owner: string;
const posts: Record<string, string> = {};

beforeAll(async () => {
  server = await startKnownServer({ REVIEW: 'people' });
  owner = (await sessionOf(server.url, 'poster')).accessToken;
  for (const title of ['Blue bicycle', 'Silver anklet', 'School bag with books']) {
    const item = { id: randomUUID(), reportType: 'lost', category: 'Other', title, region: 'Ludhiana, Punjab' };
    posts[title] = (await callAs(server.url, owner, 'POST', '/report', item)).data.id;
  }
  tablet = await openVisitedPhone({ width: 820, height: 1180 });
  ({ page } = tablet);
  await page.goto(server.url);
});
afterAll(async () => {
  expect(tablet.faults).toEqual([]);
  await tablet.remove();
  await server.remove();
});

const statusOf = async (title: string) =>
  (await callAs(server.url, owner, 'GET', `/report/${posts[title]}`)).data.status;
/** A data URL of two people side by side. */
async function photoOfTwo(...names: [string, string]): Promise<string> {
  const [left, right] = await Promise.all(
    names.map(async (name) =>
      sharp(await portrait(name))
        .resize(512, 512)
        .toBuffer(),
    ),
  );
  const two = sharp(left)
    .extend({ right: 512 })
    .composite([{ input: right ?? Buffer.alloc(0), left: 512, top: 0 }]);
  return `data:image/jpeg;base64,${(await two.jpeg().toBuffer()).toString('base64')}`;
}

const post = (title: string) => page.getByRole('article').getByRole('heading', { level: 2, name: title });

describe('the moderation page', () => {
  it('is not there for who may not moderate (A18)', async () => {
    for (const role of [undefined, 'poster', 'volunteer'] as const) {
      if (role) await signInAs(page, server.url, role);
      await page.goto(`${server.url}/moderation`);
      await heading(page, en.notFound.title).waitFor();
    }
  });

  it('shows what waits with its clock, the one that is due first first (R22, R383)', async () => {
    await signInAs(page, server.url, 'moderator');
    await page.goto(`${server.url}/moderation`);
    await heading(page, en.moderation.title).waitFor();
    await post('Blue bicycle').waitFor();
    await page.getByText('23 hours left').waitFor();
    await page.getByText('Post 1 of 3 here; 3 in all').waitFor();
  });

  it('keeps what is looked at as it was read: changed by its owner, it is not approved before it was looked at anew', async () => {
    const description = 'With a torn saddle';
    const before = page.getByText('Post 1 of 3 here; 3 in all');
    await before.waitFor();
    await page.keyboard.press('r'); // a dialog that is open meanwhile stays the one of what it was opened on
    await page.getByRole('dialog').waitFor();
    await callAs(server.url, owner, 'PUT', `/report/${posts['Blue bicycle']}`, { description });
    const notice = page.getByText(en.moderation.lookAgain);
    // Looked at again, the page reads the queue before its minute is over.
    const readAgain = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return notice.count();
    };
    await expect.poll(readAgain, { timeout: 15_000, interval: 500 }).toBe(1);
    await page.getByRole('dialog').getByRole('button', { name: en.common.cancel }).click();
    expect(await page.getByText(description).count()).toBe(0);
    expect(await page.getByRole('button', { name: en.moderation.approve, exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.getByRole('button', { name: en.moderation.anew }).click();
    await page.getByText(description).waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await page.getByText(en.moderation.justDecided.approve).count()).toBe(0);
    await page.getByRole('button', { name: en.moderation.approve, exact: true, disabled: false }).waitFor();
  });

  it('goes on and back by J and K, and takes a decision back by Z', async () => {
    await page.keyboard.press('j');
    await post('Silver anklet').waitFor();
    await page.keyboard.press('k');
    await post('Blue bicycle').waitFor();
    await page.keyboard.press('a');
    await page.getByText(en.moderation.justDecided.approve).waitFor();
    await post('Silver anklet').waitFor();
    await page.keyboard.press('z');
    await post('Blue bicycle').waitFor();
    expect(await statusOf('Blue bicycle')).toBe('pending_review');
  });

  it('shows a post to everyone by A, once the moment to take it back is over', async () => {
    await page.keyboard.press('a');
    await expect.poll(() => statusOf('Blue bicycle')).toBe('published');
    await callAs(server.url, '', 'GET', `/report/${posts['Blue bicycle']}`);
  });

  it('refuses a post by R with a reason, which its owner reads', async () => {
    await post('Silver anklet').waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: en.moderation.reject, exact: true }).click();
    await dialog.getByText(en.moderation.reasonNeeded).waitFor();
    await dialog.getByRole('button', { name: en.moderation.preset.unclear }).click();
    await dialog.getByRole('button', { name: en.moderation.reject, exact: true }).click();
    await page.getByText(en.moderation.justDecided.reject).waitFor();
    await expect.poll(() => statusOf('Silver anklet')).toBe('rejected');
    const { data } = await callAs(server.url, owner, 'GET', '/inbox');
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'report-rejected', detail: en.moderation.preset.unclear }),
    );
  });

  it('sends a held decision when the page is left', async () => {
    await post('School bag with books').waitFor();
    await page.keyboard.press('a');
    await page.getByText(en.moderation.none).waitFor();
    await page.getByRole('link', { name: en.people.title }).click();
    await expect.poll(() => statusOf('School bag with books'), { timeout: 4000 }).toBe('published');
  });

  it('has flagged posts come back with what people say, and their owner suspended and let in again (R23)', async () => {
    const volunteer = (await sessionOf(server.url, 'volunteer')).accessToken;
    const flag = { reason: 'fraud', text: 'Asks for money first' };
    await callAs(server.url, volunteer, 'POST', `/report/${posts['Blue bicycle']}/flags`, flag);
    await page.goto(`${server.url}/moderation`);
    await post('Blue bicycle').waitFor();
    await page.getByText('Asks for money first').waitFor();
    for (const [button, done] of [
      [en.moderation.suspend, en.moderation.lift],
      [en.moderation.lift, en.moderation.suspend],
    ] as const) {
      await page.getByRole('article').getByRole('button', { name: button, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(en.moderation.reason).fill('False reports');
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('article').getByRole('button', { name: done, exact: true }).waitFor();
    }
  });

  it('has complaints looked into and closed, and admins read who did what and why', async () => {
    const finder = (await sessionOf(server.url, 'finder')).accessToken;
    const message = { id: randomUUID(), reportId: posts['Blue bicycle'], text: 'I saw it at the station' };
    const { data } = await callAs(server.url, finder, 'POST', '/conversations', message);
    await callAs(server.url, owner, 'PUT', `/conversations/${data.id}`, { complaint: 'He threatens me' });
    await page.getByText(en.moderation.tab.complaints, { exact: true }).click();
    await page.getByText('He threatens me').waitFor();
    await page.getByRole('button', { name: en.moderation.close }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(en.moderation.closeWhat).fill('Warned by phone');
    await dialog.getByRole('button', { name: en.moderation.close }).click();
    await page.getByText(en.moderation.noComplaints).waitFor();

    expect(await page.getByText(en.moderation.tab.log, { exact: true }).count()).toBe(0);
    await signInAs(page, server.url, 'admin');
    await page.getByText(en.moderation.tab.log, { exact: true }).click();
    await page.getByText('Warned by phone').waitFor();
    await page.getByText(en.moderation.preset.unclear).waitFor();
  });

  it('shows whose a demand for money in a claim is, and gives the warning to them alone', async () => {
    const [finder, loser] = [await sessionOf(server.url, 'finder'), await sessionOf(server.url, 'volunteer')];
    const { accessToken: moderator } = await sessionOf(server.url, 'moderator');
    const item = { id: randomUUID(), reportType: 'found', category: 'Bags', title: 'Red school bag' };
    await callAs(server.url, finder.accessToken, 'POST', '/report', item);
    await approveAs(server.url, moderator, item.id);
    const made = { id: randomUUID(), reportId: item.id, message: 'It has my name in it' };
    await callAs(server.url, loser.accessToken, 'POST', '/claims', made);
    const demand = { action: 'ask', text: 'Pay Rs 500 first' };
    await callAs(server.url, finder.accessToken, 'PUT', `/claims/${made.id}`, demand);
    await signInAs(page, server.url, 'moderator');
    await page.goto(`${server.url}/moderation`);
    await page.getByText(en.moderation.tab.people, { exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: en.moderation.warningIn.claim });
    await row.getByText(finder.user.name).waitFor();
    await row.getByRole('button', { name: en.moderation.openWarning }).click();
    await row.getByText(demand.text).waitFor();
    expect(await row.getByText(made.message).count()).toBe(0);
    await row.getByRole('button', { name: en.moderation.strike }).click();
    const dialog = page.getByRole('dialog', {
      name: en.moderation.strikeTitle.replace('{{name}}', finder.user.name),
    });
    await dialog.getByLabel(en.moderation.reason).fill('Asks for money');
    await dialog.getByRole('button', { name: en.moderation.strike }).click();
    await dialog.waitFor({ state: 'hidden' });
    const strikesOf = async ({ accessToken }: typeof finder) =>
      (await callAs(server.url, accessToken, 'GET', '/strikes')).data;
    expect(await strikesOf(finder)).toMatchObject([{ about: 'claim', reason: 'Asks for money' }]);
    expect(await strikesOf(loser)).toEqual([]);
  });

  it('gives an officer the whole of a record for a reason, by keys alone, and the notes that no owner is told of', async () => {
    const writer = (await sessionOf(server.url, 'finder')).accessToken;
    const person = {
      id: randomUUID(),
      type: 'lost',
      title: 'Missing since Friday',
      name: 'Simran',
      lostPersonAge: '9',
    };
    await callAs(server.url, owner, 'POST', '/api/face/uploadLostFoundPerson', {
      ...person,
      phoneNumber: '98140 12345',
    });
    const note = { id: randomUUID(), reportId: person.id, kind: 'sighting', text: 'With an aunt in Khanna' };
    await callAs(server.url, writer, 'POST', `/report/${person.id}/notes`, note);
    await signInAs(page, server.url, 'officer');
    await page.goto(`${server.url}/moderation`);
    await heading(page, en.moderation.tab.notes).waitFor();
    await page
      .getByRole('link', { name: en.moderation.readNote.replace('{{name}}', en.details.guardedPerson) })
      .click();
    await heading(page, en.details.guardedPerson).waitFor();
    expect(await page.getByText('Simran').count()).toBe(0);

    const open = page.getByRole('button', { name: en.whole.open, exact: true });
    await open.press('Enter');
    await page.getByText(en.whole.reasonNeeded).waitFor();
    await page.getByLabel(en.whole.reason).selectOption('sighting');
    await page.getByLabel(en.whole.reason).press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Simran').waitFor();
    await page.getByText('With an aunt in Khanna').waitFor();
    await page.getByText('98140 12345').first().waitFor();
    const admin = (await sessionOf(server.url, 'admin')).accessToken;
    const { data } = await callAs(server.url, admin, 'GET', '/moderation/audit');
    // Not the newest of all: an officer's page also looks for records that are alike, which is logged in its own time.
    const opened = data.filter(
      ({ action, subject }: { action: string; subject: string }) => action === 'record-open' && subject === person.id,
    );
    expect(opened).toMatchObject([{ role: 'officer', reason: 'sighting' }]);
  });

  it('has an officer name the case of a child, only then a moderator publish it, and the officer end the search', async () => {
    const child = { id: randomUUID(), type: 'lost', title: 'Did not come home', name: 'Jasleen', lostPersonAge: '9' };
    await callAs(server.url, owner, 'POST', '/api/face/uploadLostFoundPerson', {
      ...child,
      region: 'Ludhiana, Punjab',
    });
    const moderator = (await sessionOf(server.url, 'moderator')).accessToken;
    const queue = async () => (await callAs(server.url, moderator, 'GET', '/moderation/queue?limit=50')).data;
    const waits = async () =>
      (await queue()).find(({ report }: { report: { id: string } }) => report.id === child.id)?.report.needsCase;
    expect(await waits()).toBe(true);
    await signInAs(page, server.url, 'officer');
    await page.goto(`${server.url}/items/${child.id}`);
    await page.getByRole('button', { name: en.protection.caseAdd }).click();
    await page.getByRole('button', { name: en.protection.caseSave }).click();
    await page.getByText(en.protection.caseNeeded).waitFor();
    await page.getByLabel(en.protection.caseNumber).fill('0123/2026');
    await page.getByRole('button', { name: en.protection.caseSave }).click();
    await page.getByText(en.protection.caseAdded).waitFor();
    await page.getByRole('button', { name: en.protection.caseChange }).waitFor();
    expect(await waits()).toBeUndefined();
    await approveAs(server.url, moderator, child.id);
    const asOwner = () => callAs(server.url, owner, 'GET', `/report/${child.id}`);
    expect((await asOwner()).data.status).toBe('published');

    await page.reload();
    await page.getByRole('button', { name: en.alert.raise }).click();
    const alert = page.getByRole('dialog', { name: en.alert.raise });
    await alert.getByText(/9 years/).waitFor(); // what everybody will read
    await alert.getByLabel(en.alert.words).fill('Jaslin has a red shirt');
    await alert.getByRole('button', { name: en.alert.send }).click();
    await alert.getByText(en.alert.fault.name).waitFor();
    await alert.getByLabel(en.alert.words).fill('A red shirt and no shoes');
    await alert.getByRole('button', { name: en.alert.send }).click();
    await page.getByText(en.alert.sent).waitFor();
    await page.locator(`[data-alert="${child.id}"]`).getByText('A red shirt and no shoes').waitFor();
    const stranger = await openVisitedPhone({ width: 360, height: 740 });
    onTestFinished(() => stranger.remove());
    await stranger.page.goto(server.url);
    const call = stranger.page.locator(`[data-alert="${child.id}"]`);
    await call.getByRole('link', { name: en.details.call112 }).waitFor();
    expect(await call.innerText()).not.toMatch(/jasleen|did not come home/i);
    await call.getByRole('link', { name: en.alert.saw }).waitFor(); // no account is asked for
    await stranger.page.goto(`${server.url}/items/${child.id}`);
    await heading(stranger.page, en.details.guardedPerson).waitFor();
    await stranger.page.locator(`[data-alert="${child.id}"]`).waitFor();
    await stranger.page.getByText(en.details.sawNoAccount).waitFor();
    await stranger.page.getByRole('link', { name: en.details.poster }).click();
    const poster = stranger.page.getByRole('img', { name: /9 years/ });
    const written = await poster.getAttribute('alt');
    expect(written).toContain('A red shirt and no shoes');
    expect(written).toContain(`/r/${(await asOwner()).data.number}`);
    expect(written).not.toMatch(/jasleen|did not come home/i);

    await signInAs(stranger.page, server.url, 'finder');
    await stranger.page.goto(server.url);
    await call.getByRole('link', { name: en.alert.saw }).click();
    const sighting = stranger.page.getByRole('dialog');
    await sighting.getByLabel(en.note.saw).fill('At the tea stall, platform 2');
    await sighting.getByRole('button', { name: en.note.send }).click();
    const officer = (await sessionOf(server.url, 'officer')).accessToken;
    const told = async (): Promise<{ kind: string; report: { id: string } }[]> =>
      (await callAs(server.url, officer, 'GET', '/duty')).data;
    await expect
      .poll(async () => (await told()).some(({ kind, report }) => kind === 'sighting' && report.id === child.id))
      .toBe(true);
    expect((await callAs(server.url, owner, 'GET', `/report/${child.id}/notes`)).data).toEqual([]);

    await page.getByRole('button', { name: en.protection.endSearch }).click();
    const ending = page.getByRole('dialog', { name: en.protection.endSearch });
    await ending.getByRole('button', { name: en.protection.endSearchYes }).click();
    await ending.getByText(en.moderation.reasonNeeded).waitFor();
    await ending.getByLabel(en.protection.endSearchReason).fill('With her mother at the bus stand');
    await ending.getByRole('button', { name: en.protection.endSearchYes }).click();
    await page.getByText(en.protection.endSearchDone).waitFor();
    await expect.poll(() => page.getByRole('button', { name: en.protection.endSearch }).count()).toBe(0);
    expect((await asOwner()).data.status).toBe('resolved');
  });

  it('lets an officer open what is of another district only with words of why, and tells of it there', async () => {
    const child = { id: randomUUID(), type: 'lost', title: 'Missing since Monday', name: 'Ravi', lostPersonAge: '8' };
    await callAs(server.url, owner, 'POST', '/api/face/uploadLostFoundPerson', { ...child, region: 'Patna, Bihar' });
    await signInAs(page, server.url, 'officer');
    await page.goto(`${server.url}/items/${child.id}`);
    await page.getByText(en.whole.elsewhere).waitFor();
    await page.getByLabel(en.whole.reason).selectOption('case');
    const open = page.getByRole('button', { name: en.whole.open, exact: true });
    await open.click();
    await page.getByText(en.whole.detailNeeded).waitFor();
    expect(await page.getByText('Ravi').count()).toBe(0);
    await page.getByLabel(en.whole.detail).fill('FIR 12/2026');
    await open.click();
    await heading(page, 'Ravi').waitFor();
    await signInAs(page, server.url, 'moderator'); // Patna has no officer here
    await page.goto(`${server.url}/inbox`);
    await page.getByText(en.inbox.kind['opened-elsewhere']).waitFor();
    await page.getByText('Harbhajan Singh, Ludhiana City Kotwali').waitFor();
    await signInAs(page, server.url, 'admin');
    await page.goto(`${server.url}/moderation`);
    await page.getByText(en.moderation.tab.log, { exact: true }).click();
    await page.getByText(en.moderation.act['record-open-elsewhere']).waitFor();
    await page.getByText(`${en.whole.reasons.case}: FIR 12/2026`).waitFor();
  });

  it('lets an admin take the log away, and a command tells whether anything in it was changed', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: en.moderation.takeLog }).click();
    const file = join(await mkdtemp(join(tmpdir(), 'wapsi-log-')), 'log.ndjson');
    await (await download).saveAs(file);
    const run = promisify(execFile);
    const verify = () =>
      run('npx', ['tsx', 'scripts/audit.ts', file]).then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => stderr,
      );
    expect(await verify()).toMatch(
      /^(\d{2,}) entries in order, .*\nWhole\. Its end, to be noted elsewhere: \1 [0-9a-f]{64}\n$/,
    );
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('FIR 12/2026', 'FIR 13/2026'));
    expect(await verify()).toMatch(/^BROKEN: the reason of entry \d+ is not what was sealed/);
    await rm(dirname(file), { recursive: true });
  });

  it('shows a child that is like somebody who was taken down to the officers alone, by a button that says so, and does not say before that they know', async () => {
    const face = { description: JSON.stringify(faceOf(7)), model: TEMPLATE_VERSION, region: 'Ludhiana, Punjab' };
    const upload = async (name: string, lostPersonAge: string): Promise<string> => {
      const person = { id: randomUUID(), type: 'lost', title: 'Not home since Friday', name, lostPersonAge, ...face };
      await callAs(server.url, owner, 'POST', '/api/face/uploadLostFoundPerson', person);
      return person.id;
    };
    const moderator = (await sessionOf(server.url, 'moderator')).accessToken;
    const refusal = { action: 'reject', reason: 'A stranger' };
    await callAs(server.url, moderator, 'POST', `/moderation/${await upload('Amrit Kaur', '34')}`, refusal);
    const child = await upload('Gurnoor', '10');
    await signInAs(page, server.url, 'moderator');
    await page.goto(`${server.url}/moderation`);
    await page.getByRole('article').first().waitFor();
    while (!(await post('Gurnoor').isVisible())) await page.getByRole('button', { name: en.moderation.next }).click();
    await page.getByText(en.moderation.needsCaseHeld).waitFor();
    expect(await page.getByText(en.moderation.needsCase).count()).toBe(0);
    await page.getByRole('button', { name: en.moderation.release }).click();
    await page.getByText(en.moderation.justDecided.release).waitFor();
    const officer = (await sessionOf(server.url, 'officer')).accessToken;
    const desk = async () =>
      (await callAs(server.url, officer, 'GET', '/duty')).data.map(
        ({ report }: { report?: { id: string } }) => report?.id,
      );
    await expect.poll(desk, { timeout: 15_000 }).toContain(child);
    await page.goto(`${server.url}/moderation`);
    await page.getByRole('article').first().waitFor();
    while (!(await post('Gurnoor').isVisible())) await page.getByRole('button', { name: en.moderation.next }).click();
    await page.getByText(en.moderation.needsCase).waitFor();
    expect(await page.getByRole('button', { name: en.moderation.approve, exact: true }).isDisabled()).toBe(true);
    expect((await callAs(server.url, owner, 'GET', `/report/${child}`)).data.status).toBe('pending_review');
  });
});

describe('a photo of two people, of which nothing says whose report it is', () => {
  it('is found by the face that a reviewer shows on it', async () => {
    const person = {
      id: randomUUID(),
      type: 'lost',
      title: 'With his sister',
      name: 'Harnek Singh',
      lostPersonAge: '41',
    };
    const photo = await photoOfTwo('men/6.jpg', 'women/6.jpg');
    await callAs(server.url, owner, 'POST', '/api/face/uploadLostFoundPerson', { ...person, photo });
    const moderator = (await sessionOf(server.url, 'moderator')).accessToken;
    const toDraw = async () => {
      const { data } = await callAs(server.url, moderator, 'GET', '/moderation/queue?limit=50');
      return data.find(({ report }: { report: { id: string } }) => report.id === person.id)?.facesToDraw?.length ?? 0;
    };
    await expect.poll(toDraw).toBe(1);

    const phone = await openReadyPhone({ width: 820, height: 1180 });
    onTestFinished(() => phone.remove());
    await phone.page.goto(server.url);
    await signInAs(phone.page, server.url, 'moderator');
    await phone.page.goto(`${server.url}/moderation`);
    const name = phone.page.getByRole('article').getByRole('heading', { level: 2, name: person.name });
    await phone.page.getByRole('article').first().waitFor();
    while (!(await name.isVisible())) await phone.page.getByRole('button', { name: en.moderation.next }).click();
    await phone.page.getByText(en.moderation.photosWithoutFace.several).waitFor();
    await phone.page.getByRole('button', { name: en.moderation.drawFace.open }).click();
    const dialog = phone.page.getByRole('dialog');
    await dialog.getByRole('img', { name: person.name }).waitFor();
    await dialog.getByText(en.crop.byButtons).click();
    const press = async (times: number, which: keyof typeof en.cover.change) => {
      const button = dialog.getByRole('button', { name: en.cover.change[which], exact: true });
      for (let i = 0; i < times; i++) await button.click();
    };
    // Above the two there is no face.
    await press(20, 'lower');
    await press(5, 'up');
    await dialog.getByRole('button', { name: en.moderation.drawFace.do }).click();
    await dialog.getByText(en.moderation.drawFace.none).waitFor();
    await press(5, 'left');
    await press(20, 'taller');
    await dialog.getByRole('button', { name: en.moderation.drawFace.do }).click();
    await phone.page.getByText(en.moderation.drawFace.done).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await toDraw()).toBe(0);
    await phone.page.getByRole('button', { name: en.moderation.drawFace.open }).waitFor({ state: 'detached' });
    expect(phone.faults).toEqual([]);
  });
});

describe('published photos that nobody is found by', () => {
  it('are looked at instead of the posts, whose buttons and keys are away, and the last one left is taken back there', async () => {
    const moderator = (await sessionOf(server.url, 'moderator')).accessToken;
    const person = { id: randomUUID(), type: 'lost', title: 'At the fair', name: 'Gulab Kaur', lostPersonAge: '71' };
    const photo = await photoOfTwo('men/35.jpg', 'women/46.jpg');
    await callAs(server.url, owner, 'POST', '/api/face/uploadLostFoundPerson', { ...person, photo });
    const queue = () => callAs(server.url, moderator, 'GET', '/moderation/queue?limit=50');
    await approveAs(server.url, moderator, person.id);
    const toDraw = async () => (await queue()).facesToDraw ?? 0;
    await expect.poll(toDraw, { timeout: 60_000 }).toBe(1);
    const item = { reportType: 'lost', category: 'Other', title: 'Grey shawl', region: 'Ludhiana, Punjab' };
    posts[item.title] = (await callAs(server.url, owner, 'POST', '/report', { ...item, id: randomUUID() })).data.id;

    await signInAs(page, server.url, 'moderator');
    await page.goto(`${server.url}/moderation`);
    const open = page.locator('article[aria-labelledby=post]');
    await open.waitFor();
    await page.getByRole('button', { name: en.moderation.faceQueue.look }).click();
    await page.getByRole('img', { name: person.name }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe(en.moderation.faceQueue.title);
    expect(await open.count()).toBe(0);
    expect(await page.getByRole('button', { name: en.moderation.approve }).count()).toBe(0);
    const waiting = (await queue()).total;
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    expect(await page.getByRole('dialog').count()).toBe(0);

    const { leave, left, back, waiting_one } = en.moderation.faceQueue;
    await page.getByRole('button', { name: leave }).click();
    await page.getByText(left).waitFor();
    await expect.poll(toDraw).toBe(0);
    await page.getByRole('button', { name: en.moderation.undo }).click();
    await expect.poll(toDraw).toBe(1);
    await page.getByRole('button', { name: back }).click();
    await open.waitFor();
    await page.getByText(waiting_one.replace('{{count}}', '1')).waitFor();
    expect((await queue()).total).toBe(waiting);
    expect(await statusOf(item.title)).toBe('pending_review');
  }, 120_000);
});
