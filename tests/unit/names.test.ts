/** Names by how they sound, across scripts and spellings. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameIndex, nameLikeness, nameWords, slipsOf, soundsOf } from '../../match/names.ts';
import { seeded } from '../support/faults.ts';
import { readNameSet, SCRIPTS, scriptOf, searchNames } from '../support/name-set.ts';
import { SEED } from '../support/seed.ts';

const like = (a: string, b: string): number => nameLikeness(nameWords(a), nameWords(b));

describe('a name', () => {
  it.each([
    ['Singh', 'सिंह'],
    ['Sinh', 'ਸਿੰਘ'],
    ['Balwinder', 'Balvindar'],
    ['Chhaya', 'छाया'],
    ['Vijay', 'विजय'],
    ['Vijai', 'ਵਿਜੇ'],
    ['Gaurav', 'ਗੌਰਵ'],
    ['Lakshmi', 'Laxmi'],
    ['Vishnu', 'Bishnu'],
    ['Muhammad', 'Mohammed'],
    ['Mohd', 'محمد'],
    ['Gyan', 'ज्ञान'],
    ['Sambhu', 'शंभू'],
    ['Ganesh', 'கணேஷ்'],
    ['Reddy', 'రెడ్డి'],
    ['Chowdhury', 'চৌধুরী'],
    ['Patel', 'પટેલ'],
  ])('sounds alike as %s and %s', (one, other) => {
    expect(like(one, other)).toBeGreaterThan(0.9);
    expect(like(other, one)).toBe(like(one, other));
  });

  it.each([
    ['Ramesh', 'Rajesh'],
    ['Suresh', 'Naresh'],
    ['Manjit', 'Baljit'],
    ['Sunita', 'Savita'],
    ['Gurpreet', 'Jaspreet'],
    ['ਰਮੇਸ਼', 'राजेश'],
  ])('is further from a look-alike than from each of its own spellings: %s and %s', (one, other) => {
    const { given } = readNameSet();
    const own = given.find((spellings) => spellings.includes(one)) ?? [];
    expect(own.length).toBeGreaterThanOrEqual(5);
    const nearest = Math.min(...own.map((spelling) => like(one, spelling)));
    expect(like(one, other)).toBeLessThan(nearest);
    expect(like(one, other)).toBeLessThan(0.85);
  });

  it('is near with a surname, a title, ji, the father’s name, two words as one, or one letter more or less', () => {
    const others = [
      'Harpreet Kaur Sidhu',
      'Smt. Harpreet Kaur',
      'ਸ਼੍ਰੀਮਤੀ ਹਰਪ੍ਰੀਤ ਕੌਰ ਜੀ',
      'Harpreet Kaur d/o Gurnam Singh',
      'Harpreetkaur',
      'Harpret Kaur',
      'Hapreet Kaur',
      'Kaur Harpreet',
    ];
    for (const other of others) expect([other, like('Harpreet Kaur', other) > 0.75]).toEqual([other, true]);
  });

  it('weighs little where millions share it: Singh beside another Singh is nobody found', () => {
    expect(like('Gurpreet Singh', 'Mohan Singh')).toBeLessThan(0.6);
    expect(like('Gurpreet Singh', 'Gurpreet Gill')).toBeGreaterThan(like('Gurpreet Singh', 'Mohan Singh'));
  });

  it('is near by e for i, which people swap, whichever of the two has it', () => {
    expect(like('Ren', 'Rin')).toBeGreaterThan(0.9);
    expect(like('Rin', 'Ren')).toBe(like('Ren', 'Rin'));
  });

  it('of politeness alone is still looked for, and سمت is Sumit and no title', () => {
    expect(nameWords('Ji')).toHaveLength(1);
    expect(nameWords('Smt. Asha ji').map(({ sounds }) => sounds)).toEqual([soundsOf('asha')]);
    expect(like('سمت', 'Sumit')).toBeGreaterThan(0.9);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('may be %s, a word of the language', (word) => {
    expect(like(word, word)).toBe(1);
    expect(like(word, 'Asha')).toBeLessThan(0.5);
  });

  it('may be any text: it is read in time, and its likeness is from 0 to 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ maxLength: 60 }), (a, b) => {
        expect(like(a, b)).toBeGreaterThanOrEqual(0);
        expect(like(a, b)).toBeLessThanOrEqual(1);
        if (nameWords(a).length > 0) expect(like(a, a)).toBe(1);
      }),
    );
    const long = 'ਕ੍ਰਿ'.repeat(20_000);
    expect(nameWords(`${long} ${'க'.repeat(20_000)}`)[1]?.bones.length).toBeLessThanOrEqual(12);
  });
});

describe('the index of names', () => {
  it('finds 95 of 100 among the first ten of 10,000 by another spelling, with names nothing was chosen on', () => {
    const set = readNameSet('second');
    expect([...set.given, ...set.family].every((spellings) => new Set(spellings.map(scriptOf)).size >= 3)).toBe(true);
    const searches = searchNames(set, { people: 10_000, searches: 200, random: seeded(SEED) });
    const words = searches.flatMap(({ typed, written }) => `${typed} ${written}`.split(' '));
    const scripts = new Set(words.map(scriptOf));
    expect(scripts.size).toBe(SCRIPTS.length);
    expect(searches.filter(({ found }) => found).length).toBeGreaterThanOrEqual(0.95 * searches.length);
  });

  it('has its own names first, and nothing for a name that is like nobody’s', () => {
    const index = new NameIndex<string>();
    for (const name of ['Rajesh Kumar', 'ਰਮੇਸ਼ ਕੁਮਾਰ', 'Suresh Kumar']) index.add(name, name);
    expect(index.find('Ramesh Kumar')[0]?.id).toBe('ਰਮੇਸ਼ ਕੁਮਾਰ');
    expect(index.find('Fatima')).toEqual([]);
    expect(index.find('')).toEqual([]);
  });

  it('has enough names in enough spellings to say so', () => {
    const { given, family } = readNameSet();
    const all = [...given, ...family];
    expect(all.length).toBeGreaterThanOrEqual(200);
    for (const spellings of all) {
      expect([spellings[0], new Set(spellings).size === spellings.length]).toEqual([spellings[0], true]);
      expect([spellings[0], spellings.length >= 5]).toEqual([spellings[0], true]);
    }
  });

  it('finds bones that differ by a letter, left out, put in or another', () => {
    const meet = (a: string, b: string) => slipsOf(a).some((slip) => slipsOf(b).includes(slip));
    expect(meet('grprt', 'grrt')).toBe(true);
    expect(meet('grprt', 'grmrt')).toBe(true);
    expect(meet('grprt', 'jsprt')).toBe(false);
  });
});
