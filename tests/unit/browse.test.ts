/** The rules of the lists and of a report's page: the address, what fits, what to do next, when to ask again. */

import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { MAP, PAGE_SIZE } from '../../contract/limits.ts';
import { whoOf } from '../../contract/person.ts';
import { ItemCategory, listReports, type ReportView } from '../../contract/report.ts';
import { createApi } from '../../src/api/client.ts';
import { createReads, mayRetry, retryDelay } from '../../src/api/query.ts';
import { seenAt } from '../../src/api/use-read.ts';
import {
  countFilters,
  defaultsOf,
  readFilters,
  toInput,
  writeFilters,
} from '../../src/features/browse/list/filters.ts';
import { countIn, searchIn } from '../../src/features/browse/list/use-found.ts';
import { nearestFirst, passes } from '../../src/features/browse/list/use-reports.ts';
import { posterOfAlert } from '../../src/features/browse/poster/alert-poster.ts';
import { broken } from '../../src/features/browse/poster/draw-poster.ts';
import { posterOf, textOf } from '../../src/features/browse/poster/poster.ts';
import en from '../../src/i18n/en.json';
import pa from '../../src/i18n/pa.json';
import { freshUntil, isTile } from '../../src/sw/tiles.ts';
import { nextSteps } from '../../src/ui/next-steps.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

const person = (change: Partial<ReportView> = {}): ReportView => ({
  id: '00000000-0000-4000-8000-000000000001',
  _id: '00000000-0000-4000-8000-000000000001',
  rev: '1.1',
  type: 'lost',
  status: 'published',
  contact: 'relay',
  reviewed: true,
  photos: [],
  title: 'Lost at the fair',
  region: 'Ludhiana, Punjab',
  createdAt: '2026-11-20T10:00:00Z',
  subject: {
    kind: 'person',
    name: 'Surjit Kaur',
    ageMin: 60,
    ageMax: 70,
    clothColor: 'Grey shawl',
    condition: 'missing',
  },
  ...change,
});

describe('the address of a list', () => {
  it('is bare while nothing was chosen, and shows lost people and found things (R36, R37)', () => {
    expect(defaultsOf('lost-peoples').type).toBe('lost');
    expect(defaultsOf('found-items').type).toBe('found');
    for (const list of ['lost-peoples', 'found-items'] as const)
      expect(writeFilters(list, defaultsOf(list)).toString()).toBe('');
  });

  it('holds every filter, so that a reload brings the same list', () => {
    const people = {
      ...defaultsOf('lost-peoples'),
      type: 'found' as const,
      q: 'surjit',
      region: 'Moga',
      ageMin: 0,
      ageMax: 70,
    };
    const chosen = { ...people, since: '2026-11-01', withReward: true, sort: 'reward' as const };
    const address = writeFilters('lost-peoples', chosen);
    expect(readFilters('lost-peoples', address)).toEqual(chosen);
    const things = { ...defaultsOf('found-items'), category: 'Keys' as const };
    expect(readFilters('found-items', writeFilters('found-items', things))).toEqual(things);
  });

  it('is read with care: what cannot be understood is left out', () => {
    const params = new URLSearchParams('type=stolen&ageMin=-4&ageMax=abc&category=Cars&since=yesterday&sort=best');
    expect(readFilters('lost-peoples', params)).toEqual(defaultsOf('lost-peoples'));
    expect(readFilters('found-items', params)).toEqual(defaultsOf('found-items'));
  });

  it('counts the conditions of the panel alone', () => {
    const filters = { ...defaultsOf('lost-peoples'), type: 'found' as const, q: 'x', region: 'Moga', withReward: true };
    expect(countFilters('lost-peoples', filters)).toBe(2);
  });

  it('asks the server for exactly that, a page of twenty at a time (R413)', () => {
    const input = listReports.input.parse(
      toInput('lost-peoples', { ...defaultsOf('lost-peoples'), q: ' surjit ', ageMin: 60 }),
    );
    expect(input).toMatchObject({
      kind: 'person',
      type: 'lost',
      q: 'surjit',
      ageMin: 60,
      withReward: false,
      limit: PAGE_SIZE,
    });
    expect(PAGE_SIZE).toBe(20);
    expect(
      listReports.input.parse(toInput('found-items', { ...defaultsOf('found-items'), withReward: true })).withReward,
    ).toBe(true);
  });
});

