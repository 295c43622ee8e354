/**
 * One life of the database: cursors are comparable within it and meaningless in another.
 *
 * Note: Marks. A folder or a machine that is put back to an older copy of itself has the same epoch and soon reaches the
 * same positions again, with other rows behind them. What it cannot have is what was drawn at random after the copy was
 * made. So each start of a server, and each new connection after one was lost, leaves a random mark, a cursor carries the
 * newest one, and with the next mark it is written down how far the one before can have reached. A cursor whose mark is
 * unknown, or that lies behind the end of its mark, is from a past that was rewritten.
 */

import { randomBytes } from 'node:crypto';
import { CompiledQuery, type DatabaseConnection, sql } from 'kysely';
import { setMeta } from './meta.ts';
import { type Db, KEPT_FEEDS } from './schema.ts';

/** A server that starts over and over must not fill the disk with marks; whose mark is forgotten just starts over. */
const MARKS_KEPT = 10_000;

/**
 * Begin a new epoch when the rows were carried into another cluster, database or timeline (a restored dump, a
 * recovery to an earlier point), or when their transaction ids are not yet reached by this one. Without it the rows
 * of the old life would hide behind the horizon, and devices would keep what the restored database never knew.
 */
export async function settleEpoch(tx: Db): Promise<void> {
  const home = await readHome(tx);
  const known = await tx.selectFrom('meta').select('value').where('key', '=', 'home').executeTakeFirst();
  if (known?.value === home && !(await isAheadOfCluster(tx))) return markStart(tx);
  await setMeta(tx, 'home', home);
  await beginEpoch(tx);
}

/** Give every change a position in this life of the database; each device then starts over. */
export async function beginEpoch(tx: Db): Promise<void> {
  await tx.deleteFrom('life').execute();
  await setMeta(tx, 'epoch', randomBytes(6).toString('hex'));
  await sql`update change set
    xid = pg_current_xact_id(), seq = nextval('change_seq'), first_xid = pg_current_xact_id(), first_seq = 0`.execute(
    tx,
  );
  await markStart(tx);
}

/**
 * A cursor under the mark before can stand at any change that is here now, or at one of those that are being written
 * (from `horizon` on) and end before this mark is seen; nowhere else.
 */
const NEW_MARK = `
  with ended as (
    update life set end_xid = pg_current_xact_id(), end_horizon = pg_snapshot_xmin(pg_current_snapshot()), end_last = (
      select coalesce(max(xid), '0') from unnest($2::text[]) of (feed) cross join lateral
        (select xid from change where change.feed = of.feed order by xid desc limit 1) newest)
    where end_xid is null),
  forgotten as (delete from life where id <= (select max(id) from life) - ${MARKS_KEPT})
  insert into life (mark) values ($1)`;

const newMark = () => CompiledQuery.raw(NEW_MARK, [randomBytes(6).toString('hex'), KEPT_FEEDS]);

/** See Note: Marks. */
export async function markLife(connection: DatabaseConnection): Promise<void> {
  await connection.executeQuery(newMark());
}

async function markStart(tx: Db): Promise<void> {
  await tx.executeQuery(newMark());
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
