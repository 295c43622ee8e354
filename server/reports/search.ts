/**
 * Words made comparable: across Gurmukhi, Devanagari and Latin letters, and across the ways one name is spelled. Pure.
 *
 * A report is found by how its words begin: each as it is written, in plain Latin letters, and by its sound after `~`, a
 * short one between two of them; the words of its region once more after `@`. What of it the database keeps is made of
 * these by blind-words.ts.
 */

import anyAscii from 'any-ascii';
import { bonesOf, soundsOf } from '../../match/names.ts';

/** What a list may be searched by. */
export interface Words {
  number: string;
  title: string | null;
  description: string | null;
  region: string | null;
  name?: string | null;
  clothColor?: string | null;
  /** Of a person, what else everybody may read. */
  details?: readonly string[];
  colour?: string | null;
  category?: string | null;
}

/** A sound of fewer letters begins too many words: it stands for the whole word, or, of one letter, for none. */
export const LEAST_OPEN_SOUND = 3;
const LEAST_SOUND = 2;
const MAX_WORDS = 8;
/** The index takes no word of thousands of letters, and nobody looks for one. */
const MAX_WORD = 60;
/** The number of a report as it is being typed: it says so by its first letter and stroke. */
const REPORT_NUMBER = /^\s*w-[0-9a-z]{1,4}(-[0-9a-z]{0,2})?\s*$/i;

/** By what a report is found, between blanks. `places` are other names of the region. */
export function searchText(words: Words, places: readonly string[] = []): string {
  const { number, title, description, region, name, clothColor, details = [], colour, category } = words;
  const where = [region, ...places].flatMap(formsOf);
  const told = [title, description, name, clothColor, ...details, colour, category].flatMap(formsOf).concat(where);
  const all = [plainNumber(number), ...told, ...where.map((form) => `@${form}`)];
  return [...new Set(all)].join(' ');
}

/** What the reader typed: for each word the beginnings by which it is found. They hold letters, digits, `@` and `~`. */
export function searchedFor(typed: string, kind: 'words' | 'region' = 'words'): string[][] {
  if (kind === 'words' && isNumber(typed)) return [[plainNumber(typed)]];
  const mark = kind === 'region' ? '@' : '';
  return wordsOf(typed)
    .slice(0, MAX_WORDS)
    .map((word) => forms(word).map((form) => mark + form));
}

/** Whether a report's number is being typed, and no words. */
export const isNumber = (typed: string): boolean => REPORT_NUMBER.test(typed);

/** Of a beginning: whether it is of the word as it is written, and not of its sound. */
export const isWritten = (form: string): boolean => !form.includes('~');

/** The words of a text in lower case, in the letters they were written in. Marks of vowels belong to their letter. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** A word in plain Latin letters. */
export const plainWord = (word: string): string =>
  anyAscii(word)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/**
 * How a word for a thing sounds, roughly: bag and ਬੈਗ are one, wallet and violet are not, so all vowels but the shortest
 * count.
 */
export const soundOf = (word: string): string => soundsOf(word).replaceAll(/(?<=.)[ahyN.]/g, '');

/** The ways a word is kept and looked for. */
function forms(word: string): string[] {
  const bySound = bonesOf(soundsOf(word))
    .filter((bones) => bones.length >= LEAST_SOUND)
    .map((bones) => `~${bones}${bones.length < LEAST_OPEN_SOUND ? '~' : ''}`);
  const all = [word, plainWord(word), ...bySound];
  return [...new Set(all.filter((form) => form !== '').map((form) => [...form].slice(0, MAX_WORD).join('')))];
}

const formsOf = (text: string | null | undefined): string[] => wordsOf(text ?? '').flatMap(forms);

const plainNumber = (number: string): string => number.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
