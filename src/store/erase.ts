/**
 * Take deleted rows off the disk.
 *
 * Note: Deleted is not gone. Chromium keeps deleted rows in the files of its LevelDB until two things have happened: what
 * is in memory was written out (about 4 MiB later), and the files that hold them were merged, which it does for a
 * database that is deleted. So: write more than that into the same database, carry over what is to stay, delete it, and
 * make it anew.
 */

import { Dexie, type Table } from 'dexie';
import type { LocalDb, Op } from './db.ts';

const KEPT = 'wapsi-kept';
/** Two windows that carry the same rows over would take them from each other, or wait for each other for ever. */
const LOCK = 'wapsi-erase';
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

function openKept(): Dexie & { row: Table<KeptRow, number> } {
  const kept = new Dexie(KEPT, { chromeTransactionDurability: 'strict' });
  kept.version(1).stores({ row: '++' });
  return kept as ReturnType<typeof openKept>; // the one table that the line above names
}

/**
 * Make the database anew with what is in it, and nothing of what was. Killed in the middle, it is begun again or ended by
 * `finishErasing`. What is written meanwhile is not lost: what this page began before the old database was given up is
 * carried over, what begins after that waits for the new one.
 */
export const rebuild = (db: LocalDb): Promise<void> => alone(() => rebuildAlone(db));

/** One window at a time. Where a browser has no such locks, two windows must not leave in the same second. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator === 'undefined' || !navigator.locks ? work() : navigator.locks.request(LOCK, work);

async function rebuildAlone(db: LocalDb): Promise<void> {
  await fill(db);
  const kept = openKept();
  let writes: number;
  let state: string;
  do {
    writes = db.writesBegun;
    state = await stateOf(db);
    const rows = await readAll(db);
    await kept.transaction('rw', kept.row, async () => {
      await kept.row.clear();
      await kept.row.bulkAdd(rows);
    });
  } while (state !== (await stateOf(db)) || writes !== db.writesBegun); // and nothing is awaited from here to the deletion
  kept.close();
  let isNew = false;
  const deleted = db.delete({ disableAutoOpen: false }).then(() => {
    isNew = true;
  });
  // Dexie lets nobody else read or write before this has ended: an empty queue would be filled with numbers that are taken.
  const bringBack = (opened: Dexie) => (isNew ? bringBackKept(opened as LocalDb) : undefined);
  db.on('ready', bringBack, true);
  try {
    await deleted;
    await db.open();
  } finally {
    db.on.ready.unsubscribe(bringBack);
  }
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
  const rest = async (): Promise<void> => {
    if (await db.meta.get(ERASE_DUE)) await rebuildAlone(db); // unless another window has done it meanwhile
  };
  void alone(rest).catch((error: unknown) => console.warn('Not erased yet', error));
}

/** What a kill left carried over comes back; what is there already, of another window perhaps, stays as it is. */
export async function finishErasing(db: LocalDb): Promise<void> {
  if (await Dexie.exists(KEPT)) await alone(() => bringBackKept(db));
}

async function bringBackKept(db: LocalDb): Promise<void> {
  if (!(await Dexie.exists(KEPT))) return;
  const kept = openKept();
  const rows = await kept.row.toArray();
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) {
      const its = rows.filter((one) => one.table === table.name);
      const ops = table.name === db.outbox.name ? its.map(({ row }) => row as Op) : undefined;
      if (ops) await bringBackOps(db, ops);
      else await bringBackRows(table, its);
    }
  });
  await kept.delete();
}

async function bringBackRows(table: Table, kept: readonly KeptRow[]): Promise<void> {
  const path = table.schema.primKey.keyPath as string | null; // none of ours is compound
  const keys = kept.map(({ key, row }) => key ?? Dexie.getByKeyPath(row as object, path ?? ''));
  const here = await table.bulkGet(keys);
  for (const [i, { row, key }] of kept.entries()) if (here[i] === undefined) await table.add(row, key);
}

/** With the places they had in the queue, unless another op has taken one of them: then behind it, in their order. */
async function bringBackOps(db: LocalDb, kept: readonly Op[]): Promise<void> {
  const names = new Set((await db.outbox.toArray()).map(({ opId }) => opId));
  const missing = kept.filter(({ opId }) => !names.has(opId));
  const taken = (await db.outbox.bulkGet(missing.map(({ seq }) => seq))).some((op) => op !== undefined);
  await db.outbox.bulkAdd(taken ? missing.map(({ seq: _, ...op }) => op as Op) : missing);
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
