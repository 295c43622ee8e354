/** What the vault worker does: it opens one vault at a time and seals and opens rows while it is open. */

import {
  blindValue,
  boxBySecret,
  boxByWords,
  hideKey,
  keysOf,
  newMaster,
  openBySecret,
  openByWords,
  openRow,
  PASSPHRASE_ROUNDS,
  PIN_TRIES,
  sealRow,
  showKey,
  type VaultKeys,
} from './keys.ts';
import type { Box, Opening, VaultKeeper } from './protocol.ts';

/** `rounds` is what a guess costs; fewer only where nothing is kept. */
export function createKeeper(rounds = PASSPHRASE_ROUNDS): VaultKeeper {
  let keys: VaultKeys | undefined;
  /** The master key under the PIN and under a salt that only this worker knows; it dies with the worker. */
  let pin: { box: Box; left: number } | undefined;

  const needKeys = (): VaultKeys => {
    if (!keys) throw new Error('The vault is locked');
    return keys;
  };

  /** The master key is wiped once it has been used. */
  async function begin(master: Uint8Array, withPin: string | undefined): Promise<void> {
    const next = await keysOf(master);
    pin = withPin === undefined ? undefined : { box: await boxByWords(master, withPin, rounds), left: PIN_TRIES };
    keys = next;
    master.fill(0);
  }

  const openBox = (opening: Opening): Promise<Uint8Array | undefined> =>
    opening.kind === 'passphrase'
      ? openByWords(opening.box, opening.passphrase)
      : openBySecret(opening.box, opening.secret);

  return {
    async make(passphrase, withPin) {
      const master = newMaster();
      const box = await boxByWords(master, passphrase, rounds);
      await begin(master, withPin);
      return box;
    },
    async unlock(opening) {
      const master = await openBox(opening);
      if (master) await begin(master, opening.pin);
      return master !== undefined;
    },
    async boxFor(opening, closing) {
      const master = await openBox(opening);
      if (!master) return undefined;
      const box =
        closing.kind === 'passphrase'
          ? await boxByWords(master, closing.passphrase, rounds)
          : await boxBySecret(master, closing.secret);
      master.fill(0);
      return box;
    },
    async unlockByPin(typed) {
      const own = pin;
      if (!own) return { kind: 'gone' };
      own.left--; // before the wait, so that tries made at once count one by one
      const master = own.left < 0 ? undefined : await openByWords(own.box, typed);
      if (master) {
        keys = await keysOf(master);
        own.left++; // the right one is no guess; wrong ones stay counted, or each opening would give a thief new ones
        master.fill(0);
        return { kind: 'open' };
      }
      if (own.left > 0) return { kind: 'wrong', left: own.left };
      pin = undefined;
      return { kind: 'gone' };
    },
    async lock() {
      keys = undefined;
      return pin !== undefined;
    },
    async hide(table, names) {
      const open = needKeys();
      return Promise.all(names.map((name) => hideKey(open, table, name)));
    },
    async show(table, hidden) {
      const open = needKeys();
      const names = await Promise.all(hidden.map((name) => showKey(open, table, name)));
      return names.filter((name) => name !== undefined);
    },
    async blind(table, values) {
      const open = needKeys();
      return Promise.all(values.map(({ index, value }) => blindValue(open, table, index, value)));
    },
    async seal(table, rows) {
      const open = needKeys();
      return Promise.all(rows.map(({ key, plain }) => sealRow(open, table, key, plain)));
    },
    async open(table, rows) {
      const open = needKeys();
      return Promise.all(rows.map(({ key, sealed }) => openRow(open, table, key, sealed)));
    },
  };
}
