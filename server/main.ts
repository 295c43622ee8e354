/** Start: settings, database, files, app, listen. Stop: answer what is under way, then close in the reverse order. */

import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDb } from './db/open.ts';
import { seedDemo } from './demo/seed.ts';
import { openFileStore } from './files/store.ts';
import { forgetUses } from './http/limits.ts';

const HOUSEKEEPING_MS = 3_600_000;

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
    if (stopping) return;
    stopping = true;
    clearInterval(housekeeping);
    await app.close();
    await close();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  const address = await app.listen({ port: config.port, host: config.host });
  // The parent process (scripts/start.ts) waits for this line.
  console.warn(`Wapsi listens on ${address}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
