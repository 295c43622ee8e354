/** A power cut at any moment, played back from what a real server did to its disk: what a phone was told is still true. */

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDb } from '../../server/db/open.ts';
import { openCrowd, type Told } from '../support/crowd.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { seeded } from '../support/faults.ts';
import { judge, NOTHING_WRONG, type Verdict } from '../support/kept.ts';
import { cutPower, type Entry, readLog } from '../support/power-cut.ts';
import { SEED } from '../support/seed.ts';
import { startServer, withFsFaults } from '../support/server.ts';

const CUTS = Number(process.env.CUTS ?? 3);
const A_CUT_MS = 60_000;
/** Receipts to wait for before, and after, the server is stopped and started in the middle. */
const LEAST_TOLD = 15;

describe('the data folder after a power cut', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-power-'));
  const disk = join(dir, 'disk');
  const log = join(dir, 'log');
  let before = '';
  let root = '';
  let entries: Entry[] = [];
  let saved: ReadonlySet<string> = new Set();

  beforeAll(async () => {
    const { from, settings } = emptyPlace(dir);
    before = from;
    const server = await startServer({ ...settings, ...withFsFaults({ FS_LOG: log }) }, { from });
    root = server.data;
    const told = (each: Told) =>
      appendFileSync(log, `${JSON.stringify({ kind: 'told', told: JSON.stringify(each), bytes: 0 })}\n`);
    const crowd = openCrowd(server.url, SEED, 3, told);
    const workUntil = async (count: number) => {
      const stop = new AbortController();
      const working = crowd.work(stop.signal);
      const enough = async () => expect((await crowd.told()).length).toBeGreaterThanOrEqual(count);
      await vi.waitFor(enough, { timeout: 180_000, interval: 250 });
      return { stop, working };
    };
    const first = await workUntil(LEAST_TOLD);
    first.stop.abort();
    await first.working;
    await server.stop();
    await server.start();
    const second = await workUntil((await crowd.told()).length + LEAST_TOLD);
    await server.kill();
    second.stop.abort();
    await second.working;
    ({ saved } = crowd);
    crowd.close();
    entries = readLog(log);
    await server.remove();
  }, 600_000);
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** Cut after `length` entries, start on what is left, and compare it with what had been told by then. */
  async function judgeCut(length: number, seed: number, forgotten?: (path: string) => boolean): Promise<Verdict> {
    cutPower(entries, length, disk, { before, root, random: seeded(seed), ...(forgotten ? { forgotten } : {}) });
    const told = new Map<string, Told>();
    for (const entry of entries.slice(0, length)) {
      if (entry.kind !== 'told') continue;
      const each = JSON.parse(entry.told) as Told; // written by this test
      told.set(each.id, each);
    }
    const { db, close } = await openDb({ kind: 'pglite', dir: join(disk, 'database') });
    try {
      return await judge(db, join(disk, 'files'), [...told.values()], saved);
    } finally {
      await close();
    }
  }

  it(`holds all that was received, whole, wherever it is cut (fault 5, R424; ${CUTS} cuts, seed ${SEED})`, {
    timeout: 60_000 + CUTS * A_CUT_MS,
  }, async () => {
    const random = seeded(SEED * 13);
    let intact = 0;
    for (let cut = 0; cut < CUTS; cut++) {
      // The first at the very end, where the most was told; the others anywhere, so also between the writes of a group.
      const length = cut === 0 ? entries.length : Math.ceil(random() * entries.length);
      expect(await judgeCut(length, SEED * 1000 + cut), `cut ${cut} after entry ${length}`).toEqual(NOTHING_WRONG);
      intact++;
    }
    const told = entries.filter(({ kind }) => kind === 'told').length;
    console.log(`power cuts ${CUTS}, intact ${intact}, disk changes ${entries.length}, told ${told}, seed ${SEED}`);
  });

  it('would not, and would be seen not to, if the log of the database were not forced to the disk', async () => {
    const forgets = (path: string) => path.includes('/pg_wal/');
    const verdict = await judgeCut(entries.length, 1, forgets).catch(() => 'does not open' as const);
    expect(verdict === 'does not open' || verdict.lost.length > 0).toBe(true);
  }, 300_000);

  it('would not, and would be seen not to, if the folder of whole photos were not', async () => {
    const forgets = (path: string) => path.endsWith('/files/whole');
    let found = 0;
    for (let seed = 1; seed <= 4 && found === 0; seed++)
      found = (await judgeCut(entries.length, seed, forgets)).photos.length;
    expect(found).toBeGreaterThan(0);
  }, 600_000);
});
