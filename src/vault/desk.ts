/** The shared device: who is at it, how their vault opens, and how it shuts. */

import { Dexie } from 'dexie';
import { create } from 'zustand';
import { closeSession, currentSession, sessionToKeep, takeSession, useSession } from '../api/session.ts';
import { forgetDeviceMark } from '../platform/device-mark.ts';
import { inTime } from '../platform/in-time.ts';
import { nextVaultTurn, rememberOutpost } from '../platform/outpost.ts';
import { withRoom } from '../platform/room.ts';
import type { Remote } from '../platform/rpc.ts';
import { atOnce } from '../store/at-once.ts';
import { LocalDb } from '../store/db.ts';
import { finishErasing } from '../store/erase.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { bringOutSealed, isSealable, keepEnvelopes, sealOps, toRows } from '../store/own/envelopes.ts';
import { type Op, queue } from '../store/own/outbox.ts';
import type { VaultKeeper } from './protocol.ts';
import {
  countTry,
  eraseRemains,
  eraseVault,
  FREE_TRIES,
  findVault,
  keepVault,
  listVaults,
  openVaultDb,
  startKeeper,
  type Vault,
  waitOf,
} from './vaults.ts';

/** `pin`: of the vault that a PIN still opens. */
export type AtDesk =
  | { kind: 'locked'; pin: string | undefined }
  | { kind: 'open'; id: string; name: string }
  /** What waits is being sealed; the page may be opened anew after it, so nobody begins anything on it. */
  | { kind: 'closing' };
export const useDesk = create<{ at: AtDesk }>(() => ({ at: { kind: 'locked', pin: undefined } }));

export type Try = { kind: 'open' } | { kind: 'wrong'; left: number } | { kind: 'wait'; ms: number } | { kind: 'gone' };
/** What opens a vault that is not new. */
export type Key =
  | { kind: 'passphrase'; passphrase: string; pin?: string }
  | { kind: 'device'; secret: Uint8Array; pin?: string };

let keeper: Remote<VaultKeeper> | undefined;
const keeperOf = (): Remote<VaultKeeper> => {
  keeper ??= startKeeper();
  return keeper;
};
let open: { id: string; db: LocalDb; stopKeeping: () => void } | undefined;
let waiting: ((db: LocalDb) => void)[] = [];
let leaving: (() => void)[] = [];

/** A vault that is about to shut can still be read for so long: who locks it wants to leave. */
const PARTING_MS = 3000;

/** The database of the vault that is open, or of the next one that will be. */
export const openedDb = (): Promise<LocalDb> =>
  open ? Promise.resolve(open.db) : new Promise((resolve) => waiting.push(resolve));

/** Called once, when the vault that is open is shut. */
export function whenLocked(call: () => void): void {
  leaving.push(call);
}

/** What an ordinary device holds in the open goes as soon as it has become a shared one; it is the same each time. */
export async function tidyUp(): Promise<void> {
  await bringOutOfPlain();
  for (const name of PLAIN_STORES) await Dexie.delete(name);
  forgetDeviceMark();
  rememberOutpost();
  await eraseRemains(await listVaults());
}
const PLAIN = 'wapsi';
const PLAIN_STORES = [PLAIN, 'wapsi-kept', 'wapsi-reads'];

async function bringOutOfPlain(): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  if (!PLAIN_STORES.some((name) => names.includes(name))) return;
  const plain = new LocalDb(PLAIN);
  try {
    await finishErasing(plain); // a kill may have left them on their way
    await withRoom(() => bringOutSealed(plain));
  } finally {
    plain.close();
  }
}

/** A vault for somebody who has none here. */
export async function makeVault(name: string, passphrase: string, pin: string | undefined): Promise<Vault> {
  const box = await keeperOf().make(passphrase, pin);
  const vault: Vault = { id: crypto.randomUUID(), name, box, wrong: 0, waitUntil: 0, createdAt: Date.now() };
  await keepVault(vault);
  return vault;
}

export async function addUser(name: string, passphrase: string, pin: string | undefined): Promise<void> {
  await enter(await makeVault(name, passphrase, pin));
}

/** A new vault that begins with the session of who makes this device a shared one. */
export async function seedVault(vault: Vault, session: Record<string, string>): Promise<void> {
  const db = await openVaultDb(vault.id, keeperOf());
  await writeMeta(db, 'session', session);
  db.close();
}

