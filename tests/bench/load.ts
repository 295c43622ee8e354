/** `npm run load [-- --records 100000]`: the built server among many reports, on a real PostgreSQL; exit 1 when a limit is broken. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer } from '../../scripts/build.ts';
import { openDb } from '../../server/db/open.ts';
import { LAST_DAY, RARE_CATEGORY, seedAround, seedReports, WORDS } from '../support/many-reports.ts';
import { startPostgres } from '../support/postgres.ts';
import { freePort } from '../support/server.ts';

interface Figure {
  what: string;
  value: number;
  unit: 'ms' | '/s' | 'MB';
  /** `value` may not be above it; for what is counted a second, not below. */
  limit?: number;
}

const { values: options } = parseArgs({ options: { records: { type: 'string', default: '100000' } } });
const records = Number(options.records);
const figures: Figure[] = [];
const add = (what: string, value: number, unit: Figure['unit'], limit?: number) =>
  figures.push({ what, value, unit, ...(limit === undefined ? {} : { limit }) });

await buildServer(console.log);
const postgres = await startPostgres();
const dir = await mkdtemp(join(tmpdir(), 'wapsi-load-'));
try {
  console.log(`Making ${records} reports…`);
  const { db, close } = await openDb({ kind: 'postgres', url: postgres.url, keysDir: join(dir, 'keys') });
  await seedReports(db, records);
  await seedAround(db);
  await close();
  await measure(postgres.url);
} finally {
  await postgres.end();
  await rm(dir, { recursive: true, force: true });
}
print();

async function measure(url: string): Promise<void> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const since = () => performance.now() - started;
  const env = { PORT: String(port), DATA_DIR: dir, DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'error' };
  // One address asks for all: what a single reader may have is not what is measured.
  const more = { REVIEW: 'at-once', COMPARE_LIMIT_ANONYMOUS: '100000', READ_LIMIT: '1000000000', NODE_OPTIONS: '' };
  const server = spawn(process.execPath, ['dist/server/main.mjs'], {
    env: { ...process.env, ...env, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const get = async (path: string) => {
    const answer = await fetch(base + path);
    await answer.arrayBuffer();
    return answer.status;
  };
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const faceSearch = () => {
    const descriptor = Array.from({ length: 128 }, (_, i) => Math.sin(i * 7));
    const headers = { 'content-type': 'application/json' };
    return fetch(`${base}/api/face/compare`, { method: 'POST', headers, body: JSON.stringify({ descriptor }) }).then(
      (answer) => answer.arrayBuffer(),
    );
  };
  try {
    while ((await get('/health').catch(() => 0)) !== 200) await sleep(20);
    add('start to listening', since(), 'ms', 15_000);
    // A first face search before the server says ready waits for the rest of the loading.
    add('first face search after the start', await timed(faceSearch), 'ms', 5000);
    while ((await get('/health?ready=1')) !== 200) await sleep(20);
    add('start to ready', since(), 'ms', 10_000);
    add('later face search', await best(faceSearch), 'ms', 200);

    const cpu = cpuOf(server.pid);
    const stalls = watch(() => get('/countryCode'));
    add('gallery pack: the asker waits', await timed(() => get('/packs')), 'ms', 3000);
    while (!(await (await fetch(`${base}/packs`)).text()).includes('sha256')) await sleep(50);
    add('gallery pack: longest other answer meanwhile', await stalls(), 'ms', 1000);
    add('gallery pack: CPU of the server', cpuOf(server.pid) - cpu, 'ms', 5000);

    const lists: Record<string, Record<string, string>> = {
      newest: {},
      oldest: { sort: 'oldest' },
      'by reward': { sort: 'reward' },
      'a word nobody has': { q: WORDS.nobody },
      'a rare word': { q: WORDS.rare },
      'a common word': { q: WORDS.common },
      'a word of long ago': { q: WORDS.old },
      'a region': { region: 'Ludhiana' },
      'a rare category': { category: RARE_CATEGORY },
      'aged 95 and more': { ageMin: '95' },
      'aged up to 9': { ageMax: '9' },
      'since a late day': { since: LAST_DAY },
      'with a reward': { withReward: 'true' },
      'things alone': { kind: 'item' },
      'found alone': { type: 'found' },
      'persons found': { kind: 'person', type: 'found' },
    };
    for (const [name, query] of Object.entries(lists))
      add(`list: ${name}`, await best(() => get(`/report?${new URLSearchParams(query)}`)), 'ms', 120);
    add('sync of 200 rows', await best(() => get('/sync?feed=reports&limit=200')), 'ms', 600);
    const listed = (await (await fetch(`${base}/report`)).json()) as { data: { id: string }[] };
    add('one report', await best(() => get(`/report/${listed.data[0]?.id}`)), 'ms', 100);
    add('lists at 16 connections', await rate(() => get('/report')), '/s', 20);
    add('syncs of 200 rows at 16 connections', await rate(() => get('/sync?feed=reports&limit=200')), '/s', 3);
    add('memory of the server (RSS)', memoryOf(server.pid), 'MB', 600);
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

/** The middle of seven, after two to warm up with. */
async function best(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 9; i++) {
    const start = performance.now();
    await work();
    if (i > 1) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[3] ?? Number.NaN;
}

/** How many a second, over four seconds. */
async function rate(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() - start < 4000) if ((await work()) === 200) done++;
    }),
  );
  return (done * 1000) / (performance.now() - start);
}

/** Ask again and again until told to stop; gives the longest that an answer took. */
function watch(ask: () => Promise<unknown>): () => Promise<number> {
  let stopped = false;
  let longest = 0;
  const watching = (async () => {
    while (!stopped) {
      const start = performance.now();
      await ask();
      longest = Math.max(longest, performance.now() - start);
      await sleep(5);
    }
  })();
  return async () => {
    stopped = true;
    await watching;
    return longest;
  };
}

/** Milliseconds of user and system time, from Linux; 0 elsewhere. */
function cpuOf(pid = 0): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function memoryOf(pid = 0): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function print(): void {
  const isOk = ({ value, unit, limit }: Figure) =>
    limit === undefined || (unit === '/s' ? value >= limit : value <= limit);
  for (const figure of figures) {
    const { what, value, unit, limit } = figure;
    const held = limit === undefined ? '' : `${unit === '/s' ? 'at least' : 'at most'} ${limit}`;
    const shown = `${Number(value.toPrecision(3))} ${unit}`;
    console.log(`${what.padEnd(48)}${shown.padStart(12)}   ${held.padEnd(16)}${isOk(figure) ? '' : 'FAIL'}`.trimEnd());
  }
  console.log(`\n${records} reports, ${cpus().length} cores of ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
  if (!figures.every(isOk)) process.exitCode = 1;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
