/** A sealed database behaves as the plain one does, and what lies on the disk tells nothing. */

import { Dexie, liveQuery } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalDb } from '../../src/store/db.ts';
import { filesOf } from '../../src/store/files.ts';
import { readMeta, writeMeta } from '../../src/store/meta.ts';
import { dropDraft, latestDraft, mendReport, writeDraft } from '../../src/store/own/drafts.ts';
import { keepLoan, noteTime } from '../../src/store/own/loan.ts';
import { findOwnReport, ownReports, ownScans } from '../../src/store/own/made.ts';
import { changeOp, dropUnsent, nextOp, queue } from '../../src/store/own/outbox.ts';
import { queueScan, scanAnswered } from '../../src/store/own/scans.ts';
import { countUnsent } from '../../src/store/own/unsent-count.ts';
import { dropUnusedFiles } from '../../src/store/own/unused-files.ts';
import { pendingWrites, queueWrite, writeReceived } from '../../src/store/own/writes.ts';
import { type Made, WAITS } from '../../src/store/rows.ts';
import { newReport } from '../support/client.ts';
import { addPlain, change, saveReport } from '../support/made.ts';
import { openKeeper, openSealed } from '../support/vault.ts';

const NOW = 1_000_000_000;
/** What lies beside a sealed row, hidden: its key, and the texts of its indexes. */
const MARKS = ['id', 'opId', 'entityId', 'endpoint', 'waits', 'sha256'];
/** Whatever bytes a row has, as letters that can be searched. */
const bytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array || value instanceof ArrayBuffer
    ? Buffer.from(value as Uint8Array).toString('latin1')
    : value;
const draft = (id: string, updatedAt: number) => ({
  id,
  opId: id,
  values: { name: 'x' },
  photos: [],
  videos: [],
  updatedAt,
});

