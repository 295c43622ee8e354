/**
 * One process for the servers of a worker's files, one after the other: loading the server is most of what its start costs,
 * and what it has done before it does faster. For tests that stop a server and start it again, never for those that kill it.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';

interface Answer {
  id: string;
  failed?: string;
}

/** The tests start a hundred servers for seconds each: what V8 spends on optimizing the database's WebAssembly never pays. */
export const SHORT_LIVED = ['--liftoff-only'];

let host: Promise<ChildProcess> | undefined;

async function openHost(): Promise<ChildProcess> {
  const child = fork(new URL('./server-host.mjs', import.meta.url), {
    execArgv: SHORT_LIVED,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.setMaxListeners(0);
  child.once('exit', () => {
    host = undefined; // the next server gets a new one
  });
  let said = '';
  const read = (bytes: Buffer) => {
    said += bytes.toString();
  };
  child.stderr?.on('data', read);
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the process of the servers ended (${code}): ${said}`)));
  });
  child.stderr?.off('data', read);
  // The worker may end before it; it ends then, too.
  child.unref();
  child.channel?.unref();
  return child;
}

async function ask(child: ChildProcess, what: object, id: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const gone = () => reject(new Error('the process of the servers ended'));
    const read = (answer: Answer) => {
      if (answer.id !== id) return;
      child.off('message', read).off('exit', gone);
      if (answer.failed) reject(new Error(answer.failed));
      else resolve();
    };
    child.on('message', read).once('exit', gone);
    child.send({ id, ...what }, (error) => error && reject(error)); // one that ended before says no more that it ends
  });
}

export interface HostedServer {
  readonly pid: number;
  stop(patienceMs?: number): Promise<void>;
  /** kill -9 of the process, and of every server in it. */
  killAll(): void;
}

/** Start one with these settings (server/config.ts); `log` is told what is written, by any server of that process. */
export async function startHosted(
  settings: Record<string, string | undefined>,
  log: (bytes: Buffer) => void,
): Promise<HostedServer> {
  host ??= openHost();
  const child = await host;
  const id = randomUUID();
  child.stdout?.on('data', log);
  child.stderr?.on('data', log);
  const leave = () => {
    child.stdout?.off('data', log);
    child.stderr?.off('data', log);
  };
  try {
    await ask(child, { start: settings }, id);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    pid: child.pid ?? -1,
    async stop(patienceMs) {
      await ask(child, { stop: { patienceMs } }, id);
      leave();
    },
    killAll: () => void child.kill('SIGKILL'),
  };
}
