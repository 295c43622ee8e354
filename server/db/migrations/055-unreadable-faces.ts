/** A photo that the server cannot look at is looked at by a person, too: docs/decisions/095. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
drop index report_file_to_draw;
create index report_file_to_draw on report_file (brought_at, report_id, sha256)
  where purpose = 'photo' and face in ('none', 'several', 'unclear', 'unreadable') and face_left_at is null
    and brought_at is not null;
`)
    .execute(db);
}
