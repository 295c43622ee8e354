/** The district that an alert was raised for: decision 087. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table area_alert add column district text;
-- Of a record that an edit has moved out of all districts, the last one in which it was.
update area_alert set district = coalesce(nullif(report.district, ''), (
    select former.district from unnest(report.former_districts) with ordinality former (district, nth)
    where former.district <> '' order by former.nth desc limit 1))
  from report where report.id = area_alert.report_id;
-- Of none an alert is raised, and none is shown.
delete from area_alert where district is null;
alter table area_alert alter column district set not null;
create index area_alert_by_district on area_alert (district, made_at);
create index area_alert_by_day on area_alert (made_at);
`)
    .execute(db);
}
