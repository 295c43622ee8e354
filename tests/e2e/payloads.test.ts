/** Scripts in every text that people write: on all screens that show one, in each language, they stay words. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../../contract/user.ts';
import { callAs, type Session, sessionOf, signInWith } from '../support/accounts.ts';
import { approve } from '../support/approve.ts';
import { type Device, openDevice } from '../support/browser.ts';
import { AS_THEY_ARE, freeTexts, textsWritten } from '../support/free-texts.ts';
import { startSampleServer } from '../support/hosted.ts';
import { faceOf } from '../support/made-faces.ts';
import { visit } from '../support/pages.ts';
import { PAYLOADS, payloadsInTurn } from '../support/payloads.ts';
import type { TestServer } from '../support/server.ts';

const ROLES = ['poster', 'finder', 'moderator', 'officer', 'volunteer', 'admin'] as const satisfies readonly Role[];
/** Where a report is, for the maps. */
const PLACE = { lat: 30.9, lng: 75.85 };
/** The longest texts that the calls take. */
const ROOM = { title: 120, name: 120, text: 2000, bio: 300, address: 200 };

let server: TestServer;
const LANGUAGES = ['en', 'pa', 'hi'] as const;
type Language = (typeof LANGUAGES)[number];
/** A phone for each language, at work at once. */
let devices: Device[] = [];
const sessions = {} as Record<(typeof ROLES)[number], Session>;
const dialogs: string[] = [];
/** So many looks that show nothing new. */
const ALIKE = 3;
/** By language. */
const shown: Record<Language, Set<string>> = { en: new Set(), pa: new Set(), hi: new Set() };
/** Signs ahead of the payloads of a field, by which it is known that this field was on a screen, and of which it is. */
const signs = new Map<string, string>();
/** The number of a record that is passed on. */
let number = '';
const pages: Partial<Record<(typeof ROLES)[number], string[]>> = {};

beforeAll(async () => {
  server = await startSampleServer({ REVIEW: 'people' });
  for (const role of ROLES) sessions[role] = await sessionOf(server.url, role);
  await writeAll();
  devices = await Promise.all(LANGUAGES.map(() => openDevice({ origin: server.url })));
  for (const { page } of devices)
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
});
afterAll(async () => {
  for (const device of devices) await device.remove();
  await server.remove();
});

/** The fields that a payload went through, as `freeTexts` names them. */
const written = new Set<string>();
const isPayload = (text: string) => PAYLOADS.some((payload) => text.includes(payload));

/** Free texts that no payload goes through here, by why not. */
const UNWRITTEN: Record<string, readonly string[]> = {
  'versions and marks, which no screen shows': [
    'uploadLostFoundPerson consent.notice',
    'uploadLostFoundPerson faces[].model',
    'uploadLostFoundPerson model',
    'createReport consent.notice',
    'updateReport consent.notice',
    'updateReport faces[].model',
    'setConsent notice',
    'decideCandidate rev',
    'updateReunion rev',
    'actOnDuty rev',
    'compareFace model',
    'drawFace model',
    'objectTo model',
    'register terms',
  ],
  'another word for a field that is written': ['uploadLostFoundPerson description', 'register name'],
  'what an edit began with, which is compared and not kept': ['updateReport was{}'],
  'held to a pattern that lets no mark of HTML through': ['nameCase number'],
  'one of the districts that are known': ['changeRole districts[]'],
  'goes out in a mail, and on no screen': ['askGuardian guardianName'],
  'needs an authenticator': ['addPasskey name'],
  'needs a photo that was taken down and comes again': ['decidePhoto reason'],
};

function as(
  role: (typeof ROLES)[number] | 'nobody',
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) {
  if (body) for (const field of textsWritten(method, path, body, isPayload)) written.add(field);
  return callAs(server.url, role === 'nobody' ? '' : sessions[role].accessToken, method, path, body);
}

