/** The care of what is kept on this device: room for what cannot be fetched again, and honest words when it was lost. */

import { dropGallery } from '../face/gallery-pack.ts';
import { dropPack } from '../face/pack.ts';
import type { Recogniser } from '../face/protocol.ts';
import { closeDeviceNote, tellOnDevice, useDeviceNotes } from '../platform/device-notes.ts';
import { prepareReserve } from '../platform/reserve.ts';
import { givesRoom, keepBallast } from '../platform/room.ts';
import type { LocalDb } from '../store/db.ts';
import { countNewerRows, SCHEMA } from '../store/newer-rows.ts';
import { dropAreaPhotos } from '../store/others/areas.ts';
import { bringOutSealed } from '../store/own/envelopes.ts';
import { heldRows, useHeld } from '../store/own/held.ts';
import { dropUnusedFiles } from '../store/own/unused-files.ts';
import { readNoMore } from '../store/read-again.ts';
import type { Held } from '../store/rows.ts';
import type { HeldTold } from '../sync/held.ts';
import type { PutBack } from '../sync/pull.ts';
import type { Scheduler } from '../sync/scheduler.ts';
import { watchDeviceMark } from './device-mark.ts';

/** What the screen does not wait for begins then, and comes again from time to time in an app that stays open. */
export const AFTER_FIRST_LOOK_MS = 5000;
const ROOM_EVERY_MS = 3_600_000;

interface DeviceDeps {
  db: LocalDb;
  face: Recogniser;
  sync: Pick<Scheduler, 'stop' | 'wake'>;
  /** Its databases are vaults: nothing of theirs is held in the reserve, which lies in the open. */
  isShared: boolean;
}

/** Answers how to end it, for the next vault. */
export function startDevice({ db, face, sync, isShared }: DeviceDeps): () => void {
  db.onReplaced = () => {
    sync.stop(); // the other window sends what waits
    readNoMore();
    tellOnDevice({ kind: 'replaced' });
  };
  const givers = [
    givesRoom('models', dropPack),
    givesRoom('packs', () => dropGallery(db, face)),
    givesRoom('packs', () => dropAreaPhotos(db)),
    givesRoom('packs', () => dropUnusedFiles(db, Date.now(), true)),
    givesRoom('packs', async () => (await import('../maps/kept.ts')).dropMaps(db)),
  ];
  const makeRoom = async (): Promise<void> => {
    if (!isShared) await prepareReserve().catch(console.warn); // a device that is full has none yet
    await keepBallast();
    if (!isShared) sync.wake(); // what is held may find room now
  };
  // A browser that refuses it, or a database taken over meanwhile: nothing that is kept depends on it.
  const soon = setTimeout(() => {
    void makeRoom().catch(console.warn);
    bringOutSealed(db).catch(console.warn); // it stays there, until the next start
    countNewerRows(db, SCHEMA).then((count) => count > 0 && tellOnDevice({ kind: 'newer-rows' }), console.warn);
  }, AFTER_FIRST_LOOK_MS);
  const often = setInterval(() => void makeRoom().catch(console.warn), ROOM_EVERY_MS);
  if (!isShared) {
    useHeld.subscribe(({ rows }, before) => {
      if (rows.some((row) => isToSend(row) && !before.rows.some(isSame(row)))) sync.wake();
    });
    void heldRows().catch(console.warn);
    watchDeviceMark(db, Date.now).catch(console.warn); // on a full device without a mark there is nothing to compare
  }
  return () => {
    clearTimeout(soon);
    clearInterval(often);
    for (const takeBack of givers) takeBack();
  };
}

/** One note for all of them, however many runs it took to ask. */
export function tellPutBack({ again, gone }: PutBack): void {
  const before = useDeviceNotes.getState().notes.find((note) => note.kind === 'put-back');
  tellOnDevice({ kind: 'put-back', again: again + (before?.again ?? 0), gone: gone + (before?.gone ?? 0) });
}

/** The session was ended from another device. */
export const tellEnded = (): void => tellOnDevice({ kind: 'ended' });

const isToSend = ({ steps }: Held): boolean => steps.every(({ state }) => state === 'waiting');
const isSame =
  ({ opId }: Held) =>
  (other: Held): boolean =>
    isToSend(other) && other.opId === opId;

/** Named on this page already: a note that its reader has closed does not come back with each look at the link. */
const named = new Set<string>();

/** What became of the reports that are in the reserve alone. */
export function tellHeld({ received, still }: HeldTold): void {
  for (const { number } of received) tellOnDevice({ kind: 'held-received', number });
  const waiting = still.filter(isToSend);
  if (waiting.length === 0) closeDeviceNote('held');
  for (const { opId, label } of waiting.filter(({ opId }) => !named.has(opId))) {
    named.add(opId);
    tellOnDevice({ kind: 'held', label });
  }
}
