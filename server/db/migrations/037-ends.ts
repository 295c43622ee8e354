/** How a record is passed on, and how it ends: decision 083. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
-- Numbers of records that everybody has seen and that are erased: their pages say that it is over.
create table gone_share (
  number text collate "C" primary key,
  at timestamptz not null default now()
);
create index gone_share_by_time on gone_share (at);

-- Whoever is missing is looked for until somebody ends it; somebody who was found stands for a year (server/reports/insert.ts).
alter table report
  alter column expires_at drop not null,
  alter column expires_at drop default,
  -- When its owner is next asked for news, when they were last, and when they last said that they look on: asking.ts.
  add column ask_at timestamptz,
  add column asked_at timestamptz,
  add column confirmed_at timestamptz;
update report set expires_at = null, expiry_told_at = null
  where subject = 'person' and type = 'lost' and status <> 'expired';
update report set expires_at = greatest(expires_at, created_at + interval '360 days'), expiry_told_at = null
  where subject = 'person' and type = 'found' and status <> 'expired';
update report set ask_at = case
    when created_at > now() - interval '1 day' then created_at + interval '1 day'
    when created_at > now() - interval '7 days' then created_at + interval '7 days'
    when created_at > now() - interval '30 days' then created_at + interval '30 days'
    else created_at + interval '365 days' * (floor(extract(epoch from now() - created_at) / 86400 / 365) + 1)
  end
  where subject = 'person' and type = 'lost';
-- Whom the family of a missing person was told of, and what an officer lets them know: server/reunions.
create table reunion (
  lost_id uuid references report on delete cascade,
  found_id uuid references report on delete cascade,
  by_id uuid references app_user on delete set null,
  confirmed_at timestamptz not null default now(),
  station text,
  words text,
  phone text,
  tells_finder boolean not null default false,
  together_at timestamptz,
  primary key (lost_id, found_id)
);
create index reunion_of_found on reunion (found_id);
create index reunion_by on reunion (by_id);
create index report_to_ask on report (ask_at) where status in ('pending_review', 'published') and ask_at is not null;
`)
    .execute(db);
}
