import { expect, test } from 'vitest';
import { failuresOf, type TestReport } from '../../scripts/test-failures.ts';

const ROOT = '/somewhere/wapsi';

function reportOf(...tests: TestReport['testResults'][number]['assertionResults']): TestReport {
  return { testResults: [{ name: `${ROOT}/tests/e2e/a.test.ts`, status: 'failed', assertionResults: tests }] };
}

test('A run’s end names each test that failed, with its error, the line it came from and what the page showed', () => {
  const message = `\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at node_modules/x.js:1:1\n    at ${ROOT}/tests/e2e/a.test.ts:7:3`;
  const [failure, ...others] = failuresOf(
    reportOf(
      { fullName: 'passes', status: 'passed' },
      {
        fullName: 'counts to two',
        status: 'failed',
        failureMessages: [message],
        meta: { lastLook: '/items: nothing' },
      },
    ),
    ROOT,
  );
  expect(others).toEqual([]);
  expect(failure).toBe(
    '✗ tests/e2e/a.test.ts counts to two (failed)\n  AssertionError: expected 1 to be 2\n  at tests/e2e/a.test.ts:7:3\n  /items: nothing',
  );
});

test('A test that was skipped and a file that did not start are named as well', () => {
  expect(failuresOf(reportOf({ fullName: 'is left out', status: 'pending' }), ROOT)[0]).toContain(
    'is left out (pending)',
  );
  const broken: TestReport = {
    testResults: [
      { name: `${ROOT}/tests/a.test.ts`, status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(failuresOf(broken, ROOT)).toEqual(['✗ tests/a.test.ts\n  no such module']);
});

test('Many failures with long pages keep all their names within what a log’s end holds', () => {
  const many = Array.from({ length: 12 }, (_, nth) => ({
    fullName: `number ${nth}`,
    status: 'failed',
    failureMessages: ['x'.repeat(400)],
    meta: { lastLook: 'y'.repeat(5000) },
  }));
  const said = failuresOf(reportOf(...many), ROOT);
  expect(said).toHaveLength(12);
  expect(said.join('\n').length).toBeLessThan(7000);
});
