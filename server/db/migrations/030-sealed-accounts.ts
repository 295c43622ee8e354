/** Names and e-mails of accounts are sealed, and found by what stands beside them: server/db/blind.ts, decision 073. */

import { type Kysely, sql } from 'kysely';
import { markOfEmail, marksOfName } from '../blind.ts';
import type { Schema } from '../schema.ts';
import { ACCOUNT_KEY, keysOf, LEFT_KEY } from '../sealing.ts';

const PAGE = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table app_user
  add column email_mark text collate "C",
  add column name_marks integer[] not null default '{}';
-- Codes live for ten minutes: who waits for one asks again.
delete from one_time_code;
alter table one_time_code rename column email to email_mark;
-- Mails that wait say to whom by the account.
update job set payload = payload - 'to' || jsonb_build_object('userId', app_user.id)
  from app_user where kind = 'mail' and lower(app_user.email) = lower(payload ->> 'to');
delete from job where kind = 'code' or (kind = 'mail' and payload ? 'to');
-- Rows of accounts that left, and are known by no e-mail any more.
update app_user set email = '' where erased_at is not null and email like 'over-%';
`)
    .execute(db);
  const key = keysOf(db).take(ACCOUNT_KEY);
  for (let after = FIRST; ; ) {
    const { rows } = await sql<{ id: string; email: string; name: string }>`
      select id, email, name from app_user where id > ${after}::uuid order by id limit ${PAGE}`.execute(db);
    const marks = rows.map(({ id, email, name }) => ({
      id,
      email: markOfEmail(email, key),
      name: marksOfName(name, key),
    }));
    await sql`
      update app_user set email_mark = made.email,
        name_marks = array(select jsonb_array_elements_text(made.name)::integer)
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as made (id uuid, email text, name jsonb)
      where app_user.id = made.id`.execute(db);
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.id ?? after;
  }
  await sql
    .raw(`
drop index app_user_by_email;
create unique index app_user_by_email on app_user (email_mark);
create index app_user_by_name on app_user using gin (name_marks);
-- What is readable in the rows is sealed beside all else: server/db/seal-rows.ts.
insert into job (kind, payload) select 'seal-rows', '{"table":"app_user"}' where exists (select from app_user);
`)
    .execute(db);
  await moveLeftKey(db);
}

/** By it accounts that were erased are known when they come back: it goes where the other keys are. */
async function moveLeftKey(db: Kysely<Schema>): Promise<void> {
  const kept = await db.deleteFrom('meta').where('key', '=', 'left-key').returning('value').executeTakeFirst();
  if (kept) await keysOf(db).put(new Map([[LEFT_KEY, Buffer.from(kept.value, 'base64url')]]));
}
