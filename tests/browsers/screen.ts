/** A screen for a browser that draws with WebGL only where it has one. */

import { type ChildProcess, spawn } from 'node:child_process';

/** It draws its own number, and tells it on the third channel. */
export async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1000x1100x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    screen.once('exit', (code) => reject(new Error(`Xvfb ended (${code})`)));
  });
  return { screen, display: `:${number}` };
}
