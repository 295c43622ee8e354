/**
 * Once a run of the e2e tests: the app as it is now, a browser, a server to copy, and a phone to copy for each worker.
 *
 * They belong together: each phone has taken the face pack and the gallery of that very server, at an address of its own.
 */

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Session, sessionOf } from './accounts.ts';
import { browserPath, openDevice } from './browser.ts';
import { makeReady, shellIsKept } from './pages.ts';
import { visitedIn } from './phone.ts';
import { freePort, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a server with the sample people. */
    data: string;
    /** For each worker: the profile of a phone that was made ready to go offline, and where its server listens. */
    known: readonly { port: number; profile: string }[];
    /** Sessions that this server knows, so that nobody has to sign in anew for each test. */
    sessions: Record<'poster' | 'finder', Session>;
  }
}

interface Prepared {
  dir: string;
  provided: Pick<ProvidedContext, 'data' | 'known' | 'sessions'>;
}

/** Vitest loads this file anew for each project of a run, one after the other; what one has prepared serves them all. */
const shared = globalThis as typeof globalThis & { __prepared?: Prepared };

export async function setup(project: TestProject): Promise<void> {
  shared.__prepared ??= await prepare(project);
  const { data, known, sessions } = shared.__prepared.provided;
  project.provide('data', data);
  project.provide('known', known);
  project.provide('sessions', sessions);
}

async function prepare({ vitest }: TestProject): Promise<Prepared> {
  await browserPath(); // without a browser there is nothing to run, and nothing may pass
  const dir = await mkdtemp(join(tmpdir(), 'wapsi-e2e-'));
  const data = join(dir, 'data');
  // As the README's first command does it: with no setting, and all that is to be built built on the way.
  const first = await startServer(
    { DEMO: undefined, NODE_ENV: undefined },
    { by: ['--import', 'tsx', 'scripts/start.ts'] },
  );
  const sessions = { poster: await sessionOf(first.url, 'poster'), finder: await sessionOf(first.url, 'finder') };
  await first.stop();
  await cp(first.data, data, { recursive: true });
  await first.remove();
  // Of the whole run: a project that runs its files one by one has fewer than the others.
  const configs = [vitest.config, ...vitest.projects.map(({ config }) => config)];
  const maxWorkers = Math.max(...configs.map((config) => Number(config.maxWorkers) || 1)); // absent where none is set
  const workers = Array.from({ length: maxWorkers }, (_, i) => join(dir, `profile-${i}`));
  const known = await Promise.all(workers.map((profile) => readyPhone(data, profile)));
  return { dir, provided: { data, known, sessions } };
}

async function readyPhone(from: string, profile: string): Promise<{ port: number; profile: string }> {
  const port = await freePort();
  const server = await startServer({}, { from, port });
  let device = await openDevice({ origin: server.url }, profile);
  await device.page.goto(server.url);
  await shellIsKept(device.page);
  await device.close(); // all that it keeps is on the disk then
  await cp(profile, visitedIn(profile), { recursive: true });
  const { faults } = device;
  device = await device.reopen();
  await makeReady(device.page, server.url);
  await device.close();
  faults.push(...device.faults);
  if (faults.length > 0) throw new Error(`The phone could not be made ready:\n${faults.join('\n')}`);
  await server.remove();
  return { port, profile };
}

export async function teardown(): Promise<void> {
  if (shared.__prepared) await rm(shared.__prepared.dir, { recursive: true, force: true, maxRetries: 5 });
}
