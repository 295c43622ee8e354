/** Making a device a shared one, and one of one's own again. */

import { TOKEN_KEY, USER_KEY } from '../../api/session.ts';
import { OUTPOST_KEY } from '../../platform/outpost.ts';
import type { LocalDb } from '../../store/db.ts';
import { countUnsent } from '../../store/outbox.ts';
import { eraseVault, listVaults } from '../../store/vault/vaults.ts';
import { makeVault, seedVault } from './desk.ts';

/** Nothing of a person: what the look of the app is kept in. */
const PLAIN_KEYS = ['theme', 'language', OUTPOST_KEY];

/** What must have left the device first: it would be deleted with everything else that lies open. */
export async function whatWaits(db: LocalDb): Promise<number> {
  const { waiting, refused } = await countUnsent(db);
  return waiting + refused;
}

/** The session goes into the first vault; then the mode is on, and only then what lies open goes. */
export async function switchOn(name: string, passphrase: string): Promise<void> {
  const vault = await makeVault(name, passphrase, undefined);
  const session = [TOKEN_KEY, USER_KEY].flatMap((key) => {
    const value = localStorage.getItem(key);
    return value === null ? [] : [[key, value]];
  });
  await seedVault(vault, Object.fromEntries(session));
  localStorage.setItem(OUTPOST_KEY, '1');
  for (const key of Object.keys(localStorage)) if (!PLAIN_KEYS.includes(key)) localStorage.removeItem(key);
  location.replace('/');
}

/** Only the last one to leave may: nobody else's vault is left behind a door that is gone. */
export async function switchOff(id: string): Promise<boolean> {
  if ((await listVaults()).some((vault) => vault.id !== id)) return false;
  localStorage.removeItem(OUTPOST_KEY);
  await eraseVault(id);
  location.replace('/');
  return true;
}
