/** The weather of the fault rig deals every kind of fault, whatever the seed. */

import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, makeWeather } from '../faults/support/weather.ts';
import { seeded } from '../support/faults.ts';
import type { Passed } from '../support/proxy.ts';

const call = (length: number): Passed => ({
  method: length > 0 ? 'POST' : 'GET',
  path: '/report',
  query: new URLSearchParams(),
  at: 0,
  length,
  opId: undefined,
  isCall: true,
  fault: undefined,
  status: undefined,
  bytesIn: 0,
  left: false,
});

/** Ten calls in each second, one in three of them with a body. */
function weatherOf(seed: number, seconds: number) {
  let now = 0;
  const weather = makeWeather(seeded(seed), () => now);
  for (let i = 0; i < seconds * 10; i++) {
    now = i * 100;
    weather.fate(call(i % 3 === 0 ? 400 : 0));
  }
  return weather;
}

describe('the weather of the mix', () => {
  it('deals every kind of fault within two minutes, for each of 50 seeds', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const { met } = weatherOf(seed, 120);
      expect(
        [...FAULT_KINDS].filter((kind) => !met.has(kind)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });

  it('is the same for the same seed, and another for another', () => {
    expect([...weatherOf(7, 60).met]).toEqual([...weatherOf(7, 60).met]);
    expect([...weatherOf(7, 60).met]).not.toEqual([...weatherOf(8, 60).met]);
  });

  it('cuts no upload of a call that uploads nothing', () => {
    const weather = makeWeather(seeded(3), () => Date.now());
    for (let i = 0; i < 2000; i++) weather.fate(call(0));
    expect(weather.met.size).toBeGreaterThan(0);
    expect(weather.met.has('cut-upload')).toBe(false);
  });

  it('brings nothing more once it has cleared', () => {
    const weather = weatherOf(5, 60);
    weather.clear();
    const before = [...weather.met.values()];
    for (let i = 0; i < 500; i++) expect(weather.fate(call(400))).toBeUndefined();
    expect([...weather.met.values()]).toEqual(before);
  });
});
