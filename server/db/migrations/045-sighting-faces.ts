/**
 * The faces on the photos of sightings: docs/decisions/093. They lie apart from the templates of reports, so that nothing that
 * reads those can take one for a face of who is looked for, and go with their photo.
 */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table attachment
  add column face text collate "C" check (face in ('enrolled', 'unclear', 'none', 'several', 'unreadable')),
  add column face_version text collate "C",
  add column face_tries smallint not null default 0;
create index attachment_to_enrol on attachment (face_version, brought_at) where kind = 'note' and brought_at is not null;
create table sighting_face (
  kind text collate "C" not null default 'note' check (kind = 'note'),
  note_id uuid,
  sha256 text collate "C",
  report_id uuid not null references report on delete cascade,
  version text collate "C" not null,
  code bytea not null,
  looks_like uuid references report on delete set null,
  created_at timestamptz not null default now(),
  primary key (kind, note_id, sha256),
  foreign key (kind, note_id, sha256) references attachment (kind, owner_id, sha256) on delete cascade
);
create index sighting_face_of_report on sighting_face (report_id);
create index sighting_face_looks_like on sighting_face (looks_like) where looks_like is not null;
create index sighting_face_newest on sighting_face (created_at);
alter table scan_candidate add column by_sighting boolean not null default false;
`)
    .execute(db);
}
