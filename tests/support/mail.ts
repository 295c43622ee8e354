/** A real mail server for the tests: what it is given is parsed, and waits to be read. */

import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  /** Everything that arrived, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** The newest mail to `to` that nobody has taken yet; waits for it. */
  next(to: string): Promise<ReceivedMail>;
  /** The six digits in that mail. */
  code(to: string): Promise<string>;
  close(): Promise<void>;
}

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  headers: Email['headers'];
}

const PATIENCE_MS = 15_000;
const LOOK_MS = 20;

export async function openMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          const { subject = '', text = '', headers } = email;
          for (const { address } of session.envelope.rcptTo) mails.push({ to: address, subject, text, headers });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // a TCP server's address is one

  async function next(to: string): Promise<ReceivedMail> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = mails.findLast((mail) => mail.to === to && !taken.has(mail));
      if (found) {
        for (const mail of mails) if (mail.to === to) taken.add(mail);
        return found;
      }
      if (Date.now() > until) throw new Error(`no mail to ${to} came`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next,
    async code(to) {
      const { text } = await next(to);
      const [code] = /\b\d{6}\b/.exec(text) ?? [];
      if (code === undefined) throw new Error(`no code in: ${text}`);
      return code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
