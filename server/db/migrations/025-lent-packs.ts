/** Which session is lent which pack, and until when; server/sync/lending.ts. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table lent_pack (
  -- It outlives the session: by it a copy that has gone astray is told to be whose.
  session_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  pack_id uuid not null,
  scope text not null,
  districts text[] not null,
  -- The people in it, each with the mark of their templates.
  held jsonb not null,
  seen_to text collate "C" not null,
  built_at timestamptz not null,
  ends_at timestamptz not null
);
create index lent_pack_by_user on lent_pack (user_id);
create index lent_pack_by_end on lent_pack (ends_at);
-- No notice before this one asked a guardian for it.
update report set carry_face = false where carry_face and subject = 'person' and (age_min is null or age_min < 18);
create index person_by_district on report (district) where subject = 'person';
`)
    .execute(db);
}
