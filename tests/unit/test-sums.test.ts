import { expect, test } from 'vitest';
import { slowestOf, sumsOf, type TestRun } from '../../scripts/test-sums.ts';

const ROOT = '/somewhere/wapsi';

function file(path: string, seconds: [number, number], ...statuses: string[]): TestRun['testResults'][number] {
  return {
    name: `${ROOT}/${path}`,
    status: statuses.every((status) => status === 'passed') && statuses.length > 0 ? 'passed' : 'failed',
    startTime: seconds[0] * 1000,
    endTime: seconds[1] * 1000,
    assertionResults: statuses.map((status, i) => ({ fullName: `test ${i}`, status })),
  };
}

const RUN: TestRun = {
  testResults: [
    file('tests/unit/a.test.ts', [0, 3], 'passed', 'passed'),
    file('tests/integration/b.test.ts', [1, 21], 'passed', 'failed'),
    file('tests/integration/c.test.ts', [11, 41], 'passed', 'pending'),
  ],
};

test('Each suite of a run is summed by itself, from the start of its first file to the end of its last', () => {
  expect(sumsOf(RUN, ['unit', 'integration'], ROOT)).toEqual([
    { suite: 'unit', passed: 2, failed: 0, seconds: 3 },
    { suite: 'integration', passed: 2, failed: 2, seconds: 40 },
  ]);
});

test('A suite of which no file ran, and a file that ended before its first test, are failures', () => {
  const [unit] = sumsOf({ testResults: [file('tests/unit/a.test.ts', [0, 1])] }, ['unit'], ROOT);
  expect(unit).toMatchObject({ passed: 0, failed: 1 });
  expect(sumsOf({ testResults: [] }, ['contract'], ROOT)).toMatchObject([{ passed: 0, failed: 1 }]);
});

test('The slowest files come first, with their seconds and how many tests they hold', () => {
  expect(slowestOf([RUN], ROOT)).toEqual([
    '  30 s  tests/integration/c.test.ts (2)',
    '  20 s  tests/integration/b.test.ts (2)',
    '   3 s  tests/unit/a.test.ts (2)',
  ]);
});
