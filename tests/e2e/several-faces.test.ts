/** A photo of two people: the form asks who the report is about, as does its page, and the person is found by that face alone. */

import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { compareTemplates, encodeTemplate } from '../../match/template.ts';
import en from '../../src/i18n/en.json';
import { callAs, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { portrait } from '../support/camera.ts';
import { newReport } from '../support/client.ts';
import { fillLost, OWN_HEADING, outboxLine, save, visit } from '../support/pages.ts';
import { openReadyPhone, openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const [LEFT, RIGHT] = ['men/35.jpg', 'women/46.jpg'] as const;
const FOUND_MS = 60_000;

let server: TestServer;
let phone: Device;
let token: string;

beforeAll(async () => {
  server = await startKnownServer();
  phone = await openReadyPhone();
  await phone.page.goto(`${server.url}/offline`);
  token = await signInAs(phone.page, server.url, 'poster');
});
afterAll(async () => {
  await phone.remove();
  await server.remove();
});

/** Side by side, each before half of the picture. */
async function photoOfTwo(): Promise<Buffer> {
  const [left, right] = await Promise.all(
    [LEFT, RIGHT].map(async (name) =>
      sharp(await portrait(name))
        .resize(512, 512)
        .toBuffer(),
    ),
  );
  return sharp(left)
    .extend({ right: 512 })
    .composite([{ input: right, left: 512, top: 0 }])
    .jpeg()
    .toBuffer();
}

const formFile = (buffer: Buffer) => ({ name: 'face.jpg', mimeType: 'image/jpeg', buffer });

/** The form sends the face that it finds on this photo, of several the one that is chosen. */
async function postedFace(photo: Buffer, chosen?: number): Promise<number[]> {
  const { page } = phone;
  await visit(page, `${server.url}/post-item?kind=lost`);
  await page.getByLabel('Lost Person Name').fill('Gulab Kaur');
  await page.getByLabel('Title').fill('Lost at the fair');
  await page.getByLabel('Lost Person Age').fill('71');
  await page.getByLabel('Take a photo of the face').setInputFiles(formFile(photo));
  if (chosen !== undefined) await choose(chosen);
  await page.getByText(en.post.face.found).waitFor({ timeout: FOUND_MS });
  const sent = phone.context.waitForEvent('request', (request) => request.url().endsWith('/uploadLostFoundPerson'));
  await page.getByRole('button', { name: 'Add Lost Person' }).click();
  const { faces, photos } = (await sent).postDataJSON();
  await page.getByText(/^Received, no\. W-/).waitFor();
  expect(faces).toMatchObject([{ photo: photos[0] }]);
  return faces[0].descriptor;
}

async function choose(face: number, { page } = phone): Promise<void> {
  const question = page.getByRole('dialog', { name: en.scan.several });
  await question.getByRole('button').first().waitFor({ timeout: FOUND_MS });
  expect(await question.getByRole('img').count()).toBe(2);
  await question.getByRole('listitem').nth(face).getByRole('button').click();
  await question.waitFor({ state: 'hidden' });
}

const alike = (a: number[], b: number[]) => compareTemplates(encodeTemplate(a), encodeTemplate(b));

it('asks who the report is about, and sends the face of that one and not of the other', async () => {
  const two = await photoOfTwo();
  const alone = [await postedFace(await portrait(LEFT)), await postedFace(await portrait(RIGHT))] as const;
  const chosen = [await postedFace(two, 0), await postedFace(two, 1)] as const;
  const scores = chosen.map((face) => alone.map((one) => alike(face, one)));
  console.info(`scores of the chosen with each alone: ${JSON.stringify(scores)}`);
  const own = scores.map((row) => row.indexOf(Math.max(...row)));
  expect([...own].sort()).toEqual([0, 1]); // each tap is another person's
  for (const [i, row] of scores.entries()) {
    expect(row[own[i] ?? 0]).toBeGreaterThan(0.8);
    expect(row[1 - (own[i] ?? 0)]).toBeLessThan(0.3);
  }
  expect(phone.faults).toEqual([]);
});

it('asks on the page of a report whose photo no phone has read, without a network too, and the person is found by it', async () => {
  const { page } = phone;
  const { upload, id, opId } = newReport();
  const photo = `data:image/jpeg;base64,${(await photoOfTwo()).toString('base64')}`;
  await callAs(server.url, token, 'POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId, photo });
  const view = async () => (await callAs(server.url, token, 'GET', `/report/${id}`)).data;
  await expect.poll(async () => (await view()).facesToChoose?.length, { timeout: FOUND_MS }).toBe(1);
  await visit(page, `${server.url}/items/${id}`);
  await page.getByText(en.owner.face.which).waitFor();
  await page.getByRole('button', { name: en.owner.face.choose }).click();
  const question = page.getByRole('dialog', { name: en.scan.several });
  await question.getByRole('button').first().waitFor({ timeout: FOUND_MS });
  await phone.context.setOffline(true);
  await choose(0);
  await page.getByText(en.details.saved).waitFor();
  await page.getByText(en.owner.face.which).waitFor({ state: 'detached' });
  expect((await view()).facesToChoose).toHaveLength(1);
  await phone.context.setOffline(false);
  await expect.poll(async () => (await view()).facesToChoose, { timeout: FOUND_MS }).toBeUndefined();
  expect((await view()).faceless).toBeUndefined();
});

it('asks on the phone that posted it without an account, and without what reads a face, once it has that', async () => {
  const simple = await openVisitedPhone();
  onTestFinished(() => simple.remove());
  const { page, context } = simple;
  await context.route('**/models/**', (route) => route.abort());
  await visit(page, `${server.url}/face-recognition?add=lost`);
  const person = { title: 'Lost on the train', name: 'Harnam Kaur', age: '73' };
  await fillLost(page, person);
  await page.getByLabel('Take a photo of the face').setInputFiles(formFile(await photoOfTwo()));
  await page
    .getByRole('button', { name: en.form.removePhoto.replace('{{number}}', '1') })
    .waitFor({ timeout: FOUND_MS });
  await save(page);
  await context.unroute('**/models/**');

  await visit(page, `${server.url}/outbox`);
  await outboxLine(page, person.name).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('link', { name: en.outbox.mine.open }).click();
  const which = page.getByText(en.owner.face.which);
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.locator(OWN_HEADING).waitFor();
        await page.waitForTimeout(2_000);
        return which.count();
      },
      { timeout: FOUND_MS },
    )
    .toBe(1);
  const ask = page.getByRole('button', { name: en.owner.face.choose });
  const mine = page.url();
  await ask.click();
  await page.getByText(en.errors['models-missing'].what).waitFor();
  await page.getByRole('link', { name: en.offline.takePlain }).click();
  await page.getByRole('button', { name: `${en.offline.pack}: ${en.offline.mend.take}`, exact: true }).click();
  const pack = page.getByRole('listitem').filter({ has: page.getByText(en.offline.pack, { exact: true }) });
  await pack.getByText(en.offline.packReady.split('{{')[0] ?? '').waitFor({ timeout: FOUND_MS });
  await visit(page, mine);
  await ask.click();
  const sent = context.waitForEvent(
    'request',
    (request) => request.method() === 'PUT' && /\/report\//.test(request.url()),
  );
  await choose(1, simple);
  const request = await sent;
  expect(request.headers().authorization).toBeUndefined();
  expect(request.postData()).toMatch(/"secret":"[0-9a-f]{64}","faces":\[\{"photo":"[0-9a-f]{64}"/);
  await which.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(en.outbox.mine.waits).or(page.getByText(en.details.status.published)).first().waitFor();
  expect(await which.count()).toBe(0);
});
