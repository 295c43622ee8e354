/**
 * What is left lying about: on the phone of each role after a visit and after signing out, in the built app, in what the
 * server writes to its log, and in its data folder when all is erased. `tests/integration/canary.test.ts` asks what it says.
 */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../server/auth/demo-accounts.ts';
import { hashToken } from '../../server/auth/tokens.ts';
import { openDb } from '../../server/db/open.ts';
import en from '../../src/i18n/en.json';
import { callAs, type Session, signInWith, signOutHere } from '../support/accounts.ts';
import { openDevice } from '../support/browser.ts';
import { type CanaryWorld, canariesIn, openCanaryWorld } from '../support/canaries.ts';
import type { Viewer, Way } from '../support/canary.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { untilReadable } from '../support/databases.ts';
import { holdingsOf } from '../support/holdings.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { visit } from '../support/pages.ts';
import { asText, textsOf } from '../support/profile.ts';

/** What a phone keeps of what it was told; all else was shown and is gone. */
const KEPT: readonly Way[] = [
  ...(['sync', 'me', 'listReports', 'getReport', 'listMatches', 'listNotes', 'listClaims', 'getClaim'] as const),
  ...(['listConversations', 'listMessages', 'inbox', 'listFollows'] as const),
];
const MOST_LOOKS = 60;
const PUBLIC: readonly Way[] = ['sync', 'listReports', 'getReport'];
const ROLES = [
  ...(['anonymous', 'owner', 'party', 'finder', 'volunteer', 'officer', 'moderator', 'admin'] as const),
] as const satisfies readonly Viewer[];

/** Everybody's faces are read before anybody looks: a minute alone, some more beside other browsers. */
const SETTLED_MS = 600_000;

const data = mkdtempSync(join(tmpdir(), 'wapsi-canary-'));
let mail: MailServer;
let host: TestHost;
let world: CanaryWorld;
let url: string;

