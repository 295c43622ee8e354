/**
 * Take deleted rows off the disk.
 *
 * Note: Deleted is not gone. Chromium keeps deleted rows in the files of its LevelDB until two things have happened: what
 * is in memory was written out (about 4 MiB later), and the files that hold them were merged, which it does for a
 * database that is deleted. So: write more than that into the same database, carry over what is to stay, delete it, and
 * make it anew. The merging itself comes a moment after the browser says that the database is deleted; one that is closed
 * in that moment ends it at its next start.
 */

import { Dexie, type DexieOptions, type Table, type Transaction } from 'dexie';
import { atOnce } from './at-once.ts';
import { inOneTable, isFormerTable } from './own/former.ts';

const KEPT = 'wapsi-kept';
/** Two windows that carry the same rows over would take them from each other, or wait for each other for ever. */
const LOCK = 'wapsi-erase';
const PARTING = 'wapsi-parting';
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

/** What this needs to know of the database; its tables it asks for by their names. */
export interface Renewable extends Dexie {
  /** How many transactions that may write this page has begun on it. */
  readonly writesBegun: number;
  /** Where it lies, and what is carried over beside it. */
  readonly where: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>;
}

type Place = Renewable['where'];

/**
 * Looked up in the list of databases. Dexie's own way to ask, opening it, deletes what it finds missing, a moment later:
 * and with it all that another window has begun to carry over in that moment. A browser without such a list is taken to
 * have it: an empty one is brought back like any other.
 */
async function hasKept({ indexedDB }: Place): Promise<boolean> {
  const { databases } = indexedDB as Partial<IDBFactory>; // whose type is Dexie's own, and has only what it calls itself
  if (!databases) return true;
  return (await databases.call(indexedDB)).some(({ name }) => name === KEPT);
}

function openKept(where: Place): Dexie & { row: Table<KeptRow, number> } {
  const kept = new Dexie(KEPT, { ...where, chromeTransactionDurability: 'strict' });
  kept.version(1).stores({ row: '++' });
  return kept as ReturnType<typeof openKept>; // the one table that the line above names
}

/**
 * Make the database anew with what is in it, and nothing of what was. Killed in the middle, it is begun again or ended by
 * `finishErasing`. What is written meanwhile is not lost: what this page began before the old database was given up is
 * carried over, what begins after that waits for the new one.
 */
export const rebuild = (db: Renewable): Promise<void> => alone(() => rebuildAlone(db));

/** One window at a time. Where a browser has no such locks, two windows must not leave in the same second. */
const alone = <T>(work: () => Promise<T>, lock = LOCK): Promise<T> =>
  typeof navigator === 'undefined' || !navigator.locks ? work() : navigator.locks.request(lock, work);

async function rebuildAlone(db: Renewable): Promise<void> {
  await fill(db);
  let deleted: PromiseLike<void> | undefined;
  await carryOver(db, () => {
    deleted = db.delete({ disableAutoOpen: false });
  });
  await deleted;
  await db.open();
  await bringBackKept(db);
}

/**
 * Copy everything out of the database until nothing was written meanwhile, and `end` what this window does with it: nothing
 * is awaited between the last look and that.
 */
async function carryOver(db: Renewable, end: () => void): Promise<void> {
  const kept = openKept(db.where);
  let writes: number;
  let state: string;
  do {
    writes = db.writesBegun;
    state = await stateOf(db);
    const rows = await readAll(db);
    await atOnce(kept, 'rw', [kept.row], async (kept) => {
      await kept.row.clear();
      await kept.row.bulkAdd(rows);
    });
  } while (state !== (await stateOf(db)) || writes !== db.writesBegun);
  kept.close();
  end();
}

/**
 * Another window wants to delete the database, which cannot go before this window has closed it. What this one has written
 * since the other looked for the last time is carried over first.
 */
export async function letGo(db: Renewable): Promise<void> {
  const close = () => db.close({ disableAutoOpen: false });
  try {
    // One window at a time, for the last of them has seen the writes of all. Without a copy nothing is to come back.
    if (await hasKept(db.where)) return await alone(() => carryOver(db, close), PARTING);
  } catch (error) {
    console.warn('Not carried over', error);
  }
  close();
}

/**
 * What was carried over comes back in the very step that makes the database, for whichever window makes it: none finds it
 * empty, and nothing written into it takes a place in the queue before what waited longer.
 */
