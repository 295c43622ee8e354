/** Districts: the list, the map, and what a text names. */

import { describe, expect, it } from 'vitest';
import { districtName, districtNamed, districts, findDistrict } from '../../reference/districts.ts';
import { PLACES } from '../../reference/places.ts';
import { STATES } from '../../reference/states.ts';
import { districtAt, districtOf } from '../../server/reports/district.ts';

describe('the list of districts', () => {
  it('has every state, and each district once, in the order of ids that the map counts on', () => {
    const ids = districts().map(({ id }) => id);
    expect(ids).toHaveLength(754);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(new Set(districts().map(({ state }) => state))).toEqual(new Set(Object.keys(STATES)));
    for (const { id, name } of districts())
      expect([id, /^[a-z]{2}-[a-z-]+$/.test(id), name !== '']).toEqual([id, true, true]);
  });

  it('has the 23 of Punjab in Gurmukhi too', () => {
    const punjab = districts().filter(({ state }) => state === 'PB');
    expect([punjab.length, punjab.filter(({ pa }) => /^[\u0a00-\u0a7f ().]+$/.test(pa ?? '')).length]).toEqual([
      23, 23,
    ]);
    expect([districtName('pb-ludhiana', 'pa'), districtName('pb-ludhiana', 'en')]).toEqual([
      ...['ਲੁਧਿਆਣਾ, ਪੰਜਾਬ', 'Ludhiana, Punjab'],
    ]);
    expect([districtName('pb-ludhiana', 'hi'), districtName('up-lucknow', 'hi')]).toEqual([
      ...['लुधियाना, पंजाब', 'लखनऊ, उत्तर प्रदेश'],
    ]);
    expect([districtName('xx-none', 'en'), findDistrict('xx-none')]).toEqual(['xx-none', undefined]);
  });
});

describe('the map of districts', () => {
  it.each([
    ['Ludhiana, Ghumar Mandi', 30.9, 75.83, 'pb-ludhiana'],
    ['Khanna', 30.703, 76.22, 'pb-ludhiana'],
    ['Phagwara', 31.224, 75.771, 'pb-kapurthala'],
    ['Malerkotla', 30.53, 75.88, 'pb-malerkotla'],
    ['Zirakpur', 30.645, 76.817, 'pb-mohali-sas-nagar'],
    ['Wagah', 31.604, 74.574, 'pb-amritsar'],
    ['Connaught Place', 28.632, 77.219, 'dl-new-delhi'],
    ['Mumbai, Fort', 18.933, 72.834, 'mh-mumbai'],
    ['Andheri', 19.119, 72.846, 'mh-mumbai-suburban'],
    ['Port Blair', 11.666, 92.735, 'an-south-andamans'],
  ])('has %s in its district', (_, lat, lng, id) => {
    expect(districtAt({ lat, lng })).toBe(id);
  });

  it.each([
    ['the sea', 10, 70],
    ['London', 51.5, -0.1],
    ['no place', Number.NaN, 75],
  ])('has no district for %s', (_, lat, lng) => {
    expect(districtAt({ lat, lng })).toBeUndefined();
  });

  it('has 19 of 20 towns that a district is named after in that district', () => {
    const seats = PLACES.flatMap((town) => {
      const own = districts().find(({ name, state }) => name === town.name && STATES[state].name === town.state);
      return own ? [districtAt(town) === own.id] : [];
    });
    expect(seats.length).toBeGreaterThan(300);
    expect(seats.filter(Boolean).length / seats.length).toBeGreaterThan(0.95);
  });
});

describe('the district of a report', () => {
  const none = { lat: null, lng: null };

  it('is that of its point, whatever its region says', () => {
    expect(districtOf({ lat: 25.6, lng: 85.13, region: 'Ludhiana' })).toBe('br-patna');
  });

  it.each([
    ['Ludhiana, Punjab', 'pb-ludhiana'],
    ['near the bus stand, ਲੁਧਿਆਣਾ', 'pb-ludhiana'],
    ['Tarn Taran district', 'pb-tarn-taran'],
    ['Kinnaur', 'hp-kinnaur'],
    ['ਜ਼ਿਲ੍ਹਾ ਮਾਨਸਾ, ਪੰਜਾਬ', 'pb-mansa'],
    ['बस अड्डे के पास, लुधियाना', 'pb-ludhiana'],
    ['ज़िला किन्नौर, हिमाचल प्रदेश', 'hp-kinnaur'],
    ['प्रतापगढ़, राजस्थान', 'rj-pratapgarh'],
    ['behind the mill', ''],
    ['', ''],
  ])('is that which “%s” names', (region, id) => {
    expect(districtOf({ ...none, region })).toBe(id);
  });

  it('is none where a name is of two and no state says which', () => {
    expect([districtNamed('Pratapgarh'), districtNamed('Pratapgarh, Rajasthan')]).toEqual([undefined, 'rj-pratapgarh']);
    expect(districtOf({ ...none, region: null })).toBe('');
  });
});
