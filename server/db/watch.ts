/**
 * Notices a database that says nothing any more: a machine that lost its power or its network closes no connection, and
 * what was asked of it would wait for as long as TCP does, a quarter of an hour.
 */

import { Client, DatabaseError, type Pool } from 'pg';
import { PlanningClient } from './client.ts';

/** A query that takes so long is looked into. */
const LONG_MS = 5000;
const LOOK_EVERY_MS = 2000;
/** A database that lets nobody in for so long is not there. */
const ANSWER_MS = 4000;

/** Watch the connections of a pool until the returned function is called: those of a silent database are given up. */
export function watchPool(pool: Pool, url: string): () => void {
  const clients = new Set<PlanningClient>();
  pool.on('connect', (client) => client instanceof PlanningClient && clients.add(client));
  pool.on('remove', (client) => client instanceof PlanningClient && clients.delete(client));
  let looking = false;
  async function look(): Promise<void> {
    const long = [...clients].filter((client) => client.waitingMs() > LONG_MS);
    if (looking || long.length === 0) return;
    looking = true;
    const silence = await whySilent(url);
    looking = false;
    // One that was answered meanwhile is alive.
    if (silence) for (const client of long) if (client.waitingMs() > LONG_MS) client.drop(silence);
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Undefined when it answers, be it with a refusal: a long query is then just long. */
async function whySilent(url: string): Promise<Error | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on('error', () => {}); // of a connection that is given up
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error instanceof DatabaseError ? undefined : new Error('The database does not answer.', { cause: error });
  } finally {
    client.end().catch(() => undefined); // not waited for: it may be as silent as the rest
  }
}
