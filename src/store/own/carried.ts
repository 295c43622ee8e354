/**
 * Sealed writes lie beside every database of this device: nobody here can read them, and whoever is next to send sends them.
 * So no database that is made anew, shut or deleted takes them along.
 */

import { Dexie, type EntityTable } from 'dexie';
import { blobsAsBytes } from '../blobs.ts';
import type { Renewable } from '../erase.ts';
import type { KeptEnvelope } from '../rows.ts';

const CARRIED = 'wapsi-carried';

export class CarriedDb extends Dexie {
  declare readonly envelope: EntityTable<KeptEnvelope, 'id'>;
  /** Not to be called: `atOnce` begins every transaction. */
  declare readonly transaction: never;

  constructor(where: Renewable['where'] = {}) {
    super(CARRIED, { chromeTransactionDurability: 'strict', cache: 'disabled', ...where });
    // Shared devices of before version 8 have one with tables for all else, which were empty.
    this.version(8).stores({ envelope: 'id, op, createdAt' });
    const { indexedDB, IDBKeyRange } = { ...Dexie.dependencies, ...where };
    this.use(blobsAsBytes(['envelope'], { indexedDB, IDBKeyRange }));
  }
}

const opened = new WeakMap<object, CarriedDb>();

/** The one in the same place, for all databases of this page. */
export function carriedIn(where: Renewable['where'] = {}): CarriedDb {
  const place = where.indexedDB ?? globalThis.indexedDB;
  const db = opened.get(place) ?? new CarriedDb(where);
  opened.set(place, db);
  return db;
}
