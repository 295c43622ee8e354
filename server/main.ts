/** Start: settings, database, files, app, listen. Stop: answer what is under way, then close in the reverse order. */

import { DEMO_EMAILS, DEMO_PASSWORD } from './auth/demo-accounts.ts';
import { openControl } from './backup/control.ts';
import { readConfig } from './config.ts';
import { openDb } from './db/open.ts';
import { checkMail } from './mail/mailer.ts';

/** A browser holds connections that it has not used yet, which look busy; those must not hold up a stop. */
const PATIENCE_MS = 2000;

const WHAT_TO_TRY = `
It runs with sample people and things, and shows reports without review. Try:
  1. Open the address in Chrome. "Get ready to go offline" takes the face pack along (16.5 MB, once).
  2. Stop this server with Ctrl+C, reload the page: it opens. Scan your face: nobody is found. Fill in the form and save.
  3. npm start again: within seconds the outbox says "Received", with a number.
  4. Open the address in another browser profile, get it ready too, and scan yourself there: it knows you.
  5. Sign in, with the password ${DEMO_PASSWORD}, as ${DEMO_EMAILS.join(', ')}.
`;

async function main(): Promise<void> {
  process.setSourceMapsEnabled(true); // an error names the line of the source, not of what was built
  const config = readConfig(process.env);
  checkMail(config);
  // The embedded database starts in a thread of its own while the rest of the program is loaded: half the time to recover.
  const [{ db, close }, { createApp }, { openFileStore }] = await Promise.all([
    openDb(config.database),
    import('./app.ts'),
    import('./files/store.ts'),
  ]);
  const files = await openFileStore(config.filesDir);
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
    await close();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  const address = await app.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
    await stop(); // the database would keep the process, and the folder, to itself
    throw error;
  });
  console.warn(`Wapsi listens on ${address}`);
  if (config.mail.smtpUrl === undefined)
    console.warn('No SMTP_URL is set: mails, and the codes in them, are printed here.');
  if (config.demo) console.warn(WHAT_TO_TRY);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
