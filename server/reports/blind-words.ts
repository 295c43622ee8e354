/**
 * Words that can be looked for and not read: of each form of a word (search.ts) its beginnings, each by its HMAC under a key
 * that lies outside of the database. Whoever has the database sees which reports share a beginning, and not what it is.
 */

import { createHmac } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { keyed } from '../db/sealing.ts';
import { LEAST_OPEN_SOUND } from './search.ts';

/** What is typed is cut to the next shorter of these: a beginning of so many letters tells words apart. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 8, 12, 20];
/** 32 bits: of a million beginnings one in four thousand is taken for another, and finds a report too many. */
const TOKEN_BYTES = 4;

/** For `report.search`: what `searchText` made of the words. */
export const blindWords = (text: string): RawBuilder<string> => keyed((key) => blinded(text, key));

/** The same for a list of reports. */
export const blindEach = (texts: readonly string[]): RawBuilder<string> =>
  keyed((key) => texts.map((text) => blinded(text, key)));

/** Every word, by one of the ways it may begin: what `searchedFor` made of what was typed, as a tsquery. */
export const blindQuery = (words: readonly (readonly string[])[]): RawBuilder<string> =>
  keyed((key) =>
    words.map((forms) => `(${forms.map((form) => `'${tokenOf(beginningOf(form), key)}'`).join(' | ')})`).join(' & '),
  );

function blinded(text: string, key: Buffer): string {
  const beginnings = new Set(text.split(' ').filter(Boolean).flatMap(beginningsOf));
  return [...beginnings].map((beginning) => tokenOf(beginning, key)).join(' ');
}

const tokenOf = (beginning: string, key: Buffer): string =>
  createHmac('sha256', key).update(beginning).digest().subarray(0, TOKEN_BYTES).toString('base64url');

/** `@` and `~` ahead of a form say what it is and are none of its letters; one that ends with `~` is looked for whole. */
function partsOf(form: string): { mark: string; letters: string[] } {
  const mark = /^@?~?/.exec(form)?.[0] ?? '';
  return { mark, letters: [...form.slice(mark.length)] };
}

const isClosed = ({ mark, letters }: ReturnType<typeof partsOf>): boolean =>
  mark.endsWith('~') && letters.at(-1) === '~';

function beginningsOf(form: string): string[] {
  const parts = partsOf(form);
  if (isClosed(parts)) return [form];
  const least = parts.mark.endsWith('~') ? LEAST_OPEN_SOUND : 1;
  return LENGTHS.filter((length) => length >= least && length <= parts.letters.length).map(
    (length) => parts.mark + parts.letters.slice(0, length).join(''),
  );
}

function beginningOf(form: string): string {
  const parts = partsOf(form);
  if (isClosed(parts)) return form;
  const length = LENGTHS.findLast((each) => each <= parts.letters.length) ?? 1;
  return parts.mark + parts.letters.slice(0, length).join('');
}
