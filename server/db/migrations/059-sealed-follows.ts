/** The places that somebody follows and the names of their passkeys are sealed: server/db/blind.ts, decision 057. */

import { type Kysely, sql } from 'kysely';
import { markOfPlace } from '../blind.ts';
import type { Schema } from '../schema.ts';
import { ACCOUNT_KEY, keysOf } from '../sealing.ts';

const PAGE = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`alter table follow add column region_mark text collate "C"`.execute(db);
  const key = keysOf(db).take(ACCOUNT_KEY);
  for (let after = FIRST; ; ) {
    const { rows } = await sql<{ id: string; region: string }>`
      select id, region from follow where region is not null and id > ${after}::uuid order by id limit ${PAGE}`.execute(
      db,
    );
    const marks = rows.map(({ id, region }) => ({ id, mark: markOfPlace(region, key) }));
    await sql`
      update follow set region_mark = made.mark
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as made (id uuid, mark text)
      where follow.id = made.id`.execute(db);
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.id ?? after;
  }
  await sql
    .raw(`
-- One place, written large and small by one who follows it: they would be told twice.
delete from follow later using follow earlier
  where later.user_id = earlier.user_id and later.region_mark = earlier.region_mark
    and (earlier.created_at, earlier.id) < (later.created_at, later.id);
drop index follow_region_once;
drop index follow_by_region;
create unique index follow_region_once on follow (user_id, region_mark) where region_mark is not null;
create index follow_by_region on follow (region_mark);
-- What is readable in the rows is sealed beside all else: server/db/seal-rows.ts.
insert into job (kind, payload) select 'seal-rows', '{"table":"follow"}'
  where exists (select from follow where region is not null) or exists (select from passkey);
`)
    .execute(db);
}