describe('what the phone finds by itself', () => {
  const all = defaultsOf('lost-peoples');
  it.each([
    [{}, true],
    [{ q: 'surjit GREY' }, true],
    [{ q: 'Surjeet' }, true],
    [{ q: 'ਸੁਰਜੀਤ' }, true],
    [{ q: 'surjeet grey' }, true],
    [{ q: 'gurpreet' }, false],
    [{ q: 'manjit' }, false],
    [{ region: 'ludhiana' }, true],
    [{ region: 'moga' }, false],
    [{ ageMin: 65 }, true],
    [{ ageMin: 71 }, false],
    [{ ageMax: 59 }, false],
    [{ since: '2026-11-20' }, true],
    [{ since: '2026-11-21' }, false],
    [{ withReward: true }, false],
    [{ type: 'found' as const }, false],
  ])('with %j is %s', (change, fits) => {
    expect(passes(person(), { ...all, ...change })).toBe(fits);
  });
});

describe('what the phone found by a name', () => {
  it('is in the order of how near the names are, and else as it was', () => {
    const named = (name: string): ReportView => ({
      ...person(),
      subject: { kind: 'person', name } as ReportView['subject'],
    });
    const rows = [named('Rajesh Kumar'), named('Sunita'), named('ਰਮੇਸ਼ ਕੁਮਾਰ'), named('Asha')];
    expect(nearestFirst(rows, 'ramesh kumar').slice(0, 2)).toEqual([rows[2], rows[0]]);
    expect(nearestFirst(rows, '')).toEqual(rows);
  });
});

describe('what to do next', () => {
  const item = (category: (typeof ItemCategory.options)[number], type: 'lost' | 'found') =>
    nextSteps({ type, subject: { kind: 'item', category } });

  it('is to block a lost phone at CEIR after a police report, and to call 1930 for money', () => {
    const steps = item('Electronics', 'lost');
    expect(steps.map(({ text }) => text)).toEqual(['lostReport', 'ceir', 'sim']);
    expect(steps).toContainEqual({ text: 'ceir', page: { href: 'https://www.ceir.gov.in', name: 'ceir.gov.in' } });
    expect(steps).toContainEqual({ text: 'sim', call: '1930' });
  });

  it('is to mask the numbers of documents', () => {
    expect(item('Documents', 'lost').map(({ text }) => text)).toContain('maskNumbers');
    expect(item('Documents', 'found').map(({ text }) => text)).toContain('maskNumbers');
  });

  it('is to call 112 for a person, lost or found, and 1098 for whoever may be a child', () => {
    for (const type of ['lost', 'found'] as const)
      for (const [ageMin, isCalled] of [
        [undefined, true],
        [9, true],
        [17, true],
        [18, false],
        [45, false],
      ] as const) {
        const calls = nextSteps({ type, subject: { kind: 'person', ageMin } }).flatMap((step) =>
          'call' in step ? [step.call] : [],
        );
        expect([calls.includes('112'), calls.includes('1098')]).toEqual([true, isCalled]);
      }
  });

  it('exists for every kind of thing, in words', () => {
    for (const category of ItemCategory.options)
      for (const type of ['lost', 'found'] as const) {
        const steps = item(category, type);
        expect(steps.length).toBeGreaterThan(0);
        for (const { text } of steps) expect(en.steps[text]).toBeTruthy();
      }
  });
});

