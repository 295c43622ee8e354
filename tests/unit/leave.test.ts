/** Signing out on a phone without a network: what is sealed, what is asked about, and what a kill in the middle leaves. */

import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packBundle, readBundle, readHeader } from '../../contract/envelope.ts';
import { AppError } from '../../contract/errors.ts';
import type { ReportView } from '../../contract/report.ts';
import type { SyncPage } from '../../contract/sync.ts';
import { makePair, type SealPair } from '../../server/envelopes/keys.ts';
import { openEnvelope } from '../../server/envelopes/open.ts';
import { createApi } from '../../src/api/client.ts';
import { closeSession, keepToken, useSession } from '../../src/api/session.ts';
import { defaultUser } from '../../src/api/session-user.ts';
import { givable, smallBundle, wholeBundle } from '../../src/features/handover/bundle.ts';
import { whatWaits } from '../../src/features/outpost/mode.ts';
import { sealedNames } from '../../src/platform/seal.ts';
import { LocalDb } from '../../src/store/db.ts';
import { bringBackInto, finishErasing, rebuild, resumeErasing } from '../../src/store/erase.ts';
import { readMeta, writeMeta } from '../../src/store/meta.ts';
import { addArea, keepAreaPhoto } from '../../src/store/others/areas.ts';
import { applyReports, keepThumb } from '../../src/store/others/records.ts';
import { writeDraft } from '../../src/store/own/drafts.ts';
import {
  countCarried,
  dropRefused,
  envelopeRefused,
  isSealable,
  keepEnvelopes,
  sealOps,
  toRows,
} from '../../src/store/own/envelopes.ts';
import { heldRows, hold, releaseTheirs, useHeld } from '../../src/store/own/held.ts';
import { clearReceived, sealAndClear, whatIsLeft } from '../../src/store/own/leave.ts';
import { ownReports } from '../../src/store/own/made.ts';
import { dropUnsent, queue } from '../../src/store/own/outbox.ts';
import { drawMaker, rowOfReport } from '../../src/store/own/reports.ts';
import { queueScan, scanAnswered } from '../../src/store/own/scans.ts';
import { dropWrite, queueWrite } from '../../src/store/own/writes.ts';
import { type LeaveAnswer, leave, useLeaving } from '../../src/sync/leave.ts';
import { CLOCK_START, makePhoto, newReport, watchSteps } from '../support/client.ts';
import { queuedLocks } from '../support/locks.ts';
import { change, isText, saveReport } from '../support/made.ts';
import { diskWithReserve } from '../support/reserve.ts';

const ASHA = { id: randomUUID(), name: 'Asha' };
const SESSION = { account: ASHA.id, token: 'a token' };

/** Asked of the list: `Dexie.exists` opens what it asks for, and deletes what it finds missing a moment later. */
async function isThere(name: string): Promise<boolean> {
  const { indexedDB } = Dexie.dependencies as { indexedDB: IDBFactory };
  return (await indexedDB.databases()).some((one) => one.name === name);
}

