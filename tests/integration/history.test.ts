/**
 * Random histories: two devices, a network of faults, restarts of both sides. At each step what a user was told is
 * true; at the end nothing is lost, nothing doubled, and the outboxes are empty.
 */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { changeStatus } from '../../server/reports/store.ts';
import type { Photo } from '../../src/store/files.ts';
import { ownReports, ownScans } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { queueScan } from '../../src/store/own/scans.ts';
import {
  type Device,
  faceOf,
  makePhoto,
  newProfile,
  newReport,
  openDevice,
  startHost,
  type TestHost,
} from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';
import { FAULTS, seeded } from '../support/faults.ts';
import { saveReport } from '../support/made.ts';
import { SEED } from '../support/seed.ts';

/** A fixed number: the same histories on every machine, however quick it is. */
const HISTORIES = Number(process.env.HISTORIES ?? 10);

const who = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('report' as const), who, photos: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('scan' as const), who }) },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constant('sync' as const), who, faults: fc.nat(), share: fc.nat({ max: 8 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), database: fc.nat({ max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('review' as const), publish: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), who, ms: fc.integer({ min: -90_000, max: 90_000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

withDatabases('histories', (database) => {
  let host: TestHost;
  let photos: Photo[];
  beforeAll(async () => {
    host = await startHost(database);
    photos = await Promise.all([1, 2, 3].map((seed) => makePhoto(seed)));
  });
  afterAll(() => host.remove());

  const reports = () => host.db.selectFrom('report').select(['id', 'status', 'number']).execute();
  const receipts = () => host.db.selectFrom('receipt').select(['op_id', 'number']).execute();

  async function live(steps: readonly Step[]): Promise<void> {
    await host.empty();
    for (const { sha256 } of photos) await host.files.remove(sha256);
    const profiles = [newProfile(), newProfile()] as const;
    const open = (i: number) =>
      openDevice((...request) => host.fetch(...request), { profile: profiles[i === 0 ? 0 : 1], seed: i });
    const devices: [Device, Device] = [open(0), open(1)];
    const of = (i: number): Device => (i === 0 ? devices[0] : devices[1]);
    const saved = { reports: new Map<string, string[]>(), scans: new Set<string>() };
    const underWay = new Set<Promise<unknown>>();

    /** Whoever reads "received" can read out a number that the server knows. */
    async function expectTruth(): Promise<void> {
      const known = new Map((await receipts()).map((row) => [row.op_id, row.number]));
      for (const { db } of devices) {
        for (const { opId, receipt } of await ownReports(db))
          if (receipt) expect([opId, receipt.opId, receipt.number]).toEqual([opId, opId, known.get(opId)]);
        for (const { opId, answer } of await ownScans(db)) if (answer) expect(known.has(opId)).toBe(true);
        // What is not received is still in the outbox: nothing is in between.
        const queued = new Set((await queue(db)).map((op) => op.opId));
        for (const { opId, receipt } of await ownReports(db)) expect(queued.has(opId)).toBe(receipt === undefined);
      }
    }

    async function take(now: Step): Promise<void> {
      switch (now.do) {
        case 'report': {
          const own = photos.slice(0, now.photos);
          const report = newReport({}, { photos: own });
          await saveReport(of(now.who).db, report);
          saved.reports.set(
            report.id,
            own.map(({ sha256 }) => sha256),
          );
          return;
        }
        case 'scan': {
          const scan = { opId: randomUUID(), descriptor: faceOf(1), model: TEMPLATE_VERSION, now: 0 };
          await queueScan(of(now.who).db, scan);
          saved.scans.add(scan.opId);
          return;
        }
        case 'sync': {
          const device = of(now.who);
          const random = seeded(now.faults);
          device.link.fate = () =>
            random() * 10 < now.share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
          await device.sync.run();
          return;
        }
        case 'reopen': {
          // The page goes in the middle of a run; what it had sent may still arrive.
          const device = of(now.who);
          underWay.add(device.sync.run().catch(() => undefined));
          (await queue(device.db)).length;
          device.close();
          const next = open(now.who);
          next.clock = device.clock;
          devices[now.who === 0 ? 0 : 1] = next;
          await device.link.settle();
          return;
        }
        case 'restart':
          await Promise.all(underWay);
          if (now.database > 0) return host.renew();
          await host.stop();
          return host.start();
        case 'review': {
          const waiting = (await reports()).find(({ status }) => status === 'pending_review');
          const seen = (await reports()).find(({ status }) => status === 'published');
          const [row, to] = now.publish ? [waiting, 'published' as const] : [seen, 'withdrawn' as const];
          if (row) await host.db.transaction().execute((tx) => changeStatus(tx, row.id, to, 'moderator:1'));
          return;
        }
        case 'wait':
          of(now.who).clock += now.ms;
      }
    }

    for (const now of steps) {
      await take(now);
      await expectTruth();
    }

    await Promise.all(underWay);
    await untilReadable(host.db);
    for (const device of devices) {
      await device.link.settle();
      device.link.fate = () => undefined;
      for (let run = 0; run < 3; run++) {
        device.clock += 180_000; // longer than any pause that was asked for
        await device.sync.run();
      }
    }
    await expectTruth();
    const stored = await reports();
    expect(stored.map(({ id }) => id).sort()).toEqual([...saved.reports.keys()].sort());
    expect(new Set(stored.map(({ number }) => number)).size).toBe(stored.length);
    const scans = await host.db.selectFrom('scan').select('op_id').execute();
    expect(scans.map((row) => row.op_id).sort()).toEqual([...saved.scans].sort());
    const withdrawn = new Set(stored.filter(({ status }) => status === 'withdrawn').map(({ id }) => id));
    const stays = new Set([...saved.reports].flatMap(([id, own]) => (withdrawn.has(id) ? [] : own)));
    for (const sha256 of stays) expect(await host.files.state(sha256)).toMatchObject({ complete: true });
    const shown = stored.filter(({ status }) => status === 'published').map(({ id }) => id);
    for (const { db, sync } of devices) {
      expect(await queue(db)).toEqual([]);
      expect(await sync.run()).toBe(true);
      expect((await db.record.toCollection().primaryKeys()).sort()).toEqual(shown.sort());
    }
    for (const device of devices) device.close();
  }

  it(`lose nothing, double nothing, and never say "received" too early (${HISTORIES} of seed ${SEED})`, async () => {
    let lived = 0;
    const history = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await live(steps);
      lived++;
    });
    await fc.assert(history, { seed: SEED, numRuns: HISTORIES, endOnFailure: true });
    expect(lived).toBe(HISTORIES);
  });
});
