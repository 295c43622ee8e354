/** The real client and the real server in one process: devices with a database of their own, a server on a test database. */

import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DBCore, type DBCoreTable, Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { FastifyInstance, InjectOptions } from 'fastify';
import sharp from 'sharp';
import { DRAWN_RECORD } from '../../contract/first-looks.ts';
import { isMember, type Role } from '../../contract/user.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { createApp } from '../../server/app.ts';
import { hashToken } from '../../server/auth/tokens.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { beginEpoch } from '../../server/db/epoch.ts';
import type { Db, OpenDb } from '../../server/db/open.ts';
import { type FileStore, openFileStore } from '../../server/files/store.ts';
import { type Api, createApi } from '../../src/api/client.ts';
import { LocalDb } from '../../src/store/db.ts';
import type { Photo } from '../../src/store/files.ts';
import type { NewReport } from '../../src/store/own/reports.ts';
import { pushOutbox } from '../../src/sync/push.ts';
import { type Scheduler, type SchedulerDeps, startScheduler } from '../../src/sync/scheduler.ts';
import type { SyncStatusStore } from '../../src/sync/status.ts';
import { emptyTables, type TestDatabase } from './databases.ts';
import { seeded } from './faults.ts';
import { createLink, type Link } from './link.ts';
import { mp4 } from './videos.ts';

export { faceAtScore, faceLike, faceOf } from './made-faces.ts';

export interface TestHost {
  readonly db: Db;
  readonly files: FileStore;
  readonly config: Config;
  /** The files on disk: `whole/`, `partial/`, `rendition/`. */
  readonly filesDir: string;
  /** Log lines since the start. */
  readonly log: string[];
  app(): FastifyInstance;
  /** What devices reach it by; fails like a dead network while it is stopped. */
  readonly fetch: typeof fetch;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** A new server process on the same open database: what the old one held in memory is gone. */
  renew(): Promise<void>;
  /** Remove every record; what holds copies of them (the face index, devices) sees a new life of the database. */
  empty(): Promise<void>;
  /** The end; the database itself is closed by `withDatabases`. */
  remove(): Promise<void>;
}

/** Start the server on a database. Reports are reviewed by people unless `env` says otherwise; the limits are out of the way. */
export async function startHost(database: TestDatabase, env: Record<string, string> = {}): Promise<TestHost> {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-host-'));
  for (const name of ['app', 'models']) mkdirSync(join(dir, 'dist', name), { recursive: true });
  writeFileSync(join(dir, 'dist/app/index.html'), '<!doctype html><title>Wapsi</title>');
  const { file, id, title, photo } = DRAWN_RECORD;
  const links = `<link rel="preload" as="image" href="${photo}"/><img src="${photo}" alt=""/>`;
  writeFileSync(join(dir, 'dist', file), `<!doctype html><div data-record="${id}"><h1>${title}</h1>${links}</div>`);
  const wide = {
    GUARDED_LIMIT: '100000',
    COMPARE_LIMIT_ANONYMOUS: '100000',
    COMPARE_LIMIT_USER: '100000',
    REPORT_LIMIT: '100000',
    STAFF_PASSKEYS: '0',
  };
  const { keysDir } = await database.where();
  const folders = { DATA_DIR: join(dir, 'data'), DIST_DIR: join(dir, 'dist'), KEYS_DIR: keysDir };
  const config = readConfig({ ...folders, ...wide, ...env });
  const log: string[] = [];
  let opened: OpenDb | undefined;
  let app: FastifyInstance | undefined;
  const files = await openFileStore(config.filesDir, config);

  const host: TestHost = {
    files,
    config,
    log,
    filesDir: config.filesDir,
    get db() {
      if (!opened) throw new Error('the server is stopped');
      return opened.db;
    },
    app() {
      if (!app) throw new Error('the server is stopped');
      return app;
    },
    fetch: async (input, init) => {
      if (!app) throw new TypeError('fetch failed');
      return toResponse(await app.inject(await toInject(String(input), init)));
    },
    async start() {
      opened ??= await database.open();
      app = await createApp({ db: opened.db, files, config, log: { write: (line) => void log.push(line) } });
    },
    async stop() {
      const [closing, database_] = [app, opened];
      [app, opened] = [undefined, undefined];
      await closing?.close();
      await database_?.close();
    },
    async renew() {
      const closing = app;
      app = undefined;
      await closing?.close();
      await host.start();
    },
    async empty() {
      await emptyTables(host.db);
      await host.db.transaction().execute(beginEpoch);
    },
    async remove() {
      await host.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  await host.start();
  return host;
}

async function toInject(url: string, init: RequestInit = {}): Promise<InjectOptions> {
  // As fetch sends it: a form gets its boundary, and the header that names it.
  const sent = new Request(url, { method: init.method ?? 'GET', headers: init.headers ?? {}, body: init.body ?? null });
  return {
    method: sent.method as 'GET', // the contract's methods are all among inject's
    url: url.replace('http://server', ''),
    headers: Object.fromEntries(sent.headers),
    ...(init.body ? { payload: Buffer.from(await sent.arrayBuffer()) } : {}),
  };
}

function toResponse({ statusCode, headers, rawPayload }: Awaited<ReturnType<FastifyInstance['inject']>>): Response {
  if (statusCode >= 300 && statusCode < 400) throw new TypeError('a redirect was refused');
  const kept = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: kept });
}

