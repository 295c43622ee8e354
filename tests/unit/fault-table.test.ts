/** Each of the faults is named by a test, and docs/faults.md says by which. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { citedFaults, faultTests, PROMISES, tableOf, testsIn } from '../../scripts/faults.ts';

describe('the table of faults', () => {
  it('has a test for every fault', () => {
    const cited = new Set(faultTests().flatMap(({ name }) => citedFaults(name)));
    expect(PROMISES.map((_, i) => i + 1).filter((number) => !cited.has(number))).toEqual([]);
  });

  it('names in docs/faults.md the tests that there are (npm run faults writes it)', () => {
    const page = readFileSync('docs/faults.md', 'utf8');
    expect(testsIn(page)).toEqual(testsIn(tableOf(faultTests()).join('\n')));
  });

  it('reads which faults a name cites', () => {
    expect(citedFaults('fault 7: a server in trouble')).toEqual([7]);
    expect(citedFaults('says so (R51, faults 14 and 15)')).toEqual([14, 15]);
    expect(citedFaults('(faults 7, 8 and 11)')).toEqual([7, 8, 11]);
    expect(citedFaults('a default 9 of nothing')).toEqual([]);
  });
});
