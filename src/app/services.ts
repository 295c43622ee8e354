/** What the pages work with: the device's database, the server's API, the face worker, and sync; one of each. */

import { use } from 'react';
import type { Services } from './start.ts';

export type { Services };

let services: Promise<Services> | undefined;

/** Start them once, after the first paint: none is needed to draw the shell. */
export function openServices(): Promise<Services> {
  services ??= import('./start.ts').then(({ startServices }) => startServices());
  return services;
}

/** The services, in a component; it waits (Suspense) until they are there. */
export const useServices = (): Services => use(openServices());
