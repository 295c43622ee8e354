/** A vault of its own in memory: keys that cost little to make, because nothing of them is kept. */

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { LocalDb } from '../../src/store/db.ts';
import { createKeeper } from '../../src/vault/keeper.ts';
import type { RowKeeper, VaultKeeper } from '../../src/vault/protocol.ts';
import { sealing } from '../../src/vault/sealed-core.ts';

export async function openKeeper(): Promise<VaultKeeper> {
  const keeper = createKeeper(1000);
  await keeper.make('a long passphrase');
  return keeper;
}

/** The same disk seen through the vault, and as it is. */
export function openSealed(keeper: RowKeeper): { sealed: LocalDb; bare: () => LocalDb } {
  const indexedDB = new IDBFactory();
  const open = (): LocalDb => new LocalDb('wapsi-vault-test', { indexedDB, IDBKeyRange });
  const sealed = open();
  sealed.use(sealing(keeper));
  return { sealed, bare: open };
}
