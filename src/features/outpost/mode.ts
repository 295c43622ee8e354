/** Making a device a shared one, and one of one's own again. */

import { TOKEN_KEY, USER_KEY } from '../../api/session.ts';
import { OUTPOST_KEY, rememberOutpost } from '../../platform/outpost.ts';
import type { LocalDb } from '../../store/db.ts';
import { heldRows } from '../../store/own/held.ts';
import { countUnsent } from '../../store/own/unsent-count.ts';
import { makeVault, seedVault } from '../../vault/desk.ts';
import { eraseVault, forgetVaults, listVaults } from '../../vault/vaults.ts';

/** What must have left the device first: it would be deleted with everything else that lies open, or lie open still. */
export async function whatWaits(db: LocalDb): Promise<number> {
  await heldRows(); // as the disk has them now
  const { waiting, refused } = await countUnsent(db);
  return waiting + refused;
}

/** The session goes into the first vault; then the mode is on, and only then what lies open goes. */
export async function switchOn(name: string, passphrase: string): Promise<void> {
  const session = [TOKEN_KEY, USER_KEY].flatMap((key) => {
    const value = localStorage.getItem(key);
    return value === null ? [] : [[key, value]];
  });
  try {
    await seedVault(await makeVault(name, passphrase, undefined), Object.fromEntries(session));
  } catch (error) {
    await forgetVaults(); // a list of vaults alone would make it a shared device at the next start
    throw error;
  }
  rememberOutpost();
  location.replace('/');
}

/** Only the last one to leave may: nobody else's vault is left behind a door that is gone. */
export async function switchOff(id: string): Promise<boolean> {
  if ((await listVaults()).some((vault) => vault.id !== id)) return false;
  await eraseVault(id);
  await forgetVaults();
  localStorage.removeItem(OUTPOST_KEY);
  location.replace('/');
  return true;
}
