/**
 * What stays of an account that is erased, since it protects others: a row without a name, to which belong the strikes, the
 * pause or suspension, the complaints, the warnings of notes, and the conversations of others with it (docs/decisions/062).
 */

import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { type AccountRow, changeAccount, emailMark } from '../auth/accounts.ts';
import type { Db } from '../db/schema.ts';
import { keysOf, LEFT_KEY } from '../db/sealing.ts';
import { addJob } from '../jobs/jobs.ts';
import { REMOVE_FILES } from '../reports/record.ts';

/**
 * How the row of an erased account is found when its e-mail comes back; no e-mail can be read off it. Mails to it go nowhere
 * (RFC 2606), and nobody signs in with it.
 */
function nowhere(tx: Db, email: string): string {
  const key = keysOf(tx).take(LEFT_KEY).toString('base64url');
  return `${createHmac('sha256', key).update(email.toLowerCase()).digest('hex')}@erased.invalid`;
}

/**
 * Before an account goes: hand what outlives it to a row without a name. A conversation stays for its other side with the
 * other side's own words. What the leaver wrote in it goes, unless somebody complained of the conversation or it bore the
 * signs of a fraud: then it is what a moderator decides by.
 */
export async function leaveBehind(tx: Db, account: AccountRow): Promise<void> {
  const { id } = account;
  await dropWords(tx, id);
  const left = randomUUID();
  await tx
    .insertInto('app_user')
    .values({
      ...{
        id: left,
        name: '',
        email: nowhere(tx, account.email),
        role: 'poster',
        password_hash: null,
        phone: null,
      },
      ...{ verified_at: null, birth_year: null, guardian_name: null, guardian_email: null, guardian_at: null },
      ...{ organisation: null, avatar_sha256: null, stop_token_hash: null, terms: null, terms_at: null },
      ...{ suspended_at: account.suspended_at, paused_until: account.paused_until, mail_notices: false },
      ...{ closed_at: new Date(), erased_at: new Date() },
    })
    .execute();
  await sql`update conversation set
      starter_id = case when starter_id = ${id} then ${left}::uuid else starter_id end,
      owner_id = case when owner_id = ${id} then ${left}::uuid else owner_id end
    where starter_id = ${id} or owner_id = ${id}`.execute(tx);
  const own = { user_id: left, blocked_at: new Date(), shows_phone: false, shows_email: false };
  await tx.updateTable('conversation_side').set(own).where('user_id', '=', id).execute();
  await handWordsOver(tx, id, left);
  await sql`update warning set author_id = ${left} where author_id = ${id} and claim_id is null`.execute(tx);
  await tx.updateTable('strike').set({ user_id: left }).where('user_id', '=', id).execute();
  await tx.updateTable('complaint').set({ by_id: left }).where('by_id', '=', id).execute();
  await tx.updateTable('complaint').set({ about_id: left }).where('about_id', '=', id).execute();
  await dropUnneeded(tx, sql`id = ${left}`);
}

/** The e-mail of an account was proved: if it had been erased before, it goes on as it stood with us. */
export async function takeUp(tx: Db, { id, email }: Pick<AccountRow, 'id' | 'email'>): Promise<void> {
  const former = await tx
    .selectFrom('app_user')
    .select(['id', 'suspended_at', 'paused_until'])
    .where('email_mark', '=', emailMark(nowhere(tx, email)))
    .forUpdate()
    .executeTakeFirst();
  if (!former) return;
  const { suspended_at, paused_until } = former;
  await tx.updateTable('app_user').set({ suspended_at, paused_until }).where('id', '=', id).execute();
  await tx.updateTable('strike').set({ user_id: id }).where('user_id', '=', former.id).execute();
  await tx.updateTable('complaint').set({ about_id: id }).where('about_id', '=', former.id).execute();
  await sql`update warning set author_id = ${id} where author_id = ${former.id} and note_id is not null`.execute(tx);
  // The conversations stay with nobody: who came back asked that they end.
  await forget(tx, former.id);
  await dropUnneeded(tx, sql`id = ${former.id}`);
}

/** Housekeeping: after two years nothing is left but the other side's own words. */
export async function forgetLeft(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const over = await tx
      .selectFrom('app_user')
      .select('id')
      .where('erased_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(KEPT_DAYS.safety)})`)
      .where(sql<boolean>`(email_mark is not null or suspended_at is not null)`)
      .execute();
    for (const { id } of over) {
      await tx.deleteFrom('strike').where('user_id', '=', id).execute();
      await tx.deleteFrom('complaint').where(sql<boolean>`${id}::uuid in (by_id, about_id)`).execute();
      await removeMessages(tx, sql`author_id = ${id}`);
      await tx.deleteFrom('warning').where('author_id', '=', id).execute();
      await forget(tx, id);
    }
    await dropUnneeded(tx, sql`erased_at is not null`);
  });
}

/** Nothing leads from an e-mail to this row any more. */
async function forget(tx: Db, id: string): Promise<void> {
  await changeAccount(tx, id, { email: '', suspended_at: null, paused_until: null });
}

/** Somebody complained in it, or a message bore signs of a fraud. */
const IS_OF_CONCERN = sql`(exists (select 1 from complaint c where c.conversation_id = conversation.id)
  or exists (select 1 from warning w join message m on m.id = w.message_id where m.conversation_id = conversation.id))`;

/** What the leaver wrote, where nothing is to be decided by it; and all of a conversation that nobody is left to read. */
async function dropWords(tx: Db, userId: string): Promise<void> {
  await removeMessages(
    tx,
    sql`author_id = ${userId} and exists (
      select 1 from conversation where conversation.id = message.conversation_id and not ${IS_OF_CONCERN})`,
  );
  const deserted = sql`${userId}::uuid in (starter_id, owner_id) and not ${IS_OF_CONCERN} and exists (
    select 1 from app_user u where u.id in (starter_id, owner_id) and u.id <> ${userId} and u.erased_at is not null)`;
  await removeMessages(tx, sql`conversation_id in (select id from conversation where ${deserted})`);
  await sql`delete from conversation where ${deserted}`.execute(tx);
}

/** What stays of their words is sealed anew: the account's key opens none of them, and goes. */
async function handWordsOver(tx: Db, from: string, to: string): Promise<void> {
  const kept = await tx
    .selectFrom('message')
    .select(['id', 'conversation_id', 'text', 'lat', 'lng', 'address'])
    .where('author_id', '=', from)
    .execute();
  for (const { id, conversation_id, ...words } of kept)
    await tx
      .updateTable('message')
      .set({ author_id: to, ...words })
      .where('id', '=', id)
      .where('conversation_id', '=', conversation_id)
      .execute();
}

async function removeMessages(tx: Db, which: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ photo: string | null }>`
    with gone as (delete from message where ${which} returning id, photo),
    unnamed as (delete from attachment a using gone where a.kind = 'message' and a.owner_id = gone.id)
    select photo from gone where photo is not null`.execute(tx);
  const hashes = rows.flatMap(({ photo }) => photo ?? []);
  if (hashes.length > 0) await addJob(tx, REMOVE_FILES, { hashes: [...new Set(hashes)] });
}

/** A row of an erased account to which nothing belongs. */
async function dropUnneeded(tx: Db, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    delete from app_user u where ${which} and erased_at is not null
      and suspended_at is null and (paused_until is null or paused_until < now())
      and not exists (select 1 from strike where user_id = u.id)
      and not exists (select 1 from warning where author_id = u.id)
      and not exists (select 1 from complaint where u.id in (by_id, about_id))
      and not exists (select 1 from conversation where u.id in (starter_id, owner_id))`.execute(tx);
}
