/** The device's own database: what is kept together, what goes first, what waits. */

import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { GUARDED_VIEW, NO_ID, type ReportView } from '../../contract/report.ts';
import { LocalDb, MAIN } from '../../src/store/db.ts';
import type { Photo } from '../../src/store/files.ts';
import { readMeta } from '../../src/store/meta.ts';
import { applyReports, keepThumb, missingThumbs } from '../../src/store/others/records.ts';
import { correctionOf, dropDraft, latestDraft, mendReport, readDraft, writeDraft } from '../../src/store/own/drafts.ts';
import { ownReports } from '../../src/store/own/made.ts';
import {
  begin,
  changeOp,
  dropUnsent,
  finishOp,
  MAX_PAUSE_MS,
  nextOp,
  type Op,
  postpone,
  queue,
  setAside,
  tryAgain,
} from '../../src/store/own/outbox.ts';
import { reportReceived, saveOwn } from '../../src/store/own/reports.ts';
import {
  ASKS_AGAIN_MS,
  askingScans,
  dropOldScans,
  forgetSettled,
  queueScan,
  scanAnswered,
  scannedIn,
  scanPlaced,
  scanSeen,
  scanSettled,
  scansSettledBy,
  scanTold,
} from '../../src/store/own/scans.ts';
import { countUnsent } from '../../src/store/own/unsent-count.ts';
import { dropUnusedFiles } from '../../src/store/own/unused-files.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import { type KeptEnvelope, type OwnScan, RANK } from '../../src/store/rows.ts';
import { newProfile, newReport, openLocalDb, watchSteps } from '../support/client.ts';
import { saveReport } from '../support/made.ts';

const NOW = 1_000_000_000;
const photo = (name: string): Photo => ({ sha256: name.repeat(64), blob: new Blob([name]) });
const scan = (opId: string) => ({ opId, descriptor: [1, 2], model: 'm', thumb: new Blob(['t']), now: NOW });
const retry = (retryAfterMs?: number) => new AppError('server', 'no', { retryAfterMs });
const ENVELOPE: Omit<KeptEnvelope, 'blob'> = {
  ...{ id: 'e', rank: 0, entity: 'r', op: 'o', from: 'other', createdAt: NOW },
  ...{ state: 'waiting', tries: 0, nextAt: 0 },
};

/** As WebKit says it of a window that leaves nothing behind. */
function refusingBlobs(write: IDBObjectStore['put']): IDBObjectStore['put'] {
  return function (this: IDBObjectStore, value: object, ...key) {
    if ([value, ...Object.values(value)].some((one) => one instanceof Blob))
      throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
    return write.call(this, value, ...key);
  };
}

it('is made where the browser gives no list of databases while one is made, as Firefox does not', async () => {
  const factory = new IDBFactory();
  const list = factory.databases.bind(factory);
  factory.databases = () => new Promise(() => {});
  const db = new LocalDb(MAIN, { indexedDB: factory, IDBKeyRange });
  await db.open();
  expect((await list()).map(({ name }) => name)).toEqual([MAIN]); // asking for another has made none
  db.close();
}, 5000);

