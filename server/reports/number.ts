/**
 * The number a person reads out on the phone: `W-7K4M-29`. No letters that sound or look like another.
 *
 * It comes from the report's id and a secret of the database, so a report that is sent again to a server that was put back
 * to an older copy of itself gets the number that its owner has written down; and nobody can choose one by choosing an id.
 */

import { createHmac } from 'node:crypto';
import { readSecret } from '../auth/secret.ts';
import type { Db } from '../db/schema.ts';

/** Crockford's base 32: no I, L, O, U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/**
 * Makes the numbers of reports. There are 32^6: the table's unique key refuses the rare double, and the writer takes the
 * next `draw`, from 0 on.
 */
export async function numberMaker(db: Db): Promise<(id: string, draw: number) => string> {
  const key = await readSecret(db, 'number-key');
  return (id, draw) => {
    const bytes = createHmac('sha256', key).update(`${id} ${draw}`).digest();
    const letters = Array.from(bytes.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]);
    return `W-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
  };
}
