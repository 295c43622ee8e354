/** PostgreSQL going away under a running server, again and again: the server stays, says so, and loses nothing. */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { PERMISSIONS } from '../../contract/user.ts';
import { openDb } from '../../server/db/open.ts';
import { newReport } from '../support/client.ts';
import { openCrowd } from '../support/crowd.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { seeded } from '../support/faults.ts';
import { judge, NOTHING_WRONG } from '../support/kept.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { inputsOf, requestOf } from '../support/requests.ts';
import { SEED } from '../support/seed.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 10);
const A_ROUND_MS = 60_000;
/** How long the server is written to before the database goes, at most. */
const MOST_WORK_MS = 300;
/** A person does not wait longer; a phone itself gives up after 30 s. */
const MOST_WAIT_MS = 20_000;

const FALLS = ['restart', 'at once', 'kill -9', 'connections ended', 'standby'] as const;

describe('a server whose PostgreSQL goes away', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-away-'));
  let postgres: TestPostgres;
  let server: TestServer;

  beforeAll(async () => {
    postgres = await startPostgres();
    server = await startServer({ ...emptyPlace(dir).settings, DATABASE_URL: postgres.url, LOG_LEVEL: 'error' });
  }, 120_000);
  afterAll(async () => {
    await server.remove();
    await postgres.end();
    rmSync(dir, { recursive: true, force: true });
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(MOST_WAIT_MS) });
    return { status: answer.status, body: await answer.json() };
  };
  const AWAY = { status: 503, body: { code: 'unavailable', message: expect.any(String) } };
  /** A write, of somebody who is none of the crowd. */
  const post = () => {
    const { upload, id, opId } = newReport();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...upload, id, opId });
    return ask('/api/face/uploadLostFoundPerson', { method: 'POST', headers, body });
  };
  const healthy = async () => (await ask('/health')).status;

  async function asOperator<T>(work: (run: (command: string) => Promise<unknown>) => Promise<T>): Promise<T> {
    const { db, close } = await openDb(
      { kind: 'postgres', url: postgres.url, keysDir: join(server.data, 'keys'), poolSize: 1 },
      async () => {},
    );
    try {
      return await work((command) => sql.raw(command).execute(db));
    } finally {
      await close();
    }
  }
  const END_ALL =
    'select pg_terminate_backend(pid) from pg_stat_activity where backend_type = $$client backend$$ and pid <> pg_backend_pid()';

  /** The database goes away, `meanwhile` runs, and it is back. */
  async function fall(how: (typeof FALLS)[number], meanwhile: () => Promise<void>): Promise<void> {
    switch (how) {
      case 'restart':
      case 'at once':
      case 'kill -9':
        await postgres.stop(how === 'restart' ? 'SIGINT' : how === 'at once' ? 'SIGQUIT' : 'SIGKILL');
        await meanwhile();
        return postgres.start();
      case 'connections ended':
        for (let times = 0; times < 5; times++) await asOperator((run) => run(END_ALL));
        return;
      case 'standby':
        // The connections stay open and can only read any more, as after a failover.
        await asOperator(async (run) => {
          await run('alter database postgres set default_transaction_read_only = on');
          await run(END_ALL);
        });
        await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBe(503);
        return asOperator(async (run) => {
          await run('set default_transaction_read_only = off');
          await run('alter database postgres reset default_transaction_read_only');
        });
    }
  }

  it(`serves on as the same process, says 503 meanwhile, and has all that was received (fault 37; ${ROUNDS} rounds, seed ${SEED})`, {
    timeout: 60_000 + ROUNDS * A_ROUND_MS,
  }, async () => {
    const { pid } = server;
    const random = seeded(SEED);
    const crowd = openCrowd(server.url, SEED);
    const stop = new AbortController();
    const working = crowd.work(stop.signal);
    const had = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const how = FALLS[round % FALLS.length] ?? 'restart';
      had.add(how);
      const before = (await crowd.told()).length;
      await expect.poll(async () => (await crowd.told()).length, { timeout: A_ROUND_MS }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, random() * MOST_WORK_MS));
      await fall(how, async () => {
        await expect.poll(healthy, { timeout: 5000 }).toBe(503);
        expect(await ask('/health')).toEqual(AWAY);
        expect(await ask('/report')).toEqual(AWAY);
        expect(await ask('/sync?feed=reports')).toEqual(AWAY);
      });
      await expect.poll(healthy, { timeout: 10_000 }).toBe(200);
      expect(server.pid).toBe(pid);
    }
    stop.abort();
    await working;
    await crowd.drain();
    const told = await crowd.told();
    const { db, close } = await openDb({ kind: 'postgres', url: postgres.url, keysDir: join(server.data, 'keys') });
    const verdict = await judge(db, join(server.data, 'files'), told, crowd.saved);
    await close();
    crowd.close();
    console.log(`rounds ${ROUNDS}, acked ${told.length}, lost ${verdict.lost.length}, seed ${SEED}`);
    expect(verdict).toEqual(NOTHING_WRONG);
    expect(told.length).toBe(crowd.saved.size);
    expect([...had].length).toBe(Math.min(ROUNDS, FALLS.length));
    expect(server.log()).not.toContain('"unexpected"');
  });

  it('says so in every call of the contract, to anybody and to who is signed in, and breaks in none', async () => {
    await expect.poll(healthy, { timeout: 20_000 }).toBe(200);
    await postgres.stop('SIGQUIT');
    const wrong: string[] = [];
    let away = 0;
    try {
      await expect.poll(healthy, { timeout: 5000 }).toBe(503);
      const pools = { ids: [randomUUID()], hashes: ['f'.repeat(64)], emails: ['a@example.in'], words: ['Ludhiana'] };
      for (const [name, endpoint] of Object.entries(endpoints))
        for (const token of ['', 'somebody.token'])
          for (const input of fc.sample(inputsOf(endpoint.input, pools), { numRuns: 2, seed: SEED })) {
            const { url = '', method = 'GET', headers, payload } = requestOf(endpoint, input, token);
            const body =
              payload === undefined ? {} : { body: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload) };
            const type =
              Buffer.isBuffer(payload) || payload === undefined ? {} : { 'content-type': 'application/json' };
            const answer = await fetch(server.url + url, {
              method,
              headers: { ...headers, ...type },
              ...body,
            } as RequestInit);
            const text = await answer.text();
            if (answer.status === 503 && JSON.parse(text).code === 'unavailable') away++;
            // What is wrong in itself, or needs no database, is answered as ever; whose token it is cannot be known.
            else if (answer.status >= 500 || (token && answer.status === 200 && endpoint.access !== PERMISSIONS.guest))
              wrong.push(`${name} ${token}: ${answer.status} ${text.slice(0, 80)}`);
          }
    } finally {
      await postgres.start();
    }
    expect(wrong).toEqual([]);
    expect(away).toBeGreaterThan(Object.keys(endpoints).length);
    expect(server.log()).not.toContain('"unexpected"');
  }, 120_000);

  it('answers 503 within seconds while PostgreSQL says nothing at all, and serves on when it speaks again (fault 37)', {
    timeout: 120_000,
  }, async () => {
    await expect.poll(healthy, { timeout: 20_000 }).toBe(200); // the rounds before have left it with connections that are gone
    postgres.signalAll('SIGSTOP');
    try {
      expect(await ask('/report')).toEqual(AWAY);
      await expect.poll(healthy, { timeout: MOST_WAIT_MS }).toBe(503);
    } finally {
      postgres.signalAll('SIGCONT');
    }
    await expect.poll(healthy, { timeout: 20_000 }).toBe(200);
    expect((await ask('/report')).status).toBe(200);
  });
});