beforeAll(async () => {
  mail = await openMailServer();
  const where = { kind: 'pglite', dir: join(data, 'database') } as const;
  const database = { kind: where.kind, where: async () => where, open: () => openDb(where) };
  host = await startHost(database, { DATA_DIR: data, DIST_DIR: 'dist', REVIEW: 'people', SMTP_URL: mail.url });
  await host.app().listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(host.app().server.address() as AddressInfo).port}`;
  world = await openCanaryWorld(host);
  await host.app().jobs.idle();
  await untilReadable(host.db);
}, SETTLED_MS);
afterAll(async () => {
  await host.remove();
  await mail.close();
  rmSync(data, { recursive: true, force: true });
});

/** What stands in a text that these ways may not have brought there. */
const strangers = (text: string, viewer: Viewer, ways: readonly Way[], tokens = canariesIn(text)): string[] => [
  ...new Set(
    tokens.flatMap((token) => {
      const canary = world.canaries.get(token);
      return canary && !ways.some((way) => canary.may(viewer, way)) ? [canary.what] : [];
    }),
  ),
];

/** In the files below a folder, but for what a browser alone decides about (docs/threat-model.md, "A stolen phone"). */
async function onDisk(folder: string, viewer: Viewer, ways: readonly Way[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { path, text } of textsOf(folder))
    if (!path.includes('Local Storage')) found.push(...strangers(text, viewer, ways).map((what) => `${what}: ${path}`));
  return found;
}

/**
 * Waits until nothing is on its way any more, but for the stream that has no end. Of a request that a worker answers the end
 * is not always told, so that it is waited for some seconds and no longer: whether enough was seen is asked at the end.
 */
function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/events')) open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  page.on('framenavigated', () => open.clear()); // what a page asked for ends with it, and is not always said to
  return async () => {
    for (let looks = 0; open.size > 0 && looks < MOST_LOOKS; looks++) await sleep(50);
  };
}

/** What is left after a while: Chromium takes what was deleted off the disk a moment later (src/store/erase.ts). */
async function leftAtLast(look: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + 20_000;
  let left = await look();
  for (; left.length > 0 && performance.now() < end; left = await look()) await sleep(100);
  return left;
}

/** Look at all that this role has a page for. */
async function lookAround(page: Page, role: Viewer, quiet: () => Promise<void>): Promise<void> {
  const [reports, { data: talks }] = [
    await host.db.selectFrom('report').select('id').where('status', 'in', ['published', 'pending_review']).execute(),
    role === 'anonymous' ? { data: [] } : await callAs(url, world.tokens.get(role) ?? '', 'GET', '/conversations'),
  ];
  const open = async (path: string) => {
    await visit(page, url + path);
    await quiet();
  };
  for (const path of ['/lost-peoples', '/found-items']) await open(path);
  for (const { id } of reports) await open(`/items/${id}`);
  if (role === 'officer') await openWhole(page, quiet);
  if (role === 'anonymous') return;
  for (const path of ['/profile', '/inbox', '/claims', ...talks.map(({ id }: { id: string }) => `/chat/${id}`)])
    await open(path);
  // Who has none is told so: nothing of another's is on the page either.
  const reunions = await host.db.selectFrom('reunion').select('lost_id').execute();
  expect(reunions.length).toBeGreaterThan(0);
  for (const { lost_id } of reunions) await open(`/items/${lost_id}/reunion`);
  if (['volunteer', 'officer', 'moderator', 'admin'].includes(role)) await open('/duty');
  if (role === 'moderator' || role === 'admin') {
    await open('/moderation');
    for (const tab of ['notes', 'objections', 'complaints', 'people'] as const) {
      await page.locator('label').filter({ hasText: en.moderation.tab[tab] }).click();
      await quiet();
    }
  }
}

async function openWhole(page: Page, quiet: () => Promise<void>): Promise<void> {
  const { id } = await host.db
    .selectFrom('report')
    .select('id')
    .where('age_min', '=', 9)
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow();
  await visit(page, `${url}/items/${id}`);
  await page.getByLabel(en.whole.reason).selectOption({ index: 1 });
  const photo = page.waitForResponse(/\/files\//);
  await page.getByRole('button', { name: en.whole.open }).click();
  await photo;
  await quiet();
}

/** Bytes of a picture from behind what all begin with; none of one that anybody may see. */
async function middleOf(picture: string, authorization: string): Promise<string[]> {
  if ((await fetch(picture)).ok) return [];
  const bytes = Buffer.from(await (await fetch(picture, { headers: { authorization } })).arrayBuffer());
  expect(bytes.length).toBeGreaterThan(200);
  return [asText(bytes.subarray(100, 180))];
}

async function filesWith(folder: string, pictures: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { path, text } of textsOf(folder))
    if (pictures.some((picture) => text.includes(picture))) found.push(path);
  return found;
}

interface Left {
  /** On the phone of who is signed in, and may not be there. */
  meanwhile: string[];
  /** There once they have signed out. */
  after: string[];
  /** Files with photos that not everybody may see, which were not their own. */
  photos: string[];
}
const NOTHING: Left = { meanwhile: [], after: [], photos: [] };

/** What a role leaves on a phone of its own. */
async function visitAs(role: (typeof ROLES)[number]): Promise<Left> {
  const device = await openDevice({ origin: url });
  const { page, profile } = device;
  const quiet = quietOf(page);
  /** Where the photos came from that were shown, but for those that anybody may see. */
  const seen = new Set<string>();
  page.on('response', (answer) => {
    if (!answer.url().includes('/files/') || !answer.ok() || answer.headers()['cache-control'] !== 'no-store') return;
    seen.add(answer.url());
  });
  await page.goto(url);
  const token = world.tokens.get(role);
  if (token) {
    const [user] = (await callAs(url, token, 'GET', '/me')) as Session['user'][];
    await signInWith(page, { accessToken: token, user } as Session);
    await page.reload();
  }
  await lookAround(page, role, quiet);
  const held = await holdingsOf(page);
  const ways = token ? KEPT : PUBLIC;
  const tokens = [...canariesIn(held), ...world.templatesIn(held)];
  const meanwhile = [...strangers(held, role, ways, tokens), ...(await onDisk(profile, role, ways))];
  // Not for want of looking.
  expect(canariesIn(held).some((one) => world.canaries.has(one))).toBe(true);
  const pictures = (await Promise.all([...seen].map((at) => middleOf(at, token ?? '')))).flat();
  if (role === 'owner' || role === 'officer') expect(pictures.length).toBeGreaterThan(0);
  // Of one's own reports a phone keeps small photos; of what was opened with a reason nothing, not even for a while.
  const photos = role === 'owner' || role === 'party' ? [] : await filesWith(profile, pictures);
  const after: string[] = [];
  if (token) {
    await signOutHere(page);
    await page.getByText(en.nav.signedOut).waitFor();
    after.push(...strangers(await holdingsOf(page), 'anonymous', PUBLIC));
    await page.goto('about:blank'); // a blob that a page holds in its memory stays on the disk for as long
    const lies = async () => [...(await onDisk(profile, 'anonymous', PUBLIC)), ...(await filesWith(profile, pictures))];
    after.push(...(await leftAtLast(lies)));
  }
  expect(device.faults).toEqual([]);
  await device.remove();
  return { meanwhile, after, photos };
}

it('a phone of each role holds what they may read, and after signing out what anybody may', async () => {
  const found = await Promise.all(ROLES.map(visitAs));
  expect(Object.fromEntries(ROLES.map((role, i) => [role, found[i]]))).toEqual(
    Object.fromEntries(ROLES.map((role) => [role, NOTHING])),
  );
});

it('the log names nobody', () => {
  expect(host.log.length).toBeGreaterThan(100);
  expect(strangers(host.log.join('\n'), 'anonymous', ['log'])).toEqual([]);
});

it('the built app has no secret, no data of a test and no place of the machine that built it', async () => {
  const wrong = [
    process.cwd(),
    homedir(),
    'node_modules/',
    'sourceMappingURL',
    'PRIVATE KEY',
    DEMO_PASSWORD,
    'insert into',
  ];
  const found: string[] = [];
  let files = 0;
  for await (const { path, text } of textsOf('dist/app')) {
    files++;
    for (const one of wrong) if (text.includes(one)) found.push(`${one}: ${path}`);
    if (/\.map$|zq\d{6}q|\.test\.ts/.test(path + text)) found.push(path);
  }
  expect(files).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

it('when all is erased the data folder holds nothing of anybody', async () => {
  const left = async () => {
    const found = new Set<string>();
    for await (const { path, text } of textsOf(data))
      for (const what of strangers(text, 'anonymous', [])) found.add(`${what}: ${path.slice(data.length)}`);
    return [...found];
  };
  // What is not sealed (hashes of photos) is found, and nothing else: the search sees what is there.
  const before = (await left()).map((one) => one.replace(/ of .*/, ''));
  expect([...new Set(before)]).toEqual(['the photo']);
  for (const userId of world.users.values()) {
    const token = randomUUID(); // they have signed out on their phones
    const expires_at = new Date(Date.now() + 60_000);
    const session = { token_hash: hashToken(token), user_id: userId, expires_at, revoked_at: null };
    await host.db.insertInto('session').values(session).execute();
    const headers = { authorization: token };
    const answer = await host.app().inject({ method: 'DELETE', url: '/auth/delete-account', headers, payload: {} });
    expect(answer.statusCode).toBe(200);
  }
  // The disk is cleaned a minute after an erasure: by then its files and keys are gone, and the words of the jobs for it.
  const removals = async () => {
    await host.app().jobs.idle();
    const kinds = ['remove-files', 'erase-keys', 'mail', 'push'];
    return host.db.selectFrom('job').select('kind').where('kind', 'in', kinds).execute();
  };
  await expect.poll(removals, { timeout: 60_000 }).toEqual([]);
  const scrubs = async () => {
    await sql`update job set run_at = now() where kind = 'scrub' and held_until is null`.execute(host.db);
    await host.app().jobs.idle();
    return host.db.selectFrom('job').select('tries').where('kind', '=', 'scrub').execute();
  };
  await expect.poll(scrubs, { timeout: 60_000 }).toEqual([]);
  expect(host.log.filter((line) => line.includes('"msg":"job"'))).toEqual([]);
  expect(await left()).toEqual([]);
});
