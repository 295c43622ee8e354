/** Envelopes that others carry, and what their authors prove themselves with. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
-- No reference to a session: what was sealed while it lasted may arrive long after it ended.
create table courier (
  secret_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index courier_by_user on courier (user_id);

alter table session add column courier_hash bytea;

create table envelope (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  outcome text not null check (outcome in ('taken', 'refused', 'waits')),
  code text,
  at timestamptz not null default now()
);
create index envelope_by_time on envelope (at);
`)
    .execute(db);
}
