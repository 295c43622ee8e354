/**
 * The vaults of this device: for each a name to be found by, the boxes that its key lies in, and a database of its own.
 * Nothing here is secret: a box is worth nothing without the passphrase or the device that closed it.
 */

import { Dexie, type EntityTable } from 'dexie';
import { isNoRoom } from '../platform/no-room.ts';
import { OUTPOST_DB } from '../platform/outpost.ts';
import { withRoom } from '../platform/room.ts';
import { connect, type Remote } from '../platform/rpc.ts';
import { startWorker } from '../platform/scripts.ts';
import { LocalDb } from '../store/db.ts';
import type { Box, RowKeeper, VaultKeeper } from './protocol.ts';
import { sealing } from './sealed-core.ts';
import workerUrl from './worker.ts?worker&url';

export interface Vault {
  id: string;
  /** A first name or a rank, for the screen that everybody sees. */
  name: string;
  box: Box;
  /** Another box, for the secret that this device gives its owner (WebAuthn's PRF). */
  device?: { credentialId: Uint8Array; salt: Uint8Array; box: Box };
  /** Wrong passphrases in a row. */
  wrong: number;
  /** Wall-clock milliseconds; not before. */
  waitUntil: number;
  createdAt: number;
}

class Registry extends Dexie {
  declare readonly vault: EntityTable<Vault, 'id'>;
  constructor() {
    super(OUTPOST_DB, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ vault: 'id' });
    this.on('versionchange', () => this.close());
  }
}

let registry: Registry | undefined;
const rows = () => {
  registry ??= new Registry();
  return registry.vault;
};

export const listVaults = async (): Promise<Vault[]> =>
  (await rows().toArray()).sort((a, b) => a.createdAt - b.createdAt);
export async function findVault(id: string): Promise<Vault | undefined> {
  const vault = await rows().get(id);
  return vault && { ...vault, ...inMemory.get(id) };
}
export const keepVault = (vault: Vault): Promise<string> => rows().put(vault);

export const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
export const MAX_WAIT_MS = 3_600_000;

/** How long this vault takes no passphrase; a clock that was set cannot make it longer than the longest wait. */
export const waitOf = ({ waitUntil }: Vault, now: number): number =>
  Math.min(MAX_WAIT_MS, Math.max(0, waitUntil - now));

type Tries = Pick<Vault, 'wrong' | 'waitUntil'>;
/** Those that found no room on the disk: they count as long as this page lives. */
const inMemory = new Map<string, Tries>();

function afterTry(before: Tries, wasRight: boolean, now: number): Tries {
  const wrong = wasRight ? 0 : before.wrong + 1;
  const over = wrong - FREE_TRIES;
  const waitUntil = over < 0 ? 0 : now + Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(over, 20));
  return { wrong, waitUntil };
}

/**
 * A wrong passphrase is on disk before it is answered, so that closing the page does not take it back. A device without
 * any room must still open for its owner: there it counts in this page alone.
 */
export async function countTry(id: string, wasRight: boolean, now: number): Promise<Vault | undefined> {
  const known = inMemory.get(id);
  const count = (vault: Vault) => void Object.assign(vault, afterTry({ ...vault, ...known }, wasRight, now));
  try {
    await withRoom(() => rows().where('id').equals(id).modify(count));
    inMemory.delete(id);
  } catch (error) {
    const vault = await findVault(id);
    if (!vault || !isNoRoom(error)) throw error;
    inMemory.set(id, afterTry(vault, wasRight, now));
  }
  return findVault(id);
}

const nameOf = (id: string): string => `wapsi-vault-${id}`;

/** The database of a vault; its keys are in the keeper, which must have been opened with its box. */
export async function openVaultDb(id: string, keeper: RowKeeper): Promise<LocalDb> {
  const db = new LocalDb(nameOf(id));
  db.use(sealing(keeper));
  await db.open();
  return db;
}

/** First the box: what is left of the rows after a kill opens for nobody. */
export async function eraseVault(id: string): Promise<void> {
  await rows().delete(id);
  await Dexie.delete(nameOf(id));
}

/** The list itself goes: the device is nobody's but its owner's again. */
export async function forgetVaults(): Promise<void> {
  registry?.close();
  registry = undefined;
  await Dexie.delete(OUTPOST_DB);
  await eraseRemains([]);
}

/** Rows of vaults whose erasing was cut short. */
export async function eraseRemains(vaults: readonly Vault[]): Promise<void> {
  const known = new Set(vaults.map(({ id }) => nameOf(id)));
  const all = await Dexie.getDatabaseNames();
  for (const name of all) if (name.startsWith(nameOf('')) && !known.has(name)) await Dexie.delete(name);
}

export const startKeeper = (): Remote<VaultKeeper> => connect<VaultKeeper>(startWorker(workerUrl, 'vault'));
