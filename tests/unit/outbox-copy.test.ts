/** A copy of the outbox: locked, whole, and brought in once however often it is. */

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { seal, unseal } from '../../src/platform/sealed-file.ts';
import { packCopy, unpackCopy } from '../../src/store/own/copy.ts';
import { findOwnReport, ownReports } from '../../src/store/own/made.ts';
import { type Op, queue, setAsideAll } from '../../src/store/own/outbox.ts';
import { reportReceived } from '../../src/store/own/reports.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import { CLOCK_START, type Device, makePhoto, newReport, openDevice } from '../support/client.ts';
import { saveReport } from '../support/made.ts';

const WORDS = 'ਪੰਜ ਦਰਿਆ 1947';

describe('a copy of what waits', { timeout: 120_000 }, () => {
  const devices: Device[] = [];
  const open = (): Device => {
    const device = openDevice(async () => new Response('', { status: 500 }));
    devices.push(device);
    return device;
  };
  afterEach(() => {
    for (const device of devices.splice(0)) device.close();
  });

  it('holds reports, photos and writes, keeps their names and authors, and adds nothing the second time (fault 17)', async () => {
    const [from, to] = [open(), open()];
    from.account = 'asha';
    const photo = await makePhoto(3);
    const report = newReport({}, { photos: [photo] });
    await saveReport(from.db, report);
    const flag = { id: randomUUID(), reason: 'fraud' as const };
    await queueWrite(from.db, {
      endpoint: 'flagReport',
      opId: randomUUID(),
      id: flag.id,
      input: flag,
      label: 'Keys',
      now: 1,
    });
    await setAsideAll(from.db, 'asha', new AppError('account-gone', ''));

    const file = await seal(await packCopy(from.db), WORDS);
    expect(await unpackCopy(to.db, await unseal(file, WORDS), CLOCK_START)).toBe(3);
    expect(await unpackCopy(to.db, await unseal(file, WORDS), CLOCK_START)).toBe(0);
    const told = ({ opId, author, state, error }: Op) => [opId, author?.id, state, error];
    const rows = await queue(from.db);
    expect((await queue(to.db)).map(told)).toEqual(rows.map(told));
    expect(rows.map(({ state, error }) => [state, error])).toEqual(Array(3).fill(['refused', 'account-gone']));
    expect(await findOwnReport(to.db, report.id)).toEqual(await findOwnReport(from.db, report.id));
    expect((await to.db.file.get(photo.sha256))?.blob.size).toBe(photo.blob.size);
  });

  it('of one report holds nothing of the others', async () => {
    const [from, to] = [open(), open()];
    const [one, two] = [newReport(), newReport()];
    for (const report of [one, two]) await saveReport(from.db, report);
    await unpackCopy(to.db, await packCopy(from.db, one.id), CLOCK_START);
    expect((await ownReports(to.db)).map(({ entityId }) => entityId)).toEqual([one.id]);
  });

  it('does not send again what this device knows to be received', async () => {
    const [from, to] = [open(), open()];
    const report = newReport();
    for (const { db } of [from, to]) await saveReport(db, report);
    const copy = await packCopy(from.db);
    const receipt = { opId: report.opId, number: 'W-1', receivedAt: '2026-11-21T10:00:00Z' };
    const [op] = await queue(to.db);
    if (op) await reportReceived(to.db, op, receipt, 'pending_review');
    expect(await unpackCopy(to.db, copy, CLOCK_START)).toBe(0);
    expect((await findOwnReport(to.db, report.id))?.receipt).toEqual(receipt);
  });

  it('is not opened by other words, nor with a byte changed, and shows nothing of what it holds', async () => {
    const { db } = open();
    await saveReport(db, newReport());
    const file = await seal(await packCopy(db), WORDS);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(Buffer.from(bytes).includes('Asha')).toBe(false);
    await expect(unseal(file, 'other words')).rejects.toMatchObject({ code: 'not-readable' });
    bytes[bytes.length - 1] = Number(bytes.at(-1)) ^ 1;
    await expect(unseal(new Blob([bytes]), WORDS)).rejects.toMatchObject({ code: 'not-readable' });
    await expect(unseal(new Blob(['a letter']), WORDS)).rejects.toMatchObject({ code: 'other-version' });
  });
});
