/** Every line of the list of requirements is named by a test. */

import { describe, expect, it } from 'vitest';
import { citedNumbers, proofsOf, readRequirements } from '../../scripts/requirements.ts';
import { allTests } from '../../scripts/test-names.ts';

const LAST = 425;

const testNames = (): string[] =>
  allTests()
    .filter(({ file }) => !file.endsWith('requirements.test.ts'))
    .map(({ name }) => name);

describe('the list of requirements', () => {
  it('has every number once, in order', () => {
    const numbers = readRequirements().map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: LAST }, (_, i) => i + 1));
  });

  it('is covered by tests that name their numbers', () => {
    const proofs = proofsOf(testNames().map((name) => ({ name, passed: true })));
    const bare = readRequirements().filter(({ number }) => !proofs.has(number));
    expect(bare.map(({ number, words }) => `R${number} ${words}`)).toEqual([]);
  });

  it('is cited by number or by range', () => {
    expect(citedNumbers('does it (R12, R20-R22, R30 to R31, A4)')).toEqual([12, 20, 21, 22, 30, 31]);
    expect(citedNumbers('R70-72 and nothing of XR5')).toEqual([70, 71, 72]);
  });
});
