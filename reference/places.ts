/** Towns and states of India: to suggest while somebody types, and to put a region's name on the map. Import it lazily in a page. */

import { placeInHindi, stateInHindi } from './hindi-names.ts';
import { PLACE_LINES } from './places-data.ts';
import { plainName, STATES } from './states.ts';

export interface KnownPlace {
  name: string;
  /** In Gurmukhi, where people of Punjab write it so. */
  pa?: string;
  /** In Devanagari, each way it is written; the first is the one to show. */
  hi: readonly string[];
  state: string;
  lat: number;
  lng: number;
}

/** Names still said and written, and what the list has. */
const OTHER_NAMES: Record<string, string> = {
  bombay: 'mumbai',
  bangalore: 'bengaluru',
  calcutta: 'kolkata',
  madras: 'chennai',
  'new delhi': 'delhi',
  mysore: 'mysuru',
  cochin: 'kochi',
  gurugram: 'gurgaon',
  prayagraj: 'allahabad',
  baroda: 'vadodara',
  ferozepur: 'firozpur',
  ferozepore: 'firozpur',
  firozepur: 'firozpur',
  ropar: 'rupnagar',
  'sas nagar': 'mohali',
  'sahibzada ajit singh nagar': 'mohali',
  'ਐਸ ਏ ਐਸ ਨਗਰ': 'mohali',
  'sbs nagar': 'nawanshahr',
  'shahid bhagat singh nagar': 'nawanshahr',
  'sri muktsar sahib': 'muktsar',
  bhatinda: 'bathinda',
  'maler kotla': 'malerkotla',
  'sri ganganagar': 'ganganagar',
  tarantaran: 'tarn taran',
  'नई दिल्ली': 'delhi',
};

/** Towns whose Hindi name is also a word of every day: meant only where nothing else stands beside it. */
const ALSO_WORDS = new Set(['गया', 'बाढ़', 'आरा', 'पट्टी', 'बाड़ी', 'सागर'].map(plainName));

const states: Partial<Record<string, { name: string; pa: string }>> = STATES;

/** Largest first, so that the first of two towns with one name is the one most people mean. */
export const PLACES: readonly KnownPlace[] = PLACE_LINES.split('\n').map((line) => {
  const [name = '', state = '', lat, lng, pa] = line.split('|');
  const where = { state: states[state]?.name ?? state, lat: Number(lat), lng: Number(lng) };
  return { name, hi: placeInHindi(state, name), ...where, ...(pa ? { pa } : {}) };
});

const BY_NAME = new Map<string, KnownPlace[]>();
for (const place of PLACES) {
  for (const name of [place.name, ...(place.pa ? [place.pa] : []), ...place.hi]) {
    const same = BY_NAME.get(plainName(name));
    if (same) same.push(place);
    else BY_NAME.set(plainName(name), [place]);
  }
}
const STATE_NAMES = new Map(
  Object.entries(STATES).flatMap(([code, { name, pa }]) =>
    [name, pa, ...stateInHindi(code)].map((one) => [plainName(one), name] as const),
  ),
);
const MOST_WORDS = 4;

/**
 * The town that a text is about: "ludhiana", "Ludhiana, Punjab", "near the bus stand, Ludhiana", "ਲੁਧਿਆਣਾ". A state named
 * beside it chooses among towns of the same name; a state alone is no place.
 */
export function findPlace(text: string): KnownPlace | undefined {
  const parts = text
    .split(/[,;/|\n]/)
    .map(plainName)
    .filter(Boolean);
  const state = parts.map((part) => STATE_NAMES.get(part)).find((name) => name !== undefined);
  const inState = (name: string) => {
    const towns = BY_NAME.get(OTHER_NAMES[name] ?? name);
    return towns?.find((town) => town.state === state) ?? (state === undefined ? towns?.[0] : undefined);
  };
  for (const part of parts) {
    const town = inState(part);
    if (town) return town;
  }
  // "Sector 17 Chandigarh": the longest run of words that is a town.
  const words = parts.flatMap((part) => part.split(' '));
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length--) {
    for (let from = words.length - length; from >= 0; from--) {
      const run = words.slice(from, from + length).join(' ');
      const town = ALSO_WORDS.has(run) ? undefined : inState(run);
      if (town) return town;
    }
  }
  return undefined;
}

/** What a typed beginning may become, largest town first. */
export function suggestPlaces(typed: string, limit: number): KnownPlace[] {
  const start = plainName(typed);
  if (start === '') return [];
  const begins = (name: string | undefined) => name !== undefined && plainName(name).startsWith(start);
  const found: KnownPlace[] = [];
  for (const place of PLACES) {
    if (found.length >= limit) break;
    if ([place.name, place.pa, ...place.hi].some(begins)) found.push(place);
  }
  return found;
}

const EARTH_KM = 6371;
const RADIANS = Math.PI / 180;

/** Kilometres between two points, as the crow flies. */
export function distanceKm(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const x = (b.lng - a.lng) * RADIANS * Math.cos(((a.lat + b.lat) / 2) * RADIANS);
  const y = (b.lat - a.lat) * RADIANS;
  return Math.hypot(x, y) * EARTH_KM;
}
