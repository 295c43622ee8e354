/** What a session is known by, so that its owner can end one of them; and how often codes were tried. */

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

-- Tries of the codes of one account; server/auth/guesses.ts.
create table guess (
  key text collate "C" primary key,
  spent_until timestamptz not null
);
`)
    .execute(db);
}
