/** Accounts may be written to in Hindi; search words and districts know places by their Hindi names, and are filled again at the start. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table app_user
  drop constraint app_user_language_check,
  add constraint app_user_language_check check (language in ('en', 'pa', 'hi'));
update report set search = '';
update report set district = null where district = '' and region ~ '[ऀ-ॿ]';
`)
    .execute(db);
}
