/** Tokens of accounts that were erased: a device that still holds one is told so, and not to sign in again. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table gone_session (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
`)
    .execute(db);
}
