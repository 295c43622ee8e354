/** What the status line says about the network and the outbox's work, as one small store. */

import { create } from 'zustand';

/**
 * - `unknown`: nothing was asked yet.
 * - `online`: the server has answered, and it was our server.
 * - `offline`: no answer.
 * - `captive`: something answered that is not our server; mostly a network that wants a login page.
 * - `down`: our host answered that it cannot work now.
 * - `silent`: asked, and no answer in the time in which there should have been one.
 */
export type Link = 'unknown' | 'online' | 'offline' | 'captive' | 'down' | 'silent';

/** The entity whose op is under way, and its share of bytes that the server has confirmed, 0 to 1. */
export interface Sending {
  entityId: string;
  opId: string;
  share: number;
}

export interface SyncStatus {
  link: Link;
  sending: Sending | undefined;
  /** The server asks for something only the user can do. */
  needs: 'sign-in' | 'update' | undefined;
  /** How far this device's clock is ahead of the server's, when that is too far to be believed; negative when behind. */
  clockAheadMs?: number | undefined;
}

export const useSyncStatus = create<SyncStatus>(() => ({ link: 'unknown', sending: undefined, needs: undefined }));

export const syncStatus = {
  get: useSyncStatus.getState,
  set: (change: Partial<SyncStatus>): void => useSyncStatus.setState(change),
};
export type SyncStatusStore = typeof syncStatus;

/** Calls each time the link comes to be online, until the returned function is called. */
export const whenOnline = (goOn: () => void): (() => void) =>
  useSyncStatus.subscribe(({ link }, before) => {
    if (link === 'online' && before.link !== 'online') goOn();
  });
