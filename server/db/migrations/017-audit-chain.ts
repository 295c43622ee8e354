/** The log as a chain (server/audit/chain.ts), which the database itself lets nobody rewrite. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`
alter table audit
  add column seq bigint unique,
  add column hash bytea,
  add column reason_salt bytea,
  add column reason_hash bytea,
  add constraint sealed_whole check (num_nulls(seq, hash) in (0, 2));
create index audit_unsealed on audit (at, id) where seq is null;

-- What it says is never changed: it is sealed once, and of who was erased the reason goes.
create function audit_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the log is only added to';
  end if;
  if (new.id, new.at, new.role, new.action) is distinct from (old.id, old.at, old.role, old.action)
    or new.actor_id is distinct from old.actor_id or new.subject_id is distinct from old.subject_id
    or (new.reason is distinct from old.reason and new.reason is not null)
    or (old.reason_hash is not null and new.reason_hash is distinct from old.reason_hash)
    or (old.seq is not null and (new.seq, new.hash) is distinct from (old.seq, old.hash)) then
    raise exception 'the log is only added to';
  end if;
  return new;
end $$;
create trigger audit_stays before update or delete on audit for each row execute function audit_stays();
`)
    .execute(db);
}
