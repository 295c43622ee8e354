/**
 * The change feed: which records changed, in an order that devices can follow.
 *
 * Note: Change order. A number drawn from a sequence is drawn before its transaction commits, so a reader that has
 * seen 8 may still be owed 7. So a change carries the id of its transaction, and a reader is given only changes of
 * transactions older than every one still running (the horizon, `pg_snapshot_xmin`): nothing can appear behind its
 * cursor any more. No lock is taken; a change is readable once the writes that began before it have ended.
 */

import { sql } from 'kysely';
import type { Feed } from '../../contract/sync.ts';
import { readEpoch } from './epoch.ts';
import type { Db } from './schema.ts';

export interface ChangedId {
  id: string;
  /** First recorded after the reader's cursor: that reader cannot hold it, and needs no tombstone for it. */
  fresh: boolean;
}

export interface ChangePage {
  /** The cursor belonged to another life of the database; this page starts from the beginning. */
  reset: boolean;
  cursor: string;
  more: boolean;
  ids: ChangedId[];
}

/** Say that records changed or went. A record stands in a feed once, at its last change. */
export async function recordChange(tx: Db, ids: string | readonly string[], ...feeds: readonly Feed[]): Promise<void> {
  // An older transaction may come last and move the row back, so its first position is the least, not the earliest made.
  await tx
    .insertInto('change')
    .values([ids].flat().flatMap((id) => feeds.map((feed) => ({ feed, id }))))
    .onConflict((row) =>
      row.columns(['feed', 'id']).doUpdateSet({
        xid: sql`excluded.xid`,
        seq: sql`excluded.seq`,
        first_xid: sql`least(change.first_xid, excluded.xid)`,
        first_seq: sql`case when excluded.xid < change.first_xid then excluded.seq else change.first_seq end`,
      }),
    )
    .execute();
}

/** The ids that changed after `cursor`, oldest first; an empty cursor starts from the beginning. */
export async function readChanges(db: Db, feed: Feed, cursor: string, limit: number): Promise<ChangePage> {
  const epoch = await readEpoch(db);
  const held = await readPosition(db, epoch, cursor);
  const from = held ?? START;
  const { rows } = await sql<Position & ChangedId>`
    select id, xid::text as xid, seq::text as seq, (first_xid, first_seq) > (${from.xid}::xid8, ${from.seq}::bigint) as fresh
    from change
    where feed = ${feed} and (xid, seq) > (${from.xid}::xid8, ${from.seq}::bigint)
      and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by change.xid, change.seq
    limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1) ?? from;
  return {
    reset: held === undefined && cursor !== '',
    cursor: `${epoch}.${last.xid}.${last.seq}`,
    more: rows.length > limit,
    ids: page.map(({ id, fresh }) => ({ id, fresh })),
  };
}

interface Position {
  xid: string;
  seq: string;
}

const START: Position = { xid: '0', seq: '0' };

/** Where a cursor stands, or undefined when it is none of this epoch's. */
async function readPosition(db: Db, epoch: string, cursor: string): Promise<Position | undefined> {
  const [, ofEpoch, xid, seq] = /^([0-9a-z]+)\.(\d{1,18})\.(\d{1,18})$/.exec(cursor) ?? [];
  if (ofEpoch !== epoch || xid === undefined || seq === undefined) return undefined;
  // A folder put back from a copy keeps its epoch: what gives it away is a cursor from its future.
  const { rows } = await sql<{ reached: boolean }>`
    select ${xid}::xid8 < pg_snapshot_xmax(pg_current_snapshot()) as reached`.execute(db);
  return rows[0]?.reached ? { xid, seq } : undefined;
}
