/**
 * Once a run of the e2e tests: the app as it is now, a browser, a server to copy, and a phone to copy for each worker.
 *
 * They belong together: each phone has taken the face pack and the gallery of that very server, at an address of its own.
 */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { browserPath, openDevice } from './browser.ts';
import { makeReady } from './pages.ts';
import { freePort, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a server with the sample people. */
    data: string;
    /** For each worker: the profile of a phone that was made ready to go offline, and where its server listens. */
    known: readonly { port: number; profile: string }[];
  }
}

let dir: string;

export async function setup(project: TestProject): Promise<void> {
  await browserPath(); // without a browser there is nothing to run, and nothing may pass
  dir = await mkdtemp(join(tmpdir(), 'wapsi-e2e-'));
  const data = join(dir, 'data');
  // As the README's first command does it: with no setting, and all that is to be built built on the way.
  const first = await startServer(
    { DEMO: undefined, NODE_ENV: undefined },
    { by: ['--import', 'tsx', 'scripts/start.ts'] },
  );
  await first.stop();
  await cp(first.data, data, { recursive: true });
  await first.remove();
  project.provide('data', data);
  // Of the whole run: a project that runs its files one by one has fewer than the others.
  const configs = [project.vitest.config, ...project.vitest.projects.map(({ config }) => config)];
  const maxWorkers = Math.max(...configs.map((config) => Number(config.maxWorkers) || 1)); // absent where none is set
  const workers = Array.from({ length: maxWorkers }, (_, i) => join(dir, `profile-${i}`));
  project.provide('known', await Promise.all(workers.map((profile) => readyPhone(data, profile))));
}

async function readyPhone(from: string, profile: string): Promise<{ port: number; profile: string }> {
  const port = await freePort();
  const server = await startServer({}, { from, port });
  const device = await openDevice({ origin: server.url }, profile);
  await makeReady(device.page, server.url);
  await device.close();
  if (device.faults.length > 0) throw new Error(`The phone could not be made ready:\n${device.faults.join('\n')}`);
  await server.remove();
  return { port, profile };
}

export const teardown = (): Promise<void> => rm(dir, { recursive: true, force: true, maxRetries: 5 });
