/** The number a person reads out on the phone: `W-7K4M-29`. No letters that sound or look like another. */

import { randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O, U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 32^6 numbers; the table's unique key refuses the rare double, and the writer draws again. */
export function drawNumber(): string {
  const letters = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]);
  return `W-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
