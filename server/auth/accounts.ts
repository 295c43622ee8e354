/** Accounts in the database: made, proved, changed. E-mails are in lower case by the contract. */

import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Language } from '../../contract/auth.ts';
import { markOfEmail } from '../db/blind.ts';
import type { Db, Schema } from '../db/schema.ts';
import { ACCOUNT_KEY, keyed, keysOf } from '../db/sealing.ts';

export type AccountRow = Selectable<Schema['app_user']>;

export const findAccount = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();

/** What stands for an e-mail in a statement (Note: Found without being read). */
export const emailMark = (email: string) => keyed((key) => markOfEmail(email, key), ACCOUNT_KEY);
/** For several: an array. */
export const emailMarks = (emails: readonly string[]) =>
  keyed((key) => emails.map((email) => markOfEmail(email, key)), ACCOUNT_KEY);
/** The same, to be written where no e-mail may be. */
export const markOf = (db: Db, email: string): string => markOfEmail(email, keysOf(db).take(ACCOUNT_KEY)) ?? '';

export const findByMark = (db: Db, mark: string): Promise<AccountRow | undefined> =>
  db.selectFrom('app_user').selectAll().where('email_mark', '=', mark).executeTakeFirst();

export const findByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  findByMark(db, markOf(db, email));

export interface Registration {
  name: string;
  email: string;
  phone: string;
  passwordHash: string;
  /** Of who is 13 to 17. */
  birthYear: number | undefined;
  terms: string;
  language: Language;
}

/**
 * Make an account that waits for its code. One that was proved stays as it is; one that still waits is registered anew.
 *
 * Then two people may have registered one e-mail, with two passwords, and the code will not say who was who: so the
 * account has none until the code comes together with a password. Of two phone numbers it has neither: who is called about
 * a report must not be a stranger. Its owner gives theirs in the profile.
 */
export async function insertAccount(tx: Db, { passwordHash, birthYear, ...who }: Registration): Promise<void> {
  const { name, phone, terms, language } = who;
  const values = { terms, language, birth_year: birthYear ?? null, terms_at: new Date() };
  const account = await tx
    .insertInto('app_user')
    .values({
      id: randomUUID(),
      name,
      email: who.email,
      role: 'poster',
      password_hash: passwordHash,
      verified_at: null,
      suspended_at: null,
      guardian_name: null,
      guardian_email: null,
      guardian_at: null,
      organisation: null,
      avatar_sha256: null,
      stop_token_hash: null,
      ...values,
    })
    .onConflict((conflict) =>
      conflict
        .column('email_mark')
        .doUpdateSet({ ...values, password_hash: null, updated_at: new Date() })
        .where('app_user.verified_at', 'is', null),
    )
    .returning(['id', 'password_hash'])
    .executeTakeFirst();
  if (!account) return;
  const before = account.password_hash === null ? await findAccount(tx, account.id) : undefined;
  // By the key of whichever account it is.
  await changeAccount(tx, account.id, { name, phone: before && before.phone !== phone ? null : phone });
}

/** A code has proved the e-mail of an account. True when it was not proved before. */
export async function proveEmail(tx: Db, id: string): Promise<boolean> {
  const proved = await tx
    .updateTable('app_user')
    .set({ verified_at: new Date(), updated_at: new Date() })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return proved !== undefined;
}

export async function changeAccount(
  tx: Db,
  id: string,
  change: Partial<Omit<AccountRow, 'id' | 'created_at' | 'updated_at' | 'email_mark' | 'name_marks'>>,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}
