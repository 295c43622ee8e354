/** Searches by words among people whom the public does not see: in the log without their words, and so many an hour. */

import { createHmac } from 'node:crypto';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { keyed } from '../db/sealing.ts';
import { countUse, startsInHour } from '../http/limits.ts';
import { wordsOf } from './search.ts';

/** Of other words; the pages of one search are read freely. */
const SEARCHES_AN_HOUR = 120;

/**
 * Write down that somebody looks for these words, once an hour whatever page they ask for: what a cursor says is the
 * caller's own word. The words are told apart by their HMAC, under the key of the words that can be looked for.
 * @throws AppError too-many
 */
export async function logSearch(db: Db, caller: SignedIn, { q, region }: { q: string; region: string }): Promise<void> {
  const places = wordsOf(region).join(' ');
  const words = wordsOf(q).join(' ') + (places && `@${places}`);
  const key = keyed(
    (secret) => `words:${caller.key}:${createHmac('sha256', secret).update(words).digest('base64url')}`,
  );
  await db.transaction().execute(async (tx) => {
    if (!(await startsInHour(tx, key))) return;
    await countUse(tx, `words:${caller.key}`, SEARCHES_AN_HOUR);
    await writeAudit(tx, caller, 'word-search');
  });
}
