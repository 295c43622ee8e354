/** Reports in the last reserve: counted and shown like any other, sent from there, and set aside singly when refused. */

import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBundle } from '../../contract/envelope.ts';
import { makePair } from '../../server/envelopes/keys.ts';
import { wholeBundle } from '../../src/features/handover/bundle.ts';
import { toEntries } from '../../src/features/outbox/entries.ts';
import { isNoRoom } from '../../src/platform/no-room.ts';
import { writeMeta } from '../../src/store/meta.ts';
import { packCopy, unpackCopy } from '../../src/store/own/copy.ts';
import { heldRows, hold, mendHeld, release, useHeld } from '../../src/store/own/held.ts';
import { findOwnReport } from '../../src/store/own/made.ts';
import { queue, tryAgain } from '../../src/store/own/outbox.ts';
import { reportReceived, rowOfReport } from '../../src/store/own/reports.ts';
import { countUnsent, watchUnsent } from '../../src/store/own/unsent-count.ts';
import { isReport } from '../../src/store/rows.ts';
import { bringInHeld } from '../../src/sync/held.ts';
import { pushOutbox } from '../../src/sync/push.ts';
import { CLOCK_START, type Device, newReport, openDevice } from '../support/client.ts';
import { saveReport } from '../support/made.ts';
import { diskWithReserve } from '../support/reserve.ts';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('a report that found room only in the reserve (fault 21)', () => {
  let device: Device;
  let asked: string[];
  let answer: (opId: string) => Response;
  let isFull: boolean;

  beforeEach(() => {
    diskWithReserve();
    vi.stubGlobal('caches', { delete: async () => false });
    asked = [];
    answer = () => json(500, { code: 'server', message: '' });
    device = openDevice(async (_url, init) => {
      const { opId } = JSON.parse(String(init?.body));
      asked.push(opId);
      return answer(opId);
    });
    isFull = true;
    for (const table of [device.db.made, device.db.draft])
      table.hook('creating', () => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
      });
  });
  afterEach(() => {
    device.close();
    useHeld.setState({ rows: [] });
    vi.unstubAllGlobals();
  });

  const holdOne = async (label = 'Gulab Kaur') => {
    const report = newReport({}, { label, values: { title: label } });
    await hold(rowOfReport(device.db, { call: 'uploadLostFoundPerson', report }));
    return report;
  };
  const refuse = () => json(400, { code: 'bad-input', message: '', fields: { phoneNumber: 'bad' } });
  /** As a run of the scheduler does it, long after the one before; answers the numbers of what was received. */
  const bringOut = async () => {
    const received: (string | undefined)[] = [];
    const deps = {
      db: device.db,
      api: device.api,
      now: () => device.clock,
      random: () => 1,
      onHeld: () => undefined,
      onReceivedHeld: ({ number }: { number?: string | undefined }) => void received.push(number),
    };
    device.clock += 60_000;
    await bringInHeld(deps);
    await pushOutbox(deps);
    return received;
  };
  const names = async () => (await heldRows()).map(({ opId }) => opId);
  const shown = () => {
    const { waiting } = toEntries({ made: [], held: useHeld.getState().rows }, undefined);
    return waiting.map(({ id, state }) => [id, state.kind]);
  };

  it('is counted as not sent, and is a line of the outbox', async () => {
    const counted: object[] = [];
    watchUnsent(device.db, (count) => counted.push(count));
    const { opId } = await holdOne();
    expect(shown()).toEqual([[opId, 'saved']]);
    await expect.poll(() => counted.at(-1)).toEqual({ waiting: 1, refused: 0 });
    await release(opId);
    await expect.poll(() => counted.at(-1)).toEqual({ waiting: 0, refused: 0 });
    expect(shown()).toEqual([]);
  });

  it('is told to nobody who has stopped listening, be it held or in the outbox', async () => {
    Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange }); // what live queries reckon with
    const [heard, others]: [object[], object[]] = [[], []];
    const stop = watchUnsent(device.db, (count) => heard.push(count));
    watchUnsent(device.db, (count) => others.push(count));
    await expect.poll(() => [heard.at(-1), others.at(-1)]).toEqual(Array(2).fill({ waiting: 0, refused: 0 }));
    stop();
    const before = heard.length;
    await holdOne();
    await expect.poll(() => others.at(-1)).toEqual({ waiting: 1, refused: 0 });
    isFull = false;
    await saveReport(device.db, newReport());
    await expect.poll(() => others.at(-1)).toEqual({ waiting: 2, refused: 0 });
    expect(heard).toHaveLength(before);
  });

  it('stays held by a server in trouble, and by an answer that is not as agreed', async () => {
    const { opId } = await holdOne();
    expect([await bringOut(), await names()]).toEqual([[], [opId]]);
    const receipt = { opId, number: 'W-7K4M-29', receivedAt: '2026-11-21T10:00:00Z' };
    answer = () => json(200, { receipt });
    expect([await bringOut(), await names(), asked]).toEqual([[], [opId], [opId, opId]]);
  });

  it('is set aside when the server refuses it, asked no more, and does not hold the others', async () => {
    const [bad, good] = [await holdOne(), await holdOne('Harbans Kaur')];
    answer = (opId) => (opId === bad.opId ? refuse() : json(500, { code: 'server', message: '' }));
    await bringOut();
    await bringOut();
    expect(asked).toEqual([bad.opId, good.opId, good.opId]);
    expect(await countUnsent(device.db)).toEqual({ waiting: 1, refused: 1 });
    expect(shown()).toContainEqual([bad.opId, 'needs-you']);
    await tryAgain(device.db, bad.id);
    expect(shown()).toContainEqual([bad.opId, 'saved']);
    await bringOut();
    expect(asked.slice(3)).toContain(bad.opId);
  });

  it('goes back into its form to be mended; where the form finds no room it stays held', async () => {
    const report = await holdOne();
    answer = refuse;
    await bringOut();
    const [held] = await heldRows();
    if (!held || !isReport(held)) return expect.fail('it is not held');
    await expect(mendHeld(device.db, held, 1)).rejects.toSatisfy(isNoRoom);
    expect(await names()).toEqual([report.opId]);
    isFull = false;
    expect(await mendHeld(device.db, held, 1)).toBe(report.id);
    const draft = await device.db.draft.get(report.id);
    expect([draft?.values, draft?.opId === report.opId]).toEqual([{ title: 'Gulab Kaur' }, false]);
    expect(await names()).toEqual([]);
  });

  it('is mended as a report of its own where one of its id is in the database', async () => {
    const report = await holdOne();
    isFull = false;
    await saveReport(device.db, { ...report, opId: crypto.randomUUID(), label: 'Another' });
    const [held] = await heldRows();
    if (!held || !isReport(held)) return expect.fail('it is not held');
    const id = await mendHeld(device.db, held, 1);
    expect(id).not.toBe(report.id);
    expect((await device.db.draft.get(id))?.values).toEqual({ title: 'Gulab Kaur' });
    expect((await findOwnReport(device.db, report.id))?.label).toBe('Another');
  });

  it('is received by itself: a report of its id in the database, which says something else, still waits', async () => {
    const report = await holdOne();
    isFull = false;
    await saveReport(device.db, { ...report, opId: crypto.randomUUID(), label: 'Another' });
    const op = (await queue(device.db)).find(({ inReserve }) => inReserve) ?? expect.fail('it is not held');
    const receipt = { opId: op.opId, number: 'W-7K4M-29', receivedAt: '2026-11-21T10:00:00Z' };
    await reportReceived(device.db, op, receipt, 'published');
    expect(await findOwnReport(device.db, report.id)).toMatchObject({
      label: 'Another',
      steps: [{ state: 'waiting' }],
    });
    expect(await findOwnReport(device.db, report.id)).not.toHaveProperty('receipt');
  });

  it('is in a copy of what waits, and in what is handed over', async () => {
    const { id, opId } = await holdOne();
    const copy = await packCopy(device.db, id);
    await writeMeta(device.db, 'sealKey', { ...(await makePair()), at: CLOCK_START });
    expect(readBundle(await wholeBundle(device.db))).toHaveLength(1);
    const other = openDevice(async () => json(500, {}));
    expect(await unpackCopy(other.db, copy, CLOCK_START)).toBe(1);
    expect((await other.db.made.toArray()).map((row) => [row.opId, row.steps[0]?.state])).toEqual([[opId, 'waiting']]);
    expect((await findOwnReport(other.db, id))?.label).toBe('Gulab Kaur');
    other.close();
  });
});
