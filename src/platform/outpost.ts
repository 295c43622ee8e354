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

/** Where the vaults are listed (vault/vaults.ts). */
export const OUTPOST_DB = 'wapsi-outpost';

/**
 * The browser writes its simple storage late, and a kill soon after takes the mode back; the list of vaults is on disk by
 * then. Such a device must not go on as an ordinary one: what is written there would lie open.
 */
export async function isOutpostForgotten(): Promise<boolean> {
  if (on || !('databases' in indexedDB)) return false;
  return (await indexedDB.databases()).some(({ name }) => name === OUTPOST_DB);
}

/** Nothing of a person: what the look of the app is kept in. */
const PLAIN_KEYS = ['theme', 'language', 'textSize', 'simple', OUTPOST_KEY];

/** Turn the mode on, and forget whatever of a person the simple storage holds. The page must be opened anew after it. */
export function rememberOutpost(): void {
  localStorage.setItem(OUTPOST_KEY, '1');
  for (const key of Object.keys(localStorage)) if (!PLAIN_KEYS.includes(key)) localStorage.removeItem(key);
}

/** Another tab has changed the mode: what this one shows is no longer right. */
if ('addEventListener' in globalThis)
  addEventListener('storage', ({ key }) => {
    if (key === OUTPOST_KEY || key === null) if ((read() !== null) !== on) location.replace('/');
  });

let turn = 0;
/** How often a vault was locked on this page: what was started for the last one is not for the next. */
export const vaultTurn = (): number => turn;
export const nextVaultTurn = (): number => ++turn;
