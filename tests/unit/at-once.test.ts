/** What is written together stays together where Dexie cannot tell which transaction a call belongs to. */

import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import { makePair } from '../../server/envelopes/keys.ts';
import { atOnce } from '../../src/store/at-once.ts';
import type { LocalDb } from '../../src/store/db.ts';
import { rebuild } from '../../src/store/erase.ts';
import type { Photo } from '../../src/store/files.ts';
import { addArea, expireAreas, keepAreaPhoto, missingPhotos } from '../../src/store/others/areas.ts';
import { applyReports, keepThumb } from '../../src/store/others/records.ts';
import { packCopy, unpackCopy } from '../../src/store/own/copy.ts';
import { mendReport, writeDraft } from '../../src/store/own/drafts.ts';
import { reportEnded } from '../../src/store/own/ending.ts';
import { sealAndClear } from '../../src/store/own/leave.ts';
import { findOwnReport } from '../../src/store/own/made.ts';
import { begin, dropUnsent, type Op, queue } from '../../src/store/own/outbox.ts';
import { doubtServer, takeBackReceipt } from '../../src/store/own/put-back.ts';
import { reportFollowed, reportReceived, saveOwn } from '../../src/store/own/reports.ts';
import { queueScan, scanAnswered } from '../../src/store/own/scans.ts';
import { dropUnusedFiles } from '../../src/store/own/unused-files.ts';
import { dropWrite, queueWrite, writeReceived } from '../../src/store/own/writes.ts';
import { newProfile, newReport, openLocalDb } from '../support/client.ts';
import { saveReport } from '../support/made.ts';

// A `then` that is not the engine's own, as some libraries bring one, before Dexie is loaded: it then follows no `await`.
vi.hoisted(() => {
  const { then } = Promise.prototype;
  const value = function (this: Promise<unknown>, ...taken: Parameters<typeof then>) {
    return then.apply(this, taken);
  };
  Object.defineProperty(Promise.prototype, 'then', { value, configurable: true, writable: true });
});

const NOW = 1_000_000_000;
const photo = (name: string): Photo => ({
  sha256: createHash('sha256').update(name).digest('hex'),
  blob: new Blob([name]),
});
const receipt = { id: randomUUID(), opId: randomUUID(), receivedAt: new Date(NOW).toISOString(), number: 'PB-1' };
const view = { id: randomUUID(), photos: [photo('a').sha256], type: 'lost', createdAt: '2026-01-01' } as ReportView;
const page = { cursor: '1', reset: true, more: false, changes: [{ kind: 'report' as const, id: view.id, row: view }] };

