/** kill -9 of a real server under real writes, again and again: what a phone was told is true afterwards. */

import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { receiptOf } from '../../contract/sync.ts';
import { openDb } from '../../server/db/open.ts';
import { createApi } from '../../src/api/client.ts';
import { openCrowd } from '../support/crowd.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { seeded } from '../support/faults.ts';
import { judge, NOTHING_WRONG } from '../support/kept.ts';
import { SEED } from '../support/seed.ts';
import { startServer, type TestServer } from '../support/server.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const A_KILL_MS = 90_000;
/** How long the server is written to before a kill, at most. */
const MOST_WORK_MS = 900;
const REPORTS = 10_000;

describe('a server that is killed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-kills-'));
  const { from, settings } = emptyPlace(dir);
  let server: TestServer | undefined;

  afterAll(async () => {
    await server?.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  it(`under load loses nothing, doubles nothing and leaves nothing half done (fault 4, R424; ${KILLS} kills, seed ${SEED})`, {
    timeout: 120_000 + KILLS * A_KILL_MS,
  }, async () => {
    server = await startServer(settings, { from });
    const random = seeded(SEED);
    const crowd = openCrowd(server.url, SEED);
    const api = createApi({ base: server.url, fetch, token: () => undefined });
    const checked = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const stop = new AbortController();
      const working = crowd.work(stop.signal);
      const before = (await crowd.told()).length;
      await expect.poll(async () => (await crowd.told()).length, { timeout: A_KILL_MS }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, random() * MOST_WORK_MS));
      await server.kill();
      stop.abort();
      await working;
      await server.start();
      for (const { opId, number, receivedAt } of await crowd.told()) {
        if (checked.has(opId)) continue;
        checked.add(opId);
        expect((await api.call(receiptOf, { opId })).receipt).toEqual({ opId, number, receivedAt });
      }
    }
    await crowd.drain();
    await server.stop();
    const { db, close } = await openDb({ kind: 'pglite', dir: join(server.data, 'database') });
    const told = await crowd.told();
    const verdict = await judge(db, join(server.data, 'files'), told, crowd.saved);
    crowd.close();
    await close();
    await server.remove();
    const [lost, doubled] = [verdict.lost.length, verdict.doubled.length];
    console.log(`kills ${KILLS}, acked ${told.length}, lost ${lost}, doubled ${doubled}, seed ${SEED}`);
    expect(verdict).toEqual(NOTHING_WRONG);
    expect(told.length).toBe(crowd.saved.size);
    expect(told.some(({ whole }) => whole.length > 0)).toBe(true);
  });

  it('is there again with 10,000 reports about as soon as an empty one is (fault 4)', {
    timeout: 600_000,
  }, async () => {
    const startOf = async (of: TestServer) => {
      const began = performance.now();
      await of.start();
      const answer = await fetch(`${of.url}/health?nonce=again`);
      expect(await answer.json()).toMatchObject({ nonce: 'again' });
      return performance.now() - began;
    };
    const empty = await startServer(settings, { from });
    await empty.stop();
    const full = await startServer(settings, { from });
    await full.stop();
    const { db, close } = await openDb({ kind: 'pglite', dir: join(full.data, 'database') });
    await sql`insert into report (id, posting_role, type, status, subject, title, condition, number, search)
      select gen_random_uuid(), 'victim', 'lost', 'published', 'person', 'Missing', 'missing', 'W-' || i, 'missing ' || i
      from generate_series(1, ${REPORTS}::int) i`.execute(db);
    for (const feed of ['reports', 'references'])
      await sql`insert into change (feed, id) select ${feed}, id from report`.execute(db);
    await close();
    const times = { clean: Infinity, killed: Infinity };
    for (let round = 0; round < 2; round++) {
      times.clean = Math.min(times.clean, await startOf(empty));
      await empty.stop();
      times.killed = Math.min(times.killed, await startOf(full));
      await full.kill();
    }
    await Promise.all([empty.remove(), full.remove()]);
    const load = loadavg()[0]?.toFixed(1);
    const [killed, clean] = [times.killed, times.clean].map(Math.round);
    console.log(
      `to /health: ${killed} ms after kill -9 with ${REPORTS} reports, ${clean} ms empty and clean; load ${load}`,
    );
    // The promise is 2 s on a machine of its own; on one that others use, only the ratio means something.
    expect(times.killed / times.clean).toBeLessThan(2.5);
  });
});
