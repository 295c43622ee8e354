/** What this device holds of what it needs when there is no network. */

import { type PackState, packState } from '../../face/pack.ts';
import { type Room, storageRoom } from '../../platform/persist.ts';
import type { LocalDb } from '../../store/db.ts';
import { readMeta } from '../../store/meta.ts';

export interface Readiness {
  /** The service worker is active: the app opens without a network. */
  shell: boolean;
  pack: PackState;
  gallery: { people: number; at: string } | undefined;
  room: Room | undefined;
}

export async function readReadiness(db: LocalDb): Promise<Readiness> {
  const [registration, pack, room] = await Promise.all([
    navigator.serviceWorker?.getRegistration(),
    packState(),
    storageRoom(),
  ]);
  const people = await readMeta(db, 'galleryPeople');
  const at = await readMeta(db, 'galleryAt');
  const gallery = people === undefined || at === undefined ? undefined : { people, at };
  return { shell: registration?.active != null, pack, gallery, room };
}

/** Everything that a scan without a network needs is here. */
export const isReady = ({ shell, pack, gallery }: Readiness): boolean =>
  shell && pack.kind === 'whole' && gallery !== undefined;
