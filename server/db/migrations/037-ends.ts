/** How a record is passed on, and how it ends: decision 083. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
-- Numbers of records that everybody has seen and that are erased: their pages say that it is over.
create table gone_share (
  number text collate "C" primary key,
  at timestamptz not null default now()
);
create index gone_share_by_time on gone_share (at);
`)
    .execute(db);
}
