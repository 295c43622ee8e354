/** The duty desk: what waits for an officer of a district, and each step of it; server/duty. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table duty_task (
  id uuid primary key,
  kind text not null check (kind in ('candidate', 'missing-child', 'found-person', 'sighting')),
  report_id uuid not null references report (id) on delete cascade,
  candidate_id uuid references candidate (id) on delete cascade,
  note_id uuid references note (id) on delete cascade,
  district text,
  state text,
  level text not null check (level in ('district', 'state', 'team')),
  status text not null default 'open' check (status in ('open', 'taken', 'done')),
  since timestamptz not null,
  due_at timestamptz not null,
  taken_by uuid references app_user (id) on delete set null,
  taken_at timestamptz,
  done_at timestamptz,
  rev integer not null default 1,
  constraint taken_whole check (taken_by is null or taken_at is not null)
);
-- One a thing and place, however often its write is made.
create unique index duty_once on duty_task (coalesce(candidate_id, note_id, report_id), coalesce(district, '-'));
create index duty_of_report on duty_task (report_id);
create index duty_of_note on duty_task (note_id) where note_id is not null;
create index duty_of_candidate on duty_task (candidate_id) where candidate_id is not null;
create index duty_taken_by on duty_task (taken_by) where taken_by is not null;
create index duty_of_district on duty_task (district, due_at) where status <> 'done';
create index duty_of_state on duty_task (state, due_at) where status <> 'done' and level <> 'district';
create index duty_of_team on duty_task (due_at) where status <> 'done' and level = 'team';
create index duty_to_raise on duty_task (due_at) where status = 'taken' or (status = 'open' and level <> 'team');
create index duty_done_in_district on duty_task (district, done_at) where status = 'done';
create index duty_done_in_state on duty_task (state, done_at) where status = 'done' and level <> 'district';
create index duty_done_by_team on duty_task (done_at) where status = 'done' and level = 'team';

create table duty_step (
  id bigint generated always as identity primary key,
  task_id uuid not null references duty_task (id) on delete cascade,
  report_id uuid not null,
  at timestamptz not null,
  act text not null check (act in ('made', 'taken', 'given-back', 'passed-on', 'raised', 'done', 'reopened')),
  actor_id uuid references app_user (id) on delete set null,
  reason text
);
create index duty_step_of_task on duty_step (task_id, id);
create index duty_step_of_actor on duty_step (actor_id) where actor_id is not null;
`)
    .execute(db);
}
