/** People are safe from people: what waits for a reviewer of messages and claims, claims without end, and strikes. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table warning (
  id uuid primary key,
  author_id uuid not null references app_user on delete cascade,
  message_id uuid references message on delete cascade,
  claim_id uuid references claim on delete cascade,
  signs text[] not null,
  at timestamptz not null default now(),
  handled_at timestamptz,
  check (num_nonnulls(message_id, claim_id) = 1)
);
create index warning_waiting on warning (at) where handled_at is null;
create index warning_by_author on warning (author_id);
create index warning_by_message on warning (message_id);
create index warning_by_claim on warning (claim_id);

-- As contract/limits.ts has them. Two claims of one person at once are counted one after the other.
create function claim_limit() returns trigger language plpgsql as $$
begin
  perform 1 from app_user where id = new.claimant_id for no key update;
  if (select count(*) from claim where report_id = new.report_id and claimant_id = new.claimant_id) >= 3 then
    raise exception using errcode = 'WC001', message = 'claimed too often: this thing';
  end if;
  if (select count(*) from claim where claimant_id = new.claimant_id and created_at > now() - interval '30 days') >= 20 then
    raise exception using errcode = 'WC002', message = 'claimed too often: in a month';
  end if;
  return new;
end $$;
create trigger claim_limit before insert on claim for each row execute function claim_limit();

create table strike (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  by_id uuid references app_user on delete set null,
  about text not null check (about in ('message', 'claim', 'report')),
  subject_id uuid not null,
  reason text not null,
  at timestamptz not null default now(),
  appeal text,
  appealed_at timestamptz,
  outcome text check (outcome in ('lifted', 'stands')),
  answer text,
  decided_at timestamptz,
  unique (about, subject_id, user_id),
  check (num_nulls(appeal, appealed_at) in (0, 2)),
  check (num_nulls(outcome, decided_at) in (0, 2)),
  check (outcome is null or appeal is not null)
);
create index strike_by_user on strike (user_id, at);
create index strike_appealed on strike (appealed_at) where appealed_at is not null and outcome is null;
alter table app_user add column paused_until timestamptz;
`)
    .execute(db);
}
