/** What was read in an hour, as bits that name no record; server/reports/reading.ts. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
create table reading (
  key text collate "C",
  window_start timestamptz,
  seen bit(16384) not null,
  primary key (key, window_start)
);
create index reading_by_window on reading (window_start);
`)
    .execute(db);
}
