/** Lost and found things that may be one: the cases that the weights of things were set by. */

import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Place } from '../../contract/primitives.ts';
import type { ItemCategory } from '../../contract/report.ts';
import { linkThings, type ThingFacts } from '../../match/linkage.ts';
import { distanceKm, findPlace } from '../../reference/places.ts';
import { coloursIn, tellingWords } from '../../server/items/words.ts';

interface Told {
  category?: z.infer<typeof ItemCategory>;
  colour?: string;
  text: string;
  town?: string;
  /** Of November. */
  day?: number;
  serial?: string;
}

function facts({ category = 'Wallet', colour, text, day = 10, serial }: Told): ThingFacts {
  const at = Date.UTC(2026, 10, day, 7);
  return { category, colours: coloursIn(colour ?? text), words: tellingWords(text), at, serial };
}

function linked(lost: Told, found: Told) {
  const [a, b] = [lost, found].map(({ town }): Place | undefined => (town ? findPlace(town) : undefined));
  return linkThings(facts(lost), facts(found), { km: a && b && distanceKm(a, b) });
}

const BLACK_WALLET: Told = { text: 'Black leather wallet with a PAN card', town: 'Ludhiana' };
const PHONE: Told = {
  category: 'Electronics',
  text: 'Redmi phone with a cracked corner',
  colour: 'Blue',
  town: 'Amritsar',
};
const BAG: Told = { category: 'Bags', text: 'School bag with books of class 9', colour: 'Brown', town: 'Ferozepur' };
const KEYS: Told = { category: 'Keys', text: 'Three keys on a red thread', town: 'Moga' };

const CASES: [name: string, lost: Told, found: Told, band: string][] = [
  ['the same words, town and day', BLACK_WALLET, { ...BLACK_WALLET, day: 11 }, 'likely'],
  [
    'other words for the same',
    BLACK_WALLET,
    { text: 'Leather purse, black, PAN card in it', town: 'Ludhiana', day: 12 },
    'likely',
  ],
  ['in Gurmukhi', BLACK_WALLET, { text: 'ਕਾਲਾ ਬਟੂਆ ਮਿਲਿਆ', town: 'ਲੁਧਿਆਣਾ', day: 11 }, 'possible'],
  ['in Devanagari', BLACK_WALLET, { text: 'काला बटुआ मिला', town: 'Ludhiana', day: 11 }, 'possible'],
  ['one that says little', BLACK_WALLET, { text: 'Wallet', town: 'Ludhiana', day: 11 }, 'none'],
  ['another colour', BLACK_WALLET, { text: 'Brown wallet', town: 'Ludhiana', day: 11 }, 'none'],
  ['far away', BLACK_WALLET, { ...BLACK_WALLET, town: 'Chennai', day: 11 }, 'none'],
  ['found before it was lost', { ...BLACK_WALLET, day: 20 }, { ...BLACK_WALLET, day: 2 }, 'none'],
  ['dates a day off', { ...BLACK_WALLET, day: 11 }, { ...BLACK_WALLET, day: 10 }, 'likely'],
  ['another category', BLACK_WALLET, { ...BLACK_WALLET, category: 'Bags', day: 11 }, 'none'],
  [
    'another category, but the number',
    { ...PHONE, serial: 'a' },
    { ...PHONE, category: 'Other', serial: 'a' },
    'likely',
  ],
  [
    'the number alone',
    { ...PHONE, serial: 'a' },
    { category: 'Electronics', text: 'Mobile', serial: 'a', town: 'Patna', day: 29 },
    'likely',
  ],
  ['two numbers that differ', { ...PHONE, serial: 'a' }, { ...PHONE, serial: 'b', day: 11 }, 'possible'],
  ['one number unknown', { ...PHONE, serial: 'a' }, { ...PHONE, day: 11 }, 'likely'],
  [
    'two phones of a town',
    PHONE,
    { category: 'Electronics', text: 'Samsung mobile found in a bus', town: 'Amritsar', day: 12 },
    'none',
  ],
  ['the next town', BAG, { category: 'Bags', text: 'Brown bag, school books', town: 'Zira', day: 11 }, 'likely'],
  ['no place told', BAG, { category: 'Bags', text: 'School bag, class 9 books, brown', day: 11 }, 'likely'],
  ['months later', BAG, { category: 'Bags', text: 'Brown school bag', town: 'Ferozepur', day: 200 }, 'none'],
  [
    'a thing without colour',
    KEYS,
    { category: 'Keys', text: 'Keys, three, a thread', town: 'Moga', day: 10 },
    'likely',
  ],
  ['keys of another town', KEYS, { category: 'Keys', text: 'Bunch of keys', town: 'Jalandhar', day: 12 }, 'none'],
  ['nothing but the category', { category: 'Other', text: 'Thing' }, { category: 'Other', text: 'Object' }, 'none'],
];

describe('lost and found things', () => {
  it.each(CASES)('are compared: %s (A20)', (_name, lost, found, band) => {
    const fit = linked(lost, found);
    expect([fit.band, fit.bits]).toEqual([band, fit.bits]);
  });

  it('say what agrees, the weightiest first, the number before all', () => {
    const agreeing = (lost: Told, found: Told) =>
      linked(lost, found).because.flatMap(({ field, says }) => (says === 'differs' ? [] : [field]));
    expect(agreeing(BLACK_WALLET, { ...BLACK_WALLET, day: 11 })).toEqual([
      ...['words', 'place', 'category', 'colour', 'time'],
    ]);
    const numbered = agreeing({ ...PHONE, serial: 'a' }, { ...PHONE, serial: 'a', town: 'Chennai' });
    expect(numbered[0]).toBe('serial');
    expect(numbered).not.toContain('place');
  });

  it('are told apart by colours and words of three scripts', () => {
    for (const text of ['A black bag', 'ਕਾਲਾ ਬੈਗ', 'काला बैग']) expect([...coloursIn(text)]).toEqual(['black']);
    for (const text of ['my phone', 'ਮੋਬਾਈਲ', 'ਫ਼ੋਨ ਗੁੰਮ', 'मोबाइल', 'फोन'])
      expect([...tellingWords(text)]).toEqual(['phone']);
    for (const text of ['keys', 'ਚਾਬੀਆਂ', 'चाबी']) expect([...tellingWords(text)]).toEqual(['key']);
  });
});
