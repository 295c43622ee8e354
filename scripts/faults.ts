/** `npm run faults`: prints each fault of docs/faults.md with the tests that name it, and how they ended when last run. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ranOf, ranTests } from './last-run.ts';
import { allTests, titlePattern, type WrittenTest } from './test-names.ts';

const PAGE = 'docs/faults.md';

/** The numbers that a test's name cites: `fault 7`, `faults 14 and 15`, `faults 7, 8`. */
export function citedFaults(name: string): number[] {
  const lists = [...name.matchAll(/\bfaults? (\d+(?:(?:, | and |, and )\d+)*)/gi)];
  return [...new Set(lists.flatMap(([, list = '']) => list.match(/\d+/g) ?? []).map(Number))];
}

type NamedTest = Pick<WrittenTest, 'file' | 'title'>;

/** The tests of all suites whose own names cite a fault, as they are written. */
export const faultTests = (): NamedTest[] =>
  allTests().filter(({ file, title }) => !file.endsWith('fault-table.test.ts') && citedFaults(title).length > 0);

/** How a test, or a group of tests, ended by its own name in the last run of its suite; each run of one name counts. */
type Ends = ReadonlyMap<string, 'pass' | 'FAIL'>;

function lastEnds(): Ends {
  const ends = new Map<string, 'pass' | 'FAIL'>();
  for (const { title, ancestorTitles, status } of ranTests())
    for (const name of [title, ...ancestorTitles])
      ends.set(name, status === 'passed' && ends.get(name) !== 'FAIL' ? 'pass' : 'FAIL');
  return ends;
}

/** Of a title as its source has it, which ran under what was filled in. */
function endOf(ends: Ends, written: string): 'pass' | 'FAIL' | 'not run' {
  const ran = new RegExp(`^${titlePattern(written)}$`);
  const found = [...ends].filter(([title]) => ran.test(title)).map(([, end]) => end);
  return found.find((end) => end === 'FAIL') ?? found[0] ?? 'not run';
}

/** A line of docs/faults.md. */
export interface PromisedFault {
  number: number;
  fault: string;
  promise: string;
  /** How the tests bring it about, and what of it they do not. */
  played: string;
  /** The files of its tests, as the page names them. */
  files: string;
}

export const promisedFaults = (): PromisedFault[] =>
  [...readFileSync(PAGE, 'utf8').matchAll(/^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \| (.*) \|$/gm)].map(
    ([, number, fault = '', promise = '', played = '', files = '']) => ({
      number: Number(number),
      fault,
      promise,
      played,
      files,
    }),
  );

export const testsOf = (number: number, tests: readonly NamedTest[]): NamedTest[] =>
  tests.filter(({ title }) => citedFaults(title).includes(number));

/** As docs/faults.md names them: `e2e/post, faults/phone`. */
export const filesOf = (number: number, tests: readonly NamedTest[]): string =>
  [...new Set(testsOf(number, tests).map(({ file }) => file.replace(/^tests\/|\.test\.tsx?$/g, '')))].join(', ');

function main(): void {
  const [tests, ends] = [faultTests(), lastEnds()];
  let [passed, failed] = [0, 0];
  const faults = promisedFaults();
  for (const { number, fault, played } of faults) {
    const own = testsOf(number, tests).map((test) => ({ ...test, end: endOf(ends, test.title) }));
    const states = own.map(({ end }) => end);
    const isRun = states.length > 0 && !states.includes('not run');
    const end = states.includes('FAIL') ? 'FAIL' : isRun ? 'pass' : 'not run';
    if (end === 'pass') passed++;
    if (end === 'FAIL') failed++;
    console.log(`\n${number} ${fault}: ${end}\n  ${played}`);
    for (const { file, title, end } of own) console.log(`  ${end}  ${file}: ${title}`);
  }
  console.log(`\n${ranOf()}`);
  const partly = faults.filter(({ played }) => played.includes(NOT_DONE)).length;
  console.log(`${passed} of ${faults.length} faults pass; of ${partly} a part is not done, as docs/faults.md says`);
  process.exitCode = failed > 0 ? 1 : 0;
}

const NOT_DONE = 'Not done:';

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
