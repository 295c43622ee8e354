/** Which reports are offered to somebody who writes one, so that nobody is reported twice (search before create). */

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import { alikeTo, MOST_OFFERED } from '../../src/features/report/alike.ts';
import type { Category } from '../../src/features/report/item.ts';

let made = 0;
const record = (subject: ReportView['subject'], change: Partial<ReportView> = {}): ReportView => {
  const id = randomUUID();
  const createdAt = new Date(Date.UTC(2026, 10, 1) + made++ * 3_600_000).toISOString();
  const rest = { type: 'lost', status: 'published', contact: 'relay', reviewed: true } as const;
  return { id, _id: id, rev: '1.1', ...rest, photos: [], createdAt, subject, ...change };
};
const person = (name: string | undefined, age?: number, nickname?: string): ReportView =>
  record({
    kind: 'person',
    condition: 'missing',
    ...(name === undefined ? {} : { name }),
    ...(age === undefined ? {} : { ageMin: age, ageMax: age }),
    ...(nickname === undefined ? {} : { details: { nickname } }),
  });
const thing = (title: string, category: Category = 'Wallet', type: ReportView['type'] = 'found'): ReportView =>
  record({ kind: 'item', category, status: type }, { title, type });

const namesOf = (found: readonly ReportView[]) =>
  found.map(({ subject, title }) => (subject.kind === 'person' ? subject.name : title));
const people = (name: string, age: string, of: readonly ReportView[]) =>
  namesOf(alikeTo({ kind: 'person', name, age }, of));
const things = (title: string, of: readonly ReportView[], category: Category | '' = 'Wallet') =>
  namesOf(alikeTo({ kind: 'item', category, title }, of));

it('a person is found by another spelling of their name, in another script, and by what they are called at home', () => {
  const all = [person('ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 30), person('Ramesh Kumar', 30), person('Surinder Pal', 31, 'Guri')];
  expect(people('Gurprit Singh', '30', all)).toEqual(['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ']);
  expect(people('guri', '', all)).toEqual(['Surinder Pal']);
  expect(people('Rajesh Kumar', '30', all)).toEqual([]);
});

it('nobody whose age cannot be the one that is written is offered; an age that nobody knows fits', () => {
  const all = [person('Asha Rani', 70), person('Asha Rani', 12), person('Asha Rani')];
  expect(people('Asha Rani', '71', all)).toHaveLength(2);
  expect(people('Asha Rani', '', all)).toHaveLength(3);
  expect(people('Asha Rani', '੧੨', all)).toHaveLength(2);
});

it('a surname that millions have, a letter or nothing at all finds nobody', () => {
  const all = [person('Gurpreet Singh', 30), person('Simran Kaur', 30), person(undefined, 30)];
  for (const name of ['', ' ', 'S', 'Singh', 'Kaur', 'Shri Singh ji']) expect(people(name, '30', all)).toEqual([]);
  expect(people('Simran', '30', all)).toEqual(['Simran Kaur']);
});

it('the most alike come first, of those the newest, and no more than a glance takes in', () => {
  const all = [person('Harjit Kaur', 40), ...['1', '2', '3', '4'].map(() => person('Harjeet Kaur', 40))];
  const found = alikeTo({ kind: 'person', name: 'Harjeet Kaur', age: '40' }, all);
  expect(found).toHaveLength(MOST_OFFERED);
  expect(found.map(({ id }) => id)).toEqual(
    all
      .slice(-MOST_OFFERED)
      .reverse()
      .map(({ id }) => id),
  );
});

it('a thing is offered where its kind and two words of its title are the same, on either side', () => {
  const all = [
    thing('Brown leather wallet found near the temple'),
    thing('Black wallet with a zip'),
    thing('Brown leather cover', 'Electronics'),
    thing('Wallet, brown', 'Wallet', 'lost'),
  ];
  expect(things('Lost my brown wallet', all)).toEqual(['Wallet, brown', 'Brown leather wallet found near the temple']);
  expect(things('brown leather wallet', all)[0]).toBe('Brown leather wallet found near the temple');
  expect(things('Lost near the temple', all)).toEqual(['Brown leather wallet found near the temple']);
  expect(things('Lost, found and with the', all)).toEqual([]);
  expect(things('brown wallet', all, '')).toEqual([]);
});
