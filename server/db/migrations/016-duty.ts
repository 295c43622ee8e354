/** Where officers and volunteers have their duty, and in which district a report is; server/reports/district.ts. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Shown, and not to all. */
const GUARDED = `status = 'published' and hidden_at is null
  and (subject = 'item' or (type = 'lost' and age_min >= 18)) is not true`;

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table app_user add column districts text[] not null default '{}';
create index app_user_on_duty on app_user using gin (districts) where districts <> '{}';
alter table report add column district text, add column former_districts text[] not null default '{}';
create index guarded_by_district on report (district, created_at, id) where ${GUARDED};
create index guarded_by_reward on report (district, coalesce(reward_rupees, 0), created_at, id) where ${GUARDED};
create index report_without_district on report (created_at) where district is null;
`)
    .execute(db);
}
