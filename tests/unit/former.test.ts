/** What versions before 8 had queued, in tables of their own, is queued in one row each; nothing of it is lost (faults 27 and 28). */

import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toEntries } from '../../src/features/outbox/entries.ts';
import { LocalDb } from '../../src/store/db.ts';
import { unpackCopy } from '../../src/store/own/copy.ts';
import { bringOutSealed, waitingEnvelopes } from '../../src/store/own/envelopes.ts';
import type { FormerHeld, FormerOp, FormerReport, FormerRows } from '../../src/store/own/former.ts';
import { heldRows, useHeld } from '../../src/store/own/held.ts';
import { findOwnReport, ownReports } from '../../src/store/own/made.ts';
import { nextOp, queue } from '../../src/store/own/outbox.ts';
import { takeBackReceipt } from '../../src/store/own/put-back.ts';
import { hasWords, isReport } from '../../src/store/rows.ts';
import { sealing } from '../../src/vault/sealed-core.ts';
import { makePhoto, newProfile, newReport, openLocalDb } from '../support/client.ts';
import { FORMER_STORES, FORMER_VERSION } from '../support/former-stores.ts';
import { saveReport } from '../support/made.ts';
import { diskWithReserve } from '../support/reserve.ts';
import { openKeeper } from '../support/vault.ts';

const ASHA = { id: 'asha', name: 'Asha Devi' };
const A = 'a'.repeat(64);
const op = (seq: number, change: Partial<FormerOp>): FormerOp => ({
  seq,
  opId: `op-${seq}`,
  entityId: `e-${seq}`,
  endpoint: 'createReport',
  input: { id: `e-${seq}`, title: `Title ${seq}` },
  rank: 0,
  state: 'waiting',
  tries: 0,
  nextAt: 0,
  sentBytes: 0,
  bytes: 20,
  createdAt: seq,
  schema: 2,
  ...change,
});
const report = (id: string, change: Partial<FormerReport> = {}): FormerReport => ({
  id,
  opId: `op-of-${id}`,
  type: 'lost',
  label: id,
  photos: [],
  videos: [],
  values: { title: id },
  createdAt: 1,
  schema: 2,
  ...change,
});
const file = (seq: number, of: string, entityId: string, change: Partial<FormerOp> = {}) =>
  op(seq, { opId: `${of}/${A}`, entityId, endpoint: 'putFile', input: { sha256: A }, rank: 1, ...change });
const receipt = { opId: 'op-of-sent', number: 'W-1', receivedAt: '2026-11-20T10:00:00Z' };
const sent = { endpoint: 'createReport' as const, input: { id: 'sent', title: 'sent' }, values: { title: 'sent' } };
const message = (opId: string, more: object) => ({
  ...{ opId, endpoint: 'sendMessage' as const, entityId: 'talk', label: 'Keys', files: [], createdAt: 3, ...more },
  input: { conversationId: 'talk', text: opId },
});

/** Two reports with photos, one of them refused and one received; a scan; two messages of a conversation, one tried. */
const FORMER: FormerRows = {
  reports: [
    report('waits', { kind: 'item', photos: [A], author: ASHA, secret: 's' }),
    report('refused', {}),
    report('sent', { kind: 'item', photos: [A], values: {}, receipt, sent, status: 'published', opId: 'op-of-sent' }),
    report('old', { receipt: { ...receipt, opId: 'op-of-old' }, values: {}, createdAt: 0, complete: true }),
  ],
  scans: [{ opId: 'scan', createdAt: 2 }],
  writes: [message('second', { author: ASHA }), message('first', { author: ASHA, files: [A] })],
  ops: [
    op(4, { opId: 'op-of-waits', entityId: 'waits', author: ASHA }),
    file(5, 'waits', 'waits', { author: ASHA, sentBytes: 7, thumbed: true }),
    op(6, {
      opId: 'op-of-refused',
      entityId: 'refused',
      endpoint: 'uploadLostFoundPerson',
      state: 'refused',
      error: 'bad-input',
      fields: { title: 'long' },
    }),
    op(7, { opId: 'scan', entityId: 'scan', endpoint: 'compareFace', input: { descriptor: [1] } }),
    op(8, {
      opId: 'first',
      entityId: 'talk',
      endpoint: 'sendMessage',
      author: ASHA,
      input: { text: 'first' },
      tries: 2,
      nextAt: 99,
      pauseMs: 9,
      error: 'network',
    }),
    file(9, 'first', 'talk', { author: ASHA }),
    op(10, { opId: 'second', entityId: 'talk', endpoint: 'sendMessage', author: ASHA, input: { text: 'second' } }),
    file(11, 'sent', 'sent'),
    op(12, { opId: 'alone', entityId: 'alone', endpoint: 'flagReport', author: ASHA, input: { reason: 'fraud' } }),
  ],
};

