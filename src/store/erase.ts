/**
 * Take deleted rows off the disk.
 *
 * Note: Deleted is not gone. Chromium keeps deleted rows in the files of its LevelDB until two things have happened: what
 * is in memory was written out (about 4 MiB later), and the files that hold them were merged, which it does for a
 * database that is deleted. So: write more than that into the same database, carry over what is to stay, delete it, and
 * make it anew.
 */

import { Dexie } from 'dexie';
import type { LocalDb } from './db.ts';

const KEPT = 'wapsi-kept';
/** In `meta`, written with the clearing: what was cleared is still on the disk. */
export const ERASE_DUE = 'eraseDue';
/** More than twice what LevelDB holds in memory. A larger value than 64 KiB would go to a file of its own. */
const FILL_BYTES = 10 * 1024 * 1024;
const PIECE_BYTES = 32 * 1024;
const PIECES_AT_ONCE = 32;

interface KeptRow {
  table: string;
  /** Of tables whose rows do not hold their key. */
  key?: string;
  row: unknown;
}

function openKept(): Dexie & { row: import('dexie').Table<KeptRow, number> } {
  const kept = new Dexie(KEPT, { chromeTransactionDurability: 'strict' });
  kept.version(1).stores({ row: '++' });
  return kept as ReturnType<typeof openKept>; // the one table that the line above names
}

/**
 * Make the database anew with what is in it, and nothing of what was. Killed in the middle, it is begun again or ended by
 * `finishErasing`.
 */
export async function rebuild(db: LocalDb): Promise<void> {
  await fill(db);
  const kept = openKept();
  // What was written while the rest was carried over is carried over too; from then on writes wait for the new database.
  for (let before = ''; before !== (await stateOf(db)); ) {
    before = await stateOf(db);
    const rows = await readAll(db);
    await kept.transaction('rw', kept.row, async () => {
      await kept.row.clear();
      await kept.row.bulkAdd(rows);
    });
  }
  db.close({ disableAutoOpen: false });
  await db.delete({ disableAutoOpen: false });
  kept.close();
  await finishErasing(db);
}

async function readAll(db: LocalDb): Promise<KeptRow[]> {
  const rows: KeptRow[] = [];
  for (const table of db.tables) {
    const inline = table.schema.primKey.keyPath;
    await table.each((row: unknown, { primaryKey }) => {
      if (table.name === 'meta' && primaryKey === ERASE_DUE) return;
      rows.push(inline ? { table: table.name, row } : { table: table.name, key: String(primaryKey), row });
    });
  }
  return rows;
}

/** Changes with every write of a user. */
const stateOf = (db: LocalDb): Promise<string> =>
  db.transaction('r', db.tables, async () => {
    const keys = await Promise.all(db.tables.map((table) => table.toCollection().primaryKeys()));
    return JSON.stringify([keys, (await db.draft.toArray()).map(({ updatedAt }) => updatedAt)]);
  });

/** End what a kill cut short: first bring back what was carried over, if anything was. */
export async function resumeErasing(db: LocalDb): Promise<void> {
  await finishErasing(db);
  if (await db.meta.get(ERASE_DUE)) void rebuild(db).catch((error: unknown) => console.warn('Not erased yet', error));
}

/** What a kill left carried over comes back. */
export async function finishErasing(db: LocalDb): Promise<void> {
  if (!(await Dexie.exists(KEPT))) return;
  const kept = openKept();
  const rows = await kept.row.toArray();
  await db.transaction('rw', db.tables, async () => {
    for (const { table, key, row } of rows) await db.table(table).put(row, key);
  });
  await kept.delete();
}

async function fill(db: LocalDb): Promise<void> {
  const names = (piece: number) => `fill-${piece}`;
  const pieces = Array.from({ length: FILL_BYTES / PIECE_BYTES }, (_, piece) => piece);
  try {
    for (let at = 0; at < pieces.length; at += PIECES_AT_ONCE) {
      const some = pieces.slice(at, at + PIECES_AT_ONCE);
      const noise = some.map(() => crypto.getRandomValues(new Uint8Array(PIECE_BYTES)));
      await db.meta.bulkPut(noise, some.map(names));
    }
  } finally {
    await db.meta.bulkDelete(pieces.map(names)); // also on a device that has no room for it
  }
}
