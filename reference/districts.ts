/** The districts of India, by their state. Import it lazily in a page: the list has 754. */

import { DISTRICT_LINES } from './districts-data.ts';
import { plainName, STATES } from './states.ts';

export interface District {
  /** State and name, `pb-ludhiana`: as accounts and reports keep it. */
  id: string;
  /** ISO 3166-2:IN. */
  state: keyof typeof STATES;
  name: string;
  /** In Gurmukhi, where people of Punjab write it so. */
  pa?: string;
}

/** By id. The map of districts (server/reports/district-grid.ts) counts on this order. */
export const DISTRICTS: readonly District[] = DISTRICT_LINES.split('\n').map((line) => {
  const [id = '', name = '', pa] = line.split('|');
  return { id, state: id.slice(0, 2).toUpperCase() as keyof typeof STATES, name, ...(pa ? { pa } : {}) };
});

const BY_ID = new Map(DISTRICTS.map((district) => [district.id, district]));

export const findDistrict = (id: string): District | undefined => BY_ID.get(id);

/** "Ludhiana, Punjab", in the reader's language; an id that is not known as it is. */
export function districtName(id: string, language: string): string {
  const district = findDistrict(id);
  if (!district) return id;
  const state = STATES[district.state];
  return language === 'pa' ? `${district.pa ?? district.name}, ${state.pa}` : `${district.name}, ${state.name}`;
}

const BY_NAME = new Map<string, District[]>();
for (const district of DISTRICTS)
  for (const name of [district.name, ...(district.pa ? [district.pa] : [])].map(plainName))
    BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), district]);

/** The district that a part of a text names, "Nuh, Haryana"; of several of one name the one in the state named beside it. */
export function districtNamed(text: string): string | undefined {
  const parts = text.split(/[,;/|\n]/).map((part) => plainName(part.replace(/\bdistrict\b|\bdistt?\b|ਜ਼ਿਲ੍ਹਾ/giu, '')));
  const same = parts.flatMap((part) => BY_NAME.get(part) ?? []);
  const inState = same.filter(
    ({ state }) => parts.includes(plainName(STATES[state].name)) || parts.includes(plainName(STATES[state].pa)),
  );
  const [only, another] = inState.length > 0 ? inState : same;
  return another === undefined || another === only ? only?.id : undefined;
}