/** What one browser profile keeps; it outlives the page. */
export interface Profile {
  readonly indexedDb: IDBFactory;
  readonly locks: Pick<LockManager, 'request'>;
}

export const newProfile = (): Profile => ({ indexedDb: new IDBFactory(), locks: newLocks() });

function newLocks(): Profile['locks'] {
  const held = new Set<string>();
  const request = async (name: string, _how: LockOptions, work: (lock: Lock | null) => Promise<unknown>) => {
    if (held.has(name)) return work(null);
    held.add(name);
    return Promise.resolve(work({ name, mode: 'exclusive' })).finally(() => held.delete(name));
  };
  return { request: request as LockManager['request'] }; // the one form of it that the scheduler uses
}

export interface Device {
  readonly db: LocalDb;
  readonly api: Api;
  readonly link: Link;
  readonly sync: Scheduler;
  /** What the status line was told, in order. */
  readonly told: ReturnType<SyncStatusStore['get']>[];
  readonly status: SyncStatusStore;
  /** The device's clock, in milliseconds; it stands still unless it is moved. */
  clock: number;
  token: string | undefined;
  /** Who is signed in; each token is somebody else's unless it says so. */
  account: string | undefined;
  push(): Promise<number | undefined>;
  /** Close the page as a user would: nothing is told, nothing goes on. */
  close(): void;
}

export const CLOCK_START = Date.parse('2026-11-21T10:00:00Z');

/** Open the app in a browser profile. `more` replaces what the scheduler is given. */
export function openDevice(
  server: typeof fetch,
  { profile = newProfile(), seed = 1, ...more }: { profile?: Profile; seed?: number } & Partial<SchedulerDeps> = {},
): Device {
  const db = openLocalDb(profile);
  const link = createLink(server);
  const told: Device['told'] = [];
  const status = newStatus(told);
  const device: Device = {
    db,
    link,
    told,
    status,
    token: undefined,
    account: undefined,
    clock: CLOCK_START,
    api: createApi({
      base: 'http://server',
      fetch: link.fetch,
      token: () => device.token,
      author: () => device.account,
    }),
    get sync() {
      return sync;
    },
    push: () => pushOutbox({ db, api: device.api, now: () => device.clock, random: seeded(seed) }),
    close() {
      sync.stop();
      db.close();
    },
  };
  db.signedIn = () => {
    const id = device.account ?? device.token?.split('.')[0];
    return id === undefined ? undefined : { id, name: 'Asha' };
  };
  const sync = startScheduler({
    db,
    status,
    api: device.api,
    locks: profile.locks,
    visible: () => true,
    nonce: randomUUID,
    now: () => device.clock,
    random: seeded(seed),
    thumbs: async () => 10,
    ...more,
  });
  return device;
}

/** Dexie takes the factory when it is made, so each device keeps its own and the next does not see it. */
export function openLocalDb({ indexedDb }: Profile): LocalDb {
  const before = { ...Dexie.dependencies };
  Object.assign(Dexie.dependencies, { indexedDB: indexedDb, IDBKeyRange });
  try {
    return new LocalDb();
  } finally {
    Object.assign(Dexie.dependencies, before);
  }
}

