/**
 * What the tests in a browser begin with: the app as it is now, a server to copy, and phones to copy.
 *
 * They belong together: each phone has taken the face pack and the gallery of that very server, at an address of its own.
 *
 * Run by itself, `prepared.ts FOLDER` makes it there and writes down what it is: `npm test` has it made beside the suites
 * that need no browser, which leave a part of the processors idle.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Session, sessionOf } from './accounts.ts';
import { browserPath, openDevice } from './browser.ts';
import { removeWhatIsLeft } from './leave-nothing.ts';
import { BROWSER_FILES } from './longest-first.ts';
import { makeReady, shellIsKept } from './pages.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { freePort, startServer } from './server.ts';
import { copySample, createDatabase, SAMPLE } from './server-database.ts';

/** A ready phone, by its profile, and where its server listens. */
export interface Known {
  port: number;
  profile: string;
}

export interface Prepared {
  /** The data folder of a server with the sample people and the embedded database. */
  data: string;
  /** The folder of a PostgreSQL with the same rows in its database SAMPLE (server-database.ts). */
  postgres: string;
  known: readonly Known[];
  /** Sessions that this server knows, so that nobody has to sign in anew for each test. */
  sessions: Record<'poster' | 'finder', Session>;
}

/** Beside the profile of a phone that is ready: as it was before it took anything along. */
export const visitedIn = (profile: string): string => `${profile}-visited`;

const noteIn = (dir: string): string => join(dir, 'prepared.json');

/** What was made in that folder before; undefined where nothing was. */
export const preparedIn = (dir: string): Prepared | undefined =>
  existsSync(noteIn(dir)) ? JSON.parse(readFileSync(noteIn(dir), 'utf8')) : undefined;

/** Make it in that folder; `phonesAtOnce` are made at a time. */
export async function prepare(dir: string, phonesAtOnce: number): Promise<Prepared> {
  await browserPath(); // without a browser there is nothing to run, and nothing may pass
  await chmod(dir, 0o711); // PostgreSQL may run as another user
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
  const postgres = await startPostgres({ within: dir });
  await loadSample(data, postgres.url);
  const profiles = Array.from({ length: BROWSER_FILES }, (_, i) => join(dir, `profile-${i}`));
  const known: Known[] = [];
  while (known.length < profiles.length) {
    const next = profiles.slice(known.length, known.length + phonesAtOnce);
    known.push(...(await Promise.all(next.map((profile) => readyPhone({ data, postgres }, profile)))));
  }
  await postgres.stop('SIGINT');
  return { data, postgres: postgres.data, known, sessions };
}

/** What the README's first server holds, as the product carries it from the embedded database to PostgreSQL. */
async function loadSample(data: string, url: string): Promise<void> {
  const { backUp, restore } = await import('../../server/backup/backup.ts'); // who only asks what is prepared needs no server
  const where = { dataDir: data, filesDir: join(data, 'files') };
  const backup = join(data, 'backup');
  await backUp(
    { ...where, database: { kind: 'pglite', dir: join(data, 'database'), keysDir: join(data, 'keys') } },
    backup,
  );
  const database = await createDatabase(url, SAMPLE);
  const other = await mkdtemp(join(tmpdir(), 'wapsi-restored-'));
  await restore(backup, {
    dataDir: other,
    filesDir: join(other, 'files'),
    database: { kind: 'postgres', url: database, keysDir: join(data, 'keys') },
  });
  await rm(backup, { recursive: true });
  await rm(other, { recursive: true });
}

async function readyPhone(of: { data: string; postgres: TestPostgres }, profile: string): Promise<Known> {
  const port = await freePort();
  const server = await startServer({}, { from: of.data, port, database: () => copySample(of.postgres.url) });
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

const [, script, folder] = process.argv;
if (folder && script && import.meta.url === pathToFileURL(script).href) {
  const prepared = await prepare(folder, 1).catch(async (error) => {
    await removeWhatIsLeft();
    throw error;
  });
  writeFileSync(noteIn(folder), JSON.stringify(prepared));
  process.exit(); // nothing else of it is needed
}
