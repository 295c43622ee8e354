/** The outline of India and its states as the Survey of India shows it, and the towns: what a map is drawn from without tiles. */

import { PLACES } from '../../../reference/places.ts';
import { OUTLINE_LINES } from './base-map-data.ts';

/** Longitude and latitude after one another. */
export type Ring = Float64Array;

export interface State {
  name: string;
  rings: Ring[];
}

/** Points are stored as steps of this many degrees. */
const UNIT = 1000;

const unpack = (text: string): Ring => {
  const steps = text.split(/[ ,]/).map(Number);
  const ring = new Float64Array(steps.length);
  for (let i = 0; i < steps.length; i++) ring[i] = (steps[i] ?? 0) + (i < 2 ? 0 : (ring[i - 2] ?? 0));
  return ring.map((units) => units / UNIT);
};

export const OUTLINE: readonly State[] = OUTLINE_LINES.split('\n').map((line) => {
  const [name = '', ...rings] = line.split('|');
  return { name, rings: rings.map(unpack) };
});

/** The state that a point lies in, or undefined outside India. */
export function stateAt({ lat, lng }: { lat: number; lng: number }): string | undefined {
  return OUTLINE.find(({ rings }) => rings.some((ring) => isInside(ring, lat, lng)))?.name;
}

/** A ray to the east crosses the ring an odd number of times. */
function isInside(ring: Ring, lat: number, lng: number): boolean {
  let inside = false;
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2) {
    const [x = 0, y = 0, x0 = 0, y0 = 0] = [ring[i], ring[i + 1], ring[before], ring[before + 1]];
    if (y > lat !== y0 > lat && lng < ((x0 - x) * (lat - y)) / (y0 - y) + x) inside = !inside;
  }
  return inside;
}

/** So many towns are named at a zoom: few of the whole country, every one of a district. */
export const townsAt = (zoom: number): number =>
  zoom < 5 ? 12 : zoom < 6 ? 40 : zoom < 7 ? 150 : zoom < 8 ? 500 : PLACES.length;
