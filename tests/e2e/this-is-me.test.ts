/** "This is me" before a camera: the person's own face hides the report at once; another's is answered alike, and it stays. */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { areTwoMoments } from '../../match/moments.ts';
import { decodeTemplate } from '../../match/template.ts';
import { type Embedding, openEmbedding } from '../../server/face/embedding.ts';
import en from '../../src/i18n/en.json';
import { callAs, sessionOf } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { another, film, portrait } from '../support/camera.ts';
import { heading } from '../support/pages.ts';
import { openReadyPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';

const [HER, OTHER] = ['women/45.jpg', 'men/60.jpg'];
/** As another camera has her: near to the photo that was posted (0.84 of their templates), and no copy of it (0.9 and more). */
const herself = () => another(HER, { blur: 5 });
const NAME = 'Kulwant Kaur';
const ENROLLED_MS = 60_000;

let server: TestServer;
let phone: Device;
let embedding: Embedding;
let id: string;

beforeAll(async () => {
  server = await startKnownServer({ COMPARE_LIMIT_ANONYMOUS: '1000' });
  embedding = openEmbedding('dist');
  phone = await openReadyPhone({ camera: await film(await portrait(OTHER), 'other') });
  const { accessToken } = await sessionOf(server.url, 'poster');
  id = randomUUID();
  const photo = `data:image/jpeg;base64,${(await portrait(HER)).toString('base64')}`;
  await callAs(server.url, accessToken, 'POST', '/api/face/uploadLostFoundPerson', {
    ...{ id, opId: randomUUID(), type: 'lost', title: 'Did not come home', name: NAME, lostPersonAge: '40' },
    ...{ photo, consent: { publicPhoto: true, publicPhone: false, guardian: true, notice: '1' } },
  });
  const face = await templateOf(await herself());
  await vi.waitFor(async () => expect(await isFoundBy(face)).toBe(true), ENROLLED_MS);
});
afterAll(async () => {
  await phone.remove();
  await embedding.close();
  await server.remove();
});

/** The template that the server makes of a photo. */
async function templateOf(photo: Buffer): Promise<Uint8Array> {
  const found = await embedding.lookAt(photo, { known: [] });
  if (found?.kind !== 'face') throw new Error('nobody is on the photo');
  return found.code;
}

async function isFoundBy(face: Uint8Array): Promise<boolean> {
  const { candidates } = await callAs(server.url, '', 'POST', '/api/face/compare', {
    ...{ opId: randomUUID(), descriptor: [...decodeTemplate(face)] },
  });
  return JSON.stringify(candidates).includes(id);
}

/** What anybody is answered who asks for the report, by its id and in the list. */
async function isPublic(): Promise<boolean[]> {
  const { ok } = await fetch(`${server.url}/report/${id}`);
  const { data } = await callAs(server.url, '', 'GET', `/report?kind=person&q=${encodeURIComponent(NAME)}`);
  return [ok, data.some((report: { id: string }) => report.id === id)];
}

/** From the page of the report to the answer; the two moments that went to the server, and what stands on the screen then. */
async function sayThisIsMe(page: Page): Promise<{ moments: Buffer[]; answer: string }> {
  await page.goto(`${server.url}/items/${id}`);
  await page.getByRole('link', { name: en.details.thisIsMe }).click();
  await heading(page, en.objection.title).waitFor();
  expect(await page.getByLabel(en.objection.kind.me).isChecked()).toBe(true);
  await page.getByRole('button', { name: en.objection.takeSelfie }).click();
  await page.getByText(en.objection.selfieTaken).waitFor();
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/objections')),
    page.getByRole('button', { name: en.objection.send, exact: true }).click(),
  ]);
  await heading(page, en.objection.sent).waitFor();
  const { selfie } = response.request().postDataJSON();
  expect(await response.request().headerValue('authorization')).toBeNull();
  const due = new Date((await response.json()).dueAt);
  const minutes = String(due.getMinutes()).padStart(2, '0');
  const said = (await page.getByRole('main').textContent()) ?? '';
  expect(said).toContain(`${due.getDate()} ${en.month[`${due.getMonth() + 1}` as keyof typeof en.month]}`);
  expect(said).toContain(`${due.getHours() % 12 || 12}:${minutes}`);
  const moments = selfie.map((moment: string) => Buffer.from(moment, 'base64'));
  return { moments, answer: said.replace(/\d+:\d+/, '') };
}

let answerToOther: string;

it('another face is answered with the time by which it is decided, and the report stays as it was', async () => {
  expect(await isPublic()).toEqual([true, true]);
  const { answer, moments } = await sayThisIsMe(phone.page);
  answerToOther = answer;
  expect(moments).toHaveLength(2); // a look was sent
  expect(await isPublic()).toEqual([true, true]);
  expect(await isFoundBy(await templateOf(await herself()))).toBe(true);
  expect(phone.faults).toEqual([]);
});

it('her own face is answered in the same words', async () => {
  phone = await phone.reopen(await film(await herself(), 'herself'));
  const { answer, moments } = await sayThisIsMe(phone.page);
  expect(answer).toBe(answerToOther);
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = moments;
  expect(areTwoMoments(first, second)).toBe(true);
});

it('her own face has hidden the report at once: nobody reads it, lists it or finds it by a face', async () => {
  expect(await isPublic()).toEqual([false, false]);
  expect(await isFoundBy(await templateOf(await herself()))).toBe(false);
  const moderator = (await sessionOf(server.url, 'moderator')).accessToken;
  const { data } = await callAs(server.url, moderator, 'GET', '/moderation/objections');
  const ours = data.filter(({ report }: { report: { id: string } }) => report.id === id);
  expect(ours.map(({ proof, holds }: { proof: string; holds: boolean }) => [proof, holds])).toEqual([
    ['none', false],
    ['selfie', true],
  ]);
  expect(phone.faults).toEqual([]);
});
