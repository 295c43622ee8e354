/**
 * Servers of the browsers' suites that are stopped and started, never killed: they share a process (server-host.ts) and a
 * PostgreSQL. A database embedded in each was half of what the servers cost a run. Whoever kills one starts it alone
 * (`startServer`), and that one has the database of the README's first command.
 */

import { inject } from 'vitest';
import { startServer, type TestServer } from './server.ts';
import { copySample, newDatabase } from './server-database.ts';

/** With the sample people, at a free port or at `port`. */
export const startSampleServer = (env: Record<string, string> = {}, port?: number): Promise<TestServer> =>
  startServer(env, {
    from: inject('data'),
    hosted: true,
    database: () => copySample(inject('postgresUrl')),
    ...(port !== undefined && { port }),
  });

export const startEmptyServer = (env: Record<string, string> = {}): Promise<TestServer> =>
  startServer({ DEMO: '0', ...env }, { hosted: true, database: () => newDatabase(inject('postgresUrl')) });
