/** What the last run of each suite left behind: its report, and of which commit it was. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const RESULTS = 'test-results';

export interface RanTest {
  title: string;
  ancestorTitles: string[];
  fullName: string;
  status: string;
}

const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';

/** The commit that is checked out, and whether anything is changed that it does not hold. */
function commitNow(): string {
  const commit = git('rev-parse', '--short', 'HEAD') || 'no commit';
  return git('status', '--porcelain') === '' ? commit : `${commit} with changes`;
}

/** To be called as the run begins whose report is `file`. */
export const noteCommit = (file: string): void => writeFileSync(commitOf(file), commitNow());
const commitOf = (file: string): string => file.replace(/\.json$/, '.commit');

const reports = (): string[] =>
  existsSync(RESULTS) ? readdirSync(RESULTS).filter((file) => file.endsWith('.json')) : [];

/** Every test of the last runs. */
export const ranTests = (): RanTest[] =>
  reports().flatMap((file) => {
    const report = JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as {
      testResults: { assertionResults: RanTest[] }[];
    };
    return report.testResults.flatMap(({ assertionResults }) => assertionResults);
  });

/** One line for people: of which commits the reports are, and what is checked out now. */
export function ranOf(): string {
  const noted = reports().map((file) => commitOf(join(RESULTS, file)));
  const of = new Set(noted.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : 'an unknown commit')));
  return of.size === 0 ? 'No suite has run' : `Results of ${[...of].join(', ')}; checked out is ${commitNow()}`;
}
