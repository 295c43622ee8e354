/** Files of the embedded database that were cut, flipped or deleted: the start says so, or all that was received is there. */

import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDb } from '../../server/db/open.ts';
import { copyTemplate, passingFolder } from '../support/databases.ts';
import { seeded } from '../support/faults.ts';
import { SEED } from '../support/seed.ts';

const WRITER = join(import.meta.dirname, '../support/db-writer.ts');
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Rounds of all kinds of damage; by hand: ROUNDS=20 SEED=7. */
const ROUNDS = Number(process.env.ROUNDS ?? 1);
const ACKED = 40;
const A_START_MS = 60_000;
const PAGE = 8192;

const FILES = ['log', 'table', 'index', 'control'] as const;
const HARMS = ['cut', 'flip', 'delete'] as const;
type File = (typeof FILES)[number];

describe('an embedded database with damaged files', () => {
  /** As a kill -9 leaves it: the newest of it in the log alone, or all of it in its files. */
  let killed = '';
  let settled = '';
  const made: string[] = [];
  const acked = new Set<string>();
  const paths = new Map<File, string>();
  /** Of the log, where what was written last begins and ends. */
  let log = { path: '', from: 0, to: 0 };

  const folder = (from: string): string => {
    const dir = passingFolder('damaged');
    made.push(dir);
    cpSync(from, dir, { recursive: true });
    return dir;
  };

  /** A process that writes into `dir` until it is killed: what it has printed of its answered commits. */
  function write(dir: string): { text: () => string; kill: () => Promise<unknown> } {
    const writer = spawn(process.execPath, ['--import', TSX, WRITER, JSON.stringify({ kind: 'pglite', dir })]);
    const ended = new Promise((resolve) => writer.once('exit', resolve));
    let text = '';
    writer.stdout.on('data', (bytes: Buffer) => {
      text += bytes;
    });
    return {
      text: () => text,
      kill: () => {
        writer.kill('SIGKILL');
        return ended;
      },
    };
  }

  beforeAll(async () => {
    killed = copyTemplate();
    made.push(killed);
    const before = await openDb({ kind: 'pglite', dir: killed });
    const { rows } = await sql<{ path: string }>`
      select pg_relation_filepath(name::regclass) as path from unnest(array['receipt', 'receipt_pkey']) name`.execute(
      before.db,
    );
    paths
      .set('table', rows[0]?.path ?? '')
      .set('index', rows[1]?.path ?? '')
      .set('control', 'global/pg_control');
    log.from = await logAt(before.db);
    await before.close();

    const { text, kill } = write(killed);
    await vi.waitFor(() => expect(text().split('\n').length).toBeGreaterThan(ACKED), { timeout: 60_000 });
    await kill();
    for (const id of text().split('\n').slice(0, -1)) acked.add(id);
    rmSync(join(killed, 'lock'));

    settled = folder(killed);
    const after = await openDb({ kind: 'pglite', dir: settled });
    log = { path: await logFile(after.db), from: log.from, to: await logAt(after.db) };
    await after.close();
  }, 300_000);
  afterAll(() => {
    for (const dir of made) rmSync(dir, { recursive: true, force: true });
  });

  it.each(
    Array.from({ length: ROUNDS }, (_, round) => SEED + round).flatMap((seed) =>
      FILES.flatMap((file) => HARMS.map((harm) => ({ file, harm, seed }))),
    ),
  )(
    `says so at the start, or has it all: $harm of its $file (fault 40, seed $seed)`,
    { timeout: 2 * A_START_MS },
    async ({ file, harm, seed }) => {
      const dir = folder(file === 'log' ? killed : settled);
      damage(dir, file, harm, seeded(seed * 997));
      const began = performance.now();
      const opened = await openDb({ kind: 'pglite', dir }).catch((error: Error) => error);
      expect(performance.now() - began).toBeLessThan(A_START_MS);
      if (opened instanceof Error) {
        console.log(`${harm} of ${file}: ${opened.message}`);
        expect(opened.message).toMatch(/npm run restore -- FOLDER/);
        expect(opened.message).toContain(dir);
      } else {
        const kept = new Set((await opened.db.selectFrom('receipt').select('op_id').execute()).map((row) => row.op_id));
        await opened.close();
        console.log(`${harm} of ${file}: whole`);
        expect([...acked].filter((id) => !kept.has(id))).toEqual([]);
      }
      rmSync(dir, { recursive: true });
    },
  );

  it('has its note of what was stored at every moment, so that no kill leaves it without one', async () => {
    const dir = copyTemplate();
    made.push(dir);
    const { text, kill } = write(dir);
    const answered = () => text().split('\n').length;
    await expect.poll(answered, { timeout: 60_000 }).toBeGreaterThan(1);
    const seen = new Set<string>();
    const until = performance.now() + 30_000;
    while (seen.size <= ACKED / 2 && performance.now() < until) {
      for (let look = 0; look < 500; look++) seen.add(readFileSync(join(dir, 'stored'), 'utf8'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await kill();
    expect(seen.size, 'it was looked at while it was written').toBeGreaterThan(ACKED / 2);
    expect([...seen].filter((note) => !/\d$/.test(note))).toEqual([]);
  });

  function damage(dir: string, file: File, harm: (typeof HARMS)[number], random: () => number): void {
    const path = join(dir, 'pg', file === 'log' ? log.path : (paths.get(file) ?? ''));
    if (harm === 'delete') {
      rmSync(path);
      return;
    }
    const bytes = readFileSync(path);
    // Within what was written last, and within a page that is used.
    const [from, to] = file === 'log' ? [log.from, log.to] : [0, bytes.length];
    const at = from + Math.floor(random() * (to - from));
    if (harm === 'cut') truncateSync(path, file === 'table' || file === 'index' ? at - (at % PAGE) : at);
    else {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(path, bytes);
    }
  }
});

const SEGMENT = 16 * 1024 * 1024;

async function logAt(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<number> {
  const { rows } = await sql<{ at: string }>`select (pg_current_wal_insert_lsn() - '0/0')::text as at`.execute(db);
  return Number(rows[0]?.at) % SEGMENT;
}

async function logFile(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as at`.execute(db);
  return `pg_wal/${rows[0]?.at}`;
}
