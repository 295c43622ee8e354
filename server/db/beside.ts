/**
 * What a process keeps beside an open database, for whoever has only a connection or a transaction of it: keys, which are in
 * no table. Whoever opens the database puts it there.
 */

import type { Db } from './schema.ts';

export interface Beside<T> {
  keep(db: Db, value: T): void;
  /** Of a database, or of any transaction in it. @throws when nothing was put there */
  of(db: Db): T;
  /** The same, where it is left open whether anything was put there. */
  find(db: Db): T | undefined;
}

export function beside<T>(what: string): Beside<T> {
  const values = new WeakMap<object, T>();
  // A transaction has an executor of its own, and the adapter of its database.
  const placeOf = (db: Db): object => db.getExecutor().adapter;
  const find = (db: Db): T | undefined => values.get(placeOf(db));
  return {
    find,
    keep: (db, value) => void values.set(placeOf(db), value),
    of(db) {
      const value = find(db);
      if (value === undefined) throw new Error(`this database was opened without its ${what}`);
      return value;
    },
  };
}
