/** Two records that may be one: what each thing that was said weighs, and what a face alone may say. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BARS, type Fit, linkPeople, linkThings, type PersonFacts, STEPS, shareOfAges } from '../../match/linkage.ts';
import { nameWords } from '../../match/names.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 10);

const person = (more: Partial<PersonFacts> = {}): PersonFacts => ({
  ...{ names: [], languages: [], clothing: new Set(), marks: new Set(), at: NOW },
  ...more,
});
const named = (name: string) => person({ names: [nameWords(name)] });
const bitsOf = (a: Partial<PersonFacts>, b: Partial<PersonFacts>, between = {}) =>
  linkPeople(person(a), person(b), between).bits;
/** What two records weigh of which nothing is known but the day. */
const DAYS_ALONE = bitsOf({}, {});
const weight = (a: Partial<PersonFacts>, b: Partial<PersonFacts>, between = {}) => bitsOf(a, b, between) - DAYS_ALONE;
const faceAt = (years: number, face: 'likely' | 'possible' | 'none') =>
  bitsOf(aged(years), aged(years), { face }) - bitsOf(aged(years), aged(years));
const says = ({ because }: Fit, field: string) => because.find((reason) => reason.field === field);

const set = (...words: string[]) => new Set(words);
const father = (name: string, kind = 'father') => ({ relative: { kind, words: nameWords(name) } });
const names = (name: string) => ({ names: [nameWords(name)] });
const aged = (ageMin: number, ageMax = ageMin) => ({ ageMin, ageMax });

describe('the table', () => {
  it.each(Object.entries(STEPS))('has of %s probabilities that make one, each a possible one', (_, steps) => {
    for (const at of [2, 3] as const) expect(steps.reduce((sum, step) => sum + step[at], 0)).toBeCloseTo(1, 3);
    for (const [, , m, u] of steps) expect(Math.min(m, u)).toBeGreaterThan(0);
  });

  it.each(Object.entries(STEPS))('calls what speaks against it another, and nothing else (%s)', (_, steps) => {
    for (const [, said, m, u] of steps)
      expect([said === 'differs', m < u]).toEqual([said === 'differs', said === 'differs']);
  });
});

