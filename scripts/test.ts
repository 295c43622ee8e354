/** `npm test`: every suite, or those named, one after the other; the last line sums them up. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { failuresOf, type TestReport } from './test-failures.ts';

/** The projects of vite.config.ts whose names begin so: `e2e-alone` belongs to `e2e`. */
const SUITES = ['unit', 'contract', 'integration', 'e2e', 'faults'] as const;
const OUT = 'test-results';

/** Suites that ask what users see, of dozens of browsers and databases, not what a disk keeps. */
const IN_MEMORY: readonly string[] = ['e2e', 'faults'];
const MEMORY_DISK = '/dev/shm';
/** About four times what such a suite was seen to hold at once. */
const MEMORY_DISK_BYTES = 4 * 1024 ** 3;

/**
 * Where a suite puts its browsers' profiles and its servers' data: in memory, where there is plenty of it. All of them
 * write through to the disk, and on a disk that is busy or rationed one write was seen to hold a page up for over a second.
 */
function scratchOf(suite: string): string | undefined {
  if (!IN_MEMORY.includes(suite) || freemem() < 2 * MEMORY_DISK_BYTES) return undefined;
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize < MEMORY_DISK_BYTES ? undefined : mkdtempSync(join(MEMORY_DISK, 'wapsi-'));
  } catch {
    return undefined; // there is none, or it is not for us to write to
  }
}

interface Summary extends TestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}

/** A suite that could not even run counts as one failure: nothing may look green because it did not start. */
function runSuite(suite: string): { passed: number; failed: number; failures: string[] } {
  const file = join(OUT, `${suite}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const scratch = scratchOf(suite);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', `${suite}*`, ...reporters],
    { stdio: 'inherit', env: { ...process.env, ...(scratch && { TMPDIR: scratch }) } },
  );
  if (scratch) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  try {
    const summary = JSON.parse(readFileSync(file, 'utf8')) as Summary;
    // A skipped test proves nothing, so it counts as failed.
    const failed = summary.numFailedTests + summary.numPendingTests;
    const unexplained = status !== 0 && failed === 0 ? 1 : 0;
    return {
      passed: summary.numPassedTests,
      failed: failed + unexplained,
      failures: failuresOf(summary, process.cwd()),
    };
  } catch {
    return { passed: 0, failed: 1, failures: [`✗ ${suite}: it did not run to its end`] };
  }
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !SUITES.some((suite) => suite === name));
if (unknown.length > 0) throw new Error(`There is no suite ${unknown.join(', ')}; there are ${SUITES.join(', ')}`);
mkdirSync(OUT, { recursive: true });

const results = SUITES.filter((suite) => named.length === 0 || named.includes(suite)).map((suite) => {
  const began = Date.now();
  return { suite, ...runSuite(suite), seconds: Math.round((Date.now() - began) / 1000) };
});
for (const { failures } of results) for (const failure of failures) console.log(`\n${failure}`);
console.log();
for (const { suite, passed, failed, seconds } of results)
  console.log(`${suite}: ${passed} passed, ${failed} failed in ${seconds} s`);
const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
