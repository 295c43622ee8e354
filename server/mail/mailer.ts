/** Mail leaves by SMTP. Without a mail server it is printed on the terminal, for trying things out. */

import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import { addJob } from '../jobs/jobs.ts';
import { logProcessing } from '../processing/log.ts';

export const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  headers: z.optional(z.record(z.string(), z.string())),
});
export type Mail = z.infer<typeof Mail>;

export interface Mailer {
  /** Resolves when the mail server has taken it; until then it may be sent again. */
  send(mail: Mail): Promise<void>;
}

/** A mail server that does not answer must not hold a job for ever. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** Where posts wait for people, others rely on the server: nobody gets a code from its terminal. */
export function checkMail({ mail, review, demo }: Pick<Config, 'mail' | 'review' | 'demo'>): void {
  if (mail.smtpUrl === undefined && review === 'people' && !demo)
    throw new Error(
      'Set SMTP_URL to a mail server: without one nobody can register. (DEMO=1 or REVIEW=at-once is for trying out.)',
    );
}

export function openMailer({ mail: { smtpUrl, from } }: Pick<Config, 'mail'>, print = console.warn): Mailer {
  if (smtpUrl === undefined) {
    return {
      async send({ to, subject, text }) {
        print(`\nMail to ${to}: ${subject}\n${text.replace(/^/gm, '  ')}\n`);
      },
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, from, headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers } });
    },
  };
}

/** To whom is read off the account; without words once what it is about was erased. */
const Waiting = z.object({
  userId: z.string(),
  /** To another e-mail than the account's of now, sealed by its key. */
  to: z.optional(z.nullable(z.string())),
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
});

/** What is sealed, or names nobody, stands in the job as it is. */
type Written = Omit<Mail, 'to' | 'subject' | 'text'> & Record<'subject' | 'text', unknown> & { to?: unknown };

/** Leave a mail to an account with the jobs. */
export const sendMail = (tx: Db, userId: string, mail: Written, at?: Date, patient = false): Promise<void> =>
  addJob(tx, 'mail', { userId, ...mail }, at, patient);

/** The job `mail`: one mail, already written. */
export const mailJob =
  (db: Db, mailer: Mailer) =>
  async (payload: unknown): Promise<void> => {
    const { userId, subject, text, ...mail } = Waiting.parse(payload);
    const account = await db.selectFrom('app_user').select('email').where('id', '=', userId).executeTakeFirst();
    const to = mail.to === undefined ? account?.email : mail.to;
    if (!account || !to || subject === null || text === null) return;
    // First: a mail that went is not sent again for want of a line.
    await logProcessing(db, { act: 'mailed', purpose: 'notice', role: 'system', record: userId });
    await mailer.send({ ...mail, to, subject, text });
  };
