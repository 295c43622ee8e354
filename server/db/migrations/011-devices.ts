/** Devices that an account was signed in on, and who asked for a one-time code and who tried it. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
-- It outlives its sessions, and is none: who shows it has tries of their own, that no stranger can use up.
create table device (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index device_by_user on device (user_id, used_at);

alter table one_time_code
  -- Whose call asked for it: others who ask for one to the same e-mail do not end it.
  add column asker text collate "C",
  -- Of a guardian's code: the young account.
  add column subject uuid;

create table code_try (
  code_id uuid references one_time_code on delete cascade,
  asker text collate "C",
  tries integer not null,
  primary key (code_id, asker)
);
`)
    .execute(db);
}
