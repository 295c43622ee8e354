/**
 * Note: Group commit. Many writes wait for the disk once: they run one after the other in one transaction, and what each
 * of them believes to be its own transaction is a savepoint there, undone by itself when it fails. The code of a write
 * knows nothing of it; the driver finds the group in the asynchronous context of the call.
 *
 * Inside a group every read and write uses the group's one connection. A write that waits for something which another
 * request fetches with a connection of its own must not run in one: the embedded database has no second connection.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type { Db } from './schema.ts';

interface Group {
  connection: Promise<DatabaseConnection> | undefined;
  users: number;
  /** Transactions that are open inside of one another; the first is the real one. */
  depth: number;
  /** What is told to others once the writes are stored. */
  after: (() => void)[];
}

const groups = new AsyncLocalStorage<Group>();

/** Run writes one after the other and wait for the disk once; if the end of it fails, none of them was done. */
export async function inOneCommit<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const group: Group = { connection: undefined, users: 0, depth: 0, after: [] };
  const done = await groups.run(group, () => db.transaction().execute(work));
  for (const tell of group.after) tell();
  return done;
}

/** Do it when the write that is under way is stored: at once, or when its group is. */
export function onceStored(tell: () => void): void {
  const group = running();
  if (group) group.after.push(tell);
  else tell();
}

const running = (): Group | undefined => {
  const group = groups.getStore();
  return group && (group.users > 0 || group.connection === undefined) ? group : undefined;
};

/** PostgreSQL, with transactions that join the group they are begun in. */
export class GroupedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new GroupedDriver(this.#config);
  }
}

class GroupedDriver extends PostgresDriver {
  override acquireConnection(): Promise<DatabaseConnection> {
    const group = running();
    if (!group) return super.acquireConnection();
    group.users++;
    group.connection ??= super.acquireConnection();
    return group.connection;
  }

  override async releaseConnection(connection: Parameters<PostgresDriver['releaseConnection']>[0]): Promise<void> {
    const group = await groupOf(connection);
    if (!group || --group.users === 0) await super.releaseConnection(connection);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const group = await groupOf(connection);
    if (group && group.depth > 0) await run(connection, `savepoint write_${group.depth}`);
    else await super.beginTransaction(connection, settings);
    if (group) group.depth++;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const group = await groupOf(connection);
    if (group && group.depth > 1) await run(connection, `release savepoint ${nameOf(group)}`);
    else await super.commitTransaction(connection);
    if (group) group.depth--;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const group = await groupOf(connection);
    if (group && group.depth > 1) {
      await run(connection, `rollback to savepoint ${nameOf(group)}`);
      await run(connection, `release savepoint ${nameOf(group)}`);
    } else await super.rollbackTransaction(connection);
    if (group) group.depth--;
  }
}

async function groupOf(connection: DatabaseConnection): Promise<Group | undefined> {
  const group = running();
  return group && (await group.connection) === connection ? group : undefined;
}

/** Of the innermost transaction that is open. */
const nameOf = ({ depth }: Group): string => `write_${depth - 1}`;
const run = (connection: DatabaseConnection, command: string) => connection.executeQuery(CompiledQuery.raw(command));
