/** A server from its settings: database, files, app, listen. It stops in the reverse order. */

import type { createApp } from './app.ts';
import { checkPasskeys } from './auth/webauthn.ts';
import { openControl } from './backup/control.ts';
import type { Config } from './config.ts';
import { type OpenDb, openDb } from './db/open.ts';
import type { openFileStore } from './files/store.ts';
import { checkMail } from './mail/mailer.ts';
import { openProcessing } from './processing/log.ts';
import { openSuppression } from './suppression/list.ts';

export { readConfig } from './config.ts';

/** A browser holds connections that it has not used yet, which look busy; those must not hold up a stop. */
const PATIENCE_MS = 2000;
/** No call of PostgreSQL's takes longer; lists have a shorter time of their own (server/reports/list.ts). */
const STATEMENT_MS = 30_000;
/** A start that failed waits no longer for its database to close. */
const CLOSE_MS = 10_000;

export interface RunningServer {
  /** Where it listens. */
  readonly address: string;
  /** Answer what is under way, for so many milliseconds at most, then close. */
  stop(patienceMs?: number): Promise<void>;
}

/** @throws what keeps it from starting; its database is closed by then. */
export async function runServer(config: Config): Promise<RunningServer> {
  checkMail(config);
  checkPasskeys(config);
  // The embedded database starts in a thread of its own while the rest of the program is loaded: half the time to recover.
  const [{ db, close }, { createApp }, { openFileStore }] = await Promise.all([
    openDb({ ...config.database, statementMs: STATEMENT_MS }),
    import('./app.ts'),
    import('./files/store.ts'),
  ]);
  return serve(config, { db, createApp, openFileStore, closeDb: close }).catch(async (error: unknown) => {
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

async function serve(config: Config, { db, createApp, openFileStore, closeDb }: Parts): Promise<RunningServer> {
  const files = await openFileStore(config.filesDir, config);
  await openSuppression(db);
  await openProcessing(db, config.logKey);
  if (config.demo) await (await import('./demo/seed.ts')).seedDemo(db, files, `${config.distDir}/models`);
  const app = await createApp({ db, files, config });
  const closeControl = config.database.kind === 'pglite' ? await openControl(config.dataDir, db) : async () => {};
  const address = await app.listen({ port: config.port, host: config.host });
  return {
    address,
    async stop(patienceMs = PATIENCE_MS) {
      const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs);
      await app.close();
      clearTimeout(cut);
      await closeControl();
      await closeDb();
    },
  };
}
