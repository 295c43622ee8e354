/** Writing to all who are affected: a mail and a notice in the inbox, in the language of each, and to each once. */

import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Language } from '../../contract/auth.ts';
import { writeAudit } from '../audit/audit.ts';
import { emailMarks } from '../auth/accounts.ts';
import type { Db } from '../db/schema.ts';
import { sendMail } from '../mail/mailer.ts';
import { BY_OPERATOR } from './sessions.ts';

/** What is written, in each language: the first line of a file is the subject. */
export type Letter = Record<Language, { subject: string; text: string }>;

/** E-mails or ids of accounts; absent for everybody. */
export type Whom = readonly string[] | undefined;

const AT_ONCE = 100;

export function readLetter(files: Record<Language, string>): Letter {
  const read = (file: string) => {
    const [subject = '', ...lines] = file.split('\n');
    const letter = { subject: subject.trim(), text: lines.join('\n').trim() };
    if (!letter.subject || !letter.text)
      throw new Error('A letter has a subject in its first line, and words below it');
    return letter;
  };
  return { en: read(files.en), pa: read(files.pa), hi: read(files.hi) };
}

/** Its name: the same words are the same letter, whenever and however often they are sent. */
const nameOf = (letter: Letter): string =>
  createHash('sha256')
    .update(JSON.stringify([letter.en, letter.pa, letter.hi]))
    .digest('hex');

/** Accounts with a proved e-mail that have not got it yet. */
export async function whoIsLeft(db: Db, letter: Letter, whom: Whom, limit?: number) {
  const sought = (whom ?? []).map((one) => one.trim().toLowerCase());
  return db
    .selectFrom('app_user')
    .select(['id', 'language'])
    .where('verified_at', 'is not', null)
    .where('closed_at', 'is', null)
    .$if(whom !== undefined, (query) =>
      query.where(sql<boolean>`(email_mark = any(${emailMarks(sought)}::text[]) or id::text = any(${sought}::text[]))`),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('letter')
            .select('user_id')
            .whereRef('user_id', '=', 'app_user.id')
            .where('name', '=', nameOf(letter)),
        ),
      ),
    )
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/**
 * Leave the mails with the server's jobs, so many a minute. Broken off and begun again it goes on where it was. Answers to
 * how many.
 */
export async function sendLetter(
  db: Db,
  letter: Letter,
  { whom, aMinute, reason }: { whom: Whom; aMinute: number; reason: string },
): Promise<number> {
  let sent = 0;
  const began = Date.now();
  for (;;) {
    const people = await whoIsLeft(db, letter, whom, AT_ONCE);
    if (people.length === 0) break;
    await db.transaction().execute(async (tx) => {
      for (const { id, language } of people) {
        const { subject, text } = letter[language];
        const isFirst = await tx
          .insertInto('letter')
          .values({ name: nameOf(letter), user_id: id })
          .onConflict((row) => row.doNothing())
          .returning('user_id')
          .executeTakeFirst();
        if (!isFirst) continue; // another run has just written to them
        const notice = {
          id: randomUUID(),
          user_id: id,
          kind: 'from-operator' as const,
          detail: `${subject}\n\n${text}`,
        };
        const ofNothing = { report_id: null, claim_id: null, conversation_id: null, read_at: null };
        await tx
          .insertInto('notice')
          .values({ ...notice, ...ofNothing, created_at: new Date() })
          .execute();
        await sendMail(tx, id, { subject, text }, new Date(began + (sent++ / aMinute) * 60_000), true);
      }
    });
  }
  const what = `${letter.en.subject} (${sent}): ${reason}`;
  await db.transaction().execute((tx) => writeAudit(tx, BY_OPERATOR, 'write-to-affected', undefined, what));
  return sent;
}
