/** Indexes by which lists are read where reports are many, each in the order of its list; see Note: Lists that grow. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
drop index report_to_list;
create index report_public on report (created_at, id)
  where status = 'published' and hidden_at is null and (subject = 'item' or (type = 'lost' and age_min >= 18));
create index report_shown on report (created_at, id) where status = 'published' and hidden_at is null;
create index report_by_kind on report (subject, type, created_at, id)
  where status = 'published' and hidden_at is null;
create index report_by_category on report (category, created_at, id)
  where status = 'published' and hidden_at is null and category is not null;
create index report_by_reward on report (coalesce(reward_rupees, 0), created_at, id)
  where status = 'published' and hidden_at is null;
create index report_with_reward on report (created_at, id)
  where status = 'published' and hidden_at is null and reward_rupees > 0;
create index report_by_youngest on report (age_min) where status = 'published' and hidden_at is null and age_min is not null;
create index report_by_oldest on report (age_max) where status = 'published' and hidden_at is null and age_max is not null;
-- On all rows: of a part of them the planner would not know which days are many.
create index report_by_day on report (coalesce(time_of_loss_date, (created_at at time zone 'Asia/Kolkata')::date));
create index report_without_words on report (created_at) where search = '';
`)
    .execute(db);
}
