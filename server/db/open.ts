/** The one way to a database: PGlite in a folder, or a PostgreSQL server; nothing else knows which. */

import { Kysely } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { PlanningClient } from './client.ts';
import { GroupedDialect } from './group.ts';
import { migrate } from './migrate.ts';
import { startPglite } from './pglite.ts';
import type { Db, Schema } from './schema.ts';
import { keepTidy } from './tidy.ts';

export type { Db } from './schema.ts';

export type Where = { kind: 'pglite'; dir: string } | { kind: 'postgres'; url: string; poolSize?: number };

export interface OpenDb {
  db: Db;
  kind: Where['kind'];
  close(): Promise<void>;
}

const DEFAULT_POOL_SIZE = 16;
/** A transaction forgotten open holds back what devices may read (Note: Change order). */
const MAX_IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** A date has no time zone; pg's own parser would make it midnight of the server's. */
const DATE = types.builtins.DATE;
const parsers: PoolConfig['types'] = {
  getTypeParser: (oid, format) => (oid === DATE ? String : types.getTypeParser(oid, format)),
};

/** What is done to a database before it is used. */
type Prepare = (db: Db) => Promise<void>;

/** Open, migrate, and settle the epoch; `prepare` does something else instead. */
export function openDb(where: Where, prepare: Prepare = migrate): Promise<OpenDb> {
  return where.kind === 'pglite' ? openPglite(where.dir, prepare) : openPostgres(where.url, prepare, where.poolSize);
}

async function openPglite(dir: string, prepare: Prepare): Promise<OpenDb> {
  const pglite = await startPglite(dir, { types: parsers });
  const db = await ready(pglite.pool, prepare, pglite.close);
  const stopTidying = keepTidy(db);
  return {
    db,
    kind: 'pglite',
    async close() {
      stopTidying();
      await db.destroy();
      await pglite.close();
    },
  };
}

async function openPostgres(url: string, prepare: Prepare, poolSize = DEFAULT_POOL_SIZE): Promise<OpenDb> {
  const pool = new Pool({
    Client: PlanningClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
    types: parsers,
  });
  const db = await ready(pool, prepare, async () => {});
  return { db, kind: 'postgres', close: () => db.destroy() };
}

async function ready(pool: Pool, prepare: Prepare, onFailure: () => Promise<void>): Promise<Db> {
  pool.on('error', () => {}); // of an idle connection: the pool replaces it, and a query in need of one rejects
  const db = new Kysely<Schema>({ dialect: new GroupedDialect({ pool }) });
  try {
    await prepare(db);
    return db;
  } catch (error) {
    await db.destroy();
    await onFailure();
    throw error;
  }
}