describe('what was said', () => {
  it.each<[string, Partial<PersonFacts>, Partial<PersonFacts>, Partial<PersonFacts>]>([
    ['a sex', { sex: 'female' }, { sex: 'female' }, { sex: 'male' }],
    ['an age', aged(34), aged(30, 38), aged(60, 70)],
    ['a name', names('Gurpreet Singh'), names('ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'), names('Mohan Singh')],
    ['a father', father('Ram Prasad'), father('राम प्रसाद'), father('Balwinder')],
    ['a language', { languages: ['pa'] }, { languages: ['pa', 'hi'] }, { languages: ['ta'] }],
    ['a height', { ...aged(40), heightCm: 165 }, { ...aged(40), heightCm: 168 }, { ...aged(40), heightCm: 190 }],
    ['clothes', { clothing: set('red') }, { clothing: set('red', 'white') }, { clothing: set('blue') }],
    ['marks', { marks: set('scar', 'chin') }, { marks: set('chin', 'scar', 'old') }, { marks: set('tattoo') }],
  ])(
    'speaks for it where %s agrees, against it where it does not, and not at all where one side is silent',
    (_, own, like, unlike) => {
      const base = own.ageMin === 40 ? weight(aged(40), aged(40)) : 0;
      expect(weight(own, like) - base).toBeGreaterThan(0);
      expect(weight(own, unlike) - base).toBeLessThan(0);
      const { heightCm: _height, ...silent } = own;
      for (const [a, b] of [[own, base === 0 ? {} : silent] as const, [base === 0 ? {} : silent, own] as const])
        expect(weight(a, b) - base).toBeCloseTo(0);
    },
  );

  it.each([
    ['places', [3, 20, 80, 250, 900].map((km) => weight({}, {}, { km }))],
    ['days', [1, 5, 20, 100, 300, 900].map((days) => bitsOf({}, { at: NOW + days * DAY }))],
    ['ages', [0, 2, 5, 9, 30].map((years) => weight(aged(30), aged(30 + years)))],
    ['faces of adults', (['likely', 'possible', 'none'] as const).map((face) => faceAt(30, face))],
    ['faces of children', (['likely', 'possible', 'none'] as const).map((face) => faceAt(8, face))],
  ])('weighs less the further apart %s are', (_, weights) => {
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(weights[0]).toBeGreaterThan(0);
    expect(weights.at(-1)).toBeLessThan(0);
  });

  it('is against it where somebody was found before they were lost, but a day is no more than a slip', () => {
    expect(bitsOf({}, { at: NOW - 10 * DAY })).toBeLessThan(-5);
    expect(bitsOf({}, { at: NOW - DAY })).toBe(DAYS_ALONE);
  });

  const NAMES = ['Asha Rani', 'ਆਸ਼ਾ', 'Ramesh Kumar', 'Rajesh', 'K Lakshmi', 'Lakshmi Devi', 'Lakshmi Raman', 'Singh'];

  it('weighs the same whichever side said it (but for the days)', () => {
    const facts = fc.record(
      {
        sex: fc.constantFrom('female', 'male', 'other'),
        ageMin: fc.integer({ min: 0, max: 90 }),
        names: fc.array(fc.constantFrom(...NAMES).map(nameWords), { maxLength: 2 }),
        languages: fc.subarray(['pa', 'hi', 'ta', 'other']),
        heightCm: fc.integer({ min: 90, max: 190 }),
        clothing: fc.subarray(['red', 'blue', 'green']).map((all) => new Set(all)),
        marks: fc.subarray(['scar', 'mole', 'chin']).map((all) => new Set(all)),
      },
      { requiredKeys: ['names', 'languages', 'clothing', 'marks'] },
    );
    const km = fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined });
    fc.assert(
      fc.property(facts, facts, km, (a, b, apart) => {
        expect(bitsOf(a, b, { km: apart })).toBeCloseTo(bitsOf(b, a, { km: apart }), 9);
      }),
    );
  });

  it('of a name never takes one that looks like it for the same, whatever else they are called', () => {
    for (const [one, other] of [
      ['Ramesh', 'Rajesh'],
      ['Ramesh Kumar', 'Rajesh Kumar'],
      ['Sunita Devi', 'Savita Devi'],
      ['Mohan Lal', 'Sohan Lal'],
      ['ਰਮੇਸ਼ ਕੁਮਾਰ', 'Rajesh Kumar'],
    ] as const)
      expect(says(linkPeople(named(one), named(other), {}), 'name')).toEqual({ field: 'name', says: 'differs' });
    expect(says(linkPeople(named('Harpreet Kaur'), named('Har Prit Kaur'), {}), 'name')?.says).not.toBe('differs');
  });

  it('of a name that millions have says little, and of a father’s; where one side has said no more it is no other name', () => {
    const singh = weight(names('Mohan Singh'), names('Singh'));
    expect(singh).toBeGreaterThan(0);
    expect(singh).toBeLessThan(2);
    expect(weight(names('Ram Singh'), names('Ram Singh'))).toBeGreaterThan(singh);
    expect(weight(names('Mohan'), names('Singh'))).toBe(0);
    expect(weight(father('Singh'), father('Mohan Singh'))).toBeLessThan(2);
    // Two old men, days and 200 km apart.
    const [lost, found] = [
      { sex: 'male' as const, ...aged(70) },
      { sex: 'male' as const, ...aged(60, 75) },
    ];
    const later = { at: NOW + 4 * DAY };
    const bandOf = (a: string, b: string) =>
      linkPeople(person({ ...lost, ...names(a) }), person({ ...found, ...names(b), ...later }), { km: 200 }).band;
    expect([bandOf('Mohan Singh', 'Singh'), bandOf('Mohan Singh', 'Mohan Singh')]).toEqual(['possible', 'likely']);
  });

  it('of a name with initials, or without a family’s name, is that of who tells more', () => {
    for (const [one, other] of [
      ['K. Lakshmi', 'Lakshmi Devi'],
      ['Ramesh R', 'Ramesh Raman'],
      ['Gurpreet Sidhu', 'Gurpreet Singh'],
    ] as const)
      for (const [a, b] of [
        [one, other],
        [other, one],
      ] as const)
        expect([a, b, says(linkPeople(named(a), named(b), {}), 'name')?.says]).toEqual([a, b, 'same']);
    expect(weight(names('K. Lakshmi'), names('K. Savita'))).toBeLessThan(0);
  });

  it.each(['Unknown', 'Not known', 'Unknown female', 'ਨਾਂ ਪਤਾ ਨਹੀਂ', 'अज्ञात'])(
    'of a name that nobody knew (%s) says nothing, and two such are not of one name',
    (written) => {
      expect(weight(names('Asha Rani'), names(written))).toBe(0);
      expect(weight(names(written), names(written))).toBe(0);
    },
  );

  it('of a nickname counts as a name, and of two fathers, not of a father and a mother, that they differ', () => {
    expect(weight({ names: [nameWords('Gurpreet'), nameWords('Pinky')] }, names('Pinki'))).toBeGreaterThan(4);
    expect(weight(father('Ram Prasad'), father('Shanti', 'mother'))).toBe(0);
    expect(weight(father('Ram Prasad'), father('Ram Prasad', 'guardian'))).toBeGreaterThan(4);
  });

  it('of an age counts for less the more ages it leaves open, and for one who is older since', () => {
    expect(weight(aged(34), aged(20, 60))).toBeLessThan(weight(aged(34), aged(32, 36)));
    expect(weight(aged(5, 80), aged(34))).toBeCloseTo(0);
    const later = { at: NOW + 3653 * DAY };
    expect(bitsOf(aged(9), { ...aged(19), ...later })).toBeGreaterThan(bitsOf(aged(9), { ...aged(40), ...later }));
    expect(shareOfAges(0, 200)).toBeCloseTo(1, 1);
    expect(shareOfAges(30, 30)).toBe(0);
  });

  it('of clothes counts for days and not for months; of who grows, no height', () => {
    const red = { clothing: set('red') };
    const later = { at: NOW + 60 * DAY };
    expect(bitsOf(red, { ...red, ...later })).toBe(bitsOf({}, later));
    expect(weight({ ...aged(9), heightCm: 120 }, { ...aged(9), heightCm: 150 })).toBe(weight(aged(9), aged(9)));
  });

  it('of a language that nearly everybody speaks says nothing', () => {
    expect(weight({ languages: ['hi'] }, { languages: ['hi'] })).toBeLessThan(
      weight({ languages: ['ta'] }, { languages: ['ta'] }),
    );
  });

  it('is told in the order of weight, with what was measured', () => {
    const fit = linkPeople(
      person({ ...aged(34), sex: 'female', ...names('Asha Rani') }),
      person({ ...aged(38), sex: 'female', ...names('ਆਸ਼ਾ ਰਾਣੀ'), at: NOW + 2 * DAY }),
      { km: 12.4 },
    );
    expect(fit.because.map(({ field }) => field)).toEqual(['name', 'time', 'place', 'sex', 'age']);
    expect(says(fit, 'place')).toEqual({ field: 'place', says: 'near', value: 12 });
    expect(says(fit, 'age')).toEqual({ field: 'age', says: 'near', value: 4 });
    expect(says(fit, 'time')).toEqual({ field: 'time', says: 'same', value: 2 });
  });
});

