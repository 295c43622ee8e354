/**
 * What was taken down, by keyed marks: what is like it waits for people when it comes again, before anybody else sees it or
 * anything compares it (docs/decisions/058). Nobody but a reviewer is told.
 */

import { sql } from 'kysely';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { DIMS, TEMPLATE_VERSION } from '../../match/template.ts';
import { type Beside, beside } from '../db/beside.ts';
import type { Db } from '../db/schema.ts';
import { keysOf } from '../db/sealing.ts';
import { ENOUGH, type Marker, openMarker, type View, viewsOf, type What } from './marks.ts';

const markers: Beside<Marker> = beside('secret of what was taken down');

/** Before anything is posted or erased in this database. */
export async function openSuppression(db: Db): Promise<void> {
  const keys = keysOf(db);
  markers.keep(db, openMarker(keys.take('suppression')));
  await keys.written();
}

/** Remember what a photo that is kept looks like; nothing to tell it by is nothing to remember. */
export async function traceFile(tx: Db, sha256: string, look: string | undefined): Promise<void> {
  const marks = traceOf(tx, look);
  if (!marks) return;
  await tx
    .insertInto('file_trace')
    .values({ sha256, marks })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ marks }))
    .execute();
}

/** Undefined when there is nothing to tell it by. */
const traceOf = (tx: Db, look: string | undefined): Buffer | undefined =>
  look === undefined ? undefined : markers.of(tx).photo(look);

export const forgetTrace = (tx: Db, sha256: string): Promise<unknown> =>
  tx.deleteFrom('file_trace').where('sha256', '=', sha256).execute();

/**
 * By whom something was taken down: `maker`, by whoever had posted it; `team`, by a moderator's word or for the sake of whoever
 * it is about. What the maker takes down says nothing against the next one who shows it (docs/decisions/099).
 */
export type TakenBy = 'maker' | 'team';

/** What was taken down that something is like: when, and by whom. */
export interface TakenDown {
  at: string;
  by: TakenBy;
}

/**
 * Put what these reports show of people on the list: their photos, those of notes on them, and their faces. Not what was kept
 * of a scan: who takes that back says nothing of the person, whom somebody else may report. Nor what a maker takes down that
 * was never published: there is nothing to keep from being seen again.
 */
export async function suppress(tx: Db, reports: readonly string[], by: TakenBy = 'team'): Promise<void> {
  const ids = by === 'team' ? reports : await everPublished(tx, reports);
  if (ids.length === 0) return;
  const { rows: photos } = await sql<{ marks: Uint8Array }>`
    select marks from file_trace where sha256 in (
      select f.sha256 from report_file f join report r on r.id = f.report_id
      where r.id = any(${[...ids]}::uuid[]) and r.subject = 'person' and not r.kept_scan and f.brought_at is not null
      union select a.sha256 from note n join report r on r.id = n.report_id
      join attachment a on a.kind = 'note' and a.owner_id = n.id
      where r.id = any(${[...ids]}::uuid[]) and r.subject = 'person' and a.brought_at is not null)`.execute(tx);
  const { rows: faces } = await sql<{ code: Uint8Array }>`
    select t.code from template t join report r on r.id = t.report_id
    where r.id = any(${[...ids]}::uuid[]) and r.subject = 'person' and not r.kept_scan and t.version = ${TEMPLATE_VERSION}`.execute(
    tx,
  );
  for (const { marks } of photos) await add(tx, 'photo', by, viewsOf(marks).slice(0, -1));
  for (const { code } of faces)
    if (code.length === DIMS) await add(tx, 'face', by, [markers.of(tx).face(new Uint8Array(code))]);
}

async function everPublished(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('history')
    .select('report_id')
    .distinct()
    .where('report_id', 'in', [...ids])
    .where('what', '=', 'status')
    .where('to_status', '=', 'published')
    .execute();
  return rows.map(({ report_id }) => report_id);
}

async function add(tx: Db, what: What, by: TakenBy, views: readonly View[]): Promise<void> {
  const marks = views.flatMap((view, number) => view.map((mark) => ({ mark, number })));
  await sql`
    with entry as (
      insert into suppression (what, at, until, by_maker)
      values (${what}, current_date, now() + make_interval(days => ${sql.lit(KEPT_DAYS.suppression)}), ${by === 'maker'}) returning id)
    insert into suppression_mark (mark, suppression_id, view)
    select distinct mark, entry.id, view
    from entry, unnest(${marks.map(({ mark }) => mark)}::bytea[], ${marks.map(({ number }) => number)}::smallint[]) as m (mark, view)`.execute(
    tx,
  );
}

/** The latest that was taken down like this photo, the team's before any maker's; by the index, whatever the list has. */
export async function photoTakenDown(tx: Db, sha256: string): Promise<TakenDown | undefined> {
  const row = await tx.selectFrom('file_trace').select('marks').where('sha256', '=', sha256).executeTakeFirst();
  return row && takenDown(tx, asked(row.marks));
}

/** The same of a picture of which no trace is kept. */
export async function lookTakenDown(tx: Db, look: string | undefined): Promise<TakenDown | undefined> {
  const marks = traceOf(tx, look);
  return marks && takenDown(tx, asked(marks));
}

export const faceTakenDown = (tx: Db, code: Uint8Array): Promise<TakenDown | undefined> =>
  takenDown(tx, [markers.of(tx).face(code)]);

/** As it is, and turned round. */
function asked(marks: Uint8Array): View[] {
  const views = viewsOf(marks);
  return [views.at(0), views.at(-1)].flatMap((view) => (view ? [view] : []));
}

async function takenDown(tx: Db, ways: readonly View[]): Promise<TakenDown | undefined> {
  let first: TakenDown | undefined;
  for (const way of ways) {
    const { rows } = await sql<{ at: string; by: TakenBy }>`
      select at::text as at, case when by_maker then 'maker' else 'team' end as by
      from suppression where until > now() and id in (
        select suppression_id from suppression_mark where mark = any(${[...way]}::bytea[])
        group by suppression_id, view having count(*) >= ${sql.lit(ENOUGH)})
      order by by_maker, suppression.at desc limit 1`.execute(tx);
    const [found] = rows;
    if (found && (!first || (found.by === first.by ? found.at > first.at : found.by === 'team'))) first = found;
  }
  return first;
}
