/** What a run of the tests comes to: how many passed of each suite and in which time, and which files took the longest. */

import { relative, sep } from 'node:path';
import type { TestReport } from './test-failures.ts';

/** Of Vitest's JSON report, what is read here; times in milliseconds since 1970. */
export interface TestRun extends TestReport {
  testResults: (TestReport['testResults'][number] & { startTime: number; endTime: number })[];
}

export interface SuiteSum {
  /** A folder of `tests`. */
  suite: string;
  passed: number;
  failed: number;
  /** From the start of its first file to the end of its last; suites of one run overlap. */
  seconds: number;
}

const SHOWN_FILES = 20;

/** @param root the project's folder */
export function sumsOf(run: TestRun, suites: readonly string[], root: string): SuiteSum[] {
  return suites.map((suite) => {
    const files = run.testResults.filter(({ name }) => relative(root, name).startsWith(['tests', suite, ''].join(sep)));
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    // A file that failed before its first test is a failure too, and a skipped test proves nothing.
    const broken = files.filter((file) => file.status !== 'passed' && file.assertionResults.length === 0).length;
    const missing = files.length === 0 ? 1 : 0;
    const ms = Math.max(...files.map(({ endTime }) => endTime)) - Math.min(...files.map(({ startTime }) => startTime));
    return {
      suite,
      passed,
      failed: tests.length - passed + broken + missing,
      seconds: files.length === 0 ? 0 : Math.round(ms / 1000),
    };
  });
}

/** The files that took the longest, the longest first: `  93 s  tests/e2e/reach.test.ts (77)`. */
export function slowestOf(runs: readonly TestRun[], root: string): string[] {
  return runs
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime, assertionResults }) => ({
      ms: endTime - startTime,
      tests: assertionResults.length,
      file: relative(root, name),
    }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SHOWN_FILES)
    .map(({ ms, file, tests }) => `${String(Math.round(ms / 1000)).padStart(4)} s  ${file} (${tests})`);
}
