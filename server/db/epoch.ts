/** One life of the database: cursors are comparable within it and meaningless in another. */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './schema.ts';

export async function readEpoch(db: Db): Promise<string> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirstOrThrow();
  return row.value;
}

/**
 * Begin a new epoch when the rows were carried into another cluster, database or timeline (a restored dump, a
 * recovery to an earlier point), or when their transaction ids are not yet reached by this one. Without it the rows
 * of the old life would hide behind the horizon, and devices would keep what the restored database never knew.
 */
export async function settleEpoch(tx: Db): Promise<void> {
  const home = await readHome(tx);
  const known = await tx.selectFrom('meta').select('value').where('key', '=', 'home').executeTakeFirst();
  if (known?.value === home && !(await isAheadOfCluster(tx))) return;
  await setMeta(tx, 'home', home);
  await beginEpoch(tx);
}

/** Give every change a position in this life of the database; each device then starts over. */
export async function beginEpoch(tx: Db): Promise<void> {
  await setMeta(tx, 'epoch', randomBytes(6).toString('hex'));
  await sql`update change set
    xid = pg_current_xact_id(), seq = nextval('change_seq'), first_xid = pg_current_xact_id(), first_seq = 0`.execute(
    tx,
  );
}

/** Names the cluster, the database in it, and the branch of its history (the timeline: first 8 digits of a WAL file). */
async function readHome(tx: Db): Promise<string> {
  const { rows } = await sql<{ home: string }>`
    select system_identifier || '.' || (select oid from pg_database where datname = current_database())
      || '.' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as home
    from pg_control_system()`.execute(tx);
  return rows[0]?.home ?? '';
}

async function isAheadOfCluster(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from change where xid >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`.execute(tx);
  return rows.length > 0;
}

async function setMeta(tx: Db, key: string, value: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key, value })
    .onConflict((row) => row.column('key').doUpdateSet({ value }))
    .execute();
}
