/** The towns of India, found by what people write; and the outline they lie in. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { stateInHindi } from '../../reference/hindi-names.ts';
import { distanceKm, findPlace, PLACES, suggestPlaces } from '../../reference/places.ts';
import { STATES } from '../../reference/states.ts';
import { stateAt } from '../../src/ui/map/base-map.ts';

const DISTRICTS_OF_PUNJAB = [
  ...[
    'Amritsar',
    'Barnala',
    'Bathinda',
    'Faridkot',
    'Fatehgarh Sahib',
    'Fazilka',
    'Firozpur',
    'Gurdaspur',
    'Hoshiarpur',
  ],
  ...['Jalandhar', 'Kapurthala', 'Ludhiana', 'Malerkotla', 'Mansa', 'Moga', 'Mohali', 'Muktsar', 'Nawanshahr'],
  ...['Pathankot', 'Patiala', 'Rupnagar', 'Sangrur', 'Tarn Taran'],
];

describe('the list of places', () => {
  it('has the states and union territories, and each district of Punjab with its Gurmukhi name (R5)', () => {
    expect(Object.keys(STATES)).toHaveLength(36);
    expect(DISTRICTS_OF_PUNJAB).toHaveLength(23);
    for (const name of DISTRICTS_OF_PUNJAB) {
      const place = PLACES.find((town) => town.name === name && town.state === 'Punjab');
      expect(place?.pa, name).toMatch(/^[\u0a00-\u0a7f ]+$/);
    }
  });

  it('is found in Hindi: every state, every district of Punjab, and the large towns of the north', () => {
    for (const code of Object.keys(STATES)) expect(stateInHindi(code)[0], code).toMatch(/^[\u0900-\u097f ]+$/);
    for (const [typed, name, state] of [
      ['लुधियाना, पंजाब', 'Ludhiana', 'Punjab'],
      ['बस अड्डे के पास, लखनऊ', 'Lucknow', 'Uttar Pradesh'],
      ['नई दिल्ली', 'Delhi', 'Delhi'],
      ['बिलासपुर, छत्तीसगढ़', 'Bilaspur', 'Chhattisgarh'],
      ['फिरोजपुर', 'Firozpur', 'Punjab'],
      ['गया, बिहार', 'Gaya', 'Bihar'],
    ] as const)
      expect([typed, findPlace(typed)?.name, findPlace(typed)?.state]).toEqual([typed, name, state]);
    expect(findPlace('कहीं चला गया')).toBe(undefined); // "went somewhere", not the town of Gaya
    expect(suggestPlaces('लुधि', 3).map(({ name }) => name)).toEqual(['Ludhiana']);
  });

  it('is small enough to take along', () => {
    expect(readFileSync('reference/places-data.ts').length).toBeLessThan(60_000);
    expect(readFileSync('reference/hindi-names.ts').length).toBeLessThan(30_000);
    expect(PLACES.length).toBeGreaterThan(1500);
  });

  it('lies in India, each town in the state that it is said to be in, with few exceptions at the coarse borders', () => {
    const outside = PLACES.filter((place) => stateAt(place) === undefined);
    expect(outside.length / PLACES.length).toBeLessThan(0.03); // towns at the sea, where the outline cuts a bay
    const punjab = PLACES.filter(({ state }) => state === 'Punjab');
    expect(punjab.filter((place) => stateAt(place) === 'Punjab').length / punjab.length).toBeGreaterThan(0.93);
  });
});

describe('finding a place', () => {
  it.each([
    ['ludhiana', 'Ludhiana', 'Punjab'],
    ['  LUDHIĀNA ', 'Ludhiana', 'Punjab'],
    ['Ludhiana, Punjab', 'Ludhiana', 'Punjab'],
    ['ਲੁਧਿਆਣਾ', 'Ludhiana', 'Punjab'],
    ['near the bus stand, Ludhiana', 'Ludhiana', 'Punjab'],
    ['Sector 17 Chandigarh', 'Chandigarh', 'Chandigarh'],
    ['Ropar, ਪੰਜਾਬ', 'Rupnagar', 'Punjab'],
    ['Bombay', 'Mumbai', 'Maharashtra'],
    ['Bangaon, Bihar', 'Bangaon', 'Bihar'],
    ['Bangaon, West Bengal', 'Bangaon', 'West Bengal'],
  ])('reads %j', (text, name, state) => {
    expect(findPlace(text)).toMatchObject({ name, state });
  });

  it.each(['', '   ', 'Punjab', 'at home', 'Ludhiana, Kerala'])('does not guess at %j', (text) => {
    expect(findPlace(text)).toBeUndefined();
  });

  it('suggests the largest towns that begin so, in either script', () => {
    expect(suggestPlaces('lu', 3).map(({ name }) => name)).toContain('Lucknow');
    expect(suggestPlaces('ਲੁ', 3)).toMatchObject([{ name: 'Ludhiana' }]);
    expect(suggestPlaces('', 3)).toEqual([]);
    expect(suggestPlaces('a', 4)).toHaveLength(4);
  });

  it('measures distances as the crow flies', () => {
    const [ludhiana, amritsar] = [findPlace('Ludhiana'), findPlace('Amritsar')];
    if (!ludhiana || !amritsar) throw new Error('two towns are missing');
    expect(distanceKm(ludhiana, amritsar)).toBeCloseTo(120, -1);
  });
});

describe('the outline of India', () => {
  it.each([
    ['Gilgit', 35.92, 74.31],
    ['Muzaffarabad', 34.37, 73.47],
    ['Skardu', 35.3, 75.63],
    ['Aksai Chin', 35.2, 79.5],
    ['Shaksgam', 36.05, 76.4],
    ['Siachen', 35.42, 77.1],
    ['Tawang', 27.59, 91.87],
    ['Ludhiana', 30.91, 75.85],
    ['Kanyakumari', 8.25, 77.55],
  ])('holds %s, as the Survey of India shows it (A34)', (_name, lat, lng) => {
    expect(stateAt({ lat, lng })).toBeDefined();
  });

  it.each([
    ['Lahore', 31.55, 74.34],
    ['Lhasa', 29.65, 91.1],
    ['Kathmandu', 27.7, 85.3],
    ['Dhaka', 23.8, 90.4],
    ['Colombo', 6.9, 79.86],
  ])('leaves out %s', (_name, lat, lng) => {
    expect(stateAt({ lat, lng })).toBeUndefined();
  });

  it('costs at most 20 KB', () => {
    expect(gzipSync(readFileSync('src/ui/map/base-map-data.ts')).length).toBeLessThan(20_000);
  });
});
