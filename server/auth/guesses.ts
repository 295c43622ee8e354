/**
 * How often the codes of one account may be tried, counted in the database and so by all servers together.
 *
 * A try finds one code of a million, so all that are allowed in any 24 hours find one with a chance of 5e-5 at most,
 * whoever makes them and from wherever. Who is right has theirs back: nobody is kept out by signing in often.
 */

import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Db } from '../db/schema.ts';

const DAY_MS = 86_400_000;

/** So many tries at once, and one more after each part of the day: in no 24 hours more than both together. */
export interface Allowance {
  atOnce: number;
  aDay: number;
}

/** Of the codes that come by mail, by who tries: any stranger's tries are not those of a device of the owner's. */
export const STRANGERS: Allowance = { atOnce: 10, aDay: 10 };
export const OWN_DEVICES: Allowance = { atOnce: 6, aDay: 6 };
/** Of a guardian's consent, which is tried by the child alone. */
export const GUARDIAN: Allowance = { atOnce: 6, aDay: 2 };
/** Of a hand-over, which is tried by the finder alone: by the claimant, whose thing it is. */
export const HAND_OVER: Allowance = { atOnce: 7, aDay: 3 };
/** The part of the strangers' that one address may use up. */
export const ONE_ADDRESS: Allowance = { atOnce: 6, aDay: 4 };

export interface Guess {
  /** Whose code it is, and who tries; not the address of either in the clear. */
  key: string;
  allowance: Allowance;
}

const stepOf = ({ aDay }: Allowance): number => DAY_MS / aDay;

/**
 * Try a code. The try is counted first, so that many at once are as many as one after another, and given back if it
 * succeeds; `tryIt` throws for a code that is wrong. Call it outside of a transaction, or a failure takes its count back.
 * @throws AppError too-many, with `fields.otp`
 */
export async function guessing<T>(
  db: Db,
  guesses: readonly Guess[],
  tryIt: () => Promise<T>,
  now = new Date(),
): Promise<T> {
  const counted: Guess[] = [];
  for (const guess of guesses) {
    const retryAfterMs = await count(db, guess, now);
    if (retryAfterMs === undefined) counted.push(guess);
    else {
      await giveBack(db, counted); // nothing was tried
      throw new AppError('too-many', 'Too many codes were tried today', { fields: { otp: 'too-many' }, retryAfterMs });
    }
  }
  const done = await tryIt();
  await giveBack(db, counted);
  return done;
}

/** One row a key: `spent_until` is when all its tries are there again. Answers how long to wait where there is none now. */
async function count(db: Db, { key, allowance }: Guess, now: Date): Promise<number | undefined> {
  const step = stepOf(allowance);
  const later = sql<Date>`greatest(guess.spent_until, ${now}) + ${step} * interval '1 millisecond'`;
  const latest = new Date(now.getTime() + allowance.atOnce * step);
  const taken = await db
    .insertInto('guess')
    .values({ key, spent_until: new Date(now.getTime() + step) })
    .onConflict((row) => row.column('key').doUpdateSet({ spent_until: later }).where(later, '<=', latest))
    .returning('key')
    .executeTakeFirst();
  if (taken) return undefined;
  const spent = await db.selectFrom('guess').select('spent_until').where('key', '=', key).executeTakeFirst();
  return Math.max(1, (spent?.spent_until.getTime() ?? 0) + step - latest.getTime());
}

async function giveBack(db: Db, guesses: readonly Guess[]): Promise<void> {
  for (const { key, allowance } of guesses)
    await db
      .updateTable('guess')
      .set({ spent_until: sql`spent_until - ${stepOf(allowance)} * interval '1 millisecond'` })
      .where('key', '=', key)
      .execute();
}

/** Those that have all their tries again. */
export async function forgetGuesses(db: Db, now = new Date()): Promise<void> {
  await db.deleteFrom('guess').where('spent_until', '<', now).execute();
}
