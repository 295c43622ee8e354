/** The districts of India, by their state. Import it lazily in a page: the list has 754. */

import { DISTRICT_LINES } from './districts-data.ts';
import { placeInHindi, stateInHindi } from './hindi-names.ts';
import { once } from './once.ts';
import { plainName, STATES } from './states.ts';

export interface District {
  /** State and name, `pb-ludhiana`: as accounts and reports keep it. */
  id: string;
  /** ISO 3166-2:IN. */
  state: keyof typeof STATES;
  name: string;
  /** In Gurmukhi, where people of Punjab write it so. */
  pa?: string;
  /** In Devanagari, each way it is written; the first is the one to show. */
  hi: readonly string[];
}

/** By id. The map of districts (server/reports/district-grid.ts) counts on this order. */
export const districts = once((): readonly District[] =>
  DISTRICT_LINES.split('\n').map((line) => {
    const [id = '', name = '', pa] = line.split('|');
    const state = id.slice(0, 2).toUpperCase() as keyof typeof STATES;
    return { id, state, name, hi: placeInHindi(state, name), ...(pa ? { pa } : {}) };
  }),
);

const byId = once(() => new Map(districts().map((district) => [district.id, district])));

export const findDistrict = (id: string): District | undefined => byId().get(id);

/** "Ludhiana, Punjab", in the reader's language; an id that is not known as it is. */
export function districtName(id: string, language: string): string {
  const district = findDistrict(id);
  if (!district) return id;
  const state = STATES[district.state];
  if (language === 'pa') return `${district.pa ?? district.name}, ${state.pa}`;
  if (language === 'hi') return `${district.hi[0] ?? district.name}, ${stateInHindi(district.state)[0] ?? state.name}`;
  return `${district.name}, ${state.name}`;
}

const byName = once(() => {
  const all = new Map<string, District[]>();
  for (const district of districts())
    for (const name of [district.name, ...(district.pa ? [district.pa] : []), ...district.hi].map(plainName))
      all.set(name, [...(all.get(name) ?? []), district]);
  return all;
});

/** The district that a part of a text names, "Nuh, Haryana"; of several of one name the one in the state named beside it. */
export function districtNamed(text: string): string | undefined {
  const parts = text
    .split(/[,;/|\n]/)
    .map((part) => plainName(part.replace(/\bdistrict\b|\bdistt?\b|ਜ਼ਿਲ੍ਹਾ|ज़िला|जिला/giu, '')));
  const same = parts.flatMap((part) => byName().get(part) ?? []);
  const inState = same.filter(({ state }) =>
    [STATES[state].name, STATES[state].pa, ...stateInHindi(state)].some((name) => parts.includes(plainName(name))),
  );
  const [only, another] = inState.length > 0 ? inState : same;
  return another === undefined || another === only ? only?.id : undefined;
}
