/**
 * One-tap stop: a token in each mail that ends what the mail came from, without signing in.
 *
 * A token is a keyed hash of what it stops, by a random key of 32 bytes that only the database has; so every mail
 * about one thing carries the same token, and an old mail still works. What is looked up is the token's own hash.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { hashToken } from '../auth/tokens.ts';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';

/** What a token ends: one follow, or all mail to one account. */
export type Stoppable = { kind: 'follow'; id: string } | { kind: 'account'; id: string };

/** The token of it, known to the database from now on. */
export async function stopToken(db: Db, what: Stoppable): Promise<string> {
  const token = createHmac('sha256', await stopKey(db))
    .update(`${what.kind} ${what.id}`)
    .digest('base64url');
  const stop_token_hash = hashToken(token);
  if (what.kind === 'follow')
    await db.updateTable('follow').set({ stop_token_hash }).where('id', '=', what.id).execute();
  else await db.updateTable('app_user').set({ stop_token_hash }).where('id', '=', what.id).execute();
  return token;
}

/** End what the token names; false when it names nothing (any more). */
export async function stopBy(db: Db, token: string): Promise<boolean> {
  const hash = hashToken(token);
  const follow = await db.deleteFrom('follow').where('stop_token_hash', '=', hash).returning('id').executeTakeFirst();
  if (follow) return true;
  const account = await db
    .updateTable('app_user')
    .set({ mail_notices: false })
    .where('stop_token_hash', '=', hash)
    .returning('id')
    .executeTakeFirst();
  return account !== undefined;
}

const stopKey = (db: Db): Promise<string> => readMeta(db, 'stop-key', () => randomBytes(32).toString('base64url'));
