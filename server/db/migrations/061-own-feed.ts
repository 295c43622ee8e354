/**
 * Reports as their posters are told of them, and faces that wait for a reviewer: docs/decisions/049, 104. What came after its
 * small picture waits for a look in any case, so that nothing is kept of the picture.
 */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table change drop constraint change_feed_check;
alter table change add constraint change_feed_check check (feed in ('reports', 'references', 'own'));
insert into change (feed, id, xid, seq, first_xid, first_seq)
  select 'own', id, xid, seq, first_xid, first_seq from change where feed = 'reports';
alter table report_file drop column ahead, add column face_unseen_at timestamptz;
create index report_file_face_unseen on report_file (report_id) where face_unseen_at is not null;
create index report_hidden_as_seen on report (hidden_at) where hidden_for = 'seen-before';
`)
    .execute(db);
}
