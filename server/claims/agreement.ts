/** How an answer of a claimant compares with the mark that the finder keeps secret. Pure. */

import type * as z from 'zod/mini';
import type { Agreement } from '../../contract/claim.ts';
import { coloursIn, tellingWords } from '../items/words.ts';
import { plainWord, wordsOf } from '../reports/search.ts';

export type AgreementValue = z.infer<typeof Agreement>;

/** Half of the mark's words in the answer is more than a guess. */
const PARTLY = 0.5;

/**
 * Compare by the words that tell, in either script and spelling, and by colours and numbers. It helps the finder to read
 * the answer; it decides nothing. No answer compares with nothing.
 */
export function agreementOf(mark: string, answer: string): AgreementValue | undefined {
  if (answer.trim() === '') return undefined;
  const kept = tokensOf(mark);
  const told = tokensOf(answer);
  if (kept.size === 0) return plainText(mark) === plainText(answer) ? 'agrees' : 'differs';
  const shared = [...kept].filter((token) => told.has(token)).length / kept.size;
  if (shared === 1) return 'agrees';
  return shared >= PARTLY ? 'partly' : 'differs';
}

const tokensOf = (text: string): Set<string> => {
  const numbers = text.match(/\d+/g) ?? [];
  const colours = [...coloursIn(text)].map((colour) => `colour:${colour}`);
  return new Set([...tellingWords(text), ...colours, ...numbers]);
};

const plainText = (text: string): string => wordsOf(text).map(plainWord).join(' ');
