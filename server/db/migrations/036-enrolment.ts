/** What the server has made of each photo of a report: by which pipeline it was looked at, and what it found. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report_file
  add column face text collate "C" check (face in ('enrolled', 'unclear', 'none', 'several', 'unreadable')),
  add column face_version text collate "C",
  add column face_tries smallint not null default 0;
create index report_file_to_enrol on report_file (face_version, brought_at)
  where purpose = 'photo' and brought_at is not null;
`)
    .execute(db);
}
