/** Start: settings, database, files, app, listen. Stop: answer what is under way, then close in the reverse order. */

import type { createApp } from './app.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from './auth/demo-accounts.ts';

import { openControl } from './backup/control.ts';
import { type Config, readConfig } from './config.ts';
import { type OpenDb, openDb } from './db/open.ts';
import type { openFileStore } from './files/store.ts';
import { checkMail } from './mail/mailer.ts';

/** A browser holds connections that it has not used yet, which look busy; those must not hold up a stop. */
const PATIENCE_MS = 2000;
/** No call of PostgreSQL's takes longer; lists have a shorter time of their own (server/reports/list.ts). */
const STATEMENT_MS = 30_000;
/** A start that failed waits no longer for its database to close. */
const CLOSE_MS = 10_000;

const WHAT_TO_TRY = `
It runs with sample people and things, and shows reports without review. Try:
  1. Open the address in Chrome. "Get ready to go offline" takes the face pack along (16.5 MB, once).
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
  checkMail(config);
  // The embedded database starts in a thread of its own while the rest of the program is loaded: half the time to recover.
  const [{ db, close }, { createApp }, { openFileStore }] = await Promise.all([
    openDb({ ...config.database, statementMs: STATEMENT_MS }),
    import('./app.ts'),
    import('./files/store.ts'),
  ]);
  await serve(config, { db, createApp, openFileStore, closeDb: close }).catch(async (error: unknown) => {
    // The database would keep the process, and the folder, to itself.
    await Promise.race([close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]).catch(() => undefined);
    throw error;
  });
}

interface Parts extends Pick<OpenDb, 'db'> {
  createApp: typeof createApp;
  openFileStore: typeof openFileStore;
  closeDb: OpenDb['close'];
}

async function serve(config: Config, { db, createApp, openFileStore, closeDb }: Parts): Promise<void> {
  const files = await openFileStore(config.filesDir, config);
  if (config.demo) await (await import('./demo/seed.ts')).seedDemo(db, files, `${config.distDir}/models`);
  const app = await createApp({ db, files, config });
  const closeControl = config.database.kind === 'pglite' ? await openControl(config.dataDir, db) : async () => {};

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) process.exit(1); // asked twice: now
    stopping = true;
    const cut = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
    await app.close();
    clearTimeout(cut);
    await closeControl();
    await closeDb();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  const address = await app.listen({ port: config.port, host: config.host });
  console.warn(`Wapsi listens on ${address}`);
  if (config.mail.smtpUrl === undefined)
    console.warn('No SMTP_URL is set: mails, and the codes in them, are printed here.');
  if (config.demo) console.warn(WHAT_TO_TRY);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1); // whatever a start that failed has left open
});
