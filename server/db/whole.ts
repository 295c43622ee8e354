/**
 * Looks at a start whether the files of the embedded database are whole. PostgreSQL itself passes some damage over: a log
 * that was cut is replayed as far as it goes, and a table that was cut is a shorter table.
 */

import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What is asked of PGlite here. */
interface Asked {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** The index of a key has one page before it has anything in it. */
const KEY_OF_NOTHING_BYTES = 8192;

/** Beside the cluster: the newest transaction that was stored, as it was told to whoever wrote it. */
const noteIn = (dir: string): string => join(dir, 'stored');

/** There is no room, or none for this user. */
const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'];

/** What can be done, for whoever reads the message of a start that failed. */
export const wayOut = (dir: string): string =>
  `Its files are damaged, or gone. Move ${dir} away and put your newest backup in its place: npm run restore -- FOLDER`;

/** Digits of the largest transaction that is read back; every note has this length. */
const NOTE_LENGTH = 18;

/** In one write over the note before: a kill at any time leaves one of the two, and no time without a note. */
function writeNote(dir: string, xid: string): void {
  const file = openSync(noteIn(dir), constants.O_WRONLY | constants.O_CREAT);
  try {
    writeSync(file, xid.padStart(NOTE_LENGTH), 0);
  } finally {
    closeSync(file);
  }
}

/** A power cut may take the newest notes, which then say less; so none of them waits for the disk. */
export async function noteStored(pg: Asked, dir: string): Promise<void> {
  const { rows } = await pg.query<{ xid: string; status: string }>(`
    select xid::text, pg_xact_status(xid) as status
    from (select ((pg_snapshot_xmax(pg_current_snapshot())::text)::bigint - 1)::text::xid8 as xid) newest`);
  if (rows[0]?.status !== 'committed') return;
  try {
    writeNote(dir, rows[0].xid);
  } catch (error) {
    // On a full disk what is here can still be read; the next note says what this one would have.
    if (!FULL.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** @throws Error that says what is damaged */
export async function checkWhole(pg: Asked, dir: string): Promise<void> {
  await checkStored(pg, dir);
  await checkTables(pg);
  const { rows } = await pg.query<{ data_checksums: string }>('show data_checksums');
  if (rows[0]?.data_checksums !== 'on')
    console.warn(
      `The database in ${dir} has no checksums: a byte that flips is not seen. A backup that is restored has them.`,
    );
}

/** What was told to be stored is stored. */
async function checkStored(pg: Asked, dir: string): Promise<void> {
  const xid = readNote(dir);
  if (xid === undefined) return;
  const { rows } = await pg.query<{ status: string | null }>(
    `select case when $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) then 'never'
       else pg_xact_status($1::xid8) end as status`,
    [xid],
  );
  const status = rows[0]?.status;
  // Of very old transactions nothing is known any more, and they are behind every newer one that is.
  if (status === 'committed' || status === null) return;
  throw new Error(
    `The newest of what was received is gone. To go on without it instead, delete ${noteIn(dir)}: phones send again what they hold.`,
  );
}

function readNote(dir: string): string | undefined {
  try {
    // Empty, or cut: a power cut took it.
    return /^ *(\d{1,18})$/.exec(readFileSync(noteIn(dir), 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Each table that has anything, or whose key says so, is read page by page and along its key: PostgreSQL checks the sum of
 * each page that it reads. In one statement: many small ones would double the time of a start.
 */
async function checkTables(pg: Asked): Promise<void> {
  const { rows: tables } = await pg.query<{ name: string; key: string | null }>(`
    select c.oid::regclass::text as name, (
      select string_agg(quote_ident(a.attname), ', ' order by k.nr)
      from unnest(i.indkey::int2[]) with ordinality k (attnum, nr)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as key
    from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary and c.relkind = 'r'
    where ((c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace) or c.relkind = 't')
      and (pg_relation_size(c.oid) > 0 or pg_relation_size(i.indexrelid) > ${KEY_OF_NOTHING_BYTES})`);
  if (tables.length === 0) return;
  const counts = tables.map(({ name, key }) => {
    const along = `select count(at) from (select ctid as at from ${name} order by ${key} offset 0) each`;
    return `select '${name}' as name, (select count(*) from ${name}) as all, ${key ? `(${along})` : 'null::bigint'} as along`;
  });
  await pg.query('select set_config(name, $1, false) from unnest(array[$2, $3]) name', [
    'off',
    'enable_sort',
    'enable_indexonlyscan',
  ]);
  const { rows } = await pg.query<{ name: string; all: number; along: number }>(
    `select * from (${counts.join(' union all ')}) counts where counts.all <> along`,
  );
  for (const { name, all, along } of rows)
    throw new Error(`The table ${name} has ${all} rows, and ${along} by its key.`);
  await pg.query('reset all');
}

/** Nothing was received yet. */
export const forgetNote = (dir: string): void => rmSync(noteIn(dir), { force: true });
