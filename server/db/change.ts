/**
 * The change feed: which records changed, in an order that devices can follow.
 *
 * Note: Change order. A number drawn from a sequence is drawn before its transaction commits, so a reader that has
 * seen 8 may still be owed 7. So a change carries the id of its transaction, and a reader is given only changes of
 * transactions older than every one still running (the horizon, `pg_snapshot_xmin`): nothing can appear behind its
 * cursor any more. No lock is taken; a change is readable once the writes that began before it have ended.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Feed } from '../../contract/sync.ts';
import type { Db, KeptFeed } from './schema.ts';

/**
 * A feed as somebody reads it. Whoever posted a report may be who somebody fled from: in the feed of reports it stands for them
 * where it last changed in a way that they may know of, and not where it was hidden from others.
 */
export type Source = Feed | { feed: 'reports'; owner: string };

export interface ChangedId {
  id: string;
  /** First recorded after the reader's cursor: that reader cannot hold it, and needs no tombstone for it. */
  fresh: boolean;
}

export interface ChangePage {
  /** The cursor belonged to another life of the database, or to a past of it that was rewritten; this page starts from the beginning. */
  reset: boolean;
  cursor: string;
  more: boolean;
  ids: ChangedId[];
}

/** Say that records changed or went. A record stands in a feed once, at its last change. */
export async function recordChange(
  tx: Db,
  ids: string | readonly string[],
  ...feeds: readonly KeptFeed[]
): Promise<void> {
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

const LOOK_EVERY_MS = 5;

/**
 * Whether all that was committed before this call can be read from the feeds, at the latest after `withinMs`: a transaction
 * that is open anywhere holds it back, for moments mostly.
 */
export async function isFeedWhole(db: Db, withinMs: number): Promise<boolean> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
    db,
  );
  const passed = sql<{ passed: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.next}::xid8 as passed`;
  const end = performance.now() + withinMs;
  for (;;) {
    if ((await passed.execute(db)).rows[0]?.passed) return true;
    if (performance.now() > end) return false;
    await wait(LOOK_EVERY_MS);
  }
}

/** The rows of a source of which `is` holds, in this order, `limit` at most: each way to them walks its own index. */
function rowsOf(
  source: Source,
  columns: RawBuilder<unknown>,
  is: RawBuilder<unknown>,
  order: 'asc' | 'desc',
  limit: number,
): RawBuilder<unknown> {
  const direction = sql.raw(order);
  const ordered = sql`order by xid ${direction}, seq ${direction} limit ${limit}`;
  if (typeof source === 'string') return sql`select ${columns} from change where feed = ${source} and ${is} ${ordered}`;
  return sql`
    with own as materialized (select id as report_id from report where owner_id = ${source.owner})
    select * from (
      (select ${columns} from change where feed = ${source.feed} and ${is} and id not in (select report_id from own) ${ordered})
      union all
      -- Each by its key: the planner would rather walk the feed of everybody until it has met enough of theirs.
      (select ${columns} from own cross join lateral (
        select * from change where feed = 'own' and id = report_id offset 0) change where ${is} ${ordered})) one ${ordered}`;
}

/** The ids that changed after `cursor`, oldest first; an empty cursor starts from the beginning. */
export async function readChanges(db: Db, source: Source, cursor: string, limit: number): Promise<ChangePage> {
  const { epoch, held } = await placeCursor(db, cursor);
  const from = held ?? START;
  const columns = sql`id, xid, seq, (first_xid, first_seq) > (${from.xid}::xid8, ${from.seq}::bigint) as fresh`;
  const isDue = sql`(xid, seq) > (${from.xid}::xid8, ${from.seq}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())`;
  const page = rowsOf(source, columns, isDue, 'asc', limit + 1);
  // The mark is of the same moment as the page, so no position of the page can lie behind the end of the mark.
  const { rows } = await sql<{ mark: string } & (({ id: string } & Position & ChangedId) | { id: null })>`
    select newest.mark, page.id, page.xid::text as xid, page.seq::text as seq, page.fresh
    from (select mark from life order by id desc limit 1) newest left join lateral (${page}) page on true
    order by page.xid, page.seq`.execute(db);
  const changed = rows.flatMap((row) => (row.id === null ? [] : [row]));
  const read = changed.slice(0, limit);
  const last = read.at(-1) ?? from;
  return {
    reset: held === undefined && cursor !== '',
    cursor: cursorOf(epoch, rows[0]?.mark, last),
    more: changed.length > limit,
    ids: read.map(({ id, fresh }) => ({ id, fresh })),
  };
}

/**
 * In pages, what is behind `cursor` and beyond the horizon: committed, and waiting for its turn. No cursor moves past it, so it
 * comes again. It is for whoever has to forget: that waits for no transaction that is open somewhere for an hour.
 */
export async function* readAhead(db: Db, source: Source, cursor: string, page: number): AsyncGenerator<ChangedId[]> {
  const from = positionOf(cursor);
  for (let after = START; ; ) {
    const columns = sql`id, xid, seq, (first_xid, first_seq) > (${from.xid}::xid8, ${from.seq}::bigint) as fresh`;
    const waits = sql`xid >= pg_snapshot_xmin(pg_current_snapshot())
      and (xid, seq) > (${after.xid}::xid8, ${after.seq}::bigint) and (xid, seq) > (${from.xid}::xid8, ${from.seq}::bigint)`;
    const { rows } = await sql<ChangedId & Position>`
      select id, xid::text as xid, seq::text as seq, fresh
      from (${rowsOf(source, columns, waits, 'asc', page)}) ahead order by ahead.xid, ahead.seq`.execute(db);
    if (rows.length > 0) yield rows.map(({ id, fresh }) => ({ id, fresh }));
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = last;
  }
}

export interface Position {
  xid: string;
  seq: string;
}

/** A part of a feed: from the first change of a transaction to one change, with both. */
export interface Stretch {
  from: string;
  to: Position;
}

/** The ids of a stretch, newest first, and what is left of it. */
export async function readBack(
  db: Db,
  source: Source,
  { from, to }: Stretch,
  limit: number,
): Promise<{ ids: string[]; rest: Stretch | undefined }> {
  const isPast = sql`(xid, seq) <= (${to.xid}::xid8, ${to.seq}::bigint) and xid >= ${from}::xid8`;
  const stretch = rowsOf(source, sql`id, xid, seq`, isPast, 'desc', limit + 1);
  const { rows } = await sql<{ id: string } & Position>`
    select id, xid::text as xid, seq::text as seq from (${stretch}) past order by past.xid desc, past.seq desc`.execute(
    db,
  );
  const next = rows[limit];
  return {
    ids: rows.slice(0, limit).map(({ id }) => id),
    rest: next && { from, to: { xid: next.xid, seq: next.seq } },
  };
}

/** The end of a feed: the place in it, and the cursor that goes on from there. */
export interface FeedEnd extends Position {
  cursor: string;
}

/** Where a feed ends now: whoever reads the rows themselves from here on misses nothing that is told after it. */
export async function endOfFeed(db: Db, feed: Feed): Promise<FeedEnd> {
  const { rows } = await sql<{ epoch: string; mark: string } & (Position | { xid: null; seq: null })>`
    select meta.value as epoch, newest.mark, last.xid::text as xid, last.seq::text as seq
    from meta, (select mark from life order by id desc limit 1) newest left join lateral (
      select xid, seq from change
      where feed = ${feed} and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid desc, seq desc limit 1) last on true
    where meta.key = 'epoch'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database has no epoch.');
  const end = row.xid === null ? START : { xid: row.xid, seq: row.seq };
  return { ...end, cursor: cursorOf(row.epoch, row.mark, end) };
}

