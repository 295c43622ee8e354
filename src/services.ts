/** What the pages work with: the device's database, the server's API, the face worker, the taking of faces, and sync; one of each. */

import { use } from 'react';
import type { Api } from './api/client.ts';
import type { FacesHandle } from './face/download.ts';
import type { Recogniser } from './face/protocol.ts';
import { vaultTurn } from './platform/outpost.ts';
import type { LocalDb } from './store/db.ts';
import type { Scheduler } from './sync/scheduler.ts';

export interface Services {
  db: LocalDb;
  api: Api;
  face: Recogniser & { end(): void };
  faces: FacesHandle;
  sync: Scheduler;
}

let start: (() => Promise<Services>) | undefined;
let services: Promise<Services> | undefined;
let turn = vaultTurn();

/** How they are started: handed in by main, for it takes what stands above the pages that work with them. */
export function handInServices(by: () => Promise<Services>): void {
  start = by;
}

/** Start them once, after the first paint: none is needed to draw the shell. Each vault of a shared device has its own. */
export function openServices(): Promise<Services> {
  if (turn !== vaultTurn()) services = undefined;
  turn = vaultTurn();
  services ??= start?.() ?? Promise.reject(new Error('No services were handed in'));
  return services;
}

/** The services, in a component; it waits (Suspense) until they are there. */
export const useServices = (): Services => use(openServices());
