/** One consent for each purpose, and when it was given and taken back. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report
  add column compare_face boolean not null default false,
  add column carry_face boolean not null default false,
  add column guardian boolean not null default false;
-- The notice until now asked for these and the photo with one yes; of a guardian it did not ask.
update report set compare_face = true, carry_face = true where public_photo;

create table consent (
  id bigint generated always as identity primary key,
  report_id uuid not null references report (id) on delete cascade,
  purpose text not null check (purpose in ('photo', 'compare', 'carry', 'phone', 'guardian')),
  given boolean not null,
  notice text not null,
  at timestamptz not null default now()
);
create index consent_of_report on consent (report_id, id);
insert into consent (report_id, purpose, given, notice, at)
  select report.id, purpose, true, consent_notice, coalesce(consent_at, created_at)
  from report, unnest(array['photo', 'compare', 'carry', 'phone']) as purpose
  where consent_notice is not null and case purpose when 'phone' then public_phone else public_photo end;
`)
    .execute(db);
}
