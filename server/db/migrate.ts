/** Bring a database to the shape this program was written for. */

import { sql } from 'kysely';
import { settleEpoch } from './epoch.ts';
import { up as start } from './migrations/001-start.ts';
import { up as people } from './migrations/002-people.ts';
import { up as goneSessions } from './migrations/004-gone-sessions.ts';
import type { Db } from './schema.ts';

/** In order; a name that was once released is never changed or removed. */
const MIGRATIONS: readonly { name: string; up: (db: Db) => Promise<void> }[] = [
  { name: '001-start', up: start },
  { name: '002-people', up: people },
  { name: '004-gone-sessions', up: goneSessions },
];

/** Any number that nothing else locks by; processes that start together migrate one after another. */
const MIGRATION_LOCK = 7_460_115;

/** Apply what is missing and settle the epoch, all or nothing. Doing it again changes nothing. */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
    await sql`create table if not exists migration (
      name text collate "C" primary key,
      applied_at timestamptz not null default now()
    )`.execute(tx);
    const rows = await tx.selectFrom('migration').select('name').execute();
    const applied = new Set(rows.map((row) => row.name));
    for (const { name, up } of MIGRATIONS) {
      if (applied.delete(name)) continue;
      await up(tx);
      await tx.insertInto('migration').values({ name }).execute();
    }
    const [unknown] = applied;
    if (unknown) throw new Error(`The database was migrated by a newer version of this program (${unknown}).`);
    await settleEpoch(tx);
  });
}
