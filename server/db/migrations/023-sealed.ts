/** Room for sealed places, words that are looked for by what nobody reads, and keys that go with their records; server/db/keys.ts. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Whose rows have a key of their own. */
const KEYED = ['report', 'note', 'claim', 'conversation', 'objection', 'strike', 'app_user'];

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report drop constraint report_lat_check, drop constraint report_lng_check,
  alter column lat type jsonb using to_jsonb(lat), alter column lng type jsonb using to_jsonb(lng);
alter table note alter column lat type jsonb using to_jsonb(lat), alter column lng type jsonb using to_jsonb(lng);
alter table message alter column lat type jsonb using to_jsonb(lat), alter column lng type jsonb using to_jsonb(lng);
update report set search = '';
-- What stands here is sealed beside all else: server/db/seal-rows.ts.
insert into job (kind, payload) select 'seal-rows', '{}' where exists (select from report) or exists (select from app_user);

create function forget_keys() returns trigger language plpgsql as $$
begin
  insert into job (kind, payload) select 'erase-keys', jsonb_build_object('ids', jsonb_agg(id)) from gone having count(*) > 0;
  return null;
end $$;
${KEYED.map(
  (table) => `
create trigger forget_keys after delete on ${table} referencing old table as gone
  for each statement execute function forget_keys();`,
).join('')}
`)
    .execute(db);
}