describe('the store', () => {
  let db: LocalDb;
  beforeEach(() => {
    db = openLocalDb(newProfile());
  });
  afterEach(() => db.close());

  const names = async () => (await queue(db)).map(({ opId }) => opId);
  const next = async (now = NOW, maxRank?: number) => (await nextOp(db, now, maxRank)).op?.opId;
  const firstOp = async (): Promise<Op> => {
    const [op] = await queue(db);
    return op ?? expect.fail('the outbox is empty');
  };

  it('of one device is not that of another', async () => {
    const other = openLocalDb(newProfile());
    await saveReport(db, newReport());
    expect([(await ownReports(db)).length, (await ownReports(other)).length]).toEqual([1, 0]);
    other.close();
  });

  it('keeps photos as bytes where the browser keeps no Blob, as a private window of Safari, and gives Blobs back', async () => {
    const store = IDBObjectStore.prototype;
    const { put, add } = store;
    onTestFinished(() => void Object.assign(store, { put, add }));
    Object.assign(store, { put: refusingBlobs(put), add: refusingBlobs(add) });
    const jpeg = new Blob(['a face'], { type: 'image/jpeg' });
    await saveReport(db, { ...newReport(), photos: [{ sha256: 'a'.repeat(64), blob: jpeg }] });
    await queueScan(db, { ...scan('one'), thumb: jpeg });
    await keepThumb(db, 'b'.repeat(64), jpeg, NOW);
    await db.carried.envelope.put({ ...ENVELOPE, blob: jpeg });
    const { thumb } = (await db.made.get('one')) as OwnScan;
    const rows = [
      ...(await db.file.toArray()),
      ...(await db.thumb.toArray()),
      await db.carried.envelope.get(ENVELOPE.id),
    ];
    const kept = [thumb, ...rows.map((row) => row?.blob)];
    expect(kept.map((blob) => blob?.type)).toEqual(Array(4).fill('image/jpeg'));
    expect(await Promise.all(kept.map((blob) => blob?.text()))).toEqual(Array(4).fill('a face'));
    const each: (string | undefined)[] = [];
    await db.file.orderBy('sha256').each(({ blob }) => void each.push(blob.type));
    expect(each).toEqual(['image/jpeg']);
  });

  describe('saving a report', () => {
    it('keeps the report, its files, each once, and the calls that send it, and drops the draft', async () => {
      const report = newReport({}, { photos: [photo('a'), photo('b'), photo('a')], videos: [photo('c')] });
      await writeDraft(db, { id: report.id, opId: report.opId, values: {}, photos: [], videos: [], updatedAt: 1 });
      const own = await saveReport(db, report);
      expect([own.photos, own.videos]).toEqual([[photo('a').sha256, photo('b').sha256], [photo('c').sha256]]);
      expect((await queue(db)).map(({ opId, rank, state }) => [opId, rank, state])).toEqual([
        [report.opId, RANK.text, 'waiting'],
        [`${report.id}/${photo('a').sha256}`, RANK.photo, 'waiting'],
        [`${report.id}/${photo('b').sha256}`, RANK.photo, 'waiting'],
        [`${report.id}/${photo('c').sha256}`, RANK.video, 'waiting'],
      ]);
      expect([await db.file.count(), await db.draft.count()]).toEqual([3, 0]);
      expect((await firstOp()).input).toMatchObject({ id: report.id, opId: report.opId, photos: own.photos });
    });

    it('is all or nothing, at whichever step it breaks', async () => {
      let broke = true;
      for (let at = 1; broke; at++) {
        const doomed = openLocalDb(newProfile());
        const report = newReport({}, { photos: [photo('a')] });
        await writeDraft(doomed, {
          id: report.id,
          opId: report.opId,
          values: {},
          photos: [],
          videos: [],
          updatedAt: 1,
        });
        let steps = 0;
        watchSteps(doomed, () => {
          if (++steps === at) throw new Error('the battery is empty');
        });
        doomed.close();
        await doomed.open(); // what watches is in place from here on
        broke = await saveReport(doomed, report).then(
          () => false,
          () => true,
        );
        steps = Number.NEGATIVE_INFINITY;
        const counts = [
          (await ownReports(doomed)).length,
          await doomed.file.count(),
          (await queue(doomed)).length,
          await doomed.draft.count(),
        ];
        expect([at, counts]).toEqual([at, broke ? [0, 0, 0, 1] : [1, 1, 2, 0]]);
        doomed.close();
        if (!broke) expect(at).toBeGreaterThan(5);
      }
    });

    it('twice is saving it once', async () => {
      const report = newReport({}, { photos: [photo('a')] });
      await Promise.all([saveReport(db, report), saveReport(db, report)]);
      await saveReport(db, report);
      expect([(await ownReports(db)).length, (await queue(db)).length]).toEqual([1, 2]);
    });

    it('with other content under a name that is taken keeps it as a report of its own, also after a receipt', async () => {
      const first = newReport();
      await saveReport(db, first);
      const other = newReport({ name: 'Ravi Kumar' }, { id: first.id, opId: first.opId, photos: [photo('a')] });
      const kept = await saveReport(db, other);
      expect([kept.entityId === first.id, kept.opId === first.opId]).toEqual([false, false]);
      const ops = (await queue(db)).filter(({ of }) => of === kept.opId);
      expect(ops.map(({ opId }) => opId)).toEqual([kept.opId, `${kept.entityId}/${photo('a').sha256}`]);
      expect(ops[0]?.input).toMatchObject({ id: kept.entityId, opId: kept.opId, name: 'Ravi Kumar' });

      const receipt = { opId: first.opId, receivedAt: '2026-11-01T00:00:00Z' };
      await reportReceived(db, await firstOp(), receipt, 'pending_review');
      expect((await saveReport(db, first)).entityId).toBe(first.id);
      expect((await ownReports(db)).length).toBe(2);
      expect(
        (await saveReport(db, newReport({ name: 'Third' }, { id: first.id, opId: first.opId }))).entityId,
      ).not.toBe(first.id);
      expect((await ownReports(db)).length).toBe(3);
    });
  });

  describe('a draft whose report is saved', () => {
    const draftOf = ({ id, opId }: { id: string; opId: string }, updatedAt = 2) => ({
      id,
      opId,
      values: { title: 'T' },
      photos: [photo('a').sha256],
      videos: [],
      updatedAt,
    });

    it('is not written again by a form that wakes late, and never lends its name to the next form', async () => {
      const report = newReport();
      await Promise.all([saveReport(db, report), writeDraft(db, draftOf(report))]);
      expect(await writeDraft(db, draftOf(report))).toBe(false);
      expect([await db.draft.count(), await latestDraft(db), await readDraft(db, report.id)]).toEqual([
        ...[0, undefined, undefined],
      ]);
    });

    it('is passed over where an older app left one behind, and swept away with its files', async () => {
      const report = newReport();
      await saveReport(db, report);
      const begun = draftOf(newReport(), 1);
      await db.draft.bulkAdd([draftOf(report), begun]);
      await db.file.add({ ...photo('b'), createdAt: 0 });
      expect((await latestDraft(db))?.id).toBe(begun.id);
      expect(await readDraft(db, report.id)).toBeUndefined();
      await dropUnusedFiles(db, NOW);
      expect([(await db.draft.toArray()).map(({ id }) => id), await db.file.count()]).toEqual([[begun.id], 0]);
    });

    it('is written while a refused report is mended', async () => {
      const report = newReport();
      await saveReport(db, report);
      await mendReport(db, report.id, 'op-2', NOW);
      expect(await writeDraft(db, { ...draftOf(report), opId: 'op-2' })).toBe(true);
      expect(await latestDraft(db)).toMatchObject({ id: report.id, opId: 'op-2' });
    });
  });

  it('keeps what was written about a report that goes back into its form, and sends it after the mended one', async () => {
    db.signedIn = () => ({ id: 'asha', name: 'Asha' });
    const sender = { account: 'asha' };
    const report = newReport();
    await saveReport(db, report);
    const about = { endpoint: 'updateReport', id: report.id, label: 'Asha', now: NOW } as const;
    await queueWrite(db, { ...about, opId: 'edit', input: { id: report.id, title: 'By the well' } });
    await setAside(db, await firstOp(), new AppError('bad-input', 'no'));
    await mendReport(db, report.id, 'op-2', NOW);
    expect(await names()).toEqual(['edit']);
    expect((await nextOp(db, NOW, undefined, sender)).op).toBeUndefined();
    await saveReport(db, { ...report, opId: 'op-2' });
    expect(await names()).toEqual(['op-2', 'edit']);
    expect((await nextOp(db, NOW, undefined, sender)).op?.opId).toBe('op-2');
  });

  describe('a report that waits, corrected in its form', () => {
    const maker = { secret: 's'.repeat(64), secretHash: 'h'.repeat(64) };
    const correct = (of: string, name: string) =>
      saveOwn(db, { call: 'uploadLostFoundPerson', report: newReport({ name }, { photos: [photo('a')] }) }, of);
    const said = async () => (await queue(db)).map(({ endpoint, entityId, input }) => [endpoint, entityId, input]);

    it('goes on waiting as it is until it is saved, and then keeps its names, photos and author', async () => {
      db.signedIn = () => ({ id: 'asha', name: 'Asha' });
      const report = newReport({ name: 'Asha Devy' }, { photos: [photo('a')], maker, values: { name: 'Asha Devy' } });
      await saveReport(db, report);
      const form = (await correctionOf(db, report.id, NOW)) ?? expect.fail('it has no form');
      expect(form).toMatchObject({ corrects: report.id, values: { name: 'Asha Devy' }, photos: [photo('a').sha256] });
      await writeDraft(db, { ...form, values: { name: 'Asha Devi' } });
      const { op } = await nextOp(db, NOW, undefined, { account: 'asha' });
      expect([op?.opId, await latestDraft(db)]).toEqual([report.opId, undefined]);
      expect(await correctionOf(db, report.id, NOW)).toMatchObject({ id: form.id, values: { name: 'Asha Devi' } });
      db.signedIn = () => undefined;
      await correct(report.id, 'Asha Devi');
      await correct(report.id, 'Asha Devi');
      expect(await said()).toMatchObject([
        ['uploadLostFoundPerson', report.id, { id: report.id, opId: report.opId, name: 'Asha Devi' }],
        ['putFile', report.id, { sha256: photo('a').sha256 }],
      ]);
      expect((await ownReports(db)).map(({ author }) => author?.id)).toEqual(['asha']);
    });

    it('is one of its own once the former has set out, and the former is taken back', async () => {
      const report = newReport({ name: 'Asha Devy' }, { photos: [photo('a')], maker });
      await saveReport(db, report);
      await begin(db, [await firstOp()]);
      await tryAgain(db, report.id); // it counts the tries anew, and the server may still have it
      const corrected = await correct(report.id, 'Asha Devi');
      expect([corrected.entityId === report.id, corrected.opId === report.opId]).toEqual([false, false]);
      expect(await said()).toMatchObject([
        ['uploadLostFoundPerson', corrected.entityId, { opId: corrected.opId, name: 'Asha Devi' }],
        ['putFile', corrected.entityId, { sha256: photo('a').sha256 }],
        ['endReport', report.id, { how: 'erased', of: report.opId, secret: maker.secret }],
      ]);
    });

    it('is not sent in its former words by who read them a moment before', async () => {
      const report = newReport({ name: 'Asha Devy' }, { maker });
      await saveReport(db, report);
      const read = await firstOp();
      await correct(report.id, 'Asha Devi');
      expect((await begin(db, [read])).map(({ input }) => input)).toMatchObject([{ name: 'Asha Devi' }]);
    });

    it.each(['before', 'after'] as const)('is all or nothing %s it has set out', async (when) => {
      let broke = true;
      for (let at = 1; broke; at++) {
        const doomed = openLocalDb(newProfile());
        const report = newReport({ name: 'Asha Devy' }, { maker });
        await saveReport(doomed, report);
        if (when === 'after') await begin(doomed, await queue(doomed));
        let steps = 0;
        watchSteps(doomed, () => {
          if (++steps === at) throw new Error('the battery is empty');
        });
        doomed.close();
        await doomed.open(); // what watches is in place from here on
        const made = { call: 'uploadLostFoundPerson' as const, report: newReport({ name: 'Asha Devi' }) };
        broke = await saveOwn(doomed, made, report.id).then(
          () => false,
          () => true,
        );
        steps = Number.NEGATIVE_INFINITY;
        const waiting = (await queue(doomed)).map(
          ({ endpoint, input }) => (input as { name?: string }).name ?? endpoint,
        );
        const done = when === 'before' ? ['Asha Devi'] : ['Asha Devi', 'endReport'];
        expect([at, waiting]).toEqual([at, broke ? ['Asha Devy'] : done]);
        doomed.close();
        if (!broke) expect(at).toBeGreaterThan(4);
      }
    });
  });

  describe('the next op', () => {
    it('is a text before any photo and a photo before any video, then the oldest (A25)', async () => {
      const [a, b] = [
        newReport({}, { photos: [photo('a')], videos: [photo('v')] }),
        newReport({}, { photos: [photo('b')] }),
      ];
      await saveReport(db, a);
      await saveReport(db, b);
      await queueScan(db, scan('s'));
      const order: string[] = [];
      for (let op = (await nextOp(db, NOW)).op; op; op = (await nextOp(db, NOW)).op) {
        order.push(op.opId);
        await finishOp(db, op);
      }
      const file = (of: string, name: string) => `${of}/${photo(name).sha256}`;
      expect(order).toEqual([a.opId, b.opId, 's', file(a.id, 'a'), file(b.id, 'b'), file(a.id, 'v')]);
    });

    it('leaves videos for Wi-Fi when it is told to', async () => {
      await saveReport(db, newReport({}, { videos: [photo('v')] }));
      await finishOp(db, await firstOp());
      expect([await next(NOW, RANK.photo), await next()]).toEqual([undefined, (await names())[0]]);
    });

    it('is never a photo whose text waits or was refused, while other reports flow', async () => {
      const [a, b] = [newReport({}, { photos: [photo('a')] }), newReport()];
      await saveReport(db, a);
      await saveReport(db, b);
      const text = await firstOp();
      await postpone(db, text, retry(10_000), NOW, () => 1);
      expect(await next()).toBe(b.opId);
      await dropUnsent(db, b.id);
      expect(await nextOp(db, NOW)).toEqual({ op: undefined, dueAt: NOW + 10_000 });
      await setAside(db, text, new AppError('bad-input', 'no', { fields: { title: 'long' } }));
      expect(await nextOp(db, NOW + 60_000)).toEqual({ op: undefined, dueAt: undefined });
      expect(await firstOp()).toMatchObject({ state: 'refused', error: 'bad-input', fields: { title: 'long' } });
      expect(await countUnsent(db)).toEqual({ waiting: 0, refused: 1 });
      await tryAgain(db, a.id);
      expect(await next(NOW + 60_000)).toBe(a.opId);
    });

    it('is due when its time has come, or when the clock that set the time was wrong', async () => {
      await queueScan(db, scan('s'));
      await postpone(db, await firstOp(), retry(), NOW, () => 1);
      const { nextAt } = await firstOp();
      expect([await next(nextAt - 1), await next(nextAt), await next(nextAt + 1e12)]).toEqual([undefined, 's', 's']);
      expect(await next(NOW - 86_400_000)).toBe('s'); // the clock was a day ahead when it failed
      await postpone(db, await firstOp(), retry(600_000), NOW, () => 1);
      expect([await next(NOW + 1), await next(NOW + 599_999), await next(NOW + 600_000)]).toEqual([
        undefined,
        undefined,
        's',
      ]);
      expect(await next(NOW - 86_400_000)).toBe('s');
    });
  });

  it('puts a failing op off for twice as long each time, up to 30 s, spread by half', async () => {
    await queueScan(db, scan('s'));
    const pauses: [number, number][] = [];
    for (let i = 0; i < 9; i++) {
      const low = await pauseAfter(() => 0, false);
      pauses.push([low, await pauseAfter(() => 1, true)]);
    }
    expect(pauses.slice(0, 6)).toEqual([
      [500, 1000],
      [1000, 2000],
      [2000, 4000],
      [4000, 8000],
      [8000, 16_000],
      [15_000, MAX_PAUSE_MS],
    ]);
    expect(pauses[8]).toEqual([15_000, MAX_PAUSE_MS]);

    async function pauseAfter(random: () => number, count: boolean): Promise<number> {
      const op = await firstOp();
      await postpone(db, op, retry(), NOW, random);
      const { nextAt } = await firstOp();
      if (!count) await changeOp(db, op, { tries: op.tries });
      return nextAt - NOW;
    }
  });

  it('waits as long as the server asks, but never more than an hour', async () => {
    await queueScan(db, scan('s'));
    for (const [asked, waited] of [
      [120_000, 120_000],
      [1e12, 3_600_000],
    ] as const) {
      await postpone(db, await firstOp(), retry(asked), NOW, () => 0);
      expect((await firstOp()).nextAt).toBe(NOW + waited);
    }
  });

  it('lets the user give up what was not received, and of a received report only what was refused', async () => {
    const [unsent, received] = [
      newReport({}, { photos: [photo('a')] }),
      newReport({}, { photos: [photo('a'), photo('b')] }),
    ];
    await saveReport(db, unsent);
    await saveReport(db, received);
    const receipt = { opId: received.opId, receivedAt: '2026-11-21T10:00:00Z' };
    const [text, first] = (await queue(db)).filter(({ of }) => of === received.opId);
    if (!text || !first) return expect.fail('it is not queued');
    await reportReceived(db, text, receipt, 'pending_review');
    await changeOp(db, first, { state: 'refused' });
    await dropUnsent(db, unsent.id);
    await dropUnsent(db, received.id);
    expect(await names()).toEqual([`${received.id}/${photo('b').sha256}`]);
    expect(await ownReports(db)).toMatchObject([{ entityId: received.id, photos: [photo('b').sha256], receipt }]);
  });

  it('keeps a draft until it is saved or dropped, and knows the latest', async () => {
    const draft = (id: string, updatedAt: number) => ({
      id,
      opId: id,
      values: { title: id },
      photos: [],
      videos: [],
      updatedAt,
    });
    await writeDraft(db, draft('a', 2));
    await writeDraft(db, draft('b', 1));
    expect(await latestDraft(db)).toMatchObject({ id: 'a' });
    await dropDraft(db, 'a');
    expect([await readDraft(db, 'a'), (await latestDraft(db))?.id]).toEqual([undefined, 'b']);
  });

  it('forgets the template of a scan once it was answered, in the same moment', async () => {
    await queueScan(db, scan('s'));
    expect(JSON.stringify(await queue(db))).toContain('descriptor');
    const receipt = { opId: 's', receivedAt: '2026-11-21T10:00:00Z' };
    await scanAnswered(db, 's', { receipt, searched: 4, candidates: [] });
    expect([(await queue(db)).length, await db.made.get('s')]).toEqual([
      0,
      expect.objectContaining({ createdAt: NOW }),
    ]);
  });

  it('keeps the template and the place of a scan that was answered "guarded" until something was said (088)', async () => {
    const receipt = { opId: 's', receivedAt: '2026-11-21T10:00:00Z' };
    const candidates = [{ band: 'possible' as const, data: GUARDED_VIEW }];
    const place = { lat: 30.9, lng: 75.8 };
    for (const id of ['told', 'named', 'none']) {
      await queueScan(db, scan(id));
      await scanPlaced(db, id, place);
      const named = [{ band: 'likely' as const, data: { ...GUARDED_VIEW, id: 'r', _id: 'r' } }];
      await scanAnswered(db, id, {
        ...{ receipt, searched: 4 },
        candidates: id === 'told' ? candidates : id === 'named' ? named : [],
      });
    }
    const kept = async (id: string) => {
      const row = (await db.made.get(id)) as OwnScan;
      return [scannedIn(row), row.place];
    };
    const face = { photo: expect.any(Blob), descriptor: [1, 2], model: 'm' };
    expect(await kept('told')).toEqual([face, place]);
    for (const id of ['named', 'none']) expect(await kept(id)).toEqual([undefined, undefined]);
    await scanTold(db, 'told', NO_ID);
    expect(await kept('told')).toEqual([undefined, undefined]);
    expect(JSON.stringify(await db.made.toArray())).not.toContain('descriptor');
  });

  it('takes the place of a scan after its answer too, where somebody guarded is in question, and of no other', async () => {
    const receipt = { opId: 's', receivedAt: '2026-11-21T10:00:00Z' };
    const named = { ...GUARDED_VIEW, id: 'r', _id: 'r' };
    for (const [id, data] of Object.entries({ guarded: GUARDED_VIEW, named })) {
      await queueScan(db, scan(id));
      await scanAnswered(db, id, { receipt, searched: 4, candidates: [{ band: 'possible', data }] });
      await scanPlaced(db, id, { lat: 30.9, lng: 75.8 });
    }
    const place = async (id: string) => ((await db.made.get(id)) as OwnScan).place;
    expect([await place('guarded'), await place('named')]).toEqual([{ lat: 30.9, lng: 75.8 }, undefined]);
  });

  it('asks about a match until it was looked at, once more a day later, and no more once something was said', async () => {
    const asking = async (now: number) => (await askingScans(db, now)).map(({ opId }) => opId);
    const receipt = { opId: 's', receivedAt: '2026-11-21T10:00:00Z' };
    const data = { ...GUARDED_VIEW, id: 'r', _id: 'r' };
    for (const id of ['looked', 'said', 'none']) {
      await queueScan(db, scan(id));
      const candidates = id === 'none' ? [] : [{ band: 'likely' as const, data }];
      await scanAnswered(db, id, { receipt, searched: 4, candidates });
    }
    expect(await asking(NOW)).toEqual(['looked', 'said']);
    for (const id of ['looked', 'said', 'none']) await scanSeen(db, id, NOW);
    await scanSettled(db, 'said', 'r');
    expect(await asking(NOW + ASKS_AGAIN_MS - 1)).toEqual([]);
    expect(await asking(NOW + ASKS_AGAIN_MS)).toEqual(['looked']);
    // A look in between is the same look; the second question is the last.
    await scanSeen(db, 'looked', NOW + 1000);
    expect(await asking(NOW + ASKS_AGAIN_MS)).toEqual(['looked']);
    await scanSeen(db, 'looked', NOW + ASKS_AGAIN_MS);
    expect(await asking(NOW + 10 * ASKS_AGAIN_MS)).toEqual([]);
    expect(await db.made.count()).toBe(3);
  });

  it('asks no more about a match once a sighting of that person is kept, and on about the others', async () => {
    const receipt = { opId: 's', receivedAt: '2026-11-21T10:00:00Z' };
    for (const id of ['one', 'other']) {
      await queueScan(db, scan(id));
      const candidates = [{ band: 'likely' as const, data: { ...GUARDED_VIEW, id: `of-${id}`, _id: `of-${id}` } }];
      await scanAnswered(db, id, { receipt, searched: 4, candidates }, NOW);
    }
    await scansSettledBy(db, 'of-one');
    expect((await askingScans(db, NOW + ASKS_AGAIN_MS)).map(({ opId }) => opId)).toEqual(['other']);
  });

  describe('a scan that may be one of several, one of them guarded', () => {
    const place = { lat: 30.9, lng: 75.8 };
    const row = async () => (await db.made.get('s')) as OwnScan;
    const inQuestion = async () => (await row()).answer?.candidates.map(({ data }) => data.id);
    const isAsked = async () => (await askingScans(db, NOW + ASKS_AGAIN_MS)).length === 1;
    const canTell = async () => scannedIn(await row()) !== undefined && (await row()).place !== undefined;

    beforeEach(async () => {
      const receipt = { opId: 's', receivedAt: '2026-11-21T10:00:00Z' };
      const named = ['x', 'y'].map((id) => ({ band: 'likely' as const, data: { ...GUARDED_VIEW, id, _id: id } }));
      const candidates = [...named, { band: 'possible' as const, data: GUARDED_VIEW }];
      await queueScan(db, scan('s'));
      await scanPlaced(db, 's', place);
      await scanAnswered(db, 's', { receipt, searched: 4, candidates }, NOW);
    });

    it('is asked about the others after a "no" to one, and the police can still be told', async () => {
      await scanSettled(db, 's', 'x');
      expect([await inQuestion(), await isAsked(), await canTell()]).toEqual([['y', NO_ID], true, true]);
      await scanSettled(db, 's', 'y');
      expect([await inQuestion(), await isAsked(), await canTell()]).toEqual([[NO_ID], true, true]);
      await scanSettled(db, 's', NO_ID);
      expect([await isAsked(), await canTell()]).toEqual([false, false]);
      expect(JSON.stringify(await row())).not.toContain('descriptor');
    });

    it('keeps no face once it is none that is guarded, and is asked about the named ones', async () => {
      await scanSettled(db, 's', NO_ID);
      expect([await inQuestion(), await isAsked(), await canTell()]).toEqual([['x', 'y'], true, false]);
      expect(JSON.stringify(await row())).not.toContain('descriptor');
    });

    it('keeps the face and the place for the police when a sighting of another is told', async () => {
      await scansSettledBy(db, 'x');
      expect([await inQuestion(), await isAsked(), await canTell()]).toEqual([[NO_ID], true, true]);
    });

    it('is asked about no more once the police were told, whatever else was found', async () => {
      await scanTold(db, 's', NO_ID);
      expect([await isAsked(), await canTell()]).toEqual([false, false]);
    });

    it('goes when nothing more is asked about it, and not before', async () => {
      await scanTold(db, 's', 'x');
      await forgetSettled(db, 's');
      expect(await row()).toBeDefined();
      await scanSettled(db, 's', NO_ID);
      await forgetSettled(db, 's');
      expect(await row()).toBeUndefined();
    });
  });

  it('forgets an answered scan with its picture as long after the search as the server does, and none that waits', async () => {
    const receipt = { opId: 's', receivedAt: '2026-11-21T10:00:00Z' };
    const data = { ...GUARDED_VIEW, id: 'r', _id: 'r' };
    for (const id of ['matched', 'waits']) await queueScan(db, scan(id));
    await scanAnswered(db, 'matched', { receipt, searched: 4, candidates: [{ band: 'likely', data }] });
    const dayMs = 86_400_000;
    await dropOldScans(db, NOW + KEPT_DAYS.scans * dayMs);
    expect(await db.made.count()).toBe(2);
    await dropOldScans(db, NOW + KEPT_DAYS.scans * dayMs + 1);
    expect(await db.made.toCollection().primaryKeys()).toEqual(['waits']);
    expect((await queue(db)).length).toBe(1);
  });

  describe('a page of the feed', () => {
    const view = (id: string, photos: string[] = []): ReportView => ({
      id,
      _id: id,
      rev: '1.1',
      type: 'lost',
      status: 'published',
      photos,
      contact: 'relay',
      reviewed: true,
      subject: { kind: 'person', condition: 'missing' },
      createdAt: '2026-11-21T10:00:00Z',
    });
    const page = (cursor: string, changes: Parameters<typeof applyReports>[1]['changes'], reset = false) =>
      applyReports(db, { reset, cursor, more: false, changes });

    it('asks again for a photo that was not to be had, also when the clock was a year ahead then (fault 30)', async () => {
      await page('e.1.1', [{ kind: 'report', id: 'a', row: view('a', ['p']) }]);
      await keepThumb(db, 'p', new Blob([]), NOW);
      expect([await missingThumbs(db, 9, NOW + 60_000), await missingThumbs(db, 9, NOW + 3_700_000)]).toEqual([
        [],
        ['p'],
      ]);
      await keepThumb(db, 'p', new Blob([]), NOW + 365 * 86_400_000);
      expect(await missingThumbs(db, 9, NOW)).toEqual(['p']);
    });

    it('is stored with its cursor, and a tombstone takes the record and its photo', async () => {
      await page('e.1.1', [{ kind: 'report', id: 'a', row: view('a', ['p']) }]);
      expect(await missingThumbs(db, 9, NOW)).toEqual(['p']);
      await keepThumb(db, 'p', new Blob(['x']), NOW);
      expect([await missingThumbs(db, 9, NOW), await readMeta(db, 'reportsCursor')]).toEqual([[], 'e.1.1']);
      await page('e.1.2', [
        { kind: 'gone', id: 'a' },
        { kind: 'gone', id: 'unknown' },
      ]);
      expect([await db.record.count(), await db.thumb.count(), await readMeta(db, 'reportsCursor')]).toEqual([
        0,
        0,
        'e.1.2',
      ]);
    });

    it('of another life of the database replaces everything', async () => {
      await page('e.1.1', [{ kind: 'report', id: 'a', row: view('a') }]);
      await page('f.1.1', [{ kind: 'report', id: 'b', row: view('b') }], true);
      expect(await db.record.toCollection().primaryKeys()).toEqual(['b']);
    });

    it('that breaks in the middle leaves neither rows nor a cursor', async () => {
      const broken = { kind: 'report', id: 'b', row: undefined as unknown as ReportView } as const;
      await expect(page('e.1.9', [{ kind: 'report', id: 'a', row: view('a') }, broken])).rejects.toThrow();
      expect([await db.record.count(), await readMeta(db, 'reportsCursor')]).toEqual([0, undefined]);
    });
  });
});
