/** What hurries comes first: on a duty desk, page by page, and among the jobs (docs/decisions/107). */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** As server/duty/list.ts orders by it. */
const STANDS_AT = `((coalesce(taken_at, due_at) at time zone 'UTC' + case kind
  when 'missing-child' then interval '7 days'
  when 'found-person' then interval '4 days'
  when 'sighting' then interval '3 days'
  when 'candidate' then interval '1 day'
  else interval '-3650 days'
end) at time zone 'UTC')`;

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
drop index duty_of_district, duty_of_state, duty_of_team;
create index duty_of_district on duty_task (district, ${STANDS_AT}, id) where status <> 'done';
create index duty_of_state on duty_task (state, ${STANDS_AT}, id) where status <> 'done' and level <> 'district';
create index duty_of_team on duty_task (${STANDS_AT}, id) where status <> 'done' and level = 'team';

alter table job add column patient boolean not null default false;
drop index job_to_run;
create index job_to_run on job (patient, run_at, id);
`)
    .execute(db);
}
