/** What outlives an account, since it protects others; and offices that ask for a proof. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
-- A row that stands for an account that was erased: no name, and a keyed hash in place of its e-mail (users/left.ts).
alter table app_user add column erased_at timestamptz;
create index app_user_erased on app_user (erased_at) where erased_at is not null;
-- To whom of those affected the operator has written; its name is a hash of the words.
create table letter (
  name text collate "C",
  user_id uuid references app_user on delete cascade,
  at timestamptz not null default now(),
  primary key (name, user_id)
);
create index letter_by_user on letter (user_id);
-- Whose looks are odd is asked each hour, of a month of the log.
create index audit_by_actor on audit (actor_id, at) where actor_id is not null;
-- When the powers of an office were last used in a session.
alter table session add column used_at timestamptz;
-- A conversation stays for the other side when the one whose report it was about erased their account.
alter table conversation drop constraint conversation_report_id_fkey;
`)
    .execute(db);
}
