/** The towns of India, fetched with the first letter that is typed or the first pin: they are large. */

import type { KnownPlace } from '../../../reference/places.ts';

/** Where a pin begins when nothing is known: the middle of India. */
const MIDDLE = { lat: 22.5, lng: 79 };
/** A town further away than this does not name where somebody is. */
const NEAR_KM = 40;

export const nameOf = ({ name, state }: Pick<KnownPlace, 'name' | 'state'>): string =>
  name === state ? name : `${name}, ${state}`;

export const loadPlaces = async () => ({ ...(await import('../../../reference/places.ts')), nameOf, MIDDLE });

/** The name of the nearest town, if one is near. */
export async function nearestTo(point: { lat: number; lng: number }): Promise<string | undefined> {
  const { PLACES, distanceKm } = await loadPlaces();
  let nearest: { name: string; km: number } | undefined;
  for (const place of PLACES) {
    const km = distanceKm(place, point);
    if (km < (nearest?.km ?? NEAR_KM)) nearest = { name: nameOf(place), km };
  }
  return nearest?.name;
}
