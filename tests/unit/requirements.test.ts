/** Every line of the list of requirements is named by a test. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citedNumbers, proofsOf, readRequirements } from '../../scripts/requirements.ts';

const LAST = 425;

/** The names of all tests, as they are written: `it('name'`, or `it.each(...)('name'`. */
function testNames(): string[] {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.test\.tsx?$/.test(file),
  );
  return files
    .filter((file) => !file.endsWith('requirements.test.ts'))
    .flatMap(
      (file) =>
        readFileSync(join('tests', file), 'utf8').match(
          /^.*\b(?:it|test|describe|withDatabases)\b.*\(.*$|^ *['`].*['`],$|^ *\}?\]?\)\(['`].*$/gm,
        ) ?? [],
    );
}

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
