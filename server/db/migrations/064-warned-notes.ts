/** Notes with the signs of a fraud wait for a reviewer too, and a strike may be about one (docs/decisions/108). */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table warning add column note_id uuid references note on delete cascade;
alter table warning drop constraint warning_check;
alter table warning add check (num_nonnulls(message_id, claim_id, note_id) = 1);
create index warning_by_note on warning (note_id);
alter table strike drop constraint strike_about_check;
alter table strike add check (about in ('message', 'claim', 'note', 'report'));
`)
    .execute(db);
}
