/** Mail leaves by SMTP. Without a mail server it is printed on the terminal, for trying things out. */

import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
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

/** Without words once what it is about was erased. */
const Waiting = z.extend(Mail, { subject: z.nullable(z.string()), text: z.nullable(z.string()) });

/** The job `mail`: one mail, already written. */
export const mailJob =
  (db: Db, mailer: Mailer) =>
  async (payload: unknown): Promise<void> => {
    const { subject, text, ...mail } = Waiting.parse(payload);
    if (subject === null || text === null) return;
    // First: a mail that went is not sent again for want of a line.
    await logProcessing(db, { act: 'mailed', purpose: 'notice', role: 'system', record: mail.to });
    await mailer.send({ ...mail, subject, text });
  };
