/** The drill tries what it says it tries: each abuse has tests that stand where it looks for them. */

import { describe, expect, it } from 'vitest';
import { ABUSES } from '../../scripts/abuses.ts';
import { allTests } from '../../scripts/test-names.ts';

const written = allTests();

describe('the drill', () => {
  it('has twelve abuses and more, each another', () => {
    expect(ABUSES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(ABUSES.map(({ tries }) => tries)).size).toBe(ABUSES.length);
  });

  it.each(ABUSES)('finds the tests of: $who $tries', ({ shownBy }) => {
    for (const { file, title } of shownBy) {
      const found = written.filter((test) => test.file === file && title.test(test.name));
      expect([file, String(title), found.length > 0]).toEqual([file, String(title), true]);
    }
  });
});