async function fill(former: Dexie, rows: FormerRows = FORMER): Promise<void> {
  former.version(FORMER_VERSION / 10).stores(FORMER_STORES);
  await former.table('outbox').bulkAdd([...rows.ops]);
  await former.table('report').bulkAdd([...rows.reports]);
  await former.table('scan').bulkAdd([...rows.scans]);
  await former.table('write').bulkAdd([...rows.writes]);
  former.close();
}

async function expectAll(db: LocalDb): Promise<void> {
  const ops = await queue(db);
  // Each call as it was, under its name, by its author, with what is known of it; those of one thing together.
  expect(ops.map(({ opId }) => opId)).toEqual([
    'op-of-waits',
    `waits/${A}`,
    'op-of-refused',
    'scan',
    'first',
    `first/${A}`,
    'second',
    `sent/${A}`,
    'alone',
  ]);
  for (const before of FORMER.ops) {
    const { seq: _, schema: __, createdAt: ___, input, ...same } = before;
    const after = ops.find(({ opId }) => opId === before.opId);
    expect(after).toMatchObject(same);
    expect(after?.input).toMatchObject(input as object);
    expect(after?.author).toEqual(before.author);
  }
  const reports = await ownReports(db);
  expect(reports.map(({ entityId, endpoint, secret }) => [entityId, endpoint, secret]).sort()).toEqual([
    ['old', 'uploadLostFoundPerson', undefined],
    ['refused', 'uploadLostFoundPerson', undefined],
    ['sent', 'createReport', undefined],
    ['waits', 'createReport', 's'],
  ]);
  expect(
    reports
      .filter(hasWords)
      .map(({ entityId }) => entityId)
      .sort(),
  ).toEqual(['refused', 'sent', 'waits']);
  expect(await findOwnReport(db, 'sent')).toMatchObject({ receipt, status: 'published', values: { title: 'sent' } });
  const { waiting, arrived } = toEntries({ made: await db.made.toArray(), account: 'asha' }, undefined);
  expect([waiting.length, arrived.map(({ id }) => id)]).toEqual([7, ['op-of-old']]);
}

describe('a database of the version before', () => {
  it('is sent as it was queued, in its order, and behind it what is written from now on (fault 27)', async () => {
    const profile = newProfile();
    await fill(new Dexie('wapsi', { indexedDB: profile.indexedDb, IDBKeyRange }));
    const db = openLocalDb(profile);
    await expectAll(db);
    expect((await nextOp(db, 1, undefined, { account: 'asha' })).op?.opId).toBe('op-of-waits');
    const mine = await saveReport(db, newReport());
    expect((await queue(db)).at(-1)?.opId).toBe(mine.opId);
    await db.open();
    expect(
      [...db.backendDB().objectStoreNames].filter((name) => ['outbox', 'report', 'scan', 'write'].includes(name)),
    ).toEqual([]);
    db.close();
  });

  it('has again what its server lost, by the words that were kept beside it (fault 38)', async () => {
    const profile = newProfile();
    await fill(new Dexie('wapsi', { indexedDB: profile.indexedDb, IDBKeyRange }));
    const db = openLocalDb(profile);
    await db.made.toCollection().modify((row) => {
      if (isReport(row)) row.doubted = true;
    });
    await db.file.add({ sha256: A, blob: new Blob(['p']), createdAt: 1 });
    expect([await takeBackReceipt(db, 'sent'), await takeBackReceipt(db, 'old')]).toEqual(['again', 'gone']);
    const again = (await queue(db)).filter(({ entityId }) => entityId === 'sent');
    expect(again.map(({ opId, input }) => [opId, input])).toEqual([
      ['op-of-sent', sent.input],
      [`sent/${A}`, { sha256: A, of: 'op-of-sent' }],
    ]);
    db.close();
  });

  it('is all there in a vault too (fault 27)', async () => {
    const [indexedDB, keeper] = [new IDBFactory(), await openKeeper()];
    const former = new Dexie('wapsi-vault-test', { indexedDB, IDBKeyRange, cache: 'disabled' });
    former.use(sealing(keeper));
    await fill(former);
    const db = new LocalDb('wapsi-vault-test', { indexedDB, IDBKeyRange });
    db.use(sealing(keeper));
    await expectAll(db);
    db.close();
  });

  it('that was being made anew when it was killed comes back in the shape of today (fault 33)', async () => {
    const profile = newProfile();
    const kept = new Dexie('wapsi-kept', { indexedDB: profile.indexedDb, IDBKeyRange });
    kept.version(1).stores({ row: '++' });
    const rowsOf = (table: string, rows: readonly object[]) => rows.map((row) => ({ table, row }));
    await kept
      .table('row')
      .bulkAdd([
        ...rowsOf('outbox', FORMER.ops),
        ...rowsOf('report', FORMER.reports),
        ...rowsOf('scan', FORMER.scans),
        ...rowsOf('write', FORMER.writes),
        ...rowsOf('file', [{ sha256: A, createdAt: 1 }]),
      ]);
    kept.close();
    const db = openLocalDb(profile);
    await expectAll(db);
    expect(await db.file.count()).toBe(1);
    db.close();
  });
});

