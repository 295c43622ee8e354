import { describe, expect, test } from 'vitest';
import { CALIBRATION } from '../../match/calibration.ts';
import { decide } from '../../match/decide.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';

const bars = CALIBRATION[TEMPLATE_VERSION];

describe('the decision on a score', () => {
  test.each(['adult', 'child'] as const)(
    'has three bands for an %s, each bar belonging to the band above it',
    (age) => {
      const of = { child: age === 'child' };
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
    expect(decide(bars.adult.possible, { child: true })).toBe('none');
  });

  test('names nobody on a score that is not a number', () => {
    expect(decide(Number.NaN, { child: false })).toBe('none');
  });
});