/** All payloads in turn through the fields, by the calls that the forms make. */
async function writeAll(): Promise<void> {
  const take = payloadsInTurn();
  /** For what no screen shows at once. */
  const takeHidden = payloadsInTurn();
  const takeSigned = payloadsInTurn();
  const signed = (field: string, room: number): string => {
    const sign = `zf${signs.size + 10}:`;
    signs.set(sign, field);
    return `${sign} ${takeSigned(room - sign.length - 1)}`;
  };
  const own: string[] = [];
  const others: string[] = [];
  for (const role of ['poster', 'finder'] as const)
    await as(role, 'PUT', `/users/${sessions[role].user.id}`, { name: take(ROOM.name), bio: take(ROOM.bio) });
  const words = () => ({
    title: take(ROOM.title),
    region: take(ROOM.title),
    place: { ...PLACE, address: take(ROOM.address) },
  });
  const item = async (role: 'poster' | 'finder', reportType: 'lost' | 'found') => {
    const marks = [1, 2].map(() => ({ question: take(ROOM.title), answer: takeHidden(ROOM.title) }));
    const more = reportType === 'found' ? { marks } : {};
    const body = {
      id: randomUUID(),
      reportType,
      category: 'Other',
      colour: take(ROOM.title),
      description: take(ROOM.text),
    };
    return (await as(role, 'POST', '/report', { ...body, ...more, ...words() })).data.id as string;
  };
  const detailed = {
    relative: { kind: 'father', name: signed('the relative', ROOM.name) },
    nickname: signed('the nickname', ROOM.name),
    marks: signed('the marks', ROOM.title),
    carries: signed('what is carried', ROOM.title),
    medical: signed('the medicine', ROOM.title),
    firNumber: signed('the FIR', ROOM.title),
    station: signed('the station', ROOM.title),
    lastSeenWith: signed('who was last with them', ROOM.title),
  };
  const person = async (more: object = {}) => {
    const id = randomUUID();
    const about = {
      name: take(ROOM.name),
      lostPersonAge: '40',
      clothColor: take(ROOM.title),
      descriptionText: take(ROOM.text),
    };
    const consent = { publicPhoto: true, publicPhone: false, notice: '1' };
    await as('poster', 'POST', '/api/face/uploadLostFoundPerson', {
      id,
      opId: randomUUID(),
      type: 'lost',
      consent,
      ...about,
      ...words(),
      ...more,
    });
    return id;
  };
  for (let i = 0; i < 4; i++) own.push(await person(i === 0 ? { details: detailed } : {}));
  own.push(await item('poster', 'lost'));
  others.push(await item('finder', 'found'));
  const extra = await writeExtra(takeHidden);
  for (const id of [...own, ...others, extra])
    await approve((method, path, body) => as('moderator', method, path, body), id);
  const waiting = await item('poster', 'lost');
  const refused = await item('poster', 'lost');
  await as('moderator', 'POST', `/moderation/${refused}`, { action: 'reject', reason: take(ROOM.text) });
  await as('poster', 'PUT', `/report/${refused}`, { status: 'appealed', reason: take(ROOM.text) });
  const [first = '', second = ''] = own;
  const [thing = ''] = others;
  await as('finder', 'POST', `/report/${first}/notes`, {
    id: randomUUID(),
    kind: 'sighting',
    text: take(ROOM.text),
    region: take(ROOM.title),
    place: { ...PLACE, address: takeHidden(ROOM.address) },
  });
  await as('nobody', 'POST', `/report/${first}/sightings`, {
    ...{ id: randomUUID(), opId: randomUUID(), text: signed('a sighting without an account', ROOM.text) },
    ...{ region: takeHidden(ROOM.title), place: { ...PLACE, address: takeHidden(ROOM.address) } },
  });
  await as('finder', 'POST', `/report/${second}/flags`, {
    opId: randomUUID(),
    reason: 'other',
    text: takeHidden(ROOM.text),
  });
  const claim = {
    id: randomUUID(),
    reportId: thing,
    answers: [take(ROOM.title), take(ROOM.title)],
    message: take(ROOM.text),
  };
  await as('poster', 'POST', '/claims', claim);
  await as('finder', 'PUT', `/claims/${claim.id}`, { opId: randomUUID(), action: 'ask', text: take(ROOM.text) });
  await as('poster', 'PUT', `/claims/${claim.id}`, { opId: randomUUID(), action: 'answer', text: take(ROOM.text) });
  const thread = (
    await as('finder', 'POST', '/conversations', { id: randomUUID(), reportId: first, text: take(ROOM.text) })
  ).data.id;
  await as('poster', 'POST', `/conversations/${thread}/messages`, { id: randomUUID(), text: take(ROOM.text) });
  const where = { text: takeHidden(ROOM.text), place: { ...PLACE, address: takeHidden(ROOM.address) } };
  await as('poster', 'POST', `/conversations/${thread}/messages`, { id: randomUUID(), ...where });
  const rude = { id: randomUUID(), text: take(ROOM.text) };
  await as('finder', 'POST', `/conversations/${thread}/messages`, rude);
  // The team is warned of it, before a complaint ends the talk.
  const fraud = { id: randomUUID(), text: `Send the OTP. ${takeHidden(200)}` };
  await as('poster', 'POST', `/conversations/${thread}/messages`, fraud);
  await as('finder', 'PUT', `/conversations/${thread}`, { complaint: take(ROOM.title) });
  const answered = takeHidden(ROOM.title);
  await as('poster', 'PUT', `/conversations/${thread}`, { complaint: answered });
  const complaints = (await as('moderator', 'GET', '/moderation/complaints')).data as { id: string; text: string }[];
  const closed = complaints.find(({ text }) => text === answered);
  await as('moderator', 'PUT', `/moderation/complaints/${closed?.id}`, { reason: takeHidden(ROOM.text) });
  await as('poster', 'POST', '/follows', { region: take(80) });
  await as('officer', 'POST', `/report/${first}/open`, { reason: 'case', detail: take(ROOM.title) });
  await as('officer', 'PUT', `/report/${first}/alert`, { days: 3, words: signed('the words of an alert', ROOM.title) });
  await as('finder', 'POST', `/report/${second}/objections`, {
    kind: 'me',
    words: signed('the words of an objection', ROOM.text),
    contact: signed('how who objects is reached', ROOM.title),
  });
  const against = { about: 'message', id: rude.id, reason: signed('the reason of a strike', ROOM.text) };
  await as('moderator', 'POST', '/moderation/strikes', against);
  await endExtra(extra, signed('why a search was ended', ROOM.text), takeHidden);
  const [strike] = (await as('finder', 'GET', '/strikes')).data;
  await as('finder', 'PUT', `/strikes/${strike.id}`, { text: signed('an appeal', ROOM.text) });
  const tasks = (await as('officer', 'GET', '/duty')).data as { id: string; rev: string; report: { id: string } }[];
  const task = tasks.find(({ report }) => report.id === first);
  if (!task) throw new Error('the sighting is on no desk');
  const passed = {
    opId: randomUUID(),
    rev: task.rev,
    act: 'pass-on',
    reason: signed('why it is passed on', ROOM.text),
  };
  await as('officer', 'PUT', `/duty/${task.id}`, passed);
  number = (await as('finder', 'GET', `/report/${first}`)).data.number;
  await addPair(second, signed);
  await decideAll(claim.id, own[2] ?? '', takeHidden);
  await changeVolunteer(takeHidden);
  const alone = await postAlone(signed('the title of a report without an account', ROOM.title));
  const search = `/lost-peoples?q=${encodeURIComponent(PAYLOADS[0] ?? '')}`;
  const items = [...own, waiting, refused].map((id) => `/items/${id}`);
  pages.poster = [
    ...items,
    `/items/${extra}`,
    `/items/${first}/poster`,
    `/claims/${claim.id}`,
    `/chat/${thread}`,
    '/inbox',
    '/profile',
    `/post-item?edit=${waiting}`,
  ];
  pages.finder = [
    '/lost-peoples',
    '/found-items',
    search,
    `/items/${first}`,
    `/items/${thing}`,
    `/items/${thing}/claim`,
    `/claims/${claim.id}`,
    `/chat/${thread}`,
    '/profile',
    '/outbox',
  ];
  pages.poster.push(`/items/${second}/reunion`);
  pages.finder.push('/');
  pages.officer = [`/items/${first}`, `/items/${second}`, '/duty'];
  pages.volunteer = ['/lost-peoples', `/items/${first}`, alone, alone.replace('#', '/edit#')];
  pages.moderator = [`/items/${first}`, '/moderation'];
  pages.admin = ['/moderation/people', '/moderation'];
}

