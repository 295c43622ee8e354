/** The one way to a database: PGlite in a folder, or a PostgreSQL server; nothing else knows which. */

import { dirname, join } from 'node:path';
import { type DatabaseConnection, Kysely } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { PlanningClient } from './client.ts';
import { markLife } from './epoch.ts';
import { GroupedDialect, type Ready } from './group.ts';
import { type Keys, openKeys } from './keys.ts';
import { migrate } from './migrate.ts';
import { startPglite } from './pglite.ts';
import type { Db, Schema } from './schema.ts';
import { Sealing } from './sealing.ts';
import { keepTidy } from './tidy.ts';
import { watchPool } from './watch.ts';

export type { Db } from './schema.ts';

/** `statementMs`: PostgreSQL ends a statement that takes longer, but for migrations. The embedded database has no clock. */
export type Where = { statementMs?: number } & (
  | {
      kind: 'pglite';
      dir: string;
      /** Where the keys of its records lie (keys.ts): beside its folder, unless told otherwise. */
      keysDir?: string;
    }
  | { kind: 'postgres'; url: string; keysDir: string; poolSize?: number }
);

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
  return where.kind === 'pglite' ? openPglite(where, prepare) : openPostgres(where, prepare);
}

/** Where the keys of its records lie. */
export const keysDirOf = (where: Where): string =>
  where.kind === 'pglite' ? (where.keysDir ?? join(dirname(where.dir), 'keys')) : where.keysDir;

async function openPglite(where: Extract<Where, { kind: 'pglite' }>, prepare: Prepare): Promise<OpenDb> {
  const { dir } = where;
  const pglite = await startPglite(dir, { types: parsers });
  const db = await ready(pglite.pool, openKeys(keysDirOf(where)), prepare, pglite.close);
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

async function openPostgres(
  { url, keysDir, poolSize = DEFAULT_POOL_SIZE, statementMs }: Extract<Where, { kind: 'postgres' }>,
  prepare: Prepare,
): Promise<OpenDb> {
  const pool = new Pool({
    Client: PlanningClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
    ...(statementMs ? { statement_timeout: statementMs } : {}),
    types: parsers,
  });
  const stopWatching = watchPool(pool, url);
  const db = await ready(pool, openKeys(keysDir), prepare, async () => stopWatching());
  return {
    db,
    kind: 'postgres',
    async close() {
      stopWatching();
      await db.destroy();
    },
  };
}

async function ready(pool: Pool, keys: Keys, prepare: Prepare, onFailure: () => Promise<void>): Promise<Db> {
  pool.on('error', () => {}); // of an idle connection: the pool replaces it, and a query in need of one rejects
  const life = newLifeAfterLoss(pool);
  const dialect = new GroupedDialect({ pool }, { ready: life.ready, stored: keys.written });
  const db = new Kysely<Schema>({ dialect, plugins: [new Sealing(keys)] });
  try {
    await prepare(db);
    life.begin();
    return db;
  } catch (error) {
    await db.destroy();
    await onFailure();
    throw error;
  }
}

/**
 * A connection that was lost may be all that is seen of a database that was put back to an older copy of itself while
 * this process went on: so before anything is asked of it again, a new life is marked (Note: Marks).
 */
function newLifeAfterLoss(pool: Pool): { ready: Ready; begin(): void } {
  let begun = false;
  let lost = false;
  let marking: Promise<void> | undefined;
  pool.on('connect', (client) =>
    client.on('error', () => {
      lost = true;
    }),
  );
  return {
    begin() {
      begun = true;
    },
    async ready(connection) {
      if (!begun || !(lost || marking)) return;
      marking ??= mark(connection).finally(() => {
        marking = undefined;
      });
      await marking;
    },
  };

  async function mark(connection: DatabaseConnection): Promise<void> {
    lost = false;
    try {
      await markLife(connection);
    } catch (error) {
      lost = true;
      throw error;
    }
  }
}
