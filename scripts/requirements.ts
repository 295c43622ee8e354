/** `npm run requirements`: each requirement, the tests that name it, and whether they passed; a line without one fails. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RESULTS, ranOf, ranTests } from './last-run.ts';

const LIST = 'docs/requirements.md';

export interface Requirement {
  number: number;
  words: string;
}

/** The lines `| R12 | words |` of the list. */
export function readRequirements(list = readFileSync(LIST, 'utf8')): Requirement[] {
  return [...list.matchAll(/^\| R(\d+) \| (.+?) \|$/gm)].map(([, number, words = '']) => ({
    number: Number(number),
    words,
  }));
}

/** The numbers a test's name cites: `R12`, and ranges as `R12-R15`, `R12-15` or `R12 to R15`. */
export function citedNumbers(name: string): number[] {
  return [...name.matchAll(/\bR(\d+)(?:(?:-| to )R?(\d+))?/g)].flatMap(([, from, to]) => {
    const first = Number(from);
    return Array.from({ length: Number(to ?? from) - first + 1 }, (_, i) => first + i);
  });
}

export interface Proof {
  name: string;
  passed: boolean;
}

/** Which tests prove which requirement. */
export function proofsOf(tests: readonly Proof[]): Map<number, Proof[]> {
  const proofs = new Map<number, Proof[]>();
  for (const test of tests)
    for (const number of new Set(citedNumbers(test.name))) proofs.set(number, [...(proofs.get(number) ?? []), test]);
  return proofs;
}

/** Every test of the last run of all suites. */
const readResults = (): Proof[] =>
  ranTests().map(({ fullName, status }) => ({ name: fullName, passed: status === 'passed' }));

function main(): void {
  if (!['node', 'browser'].every((run) => existsSync(join(RESULTS, `${run}.json`))))
    spawnSync('npm', ['test'], { stdio: 'inherit' });
  const proofs = proofsOf(readResults());
  let open = 0;
  for (const { number, words } of readRequirements()) {
    const tests = proofs.get(number) ?? [];
    const failed = tests.find(({ passed }) => !passed);
    const state = tests.length === 0 ? 'NO TEST' : failed ? 'FAILED' : 'pass';
    if (state !== 'pass') open++;
    const shown = failed?.name ?? tests[0]?.name ?? '';
    const more = tests.length > 1 ? ` (+${tests.length - 1})` : '';
    console.log(`R${number}\t${state}\t${words}\t${shown}${more}`);
  }
  const all = readRequirements().length;
  console.log(ranOf());
  console.log(`${all - open} of ${all} requirements are covered and passing`);
  process.exitCode = open > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