/** A report of which its maker has written every word twice. */
async function writeExtra(take: (room: number) => string): Promise<string> {
  const id = randomUUID();
  const words = () => ({
    ...{ title: take(ROOM.title), clothColor: take(ROOM.title), region: take(ROOM.title) },
    place: { ...PLACE, address: take(ROOM.address) },
  });
  await as('poster', 'POST', '/api/face/uploadLostFoundPerson', {
    ...{ id, opId: randomUUID(), type: 'lost', lostPersonName: take(ROOM.name), lostPersonAge: '40', ...words() },
    consent: { publicPhoto: false, publicPhone: false, notice: '1' },
  });
  const details = {
    ...{ relative: { kind: 'mother', name: take(ROOM.name) }, nickname: take(ROOM.name), marks: take(ROOM.title) },
    ...{ carries: take(ROOM.title), medical: take(ROOM.title), firNumber: take(ROOM.title) },
    ...{ station: take(ROOM.title), lastSeenWith: take(ROOM.title) },
  };
  const again = { ...words(), name: take(ROOM.name), description: take(ROOM.text), details };
  await as('poster', 'PUT', `/report/${id}`, again);
  const thing = { id: randomUUID(), reportType: 'lost', category: 'Other', title: take(ROOM.title), colour: 'Red' };
  await as('poster', 'POST', '/report', thing);
  await as('poster', 'PUT', `/report/${thing.id}`, { colour: take(ROOM.title) });
  return id;
}

