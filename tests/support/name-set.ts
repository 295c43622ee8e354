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

/**
 * `people` names of a given and a family name, each in spellings drawn by `random` (0 to 1), no two people with the same
 * two names as long as there are others; of them `searches` are looked for, each word in another spelling than it has.
 */
export function searchNames(
  { given, family }: NameSet,
  { people, searches, random }: { people: number; searches: number; random: () => number },
): Search[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const index = new NameIndex<number>();
  const all = Array.from({ length: people }, (_, id) => {
    const [g, f] = [given[id % given.length] ?? [], family[Math.floor(id / given.length) % family.length] ?? []];
    const words = [pick(g), pick(f)] as const;
    index.add(id, words.join(' '));
    return { g, f, words };
  });
  const other = (spellings: Spellings, than: string) => pick(spellings.filter((each) => each !== than));
  return Array.from({ length: searches }, () => {
    const { g, f, words } = pick(all);
    const typed = `${other(g, words[0])} ${other(f, words[1])}`;
    const began = performance.now();
    const ids = index.find(typed, 10).map(({ id }) => id);
    const ms = performance.now() - began;
    const isSame = (id: number | undefined) => id !== undefined && all[id]?.g === g && all[id]?.f === f;
    return { typed, written: words.join(' '), found: ids.some(isSame), first: isSame(ids[0]), ms };
  });
}
