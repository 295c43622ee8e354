/**
 * One-time codes (A7): six digits, ten minutes, one use, kept as a keyed hash, five tries for each who tries. Of each who
 * asked the newest counts: whoever else asks for one, or guesses, does not end it.
 */

import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { CODE_DIGITS, CODE_MINUTES, CODE_TRIES } from '../../contract/limits.ts';
import type { Db } from '../db/schema.ts';
import { readSecret } from './secret.ts';

export interface CodeFor {
  /** Of the e-mail it goes to: `markOf` of accounts.ts. */
  mark: string;
  purpose: 'login' | 'register' | 'reset' | 'guardian';
  /** Whose consent a guardian's code gives: it is nothing for another child of the same guardian. */
  subject?: string;
  /** Who asks for it, or tries it: the key of devices.ts. */
  asker: string;
}

/** Draw a code and answer it; only its hash is kept. */
export async function drawCode(db: Db, about: CodeFor, now = new Date()): Promise<string> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  await db
    .insertInto('one_time_code')
    .values({
      id: randomUUID(),
      email_mark: about.mark,
      purpose: about.purpose,
      used_at: null,
      created_at: now,
      code_hash: await hashCode(db, about, code),
      asker: about.asker,
      subject: about.subject ?? null,
      expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    .execute();
  return code;
}

/**
 * Whether it is the code. Each try is counted before it is looked at, so that tries at once count as much as one after
 * another; call it outside of a transaction, or a failure takes its count back.
 * @throws AppError wrong-code, whatever is wrong with it
 */
export async function checkCode(db: Db, about: CodeFor, code: string, now = new Date()): Promise<{ id: string }> {
  const { asker } = about;
  const given = await hashCode(db, about, code);
  const drawn = await open(db, about, now)
    .orderBy(({ eb }) => eb.case().when('asker', '=', asker).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!drawn) throw notRight();
  const { tries } = await db
    .insertInto('code_try')
    .values({ code_id: drawn.id, asker, tries: 1 })
    .onConflict((row) =>
      row.columns(['code_id', 'asker']).doUpdateSet({ tries: ({ eb }) => eb('code_try.tries', '+', 1) }),
    )
    .returning('tries')
    .executeTakeFirstOrThrow();
  if (tries > CODE_TRIES || !timingSafeEqual(drawn.code_hash, given)) throw notRight();
  return { id: drawn.id };
}

/** Those that can still be used. */
const open = (db: Db, { mark, purpose, subject }: CodeFor, now: Date) =>
  db
    .selectFrom('one_time_code')
    .select(['id', 'code_hash'])
    .where('email_mark', '=', mark)
    .where('purpose', '=', purpose)
    .where('subject', subject === undefined ? 'is' : '=', subject ?? null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);

/** Check a code and use it up, with all others that were drawn for the same. */
export async function spendCode(db: Db, about: CodeFor, code: string, now = new Date()): Promise<void> {
  const { id } = await checkCode(db, about, code, now);
  const used = await db
    .updateTable('one_time_code')
    .set({ used_at: now })
    .where('id', 'in', open(db, about, now).clearSelect().select('id'))
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  if (!used.some((one) => one.id === id)) throw notRight(); // another call was first
}

const notRight = () => new AppError('wrong-code', 'The code is not right, or no longer', { fields: { otp: 'wrong' } });

/** A million codes are tried in no time: without the key a stolen table gives none away. */
async function hashCode(db: Db, { mark, purpose, subject = '' }: CodeFor, code: string): Promise<Buffer> {
  const key = await readSecret(db, 'code-key');
  return createHmac('sha256', key).update([purpose, mark, subject, code].join('\n')).digest();
}