describe('leaving a phone', () => {
  let db: LocalDb;
  let pair: SealPair;
  const open = (): LocalDb => {
    const opened = new LocalDb();
    opened.signedIn = () => ASHA;
    return opened;
  };

  beforeEach(async () => {
    Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
    db = open();
    pair = await makePair();
  });

  const say = (text: string) =>
    queueWrite(db, {
      endpoint: 'sendMessage',
      opId: randomUUID(),
      id: randomUUID(),
      label: 'Keys',
      now: CLOCK_START,
      input: { id: randomUUID(), conversationId: randomUUID(), text },
    });
  const leaveNow = () => sealAndClear(db, ASHA.id, pair, SESSION, CLOCK_START);
  /** Of somebody else: it stays when Asha leaves. */
  async function saveOfBela(): Promise<void> {
    db.signedIn = () => ({ id: 'bela', name: 'Bela' });
    await saveReport(db, newReport());
    db.signedIn = () => ASHA;
  }
  const opened = async () => {
    const rows = await db.carried.envelope.orderBy('createdAt').toArray();
    return Promise.all(rows.map(async ({ blob }) => openEnvelope([pair], new Uint8Array(await blob.arrayBuffer()))));
  };

  it('seals reports, messages and photos so that the server reads them in their author’s name (fault 33)', async () => {
    const photo = await makePhoto(1);
    const report = newReport({}, { photos: [photo] });
    await saveReport(db, report);
    await say('By the clock tower');
    expect(await leaveNow()).toBe(2);
    const contents = await opened();
    expect(contents.map(({ content }) => [content.call, content.opId, content.author?.id])).toEqual([
      ['uploadLostFoundPerson', report.opId, ASHA.id],
      ['sendMessage', expect.any(String), ASHA.id],
      ['putFile', `${report.id}/${photo.sha256}`, ASHA.id],
    ]);
    expect(contents[0]?.content.input).toMatchObject({ name: 'Asha Devi', photos: [photo.sha256] });
    expect(Buffer.from(contents[2]?.file ?? [])).toEqual(Buffer.from(await photo.blob.arrayBuffer()));
    for (const table of [db.made, db.file, db.draft]) expect(await table.count()).toBe(0);
  });

  it('is opened by no other key, and not at all once a byte of it was changed (fault 33)', async () => {
    await saveReport(db, newReport());
    const [bytes] = await sealOps(db, await queue(db), pair, SESSION);
    if (!bytes) throw new Error('nothing was sealed');
    await expect(openEnvelope([await makePair()], bytes)).rejects.toThrow();
    for (const place of [4, 5, 14, 22, 40, 103, 120, bytes.length - 1]) {
      const changed = bytes.slice();
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(openEnvelope([pair], changed), `byte ${place}`).rejects.toMatchObject({ code: 'not-readable' });
    }
    expect((await openEnvelope([pair], bytes)).content.call).toBe('uploadLostFoundPerson');
  });

  it('what is sealed lies beside the database, and a kill at any step loses nothing of it (fault 33)', async () => {
    let left = Number.POSITIVE_INFINITY;
    for (const one of [db, db.carried])
      watchSteps(one, () => {
        if (left-- <= 0) throw new Error('killed');
      });
    await saveReport(db, newReport({}, { photos: [await makePhoto(1)] }));
    let kills = 0;
    for (let step = 0, over = false; !over; step++) {
      left = step;
      over = await leaveNow().then(
        () => true,
        () => false,
      );
      left = Number.POSITIVE_INFINITY;
      const [readable, sealed] = [(await queue(db)).length, await db.carried.envelope.count()];
      expect([step, readable === 2 || sealed === 2]).toEqual([step, true]);
      if (over) expect([readable, sealed]).toEqual([0, 2]);
      else kills++;
    }
    expect(kills).toBeGreaterThan(5);
    expect(await countCarried(db)).toEqual({ texts: 1, files: 1, refused: 0 });
  });

  it('nothing that was asked for before somebody left is kept after, and no photo of an area stays', async () => {
    const view = { id: 'a', photos: ['p'], type: 'lost', createdAt: '2026-11-21T10:00:00Z' } as ReportView;
    const page: SyncPage = {
      reset: false,
      cursor: 'c',
      more: false,
      changes: [{ kind: 'report', id: view.id, row: view }],
    };
    await addArea(db, { id: 'Ludhiana, Punjab', lat: 30.9, lng: 75.85 }, CLOCK_START);
    const bring = async (visit: string | undefined) => {
      await applyReports(db, page, visit);
      await keepThumb(db, 'p', new Blob(['p']), CLOCK_START, visit);
      await keepAreaPhoto(db, 'Ludhiana, Punjab', 'p', new Blob(['p']), CLOCK_START, visit);
      return [await db.record.count(), await db.thumb.count(), await db.areaPhoto.count()];
    };
    const before = await readMeta(db, 'visit');
    expect(await bring(before)).toEqual([1, 1, 1]);
    await leaveNow();
    expect([await db.record.count(), await db.thumb.count(), await db.areaPhoto.count()]).toEqual([0, 0, 0]);
    expect(await bring(before)).toEqual([0, 0, 0]);
    expect(await readMeta(db, 'reportsCursor')).toBeUndefined();
    expect(await bring(await readMeta(db, 'visit'))).toEqual([1, 1, 1]);
  });

  it('asks about photos that still wait when their text has gone, once for each report', async () => {
    await saveReport(db, newReport({}, { photos: [await makePhoto(1), await makePhoto(2)] }));
    await change(db, isText, 'received');
    expect(await whatIsLeft(db, ASHA.id, undefined, SESSION)).toMatchObject({ unsealed: 1 });
    expect(await whatIsLeft(db, ASHA.id, pair, SESSION)).toMatchObject({ unsealed: 0 });
  });

  it('of what was made without an account and may have arrived the secret stays, however often somebody signs out; of what never left, nothing', async () => {
    db.signedIn = () => undefined;
    const [tried, untried, sealed] = [newReport(), newReport(), newReport()];
    for (const report of [tried, untried]) await saveReport(db, { ...report, maker: await drawMaker() });
    await change(db, ({ opId }) => opId === tried.opId, { tries: 1 });
    await sealAndClear(db, ASHA.id, undefined, SESSION, CLOCK_START); // no key is known: they chose to have it erased
    await saveReport(db, { ...sealed, maker: await drawMaker() });
    for (let n = 0; n < 2; n++) await leaveNow();
    const stays = await ownReports(db);
    expect(stays.map(({ entityId }) => entityId).sort()).toEqual([tried.id, sealed.id].sort());
    expect(stays.map(({ left, secret, values, label }) => [left, secret?.length, values, label])).toEqual(
      stays.map(() => [true, 64, {}, '']),
    );
  });

  it('what a phone carries for others is handed over with its own, once', async () => {
    await saveReport(db, newReport());
    const [foreign] = await toRows(await sealOps(db, await queue(db), pair, SESSION), 'other', CLOCK_START);
    if (!foreign) throw new Error('nothing was sealed');
    await db.made.clear();
    await saveReport(db, newReport());
    await writeMeta(db, 'sealKey', { ...pair, at: CLOCK_START });
    const [mine] = await toRows(await sealOps(db, await queue(db), pair, SESSION), 'here', CLOCK_START);
    if (!mine) throw new Error('nothing was sealed');
    await keepEnvelopes(db, [foreign, mine]); // as beside a vault, where one's own lies sealed too
    expect(await givable(db)).toMatchObject({ texts: 2, files: 0 });
    for (const bundle of [await wholeBundle(db), (await smallBundle(db)).bundle]) {
      const given = readBundle(bundle)?.map((bytes) => readHeader(bytes)?.op);
      expect(given?.sort()).toEqual([foreign.op, mine.op].sort());
    }
  });

  it('what a phone carries and the server will never take can be given up, and nothing else goes with it', async () => {
    await saveReport(db, newReport());
    await saveReport(db, newReport());
    const rows = await toRows(await sealOps(db, await queue(db), pair, SESSION), 'other', CLOCK_START);
    await keepEnvelopes(db, rows);
    const [bad, good] = rows;
    if (!bad || !good) return expect.fail('nothing was sealed');
    await envelopeRefused(db, bad.id, new AppError('bad-input', 'no'));
    expect(await countCarried(db)).toEqual({ texts: 1, files: 0, refused: 1 });
    await dropRefused(db);
    expect((await db.carried.envelope.toArray()).map(({ id }) => id)).toEqual([good.id]);
  });

  it('what was sealed beside a vault is sent no more once its author has given it up there, and what they keep is', async () => {
    const note = (id: string) => {
      const input = { reportId: id, opId: randomUUID(), kind: 'information' as const, text: 'At the well' };
      return queueWrite(db, { endpoint: 'addNote', opId: input.opId, id, input, label: 'A note', now: CLOCK_START });
    };
    const report = newReport({}, { photos: [await makePhoto(1)] });
    const [given, kept] = [await note(randomUUID()), await note(randomUUID())];
    await saveReport(db, report);
    const rows = await toRows(await sealOps(db, await queue(db), pair, SESSION), 'here', CLOCK_START);
    expect(await keepEnvelopes(db, rows)).toBe(4);
    await dropWrite(db, given.opId);
    await dropUnsent(db, report.id);
    const left = (await db.carried.envelope.toArray()).map(({ op }) => op);
    expect(left).toEqual([(await sealedNames(kept.entityId, kept.opId)).op]);
    expect((await queue(db)).map(({ opId }) => opId)).toEqual([kept.opId]);
  });

  it('what was written while the rest was being sealed is sealed too', async () => {
    await saveReport(db, newReport());
    let late: Promise<unknown> | undefined;
    const session = {
      account: ASHA.id,
      // Asked for while the first report is being sealed.
      get token() {
        late ??= Dexie.ignoreTransaction(() => saveReport(db, newReport()));
        return SESSION.token;
      },
    };
    await sealAndClear(db, ASHA.id, pair, session, CLOCK_START);
    await late;
    expect((await queue(db)).length + (await db.carried.envelope.count())).toBe(2);
  });

  it('touches nothing that somebody else left here, and asks about what cannot be sealed', async () => {
    await saveReport(db, newReport());
    db.signedIn = () => ({ id: 'bela', name: 'Bela' });
    await saveReport(db, newReport());
    db.signedIn = () => ASHA;
    const nothing = { unsealed: 0, held: 0, refused: 0, drafts: 0, scans: 0 };
    expect(await whatIsLeft(db, ASHA.id, pair, SESSION)).toEqual(nothing);
    expect(await whatIsLeft(db, ASHA.id, undefined, SESSION)).toEqual({ ...nothing, unsealed: 1 });
    await leaveNow();
    expect((await queue(db)).map(({ author }) => author?.id)).toEqual(['bela']);
    expect((await queue(db)).some((op) => isSealable(op, SESSION))).toBe(false);
  });

  describe('by the app’s own way out, asked about what cannot be sealed', () => {
    beforeEach(() => {
      const kept = new Map<string, string>([['wapsi-code-1', 'a code to show']]);
      vi.stubGlobal('localStorage', {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      });
      keepToken(SESSION.token);
      useSession.setState({ user: { ...defaultUser('asha@example.in'), ...ASHA, _id: ASHA.id } });
    });
    afterEach(() => {
      closeSession();
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });

    async function leaveBy(given: LeaveAnswer, key: SealPair | 'none' = pair) {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined); // the server is away, and some of a browser is not here
      if (key !== 'none') await writeMeta(db, 'sealKey', { ...key, at: CLOCK_START });
      const away = async () => Promise.reject(new TypeError('fetch failed'));
      const api = createApi({ base: 'http://server', fetch: away, token: () => undefined });
      const answering = useLeaving.subscribe(({ question }) => question?.answer(given));
      const done = await leave({ db, api, now: () => CLOCK_START });
      answering();
      return done;
    }
    const [scan, answered] = [randomUUID(), randomUUID()];
    const thumb = new Blob(['a face']);
    const template = { descriptor: [1], model: 'm', now: CLOCK_START, thumb };
    const title = ({ input }: { input: unknown }) => (input as { title?: string }).title;

    /** One of everything: what waits, what is received, what was seen of others, and three that cannot be sealed. */
    async function fill() {
      const [theirs, formed] = [await makePhoto(2), await makePhoto(3)];
      await saveReport(db, newReport({ title: 'Received' }, { photos: [await makePhoto(4)] }));
      await change(db, () => true, 'received');
      await saveReport(db, newReport({ title: 'Waiting' }, { photos: [await makePhoto(1)] }));
      const refused = newReport({ title: 'Refused' }, { photos: [theirs] });
      await saveReport(db, refused);
      await change(db, ({ opId }) => opId === refused.opId, { state: 'refused', error: 'bad-input' });
      await queueScan(db, { ...template, opId: answered });
      const receipt = { opId: answered, number: 'W-1', receivedAt: '2026-11-21T10:00:00Z' };
      const seen = { ...ASHA, name: 'Somebody' } as unknown as ReportView;
      await scanAnswered(db, answered, { receipt, searched: 9, candidates: [{ band: 'likely', data: seen }] });
      await queueScan(db, { ...template, opId: scan });
      await db.file.put({ ...formed, createdAt: CLOCK_START });
      await db.file.put({ ...(await makePhoto(5)), createdAt: CLOCK_START });
      const draft = { id: randomUUID(), opId: randomUUID(), values: {}, videos: [], updatedAt: 1 };
      await writeDraft(db, { ...draft, photos: [formed.sha256] });
      const view = { id: 'a', photos: ['p'], type: 'lost', createdAt: '2026-11-21T10:00:00Z' } as ReportView;
      await applyReports(db, {
        reset: false,
        cursor: 'c-office',
        more: false,
        changes: [{ kind: 'report', id: 'a', row: view }],
      });
      await keepThumb(db, 'p', new Blob(['p']), CLOCK_START);
      await writeMeta(db, 'desk', { tasks: [], total: 0, at: CLOCK_START });
      await saveOfBela();
      return { draft, staying: [theirs.sha256, formed.sha256].sort() };
    }
    const others = async () => [
      await db.record.count(),
      await db.thumb.count(),
      await readMeta(db, 'desk'),
      await readMeta(db, 'reportsCursor'),
    ];

    it('who keeps that here leaves only what was counted; what waits is sealed, and the rest is gone', async () => {
      const { draft, staying } = await fill();
      const left = await whatIsLeft(db, ASHA.id, pair, SESSION);
      expect(left).toEqual({ unsealed: 0, held: 0, refused: 1, drafts: 1, scans: 1 });
      expect(await leaveBy('keep')).toEqual({ kind: 'left', reached: false, sealed: 1 });
      const rows = await db.made.toArray();
      const ofAsha = rows.filter(({ author }) => author?.id === ASHA.id);
      expect(ofAsha.map((row) => title(row) ?? row.opId).sort()).toEqual(['Refused', scan].sort());
      expect(rows).toHaveLength(3); // and Bela's
      expect((await db.draft.toArray()).map(({ id }) => id)).toEqual([draft.id]);
      expect((await db.file.toCollection().primaryKeys()).sort()).toEqual(staying);
      expect((await opened()).map(({ content }) => title(content) ?? content.call)).toEqual(['Waiting', 'putFile']);
      expect(await others()).toEqual([0, 0, undefined, undefined]);
      expect(await readMeta(db, 'visit')).toBeDefined();
      expect(await whatIsLeft(db, ASHA.id, pair, SESSION)).toEqual(left);
      expect(useSession.getState().user).toBeUndefined();
    }, 60_000);

    it('who has that erased leaves nothing readable', async () => {
      await fill();
      expect(await leaveBy('erase')).toMatchObject({ kind: 'left', sealed: 1 });
      expect((await db.made.toArray()).map(({ author }) => author?.id)).toEqual(['bela']);
      expect([await db.draft.count(), await db.file.count()]).toEqual([0, 0]);
      expect(await others()).toEqual([0, 0, undefined, undefined]);
    }, 60_000);

    it('who stays is still signed in, and all is there', async () => {
      await fill();
      const before = await db.made.toArray();
      expect(await leaveBy('stay')).toEqual({ kind: 'stayed' });
      expect(await db.made.toArray()).toEqual(before);
      expect([await db.carried.envelope.count(), useSession.getState().user?.id]).toEqual([0, ASHA.id]);
    });

    it('on a phone that knows no key all that waits is kept, with its photos, and what was received is not', async () => {
      await saveReport(db, newReport({ title: 'Received' }));
      await change(db, () => true, 'received');
      await saveReport(db, newReport({ title: 'Waiting' }, { photos: [await makePhoto(1)] }));
      expect(await leaveBy('keep', 'none')).toMatchObject({ kind: 'left', sealed: 0 });
      expect((await ownReports(db)).map(title)).toEqual(['Waiting']);
      expect([await db.file.count(), (await queue(db)).length]).toEqual([1, 2]);
    }, 60_000);

    it('what waits behind what is kept is kept with it: sealed it would arrive before what it is about', async () => {
      const refused = newReport({ title: 'Refused' });
      await saveReport(db, refused);
      await change(db, isText, { state: 'refused', error: 'bad-input' });
      const edit = { endpoint: 'updateReport', opId: randomUUID(), id: refused.id, label: 'Edit' } as const;
      await queueWrite(db, { ...edit, now: CLOCK_START, input: { id: refused.id, title: 'Mended' } as never });
      await say('By the clock tower');
      expect(await leaveBy('keep')).toMatchObject({ kind: 'left', sealed: 1 });
      expect((await queue(db)).map(({ endpoint }) => endpoint)).toEqual(['uploadLostFoundPerson', 'updateReport']);
      expect((await opened()).map(({ content }) => content.call)).toEqual(['sendMessage']);
    }, 60_000);
  });

  it('a session that was ended from elsewhere leaves the forms of this phone, with their photos', async () => {
    const photo = await makePhoto(1);
    for (const file of [photo, await makePhoto(2)]) await db.file.put({ ...file, createdAt: CLOCK_START });
    const draft = { id: randomUUID(), opId: randomUUID(), values: {}, videos: [], updatedAt: 1 };
    await writeDraft(db, { ...draft, photos: [photo.sha256] });
    await clearReceived(db, ASHA.id);
    expect([await db.draft.count(), await db.file.toCollection().primaryKeys()]).toEqual([1, [photo.sha256]]);
  });

  describe('words that found room only in the reserve', () => {
    let disk: Uint8Array<ArrayBuffer>;
    beforeEach(() => {
      disk = diskWithReserve();
    });
    afterEach(() => {
      useHeld.setState({ rows: [] });
      vi.unstubAllGlobals();
    });
    const holdFor = (author: { id: string; name: string } | undefined, title: string) => {
      db.signedIn = () => author;
      return hold(rowOfReport(db, { call: 'uploadLostFoundPerson', report: newReport({ title }) }));
    };
    const isReadable = (title: string) => Buffer.from(disk).includes(title);

    it('are asked about as what is lost or stays readable; another person’s are not', async () => {
      await holdFor(ASHA, 'Blue scarf');
      await holdFor(undefined, 'Grey shawl');
      await holdFor({ id: 'bela', name: 'Bela' }, 'Red coat');
      expect(await whatIsLeft(db, ASHA.id, pair, SESSION)).toMatchObject({ held: 2, unsealed: 0 });
      expect(await whatIsLeft(db, undefined, undefined, undefined)).toMatchObject({ held: 1 });
    });

    it('are off the disk when their owner has them erased, and another person’s stay', async () => {
      await holdFor({ id: 'bela', name: 'Bela' }, 'Red coat');
      await holdFor(ASHA, 'Blue scarf');
      await releaseTheirs(ASHA.id);
      expect((await heldRows()).map(({ author }) => author?.id)).toEqual(['bela']);
      expect([isReadable('Red coat'), isReadable('Blue scarf')]).toEqual([true, false]);
      await releaseTheirs('bela');
      expect([await heldRows(), isReadable('Red coat')]).toEqual([[], false]);
    });

    it('keep a phone from being made a shared one, whoever wrote them', async () => {
      expect(await whatWaits(db)).toBe(0);
      await holdFor({ id: 'bela', name: 'Bela' }, 'Red coat');
      expect(await whatWaits(db)).toBe(1);
    });
  });

  it('the database made anew holds what it held, and one that was cut meanwhile gets it back', async () => {
    await saveOfBela();
    await leaveNow();
    await db.meta.put('x', 'galleryCursor');
    const before = await db.made.toArray();
    await rebuild(db);
    expect([await db.made.toArray(), await db.meta.toCollection().primaryKeys()]).toEqual([
      before,
      ['galleryCursor', 'visit'],
    ]);

    const cut = rebuild(db).catch(() => undefined);
    const deleted = new Promise<void>((resolve) => {
      const original = db.delete.bind(db);
      db.delete = (options) =>
        original(options).then(() => {
          resolve();
          throw new Error('killed'); // nothing of this page runs any more
        });
    });
    await Promise.all([cut, deleted]);
    db.close();
    db = open();
    await resumeErasing(db);
    expect(await db.made.toArray()).toEqual(before);
    expect(await isThere('wapsi-kept')).toBe(false);
  }, 60_000);

  it('what is saved while the database is made anew is there after it, beside what waited in it (fault 33)', async () => {
    await saveReport(db, newReport({}, { photos: [await makePhoto(1)] }));
    const late: Promise<unknown>[] = [];
    const dexie: Dexie = db;
    const [transaction, remove] = [dexie.transaction.bind(db) as (...args: unknown[]) => never, db.delete.bind(db)];
    let looks = 0;
    // Behind what would be the last look at what is there; and when the old database is being given up.
    dexie.transaction = ((...args: unknown[]) => {
      if (args[0] === 'r' && ++looks === 2)
        queueMicrotask(() => late.push(Dexie.ignoreTransaction(() => writeMeta(db, 'galleryPeople', 7))));
      return transaction(...args);
    }) as typeof dexie.transaction;
    db.delete = (options) => {
      const removed = remove(options);
      late.push(saveReport(db, newReport()));
      return removed;
    };
    await rebuild(db);
    await Promise.all(late);
    const ops = await queue(db);
    expect(ops.map(({ endpoint }) => endpoint)).toEqual(['uploadLostFoundPerson', 'putFile', 'uploadLostFoundPerson']);
    expect([(await ownReports(db)).length, await readMeta(db, 'galleryPeople')]).toEqual([2, 7]);
    expect([looks, late.length]).toEqual([4, 2]); // it looked once more for the first, and the second waited
  }, 60_000);

  const titlesInOrder = async (one: LocalDb) => {
    const ops = await queue(one);
    return ops.flatMap(({ input }) => (input as { title?: string }).title ?? []);
  };

  it('what another window saves before the old database is gone, or in the new one first, is in it once, behind what waited', async () => {
    const other = open();
    await other.open();
    await saveReport(db, newReport({ title: 'Kept' }, { photos: [await makePhoto(1)] }));
    await writeMeta(db, 'galleryPeople', 7);
    const remove = db.delete.bind(db);
    // This window has looked for the last time, and its word that the old one may go is on its way.
    const removeLate = async (options?: { disableAutoOpen: boolean }) => {
      await saveReport(other, newReport({ title: 'Before' }));
      const removed = remove(options);
      await saveReport(other, newReport({ title: 'Meanwhile' }));
      await removed;
      await saveReport(other, newReport({ title: 'First in the new one' }));
    };
    db.delete = (options) => Dexie.Promise.resolve(removeLate(options));
    await rebuild(db);
    await saveReport(db, newReport({ title: 'Last' }));
    for (const window of [db, other])
      expect(await titlesInOrder(window)).toEqual(['Kept', 'Before', 'Meanwhile', 'First in the new one', 'Last']);
    expect([(await ownReports(db)).length, await db.file.count(), await readMeta(other, 'galleryPeople')]).toEqual([
      5, 1, 7,
    ]);
    expect(await isThere('wapsi-kept')).toBe(false);
    other.close();
  }, 60_000);

  it('two windows that make the database anew at once lose nothing of what waits in it (fault 33)', async () => {
    vi.stubGlobal('navigator', { locks: queuedLocks() });
    for (const later of [0, 1, 3, 10, 30, 100, 300]) {
      await db.delete({ disableAutoOpen: false });
      for (let made = 0; made < 3; made++) await saveOfBela();
      await leaveNow();
      const before = await db.made.toArray();
      expect(before).toHaveLength(3);
      const other = open();
      await other.open();
      // Both go on with what a kill cut short, or one of them begins while its user signs out in the other.
      const one = rebuild(db);
      await new Promise((resolve) => setTimeout(resolve, later));
      await Promise.allSettled([one, resumeErasing(other)]);
      await vi.waitFor(async () => expect(await other.meta.get('eraseDue')).toBeUndefined(), 20_000);
      await vi.waitFor(async () => expect(await isThere('wapsi-kept')).toBe(false), 20_000);
      expect(await other.made.toArray(), `${later} ms later`).toEqual(before);
      other.close();
    }
    vi.unstubAllGlobals();
  }, 120_000);

  it('a window that looks whether anything was carried over touches nothing of what another may be carrying (fault 33)', async () => {
    const factory = Dexie.dependencies.indexedDB;
    await db.open();
    const [opened, deleted] = [vi.spyOn(factory, 'open'), vi.spyOn(factory, 'deleteDatabase')];
    await resumeErasing(db);
    await finishErasing(db);
    for (const touched of [opened, deleted])
      expect(touched.mock.calls.filter(([name]) => name === 'wapsi-kept')).toEqual([]);
  });

  describe('what a kill left carried over', () => {
    beforeEach(async () => {
      await saveReport(db, newReport({ title: 'Kept' }, { photos: [await makePhoto(1)] }));
      const dying = db;
      const deleted = new Promise<void>((resolve) => {
        const remove = dying.delete.bind(dying);
        dying.delete = (options) =>
          remove(options).then(() => {
            resolve();
            throw new Error('killed');
          });
      });
      await Promise.all([rebuild(dying).catch(() => undefined), deleted]);
      dying.close();
      db = open();
    });

    const endpoints = async () => (await queue(db)).map(({ endpoint }) => endpoint);

    it('is there before whoever opens the database next writes anything', async () => {
      await saveReport(db, newReport({ title: 'New' }));
      expect(await titlesInOrder(db)).toEqual(['Kept', 'New']);
      await resumeErasing(db);
      expect(await titlesInOrder(db)).toEqual(['Kept', 'New']);
      expect(await endpoints()).toEqual(['uploadLostFoundPerson', 'putFile', 'uploadLostFoundPerson']);
      expect([(await ownReports(db)).length, await db.file.count()]).toEqual([2, 1]);
      expect(await isThere('wapsi-kept')).toBe(false);
    });

    it('comes back in its place, also where another window has written since', async () => {
      db.on('populate').unsubscribe(bringBackInto);
      await saveReport(db, newReport({ title: 'New' }, { now: CLOCK_START + 1 }));
      expect(await titlesInOrder(db)).toEqual(['New']);
      await resumeErasing(db);
      expect(await titlesInOrder(db)).toEqual(['Kept', 'New']);
      expect(await endpoints()).toEqual(['uploadLostFoundPerson', 'putFile', 'uploadLostFoundPerson']);
      expect([(await ownReports(db)).length, await db.file.count()]).toEqual([2, 1]);
      expect(await isThere('wapsi-kept')).toBe(false);
    });

    it('makes no database rather than a part of one', async () => {
      const bulkGet = vi.spyOn(db.Table.prototype, 'bulkGet').mockRejectedValue(new Error('the disk'));
      await expect(db.open()).rejects.toThrow();
      expect(await isThere('wapsi')).toBe(false);
      bulkGet.mockRestore();
      db = open();
      expect(await titlesInOrder(db)).toEqual(['Kept']);
    });
  });

  it('several envelopes are one file, and half of it is none', async () => {
    await saveReport(db, newReport({}, { photos: [await makePhoto(1)] }));
    const envelopes = await sealOps(db, await queue(db), pair, SESSION);
    const bundle = packBundle(envelopes);
    expect(readBundle(bundle)).toEqual(envelopes);
    for (const length of [0, 3, 50, bundle.length - 1]) expect(readBundle(bundle.subarray(0, length))).toBeUndefined();
  });
});
