/** An account that was erased elsewhere: what it queued here is not dropped, and not sent in another name (fault 17). */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { findOwnReport, findWrite } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import { type Device, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';

withEither('an account that is gone', (database) => {
  let host: TestHost;
  let device: Device;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    device?.close();
    await host.empty();
    device = openDevice((...request) => host.fetch(...request));
  });

  it('leaves all that it queued with the user, who is told why; what was made without it still goes (fault 17)', async () => {
    const { token, userId } = await signIn(host.db, 'poster');
    const nameless = newReport();
    await saveReport(device.db, nameless);
    Object.assign(device, { token, account: userId });
    for (let i = 0; i < 3; i++) await saveReport(device.db, newReport());
    const follow = { region: 'Ludhiana' };
    const write = {
      endpoint: 'follow' as const,
      id: randomUUID(),
      input: follow,
      label: 'Ludhiana',
      now: device.clock,
    };
    await queueWrite(device.db, { ...write, opId: randomUUID() });
    await device.api.call(endpoints.deleteAccount, {});

    expect(await device.sync.run()).toBe(false);
    const left = await queue(device.db);
    expect(left.map(({ state, error, author }) => [state, error, author?.id])).toEqual(
      Array(4).fill(['refused', 'account-gone', userId]),
    );
    expect(await host.db.selectFrom('report').select(['id', 'owner_id']).execute()).toEqual([
      { id: nameless.id, owner_id: null },
    ]);
    expect(device.status.get()).toMatchObject({ link: 'online', needs: 'sign-in' });
  });

  it('one that lost its office and may write no longer keeps what it queued, and sends it once it may again (fault 17)', async () => {
    const { token, userId } = await signIn(host.db, 'volunteer');
    Object.assign(device, { token, account: userId });
    const reports = [newReport(), newReport()];
    for (const report of reports) await saveReport(device.db, report);
    const change = (set: { role?: 'poster'; suspended_at: Date | null }) =>
      host.db.updateTable('app_user').set(set).where('id', '=', userId).execute();
    const received = async () => (await host.db.selectFrom('report').select('id').execute()).map(({ id }) => id).sort();
    await change({ role: 'poster', suspended_at: new Date() });
    await device.sync.run();
    expect(await queue(device.db)).toMatchObject([
      { state: 'waiting', error: 'suspended', author: { id: userId } },
      { state: 'waiting', error: 'suspended', author: { id: userId } },
    ]);
    expect(await received()).toEqual([]);
    await change({ suspended_at: null });
    device.clock += 3_600_000;
    await device.sync.run();
    expect((await queue(device.db)).length).toBe(0);
    expect(await received()).toEqual(reports.map(({ id }) => id).sort());
  });

  it('one that lost its office keeps what only the office may say for its user to see to; the rest goes (fault 17)', async () => {
    const report = newReport();
    const note = { id: randomUUID(), reportId: report.id, kind: 'information' as const, text: 'Seen at the well' };
    const say = { label: 'Asha', now: device.clock };
    Object.assign(device, { token: (await signIn(host.db, 'poster')).token });
    await saveReport(device.db, report);
    await device.sync.run();
    await host.db.updateTable('report').set({ status: 'published' }).execute();
    Object.assign(device, { token: (await signIn(host.db, 'poster')).token });
    await queueWrite(device.db, { ...say, endpoint: 'addNote', opId: randomUUID(), id: note.id, input: note });
    await device.sync.run();

    const { token, userId } = await signIn(host.db, 'officer');
    Object.assign(device, { token, account: userId });
    const answer = { id: note.id, answer: 'confirm' as const };
    const [answered, mine] = [randomUUID(), newReport()];
    await queueWrite(device.db, { ...say, endpoint: 'answerNote', opId: answered, id: note.id, input: answer });
    await saveReport(device.db, mine);
    await host.db.updateTable('app_user').set({ role: 'poster' }).where('id', '=', userId).execute();
    await device.sync.run();
    expect(await queue(device.db)).toMatchObject([
      { opId: answered, state: 'refused', error: 'not-found', input: answer, author: { id: userId } },
    ]);
    expect((await findWrite(device.db, answered))?.receivedAt).toBe(undefined);
    expect(await host.db.selectFrom('note').select(['id', 'status']).execute()).toEqual([
      { id: note.id, status: 'open' },
    ]);
    expect((await findOwnReport(device.db, mine.id))?.receipt?.opId).toBe(mine.opId);
  });

  it('a session that only ended still waits for its owner to sign in again (fault 16)', async () => {
    const { token, userId } = await signIn(host.db, 'poster');
    Object.assign(device, { token, account: userId });
    await saveReport(device.db, newReport());
    await device.api.call(endpoints.logout, {});
    await device.sync.run();
    expect(await queue(device.db)).toMatchObject([{ state: 'waiting' }]);
  });
});
