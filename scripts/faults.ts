/** `npm run faults`: writes docs/faults.md, each fault with the tests that name it and how they ended when last run. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = 'docs/faults.md';
const RESULTS = 'test-results';

/** What can happen, in the order of the promises, and what is promised then. */
export const PROMISES: readonly (readonly [fault: string, promise: string])[] = [
  ['Tab killed while typing', 'at most half a second of typing is lost; photos are kept'],
  ['Browser killed in mid-commit', 'a report is there whole or not at all; every "Saved" is there'],
  ['Power loss of the phone', 'what was said to be saved is on disk'],
  ['Server killed in mid-transaction', 'what was received is stored; no half writes'],
  ['Power loss of the server', 'what was received is on disk; the database opens'],
  ['Two servers on one data folder', 'the second refuses and names the first'],
  ['500 or 502 before the write', 'tried again, at growing pauses up to 30 s, for ever'],
  ['Done, but the answer is lost', 'no second record; the same receipt'],
  ['Timeout, hang', 'given up after 30 s and tried again; uploads count by piece'],
  ['429', 'the asked pause is kept'],
  ['A call arrives twice', 'one record'],
  ['Calls arrive in another order', 'a photo waits for its report'],
  ['413', 'the text arrives; photos go in smaller pieces'],
  ['Captive portal, 200 or 302', 'said in words; nothing counts as sent'],
  ['navigator.onLine lies', 'the word on the network is from an answer of the server'],
  ['Token expired while offline', 'the queue stays; nothing goes out in another name'],
  ['Account deleted or role lost', 'what waits asks for help, and is not dropped'],
  ['A call that is never taken (400, 422)', 'it is set aside; the others go; it can be mended or deleted'],
  ['Several tabs', 'one of them sends'],
  ['Two devices, one account', 'both reports are kept; edits merge field by field, conflicts are shown'],
  ['Storage full', 'the text of a report can still be saved'],
  ['Storage wiped', 'found at the start and said'],
  ['A damaged model, pack or tile', 'only the bad part is fetched again'],
  ['Upload cut', 'goes on where it was; the whole is checked'],
  ['New version in the middle of a sync', 'no reload while something is written or sent'],
  ['An old chunk after a new version', 'old files stay 30 days; one reload at most'],
  ['Database upgrade with a full queue and an old tab', 'nothing is lost'],
  ['Downgrade', 'the old app reads what it knows and breaks nothing'],
  ['Server migration with old calls in queues', 'the calls of the last three versions are taken'],
  ['A wrong clock', 'sending goes on; the order is the server’s'],
  ['The service worker is killed', 'sent when the app is opened again'],
  ['Slow 2G', 'text first, photos after'],
  ['Sign-out with unsent reports', 'they are still sent; nothing readable stays'],
  ['An answer in another shape', 'kept, not shown as sent'],
  ['Server disk full', 'said so; no receipt; reading goes on'],
  ['Camera, worker or WebAssembly fails', 'said so; the form by hand is offered; no draft is lost'],
  [
    'PostgreSQL restarted, killed or failing over under load',
    'the server process serves on; what was received is stored; a clear 503 meanwhile',
  ],
  [
    'Server put back to an older copy (restore, folder or VM snapshot)',
    'devices notice at the next sync, even after many new writes; nothing that is gone is called received; it is sent again under its number',
  ],
  [
    'A proxy strips or changes headers, caches, answers 200 empty, 204, 304, 308, or cuts after the headers',
    'nothing of a signed-in person becomes nobody’s; nothing counts without its receipt',
  ],
  [
    'Files of the embedded database damaged (cut, flipped, deleted)',
    'told at the start, names restore; never passed over in silence, never a hanging start',
  ],
  [
    'Token revoked, account erased or role lost in the middle of a batch or an upload',
    'the rest waits or is set aside with its reason; nothing in another name; what is erased stays erased',
  ],
  [
    'One draft on two devices or tabs; language, theme, clock or time zone changed in mid-sync',
    'both are kept or it is asked; nothing typed is lost; the order is the server’s',
  ],
  [
    'Two server processes on one PostgreSQL, one of them killed',
    'each sees at once what the other took (photos, packs, live words); jobs are done once',
  ],
  [
    'Hostile size: 60 MB of JSON, 50 deep, 49 megapixels, 1,000 slow uploads, 10,000 connections',
    'refused before it costs; /health answers within 50 ms meanwhile; memory stays bounded',
  ],
  [
    'A stored photo rots or is deleted on the server’s disk',
    'counts as missing, is asked for again from whoever has it, and is told',
  ],
  [
    'An old tab keeps the database closed for the new one',
    'said in words within 2 s, with what to do; nothing is falsely saved',
  ],
];

