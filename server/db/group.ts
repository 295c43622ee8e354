/**
 * Note: Group commit. Many writes wait for the disk once: they run one after the other in one transaction, and what each
 * of them believes to be its own transaction is a savepoint there, undone by itself when it fails. The code of a write
 * knows nothing of it; the driver finds the group in the asynchronous context of the call. Where a write ends and the
 * next begins is sent along with the next statement, in one message.
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
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { away } from './away.ts';
import type { Db } from './schema.ts';

interface Group {
  connection: Promise<GroupConnection> | undefined;
  users: number;
  /** What is told to others once the writes are stored. */
  after: (() => void)[];
}

const groups = new AsyncLocalStorage<Group>();

/** Run writes one after the other and wait for the disk once; if the end of it fails, none of them was done. */
export async function inOneCommit<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const group: Group = { connection: undefined, users: 0, after: [] };
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

/** What is done with a connection before it is given out. */
export type Ready = (connection: DatabaseConnection) => Promise<void>;

export interface Hooks {
  ready: Ready;
  /** Until what lies outside of the database, and what is written rests on, is on the disk (keys.ts). */
  stored(): Promise<void>;
}

/** PostgreSQL, with transactions that join the group they are begun in. */
export class GroupedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #hooks: Hooks;

  constructor(config: PostgresDialectConfig, hooks: Hooks) {
    super(config);
    this.#config = config;
    this.#hooks = hooks;
  }

  override createDriver(): Driver {
    return new GroupedDriver(this.#config, this.#hooks);
  }
}

type PooledConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/** The one connection of a group. */
class GroupConnection implements DatabaseConnection {
  readonly pooled: PooledConnection;
  /** Transactions that are open inside of one another; the first is the real one. */
  #depth = 0;
  /** Commands that go out before the next statement. They fail only where the transaction is lost, and then it fails too. */
  readonly #owed: string[] = [];

  constructor(pooled: PooledConnection) {
    this.pooled = pooled;
  }

  /** Begin a write inside of another; false when there is none yet. */
  begin(): boolean {
    if (this.#depth++ === 0) return false;
    this.#owed.push(`savepoint write_${this.#depth - 1}`);
    return true;
  }

  /** End the innermost write; false when that is the real transaction. */
  end(how: 'keep' | 'undo'): boolean {
    if (this.#depth === 1) {
      // What is owed goes with all the rest; one of it that fails must not stand before the end of the transaction.
      if (how === 'undo') this.#owed.length = 0;
      return false;
    }
    this.#depth--;
    if (how === 'undo') this.#owed.push(`rollback to savepoint write_${this.#depth}`);
    this.#owed.push(`release savepoint write_${this.#depth}`);
    return true;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#settle();
    return this.pooled.executeQuery(query);
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    await this.#settle();
    yield* this.pooled.streamQuery<R>(query, chunkSize);
  }

  async #settle(): Promise<void> {
    const commands = this.#owed.splice(0).join('; ');
    if (commands) await this.pooled.executeQuery(CompiledQuery.raw(commands));
  }
}

class GroupedDriver extends PostgresDriver {
  readonly #hooks: Hooks;

  constructor(config: PostgresDialectConfig, hooks: Hooks) {
    super(config);
    this.#hooks = hooks;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const group = running();
    if (!group) return this.#acquire();
    group.users++;
    group.connection ??= this.#acquire().then((pooled) => new GroupConnection(pooled));
    return group.connection;
  }

  /** @throws AppError unavailable when there is none to be had */
  async #acquire(): Promise<PooledConnection> {
    const connection = await super.acquireConnection().catch((error: unknown) => {
      throw away(error);
    });
    const pooled = connection as PooledConnection; // as the driver itself makes them
    try {
      await this.#hooks.ready(pooled);
      await this.#hooks.stored(); // a write without a transaction of its own
      return pooled;
    } catch (error) {
      await super.releaseConnection(pooled);
      throw error;
    }
  }

  override async releaseConnection(connection: PooledConnection | GroupConnection): Promise<void> {
    if (!(connection instanceof GroupConnection)) return super.releaseConnection(connection);
    const group = groups.getStore();
    if (!group || --group.users === 0) await super.releaseConnection(connection.pooled);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (!grouped(connection)?.begin()) await super.beginTransaction(connection, settings);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (grouped(connection)?.end('keep')) return;
    await this.#hooks.stored();
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!grouped(connection)?.end('undo')) await super.rollbackTransaction(connection);
  }
}

const grouped = (connection: DatabaseConnection): GroupConnection | undefined =>
  connection instanceof GroupConnection ? connection : undefined;
