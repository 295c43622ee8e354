/** What an officer lets a whole district know of somebody who is missing: decision 087. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table area_alert (
  report_id uuid primary key references report on delete cascade,
  by_id uuid references app_user on delete set null,
  station text not null,
  words text,
  made_at timestamptz not null default now(),
  until timestamptz not null
);
create index area_alert_by_end on area_alert (until);
create index area_alert_by on area_alert (by_id);
-- Who follows a place is found by its name in small letters (server/notices/tell.ts), which the former index does not serve.
drop index follow_by_region;
create index follow_by_region on follow (lower(region));
`)
    .execute(db);
}
