/**
 * `npm run drill`: the abuses of abuses.ts tried against the server and its database, and a line for each: stopped, or not.
 * It takes a few minutes; a try that is not there counts as one that was not stopped.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ABUSES, type Abuse } from './abuses.ts';
import type { RanTest } from './last-run.ts';

interface Report {
  testResults: { name: string; assertionResults: RanTest[] }[];
}

const files = [...new Set(ABUSES.flatMap(({ shownBy }) => shownBy.map(({ file }) => file)))];
const folder = mkdtempSync(join(tmpdir(), 'wapsi-drill-'));
const file = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', ...files, ...reporters],
  {
    stdio: 'inherit',
    env: { REQUESTS: '10000', ALL_DATABASES: '1', ...process.env },
  },
);
const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
rmSync(folder, { recursive: true, force: true });

const triesOf = ({ shownBy }: Abuse): RanTest[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    shownBy
      .filter((one) => one.file === relative(process.cwd(), name))
      .flatMap(({ title }) => assertionResults.filter(({ fullName }) => title.test(fullName))),
  );

const outcomes = ABUSES.map((abuse) => {
  const tries = triesOf(abuse);
  return { abuse, tries: tries.length, held: tries.filter(({ status }) => status === 'passed').length };
});
console.log('\nThe drill:');
for (const [i, { abuse, tries, held }] of outcomes.entries()) {
  const verdict = tries > 0 && held === tries ? 'stopped' : 'NOT STOPPED';
  console.log(`${String(i + 1).padStart(3)}. ${abuse.who} ${abuse.tries}: ${verdict} (${held} of ${tries} tests)`);
}
const stopped = outcomes.filter(({ tries, held }) => tries > 0 && held === tries).length;
console.log(`${ABUSES.length} abuses, ${stopped} stopped`);
if (stopped < ABUSES.length) process.exitCode = 1;
