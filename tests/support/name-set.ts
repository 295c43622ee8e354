/** How well names are found by other spellings of them: the set of names beside the tests, and searches drawn from it. */

import { readFileSync } from 'node:fs';
import { NameIndex } from '../../match/names.ts';

/** All spellings of one name, the usual one first. */
export type Spellings = readonly string[];

export interface NameSet {
  given: readonly Spellings[];
  family: readonly Spellings[];
}

/** `half`: every other name. The costs in match/names.ts were chosen on `first`, so what `second` says counts. */
export function readNameSet(half: 'first' | 'second' | 'both' = 'both'): NameSet {
  const text = readFileSync(new URL('../fixtures/names.txt', import.meta.url), 'utf8');
  const [, given = '', family = ''] = text.split(/^# (?:given|family)$/m);
  const read = (lines: string) =>
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' '))
      .filter((_, i) => half === 'both' || (i % 2 === 0) === (half === 'first'));
  return { given: read(given), family: read(family) };
}

export type Script = 'Latin' | 'Gurmukhi' | 'Devanagari' | 'Arabic' | 'Gujarati' | 'Bengali' | 'Tamil' | 'Telugu';
export const SCRIPTS: readonly Script[] = [
  ...(['Latin', 'Gurmukhi', 'Devanagari', 'Arabic', 'Gujarati', 'Bengali', 'Tamil', 'Telugu'] as const),
];
export const scriptOf = (word: string): Script | undefined =>
  SCRIPTS.find((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(word));

export interface Search {
  /** What was typed, and how the name looked for is written. */
  typed: string;
  written: string;
  /** Whether it is among the first ten, and whether the very first. */
  found: boolean;
  first: boolean;
  ms: number;
}

/** Somebody, and how both of their names may be spelled. */
export interface Drawn {
  given: Spellings;
  family: Spellings;
  words: readonly [string, string];
}

const pickOf = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T;

/**
 * `count` people with a given and a family name, each in spellings drawn by `random` (0 to 1), no two with the same two names
 * as long as there are others.
 */
export const drawPeople = ({ given, family }: NameSet, count: number, random: () => number): Drawn[] =>
  Array.from({ length: count }, (_, id) => {
    const [g, f] = [given[id % given.length] ?? [], family[Math.floor(id / given.length) % family.length] ?? []];
    return { given: g, family: f, words: [pickOf(g, random), pickOf(f, random)] };
  });

/** One of them, and what is typed to find them: each word in another spelling than it has. */
export function drawSearch(people: readonly Drawn[], random: () => number): { sought: Drawn; typed: string } {
  const sought = pickOf(people, random);
  const other = (spellings: Spellings, than: string) =>
    pickOf(
      spellings.filter((each) => each !== than),
      random,
    );
  const { given, family, words } = sought;
  return { sought, typed: `${other(given, words[0])} ${other(family, words[1])}` };
}

/** Whether two are called the same, however it is spelled. */
export const isSameName = (one: Drawn | undefined, other: Drawn): boolean =>
  one?.given === other.given && one.family === other.family;

/** Among so many people as {@link drawPeople} draws, so many searches. */
export function searchNames(
  set: NameSet,
  { people, searches, random }: { people: number; searches: number; random: () => number },
): Search[] {
  const index = new NameIndex<number>();
  const all = drawPeople(set, people, random);
  for (const [id, { words }] of all.entries()) index.add(id, words.join(' '));
  return Array.from({ length: searches }, () => {
    const { sought, typed } = drawSearch(all, random);
    const began = performance.now();
    const ids = index.find(typed, 10).map(({ id }) => id);
    const ms = performance.now() - began;
    const found = ids.map((id) => isSameName(all[id], sought));
    return { typed, written: sought.words.join(' '), found: found.includes(true), first: found[0] === true, ms };
  });
}