/** What officers write of it until its family reads that the search for it has ended. */
async function endExtra(id: string, why: string, take: (room: number) => string): Promise<void> {
  await as('officer', 'PUT', `/report/${id}/protection`, { reason: take(ROOM.text) });
  await as('moderator', 'POST', `/report/${id}/protection/end`, { reason: take(ROOM.text) });
  await as('officer', 'POST', `/report/${id}/end-search`, { reason: why });
  const face = { descriptor: faceOf(1), reason: 'case', detail: take(ROOM.title) };
  await as('officer', 'POST', '/api/face/compare', face);
}

/** Somebody found who is like the one who is missed; an officer says that they are one, and what the family may know. */
async function addPair(lost: string, signed: (field: string, room: number) => string): Promise<void> {
  const [{ data: missed }, id] = [await as('poster', 'GET', `/report/${lost}`), randomUUID()];
  const { name: foundPersonName, clothColor } = missed.subject;
  const found = {
    type: 'found',
    foundPersonName,
    foundPersonAge: '40',
    clothColor,
    title: 'Found',
    region: missed.region,
  };
  const where = { place: { ...PLACE, address: '' }, consent: { publicPhoto: false, publicPhone: false, notice: '1' } };
  await as('finder', 'POST', '/api/face/uploadLostFoundPerson', { id, opId: randomUUID(), ...found, ...where });
  for (let looks = 0; ; looks++) {
    const { data } = await as('officer', 'GET', `/report/${lost}/candidates`);
    const pair = data.find(({ found: one }: { found: { id: string } }) => one.id === id);
    if (!pair && looks > 300) throw new Error('the two were never compared');
    if (!pair) await new Promise((resolve) => setTimeout(resolve, 100));
    else {
      const reason = signed('why two are one', ROOM.text);
      await as('officer', 'PUT', `/candidates/${pair.id}`, {
        opId: randomUUID(),
        rev: pair.rev,
        decision: 'confirm',
        reason,
      });
      break;
    }
  }
  await as('officer', 'PUT', `/report/${lost}/reunion`, { words: signed('what a family is let know', ROOM.text) });
}

/** What moderators decide, each of something of its own, so that what else waits is still looked at. */
async function decideAll(claim: string, report: string, take: (room: number) => string): Promise<void> {
  const waiting = async (of: string) => (await as('admin', 'GET', `/moderation/${of}`)).data as { id: string }[];
  const [warning] = await waiting('warnings');
  await as('admin', 'PUT', `/moderation/warnings/${warning?.id}`, { reason: take(ROOM.text) });

  const before = new Set((await waiting('objections')).map(({ id }) => id));
  await as('nobody', 'POST', `/report/${report}/objections`, { kind: 'me', words: take(ROOM.text) });
  const objection = (await waiting('objections')).find(({ id }) => !before.has(id));
  const refused = { outcome: 'refused', reason: take(ROOM.text) };
  await as('moderator', 'PUT', `/moderation/objections/${objection?.id}`, refused);

  await as('moderator', 'POST', '/moderation/strikes', { about: 'claim', id: claim, reason: take(ROOM.text) });
  const [strike] = (await as('poster', 'GET', '/strikes')).data;
  await as('poster', 'PUT', `/strikes/${strike.id}`, { text: take(ROOM.text) });
  await as('admin', 'PUT', `/moderation/strikes/${strike.id}`, { outcome: 'lifted', reason: take(ROOM.text) });
}

