/** What the pages work with: the device's database, the server's API, the face worker, and sync; one of each. */

import { use } from 'react';
import { vaultTurn } from '../platform/outpost.ts';
import type { Services } from './start.ts';

export type { Services };

let services: Promise<Services> | undefined;
let turn = vaultTurn();

/** Start them once, after the first paint: none is needed to draw the shell. Each vault of a shared device has its own. */
export function openServices(): Promise<Services> {
  if (turn !== vaultTurn()) services = undefined;
  turn = vaultTurn();
  services ??= import('./start.ts').then(({ startServices }) => startServices());
  return services;
}

/** The services, in a component; it waits (Suspense) until they are there. */
export const useServices = (): Services => use(openServices());
