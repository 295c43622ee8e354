/** Several reads and writes as one: all of it or nothing, and nobody else's between them. */

import { Dexie, type Table } from 'dexie';

/** Databases as the work of one transaction sees them. */
const inside = new WeakSet<Dexie>();

/**
 * Do `work` in one transaction on `tables`. It reaches them through the database that it is given, and waits for nothing
 * else; that takes the name of the outer one, so that none of its calls can go past the transaction. Work that is begun
 * with such a database belongs to the transaction it is of.
 *
 * Note: Bound tables. Dexie finds the transaction that a call belongs to in a zone, which it brings through each `await` by
 * counting microtasks. Where much begins in one tick, as when all have waited for the database to open, it loses count:
 * measured in Chromium with 2 of 140 sign-outs, where what came after the first `await` went into transactions of its own.
 * So each table is bound to the transaction, and the work runs in no zone at all: a call past it fails at once and always,
 * not on a bad day.
 * @throws what `work` throws, or the database's own words; nothing of it is written then
 */
export async function atOnce<Db extends Dexie, T>(
  db: Db,
  mode: 'r' | 'rw',
  tables: readonly Table[],
  work: (db: Db) => PromiseLike<T>,
): Promise<T> {
  if (inside.has(db)) return work(db);
  return db.transaction(mode, tables, (transaction) => {
    const bound: Db = Object.create(db, {
      ...Object.fromEntries(db.tables.map(({ name }) => [name, { get: () => transaction.table(name) }])),
      table: { value: (name: string) => transaction.table(name) },
      tables: { get: () => tables.map(({ name }) => transaction.table(name)) },
    });
    inside.add(bound);
    return Dexie.ignoreTransaction(() => work(bound));
  });
}
