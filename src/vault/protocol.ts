/** The vault worker's boundary: it alone holds keys. Both sides import only this. */

/** A vault's master key, sealed under a key that is made anew from what somebody knows or holds. */
export interface Box {
  salt: Uint8Array;
  /** Of PBKDF2; a box that was made from a device's secret needs none. */
  rounds: number;
  sealed: Uint8Array;
}

/** What opens a vault, and the PIN that may open it again while this worker lives. */
export type Opening =
  | { kind: 'passphrase'; box: Box; passphrase: string; pin?: string }
  | { kind: 'device'; box: Box; secret: Uint8Array; pin?: string };

/** What else a vault is to open by from now on. */
export type Closing = { kind: 'passphrase'; passphrase: string } | { kind: 'device'; secret: Uint8Array };

/** A row as it stands on the disk. */
export interface SealedRow {
  key: string | number;
  sealed: Uint8Array;
}

export interface RowKeeper {
  /** Keys as they stand on the disk: the same key always looks the same, and nobody without the vault can read it. */
  hide(table: string, keys: readonly (string | number)[]): Promise<string[]>;
  /** The keys behind `hide`. */
  show(table: string, hidden: readonly string[]): Promise<(string | number)[]>;
  /** What an index holds in place of its values; equal values look equal, and there is no way back. */
  blind(table: string, values: readonly { index: string; value: string }[]): Promise<string[]>;
  seal(table: string, rows: readonly { key: string | number; plain: Uint8Array }[]): Promise<Uint8Array[]>;
  /** Undefined for a row that was changed, or moved here from another place. */
  open(table: string, rows: readonly SealedRow[]): Promise<(Uint8Array | undefined)[]>;
}

export interface VaultKeeper extends RowKeeper {
  /** A new vault, open from now on; its keys never leave the worker but inside the box. */
  make(passphrase: string, pin?: string): Promise<Box>;
  /** False when what was offered does not open the box. */
  unlock(opening: Opening): Promise<boolean>;
  /** Another box of the same vault; undefined when what was offered does not open the one there is. */
  boxFor(opening: Opening, closing: Closing): Promise<Box | undefined>;
  /** A PIN counts until it was wrong too often; then only what opened the vault before does. */
  unlockByPin(pin: string): Promise<{ kind: 'open' } | { kind: 'wrong'; left: number } | { kind: 'gone' }>;
  /** The keys go; answers whether a PIN may bring them back. */
  lock(): Promise<boolean>;
}
