/** The tables of the spine: accounts, reports with their files and templates, scans, receipts, the change feed. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table meta (
  key text collate "C" primary key,
  value text not null
);

create table app_user (
  id uuid primary key,
  name text not null,
  email text not null,
  role text not null check (role in ('poster', 'finder', 'admin', 'moderator', 'volunteer', 'officer')),
  created_at timestamptz not null default now()
);
create unique index app_user_by_email on app_user (lower(email));

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_by_user on session (user_id);

-- A user with reports cannot be deleted: erasure deletes each report first, so that each leaves its tombstone.
create table report (
  id uuid primary key,
  owner_id uuid references app_user,
  posting_role text not null check (posting_role in ('victim', 'founder')),
  type text not null check (type in ('lost', 'found')),
  status text not null check (status in
    ('pending_review', 'published', 'rejected', 'appealed', 'resolved', 'withdrawn', 'expired')),
  subject text not null check (subject in ('person', 'item')),
  title text,
  description text,
  region text,
  reward_rupees integer check (reward_rupees >= 0),
  time_of_loss_date date,
  time_of_loss_time text check (time_of_loss_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  phone text,
  public_photo boolean not null default false,
  public_phone boolean not null default false,
  consent_notice text,
  consent_at timestamptz,
  name text,
  age_min integer check (age_min >= 0),
  age_max integer check (age_max >= age_min),
  cloth_color text,
  condition text check (condition in ('missing', 'seen', 'found', 'safe')),
  category text check (category in
    ('Electronics', 'Clothing', 'Jewelry', 'Documents', 'Keys', 'Bags', 'Wallet', 'Other')),
  colour text,
  item_status text check (item_status in ('lost', 'found', 'claimed', 'returned')),
  number text collate "C" not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ever_public boolean not null default false,
  constraint person_has_its_columns_only check (subject <> 'person'
    or (condition is not null and num_nonnulls(category, colour, item_status) = 0)),
  constraint item_has_its_columns_only check (subject <> 'item'
    or (num_nulls(category, item_status) = 0 and num_nonnulls(name, age_min, age_max, cloth_color, condition) = 0)),
  constraint consent_names_its_notice check (not (public_photo or public_phone)
    or (consent_notice is not null and consent_at is not null))
);
create index report_by_owner on report (owner_id);
create index report_by_status on report (status, created_at, id);

create table file (
  sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes >= 0),
  complete boolean not null default false,
  mime text,
  created_at timestamptz not null default now()
);

create table report_file (
  report_id uuid references report on delete cascade,
  sha256 text collate "C" check (sha256 ~ '^[0-9a-f]{64}$'),
  position integer not null check (position >= 0),
  purpose text not null check (purpose in ('photo', 'video', 'proof')),
  primary key (report_id, sha256)
);
create index report_file_by_sha256 on report_file (sha256);

create table template (
  id uuid primary key,
  report_id uuid not null references report on delete cascade,
  sha256 text collate "C" check (sha256 ~ '^[0-9a-f]{64}$'),
  version text collate "C" not null,
  code bytea not null,
  created_at timestamptz not null default now()
);
create index template_by_report on template (report_id);

create table scan (
  op_id uuid primary key,
  caller_key text not null,
  scanned_at timestamptz,
  searched integer not null check (searched >= 0),
  created_at timestamptz not null default now()
);
create index scan_by_created on scan (created_at);

create table scan_candidate (
  op_id uuid references scan on delete cascade,
  report_id uuid references report on delete cascade,
  band text not null check (band in ('likely', 'possible')),
  position integer not null check (position >= 0),
  primary key (op_id, report_id)
);
create index scan_candidate_by_report on scan_candidate (report_id);

create table receipt (
  op_id uuid primary key,
  input_hash text collate "C" not null,
  number text collate "C",
  received_at timestamptz not null default now()
);

create table history (
  id uuid primary key,
  report_id uuid not null references report on delete cascade,
  from_status text,
  to_status text not null,
  actor text not null,
  reason text,
  at timestamptz not null default now()
);
create index history_by_report on history (report_id, at);

create table rate_limit (
  key text collate "C",
  window_start timestamptz,
  count integer not null check (count > 0),
  primary key (key, window_start)
);
create index rate_limit_by_window on rate_limit (window_start);

-- No reference to report: the row outlives what it names, and is then its tombstone.
create sequence change_seq;
create table change (
  feed text collate "C" check (feed in ('reports', 'references')),
  id uuid,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null default nextval('change_seq'),
  first_xid xid8 not null default pg_current_xact_id(),
  first_seq bigint not null default currval('change_seq'),
  primary key (feed, id)
);
create index change_in_order on change (feed, xid, seq);
`)
    .execute(db);
}
