/** Databases for the tests: the same suite on PGlite and on PostgreSQL, a database of its own for each file. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, inject } from 'vitest';
import { isFeedWhole } from '../../server/db/change.ts';
import { transact } from '../../server/db/once.ts';
import { type Db, type OpenDb, openDb, type Where } from '../../server/db/open.ts';
import { newDatabase } from './server-database.ts';

export interface TestDatabase {
  kind: Where['kind'];
  /** Where it is, for a process of its own. PGlite is for one opener at a time. */
  where(): Promise<Where>;
  /** What is still open at the end of the suite is closed. PostgreSQL gives as many connections as are asked for. */
  open(poolSize?: number): Promise<OpenDb>;
}

/** Run a suite on each database. Within a suite every `open` is of the same one, which starts migrated and empty. */
export function withDatabases(name: string, suite: (database: TestDatabase) => void): void {
  for (const kind of ['pglite', 'postgres'] as const) {
    describe(`${name} (${kind})`, () => suite(prepare(kind)));
  }
}

/**
 * Run a suite whose answers our code decides, and hardly the SQL: on PostgreSQL in a run, on each with `ALL_DATABASES=1`. The
 * embedded database sees the same calls where a browser's server is killed (faults/mix, faults/kills, e2e/scan).
 */
export function withEither(name: string, suite: (database: TestDatabase) => void): void {
  if (process.env.ALL_DATABASES) withDatabases(name, suite);
  else withPostgres(`${name} (postgres)`, suite);
}

/** Run a suite on PostgreSQL alone: what is asked is how it plans, or what is decided before any database is asked. */
export function withPostgres(name: string, suite: (database: TestDatabase) => void): void {
  describe(name, () => suite(prepare('postgres')));
}

/** A copy of the empty PGlite folder, in memory where there is room; whoever asks removes it. */
export function copyTemplate(): string {
  const dir = passingFolder('pglite');
  cpSync(inject('passing').template, dir, { recursive: true });
  return dir;
}

/** A new folder beside it, which the end of the run removes at the latest. */
export const passingFolder = (name: string): string => mkdtempSync(join(inject('passing').place, `${name}-`));

function prepare(kind: Where['kind']): TestDatabase {
  let place: Promise<{ where: Where; remove: () => Promise<void> }> | undefined;
  const where = async () => {
    place ??= kind === 'pglite' ? makeFolder() : createDatabase();
    return (await place).where;
  };
  const opened = new Set<OpenDb>();
  afterAll(async () => {
    for (const one of opened) await one.close();
    await (await place)?.remove();
  });
  return {
    kind,
    where,
    async open(poolSize) {
      const place = await where();
      const one = await openDb(place.kind === 'postgres' && poolSize ? { ...place, poolSize } : place);
      const close = () => (opened.delete(tracked) ? one.close() : Promise.resolve());
      const tracked = { ...one, close };
      opened.add(tracked);
      return tracked;
    },
  };
}

async function makeFolder() {
  const [dir, keysDir] = [copyTemplate(), passingFolder('keys')];
  return {
    where: { kind: 'pglite', dir, keysDir } satisfies Where,
    remove: async () => {
      for (const folder of [dir, keysDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new PostgreSQL database with nothing in it, not even tables. */
export async function createDatabase() {
  const { url, remove } = await newDatabase(inject('postgresUrl'));
  const keysDir = passingFolder('keys');
  return {
    where: { kind: 'postgres', url, keysDir } satisfies Where,
    remove: async () => {
      await remove();
      rmSync(keysDir, { recursive: true, force: true });
    },
  };
}

/** Remove every record; the epoch stays. A job that writes meanwhile may stand in its way, as in anybody's. */
export const emptyTables = (db: Db): Promise<void> =>
  transact(db, async (tx) => {
    await sql
      .raw(
        `delete from receipt; delete from scan; delete from report; delete from file; delete from session;
       delete from app_user; delete from rate_limit; delete from reading; delete from change; delete from one_time_code; truncate audit;
       delete from meta where key in ('audit-head', 'audit-start'); delete from suppression; delete from file_trace; delete from processing; delete from attachment; delete from job; delete from guess;
       delete from candidate_due; delete from gone_share;`,
      )
      .execute(tx);
  });

/**
 * Wait until all that is committed by now is behind the horizon (Note: Change order). Other test files write to the
 * same PostgreSQL, and a transaction of theirs may hold it back for a moment.
 */
export async function untilReadable(db: Db): Promise<void> {
  while (!(await isFeedWhole(db, 1000)));
}
