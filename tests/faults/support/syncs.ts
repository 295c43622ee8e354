/** Which files the browser has the system write through to the disk, seen by strace where there is one that may look. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BrowserContext } from 'playwright-core';

/** What its processes sync until `end`; undefined where nobody can see it. */
export async function watchSyncs(context: BrowserContext): Promise<{ end(): Promise<string[]> } | undefined> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const pids = processInfo.flatMap(({ id, type }) => (type === 'renderer' || type === 'GPU' ? [] : ['-p', String(id)]));
  const strace = spawn('strace', ['-f', '-y', '-e', 'trace=fsync,fdatasync', ...pids]);
  if (!(await isAttached(strace))) return undefined;
  let told = '';
  strace.stderr?.on('data', (text: Buffer) => {
    told += text;
  });
  return {
    async end() {
      strace.kill('SIGINT'); // it lets them go on
      await once(strace, 'exit');
      return [...told.matchAll(/f(?:data)?sync\(\d+<([^>]+)>/g)].map(([, path = '']) => path);
    },
  };
}

/** It says so on its own output, or ends. */
async function isAttached(strace: ChildProcess): Promise<boolean> {
  const attached = new Promise<boolean>((resolve) => {
    let told = '';
    strace.on('error', () => resolve(false)); // there is none
    strace.on('exit', () => resolve(false));
    strace.stderr?.on('data', (text: Buffer) => {
      told += text;
      if (/attached/.test(told)) resolve(true);
    });
  });
  return attached;
}
