/** By what a person is found whose name is written in another way (server/reports/near-names.ts). A job makes it of those who are there. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table name_key (
  report_id uuid not null references report on delete cascade,
  key bigint not null,
  primary key (key, report_id)
);
create index name_key_by_report on name_key (report_id);
insert into job (kind, payload) select 'fill-names', '{}' where exists (select from report where subject = 'person');
`)
    .execute(db);
}
