/** Who an admin wants to be one too, until a second admin says so as well. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table admin_proposal (
  user_id uuid primary key references app_user on delete cascade,
  proposer_id uuid not null references app_user on delete cascade,
  at timestamptz not null default now()
);
`)
    .execute(db);
}
