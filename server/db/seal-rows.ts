/** What a version without keys has stored is sealed beside all else, some rows at a time (Note: A key for each record). */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from './schema.ts';
import { scrubSoon } from './scrub.ts';
import { keyOf, sealValue } from './seal.ts';
import { isJson, placeOf, SEALED, type SealedColumn } from './sealed-columns.ts';
import { keyed, keysOf } from './sealing.ts';

/** Planned by the migration 023-sealed.ts where there are rows. */
export const SEAL_ROWS = 'seal-rows';
/** Few enough that the calls of others are served in between. */
const PAGE = 200;

const Payload = z.object({ table: z.optional(z.string()) });

/** Reasons in the log are not written again: it is only ever added to. */
const TABLES = Object.keys(SEALED).filter((table) => table !== 'audit');

/** The job {@link SEAL_ROWS}: a page, and the next job for what is left. A server that stops goes on from there. */
export const sealRows =
  (db: Db) =>
  async (payload: unknown): Promise<void> => {
    const { table = TABLES[0] } = Payload.parse(payload);
    const columns = table === undefined ? undefined : SEALED[table];
    if (table === undefined || !columns) return;
    // A page is short also where others have written some of its rows: a table is done once there is nothing to seal in it.
    const sealed = await sealPage(db, table, columns);
    const next = sealed > 0 ? table : TABLES[TABLES.indexOf(table) + 1];
    await db.transaction().execute(async (tx) => {
      if (next === undefined)
        await scrubSoon(tx); // what was there before is in the pages still
      else
        await sql`insert into job (kind, payload) values (${SEAL_ROWS}, ${JSON.stringify({ table: next })})`.execute(
          tx,
        );
    });
  };

type Columns = ReadonlyMap<string, SealedColumn>;
type Row = Record<string, unknown> & { row_place: string };

/** How many rows it has sealed. */
async function sealPage(db: Db, table: string, columns: Columns): Promise<number> {
  const names = [
    ...new Set([...columns.keys(), ...[...columns.values()].flatMap(({ by, also = [] }) => by.concat(also))]),
  ];
  const open = [...columns].map(([name, column]) => isOpen(name, column));
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select ctid::text as row_place, ${sql.join(names.map((name) => sql.id(name)))}, array[${sql.join(open)}] as open
      from ${sql.id(table)} where ${sql.join(open, sql` or `)} limit ${PAGE}
      for no key update`.execute(tx);
    let sealed = 0;
    for (const row of rows) if (await sealRow(tx, table, columns, row)) sealed++;
    return sealed;
  });
}

/** The row is held, so that it stays in its place: else what is written meanwhile would move it, and it would stay readable. */
async function sealRow(tx: Db, table: string, columns: Columns, row: Row): Promise<boolean> {
  const open = row.open as boolean[];
  const sets = [...columns].flatMap(([name, { by, also, reach, kind }], i) => {
    const id = by.map((column) => row[column]).find((value) => typeof value === 'string');
    if (!open[i] || typeof id !== 'string') return [];
    const place = placeOf(id, reach, also === undefined ? undefined : row[also]);
    const sealed = sealValue(row[name], place, kind, keyOf(place, keysOf(tx).take));
    const value =
      sealed instanceof Uint8Array ? sql`${sealed}` : ours(isJson(name) ? JSON.stringify(sealed) : String(sealed));
    return [sql`${sql.id(name)} = ${value}${isJson(name) ? sql`::jsonb` : sql``}`];
  });
  if (sets.length === 0) return false;
  await sql`update ${sql.id(table)} set ${sql.join(sets)} where ctid = ${row.row_place}::tid`.execute(tx);
  return true;
}

/** A text that begins with the sign and is not from outside. */
const ours = (sealed: string): RawBuilder<string> => keyed(() => sealed);

/** Whether what stands there is readable. */
function isOpen(name: string, { kind }: SealedColumn): RawBuilder<SqlBool> {
  const column = sql.id(name);
  if (kind === 'bytes')
    return sql<SqlBool>`coalesce(substring(${column} from 1 for 8) <> '\\x017365616c656401', false)`;
  if (isJson(name)) return sql<SqlBool>`coalesce(jsonb_typeof(${column}) = 'number', false)`;
  return sql<SqlBool>`coalesce(left(${column}, 1) <> chr(1) and ${column} <> '', false)`;
}
