/** Protected people: the case under which a child is looked for, why a report is hidden, and who objects to one. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report
  add column case_kind text check (case_kind in ('fir', 'cwc')),
  add column case_number text,
  add column case_station text,
  add column case_by uuid,
  add column case_at timestamptz,
  add constraint case_whole check (num_nulls(case_kind, case_number, case_station, case_by, case_at) in (0, 5)),
  add column looks_adult boolean not null default false,
  add column hidden_for text check (hidden_for in ('flags', 'closed', 'objection', 'protected'));
update report set hidden_for = case when hidden_at = (select closed_at from app_user where id = owner_id) then 'closed' else 'flags' end
  where hidden_at is not null;
alter table report add constraint hidden_for_something check ((hidden_at is null) = (hidden_for is null));

create table objection (
  id uuid primary key,
  report_id uuid not null references report (id) on delete cascade,
  kind text not null check (kind in ('me', 'safe', 'remove')),
  proof text not null check (proof in ('none', 'selfie', 'station')),
  words text,
  contact text,
  station text,
  hid boolean not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  decided_at timestamptz,
  outcome text check (outcome in ('safe', 'removed', 'protected', 'refused')),
  constraint decided_whole check (num_nulls(decided_at, outcome) in (0, 2))
);
create index objection_of_report on objection (report_id, created_at);
create index objection_waiting on objection (due_at, id) where decided_at is null;
`)
    .execute(db);
  await backToReview(db);
}

/** A child that was published before a case was asked for waits until an officer names one. */
async function backToReview(db: Kysely<Schema>): Promise<void> {
  await sql`
    with children as (
      update report set status = 'pending_review', updated_at = now()
      where status = 'published' and subject = 'person' and age_max < 18
      returning id),
    told as (
      insert into change (feed, id) select feed, id from children, unnest(array['reports', 'references']) as feed
      on conflict (feed, id) do update set xid = excluded.xid, seq = excluded.seq)
    insert into history (id, report_id, what, from_status, to_status, actor)
    select gen_random_uuid(), id, 'status', 'published', 'pending_review', 'system:case-needed' from children`.execute(
    db,
  );
}
