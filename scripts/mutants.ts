/**
 * `npm run mutants -- --requirements N --seed S [--suites node]`: breaks the code behind N requirements, drawn by the seed
 * (or those of `--only 4,32,52`), one at a time and in a copy of the last commit, and asks whether the tests that cite them notice.
 *
 * A test whose name cites a number proves nothing by it. One that stays green while the feature is gone has to be mended.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { behindComments, type Mutation, mutated, ofName, showing } from './mutations.ts';
import { citedNumbers, readRequirements } from './requirements.ts';
import { allTests, titlePattern, type WrittenTest } from './test-names.ts';

const PRODUCT = ['src', 'server', 'contract', 'reference', 'match'];
const TEXTS = 'src/i18n/en.json';
/** Suites by the projects that run them. */
const PROJECTS = { node: ['unit', 'contract', 'integration'], browser: ['e2e', 'faults'] };
type Run = keyof typeof PROJECTS;

type Verdict = 'noticed' | 'SURVIVED' | 'no place' | 'not asked';

interface Product {
  /** Path -> text of each source file. */
  files: ReadonlyMap<string, string>;
  /** English text -> its keys. */
  keys: ReadonlyMap<string, string[]>;
  tests: readonly WrittenTest[];
}

function readProduct(): Product {
  const files = PRODUCT.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  const keys = new Map<string, string[]>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') keys.set(value, [...(keys.get(value) ?? []), key]);
    else for (const [name, inner] of Object.entries(value as object)) walk(inner, key ? `${key}.${name}` : name);
  };
  walk(JSON.parse(readFileSync(TEXTS, 'utf8')), '');
  return { files: new Map(files.map((file) => [file, readFileSync(file, 'utf8')])), keys, tests: allTests() };
}

/** Tests name more than what they are about: of what they name, so many are broken, and one that is noticed is enough. */
const GUESSES = 3;

/** How the code behind a requirement may be broken: by its comments; else by what its tests name, or see on the screen. */
function mutationsFor(seed: string, number: number, tests: readonly WrittenTest[], product: Product): Mutation[] {
  const { files, keys } = product;
  const declared = (file: string, names: Iterable<string>): Mutation[] => {
    const imported = importsOf(file);
    return [...names].flatMap((name) => {
      const from = imported.get(name) ?? '';
      const source = files.get(from);
      return source === undefined ? [] : ofName(name, from, source);
    });
  };
  const shown = (key: string): Mutation[] =>
    [...files].flatMap(([path, source]) => (source.includes(`'${key}'`) ? showing(key, path, source) : []));
  const cited = [...files].flatMap(([file, source]) =>
    source.includes(`R${number}`) ? behindComments(number, file, source) : [],
  );
  const place = ({ file, from }: Mutation): string => `${file} ${from}`;
  if (cited.length > 0) return drawn(`${seed} ${number}`, cited, place).slice(0, 1);
  const guessed = tests.flatMap(({ file, body }) => {
    const { names, texts } = wordsOf(body, keys);
    return [...declared(file, names), ...texts.flatMap(shown)];
  });
  return drawn(`${seed} ${number}`, guessed, place).slice(0, GUESSES);
}

/** What a test file imports from the product: name -> path. */
function importsOf(file: string): Map<string, string> {
  const root = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found = new Map<string, string>();
  for (const statement of root.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) continue;
    const from = normalize(join(dirname(file), statement.moduleSpecifier.text));
    for (const { name } of bindings.elements) found.set(name.text, from);
  }
  return found;
}

/** The names in a test, and the keys of the texts that it looks for: `en.home.title`, or the text itself. */
function wordsOf(body: ts.Node, keys: Product['keys']): { names: string[]; texts: string[] } {
  const [names, texts] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    if (ts.isPropertyAccessExpression(node) && /^en(\.\w+)+$/.test(node.getText())) texts.add(node.getText().slice(3));
    if (ts.isStringLiteral(node)) for (const key of keys.get(node.text) ?? []) texts.add(key);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return { names: [...names], texts: [...texts] };
}

