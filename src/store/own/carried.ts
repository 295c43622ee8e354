/**
 * Sealed writes lie beside every database of this device: nobody here can read them, and whoever is next to send sends them.
 * So no database that is made anew, shut or deleted takes them along.
 */

import { Dexie, type EntityTable } from 'dexie';
import { sealedNames } from '../../platform/seal.ts';
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

/**
 * These are given up by their author: what was sealed of them when a vault was shut, which is in the vault too, is not
 * sent either. To be called before they go from there, so that a kill leaves what can be given up again.
 */
export async function dropSealed(db: CarriedDb, ops: readonly { entityId: string; opId: string }[]): Promise<void> {
  const names = await Promise.all(ops.map(({ entityId, opId }) => sealedNames(entityId, opId)));
  await db.envelope
    .where('op')
    .anyOf(names.map(({ op }) => op))
    .delete();
}
