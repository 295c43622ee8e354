/** What is asked first about a person: their sex, by which lists are narrowed, and all else as one sealed text. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report
  add column sex text check (sex in ('female', 'male', 'other')),
  add column details text,
  add constraint details_are_of_persons check (subject = 'person' or num_nonnulls(sex, details) = 0);
create index person_by_sex on report (sex, created_at, id)
  where subject = 'person' and status = 'published' and hidden_at is null;
`)
    .execute(db);
}
