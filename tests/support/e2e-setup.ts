/** Once a run of the tests in a browser: what they begin with, made now or found made (tests/support/prepared.ts). */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { BROWSER_FILES } from './longest-first.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { type Prepared, prepare, preparedIn } from './prepared.ts';

declare module 'vitest' {
  interface ProvidedContext extends Omit<Prepared, 'postgres'> {}
}

/** Vitest loads this file anew for each project of a run, one after the other; what one has prepared serves them all. */
const shared = globalThis as typeof globalThis & {
  __prepared?: { own?: string; provided: Prepared; postgres: TestPostgres };
};

export async function setup(project: TestProject): Promise<void> {
  shared.__prepared ??= await find();
  const { data, known, sessions } = shared.__prepared.provided;
  project.provide('postgresUrl', shared.__prepared.postgres.url);
  project.provide('data', data);
  project.provide('known', known);
  project.provide('sessions', sessions);
}

/** `WAPSI_PREPARED` names a folder that whoever made it removes. */
async function find() {
  const made = process.env.WAPSI_PREPARED && preparedIn(process.env.WAPSI_PREPARED);
  if (made) return { provided: made, postgres: await startPostgres({ data: made.postgres }) };
  const own = await mkdtemp(join(tmpdir(), 'wapsi-e2e-'));
  const provided = await prepare(own, BROWSER_FILES);
  return { own, provided, postgres: await startPostgres({ data: provided.postgres }) };
}

export async function teardown(): Promise<void> {
  await shared.__prepared?.postgres.end();
  const own = shared.__prepared?.own;
  if (own) await rm(own, { recursive: true, force: true, maxRetries: 5 });
}
