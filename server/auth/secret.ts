/** Secrets that all server processes share and no person chooses: drawn once, kept in the database. */

import { randomBytes } from 'node:crypto';
import type { Db } from '../db/schema.ts';

export async function readSecret(db: Db, key: 'address-salt' | 'code-key' | 'number-key'): Promise<string> {
  const kept = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
  if (kept) return kept.value;
  const fresh = randomBytes(32).toString('base64url');
  await db
    .insertInto('meta')
    .values({ key, value: fresh })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  // Another process may have been first.
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return row.value;
}