describe('what the version before had sealed', () => {
  const envelope = { id: 'e', rank: 0, entity: 'x', op: 'y', from: 'here' as const, createdAt: 1 };
  const row = { ...envelope, blob: new Blob(['sealed']), state: 'waiting' as const, tries: 0, nextAt: 0 };
  const former = (name: string, indexedDB: IDBFactory) => {
    const db = new Dexie(name, { indexedDB, IDBKeyRange });
    db.version(FORMER_VERSION / 10).stores(FORMER_STORES);
    return db;
  };

  it('in its database is brought beside it (fault 33)', async () => {
    const profile = newProfile();
    const before = former('wapsi', profile.indexedDb);
    await before.table('envelope').add(row);
    before.close();
    const db = openLocalDb(profile);
    await bringOutSealed(db);
    expect([(await waitingEnvelopes(db)).map(({ id }) => id), await db.envelope.count()]).toEqual([['e'], 0]);
    db.close();
  });

  it('beside the vaults of a shared device is there still (fault 33)', async () => {
    const profile = newProfile();
    const before = former('wapsi-carried', profile.indexedDb);
    await before.table('envelope').add(row);
    before.close();
    const db = openLocalDb(profile);
    expect((await waitingEnvelopes(db)).map(({ id }) => id)).toEqual(['e']);
    db.close();
  });
});

describe('what the version before put elsewhere', () => {
  afterEach(() => {
    useHeld.setState({ rows: [] });
    vi.unstubAllGlobals();
  });

  it('is read from the reserve, with its pause and its refusal (fault 21)', async () => {
    diskWithReserve();
    const { upload, id, opId, values } = newReport();
    const one = (more: Partial<FormerHeld>, name: string): FormerHeld => ({
      call: 'uploadLostFoundPerson',
      report: {
        id,
        opId: `${opId}-${name}`,
        label: name,
        values,
        upload,
        now: 5,
        maker: { secret: 's', secretHash: 'h' },
      },
      ...more,
    });
    const pause = { tries: 2, nextAt: 9, pauseMs: 4, error: 'server' as const };
    const refused = { error: 'bad-input' as const, fields: { title: 'long' } };
    const { changeReserve } = await import('../../src/platform/reserve.ts');
    await changeReserve(() => JSON.stringify([one({ author: ASHA, pause }, 'paused'), one({ refused }, 'refused')]));
    expect(await heldRows()).toMatchObject([
      {
        label: 'paused',
        author: ASHA,
        secret: 's',
        input: { ...upload, id, secretHash: 'h' },
        steps: [{ ...pause, state: 'waiting' }],
      },
      { label: 'refused', entityId: id, createdAt: 5, steps: [{ state: 'refused', ...refused }] },
    ]);
  });

  it('is brought in from a copy, once, with its photos (fault 17)', async () => {
    const photo = await makePhoto(4);
    const bytes = new Uint8Array(await photo.blob.arrayBuffer());
    const { sha256 } = photo;
    const ofPhoto = op(2, {
      opId: `waits/${sha256}`,
      entityId: 'waits',
      endpoint: 'putFile',
      input: { sha256 },
      rank: 1,
    });
    const head = {
      schema: 2,
      ops: [op(1, { opId: 'op-of-waits', entityId: 'waits' }), ofPhoto].map(({ seq: _, ...one }) => one),
      reports: [report('waits', { photos: [sha256], kind: 'item' })],
      writes: [],
      scans: [],
      files: [{ sha256, type: 'image/webp', bytes: bytes.length }],
    };
    const json = new TextEncoder().encode(JSON.stringify(head));
    const copy = new Uint8Array(4 + json.length + bytes.length);
    new DataView(copy.buffer).setUint32(0, json.length, true);
    copy.set(json, 4);
    copy.set(bytes, 4 + json.length);
    const db = openLocalDb(newProfile());
    expect([await unpackCopy(db, copy, 1), await unpackCopy(db, copy, 1)]).toEqual([2, 0]);
    expect((await queue(db)).map(({ opId, endpoint }) => [opId, endpoint])).toEqual([
      ['op-of-waits', 'createReport'],
      [`waits/${sha256}`, 'putFile'],
    ]);
    expect((await db.file.get(sha256))?.blob.size).toBe(bytes.length);
    db.close();
  });
});
