/** What is known of a region by its name: how else it is called, and where it is. */

import type { Place } from '../../contract/primitives.ts';
import { stateInHindi } from '../../reference/hindi-names.ts';
import { findPlace } from '../../reference/places.ts';
import { STATES } from '../../reference/states.ts';

const STATE_NAMES = new Map<string, readonly string[]>(
  Object.entries(STATES).map(([code, { name, pa }]) => [name, [name, pa, ...stateInHindi(code)]]),
);

/** The town and the state that a region names, in each script: found by either, whichever it was written in. */
export function otherNames(region: string | null): string[] {
  const place = region ? findPlace(region) : undefined;
  if (!place) return [];
  const { name, pa, hi, state } = place;
  return [name, ...(pa ? [pa] : []), ...hi, ...(STATE_NAMES.get(state) ?? [state])];
}

/** Where a report happened: its own point, else the middle of the town that its region names. */
export function pointOf(row: { lat: number | null; lng: number | null; region: string | null }): Place | undefined {
  if (row.lat !== null && row.lng !== null) return { lat: row.lat, lng: row.lng };
  const place = row.region ? findPlace(row.region) : undefined;
  return place && { lat: place.lat, lng: place.lng };
}
