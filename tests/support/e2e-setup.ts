/**
 * Once a run of the e2e tests: the app as it is now, a browser, and a phone and a server to copy.
 *
 * Both copies belong together: the phone has taken the face pack and the gallery of that very server, at its address.
 */

import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { browserPath, openDevice } from './browser.ts';
import { makeReady } from './pages.ts';
import { freePort, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where every server of the tests that use `profile` listens: what a browser keeps belongs to an address. */
    port: number;
    /** The data folder of a server with the sample people. */
    data: string;
    /** The profile of a phone that was made ready to go offline. */
    profile: string;
  }
}

let dir: string;

export async function setup(project: TestProject): Promise<void> {
  await browserPath(); // without a browser there is nothing to run, and nothing may pass
  build();
  dir = await mkdtemp(join(tmpdir(), 'wapsi-e2e-'));
  const port = await freePort();
  const server = await startServer({}, { port });
  const device = await openDevice({ origin: server.url }, join(dir, 'profile'));
  await makeReady(device.page, server.url);
  await device.close();
  if (device.faults.length > 0) throw new Error(`The phone could not be made ready:\n${device.faults.join('\n')}`);
  await server.stop();
  await cp(server.data, join(dir, 'data'), { recursive: true });
  await server.remove();
  project.provide('port', port);
  project.provide('data', join(dir, 'data'));
  project.provide('profile', device.profile);
}

export const teardown = (): Promise<void> => rm(dir, { recursive: true, force: true, maxRetries: 5 });

/** As its users get it, in a process of its own: in the test runner's, React would be built for development. */
function build(): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The app could not be built');
}
