/** Nothing is kept longer than it is needed: traces of what was taken down, ends of what had none, a sealed log of processing. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
-- Of a photo or a face that was taken down; whose it was is not written down (server/suppression).
create table suppression (
  id bigint generated always as identity primary key,
  what text not null check (what in ('photo', 'face')),
  at date not null,
  until timestamptz not null
);
create index suppression_by_end on suppression (until);
create table suppression_mark (
  mark bytea,
  suppression_id bigint references suppression on delete cascade,
  -- Of the several ways in which a photo is looked at.
  view smallint,
  primary key (mark, suppression_id, view)
);
create index suppression_mark_of on suppression_mark (suppression_id);
-- Marks of a file that is here, by which it is known if it comes again after it was taken down.
create table file_trace (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  marks bytea not null
);
-- What came with a report and is like something that was taken down.
create table seen_before (
  report_id uuid references report on delete cascade,
  -- The hash of the photo, or the id of the template.
  name text collate "C",
  what text not null check (what in ('photo', 'face')),
  taken_down date not null,
  at timestamptz not null default now(),
  looked_at timestamptz,
  primary key (report_id, name)
);
alter table attachment
  add column taken_down date,
  add column looked_at timestamptz;
create index attachment_waiting on attachment (taken_down, kind, owner_id) where taken_down is not null and looked_at is null;
alter table report
  drop constraint report_hidden_for_check,
  add constraint report_hidden_for_check check (hidden_for in ('flags', 'closed', 'objection', 'protected', 'seen-before')),
  -- When a report that has ended is erased, and when its owner was told so.
  add column erase_at timestamptz,
  add column erase_told_at timestamptz;
update report set erase_at = greatest(ended_at + interval '180 days', now() + interval '14 days') where ended_at is not null;
create index report_to_erase on report (erase_at) where erase_at is not null;
create index report_by_end on report (ended_at) where ended_at is not null;

create index conversation_alone on conversation (updated_at) where report_id is null;
create index objection_undecided on objection (due_at)
  where decided_at is null and (words is not null or contact is not null);
create index notice_by_time on notice (created_at);
create index complaint_by_time on complaint (at);
create index complaint_of on complaint (conversation_id);
create index flag_by_time on flag (at);
create index warning_by_time on warning (at);
create index strike_by_time on strike (at);
create index receipt_by_time on receipt (received_at);

-- A year of it is kept: what lies before the noted beginning of the chain, and is older, may go.
create or replace function audit_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '365 days'
      and old.seq <= (select (value::jsonb ->> 'seq')::bigint from meta where key = 'audit-start') then
      return old;
    end if;
    raise exception 'the log is only added to';
  end if;
  if (new.id, new.at, new.role, new.action) is distinct from (old.id, old.at, old.role, old.action)
    or new.actor_id is distinct from old.actor_id or new.subject_id is distinct from old.subject_id
    or (new.reason is distinct from old.reason and new.reason is not null)
    or (old.reason_hash is not null and new.reason_hash is distinct from old.reason_hash)
    or (old.seq is not null and (new.seq, new.hash) is distinct from (old.seq, old.hash)) then
    raise exception 'the log is only added to';
  end if;
  return new;
end $$;

-- Lines that are sealed as they are written (server/processing).
create table processing (
  id bigint generated always as identity primary key,
  -- server/processing/sealing.ts
  stream bytea not null,
  place integer not null check (place >= 0),
  at timestamptz not null default now(),
  sealed bytea not null
);
create index processing_by_time on processing (at);
`)
    .execute(db);
}
