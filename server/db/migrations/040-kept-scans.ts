/**
 * Faces that are kept of a scan, in case a report comes: docs/decisions/088. They wait for nobody's review, so the reviewers'
 * reads go past them. Records of before are compared anew, since the faces of who was found count now.
 */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table report add column kept_scan boolean not null default false;
create index report_kept_scan on report (created_at) where kept_scan;
create index report_to_review on report (id) where status in ('pending_review', 'appealed') and not kept_scan;
drop index report_open;
create index report_open on report (subject, created_at)
  where status in ('pending_review', 'published', 'appealed') and not kept_scan;
insert into job (kind, payload) values ('match-all', '{}');
`)
    .execute(db);
}
