/** What a session is known by, so that its owner can end one of them; how often codes were tried; passkeys. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table session
  add column id uuid not null unique default gen_random_uuid(),
  add column browser text,
  add column system text,
  add column seen_at timestamptz,
  add column device_hash bytea;
-- A phone that was signed out from another is told nothing more.
alter table push_subscription add column session_hash bytea;
create index push_by_session on push_subscription (session_hash) where session_hash is not null;

create table passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  credential_id text collate "C" not null unique,
  public_key bytea not null,
  -- Of its signatures; always 0 of those that are on several devices.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  synced boolean not null,
  added_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_by_user on passkey (user_id, added_at);
-- Drawn for one ceremony, and gone with the first answer to it.
create table passkey_challenge (
  challenge text collate "C" primary key,
  -- Who adds one; absent of a sign-in.
  user_id uuid references app_user on delete cascade,
  expires_at timestamptz not null
);
alter table session
  add column passkey_id uuid references passkey on delete set null,
  -- When its owner last proved who they are.
  add column proved_at timestamptz not null default now();
alter table courier add column passkey_id uuid references passkey on delete set null;

-- Tries of the codes of one account; server/auth/guesses.ts.
create table guess (
  key text collate "C" primary key,
  spent_until timestamptz not null
);
`)
    .execute(db);
}
