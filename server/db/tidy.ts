/** What PostgreSQL's background processes do, for PGlite, which has none. */

import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Bounds the log that is replayed after a crash. */
const CHECKPOINT_EVERY_MS = 5 * 60_000;
/** Every so many checkpoints the space of dead rows is freed and the planner's statistics are taken. */
const CHECKPOINTS_A_VACUUM = 12;

/** Tidy now and then, until the returned function is called; a round in which nothing was written does nothing. */
export function keepTidy(db: Db): () => void {
  const tidy = makeTidy(db);
  const timer = setInterval(() => {
    tidy().catch((error: unknown) => console.error('The database could not be tidied:', error));
  }, CHECKPOINT_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** One round of tidying a call. */
export function makeTidy(db: Db): () => Promise<void> {
  let seen = '';
  let rounds = 0;
  return async () => {
    if ((await logEnd(db)) === seen) return;
    if (++rounds % CHECKPOINTS_A_VACUUM === 0) await sql`vacuum (analyze)`.execute(db);
    await sql`checkpoint`.execute(db);
    seen = await logEnd(db);
  };
}

async function logEnd(db: Db): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db);
  return rows[0]?.lsn ?? '';
}
