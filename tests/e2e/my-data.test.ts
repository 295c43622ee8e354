/** One tap gives an account all that is kept of it: its words, its photos, its films and its own picture, byte for byte. */

import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { VIDEO_PIECE_BYTES } from '../../contract/file.ts';
import en from '../../src/i18n/en.json';
import { callAs, signInAs } from '../support/accounts.ts';
import type { Device } from '../support/browser.ts';
import { portrait } from '../support/camera.ts';
import { openVisitedPhone, startKnownServer } from '../support/phone.ts';
import type { TestServer } from '../support/server.ts';
import { mp4 } from '../support/videos.ts';

const TITLE = 'Blue bicycle with a bell';

let server: TestServer;
let phone: Device;
let page: Page;
let token: string;
/** Where each file is read, by its hash. */
const paths = new Map<string, string>();
let film: string;

beforeAll(async () => {
  server = await startKnownServer();
  phone = await openVisitedPhone();
  ({ page } = phone);
  await page.goto(server.url);
  token = await signInAs(page, server.url, 'poster');
  const bytes = mp4({ bytes: VIDEO_PIECE_BYTES + 300_000 }); // more than one piece
  film = createHash('sha256').update(bytes).digest('hex');
  const photo = `data:image/jpeg;base64,${(await portrait('men/61.jpg')).toString('base64')}`;
  const thing = {
    id: randomUUID(),
    reportType: 'lost',
    category: 'Other',
    title: TITLE,
    images: [photo],
    videos: [film],
  };
  await callAs(server.url, token, 'POST', '/report', thing);
  await fetch(`${server.url}/files/${film}?offset=0&total=${bytes.length}`, {
    method: 'PUT',
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  await wear(await portrait('women/59.jpg'));
  const { photos } = (await callAs(server.url, token, 'GET', `/report/${thing.id}`)).data;
  paths.set(photos[0], `/files/${photos[0]}`);
  await vi.waitFor(async () => expect((await bytesOf(`/files/${film}/video`)).length).toBe(VIDEO_PIECE_BYTES), 10_000);
});
afterAll(async () => {
  expect(phone.faults).toEqual([]);
  await phone.remove();
  await server.remove();
});

/** Give the account a picture, as its profile does. */
async function wear(picture: Buffer): Promise<void> {
  const { id } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
  const form = new FormData();
  form.set('data', JSON.stringify({}));
  form.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'me.jpg');
  const answer = await fetch(`${server.url}/users/${id}`, {
    method: 'PUT',
    headers: { authorization: token },
    body: form,
  });
  const { user } = (await answer.json()) as { user: { avatar_url: string } };
  paths.set(user.avatar_url.replace('/avatars/', ''), user.avatar_url);
}

/** What the server gives of a file. */
async function bytesOf(path: string): Promise<Buffer> {
  const answer = await fetch(server.url + path, { headers: { authorization: token } });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : Buffer.alloc(0);
}

/** Press the button, and open the file that comes. */
async function take(): Promise<Map<string, Buffer>> {
  await page.goto(`${server.url}/profile`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.myData.take }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^wapsi-\d{4}-\d\d-\d\d\.zip$/);
  const entries = Object.entries(unzipSync(new Uint8Array(await readFile(await download.path()))));
  return new Map(entries.map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

it('by one tap there is a file with the words, and each photo, film and the own picture as the server has them', async () => {
  const zip = await take();
  const words = JSON.parse(zip.get('my-data.json')?.toString() ?? '');
  expect(words.reports.map(({ report }: { report: { title: string } }) => report.title)).toContain(TITLE);
  expect(paths.size).toBe(2);
  for (const [sha256, path] of paths) {
    const own = await bytesOf(path);
    expect(own.length).toBeGreaterThan(500);
    expect(zip.get(`files/${sha256}.webp`)?.equals(own)).toBe(true);
  }
  const pieces = [0, VIDEO_PIECE_BYTES].map((from) => bytesOf(`/files/${film}/video?from=${from}`));
  expect(zip.get(`files/${film}.mp4`)?.equals(Buffer.concat(await Promise.all(pieces)))).toBe(true);
  const named = [...words.files, ...words.videos, words.avatar].map((sha256: string) => sha256.slice(0, 8)).sort();
  const packed = [...zip.keys()].filter((name) => name.startsWith('files/')).map((name) => name.slice(6, 14));
  expect(packed.sort()).toEqual(named);
  expect(await page.getByText(en.myData.missing_one.split('{{count}}')[1] ?? '').count()).toBe(0);
});

it('a film that breaks off loses none of the others, and the screen says that one is not in the file', async () => {
  await page.route('**/video?from=2*', (route) => route.abort());
  const zip = await take();
  await page.getByText(en.myData.missing_one.replace('{{count}}', '1')).waitFor();
  expect(zip.has(`files/${film}.mp4`)).toBe(false);
  for (const sha256 of paths.keys()) expect(zip.has(`files/${sha256}.webp`)).toBe(true);
  expect(JSON.parse(zip.get('my-data.json')?.toString() ?? '').videos).toEqual([film]);
});
