/** Once a run of the tests in a browser: what they begin with, made now or found made (tests/support/prepared.ts). */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { BROWSER_FILES } from './longest-first.ts';
import { type Prepared, prepare, preparedIn } from './prepared.ts';

declare module 'vitest' {
  interface ProvidedContext extends Prepared {}
}

/** Vitest loads this file anew for each project of a run, one after the other; what one has prepared serves them all. */
const shared = globalThis as typeof globalThis & { __prepared?: { own?: string; provided: Prepared } };

export async function setup(project: TestProject): Promise<void> {
  shared.__prepared ??= await find();
  const { data, known, sessions } = shared.__prepared.provided;
  project.provide('data', data);
  project.provide('known', known);
  project.provide('sessions', sessions);
}

/** `WAPSI_PREPARED` names a folder that whoever made it removes. */
async function find() {
  const made = process.env.WAPSI_PREPARED && preparedIn(process.env.WAPSI_PREPARED);
  if (made) return { provided: made };
  const own = await mkdtemp(join(tmpdir(), 'wapsi-e2e-'));
  return { own, provided: await prepare(own, BROWSER_FILES) };
}

export async function teardown(): Promise<void> {
  const own = shared.__prepared?.own;
  if (own) await rm(own, { recursive: true, force: true, maxRetries: 5 });
}
