/**
 * All rows of a database as lines of JSON, and back: the same from PGlite and from PostgreSQL, so that what was backed up
 * on a laptop can be restored into a state's server.
 */

import { sql } from 'kysely';
import * as z from 'zod/mini';
import { settleEpoch } from '../db/epoch.ts';
import { applyMissing, MIGRATIONS } from '../db/migrate.ts';
import type { Db } from '../db/schema.ts';

/** The first line. */
const Head = z.object({
  format: z.literal(1),
  /** What the database had been through. */
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.string()),
});
/** Ahead of the rows of a table. */
const Table = z.object({ table: z.string(), columns: z.array(z.string()) });
/** The last line: without it the rest is missing. */
const End = z.object({ rows: z.int() });

const PAGE = 500;

/** One moment of the database, whatever is written meanwhile; PGlite, which is one session, answers nobody else until it ends. */
export async function dumpRows(db: Db, write: (lines: string) => Promise<void>): Promise<number> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (tx) => {
    const applied = await tx.selectFrom('migration').select('name').orderBy('name').execute();
    const sequences = await sql<{ name: string; value: string }>`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = current_schema() and last_value is not null`.execute(tx);
    const head: z.infer<typeof Head> = {
      format: 1,
      migrations: applied.map(({ name }) => name),
      sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
    };
    await write(line(head));
    let count = 0;
    for (const { table, columns } of await tablesOf(tx)) {
      await write(line({ table, columns } satisfies z.infer<typeof Table>));
      await sql`declare rows no scroll cursor for select to_json(t)::text as row from ${sql.id(table)} t`.execute(tx);
      for (let more = true; more; ) {
        const { rows } = await sql<{ row: string }>`fetch ${sql.lit(PAGE)} from rows`.execute(tx);
        if (rows.length > 0) await write(rows.map(({ row }) => `${row}\n`).join(''));
        count += rows.length;
        more = rows.length === PAGE;
      }
      await sql`close rows`.execute(tx);
    }
    await write(line({ rows: count } satisfies z.infer<typeof End>));
    return count;
  });
}

/**
 * Put the rows into an empty database, all or nothing: the tables as they were then, the rows, and then what this program
 * has changed since. A new epoch begins: devices learn that what they hold of the server may be newer than it.
 */
export async function loadRows(db: Db, lines: AsyncIterable<string>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (await isTaken(tx)) throw new Error('The database is not empty; a backup is restored into an empty one only.');
    const source = lines[Symbol.asyncIterator]();
    const next = async (): Promise<string> => {
      const { value, done } = await source.next();
      if (done) throw new Error('The backup ends too early.');
      return value;
    };
    const { migrations, sequences } = Head.parse(JSON.parse(await next()));
    const unknown = migrations.find((name) => MIGRATIONS.every((migration) => migration.name !== name));
    if (unknown) throw new Error(`The backup was made by a newer version of this program (${unknown}).`);
    await applyMissing(
      tx,
      MIGRATIONS.filter(({ name }) => migrations.includes(name)),
    );
    const restoreReferences = await dropReferences(tx);
    let count = 0;
    let into: z.infer<typeof Table> | undefined;
    let page: string[] = [];
    const flush = async () => {
      if (into && page.length > 0) await insert(tx, into, page);
      count += page.length;
      page = [];
    };
    for (;;) {
      const text = await next();
      // Rows are objects of columns; none of our tables has a column called `table` or `rows`.
      const heads = /^\{"(table|rows)":/.exec(text);
      if (!heads) {
        page.push(text);
        if (page.length === PAGE) await flush();
        continue;
      }
      await flush();
      if (heads[1] === 'rows') {
        const { rows } = End.parse(JSON.parse(text));
        if (rows !== count) throw new Error(`The backup says ${rows} rows and holds ${count}.`);
        break;
      }
      into = Table.parse(JSON.parse(text));
      await sql`delete from ${sql.id(into.table)}`.execute(tx); // what the migrations themselves have put there
    }
    await restoreReferences();
    for (const [name, value] of Object.entries(sequences))
      await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(tx);
    await applyMissing(tx, MIGRATIONS);
    await tx.deleteFrom('meta').where('key', '=', 'home').execute();
    await settleEpoch(tx);
    return count;
  });
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function tablesOf(tx: Db): Promise<z.infer<typeof Table>[]> {
  const { rows } = await sql<z.infer<typeof Table>>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'migration'
    group by c.relname order by c.relname`.execute(tx);
  return rows;
}

async function isTaken(tx: Db): Promise<boolean> {
  return (await tablesOf(tx)).length > 0;
}

async function insert(tx: Db, { table, columns }: z.infer<typeof Table>, rows: string[]): Promise<void> {
  const names = sql.join(columns.map((name) => sql.id(name)));
  await sql`insert into ${sql.id(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.id(table)}, ${`[${rows.join(',')}]`}::json)`.execute(tx);
}

/** So that tables can be filled in any order; the result puts them back, and each is then checked for all rows. */
async function dropReferences(tx: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(tx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(tx);
  return async () => {
    for (const { table, name, definition } of rows)
      await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
  };
}
