/** What people do with each other: accounts, items, notes, claims, conversations, notices, moderation, jobs. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table app_user
  add column password_hash text,
  add column phone text,
  add column language text not null default 'en' check (language in ('en', 'pa')),
  add column verified_at timestamptz,
  add column suspended_at timestamptz,
  add column birth_year integer,
  add column guardian_name text,
  add column guardian_email text,
  add column guardian_at timestamptz,
  add column organisation text,
  add column avatar_sha256 text collate "C",
  add column mail_notices boolean not null default true,
  add column stop_token_hash bytea unique,
  add column terms text,
  add column terms_at timestamptz,
  add column updated_at timestamptz not null default now();

-- A code is for one purpose and one e-mail; the newest counts. No reference to an account: a code for an e-mail that
-- nobody has is made and kept like any other, so that both take the same work.
create table one_time_code (
  id uuid primary key,
  email text collate "C" not null,
  purpose text not null check (purpose in ('login', 'register', 'reset', 'guardian')),
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_code_by_email on one_time_code (email, purpose, created_at);

-- What was done with power over others. It names accounts without referring to them: it outlives them.
create table audit (
  id uuid primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  role text not null,
  action text not null,
  subject_id uuid,
  reason text
);
create index audit_by_time on audit (at);

alter table report
  add column lat double precision check (lat between -90 and 90),
  add column lng double precision check (lng between -180 and 180),
  add column address text,
  add column serial_hash text collate "C",
  add column expires_at timestamptz not null default now() + interval '90 days',
  add column expiry_told_at timestamptz,
  add column hidden_at timestamptz,
  -- Words of both scripts, made plain; written by the server with each change of the words it is made of.
  add column search text not null default '',
  add constraint a_place_is_a_point check (num_nulls(lat, lng) <> 1);
create index report_to_list on report (status, subject, type, created_at desc, id);
-- Words are found by how they begin; server/reports/list.ts asks for just this expression.
create index report_by_word on report using gin (array_to_tsvector(string_to_array(search, ' '))) with (fastupdate = off);
create index report_by_serial on report (serial_hash) where serial_hash is not null;
create index report_to_expire on report (expires_at) where status = 'published';

alter table history
  add column what text not null default 'status' check (what in ('status', 'subject'));

create table report_mark (
  report_id uuid references report on delete cascade,
  position integer check (position >= 0),
  question text not null,
  answer text not null,
  primary key (report_id, position)
);

create table flag (
  report_id uuid references report on delete cascade,
  user_id uuid references app_user on delete cascade,
  reason text not null,
  text text,
  at timestamptz not null default now(),
  -- Looked at by a moderator: it counts no more.
  handled_at timestamptz,
  primary key (report_id, user_id)
);

-- The files of notes, claims and messages; those of reports are in report_file.
create table attachment (
  kind text collate "C" check (kind in ('note', 'claim', 'message')),
  owner_id uuid,
  sha256 text collate "C" check (sha256 ~ '^[0-9a-f]{64}$'),
  position integer not null check (position >= 0),
  primary key (kind, owner_id, sha256)
);
create index attachment_by_sha256 on attachment (sha256);

create table note (
  id uuid primary key,
  report_id uuid not null references report on delete cascade,
  author_id uuid references app_user on delete set null,
  kind text not null check (kind in ('sighting', 'information', 'self')),
  text text not null,
  condition text check (condition in ('missing', 'seen', 'found', 'safe')),
  region text,
  lat double precision,
  lng double precision,
  address text,
  seen_at timestamptz,
  status text not null default 'open' check (status in ('open', 'confirmed', 'dismissed')),
  created_at timestamptz not null default now()
);
create index note_by_report on note (report_id, created_at);

create table item_match (
  lost_id uuid references report on delete cascade,
  found_id uuid references report on delete cascade,
  score double precision not null,
  band text not null check (band in ('likely', 'possible')),
  because text[] not null,
  lost_answer text check (lost_answer in ('yes', 'no')),
  found_answer text check (found_answer in ('yes', 'no')),
  status text not null default 'open' check (status in ('open', 'confirmed', 'dismissed')),
  created_at timestamptz not null default now(),
  primary key (lost_id, found_id)
);
create index item_match_by_found on item_match (found_id);

create table claim (
  id uuid primary key,
  report_id uuid not null references report on delete cascade,
  claimant_id uuid not null references app_user on delete cascade,
  status text not null default 'submitted' check (status in
    ('submitted', 'asked', 'accepted', 'rejected', 'withdrawn', 'frozen', 'handed_over')),
  -- Where a frozen claim goes back to.
  frozen_from text,
  message text,
  reason text,
  code_hash bytea,
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  conversation_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index claim_by_report on claim (report_id, created_at);
create index claim_by_claimant on claim (claimant_id, created_at);
-- One open claim of one person on one thing.
create unique index claim_once on claim (report_id, claimant_id)
  where status in ('submitted', 'asked', 'accepted', 'frozen');

create table claim_answer (
  claim_id uuid references claim on delete cascade,
  position integer check (position >= 0),
  question text not null,
  answer text not null,
  agreement text check (agreement in ('agrees', 'partly', 'differs')),
  primary key (claim_id, position)
);

create table conversation (
  id uuid primary key,
  report_id uuid references report on delete set null,
  starter_id uuid not null references app_user on delete cascade,
  owner_id uuid not null references app_user on delete cascade,
  last_seq integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (starter_id <> owner_id)
);
create unique index conversation_once on conversation (report_id, starter_id, owner_id);

create table conversation_side (
  conversation_id uuid references conversation on delete cascade,
  user_id uuid references app_user on delete cascade,
  read_seq integer not null default 0,
  delivered_seq integer not null default 0,
  blocked_at timestamptz,
  shows_phone boolean not null default false,
  shows_email boolean not null default false,
  primary key (conversation_id, user_id)
);
create index conversation_side_by_user on conversation_side (user_id);

create table message (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  seq integer not null,
  author_id uuid references app_user on delete cascade,
  text text,
  photo text collate "C",
  lat double precision,
  lng double precision,
  address text,
  created_at timestamptz not null default now(),
  unique (conversation_id, seq),
  check (num_nonnulls(text, photo, lat) > 0)
);

create table complaint (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  by_id uuid not null references app_user on delete cascade,
  about_id uuid not null references app_user on delete cascade,
  text text not null,
  at timestamptz not null default now(),
  handled_at timestamptz
);

create table notice (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null,
  report_id uuid references report on delete cascade,
  claim_id uuid references claim on delete cascade,
  conversation_id uuid references conversation on delete cascade,
  detail text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notice_by_user on notice (user_id, created_at desc);

create table follow (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  report_id uuid references report on delete cascade,
  region text,
  stop_token_hash bytea unique,
  created_at timestamptz not null default now(),
  check (num_nonnulls(report_id, region) = 1)
);
create unique index follow_report_once on follow (user_id, report_id) where report_id is not null;
create unique index follow_region_once on follow (user_id, region) where region is not null;
create index follow_by_report on follow (report_id);
create index follow_by_region on follow (region);

create table push_subscription (
  endpoint text collate "C" primary key,
  user_id uuid not null references app_user on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscription_by_user on push_subscription (user_id);

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  tries integer not null default 0,
  -- A worker that died leaves the job to others from then on.
  held_until timestamptz,
  created_at timestamptz not null default now()
);
create index job_to_run on job (run_at);
`)
    .execute(db);
}
