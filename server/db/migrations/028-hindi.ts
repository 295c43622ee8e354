/** Accounts may be written to in Hindi. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table app_user
  drop constraint app_user_language_check,
  add constraint app_user_language_check check (language in ('en', 'pa', 'hi'));
`)
    .execute(db);
}
