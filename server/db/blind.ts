/**
 * Note: Found without being read. Names and e-mails of accounts, and the places they follow, lie sealed; what they are found by stands beside them, made
 * with a key that lies outside of the database (`ACCOUNT_KEY`). Of an e-mail or a place that is its HMAC. Of a name it is, for each of
 * its words and their beginnings, one of 65,536 numbers: many names share one, so that whoever finds a name opens what shares
 * it and looks. Pure.
 */

import { createHmac } from 'node:crypto';

/** What stands for an e-mail; nothing for who has none, so that several may. */
export const markOfEmail = (email: string, key: Buffer): string | null =>
  email === '' ? null : createHmac('sha256', key).update(`e-mail\n${email.toLowerCase()}`).digest('base64url');

/** What stands for a place that somebody follows, however it is written large or small. */
export const markOfPlace = (place: string, key: Buffer): string =>
  createHmac('sha256', key).update(`place\n${place.toLowerCase()}`).digest('base64url');

/** For a name that is kept. */
export const marksOfName = (name: string, key: Buffer): number[] => [
  ...new Set(wordsOf(name).flatMap((word) => beginningsOf(word).map((beginning) => markOf(beginning, key)))),
];

/** For a name, or beginnings of its words, that is looked for; a name that has them all may be it. */
export const marksSought = (typed: string, key: Buffer): number[] => [
  ...new Set(wordsOf(typed).map((word) => markOf(beginningsOf(word).at(-1) ?? word, key))),
];

/** Whether each word that was typed begins a word of the name. */
export function isNamed(name: string, typed: string): boolean {
  const words = wordsOf(name);
  const sought = wordsOf(typed);
  return sought.length > 0 && sought.every((each) => words.some((word) => word.startsWith(each)));
}

/** Letters of a word that are looked for; fewer tell too much of who shares them, and nothing of who is meant. */
const LENGTHS = [2, 3, 4, 6, 9];

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function beginningsOf(word: string): string[] {
  const letters = [...word];
  const lengths = LENGTHS.filter((length) => length <= letters.length);
  return lengths.length === 0 ? [word] : lengths.map((length) => letters.slice(0, length).join(''));
}

const markOf = (beginning: string, key: Buffer): number =>
  createHmac('sha256', key).update(`name\n${beginning}`).digest().readUInt16BE();
