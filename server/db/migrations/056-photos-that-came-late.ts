/** A photo that comes after somebody has looked at its report is looked at before others see it: docs/decisions/104. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report_file add column arrived_at timestamptz, add column unseen_at timestamptz;
update report_file set arrived_at = brought_at;
create index report_file_unseen on report_file (report_id) where unseen_at is not null;
`)
    .execute(db);
}
