/** Rows of a newer version than this code, as after a downgrade: they are read, never put back into an older shape. */

import { Dexie, type Table } from 'dexie';
import { atOnce } from './at-once.ts';

/** The shape that rows are written in by this code: Note: Record schema (db.ts). */
export const SCHEMA = 3;

/** Any row that names the shape it was written in. */
interface Row {
  schema?: number;
}

/** From a newer row our writes take nothing that they do not know: neither its fields nor the name of its shape. */
export function keepNewerRows(tables: readonly Table[], schema: number): void {
  for (const table of tables)
    table.hook('updating', (changes: object, _key: unknown, row: Row) => {
      if (!isNewer(row, schema)) return undefined;
      const taken = Object.entries(changes).filter(([, value]) => value === undefined);
      const kept = taken.map(([path]) => [path, Dexie.getByKeyPath(row, path)]);
      return { ...Object.fromEntries(kept), schema: row.schema };
    });
}

/** How many rows only a newer version of the app knows what to do with. */
export const countNewerRows = (db: Dexie & { shaped: readonly Table[] }, schema: number): Promise<number> =>
  atOnce(db, 'r', db.shaped, async (db) => {
    const counts = await Promise.all(
      db.tables.map((table) => table.filter((row: Row) => isNewer(row, schema)).count()),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  });

const isNewer = (row: Row, schema: number): boolean => (row.schema ?? 1) > schema;