/** Each try counts before it is made, so that nobody tries for nothing by closing the page. */
export async function unlock(id: string, key: Key): Promise<Try> {
  const vault = await findVault(id);
  if (!vault) return { kind: 'gone' };
  const ms = waitOf(vault, Date.now());
  if (ms > 0) return { kind: 'wait', ms };
  const box = key.kind === 'device' ? vault.device?.box : vault.box;
  if (!box) return { kind: 'gone' };
  const counted = await countTry(id, false, Date.now());
  if (!(await keeperOf().unlock({ ...key, box }))) {
    const wait = counted ? waitOf(counted, Date.now()) : 0;
    return wait > 0 ? { kind: 'wait', ms: wait } : { kind: 'wrong', left: FREE_TRIES - (counted?.wrong ?? 0) };
  }
  await countTry(id, true, Date.now());
  await enter(vault);
  return { kind: 'open' };
}

export async function unlockByPin(id: string, pin: string): Promise<Try> {
  const answer = await keeperOf().unlockByPin(pin);
  if (answer.kind === 'gone') useDesk.setState({ at: { kind: 'locked', pin: undefined } });
  if (answer.kind !== 'open') return answer;
  const vault = await findVault(id);
  if (vault) await enter(vault);
  return vault ? { kind: 'open' } : { kind: 'gone' };
}

async function enter({ id, name }: Vault): Promise<void> {
  const db = await openVaultDb(id, keeperOf());
  await bringOutSealed(db).catch((error: unknown) => console.warn('What is sealed stays in the vault', error));
  takeSession((await readMeta(db, 'session')) ?? {});
  const keepSession = () => withRoom(() => writeMeta(db, 'session', sessionToKeep())).catch(console.warn);
  const stopKeeping = useSession.subscribe(() => void keepSession());
  open = { id, db, stopKeeping };
  for (const take of waiting) take(db);
  waiting = [];
  useDesk.setState({ at: { kind: 'open', id, name } });
}

/**
 * Shut the vault: the screen first, then what works with it, then the keys. With a PIN this page stays, since the worker
 * that knows the other half of the key lives in it; without one the page is opened anew and nothing of it is left.
 */
export async function lock(): Promise<void> {
  const own = open;
  if (!own) return;
  open = undefined;
  nextVaultTurn();
  useDesk.setState({ at: { kind: 'closing' } });
  own.stopKeeping();
  for (const leave of leaving) leave();
  leaving = [];
  try {
    await withinParting(own.db);
  } catch (error) {
    console.warn('What waits in the vault stays in it', error);
  }
  own.db.close();
  closeSession();
  if (await keeperOf().lock()) useDesk.setState({ at: { kind: 'locked', pin: own.id } });
  else location.replace('/');
}

/** A form that has just gone is still writing its draft; this waits behind it. */
async function withinParting(db: LocalDb): Promise<void> {
  const ops = await atOnce(db, 'rw', [db.draft, db.made], queue);
  await inTime(leaveSealed(db, ops), PARTING_MS);
}

/** Texts first, each as soon as it is sealed. They stay in the vault too; the server takes each once, whoever brings it. */
async function leaveSealed(db: LocalDb, ops: readonly Op[]): Promise<void> {
  const to = await readMeta(db, 'sealKey');
  if (!to) return;
  const session = currentSession();
  const sealable = ops.filter((op) => isSealable(op, session)).sort((a, b) => a.rank - b.rank || a.order - b.order);
  const now = Date.now();
  for (const [place, op] of sealable.entries())
    await keepEnvelopes(db, await toRows(await sealOps(db, [op], to, session), 'here', now + place));
}

/** What is in it is gone for good: its key is. */
export async function erase(id: string): Promise<void> {
  const isOwn = open?.id === id;
  if (isOwn) {
    open?.stopKeeping();
    for (const leave of leaving) leave();
    open?.db.close();
    keeperOf().end();
  }
  await eraseVault(id);
  if (isOwn) location.replace('/');
}

/** Another way into the open vault, by what this device gives its owner; false when the passphrase is wrong. */
export async function addDevice(
  id: string,
  passphrase: string,
  device: { credentialId: Uint8Array; salt: Uint8Array; secret: Uint8Array },
): Promise<boolean> {
  const vault = await findVault(id);
  const { secret } = device;
  const box =
    vault && (await keeperOf().boxFor({ kind: 'passphrase', box: vault.box, passphrase }, { kind: 'device', secret }));
  if (!vault || !box) return false;
  await keepVault({ ...vault, device: { credentialId: device.credentialId, salt: device.salt, box } });
  return true;
}

/** Other words for the same vault, whose old ones open nothing any more; false when those are wrong. */
export async function changeWords(id: string, old: string, passphrase: string): Promise<boolean> {
  const vault = await findVault(id);
  const box =
    vault &&
    (await keeperOf().boxFor(
      { kind: 'passphrase', box: vault.box, passphrase: old },
      { kind: 'passphrase', passphrase },
    ));
  if (!vault || !box) return false;
  await keepVault({ ...vault, box });
  return true;
}
