/**
 * Who may see the whole of a record is read from the log of who opened it, by record and actor. Owners' notices of notes
 * that are no longer for them go: a note of that kind was written in the moment of the notice.
 */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('create index audit_by_subject on audit (subject_id, actor_id, at)').execute(db);
  await forgetNotices(db);
}

/** What else tells that there is such a note (server/notices/store.ts) is decided when it is read. */
export async function forgetNotices(db: Kysely<Schema>): Promise<void> {
  await sql`
    delete from notice using note
    where notice.kind = 'note-added' and note.report_id = notice.report_id and note.kind = 'self'
      and note.created_at between notice.created_at - interval '1 second' and notice.created_at + interval '1 second'
      and not exists (
        select 1 from note other
        where other.report_id = notice.report_id and other.kind <> 'self'
          and abs(extract(epoch from other.created_at - notice.created_at))
            < abs(extract(epoch from note.created_at - notice.created_at)))`.execute(db);
}
