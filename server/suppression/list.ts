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
  if (look === undefined) return;
  const marks = markers.of(tx).photo(look);
  await tx
    .insertInto('file_trace')
    .values({ sha256, marks })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ marks }))
    .execute();
}

export const forgetTrace = (tx: Db, sha256: string): Promise<unknown> =>
  tx.deleteFrom('file_trace').where('sha256', '=', sha256).execute();

/**
 * Put what these reports show of people on the list: their photos, those of notes on them, and their faces. Not what was kept
 * of a scan: who takes that back says nothing of the person, whom somebody else may report.
 */
export async function suppress(tx: Db, ids: readonly string[]): Promise<void> {
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
  for (const { marks } of photos) await add(tx, 'photo', viewsOf(marks).slice(0, -1));
  for (const { code } of faces)
    if (code.length === DIMS) await add(tx, 'face', [markers.of(tx).face(new Uint8Array(code))]);
}

async function add(tx: Db, what: What, views: readonly View[]): Promise<void> {
  const marks = views.flatMap((view, number) => view.map((mark) => ({ mark, number })));
  await sql`
    with entry as (
      insert into suppression (what, at, until)
      values (${what}, current_date, now() + make_interval(days => ${sql.lit(KEPT_DAYS.suppression)})) returning id)
    insert into suppression_mark (mark, suppression_id, view)
    select distinct mark, entry.id, view
    from entry, unnest(${marks.map(({ mark }) => mark)}::bytea[], ${marks.map(({ number }) => number)}::smallint[]) as m (mark, view)`.execute(
    tx,
  );
}

/** The latest day on which something like this photo was taken down; by the index, whatever the list has. */
export async function photoTakenDown(tx: Db, sha256: string): Promise<string | undefined> {
  const row = await tx.selectFrom('file_trace').select('marks').where('sha256', '=', sha256).executeTakeFirst();
  return row && takenDown(tx, asked(row.marks));
}

/** The same of a picture of which no trace is kept. */
export const lookTakenDown = async (tx: Db, look: string | undefined): Promise<string | undefined> =>
  look === undefined ? undefined : takenDown(tx, asked(markers.of(tx).photo(look)));

export const faceTakenDown = (tx: Db, code: Uint8Array): Promise<string | undefined> =>
  takenDown(tx, [markers.of(tx).face(code)]);

/** As it is, and turned round. */
function asked(marks: Uint8Array): View[] {
  const views = viewsOf(marks);
  return [views.at(0), views.at(-1)].flatMap((view) => (view ? [view] : []));
}

async function takenDown(tx: Db, ways: readonly View[]): Promise<string | undefined> {
  let latest: string | undefined;
  for (const way of ways) {
    const { rows } = await sql<{ at: string | null }>`
      select max(at)::text as at from suppression where until > now() and id in (
        select suppression_id from suppression_mark where mark = any(${[...way]}::bytea[])
        group by suppression_id, view having count(*) >= ${sql.lit(ENOUGH)})`.execute(tx);
    const at = rows[0]?.at ?? undefined;
    if (at !== undefined && (latest === undefined || at > latest)) latest = at;
  }
  return latest;
}
