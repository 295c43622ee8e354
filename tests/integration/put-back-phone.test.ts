/** A server put back to an older copy of its database, under a phone that holds newer receipts. */

import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginEpoch } from '../../server/db/epoch.ts';
import { openDb } from '../../server/db/open.ts';
import { currentSealKey } from '../../server/envelopes/keys.ts';
import { readMeta } from '../../src/store/meta.ts';
import { changeReport, ownReports } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { forgetSentWords } from '../../src/store/own/put-back.ts';
import { forgetWords, hasWords } from '../../src/store/rows.ts';
import type { PutBack } from '../../src/sync/pull.ts';
import { type Device, makePhoto, newReport, openDevice, startHost, type TestHost } from '../support/client.ts';
import { copyTemplate, type TestDatabase } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';

const DAY_MS = 86_400_000;
const OTHERS = 60;

describe('a phone whose server was put back to an earlier day', () => {
  const dir = copyTemplate();
  const older = `${dir}-older`;
  const where = { kind: 'pglite', dir } as const;
  const database: TestDatabase = { kind: 'pglite', where: async () => where, open: () => openDb(where) };
  let host: TestHost;
  let phone: Device;
  let told: PutBack[];
  const photo = makePhoto(38);

  beforeAll(async () => {
    host = await startHost(database);
    await otherSends(1);
    await host.stop();
    cpSync(dir, older, { recursive: true });
  });
  afterAll(async () => {
    await host.remove();
    for (const folder of [dir, older]) rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await host.start();
    told = [];
    phone = openDevice(host.fetch, { onPutBack: (reports) => void told.push(reports) });
    for (const name of ['Asha', 'Balbir']) {
      const { upload, ...report } = newReport();
      const photos = name === 'Asha' ? [await photo] : [];
      await saveReport(phone.db, { ...report, label: name, photos, upload: { ...upload, name, title: name } });
    }
    while (!(await phone.sync.run()));
    expect((await reports()).every(({ receipt }) => receipt !== undefined)).toBe(true);
  });

  const reports = async () => (await ownReports(phone.db)).sort((a, b) => (a.label < b.label ? -1 : 1));
  const onServer = async (id: string) =>
    host.db.selectFrom('report').select(['id', 'number', 'name']).where('id', '=', id).execute();

  const forgetWordsOf = (id = '') => changeReport(phone.db, id, forgetWords);

  async function otherSends(count: number): Promise<void> {
    const other = openDevice(host.fetch);
    for (let i = 0; i < count; i++) await saveReport(other.db, newReport());
    await other.push();
    expect((await queue(other.db)).length).toBe(0);
    other.close();
  }

  /** Put the older copy in place, and let others write before the phone returns. */
  async function putBack(others = 3): Promise<void> {
    await host.stop();
    rmSync(dir, { recursive: true });
    cpSync(older, dir, { recursive: true });
    await host.start();
    await otherSends(others);
  }

  it('sends again what the server no longer has, under its name and number, with its photo, and says so (fault 38)', async () => {
    const numbers = (await reports()).map(({ receipt }) => receipt?.number);
    await putBack(OTHERS);
    await phone.sync.run();
    expect(told).toEqual([{ again: 2, gone: 0 }]);
    while (!(await phone.sync.run()));
    for (const { entityId: id, opId, receipt, label } of await reports()) {
      const rows = await onServer(id);
      expect(rows).toHaveLength(1);
      expect(receipt).toMatchObject({ opId, number: rows[0]?.number });
      expect(rows[0]?.name).toBe(label);
    }
    expect((await reports()).map(({ receipt }) => receipt?.number)).toEqual(numbers);
    expect(await host.files.state((await photo).sha256)).toMatchObject({ complete: true });
    expect((await queue(phone.db)).length).toBe(0);
    await phone.sync.run();
    expect(told).toHaveLength(1);
  });

  it('calls nothing received that is not there, while it is on its way again and where its words are gone (fault 38)', async () => {
    const [first] = await reports();
    await forgetWordsOf(first?.entityId);
    await putBack();
    await phone.sync.run();
    expect((await reports()).map(({ receipt, gone }) => [receipt, gone])).toEqual([
      [undefined, true],
      [undefined, undefined],
    ]);
    expect(told).toEqual([{ again: 1, gone: 1 }]);
  });

  it('asks again for what it could not ask for before the link went (fault 38)', async () => {
    await putBack();
    phone.link.fate = ({ path }) => (path.startsWith('/receipts/') ? 'drop' : undefined);
    await phone.sync.run();
    expect(await readMeta(phone.db, 'reportsCursor')).toBeDefined();
    expect(told).toEqual([]);
    phone.link.fate = () => undefined;
    await phone.sync.run(); // it asks, and the app's watch on the outbox has it run once more
    while (!(await phone.sync.run()));
    for (const { entityId: id } of await reports()) expect(await onServer(id)).toHaveLength(1);
  });

  it('leaves alone what the server still has, and what its owner has ended', async () => {
    await host.db.transaction().execute(beginEpoch);
    const before = await reports();
    while (!(await phone.sync.run()));
    expect(told).toEqual([]);
    expect((await reports()).map(({ receipt }) => receipt)).toEqual(before.map(({ receipt }) => receipt));
    const [first] = before;
    await host.db
      .updateTable('report')
      .set({ status: 'withdrawn' })
      .where('id', '=', first?.entityId ?? '')
      .execute();
    phone.clock += DAY_MS;
    await phone.sync.run();
    expect((await reports()).map(hasWords)).toEqual([false, true]);
  });

  it('learns anew what to seal to: what is sealed to a key that went with the newer days is never opened (fault 38)', async () => {
    const before = await readMeta(phone.db, 'sealKey');
    expect(before?.id).toBe((await currentSealKey(host.db)).id);
    await host.db.deleteFrom('meta').where('key', '=', 'seal-keys').execute();
    await host.db.transaction().execute(beginEpoch);
    while (!(await phone.sync.run()));
    await phone.sync.run();
    const after = await readMeta(phone.db, 'sealKey');
    expect(after?.id).toBe((await currentSealKey(host.db)).id);
    expect(after?.id).not.toBe(before?.id);
  });

  it('lets go of the words a week after their receipt', async () => {
    const now = Date.now();
    await forgetSentWords(phone.db, now + 6 * DAY_MS);
    expect((await reports()).map(hasWords)).toEqual([true, true]);
    await forgetSentWords(phone.db, now + 8 * DAY_MS);
    expect((await reports()).map(hasWords)).toEqual([false, false]);
  });
});
