/** How often a caller may do a thing, counted in the database so that all server processes count together. */

import { type RawBuilder, sql } from 'kysely';
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
  if (count > limit) throw tooMany(start, now);
}

/** Note that `key` is used in this hour; whether it is for the first time. */
export async function startsInHour(db: Db, key: string | RawBuilder<string>, now = Date.now()): Promise<boolean> {
  const noted = await db
    .insertInto('rate_limit')
    .values({ key, window_start: new Date(Math.floor(now / HOUR_MS) * HOUR_MS), count: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doNothing())
    .returning('count')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Refuse who has used up this hour, counting nothing: asked where a count must wait for what is still to be read. */
export async function refuseOver(db: Db, key: string, limit: number, now = Date.now()): Promise<void> {
  const start = Math.floor(now / HOUR_MS) * HOUR_MS;
  const used = await db
    .selectFrom('rate_limit')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', new Date(start))
    .executeTakeFirst();
  if (used && used.count >= limit) throw tooMany(start, now);
}

const tooMany = (start: number, now: number) =>
  new AppError('too-many', 'Too many tries this hour', { retryAfterMs: start + HOUR_MS - now });

/** Give back uses of this hour that came to nothing. */
export async function giveBack(db: Db, key: string, uses: number, now = Date.now()): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ count: sql`greatest(1, count - ${Math.max(0, uses)}::int)` })
    .where('key', '=', key)
    .where('window_start', '=', new Date(Math.floor(now / HOUR_MS) * HOUR_MS))
    .execute();
}

const KIB = 1024;

/**
 * Count what a call brings, in KiB, before it is read, so that many calls at once do not pass the limit together. Of one that
 * is refused nothing counts: behind a video that is too much for this hour a photo still finds room.
 * `keep` answers how many bytes it has kept; what it throws counts as if all of them were.
 */
export async function countBytes<T extends { kept: number }>(
  db: Db,
  key: string,
  limitBytes: number,
  announced: number,
  keep: () => Promise<T>,
): Promise<T> {
  const [now, uses] = [Date.now(), Math.ceil(announced / KIB) + 1];
  try {
    await countUse(db, key, Math.floor(limitBytes / KIB), now, uses);
  } catch (error) {
    await giveBack(db, key, uses, now);
    throw error;
  }
  const done = await keep();
  await giveBack(db, key, uses - Math.ceil(done.kept / KIB) - 1, now);
  return done;
}

/** Give back what `countBytes` has counted of this hour. */
export const giveBytesBack = (db: Db, key: string, bytes: number): Promise<void> =>
  giveBack(db, key, Math.ceil(bytes / KIB));

/** Forget the hours gone by. */
export async function forgetUses(db: Db, now = Date.now()): Promise<void> {
  await db
    .deleteFrom('rate_limit')
    .where('window_start', '<', new Date(now - HOUR_MS))
    .execute();
}
