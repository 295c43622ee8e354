/**
 * What this device owns, in IndexedDB: what was made on it and its photos, drafts, and the records it pulled.
 *
 * Writes that a user was told about use strict durability: the browser has flushed them to disk before we say "saved".
 *
 * Note: Record schema. After an update the code of a tab that is still open may write rows of its own, older shape into
 * the newer database. So each row names the shape it was written in; one without a name is of the first. What was added
 * since is optional, so an older row is read as it is; what was made in a newer shape than this code knows is left for the newer
 * app to send, and no write of ours takes from a newer row what it does not know (newer-rows.ts).
 */

import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie';
import { blobsAsBytes } from './blobs.ts';
import { bringBackInto, letGo, type Renewable } from './erase.ts';
import { keepNewerRows, SCHEMA } from './newer-rows.ts';
import { type CarriedDb, carriedIn } from './own/carried.ts';
import { bringTogether } from './own/former.ts';
import type {
  AreaPhoto,
  Author,
  Draft,
  KeptArea,
  KeptEnvelope,
  KeptMap,
  Made,
  PulledRecord,
  StoredFile,
} from './rows.ts';

/** Of whoever uses a device that is theirs. Vaults, and what is carried beside them, have names of their own. */
export const MAIN = 'wapsi';
export class LocalDb extends Dexie implements Renewable {
  declare readonly made: EntityTable<Made, 'opId'>;
  declare readonly file: EntityTable<StoredFile, 'sha256'>;
  declare readonly draft: EntityTable<Draft, 'id'>;
  declare readonly record: EntityTable<PulledRecord, 'id'>;
  declare readonly thumb: EntityTable<StoredFile, 'sha256'>;
  /** Of versions before 8; it is emptied into `carried`. */
  declare readonly envelope: EntityTable<KeptEnvelope, 'id'>;
  declare readonly map: EntityTable<KeptMap, 'id'>;
  declare readonly area: EntityTable<KeptArea, 'id'>;
  declare readonly areaPhoto: EntityTable<AreaPhoto, 'sha256'>;
  declare readonly meta: Table<unknown, string>;

  /** Not to be called: `atOnce` begins every transaction. */
  declare readonly transaction: never;

  /** Who is signed in on this device now; whose name stands on what is written from now on. */
  signedIn: () => Author | undefined = () => undefined;

  /** The sealed writes of this device, beside its databases. */
  get carried(): CarriedDb {
    return carriedIn(this.where);
  }

  /** The tables whose rows name their shape. */
  get shaped(): readonly Table[] {
    return [this.made, this.draft];
  }

  /** How many transactions that may write this page has begun on it. */
  writesBegun = 0;

  readonly where: Renewable['where'];

  /** Another window has taken the database over: nothing of this page reaches it any more. */
  isReplaced = false;
  onReplaced: () => void = () => undefined;

  constructor(name = MAIN, options: DexieOptions = {}) {
    // Dexie's cache would show rows before they are on the disk, and in a vault keep them beyond the lock.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options });
    this.version(1).stores({
      outbox: '++seq, &opId, entityId',
      report: 'id, createdAt',
      file: 'sha256',
      scan: 'opId, createdAt',
      draft: 'id, updatedAt',
      record: 'id, createdAt',
      thumb: 'sha256, createdAt',
      meta: '',
    });
    this.version(2).stores({ write: 'opId, entityId, endpoint, createdAt' });
    this.version(5).stores({ envelope: 'id, op, createdAt' });
    this.version(7).stores({ map: 'id', area: 'id', areaPhoto: 'sha256, *areas' });
    this.version(8)
      .stores({ made: 'opId, entityId, endpoint, waits', outbox: null, report: null, scan: null, write: null })
      .upgrade(bringTogether);
    const isMain = name === MAIN;
    const { indexedDB, IDBKeyRange } = { ...Dexie.dependencies, ...options };
    this.where = { indexedDB, IDBKeyRange };
    // Another window brought a newer version: let it upgrade, and say so; what this page writes now fails. A database that
    // was deleted is made anew at once (erase.ts), and opens again with the next call.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) {
        this.close({ disableAutoOpen: true });
        this.isReplaced = true;
        this.onReplaced();
      } else if (this.isOpen() && isMain) void letGo(this);
      else this.close({ disableAutoOpen: false });
      return false; // Dexie's own answer is to close it at once
    });
    this.use(blobsAsBytes(['made', 'file', 'thumb', 'areaPhoto'], this.where));
    if (isMain) this.on('populate', bringBackInto);
    keepNewerRows(this.shaped, SCHEMA);
    this.use({
      stack: 'dbcore',
      name: 'count-writes',
      create: (core) => ({
        ...core,
        transaction: (stores, mode, options) => {
          if (mode === 'readwrite') this.writesBegun++;
          return core.transaction(stores, mode, options);
        },
      }),
    });
  }
}
