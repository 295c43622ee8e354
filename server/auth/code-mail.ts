/**
 * One-time codes on their way to an e-mail.
 *
 * A call that asks for one only stores a job: it does the same work, and answers the same, whether or not the e-mail is
 * known (A7), and the code is nowhere in the clear but in the mail. Whether there is an account is looked at here, and
 * the e-mail is read off it: what waits names no e-mail.
 */

import * as z from 'zod/mini';
import { Language } from '../../contract/auth.ts';
import { CODE_MINUTES } from '../../contract/limits.ts';
import type { Db } from '../db/schema.ts';
import { addJob } from '../jobs/jobs.ts';
import type { Mailer } from '../mail/mailer.ts';
import { mailText } from '../mail/texts.ts';
import { findAccount, findByMark } from './accounts.ts';
import { drawCode } from './codes.ts';
import { nameForStrangers } from './masked-name.ts';

const CodeMail = z.object({
  /** Of the e-mail it goes to: `markOf` of accounts.ts. */
  mark: z.string(),
  purpose: z.enum(['login', 'register', 'reset', 'guardian']),
  language: Language,
  /** Of a guardian's code: the young account. */
  subject: z.optional(z.string()),
  /** Whose call asked for it. */
  asker: z._default(z.string(), ''),
});
export type CodeMail = z.infer<typeof CodeMail>;

export const sendCode = (tx: Db, mail: CodeMail): Promise<void> => addJob(tx, 'code', mail);

/** The job `code`. Tried again, it sends a new code, and the newest counts. */
export const codeJob =
  (db: Db, mailer: Mailer) =>
  async (payload: unknown): Promise<void> => {
    const { mark, purpose, language, subject, asker } = CodeMail.parse(payload);
    const code = await drawCode(db, { mark, purpose, asker, ...(subject ? { subject } : {}) });
    const account = subject ? await findAccount(db, subject) : await findByMark(db, mark);
    const email = subject ? account?.guardian_email : account?.email;
    if (!account || !email) return;
    if (purpose === 'register' && account.verified_at)
      return mailer.send({
        to: email,
        subject: mailText(language, 'known.subject'),
        text: mailText(language, 'known.text'),
      });
    const values = { code, minutes: CODE_MINUTES, name: nameForStrangers(account.name) };
    await mailer.send({
      to: email,
      subject: mailText(language, 'code.subject', values),
      text: mailText(language, `code.${purpose}`, values),
    });
  };