/** What is decided of an account; who has it signs in again. */
async function changeVolunteer(take: (room: number) => string): Promise<void> {
  const { id, districts } = sessions.volunteer.user;
  const reason = () => ({ reason: take(ROOM.text) });
  const place = { role: 'volunteer', organisation: take(ROOM.name), districts };
  await as('admin', 'PUT', `/users/${id}/role`, { opId: randomUUID(), ...place, ...reason() });
  await as('admin', 'PUT', `/users/${id}/role`, { opId: randomUUID(), role: 'admin', ...reason() }); // the proposal alone
  await as('admin', 'DELETE', `/users/${id}/admin-proposal`, reason());
  for (const suspended of [true, false])
    await as('moderator', 'PUT', `/users/${id}/standing`, { opId: randomUUID(), suspended, ...reason() });
  await as('admin', 'DELETE', `/users/${id}/sessions`, reason());
  sessions.volunteer = await sessionOf(server.url, 'volunteer');
}

/** Posted by nobody; where its maker reads and changes it. */
async function postAlone(title: string): Promise<string> {
  const [id, secret] = [randomUUID(), randomBytes(32)];
  const secretHash = createHash('sha256').update(secret).digest('hex');
  const about = { type: 'lost', title, name: 'Asha', lostPersonAge: '40', region: 'Ludhiana', secretHash };
  const answer = await fetch(`${server.url}/api/face/uploadLostFoundPerson`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      opId: randomUUID(),
      ...about,
      consent: { publicPhoto: false, publicPhone: false, notice: '1' },
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return `/mine/${id}#${secret.toString('hex')}`;
}

/** The text of a page without what draws it apart, so that a payload is found however its line was broken. */
const bare = (text: string) => text.replace(/\s+/g, '');

async function look(page: Page, language: Language): Promise<void> {
  const text = await page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value);
    const named = [...document.querySelectorAll('[aria-label], [title]')].map(
      (named) => named.getAttribute('aria-label') ?? named.getAttribute('title'),
    );
    return [document.body.innerText, ...typed, ...named].join('\n');
  });
  const seen = bare(text);
  for (const payload of [...PAYLOADS, ...signs.keys()]) if (seen.includes(bare(payload))) shown[language].add(payload);
}

/** Nothing on the page is still being read, and nothing comes any more: of a busy machine two looks alike are not enough. */
async function settled(page: Page): Promise<void> {
  let before: string | undefined;
  for (let alike = 0; alike < ALIKE; ) {
    await page.waitForFunction(
      () => document.querySelector('main [aria-busy="true"], main [class*="skeleton"]') === null,
    );
    const now = await page.evaluate(() => document.body.innerText);
    alike = now === before ? alike + 1 : 0;
    before = now;
    await page.waitForTimeout(100);
  }
}

/** What is folded away on the list: the map, with the popup of a marker. */
async function lookAtMap(page: Page, language: Language): Promise<void> {
  await visit(page, `${server.url}/lost-peoples`);
  await page.locator('button[aria-expanded][aria-controls]').filter({ visible: true }).last().click();
  await page.locator('.leaflet-marker-icon').first().dispatchEvent('click');
  await page.locator('.leaflet-popup').waitFor();
  await look(page, language);
}

async function lookAtTabs(page: Page, language: Language): Promise<void> {
  const tabs = page.locator('main input[type=radio]');
  for (let i = 0; i < (await tabs.count()); i++) {
    await tabs.nth(i).check({ force: true });
    await settled(page);
    await look(page, language);
  }
}