function newStatus(told: Device['told']): SyncStatusStore {
  let now: ReturnType<SyncStatusStore['get']> = { link: 'unknown', sending: undefined, needs: undefined };
  return {
    get: () => now,
    set(change) {
      now = { ...now, ...change };
      told.push(now);
    },
  };
}

/** Call `before` ahead of every step that the database takes; what it throws ends that step, and with it its transaction. */
export function watchSteps(db: Dexie, before: () => void): void {
  const watched =
    <A, R>(work: (argument: A) => Promise<R>) =>
    (argument: A): Promise<R> => {
      before();
      return work(argument);
    };
  const watchTable = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    get: watched((request) => table.get(request)),
    getMany: watched((request) => table.getMany(request)),
    query: watched((request) => table.query(request)),
    mutate: watched((request) => table.mutate(request)),
  });
  const create = (core: DBCore) => ({ ...core, table: (name: string) => watchTable(core.table(name)) });
  db.use({ stack: 'dbcore', name: 'steps', create });
}

/** A JPEG of noise with about `pixels` squared bytes of it, a camera's EXIF, and a place in it. */
export async function makePhoto(seed: number, pixels = 64): Promise<Photo> {
  const random = seeded(seed);
  const raw = Buffer.from(Array.from({ length: pixels * pixels * 3 }, () => Math.floor(random() * 256)));
  const bytes = await sharp(raw, { raw: { width: pixels, height: pixels, channels: 3 } })
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '30/1 54/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg({ quality: 95 })
    .toBuffer();
  return photoOf(bytes);
}

/** An MP4 of so many bytes, like no other. */
export function makeVideo(bytes: number): Photo {
  const raw = mp4({ bytes: bytes - mp4({ bytes: 0 }).length });
  return photoOf(raw);
}

/** These bytes as a photo that a phone has taken. */
export const photoOf = (bytes: Buffer): Photo => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  blob: new Blob([new Uint8Array(bytes)]),
});

export const bytesOf = async ({ blob }: Photo): Promise<Buffer> => Buffer.from(await blob.arrayBuffer());

/** Bring the bytes of a file, for what this caller (or the write `of`) has named it in; the status of the answer. */
export async function bring(
  host: Pick<TestHost, 'app'>,
  file: Photo,
  { token, of }: { token?: string | undefined; of?: string } = {},
): Promise<number> {
  const bytes = await bytesOf(file);
  const url = `/files/${file.sha256}?offset=0&total=${bytes.length}${of ? `&of=${of}` : ''}`;
  const headers = { 'content-type': 'application/octet-stream', ...(token ? { authorization: token } : {}) };
  return (await host.app().inject({ method: 'PUT', url, headers, payload: bytes })).statusCode;
}

/** A lost adult whose photo may be public, as the form hands it to `saveReport`. */
export function newReport(change: Partial<NewReport['upload']> = {}, more: Partial<NewReport> = {}): NewReport {
  return {
    id: randomUUID(),
    opId: randomUUID(),
    label: 'Asha Devi',
    photos: [],
    videos: [],
    values: {},
    now: CLOCK_START,
    upload: {
      type: 'lost',
      title: 'Missing since Tuesday',
      name: 'Asha Devi',
      lostPersonAge: '34',
      region: 'Ludhiana',
      phoneNumber: '+91 98140 12345',
      descriptionText: 'Wears glasses',
      clothColor: 'Green',
      consent: { publicPhoto: true, publicPhone: false, guardian: true, notice: '2026-11' },
      ...change,
    },
    ...more,
  };
}

/** The part of an upload that carries a face, as the specification has it: text, of the first photo. */
export const withFace = (face: readonly number[]) => ({ description: JSON.stringify(face), model: TEMPLATE_VERSION });

/** Where officers and volunteers of the tests have their duty, unless it is another place that is looked at. */
export const HERE = 'pb-ludhiana';

/** An account with a session; its token, which begins with whose it is. */
export async function signIn(
  db: Db,
  role: Role,
  districts: string[] = isMember(role) ? [HERE] : [],
): Promise<{ userId: string; token: string }> {
  const userId = randomUUID();
  const token = `${userId}.${randomUUID()}`;
  await db
    .insertInto('app_user')
    .values({
      id: userId,
      name: role,
      email: `${userId}@example.in`,
      role,
      districts,
      organisation: isMember(role) ? 'Sadar' : null,
    })
    .execute();
  const expires_at = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at, revoked_at: null })
    .execute();
  return { userId, token };
}
