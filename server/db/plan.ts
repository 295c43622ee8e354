/** Settings that one piece of work has for itself. */

import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Those of PostgreSQL's that are used. */
type Setting =
  | 'enable_hashjoin'
  | 'enable_mergejoin'
  | 'enable_seqscan'
  | 'plan_cache_mode'
  | 'statement_timeout'
  | 'synchronous_commit';

/** Do `work` in a transaction of its own that has these settings; nothing else has them. */
export function withSettings<T>(
  db: Db,
  settings: Partial<Record<Setting, string>>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const set = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  return db.transaction().execute(async (tx) => {
    await sql`select ${sql.join(set)}`.execute(tx);
    return work(tx);
  });
}
