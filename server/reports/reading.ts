/**
 * How many different records somebody may read in an hour who is not verified: below one in a hundred, so that nobody
 * copies them all. Counted in the database, by all server processes together.
 *
 * Note: What was read. A record that is read again counts once, so that many phones behind one address do not use it up
 * with the same newest page. Kept is one bit a record in a row a reader and hour, placed by a hash: how many bits are set
 * tells how many records there were (linear counting: of 960 it is wrong by 6), and not which. What would go past the limit
 * is not kept, and what has been read can be read again.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';
import { withSettings } from '../db/plan.ts';
import type { Db } from '../db/schema.ts';
import { countPublic } from './list.ts';
import { mayAssist } from './rules.ts';

const HOUR_MS = 3_600_000;
const BITS = 16_384;
/** Somewhat below one in a hundred, since the count is not exact. */
const SHARE = 0.0096;
/** More cannot be counted with so few bits. */
const MOST = 8000;
/** One network is many people. */
const READERS_A_NETWORK = 5;
const COUNT_MS = 60_000;

export interface Reading {
  /** Whether all that is public is more than this caller may read in an hour. */
  isBounded(caller: Caller): Promise<boolean>;
  /** Count these as read, all or none. @throws AppError too-many */
  count(caller: Caller, ids: readonly string[]): Promise<void>;
  /** How many more the caller may read in this hour while they leave some of it for what they look for themselves. */
  left(caller: Caller, share: number): Promise<number>;
}

export function openReading(db: Db, atLeast: number): Reading {
  let known: { at: number; rows: Promise<number> } | undefined;

  async function limit(): Promise<number | undefined> {
    const now = performance.now();
    if (!known || now - known.at > COUNT_MS) known = { at: now, rows: countPublic(db) };
    const read = known;
    const rows = await read.rows.catch((error: unknown) => {
      if (known === read) known = undefined; // asked again by the next call
      throw error;
    });
    return rows <= atLeast ? undefined : Math.max(atLeast, Math.min(MOST, Math.floor(rows * SHARE)));
  }

  const limitOf = async (caller: Caller) => (mayAssist(caller) ? undefined : limit());

  return {
    isBounded: async (caller) => (await limitOf(caller)) !== undefined,
    async count(caller, ids) {
      const most = await limitOf(caller);
      if (most === undefined || ids.length === 0) return;
      const [now, start] = [Date.now(), hourOf(Date.now())];
      // Whoever is over their own limit uses up nothing of their neighbours'.
      for (const [key, limit] of keysOf(caller, most)) {
        if (!(await add(db, key, start, bitsOf(start, ids), bitsFor(limit))))
          throw new AppError('too-many', 'Too many records this hour', {
            retryAfterMs: start.getTime() + HOUR_MS - now,
          });
      }
    },
    async left(caller, share) {
      const most = await limitOf(caller);
      if (most === undefined) return Number.POSITIVE_INFINITY;
      const start = hourOf(Date.now());
      const left = await Promise.all(
        keysOf(caller, most).map(async ([key, limit]) => Math.floor(limit * share) - (await readOf(db, key, start))),
      );
      return Math.max(0, Math.min(...left));
    },
  };
}

/** Forget the hours gone by. */
export async function forgetReading(db: Db, now = Date.now()): Promise<void> {
  await db
    .deleteFrom('reading')
    .where('window_start', '<', new Date(now - HOUR_MS))
    .execute();
}

const hourOf = (now: number): Date => new Date(Math.floor(now / HOUR_MS) * HOUR_MS);

const keysOf = ({ key, network }: Caller, most: number): [key: string, limit: number][] => [
  [key, most],
  ...(network === undefined ? [] : [[`network:${network}`, most * READERS_A_NETWORK] satisfies [string, number]]),
];

/** How many bits so many records set, as a rule; and how many records have set so many bits. */
const bitsFor = (records: number): number => Math.floor(BITS * (1 - Math.exp(-records / BITS)));
const recordsOf = (bits: number): number => Math.ceil(-BITS * Math.log(1 - Math.min(bits, BITS - 1) / BITS));

/** In hex, as PostgreSQL reads it. A record has another place in each hour. */
function bitsOf(start: Date, ids: readonly string[]): string {
  const bits = Buffer.alloc(BITS / 8);
  for (const id of ids) {
    const place = createHash('sha256').update(`${start.getTime()} ${id}`).digest().readUInt32BE() % BITS;
    bits.writeUInt8(bits.readUInt8(place >> 3) | (0x80 >> (place & 7)), place >> 3);
  }
  return bits.toString('hex');
}

/** Whether they fit. No reader waits for the disk: a power cut gives somebody an hour once more. */
async function add(db: Db, key: string, start: Date, hex: string, most: number): Promise<boolean> {
  const bits = sql`('x' || ${hex})::bit(16384)`;
  const { rows } = await withSettings(db, { synchronous_commit: 'off' }, (tx) =>
    sql<{ fits: boolean }>`
      insert into reading as r (key, window_start, seen) values (${key}, ${start}, ${bits})
      on conflict (key, window_start) do update set
        seen = case when bit_count(r.seen | excluded.seen) <= ${most} then r.seen | excluded.seen else r.seen end
      returning bit_count(r.seen | ${bits}) <= ${most} as fits`.execute(tx),
  );
  return rows[0]?.fits ?? false;
}

async function readOf(db: Db, key: string, start: Date): Promise<number> {
  const { rows } = await sql<{ bits: number }>`
    select bit_count(seen)::int as bits from reading where key = ${key} and window_start = ${start}`.execute(db);
  return recordsOf(rows[0]?.bits ?? 0);
}
