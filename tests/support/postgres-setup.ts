/**
 * Once a test run: a real PostgreSQL from npm, a PGlite folder to copy, so that no test file waits for a first creation,
 * and the built server for those that run it in a process of its own.
 */

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../scripts/build.ts';
import { scratchFolder } from '../../scripts/scratch.ts';
import { openDb } from '../../server/db/open.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a server whose databases the test files make for themselves. */
    postgresUrl: string;
    /** A data folder with a migrated, empty PGlite in it, on the disk. */
    pgliteTemplate: string;
    /** A copy of it, and a place for copies of that: for tests that ask what is in a database, not what a disk keeps. */
    passing: { template: string; place: string };
  }
}

let stop: () => Promise<void>;

/** Making a thousand files for each database was a fifth of what the run cost, so they are in memory where there is room. */
export async function setup(project: TestProject): Promise<void> {
  const place = scratchFolder();
  const [{ url, end }, template] = await Promise.all([
    startPostgres({ within: place }),
    makeTemplate(),
    buildServer(console.log),
  ]);
  const passing = { template: join(place, 'template'), place };
  cpSync(template, passing.template, { recursive: true });
  stop = async () => {
    await end();
    rmSync(place, { recursive: true, force: true });
  };
  project.provide('postgresUrl', url);
  project.provide('pgliteTemplate', template);
  project.provide('passing', passing);
}

export const teardown = (): Promise<void> => stop();

/** Kept between runs under a name that changes with the code that makes it. */
async function makeTemplate(): Promise<string> {
  const cache = join(import.meta.dirname, '../../.cache');
  const name = `pglite-${hashOfSources()}`;
  const template = join(cache, name);
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache)) {
    if (/^pglite-[0-9a-f]{16}$/.test(old)) rmSync(join(cache, old), { recursive: true });
  }
  const dir = mkdtempSync(join(cache, 'new-'));
  const { close } = await openDb({ kind: 'pglite', dir });
  await close();
  if (existsSync(template)) rmSync(dir, { recursive: true });
  else renameSync(dir, template);
  return template;
}

function hashOfSources(): string {
  const root = join(import.meta.dirname, '../..');
  const hash = createHash('sha256');
  for (const folder of ['server/db', 'server/db/migrations']) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.isFile()) hash.update(readFileSync(join(root, folder, entry.name)));
    }
  }
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
}