describe('where no await can be followed', () => {
  let db: LocalDb;
  beforeEach(() => {
    db = openLocalDb(newProfile());
  });
  afterEach(() => db.close());

  const message = () =>
    queueWrite(db, {
      endpoint: 'sendMessage',
      opId: randomUUID(),
      id: randomUUID(),
      label: 'Keys',
      now: NOW,
      input: { conversationId: randomUUID(), text: 'Here' },
      files: [photo('b')],
    });
  const firstOp = async (): Promise<Op> => (await queue(db))[0] ?? expect.fail('nothing waits');
  const report = () => saveReport(db, newReport({}, { photos: [photo('a')] }));
  const received = async () => {
    const own = await report();
    await reportReceived(db, await firstOp(), receipt, 'published');
    return own;
  };
  const standing = { receipt, status: 'published' as const, reviewed: true, shown: true, missing: [photo('a').sha256] };

  const works: Record<string, () => Promise<() => Promise<unknown>>> = {
    'a report': async () => report,
    'its receipt': async () => {
      await report();
      const op = await firstOp();
      return () => reportReceived(db, op, receipt, 'published');
    },
    'how it stands': async () => {
      const { entityId: id } = await received();
      return () => reportFollowed(db, id, standing, NOW);
    },
    'a receipt taken back': async () => {
      const { entityId: id } = await received();
      await doubtServer(db);
      return () => takeBackReceipt(db, id);
    },
    'its end': async () => {
      const { entityId: id } = await received();
      return () => reportEnded(db, id, 'erased');
    },
    'a report to be mended': async () => {
      const { entityId: id } = await report();
      return () => mendReport(db, id, randomUUID(), NOW);
    },
    'a report given up': async () => {
      const { entityId: id } = await report();
      return () => dropUnsent(db, id);
    },
    'a write with a file': async () => message,
    'its receipt too': async () => {
      await message();
      const op = await firstOp();
      return () => writeReceived(db, op, NOW, randomUUID());
    },
    'a write given up': async () => {
      const { opId } = await message();
      return () => dropWrite(db, opId);
    },
    'a draft': async () => () =>
      writeDraft(db, { id: randomUUID(), opId: randomUUID(), values: {}, photos: [], videos: [], updatedAt: 1 }),
    'a scan': async () => () => queueScan(db, { opId: randomUUID(), descriptor: [1], model: 'm', now: NOW }),
    'its answer': async () => {
      const opId = randomUUID();
      await queueScan(db, { opId, descriptor: [1], model: 'm', now: NOW });
      return () => scanAnswered(db, opId, { receipt, searched: 1, candidates: [] });
    },
    'a page and its cursor': async () => () => applyReports(db, page),
    'a small photo': async () => () => keepThumb(db, photo('a').sha256, photo('a').blob, NOW),
    'a photo of an area': async () => {
      await addArea(db, { id: 'Khanna', lat: 30, lng: 76 }, NOW);
      return () => keepAreaPhoto(db, 'Khanna', photo('a').sha256, photo('a').blob, NOW);
    },
    'photos that go with the time': async () => {
      await addArea(db, { id: 'Khanna', lat: 30, lng: 76 }, 0);
      await keepAreaPhoto(db, 'Khanna', photo('a').sha256, photo('a').blob, 0);
      return () => expireAreas(db, NOW * 10);
    },
    'photos of an area that are missing': async () => {
      await applyReports(db, page);
      const area = { id: 'Khanna', lat: 30, lng: 76, expiresAt: NOW };
      return () => missingPhotos(db, area, { findPlace: () => undefined, distanceKm: () => 0 });
    },
    'files that nothing names': async () => {
      await report();
      return () => dropUnusedFiles(db, NOW * 10);
    },
    'a copy from another phone': async () => {
      await report();
      await message();
      const copy = await packCopy(db);
      db.close();
      db = openLocalDb(newProfile());
      return () => unpackCopy(db, copy, NOW);
    },
    'a correction': async () => {
      const { entityId } = await report();
      return () => saveOwn(db, { call: 'uploadLostFoundPerson', report: newReport({ name: 'Asha' }) }, entityId);
    },
    'a correction of what has set out': async () => {
      const { entityId } = await report();
      await begin(db, await queue(db));
      return () => saveOwn(db, { call: 'uploadLostFoundPerson', report: newReport({ name: 'Asha' }) }, entityId);
    },
    'a setting out': async () => {
      await report();
      const ops = await queue(db);
      return () => begin(db, ops);
    },
    'a leaving of what has set out': async () => {
      const pair = await makePair();
      await report();
      await begin(db, await queue(db));
      return () => sealAndClear(db, undefined, pair, undefined, NOW);
    },
  };

  it.each(Object.entries(works))('%s is one transaction, whole', async (_, prepare) => {
    const work = await prepare();
    const before = db.writesBegun;
    await work();
    expect(db.writesBegun - before).toBe(1);
  });

  it('everything is there again in a database that was made anew', async () => {
    const { entityId: id } = await report();
    await rebuild(db);
    expect([await findOwnReport(db, id), (await queue(db)).length]).toEqual([
      expect.objectContaining({ entityId: id }),
      2,
    ]);
  });
});

describe('a transaction', () => {
  let db: LocalDb;
  beforeEach(() => {
    db = openLocalDb(newProfile());
  });
  afterEach(() => db.close());

  it('fails whole when a call goes past it', async () => {
    const past = atOnce(db, 'rw', [db.meta], async (inner) => {
      await inner.meta.put(1, 'device');
      await db.meta.get('device');
      await inner.meta.put(2, 'visit');
    });
    await expect(past).rejects.toThrow();
    expect(await db.meta.get('visit')).toBeUndefined();
  });

  it('fails whole when it touches a table that it did not name', async () => {
    const work = atOnce(db, 'rw', [db.meta], async (db) => {
      await db.meta.put(1, 'device');
      await db.made.clear();
    });
    await expect(work).rejects.toThrow();
    expect(await db.meta.toArray()).toEqual([]);
  });

  it('takes in what is begun within it', async () => {
    const work = atOnce(db, 'rw', [db.meta, db.made], async (db) => {
      await atOnce(db, 'rw', [db.meta], async (db) => db.meta.put(1, 'device'));
      throw new Error('after all');
    });
    await expect(work).rejects.toThrow('after all');
    expect([await db.meta.toArray(), db.writesBegun]).toEqual([[], 1]);
  });
});
