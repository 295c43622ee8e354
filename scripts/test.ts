/**
 * `npm test`: every suite, or those named. It ends with what failed, the slowest files, the seconds of each suite and of the
 * whole, and the sums on a line of their own.
 */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import '../tests/support/longest-first.ts'; // how many files run at once is measured here, for all that is started from here
import { buildServer } from './build.ts';
import { noteCommit, RESULTS } from './last-run.ts';
import { scratchFolder } from './scratch.ts';
import { failuresOf } from './test-failures.ts';
import { type SuiteSum, slowestOf, sumsOf, type TestRun } from './test-sums.ts';

/** Suites that share a process and its set-up: one waits while another computes. A suite is a folder of `tests`. */
const RUNS = {
  node: ['unit', 'contract', 'integration'],
  browser: ['e2e', 'faults'],
} as const;

interface Outcome {
  sums: SuiteSum[];
  failures: string[];
  report: TestRun | undefined;
}

/** A run that could not even begin counts as one failure: nothing may look green because it did not start. */
function run(name: keyof typeof RUNS, suites: readonly string[]): Outcome {
  const file = join(RESULTS, `${suites.length === RUNS[name].length ? name : suites.join('-')}.json`);
  rmSync(file, { force: true });
  noteCommit(file);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const projects = RUNS[name].flatMap((suite) => ['--project', `${suite}*`]);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...suites.map((suite) => `tests/${suite}/`), ...reporters],
    { stdio: 'inherit', env: { ...process.env, TMPDIR: scratch } },
  );
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as TestRun;
    const sums = sumsOf(report, suites, process.cwd());
    const failures = failuresOf(report, process.cwd());
    const [first] = sums;
    if (first && status !== 0 && sums.every(({ failed }) => failed === 0)) {
      first.failed = 1;
      failures.push(`✗ ${name}: it ended with ${status}, and no test says why`);
    }
    return { sums, failures, report };
  } catch {
    const sums = suites.map((suite, i) => ({ suite, passed: 0, failed: i === 0 ? 1 : 0, seconds: 0 }));
    return { sums, failures: [`✗ ${name}: it did not run to its end`], report: undefined };
  }
}

/** Make what the browsers' run begins with while another run leaves a part of the processors idle. */
async function prepareBeside(): Promise<void> {
  const dir = join(scratch, 'prepared');
  mkdirSync(dir);
  const script = ['--import', 'tsx', 'tests/support/prepared.ts', dir];
  const making = spawn(process.execPath, script, { stdio: 'ignore', env: { ...process.env, TMPDIR: scratch } });
  await new Promise((resolve) => making.once('exit', resolve).once('error', resolve));
  process.env.WAPSI_PREPARED = dir; // where it failed nothing is in it, and the set-up makes it, or says why it cannot
}

const known: readonly string[] = Object.values(RUNS).flat();
const named = process.argv.slice(2);
const unknown = named.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`There is no suite ${unknown.join(', ')}; there are ${known.join(', ')}`);
if (named.length === 0) rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const began = Date.now();
const asked = (Object.keys(RUNS) as (keyof typeof RUNS)[])
  .map((name) => ({ name, suites: RUNS[name].filter((suite) => named.length === 0 || named.includes(suite)) }))
  .filter(({ suites }) => suites.length > 0);
/**
 * Dozens of servers, browsers and databases write through to the disk, and on one that is busy or rationed one write was
 * seen to hold a page up for over a second. What a power cut leaves is played back from what was written and synced.
 */
const scratch = scratchFolder();
// Both runs want it, and only one may build it. Where it fails, their set-ups try again, and say why.
if (asked.length > 1) await buildServer(console.log).catch(() => undefined);
const prepared = asked.length > 1 ? prepareBeside() : undefined;
const outcomes: Outcome[] = [];
for (const { name, suites } of asked) {
  if (name === 'browser') await prepared;
  outcomes.push(run(name, suites));
}
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
console.log('\nThe slowest files:');
for (const line of slowestOf(
  outcomes.flatMap(({ report }) => report ?? []),
  process.cwd(),
))
  console.log(`  ${line}`);
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\n${failure}`);
console.log();
const sums = outcomes.flatMap((outcome) => outcome.sums);
for (const { suite, passed, failed, seconds } of sums)
  console.log(`${suite}: ${passed} passed, ${failed} failed in ${seconds} s`);
console.log(`The whole took ${Math.round((Date.now() - began) / 1000)} s`);
const sum = (key: 'passed' | 'failed') => sums.reduce((total, each) => total + each[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
