/** Outpost mode: a device that several people share, each with a vault. Whether it is on is no secret and is read at once. */

export const OUTPOST_KEY = 'wapsi-outpost';

const read = (): string | null => {
  try {
    return globalThis.localStorage?.getItem(OUTPOST_KEY) ?? null;
  } catch {
    return null; // a browser told to keep nothing can have no vaults
  }
};

/** Of this page, as long as it lives: who changes the mode opens the page anew. */
const on = read() !== null;
export const isOutpost = (): boolean => on;

/** Another tab has changed the mode: what this one shows is no longer right. */
if ('addEventListener' in globalThis)
  addEventListener('storage', ({ key }) => {
    if (key === OUTPOST_KEY || key === null) if ((read() !== null) !== on) location.replace('/');
  });

let turn = 0;
/** How often a vault was locked on this page: what was started for the last one is not for the next. */
export const vaultTurn = (): number => turn;
export const nextVaultTurn = (): number => ++turn;