const runOf = ({ file }: WrittenTest): Run => (/^tests\/(e2e|faults)\//.test(file) ? 'browser' : 'node');

/** Whether a test of these fails in the copy; that none of them ran is an error. */
function failsIn(copy: string, run: Run, tests: readonly WrittenTest[]): boolean {
  const out = join(copy, 'mutant.json');
  rmSync(out, { force: true });
  const files = [...new Set(tests.map(({ file }) => file))];
  const names = tests.map(({ title }) => titlePattern(title)).join('|');
  spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...PROJECTS[run].flatMap((project) => ['--project', `${project}*`]),
      ...files,
      '-t',
      names,
      '--bail=1',
      '--reporter=json',
      `--outputFile=${out}`,
    ],
    { cwd: copy, stdio: 'ignore' },
  );
  const { testResults } = JSON.parse(readFileSync(out, 'utf8')) as {
    testResults: { status: string; assertionResults: { status: string }[] }[];
  };
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'skipped');
  const failed = testResults.some(({ status }) => status === 'failed');
  if (ran.length === 0 && !failed) throw new Error(`None of these ran in ${files.join(', ')}: ${names}`);
  return failed;
}

interface Asked {
  number: number;
  verdict: Verdict;
  what?: string;
}

function ask(number: number, seed: string, suites: readonly Run[], copy: string, product: Product): Asked {
  const tests = product.tests.filter(({ title }) => citedNumbers(title).includes(number));
  const mutations = mutationsFor(seed, number, tests, product);
  const asked = suites.filter((run) => tests.some((test) => runOf(test) === run));
  const what = mutations.map((mutation) => `${mutation.file}: ${mutation.what}`).join('; ');
  if (mutations.length === 0) return { number, verdict: 'no place' };
  const noticed = asked.some((run) => {
    const own = tests.filter((test) => runOf(test) === run);
    return mutations.some((mutation) => isNoticed(mutation, run, own, copy, product));
  });
  const allAsked = tests.every((test) => asked.includes(runOf(test)));
  return { number, verdict: noticed ? 'noticed' : allAsked ? 'SURVIVED' : 'not asked', what };
}

function isNoticed(mutation: Mutation, run: Run, tests: readonly WrittenTest[], copy: string, { files }: Product) {
  const source = files.get(mutation.file) ?? '';
  const path = join(copy, mutation.file);
  writeFileSync(path, mutated(source, mutation));
  try {
    return failsIn(copy, run, tests);
  } finally {
    writeFileSync(path, source);
  }
}

/** In an order that the seed decides. */
function drawn<T>(seed: string, all: readonly T[], name: (one: T) => string): T[] {
  const rank = (one: T): string =>
    createHash('sha256')
      .update(`${seed} ${name(one)}`)
      .digest('hex');
  return [...all].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function main(): void {
  const { values } = parseArgs({
    options: {
      requirements: { type: 'string', default: '30' },
      seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      suites: { type: 'string', default: 'all' },
      only: { type: 'string' },
    },
  });
  const { seed } = values;
  const suites: Run[] = values.suites === 'node' ? ['node'] : ['node', 'browser'];
  const copy = mkdtempSync(join(tmpdir(), 'wapsi-mutants-'));
  const git = (...args: string[]) => spawnSync('git', args, { stdio: 'ignore' });
  git('worktree', 'add', '--detach', '--force', copy, 'HEAD');
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  process.chdir(copy);
  const results: Asked[] = [];
  try {
    const product = readProduct();
    const only = values.only?.split(',').map(Number);
    const all = readRequirements().filter(({ number }) => only?.includes(number) ?? true);
    const most = only?.length ?? Number(values.requirements);
    const numbers = drawn(seed, all, ({ number }) => String(number)).slice(0, most);
    for (const { number } of numbers) {
      const one = ask(number, seed, suites, copy, product);
      results.push(one);
      console.log(`R${number}\t${one.verdict}\t${one.what ?? ''}`);
    }
  } finally {
    process.chdir(tmpdir());
    spawnSync('git', ['worktree', 'remove', '--force', copy], {
      cwd: resolve(fileURLToPath(import.meta.url), '../..'),
    });
    rmSync(copy, { recursive: true, force: true });
  }
  const count = (verdict: Verdict): number => results.filter((one) => one.verdict === verdict).length;
  const [noticed, survived] = [count('noticed'), count('SURVIVED')];
  console.log(
    `seed ${seed}: ${noticed} of ${noticed + survived} mutants were noticed; ` +
      `${count('no place')} requirements without a place that is known, ${count('not asked')} not asked`,
  );
  process.exitCode = survived > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