export async function bringBackInto(made: Transaction): Promise<void> {
  try {
    const rows = await Dexie.waitFor(keptRows((made.db as Renewable).where)); // nobody else asks for it
    for (const name of new Set(rows.map(({ table }) => table)))
      await bringBackRows(
        made.table(name),
        rows.filter(({ table }) => table === name),
      );
  } catch (error) {
    console.warn('Not brought back', error);
    made.abort(); // rather no database than a part of it: opening it fails with that
  }
}

/**
 * The same while a database is being made: Firefox gives the list of all only when none is, so who waited for it here would
 * wait for ever. It is opened instead, and given up where that would make it; nothing is deleted.
 */
async function hasKeptNow(where: Place): Promise<boolean> {
  const { indexedDB } = where;
  if (!indexedDB || !('databases' in indexedDB)) return hasKept(where);
  const opening = indexedDB.open(KEPT);
  return new Promise((resolve, reject) => {
    let isNew = false;
    opening.onupgradeneeded = () => {
      isNew = true;
      opening.transaction?.abort();
    };
    opening.onsuccess = () => {
      opening.result.close();
      resolve(true);
    };
    opening.onerror = () => (isNew ? resolve(false) : reject(opening.error));
  });
}

async function keptRows(where: Place): Promise<KeptRow[]> {
  if (!(await hasKeptNow(where))) return [];
  const kept = openKept(where);
  try {
    return await inShape(await kept.row.toArray());
  } finally {
    kept.close();
  }
}

/** A former version may have been killed while it carried over. */
async function inShape(rows: readonly KeptRow[]): Promise<KeptRow[]> {
  if (!rows.some(({ table }) => isFormerTable(table))) return [...rows];
  const made = await inOneTable((name) => rows.filter(({ table }) => table === name).map(({ row }) => row));
  return [
    ...rows.filter(({ table }) => !isFormerTable(table)),
    ...made.map((row): KeptRow => ({ table: 'made', row })),
  ];
}

async function readAll(db: Renewable): Promise<KeptRow[]> {
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
const stateOf = (db: Renewable): Promise<string> =>
  atOnce(db, 'r', db.tables, async (db) => {
    const keys = await Promise.all(db.tables.map((table) => table.toCollection().primaryKeys()));
    const drafts = await db.table<{ updatedAt: number }>('draft').toArray();
    const made = await db.table<{ steps: unknown }>('made').toArray();
    return JSON.stringify([keys, drafts.map(({ updatedAt }) => updatedAt), made.map(({ steps }) => steps)]);
  });

/** End what a kill cut short: first bring back what was carried over, if anything was. */
export async function resumeErasing(db: Renewable): Promise<void> {
  await finishErasing(db);
  const rest = async (): Promise<void> => {
    if (await db.table('meta').get(ERASE_DUE)) await rebuildAlone(db); // unless another window has done it meanwhile
  };
  void alone(rest).catch((error: unknown) => console.warn('Not erased yet', error));
}

/** What a kill left carried over is there again; what has been there already, of another window perhaps, stays as it is. */
export async function finishErasing(db: Renewable): Promise<void> {
  if (await hasKept(db.where)) await alone(() => bringBackKept(db));
}

async function bringBackKept(db: Renewable): Promise<void> {
  if (!(await hasKept(db.where))) return;
  const rows = await keptRows(db.where);
  await atOnce(db, 'rw', db.tables, async (db) => {
    for (const table of db.tables) {
      const its = rows.filter((one) => one.table === table.name);
      await bringBackRows(table, its);
    }
  });
  await openKept(db.where).delete();
}

async function bringBackRows(table: Table, kept: readonly KeptRow[]): Promise<void> {
  const path = table.schema.primKey.keyPath as string | null; // none of ours is compound
  const keys = kept.map(({ key, row }) => key ?? Dexie.getByKeyPath(row as object, path ?? ''));
  const here = await table.bulkGet(keys);
  for (const [i, { row, key }] of kept.entries()) if (here[i] === undefined) await table.add(row, key);
}

async function fill(db: Renewable): Promise<void> {
  const names = (piece: number) => `fill-${piece}`;
  const pieces = Array.from({ length: FILL_BYTES / PIECE_BYTES }, (_, piece) => piece);
  try {
    for (let at = 0; at < pieces.length; at += PIECES_AT_ONCE) {
      const some = pieces.slice(at, at + PIECES_AT_ONCE);
      const noise = some.map(() => crypto.getRandomValues(new Uint8Array(PIECE_BYTES)));
      await db.table('meta').bulkPut(noise, some.map(names));
    }
  } finally {
    await db.table('meta').bulkDelete(pieces.map(names)); // also on a device that has no room for it
  }
}
