/** A real server as it was built, to be stopped, killed and started again on the same data. */

import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAfterFile } from './leave-nothing.ts';
import type { ServersDatabase } from './server-database.ts';
import { type HostedServer, SHORT_LIVED, startHosted } from './server-host.ts';

export interface TestServer {
  readonly url: string;
  readonly pid: number;
  /** Its data folder. */
  readonly data: string;
  /** Stop it as an operator would. */
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Start it again; one that runs is left as it is. */
  start(): Promise<void>;
  /** What it has logged. */
  readonly log: () => string;
  /** Stop it and forget its data. */
  remove(): Promise<void>;
}

/**
 * Where a server may listen, stop, and listen again. Below the ports that the system lends to outgoing connections
 * (net.ipv4.ip_local_port_range begins at 32768): one of those may be lent to a browser while its server is down.
 */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;

export async function freePort(): Promise<number> {
  const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) =>
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  await new Promise((resolve) => probe.close(resolve));
  return isFree ? port : freePort();
}

/** Settings of a server whose disk is the test's to fill and to log (fs-faults.mjs). */
export const withFsFaults = (faults: { FS_FULL?: string; FS_LOG?: string }): Record<string, string> => ({
  NODE_OPTIONS: `--import ${new URL(`./fs-faults.mjs?${new URLSearchParams(faults)}`, import.meta.url).href}`,
});

/** What takes a server longer to stop is a fault of its own, and is to be named. */
const STOP_MS = 60_000;

/** Where a server begins, and in what process. */
interface Place {
  /** The data folder to copy; an empty one otherwise. */
  from?: string;
  /** A free one otherwise. */
  port?: number;
  /** What Node runs; the built server otherwise. */
  by?: readonly string[];
  /** With others of this worker in one process: it can't be killed. */
  hosted?: boolean;
  /** Made for it on a PostgreSQL; the embedded one, in its folder, otherwise. */
  database?: () => Promise<ServersDatabase>;
}

/** Start one; `env` adds settings of server/config.ts, or takes one away. */
export async function startServer(
  env: Record<string, string | undefined> = {},
  place: Place = {},
): Promise<TestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'wapsi-'));
  const data = join(dir, 'data');
  const port = place.port ?? (await freePort());
  const database = await place.database?.();
  const isCopied = (path: string) => !(database && path === join(place.from ?? '', 'database'));
  if (place.from) await cp(place.from, data, { recursive: true, filter: isCopied });
  let child: ChildProcess | undefined;
  let hosted: HostedServer | undefined;
  let log = '';

  const isRunning = () =>
    hosted !== undefined || (child !== undefined && child.exitCode === null && child.signalCode === null);

  async function start(): Promise<void> {
    if (isRunning()) return; // a second one would fail, and the first would be nobody's to end
    const settings = {
      PORT: String(port),
      DATA_DIR: data,
      DEMO: '1',
      STAFF_PASSKEYS: '0',
      LOG_LEVEL: 'warn',
      DATABASE_URL: database?.url,
      ...env,
    };
    if (place.hosted) {
      hosted = await startHosted({ ...process.env, ...settings }, (bytes) => {
        log += bytes.toString();
      });
      log = '';
      return;
    }
    const started = spawn(process.execPath, [...SHORT_LIVED, ...(place.by ?? ['dist/server/main.mjs'])], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    await new Promise<void>((resolve, reject) => {
      const read = (bytes: Buffer) => {
        log += bytes.toString();
        if (log.endsWith('\n') && log.includes(`Wapsi listens on http://127.0.0.1:${port}`)) resolve();
      };
      started.stdout.on('data', read);
      started.stderr.on('data', read);
      started.on('exit', (code) => reject(new Error(`the server ended (${code}): ${log}`)));
    });
    log = '';
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || !isAlive(running)) return;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        running.kill('SIGKILL');
        reject(new Error(`the server goes on after ${signal}: ${log}`));
      }, STOP_MS);
      running.once('exit', () => {
        clearTimeout(late);
        resolve();
      });
      running.kill(signal);
    });
  }

  async function stop(patienceMs?: number): Promise<void> {
    const running = hosted;
    hosted = undefined;
    if (!running) return end('SIGTERM');
    const late = setTimeout(running.killAll, STOP_MS);
    await running
      .stop(patienceMs)
      .catch((cause) => Promise.reject(new Error(`the server could not be stopped: ${log}`, { cause })))
      .finally(() => clearTimeout(late));
  }

  async function kill(): Promise<void> {
    if (hosted) throw new Error('others share its process: it cannot be killed');
    if (!child || !isAlive(child)) throw new Error('it does not run: nothing would be killed'); // and nothing shown
    await end('SIGKILL');
  }

  async function remove(): Promise<void> {
    await (hosted ? stop(0) : end('SIGKILL'));
    await database?.remove();
    await rm(dir, { recursive: true, force: true });
  }

  removeAfterFile(remove);
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    get pid() {
      return hosted?.pid ?? child?.pid ?? -1;
    },
    start,
    stop: () => stop(),
    kill,
    log: () => log,
    remove,
  };
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;