describe('a face', () => {
  const near = { km: 2 };

  it.each([
    ['an adult', aged(30)],
    ['a child', aged(8)],
    ['somebody of whom nobody knows the age', {}],
  ])('alone never makes a candidate likely: of %s', (_, age) => {
    const far = { ...age, at: NOW + 200 * DAY };
    expect(linkPeople(person(age), person(far), { face: 'likely' }).band).not.toBe('likely');
  });

  it('of an adult makes one likely together with little else, of a child with what is a candidate by itself', () => {
    const [woman, girl] = [
      { sex: 'female', ...aged(30) },
      { sex: 'female', ...aged(8) },
    ] as const;
    expect(linkPeople(person(woman), person(woman), { ...near, face: 'likely' }).band).toBe('likely');
    const child = linkPeople(person(girl), person({ ...girl, at: NOW + 20 * DAY }), { km: 60, face: 'likely' });
    expect([child.band, child.bits > BARS.person.possible]).toEqual(['possible', true]);
    const known = { ...girl, ...names('Simran Gill') };
    expect(linkPeople(person(known), person(known), { ...near, face: 'likely' }).band).toBe('likely');
  });

  it('counts by the bars of the younger one, and of an infant is never likely', () => {
    expect(faceAt(30, 'possible')).toBeGreaterThan(faceAt(8, 'possible'));
    expect(faceAt(1, 'possible')).toBeLessThan(3);
  });

  it('that is not like the other speaks against it', () => {
    expect(faceAt(30, 'none')).toBeLessThan(0);
  });
});

describe('things', () => {
  const thing = { category: 'Wallet', colours: set('black'), words: set('leather', 'pan', 'card'), at: NOW };

  it('of two categories are no candidate, but by their number always', () => {
    expect(linkThings(thing, { ...thing, category: 'Bags' }, { km: 1 }).band).toBe('none');
    const numbered = { ...thing, words: set(), colours: set(), serial: 'a' };
    expect(linkThings(numbered, { ...numbered, category: 'Bags', at: NOW + 300 * DAY }, { km: 1500 }).band).toBe(
      'likely',
    );
  });

  it('of two numbers are pulled down, and not left out', () => {
    const fit = linkThings({ ...thing, serial: 'a' }, { ...thing, serial: 'b' }, { km: 1 });
    expect([fit.band, says(fit, 'serial')?.says]).toEqual(['possible', 'differs']);
    expect(fit.bits).toBeLessThan(linkThings(thing, thing, { km: 1 }).bits);
  });
});
