/** Two records that may be one: candidates, what they are found by, and which reports are to be compared (server/candidates). */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table candidate (
  id uuid primary key,
  lost_id uuid not null references report on delete cascade,
  found_id uuid not null references report on delete cascade,
  score double precision not null,
  band text not null check (band in ('likely', 'possible')),
  because jsonb not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'withdrawn')),
  -- What a confirmed one makes of the two.
  link text check (link in ('same-person', 'same-thing')),
  -- Of things its two owners decide.
  lost_answer text check (lost_answer in ('yes', 'no')),
  found_answer text check (found_answer in ('yes', 'no')),
  decided_by uuid references app_user on delete set null,
  decided_at timestamptz,
  reason text,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  unique (lost_id, found_id),
  check ((link is not null) = (state = 'confirmed'))
);
create index candidate_by_found on candidate (found_id);
create index candidate_by_decider on candidate (decided_by);
insert into candidate (id, lost_id, found_id, score, band, because, state, link, lost_answer, found_answer, created_at)
select gen_random_uuid(), lost_id, found_id, score, band,
  (select coalesce(jsonb_agg(jsonb_build_object('field', field, 'says', 'same') order by place), '[]')
    from unnest(because) with ordinality told(field, place)),
  case status when 'dismissed' then 'rejected' else status end,
  case status when 'confirmed' then 'same-thing' end,
  lost_answer, found_answer, created_at
from item_match;
drop table item_match;

-- By what a report is found: server/candidates/keys.ts. The day is that of losing or finding, since 1970.
create table candidate_key (
  report_id uuid not null references report on delete cascade,
  key bigint not null,
  side text not null check (side in ('lost', 'found')),
  day integer not null,
  primary key (report_id, key)
);
create index candidate_block on candidate_key (key, side, day, report_id);

-- One row while a job waits that compares the report. No reference: the report may be gone by then.
create table candidate_due (report_id uuid primary key, asked_at timestamptz not null default now());

delete from job where kind = 'match-item';
insert into job (kind, payload) values ('match-all', '{}');
`)
    .execute(db);
}