describe('reads from the server', () => {
  const down = new AppError('network', 'no');

  it('are tried three more times, after one second, doubling, at most thirty (R402, R403, R404)', () => {
    expect([0, 1, 2, 3].map((failures) => mayRetry(failures, down))).toEqual([true, true, true, false]);
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('are not repeated when the answer is no, or not before another hour, or when it is a bug', () => {
    for (const code of ['not-found', 'sign-in-needed', 'bad-input'] as const)
      expect(mayRetry(0, new AppError(code, 'no'))).toBe(false);
    expect(mayRetry(0, new AppError('too-many', 'not now', { retryAfterMs: 60_000 }))).toBe(false);
    expect(mayRetry(0, new TypeError('bug'))).toBe(false);
  });

  it('are kept for five minutes, and asked for without waiting for the network to be proved (R405, A35)', () => {
    const fetch = async () => Promise.reject(new TypeError('no network'));
    const api = createApi({ base: '', fetch, token: () => undefined });
    const { queries } = createReads(api).getDefaultOptions();
    expect(queries).toMatchObject({ gcTime: 300_000, networkMode: 'offlineFirst', retry: mayRetry, retryDelay });
  });

  it('say from when they are only while the server cannot be asked', () => {
    const read = { data: 1, dataUpdatedAt: NOW, isError: false, failureCount: 0, fetchStatus: 'idle' };
    expect(seenAt(read)).toBeUndefined();
    expect(seenAt({ ...read, failureCount: 1, fetchStatus: 'fetching' })).toBe(NOW);
    expect(seenAt({ ...read, fetchStatus: 'paused' })).toBe(NOW);
    expect(seenAt({ ...read, isError: true })).toBe(NOW);
    expect(seenAt({ ...read, data: undefined, isError: true })).toBeUndefined();
  });
});

describe('map tiles', () => {
  const headers = (fields: Record<string, string>) => new Headers(fields);
  const WEEK_MS = 7 * 24 * 3_600_000;

  it('are kept for as long as their headers say, or seven days without any (A33)', () => {
    expect(freshUntil(headers({ 'cache-control': 'max-age=60' }), NOW)).toBe(NOW + 60_000);
    expect(freshUntil(headers({ 'cache-control': 'public, max-age=60', age: '20' }), NOW)).toBe(NOW + 40_000);
    expect(freshUntil(headers({ expires: 'Sat, 21 Nov 2026 11:00:00 GMT' }), NOW)).toBe(NOW + 3_600_000);
    expect(freshUntil(headers({ 'cache-control': 'no-store' }), NOW)).toBeUndefined();
    expect(freshUntil(headers({ 'cache-control': 'no-cache' }), NOW)).toBe(NOW);
    expect(freshUntil(headers({}), NOW)).toBe(NOW + WEEK_MS);
  });

  it('are images from another origin, and nothing else', () => {
    const tile = { method: 'GET', destination: 'image' as const, url: 'https://tiles.example.org/7/1/2.png' };
    expect(isTile(tile, 'https://wapsi.example')).toBe(true);
    expect(isTile({ ...tile, url: 'https://wapsi.example/icons/a.png' }, 'https://wapsi.example')).toBe(false);
    expect(isTile({ ...tile, destination: '' as const }, 'https://wapsi.example')).toBe(false);
  });

  it('have the sizes and colours of the specification (R395 to R401)', () => {
    expect(MAP).toEqual({
      cardHeight: 300,
      zoom: 15,
      contactZoom: 13,
      maxZoom: 18,
      tileSize: 256,
      lostColour: '#EF4444',
      foundColour: '#10B981',
    });
  });
});

describe('what a search finds on both sides', () => {
  const found = [
    { kind: 'item', type: 'lost', count: 2 },
    { kind: 'person', type: 'lost', count: 1 },
  ] as const;

  it('is counted for each, lost and found together', () => {
    expect(countIn([...found], 'found-items')).toBe(2);
    expect(countIn([...found], 'found-items', 'found')).toBe(0);
    expect(countIn([...found], 'lost-peoples')).toBe(1);
  });

  it('leads to where it was found: to lost things where no found one fits', () => {
    expect(searchIn('found-items', 'black bag', [...found])).toBe('/found-items?q=black+bag&type=lost');
    expect(searchIn('lost-peoples', 'black bag', [...found])).toBe('/lost-peoples?q=black+bag');
    expect(searchIn('found-items', 'black bag', [])).toBe('/found-items?q=black+bag');
  });
});

describe('a poster', () => {
  const i18n = createInstance();
  const texts = { en: { translation: en }, pa: { translation: pa } };
  void i18n.init({ resources: texts, interpolation: { escapeValue: false }, initAsync: false });
  const both = [i18n.getFixedT('en'), i18n.getFixedT('pa')];
  const written = (view: ReportView) => {
    const poster = posterOf(view, both, 'https://wapsi.example');
    return poster && textOf(poster);
  };
  /** What an owner reads of their own report: all of it. */
  const own = (consents: ReportView['consents']) =>
    person({
      mine: true,
      consents,
      phoneNumber: '+91 98140 00001',
      photos: ['f'.repeat(64)],
      number: 'W-7K3F-2Q',
      owner: { name: 'Harpreet Kaur Gill' },
      place: { lat: 30.901, lng: 75.857, address: '14 Model Town, second floor' },
      timeOfLossDate: '2026-11-18',
    });

  it('says in two languages who is missing, how old, where last seen, and leads to the page that opens without the app', () => {
    const its = { timeOfLossDate: '2026-11-18', phoneNumber: '+91 98140 00001', contact: 'open' } as const;
    const text = written(person({ ...its, number: 'W-7K3F-2Q' }));
    expect(written(person(its))).toContain('https://wapsi.example/items/00000000-0000-4000-8000-000000000001'); // of a record pulled by an older app
    for (const part of [
      ...['MISSING. ਲਾਪਤਾ. Surjit Kaur.', '60 to 70 years · 60 ਤੋਂ 70 ਸਾਲ', 'Grey shawl', 'Ludhiana, Punjab'],
      ...['18 Nov 2026 · 18 ਨਵੰਬਰ 2026', '+91 98140 00001', '112'],
      'https://wapsi.example/r/W-7K3F-2Q',
    ])
      expect(text).toContain(part);
  });

  it('shows nothing that the public may not read, though its owner makes it', () => {
    const text = written(own({ photo: false, phone: false, compare: true, carry: true, guardian: false }));
    expect(text).toContain('Surjit Kaur');
    for (const secret of ['98140', 'Harpreet', 'Model Town', '30.9']) expect(text).not.toContain(secret);
    const yes = { photo: true, phone: true, compare: false, carry: false, guardian: false };
    expect(posterOf(own({ ...yes, photo: false }), both, '')?.photo).toBeUndefined();
    expect(posterOf(own(yes), both, '')?.photo).toBe('f'.repeat(64));
    expect(written(own(yes))).toContain('+91 98140 00001');
  });

  it('is not made of a child, of somebody who was found, of what nobody has looked at, or of what is over', () => {
    const { subject } = person();
    expect(written(person())).toBeDefined();
    const none: Partial<ReportView>[] = [
      { subject: { ...subject, ageMin: 17 } as ReportView['subject'] },
      { subject: { kind: 'person', condition: 'missing' } },
      { type: 'found' },
      { contact: 'guarded' },
      { status: 'pending_review' },
      { status: 'resolved' },
      { hidden: true },
    ];
    for (const change of none) expect(written(person({ ...change, mine: true }))).toBeUndefined();
  });

  it('of a child says what an alert of the police says, and leads to its page', () => {
    const alert = {
      id: person().id,
      number: 'W-7K3F-2Q',
      district: 'pb-ludhiana',
      sex: 'female',
      ageMin: 9,
      ageMax: 9,
    } as const;
    const said = { since: '2026-11-18', words: 'A red shirt', station: 'Sadar', until: '2026-11-24T12:00:00Z' };
    const tongues = (['en', 'pa'] as const).map((language) => ({ language, t: i18n.getFixedT(language) }));
    const poster = posterOfAlert({ ...alert, ...said }, tongues, 'https://wapsi.example');
    expect(poster.photo).toBeUndefined();
    for (const part of [
      ...['MISSING. ਲਾਪਤਾ. Girl, 9 years. ਕੁੜੀ, 9 ਸਾਲ', 'Ludhiana, Punjab · ਲੁਧਿਆਣਾ, ਪੰਜਾਬ', 'A red shirt', 'Sadar'],
      ...['18 Nov 2026 · 18 ਨਵੰਬਰ 2026', '24 Nov 2026', '112', '1098', 'https://wapsi.example/r/W-7K3F-2Q'],
    ])
      expect(textOf(poster)).toContain(part);
  });

  it('names who is looked for in a word, and calls nobody a child whose age leaves it open', () => {
    expect(whoOf({ sex: 'female', ageMin: 9, ageMax: 9 })).toBe('girl');
    expect(whoOf({ sex: 'male', ageMin: 15, ageMax: 25 })).toBe('boyOrMan');
    expect(whoOf({ sex: 'female', ageMin: 70, ageMax: 80 })).toBe('woman');
    expect([whoOf({ ageMin: 4, ageMax: 6 }), whoOf({}), whoOf({ sex: 'other', ageMin: 30 })]).toEqual([
      'child',
      'person',
      'person',
    ]);
  });

  it('breaks lines between words, long words between letters, and ends with "…" where there is no more room', () => {
    const fits = (line: string) => line.length <= 10;
    expect(broken('near the grain market', 3, fits)).toEqual(['near the', 'grain', 'market']);
    expect(broken('near the grain market', 2, fits)).toEqual(['near the', 'grain…']);
    expect(broken('w'.repeat(12), 3, fits)).toEqual(['w'.repeat(10), 'ww']);
    expect(broken('ਕੀਕੀਕੀਕੀਕੀਕੀ', 3, fits)).toEqual(['ਕੀਕੀਕੀਕੀਕੀ', 'ਕੀ']);
  });
});