/** What the server makes without the app: the words stand there, and nothing of them has run. */
async function lookAtNumber(page: Page, language: Language): Promise<void> {
  await page.goto(`${server.url}/r/${number}?lang=${language}`);
  const { text, scripts, hit } = await page.evaluate(() => ({
    text: document.body.innerText,
    scripts: document.querySelectorAll('script, iframe, object, embed, base, [onerror], [onload], [onfocus]').length,
    hit: (window as { hit?: unknown }).hit,
  }));
  expect([PAYLOADS.some((one) => bare(text).includes(bare(one))), scripts, hit]).toEqual([true, 0, undefined]);
}

async function lookAtAll({ page }: Device, language: Language): Promise<void> {
  await page.goto(server.url);
  for (const role of ['poster', 'finder', 'moderator', 'officer', 'volunteer', 'admin'] as const) {
    await page.evaluate((to) => localStorage.setItem('language', to), language);
    await signInWith(page, sessions[role]);
    await page.goto(server.url + (pages[role]?.[0] ?? '/'));
    for (const path of pages[role] ?? []) {
      await visit(page, server.url + path);
      await settled(page);
      await look(page, language);
    }
    if (role === 'finder') await lookAtMap(page, language);
    if (role === 'moderator' || role === 'admin' || role === 'officer') await lookAtTabs(page, language);
  }
  await lookAtNumber(page, language);
  await page.goto(server.url);
}

it('payloads go through every free text of every call, as many as it has room for, but for those that are listed with a reason', () => {
  const unwritten = [...AS_THEY_ARE, ...Object.values(UNWRITTEN).flat()];
  const all = freeTexts();
  expect(all.length).toBeGreaterThan(90);
  expect(all.filter((field) => !written.has(field) && !unwritten.includes(field))).toEqual([]);
  expect(unwritten.filter((field) => written.has(field) || !all.includes(field))).toEqual([]);
});

it('300 payloads, spread over what people write, are words on every screen, in each language: no dialog, no violation', async () => {
  await Promise.all(devices.map((device, i) => lookAtAll(device, LANGUAGES[i] ?? 'en')));
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
  for (const seen of Object.values(shown))
    expect([...signs].filter(([sign]) => !seen.has(sign)).map(([, field]) => field)).toEqual([]);
  for (const seen of Object.values(shown)) expect(PAYLOADS.filter((payload) => !seen.has(payload))).toEqual([]);
  expect(dialogs).toEqual([]);
  for (const { page, faults } of devices) {
    expect(faults).toEqual([]);
    const hit = await page.evaluate(() => [(window as { hit?: unknown }).hit, ({} as { hit?: unknown }).hit]);
    expect(hit).toEqual([undefined, undefined]);
  }
});

it('nothing on a page can make HTML or code of a text, nor start a script that is not ours', async () => {
  const [device] = devices;
  if (!device) throw new Error('there is no phone');
  const { page } = device;
  const tries = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve)); // what a test itself evaluates may do more
    const outcome = (work: () => unknown): string => {
      try {
        work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const types = (
      window as unknown as {
        trustedTypes: { defaultPolicy: unknown; createPolicy(name: string, rules: object): unknown };
      }
    ).trustedTypes;
    const html = document.createElement('p');
    return {
      html: outcome(() => {
        html.innerHTML = '<b>k</b>';
      }),
      document: outcome(() => new DOMParser().parseFromString('<b>k</b>', 'text/html')),
      code: outcome(() => new Function('return 1')),
      script: outcome(() => {
        document.createElement('script').src = '/assets/x.js';
      }),
      worker: outcome(() => new Worker('/assets/x.js')),
      policy: outcome(() => types.createPolicy('another', {})),
      again: outcome(() => types.createPolicy('wapsi', {})),
      byDefault: outcome(() => types.createPolicy('default', {})),
      standing: String(types.defaultPolicy),
    };
  });
  const { code, standing, ...refused } = tries;
  expect(new Set(Object.values(refused))).toEqual(new Set(['TypeError']));
  expect(code).toBe('EvalError');
  expect(standing).toBe('null');
  // And it was the policy that forbade it.
  const forbidden = () =>
    device.faults.filter((fault) => /policy: (require-trusted-types-for|trusted-types|script-src)/.test(fault)).length;
  await expect.poll(forbidden).toBeGreaterThanOrEqual(6);
});
