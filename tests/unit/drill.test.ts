/** The drill tries what it says it tries: each abuse has tests that stand where it looks for them. */

import { describe, expect, it } from 'vitest';
import { ABUSES } from '../../scripts/abuses.ts';
import { allTests } from '../../scripts/test-names.ts';

const written = allTests();

/** What a pattern offers, each by itself: parted at each `|` that stands in no group and no set. */
function alternatives({ source, flags }: RegExp): RegExp[] {
  const parts = [''];
  let groups = 0;
  let inSet = false;
  for (const [sign] of source.matchAll(/\\.|./g)) {
    if (sign === '[') inSet = true;
    else if (sign === ']') inSet = false;
    else if (!inSet && sign === '(') groups++;
    else if (!inSet && sign === ')') groups--;
    if (sign === '|' && groups === 0 && !inSet) parts.push('');
    else parts.push(`${parts.pop()}${sign}`);
  }
  return parts.map((part) => new RegExp(part, flags));
}

describe('the drill', () => {
  it('has twelve abuses and more, each another', () => {
    expect(ABUSES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(ABUSES.map(({ tries }) => tries)).size).toBe(ABUSES.length);
  });

  it('takes a pattern apart where it offers one or the other, and not within what it holds together', () => {
    expect(alternatives(/a thing|of (one|many) [|]|\\|\|x/)).toEqual([/a thing/, /of (one|many) [|]/, /\\/, /\|x/]);
    expect(alternatives(/./)).toEqual([/./]);
  });

  it.each(ABUSES)('finds the tests of: $who $tries', ({ shownBy }) => {
    for (const { file, title } of shownBy) {
      const names = written.filter((test) => test.file === file).map(({ name }) => name);
      const missing = alternatives(title).filter((one) => !names.some((name) => one.test(name)));
      expect([file, ...missing]).toEqual([file]);
    }
  });
});
