/**
 * Note: Erased is not yet gone. A row that was deleted stays in its page, in the planner's statistics and in the log
 * until each of them is written anew. After an erasure the embedded database writes its tables anew, goes on in a new
 * segment of the log and removes the older ones. A PostgreSQL server is asked for what SQL may ask: its pages are freed,
 * and its log, archives and copies are its operator's (README).
 */

import { sql } from 'kysely';
import type { Db } from './schema.ts';

export const SCRUB = 'scrub';

/** Erasures that come within it cost one scrub. */
const AFTER_S = 60;
/** A larger table is not written anew while requests wait for it: its space is freed, and written over by and by. */
const MAX_REWRITTEN_BYTES = 128 * 1024 * 1024;

/** Have what this transaction erases taken off the disk too, soon after it. */
export async function scrubSoon(tx: Db): Promise<void> {
  await sql`
    insert into job (kind, payload, run_at)
    select ${SCRUB}, '{}', now() + make_interval(secs => ${AFTER_S})
    where not exists (select 1 from job where kind = ${SCRUB} and held_until is null)`.execute(tx);
}

/** The job {@link SCRUB}. Doing it again changes nothing. */
export async function scrub(db: Db): Promise<void> {
  const isEmbedded = await hasNoServer(db);
  const { rows: tables } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_table_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`.execute(db);
  if (isEmbedded) await forgetStatistics(db);
  for (const { name, bytes } of tables) {
    const how = isEmbedded && bytes <= MAX_REWRITTEN_BYTES ? sql`(full, analyze)` : sql`(analyze)`;
    await sql`vacuum ${how} ${sql.id(name)}`.execute(db);
  }
  if (isEmbedded) await cutLog(db);
  else await sql`checkpoint`.execute(db).catch(unlessNotAllowed);
}

/** PGlite says so itself; its one session may do all that a server's owner may. */
async function hasNoServer(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select version() like '%PGlite%' as is`.execute(db);
  return rows[0]?.is ?? false;
}

/** Common words of a table are copied there, and stay when it has become empty: an empty one is not counted again. */
const forgetStatistics = (db: Db): Promise<unknown> =>
  sql`
    delete from pg_statistic where starelid in (
      select oid from pg_class where relnamespace = current_schema()::regnamespace)`.execute(db);

/** What was said in statistics, and then in the log, is in both until each is written anew. */
async function cutLog(db: Db): Promise<void> {
  await sql`vacuum full pg_statistic`.execute(db);
  await sql`set wal_recycle = off`.execute(db); // a segment that is used again keeps what was in it
  await sql`select pg_switch_wal()`.execute(db);
  while (await hasSegmentsAhead(db)) {
    await sql`select pg_logical_emit_message(false, 'scrub', '')`.execute(db); // an empty segment is not left
    await sql`select pg_switch_wal()`.execute(db);
  }
  await sql`checkpoint`.execute(db);
}

/** Segments that were put by to be used again, before that was off. */
async function hasSegmentsAhead(db: Db): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`
    select exists (select 1 from pg_ls_waldir()
      where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())) as ahead`.execute(db);
  return rows[0]?.ahead ?? false;
}

const NOT_ALLOWED = '42501';

function unlessNotAllowed(error: unknown): void {
  if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
}