describe('a sealed database', { timeout: 60_000 }, () => {
  let db: LocalDb;
  let bare: () => LocalDb;
  beforeEach(async () => {
    ({ sealed: db, bare } = openSealed(await openKeeper()));
  });
  afterEach(() => db.close());

  it('keeps a report, its files and its calls, and gives them back as they were', async () => {
    const report = newReport(
      {},
      { photos: [{ sha256: 'a'.repeat(64), blob: new Blob(['pixels'], { type: 'image/webp' }) }] },
    );
    const own = await saveReport(db, report);
    expect(await findOwnReport(db, report.id)).toEqual(own);
    expect(await saveReport(db, report)).toEqual(own);
    const [file] = await filesOf(db, ['a'.repeat(64)]);
    expect([await file?.blob.text(), file?.blob.type]).toEqual(['pixels', 'image/webp']);
    expect((await queue(db)).map(({ opId }) => opId)).toEqual([report.opId, `${report.id}/${'a'.repeat(64)}`]);
    expect((await nextOp(db, NOW)).op?.input).toMatchObject({ id: report.id });
    expect(await countUnsent(db)).toEqual({ waiting: 1, refused: 0 });
  });

  it('keeps what an officer is lent, key and all, and lets go of it at its end', async () => {
    const times = { endsAt: NOW + 1000, seen: NOW, aheadMs: 0, askedAt: NOW };
    const loan = { id: 'a', account: 'officer', people: 2, ...times };
    const pack = { parts: [new TextEncoder().encode('CANARY sealed')], key: new TextEncoder().encode('CANARY key') };
    expect(await keepLoan(db, loan, pack, undefined)).toBe(true);
    expect([await readMeta(db, 'loan'), await readMeta(db, 'loanPack')]).toEqual([loan, pack]);
    const onDisk = Buffer.from(JSON.stringify(await bare().meta.toArray(), bytesAsText)).toString();
    expect(onDisk.length).toBeGreaterThan(100);
    expect(onDisk).not.toContain('CANARY');
    expect(await noteTime(db, NOW + 1000)).toBe('ended');
    expect(await readMeta(db, 'loanPack')).toBeUndefined();
  });

  it('holds nothing readable on the disk: no text, no key, no value of an index, no time', async () => {
    const report = newReport({}, { photos: [{ sha256: 'b'.repeat(64), blob: new Blob(['CANARY pixels']) }] });
    await saveReport(db, { ...report, label: 'CANARY label', values: { name: 'CANARY name' } });
    await writeDraft(db, draft('CANARY-draft', NOW));
    await writeMeta(db, 'reportsCursor', 'CANARY cursor');
    await queueScan(db, { opId: 'CANARY-scan', descriptor: [1], model: 'm', thumb: new Blob(['CANARY']), now: NOW });
    db.close();
    const disk = bare();
    let rows = 0;
    for (const table of disk.tables) {
      const keys = await table.toCollection().primaryKeys();
      for (const [i, row] of (await table.toArray()).entries()) {
        rows++;
        const { sealed, ...rest } = row as { sealed: Uint8Array };
        const seen = JSON.stringify([keys[i], rest]) + Buffer.from(sealed).toString('latin1');
        for (const secret of ['CANARY', report.id, report.opId, 'b'.repeat(64), 'createPerson', String(NOW)])
          expect(seen, table.name).not.toContain(secret);
        expect(Object.values(rest)).not.toContain(WAITS);
        expect(Object.keys(rest).filter((field) => !MARKS.includes(field))).toEqual([]);
      }
    }
    expect(rows).toBeGreaterThanOrEqual(5);
    disk.close();
  });

  it('finds by key, by an index, by order, and goes over rows as the plain one does', async () => {
    for (const [id, at] of [
      ['a', 2],
      ['b', 3],
      ['c', 1],
    ] as const)
      await writeDraft(db, draft(id, at));
    expect((await latestDraft(db))?.id).toBe('b');
    expect(await db.draft.orderBy('updatedAt').primaryKeys()).toEqual(['c', 'a', 'b']);
    expect(await db.draft.where('updatedAt').above(1).reverse().primaryKeys()).toEqual(['b', 'a']);
    expect((await db.draft.toCollection().primaryKeys()).sort()).toEqual(['a', 'b', 'c']);
    expect((await db.draft.bulkGet(['c', 'z'])).map((one) => one?.id)).toEqual(['c', undefined]);
    expect(await db.draft.where('id').anyOf('a', 'b', 'q').count()).toBe(2);
    expect(await db.draft.where('id').above('a').delete()).toBe(2);
    await dropDraft(db, 'a');
    expect(await db.draft.count()).toBe(0);
  });

  it('changes rows in place, and a write of the same name twice is refused', async () => {
    const report = newReport();
    await saveReport(db, report);
    const op = (await nextOp(db, NOW)).op;
    if (!op) return expect.fail('nothing waits');
    await changeOp(db, op, { tries: 3 });
    expect(await db.made.get(op.opId)).toMatchObject({ order: op.order, steps: [{ tries: 3 }] });
    const twin = await db.made.get(op.opId);
    await expect(db.made.add(twin as Made)).rejects.toThrow(/Constraint|already exists|uniqueness/i);
    expect((await queue(db)).length).toBe(1);
    await dropUnsent(db, report.id);
    expect([(await queue(db)).length, (await ownReports(db)).length]).toEqual([0, 0]);
  });

  it('carries the whole life of scans, writes, drafts and files', async () => {
    await queueScan(db, { opId: 's', descriptor: [1], model: 'm', thumb: new Blob(['t']), now: NOW });
    await scanAnswered(db, 's', { receipt: { opId: 's', number: 'W-1' } as never, searched: 1, candidates: [] });
    expect([(await ownScans(db))[0]?.thumb, (await queue(db)).length]).toEqual([undefined, 0]);
    const write = { endpoint: 'sendMessage', opId: 'w', id: 'talk', label: 'l', now: NOW } as const;
    await queueWrite(db, { ...write, input: { conversationId: 'talk', text: 'hello' } as never });
    expect(await pendingWrites(db, 'sendMessage')).toHaveLength(1);
    const [op] = await queue(db);
    if (!op) return expect.fail('nothing waits');
    await writeReceived(db, op, NOW);
    expect([await pendingWrites(db, 'sendMessage'), (await queue(db)).length]).toEqual([[], 0]);
    const report = newReport({}, { photos: [{ sha256: 'c'.repeat(64), blob: new Blob(['p']) }] });
    await saveReport(db, report);
    await mendReport(db, report.id, 'new-op', NOW);
    expect((await latestDraft(db))?.opId).toBe('new-op');
    await dropDraft(db, report.id);
    await dropUnusedFiles(db, Date.now() + 10_000_000_000);
    expect(await db.file.count()).toBe(0);
    expect(await readMeta(db, 'persisted')).toBeUndefined();
  });

  it('keeps all that is written together or nothing of it, however long the worker takes (fault 2)', async () => {
    const keeper = await openKeeper();
    const slow = new Proxy(keeper, {
      get: (own, name: keyof typeof keeper) => async (table: never, rows: never) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return (own[name] as (table: never, rows: never) => Promise<unknown>)(table, rows);
      },
    });
    const { sealed } = openSealed(slow);
    const photos = ['d', 'e'].map((name) => ({ sha256: name.repeat(64), blob: new Blob([name]) }));
    await saveReport(sealed, newReport({}, { photos }));
    const counts = () => Promise.all([sealed.made.count(), sealed.file.count()]);
    expect(await counts()).toEqual([1, 2]);
    let files = 0;
    sealed.file.hook('creating', () => {
      files++;
      if (files === 2) throw new Error('the battery is empty'); // the report and a file are written by then
    });
    const others = ['f', 'g'].map((name) => ({ sha256: name.repeat(64), blob: new Blob([name]) }));
    const cut = saveReport(sealed, newReport({}, { photos: others }));
    await expect(cut).rejects.toThrow('battery');
    expect(await counts()).toEqual([1, 2]);
    sealed.close();
  });

  it('opens of what was made only what still waits, however much was received', async () => {
    const keeper = await openKeeper();
    let opened = 0;
    const counting = new Proxy(keeper, {
      get: (own, name: keyof typeof keeper) => (table: never, rows: never[]) => {
        if (name === 'open' && String(table) === 'made') opened += rows.length;
        return (own[name] as (table: never, rows: never) => Promise<unknown>)(table, rows as never);
      },
    });
    const { sealed } = openSealed(counting);
    for (let i = 0; i < 30; i++) await addPlain(sealed, `received-${i}`);
    await change(sealed, () => true, 'received');
    await addPlain(sealed, 'waiting');
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      opened = 0;
      await work();
      return opened;
    };
    expect(
      await cost(async () =>
        expect((await nextOp(sealed, NOW, undefined, { account: 'asha' })).op?.opId).toBe('waiting'),
      ),
    ).toBe(1);
    expect(await cost(() => countUnsent(sealed))).toBe(1);
    expect(await cost(() => saveReport(sealed, newReport()))).toBeLessThanOrEqual(2);
    expect((await queue(sealed)).length).toBe(2);
    sealed.close();
  });

  it('tells who reads live of a change', async () => {
    const seen: number[] = [];
    // Dexie reads live only where it finds a database of the browser's.
    Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
    const reading = liveQuery(() => countUnsent(db)).subscribe(({ waiting }) => seen.push(waiting));
    await saveReport(db, newReport());
    await expect.poll(() => seen.at(-1), { timeout: 20_000 }).toBe(1);
    reading.unsubscribe();
  });

  it('refuses a row of which one byte was changed, and one that was moved to another key, and still gives the others', async () => {
    for (const id of ['a', 'b', 'c']) await writeDraft(db, draft(id, 1));
    db.close();
    const disk = bare();
    const [first, second] = (await disk.draft.toArray()) as unknown as { id: string; sealed: Uint8Array }[];
    if (!first || !second) return expect.fail('no rows');
    const moved = { id: second.id, sealed: first.sealed };
    const spoilt = first.sealed.slice();
    spoilt[20] = (spoilt[20] ?? 0) ^ 1;
    await disk.draft.bulkPut([moved, { id: first.id, sealed: spoilt }] as never[]);
    disk.close();
    await db.open();
    expect(await db.draft.toArray()).toHaveLength(1);
    const left = (await db.draft.toArray())[0]?.id;
    for (const id of ['a', 'b', 'c'].filter((one) => one !== left)) await expect(db.draft.get(id)).rejects.toThrow();
  });

  it('of one vault does not open in another', async () => {
    await writeDraft(db, draft('a', 1));
    db.close();
    const disk = bare();
    const { sealing } = await import('../../src/vault/sealed-core.ts');
    disk.use(sealing(await openKeeper()));
    expect([await disk.draft.get('a'), await disk.draft.toArray()]).toEqual([undefined, []]);
    disk.close();
  });
});
