/** The disk of a real PostgreSQL is full, to the last byte: the server stays, says so, loses nothing, and serves on. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '../../server/db/open.ts';
import { newReport } from '../support/client.ts';
import { type Crowd, openCrowd } from '../support/crowd.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { judge, NOTHING_WRONG } from '../support/kept.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';

/** Half of it is the empty database. */
const DISK_MB = 128;
/** A log that soon needs a new file. */
const SETTINGS = ['min_wal_size=32MB', 'max_wal_size=32MB', 'shared_buffers=16MB', 'autovacuum=off'];
const LONG_TEXT = 'ਉਹ ਮੰਗਲਵਾਰ ਤੋਂ ਲਾਪਤਾ ਹੈ। '.repeat(20);
const WAIT = { timeout: 60_000, interval: 100 };

describe('a server whose PostgreSQL has no room', { timeout: 240_000 }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-no-room-'));
  let disk: SmallDisk;
  let postgres: TestPostgres;
  let server: TestServer;
  let crowd: Crowd;
  let pid: number;

  beforeAll(async () => {
    disk = makeSmallDisk(DISK_MB);
    postgres = await startPostgres({ data: disk.data, settings: SETTINGS });
    server = await startServer({ ...emptyPlace(dir).settings, DATABASE_URL: postgres.url, LOG_LEVEL: 'error' });
    crowd = openCrowd(server.url, 1);
    pid = server.pid;
  }, 120_000);
  afterAll(async () => {
    crowd.close();
    await server.remove();
    await postgres.end();
    disk.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
    return { status: answer.status, wait: answer.headers.get('retry-after'), body: await answer.json() };
  };
  /** Reports of a phone that is none of the crowd, sent until one is answered so. */
  const kept = new Set<string>();
  async function post() {
    const { upload, id, opId } = newReport({ descriptionText: LONG_TEXT });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...upload, id, opId });
    const answer = await ask('/api/face/uploadLostFoundPerson', { method: 'POST', headers, body });
    if (answer.status === 200) kept.add(id);
    return answer;
  }
  const health = () => ask('/health');
  const told = async () => (await crowd.told()).length;
  async function goesOn(): Promise<void> {
    const before = await told();
    await expect.poll(told, WAIT).toBeGreaterThan(before + 3);
  }

  it('refuses politely while the tables cannot grow or the log ends it, and has all that was received (fault 35)', async () => {
    const stop = new AbortController();
    const working = crowd.work(stop.signal);
    await goesOn();
    const statuses = new Set<number>();

    // The tables first: the log has room in the file that is open.
    const refusal = async () => {
      disk.fill(); // what a checkpoint has freed too
      const answer = await post();
      statuses.add(answer.status);
      return answer.status >= 500 ? answer : undefined;
    };
    if (disk.kind === 'tmpfs') {
      await expect.poll(refusal, WAIT).toMatchObject({ status: 507, wait: '60', body: { code: 'storage-full' } });
      expect(await health()).toMatchObject({ status: 200, body: { full: true } });
      expect((await ask('/report')).status).toBe(200);
      expect((await ask('/sync?feed=reports')).status).toBe(200);
      disk.free();
      await expect.poll(async () => (await post()).status, WAIT).toBe(200);
      await goesOn();
    }

    // Then the log: PostgreSQL ends itself, and does not come up again while there is no room.
    const nextFile = () => {
      disk.fill();
      return switchLog(postgres.url);
    };
    await expect.poll(nextFile, WAIT).toBe('ended');
    await expect.poll(async () => (await health()).status, WAIT).toBe(503);
    const away = await post();
    expect([away.status, away.body.code]).toEqual([503, 'unavailable']);
    await new Promise((resolve) => setTimeout(resolve, 1000)); // the crowd meets it too
    disk.free();
    await postgres.stop('SIGQUIT'); // what is left of it
    await postgres.start();
    await expect.poll(async () => (await health()).status, WAIT).toBe(200);
    await goesOn();

    stop.abort();
    await working;
    await crowd.drain();
    expect(server.pid).toBe(pid);
    // A log that may not be written, where no disk could be mounted, is not told as a full one.
    if (disk.kind === 'tmpfs') expect(server.log()).not.toContain('"unexpected"');
    const all = await crowd.told();
    const { db, close } = await openDb({ kind: 'postgres', url: postgres.url, keysDir: join(server.data, 'keys') });
    const verdict = await judge(db, join(server.data, 'files'), all, new Set([...crowd.saved, ...kept]));
    const rows = await db.selectFrom('report').select('id').execute();
    await close();
    console.log(`${disk.kind}: acked ${all.length + kept.size}, lost ${verdict.lost.length}, answers ${[...statuses]}`);
    expect(verdict).toEqual(NOTHING_WRONG);
    expect(all.length).toBe(crowd.saved.size);
    expect([...kept].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });
});

/** Have PostgreSQL begin a new file of its log, as it does by itself every 16 MiB. */
async function switchLog(url: string): Promise<'done' | 'ended'> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // it ends under us
  try {
    await client.connect();
    await client.query("select pg_logical_emit_message(false, 'full', repeat('x', 100000)), pg_switch_wal()");
    return 'done';
  } catch {
    return 'ended';
  } finally {
    await client.end().catch(() => undefined);
  }
}
