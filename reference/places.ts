/** Towns and states of India: to suggest while somebody types, and to put a region's name on the map. Import it lazily in a page. */

import { PLACE_LINES } from './places-data.ts';

export interface KnownPlace {
  name: string;
  /** In Gurmukhi, where people of Punjab write it so. */
  pa?: string;
  state: string;
  lat: number;
  lng: number;
}

/** The 28 states and 8 union territories, by the code of ISO 3166-2:IN. */
export const STATES = {
  AN: { name: 'Andaman and Nicobar Islands', pa: 'ਅੰਡੇਮਾਨ ਅਤੇ ਨਿਕੋਬਾਰ' },
  AP: { name: 'Andhra Pradesh', pa: 'ਆਂਧਰਾ ਪ੍ਰਦੇਸ਼' },
  AR: { name: 'Arunachal Pradesh', pa: 'ਅਰੁਣਾਚਲ ਪ੍ਰਦੇਸ਼' },
  AS: { name: 'Assam', pa: 'ਅਸਾਮ' },
  BR: { name: 'Bihar', pa: 'ਬਿਹਾਰ' },
  CG: { name: 'Chhattisgarh', pa: 'ਛੱਤੀਸਗੜ੍ਹ' },
  CH: { name: 'Chandigarh', pa: 'ਚੰਡੀਗੜ੍ਹ' },
  DH: { name: 'Dadra and Nagar Haveli and Daman and Diu', pa: 'ਦਾਦਰਾ ਅਤੇ ਨਗਰ ਹਵੇਲੀ ਅਤੇ ਦਮਨ ਅਤੇ ਦੀਉ' },
  DL: { name: 'Delhi', pa: 'ਦਿੱਲੀ' },
  GA: { name: 'Goa', pa: 'ਗੋਆ' },
  GJ: { name: 'Gujarat', pa: 'ਗੁਜਰਾਤ' },
  HP: { name: 'Himachal Pradesh', pa: 'ਹਿਮਾਚਲ ਪ੍ਰਦੇਸ਼' },
  HR: { name: 'Haryana', pa: 'ਹਰਿਆਣਾ' },
  JH: { name: 'Jharkhand', pa: 'ਝਾਰਖੰਡ' },
  JK: { name: 'Jammu and Kashmir', pa: 'ਜੰਮੂ ਅਤੇ ਕਸ਼ਮੀਰ' },
  KA: { name: 'Karnataka', pa: 'ਕਰਨਾਟਕ' },
  KL: { name: 'Kerala', pa: 'ਕੇਰਲ' },
  LA: { name: 'Ladakh', pa: 'ਲੱਦਾਖ' },
  LD: { name: 'Lakshadweep', pa: 'ਲਕਸ਼ਦੀਪ' },
  MH: { name: 'Maharashtra', pa: 'ਮਹਾਰਾਸ਼ਟਰ' },
  ML: { name: 'Meghalaya', pa: 'ਮੇਘਾਲਿਆ' },
  MN: { name: 'Manipur', pa: 'ਮਣੀਪੁਰ' },
  MP: { name: 'Madhya Pradesh', pa: 'ਮੱਧ ਪ੍ਰਦੇਸ਼' },
  MZ: { name: 'Mizoram', pa: 'ਮਿਜ਼ੋਰਮ' },
  NL: { name: 'Nagaland', pa: 'ਨਾਗਾਲੈਂਡ' },
  OD: { name: 'Odisha', pa: 'ਓਡੀਸ਼ਾ' },
  PB: { name: 'Punjab', pa: 'ਪੰਜਾਬ' },
  PY: { name: 'Puducherry', pa: 'ਪੁਡੂਚੇਰੀ' },
  RJ: { name: 'Rajasthan', pa: 'ਰਾਜਸਥਾਨ' },
  SK: { name: 'Sikkim', pa: 'ਸਿੱਕਮ' },
  TN: { name: 'Tamil Nadu', pa: 'ਤਾਮਿਲਨਾਡੂ' },
  TR: { name: 'Tripura', pa: 'ਤ੍ਰਿਪੁਰਾ' },
  TS: { name: 'Telangana', pa: 'ਤੇਲੰਗਾਨਾ' },
  UK: { name: 'Uttarakhand', pa: 'ਉੱਤਰਾਖੰਡ' },
  UP: { name: 'Uttar Pradesh', pa: 'ਉੱਤਰ ਪ੍ਰਦੇਸ਼' },
  WB: { name: 'West Bengal', pa: 'ਪੱਛਮੀ ਬੰਗਾਲ' },
} as const satisfies Record<string, { name: string; pa: string }>;

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
};

const states: Partial<Record<string, { name: string; pa: string }>> = STATES;

/** Largest first, so that the first of two towns with one name is the one most people mean. */
export const PLACES: readonly KnownPlace[] = PLACE_LINES.split('\n').map((line) => {
  const [name = '', state = '', lat, lng, pa] = line.split('|');
  return { name, state: states[state]?.name ?? state, lat: Number(lat), lng: Number(lng), ...(pa ? { pa } : {}) };
});

/** "Ludhiāna " and "LUDHIANA" are one name; Gurmukhi keeps its signs. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim();

const BY_NAME = new Map<string, KnownPlace[]>();
for (const place of PLACES) {
  for (const name of [place.name, ...(place.pa ? [place.pa] : [])]) {
    const same = BY_NAME.get(plain(name));
    if (same) same.push(place);
    else BY_NAME.set(plain(name), [place]);
  }
}
const STATE_NAMES = new Map(
  Object.values(STATES).flatMap(({ name, pa }) => [[plain(name), name] as const, [plain(pa), name] as const]),
);
const MOST_WORDS = 4;

/**
 * The town that a text is about: "ludhiana", "Ludhiana, Punjab", "near the bus stand, Ludhiana", "ਲੁਧਿਆਣਾ". A state named
 * beside it chooses among towns of the same name; a state alone is no place.
 */
export function findPlace(text: string): KnownPlace | undefined {
  const parts = text
    .split(/[,;/|\n]/)
    .map(plain)
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
      const town = inState(words.slice(from, from + length).join(' '));
      if (town) return town;
    }
  }
  return undefined;
}

/** What a typed beginning may become, largest town first. */
export function suggestPlaces(typed: string, limit: number): KnownPlace[] {
  const start = plain(typed);
  if (start === '') return [];
  const begins = (name: string | undefined) => name !== undefined && plain(name).startsWith(start);
  const found: KnownPlace[] = [];
  for (const place of PLACES) {
    if (found.length >= limit) break;
    if (begins(place.name) || begins(place.pa)) found.push(place);
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
