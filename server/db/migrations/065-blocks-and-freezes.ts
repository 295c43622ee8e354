/** A block is of a person and takes back what was revealed to them; a freeze and a hand-over leave the finder's words as they are. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
update conversation_side s set blocked_at = b.blocked_at
  from conversation c, conversation_side b, conversation o
  where c.id = s.conversation_id and s.blocked_at is null
    and b.user_id = s.user_id and b.blocked_at is not null and o.id = b.conversation_id and o.report_id is not null
    and least(o.starter_id, o.owner_id) = least(c.starter_id, c.owner_id)
    and greatest(o.starter_id, o.owner_id) = greatest(c.starter_id, c.owner_id);
update conversation_side set shows_phone = false, shows_email = false where blocked_at is not null;
alter table claim add column freeze_reason text;
alter table claim add column given_away boolean not null default false;
`)
    .execute(db);
}
