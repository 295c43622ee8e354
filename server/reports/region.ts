/** What is known of a region by its name: how else it is called, and where it is. */

import type { Place } from '../../contract/primitives.ts';
import { findPlace } from '../../reference/places.ts';
import { STATES } from '../../reference/states.ts';

const STATE_BY_NAME = new Map<string, { name: string; pa?: string }>(
  Object.values(STATES).map((state) => [state.name, state]),
);

/** The town and the state that a region names, in both scripts: found by either, whichever it was written in. */
export function otherNames(region: string | null): string[] {
  const place = region ? findPlace(region) : undefined;
  if (!place) return [];
  return [place.name, place.pa, place.state, STATE_BY_NAME.get(place.state)?.pa].filter((name) => name !== undefined);
}

/** Where a report happened: its own point, else the middle of the town that its region names. */
export function pointOf(row: { lat: number | null; lng: number | null; region: string | null }): Place | undefined {
  if (row.lat !== null && row.lng !== null) return { lat: row.lat, lng: row.lng };
  const place = row.region ? findPlace(row.region) : undefined;
  return place && { lat: place.lat, lng: place.lng };
}
