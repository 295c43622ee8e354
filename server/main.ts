/** Start: settings, database, files, app, listen. Stop: answer what is under way, then close in the reverse order. */

import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDb } from './db/open.ts';
import { seedDemo } from './demo/seed.ts';
import { openFileStore } from './files/store.ts';
import { forgetUses } from './http/limits.ts';

const HOUSEKEEPING_MS = 3_600_000;

const WHAT_TO_TRY = `
It runs with sample people and things, and shows reports without review. Try:
  1. Open the address in Chrome. "Get ready to go offline" takes the face pack along (16.5 MB, once).
  2. Stop this server with Ctrl+C, reload the page: it opens. Scan your face: nobody is found. Fill in the form and save.
  3. npm start again: within seconds the outbox says "Received", with a number.
  4. Open the address in another browser profile, get it ready too, and scan yourself there: it knows you.
`;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { db, close } = await openDb(config.database);
  const files = await openFileStore(config.filesDir);
  if (config.demo) await seedDemo(db, files, `${config.distDir}/models`);
  const app = await createApp({ db, files, config });
  const housekeeping = setInterval(() => {
    forgetUses(db).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping'));
  }, HOUSEKEEPING_MS);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) process.exit(1); // asked twice: now
    stopping = true;
    clearInterval(housekeeping);
    await app.close();
    await close();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  const address = await app.listen({ port: config.port, host: config.host });
  console.warn(`Wapsi listens on ${address}`);
  if (config.demo) console.warn(WHAT_TO_TRY);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
