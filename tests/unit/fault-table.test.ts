/** Each of the faults in docs/faults.md is played by a test, and the page says by which and how. */

import { describe, expect, it } from 'vitest';
import { citedFaults, faultTests, filesOf, promisedFaults } from '../../scripts/faults.ts';

const tests = faultTests();
const faults = promisedFaults();

describe('the table of faults', () => {
  it('numbers them from the first to the last, with a test for each and no test of another', () => {
    const numbers = faults.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 46 }, (_, i) => i + 1));
    const cited = new Set(tests.flatMap(({ title }) => citedFaults(title)));
    expect([...cited].sort((a, b) => a - b)).toEqual(numbers);
  });

  it('names the files of their tests', () => {
    for (const { number, fault, files } of faults) expect(files, `${number} ${fault}`).toBe(filesOf(number, tests));
  });

  it('says of each whether it is real, on the wire or simulated', () => {
    for (const { number, played } of faults) expect(played, String(number)).toMatch(/^(real|wire|simulated)\b/);
  });

  it('reads which faults a name cites', () => {
    expect(citedFaults('fault 7: a server in trouble')).toEqual([7]);
    expect(citedFaults('says so (R51, faults 14 and 15)')).toEqual([14, 15]);
    expect(citedFaults('(faults 7, 8 and 11)')).toEqual([7, 8, 11]);
    expect(citedFaults('a default 9 of nothing')).toEqual([]);
  });
});
