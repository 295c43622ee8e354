/** How often a caller may do a thing, counted in the database so that all server processes count together. */

import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Db } from '../db/schema.ts';

const HOUR_MS = 3_600_000;

/** Count a use of `key` in this hour, or several; past `limit` throws `too-many` with the time until the next hour. */
export async function countUse(db: Db, key: string, limit: number, now = Date.now(), uses = 1): Promise<void> {
  const start = Math.floor(now / HOUR_MS) * HOUR_MS;
  const { count } = await db
    .insertInto('rate_limit')
    .values({ key, window_start: new Date(start), count: uses })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`rate_limit.count + excluded.count` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  if (count > limit)
    throw new AppError('too-many', 'Too many tries this hour', { retryAfterMs: start + HOUR_MS - now });
}

/** Forget the hours gone by. */
export async function forgetUses(db: Db, now = Date.now()): Promise<void> {
  await db
    .deleteFrom('rate_limit')
    .where('window_start', '<', new Date(now - HOUR_MS))
    .execute();
}