const cursorOf = (epoch: string, mark: string | undefined, { xid, seq }: Position): string =>
  `${epoch}.${mark}.${xid}.${seq}`;

const START: Position = { xid: '0', seq: '0' };

/** Of a cursor. Those of former builds carry no mark. */
const CURSOR = /^([0-9a-z]+)\.(?:([0-9a-z]+)\.)?(\d{1,18})\.(\d{1,18})$/;

/** Where a cursor of ours stands. */
export function positionOf(cursor: string): Position {
  const [, , , xid, seq] = CURSOR.exec(cursor) ?? [];
  return xid === undefined || seq === undefined ? START : { xid, seq };
}

/** The epoch, and where in it a cursor stands: nowhere when it is none of this epoch's, or of a past that was rewritten. */
async function placeCursor(db: Db, cursor: string): Promise<{ epoch: string; held: Position | undefined }> {
  const [, ofEpoch = '', mark = '', xid = '0', seq = '0'] = CURSOR.exec(cursor) ?? [];
  const { rows } = await sql<{ epoch: string; reached: boolean }>`
    select meta.value as epoch, case
      when meta.value <> ${ofEpoch} or ${xid}::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) then false
      -- It ended with the copy: whoever saw it done saw what has never been.
      when ${xid}::xid8 > '0' and pg_xact_status(${xid}::xid8) = 'aborted' then false
      when ${mark} = '' then true
      else life.mark is not null and (life.end_xid is null or ${xid}::xid8 <= life.end_last
        or (${xid}::xid8 >= life.end_horizon and ${xid}::xid8 < life.end_xid)) end as reached
    from meta left join life on life.mark = ${mark} where meta.key = 'epoch'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database has no epoch.');
  return { epoch: row.epoch, held: row.reached ? { xid, seq } : undefined };
}
