/** What this device holds of what it needs when there is no network. */

import { health } from '../../../contract/system.ts';
import type { Api } from '../../api/client.ts';
import { lookerHere, mayBeLent } from '../../face/loan.ts';
import { type PackState, packState } from '../../face/pack.ts';
import { type MapState, mapStates } from '../../maps/kept.ts';
import { type Room, storageRoom } from '../../platform/persist.ts';
import type { LocalDb } from '../../store/db.ts';
import { readMeta } from '../../store/meta.ts';
import { noteTime, type Standing } from '../../store/own/loan.ts';

/** Less than this is soon used up by photos. */
const ENOUGH_ROOM_BYTES = 100_000_000;
/** A clock that is off by more than this puts wrong times on reports. */
const CLOCK_OFF_MS = 120_000;
const ASK_MS = 8000;

export interface Readiness {
  /** The service worker is active: the app opens without a network. */
  shell: boolean;
  pack: PackState;
  gallery: { people: number; at: string } | undefined;
  /** What this person is lent; `none` before they were, absent of who is lent nothing. */
  loan: { kind: Standing; people: number; until: Date } | { kind: 'none' } | undefined;
  maps: readonly MapState[];
  room: Room | undefined;
}

export async function readReadiness(db: LocalDb): Promise<Readiness> {
  const [registration, pack, room, maps] = await Promise.all([
    navigator.serviceWorker?.getRegistration(),
    packState(),
    storageRoom(),
    mapStates(db),
  ]);
  const people = await readMeta(db, 'galleryPeople');
  const at = await readMeta(db, 'galleryAt');
  const gallery = people === undefined || at === undefined ? undefined : { people, at };
  return { shell: registration?.active != null, pack, gallery, loan: await readLoan(db), maps, room };
}

async function readLoan(db: LocalDb): Promise<Readiness['loan']> {
  if (!mayBeLent(lookerHere())) return undefined;
  const kind = await noteTime(db, Date.now());
  const loan = await readMeta(db, 'loan');
  if (!kind || !loan) return { kind: 'none' };
  return { kind, people: loan.people, until: new Date(loan.endsAt + loan.aheadMs) };
}

/** Everything that a scan without a network needs is here. */
export const isReady = ({ shell, pack, gallery }: Readiness): boolean =>
  shell && pack.kind === 'whole' && gallery !== undefined;

export const hasRoom = (room: Room | undefined): boolean => room === undefined || room.freeBytes > ENOUGH_ROOM_BYTES;

/** How far this device's clock is ahead of the server's, by what a person would call wrong. */
export type Clock = { kind: 'unasked' } | { kind: 'right' } | { kind: 'wrong'; aheadMs: number };

/** @throws AppError when our server cannot be asked */
export async function readClock(api: Api, now: () => number = Date.now): Promise<Clock> {
  const asked = now();
  const answer = await api.call(health, { nonce: crypto.randomUUID() }, { signal: AbortSignal.timeout(ASK_MS) });
  // The answer was written somewhere between asking and reading it.
  return judgeClock((asked + now()) / 2 - Date.parse(answer.now));
}

export const judgeClock = (aheadMs: number): Clock =>
  Math.abs(aheadMs) <= CLOCK_OFF_MS ? { kind: 'right' } : { kind: 'wrong', aheadMs };
