import { describe, expect, test } from 'vitest';
import { CALIBRATION } from '../../match/calibration.ts';
import { decide } from '../../match/decide.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';

const bars = CALIBRATION[TEMPLATE_VERSION];

describe('the decision on a score', () => {
  test.each(['adult', 'child'] as const)(
    'has three bands for an %s, each bar belonging to the band above it',
    (age) => {
      const of = { youngest: age === 'child' ? 9 : 18 };
      const { likely, possible } = bars[age];
      expect(decide(1, of)).toBe('likely');
      expect(decide(likely, of)).toBe('likely');
      expect(decide(likely - 1e-9, of)).toBe('possible');
      expect(decide(possible, of)).toBe('possible');
      expect(decide(possible - 1e-9, of)).toBe('none');
      expect(decide(-1, of)).toBe('none');
    },
  );

  test('is stricter where a child may be one of the two', () => {
    expect(bars.child.possible).toBeGreaterThan(bars.adult.possible);
    expect(bars.child.likely).toBeGreaterThan(bars.adult.likely);
    expect(decide(bars.adult.possible, { youngest: 17 })).toBe('none');
  });

  test('takes a person of unknown age for a child', () => {
    expect(decide(bars.adult.possible, { youngest: undefined })).toBe('none');
    expect(decide(bars.child.possible, { youngest: undefined })).toBe('possible');
  });

  test('never calls a match of an infant likely', () => {
    expect(decide(1, { youngest: 2 })).toBe('possible');
    expect(decide(1, { youngest: 3 })).toBe('likely');
  });

  test('names nobody on a score that is not a number', () => {
    expect(decide(Number.NaN, { youngest: 30 })).toBe('none');
  });
});