/** The numbers that a test's name cites: `fault 7`, `faults 14 and 15`, `faults 7, 8`. */
export function citedFaults(name: string): number[] {
  const lists = [...name.matchAll(/\bfaults? (\d+(?:(?:, | and |, and )\d+)*)/gi)];
  return [...new Set(lists.flatMap(([, list = '']) => list.match(/\d+/g) ?? []).map(Number))];
}

interface NamedTest {
  file: string;
  name: string;
}

/** The tests of all suites whose own names cite a fault, as they are written. */
export function faultTests(): NamedTest[] {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith('fault-table.test.ts'))
    .sort();
  return files.flatMap((file) => {
    const source = readFileSync(join('tests', file), 'utf8');
    const names = source.matchAll(/\b(?:it|test|describe)\b[^'"`\n]*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g);
    return [...names]
      .map(([, , name = '']) => ({ file: `tests/${file}`, name: name.replace(/\\(['"`])/g, '$1') }))
      .filter(({ name }) => citedFaults(name).length > 0);
  });
}

/** How a test, or a group of tests, ended by its own name in the last run of its suite; each run of one name counts. */
type Ends = ReadonlyMap<string, 'pass' | 'FAIL'>;

interface Report {
  testResults: { assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[];
}

function lastEnds(): Ends {
  const ends = new Map<string, 'pass' | 'FAIL'>();
  const files = existsSync(RESULTS) ? readdirSync(RESULTS).filter((file) => file.endsWith('.json')) : [];
  for (const file of files)
    for (const { assertionResults } of (JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as Report).testResults)
      for (const { title, ancestorTitles, status } of assertionResults)
        for (const name of [title, ...ancestorTitles])
          ends.set(name, status === 'passed' && ends.get(name) !== 'FAIL' ? 'pass' : 'FAIL');
  return ends;
}

/** Of a name as its source has it: `${KILLS} kills` ran as "8 kills", `%s` and `$name` as what stood there. */
function endOf(ends: Ends, name: string): 'pass' | 'FAIL' | 'not run' {
  const parts = name.split(/\$\{[^}]*\}|%s|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const ran = new RegExp(`^${parts.join('.*')}$`);
  const found = [...ends].filter(([title]) => ran.test(title)).map(([, end]) => end);
  return found.find((end) => end === 'FAIL') ?? found[0] ?? 'not run';
}

/** The columns that do not depend on a run: fault -> its tests. */
export function tableOf(tests: readonly NamedTest[], ends: Ends = new Map()): string[] {
  return PROMISES.map(([fault, promise], i) => {
    const own = tests.filter(({ name }) => citedFaults(name).includes(i + 1));
    const cell = own.map(({ file, name }) => `${file}: ${name.replaceAll('|', '\\|')}`).join('<br>') || 'none';
    const states = own.map(({ name }) => endOf(ends, name));
    const failed = states.find((state) => state === 'FAIL');
    const result = failed ?? (states.length === 0 || states.includes('not run') ? 'not run' : 'pass');
    return `| ${i + 1} | ${fault} | ${promise} | ${cell} | ${result} |`;
  });
}

/** The tests column of a page that was written before, by fault. */
export const testsIn = (page: string): string[] =>
  [...page.matchAll(/^\| \d+ \|.*\| (.*) \| (?:pass|FAIL|not run) \|$/gm)].map(([, tests = '']) => tests);

function main(): void {
  const rows = tableOf(faultTests(), lastEnds());
  const passed = rows.filter((row) => row.endsWith('| pass |')).length;
  const head = [
    '# Faults',
    '',
    'What can happen, what is promised then, and the tests that hold us to it. Written by `npm run faults` from the names of',
    'the tests and from their last run (`npm test`).',
    '',
    `${passed} of ${rows.length} pass in the last runs.`,
    '',
    '| # | Fault | Promise | Tests | Last run |',
    '|---|---|---|---|---|',
  ];
  writeFileSync(PAGE, `${[...head, ...rows].join('\n')}\n`);
  console.log(`${passed} of ${rows.length} faults pass; the table is in ${PAGE}`);
  process.exitCode = rows.some((row) => row.endsWith('| FAIL |')) ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
