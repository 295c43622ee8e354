/** What a report's maker ends it with, and when a report that has ended gives up what it no longer needs. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report
  -- SHA-256 of the secret on its maker's device; null of reports that were sent without one.
  add column secret_hash bytea check (octet_length(secret_hash) = 32),
  add column ended_at timestamptz,
  add column stripped_at timestamptz;
update report set ended_at = coalesce(
    (select max(at) from history h where h.report_id = report.id and h.what = 'status' and h.to_status = report.status),
    updated_at)
  where status in ('rejected', 'resolved', 'withdrawn', 'expired');
create index report_to_strip on report (ended_at) where ended_at is not null and stripped_at is null;
`)
    .execute(db);
}
