/** The program: settings from the environment, a server, and an end when it is asked for. */

import { DEMO_EMAILS, DEMO_PASSWORD } from './auth/demo-accounts.ts';
import { readConfig } from './config.ts';
import { runServer } from './run.ts';

const WHAT_TO_TRY = `
It runs with sample people and things, and shows reports without review. Try:
  1. Open the address in Chrome. "Get ready to go offline" downloads the face scanner (16.5 MB, once).
  2. Stop this server with Ctrl+C, reload the page: it opens. Scan your face: nobody is found. Fill in the form and save.
  3. npm start again: within seconds the outbox says "Received", with a number.
  4. Open the address in another browser profile, get it ready too, and scan yourself there: it knows you.
  5. Sign in, with the password ${DEMO_PASSWORD}, as ${DEMO_EMAILS.join(', ')}.
`;

/** What failed, and why as far as it is known: whoever reads it has to mend it. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return cause === '' || error.message.includes(cause) ? error.message : `${error.message} (${cause})`;
}

async function main(): Promise<void> {
  process.setSourceMapsEnabled(true); // an error names the line of the source, not of what was built
  const config = readConfig(process.env);
  const server = await runServer(config);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1); // asked twice: now
      stopping = true;
      void server.stop();
    });
  console.warn(`Wapsi listens on ${server.address}`);
  if (config.mail.smtpUrl === undefined)
    console.warn('No SMTP_URL is set: mails, and the codes in them, are printed here.');
  if (config.logKey === undefined && !config.demo)
    console.warn('No LOG_KEY is set (npm run log-key): whoever has this server can read its log of processing.');
  if (config.demo) console.warn(WHAT_TO_TRY);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1); // whatever a start that failed has left open
});
