/** A session that ends, or an account that is erased, in the middle of a queue or of a batch. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { findAccount } from '../../server/auth/accounts.ts';
import { endSessions } from '../../server/auth/sessions.ts';
import { eraseAccount } from '../../server/users/erase.ts';
import { saveReport } from '../../src/store/reports.ts';
import { type Device, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';

withDatabases('what is under way when its author goes', (database) => {
  let host: TestHost;
  let device: Device;
  /** Done ahead of a call; it is told which the call is. */
  let before: (method: string, path: string) => Promise<void>;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    device?.close();
    before = async () => {};
    device = openDevice(async (input, init) => {
      await before(init?.method ?? 'GET', String(input));
      return host.fetch(input, init);
    });
  });

  const reportsOf = (ids: string[]) =>
    host.db.selectFrom('report').select(['id', 'owner_id']).where('id', 'in', ids).execute();

  it('a queue, when the session ends between two batches: the rest waits for its author (fault 41)', async () => {
    const { token, userId } = await signIn(host.db, 'poster');
    Object.assign(device, { token, account: userId });
    const reports = Array.from({ length: 60 }, () => newReport());
    for (const report of reports) await saveReport(device.db, report);
    let batches = 0;
    before = async (_, path) => {
      if (path.endsWith(endpoints.sendOps.path) && ++batches === 2) await endSessions(host.db, userId);
    };
    await device.sync.run();
    const left = await device.db.outbox.toArray();
    const kept = await reportsOf(reports.map(({ id }) => id));
    expect(batches).toBe(2);
    expect(kept.length).toBeGreaterThan(0);
    expect(left.length).toBe(reports.length - kept.length);
    expect(left.length).toBeGreaterThan(0);
    expect(new Set(kept.map(({ owner_id }) => owner_id))).toEqual(new Set([userId]));
    expect(left.every(({ state }) => state !== 'refused')).toBe(true);
  }, 120_000);

  // PGlite has one session: nothing comes between the look at the caller and the writes of a batch.
  if (database.kind === 'postgres')
    it('a batch, when the account is erased while it is served: none of it is stored (fault 41)', async () => {
      const { token, userId } = await signIn(host.db, 'poster');
      const reports = Array.from({ length: 5 }, () => newReport());
      const ops = reports.map(({ id, opId, upload }) => ({
        ...{ opId, entity: id, call: 'uploadLostFoundPerson', input: { ...upload, id, opId } },
      }));
      const send = () =>
        host.app().inject({ method: 'POST', url: '/sync/ops', headers: { authorization: token }, payload: { ops } });
      const sending = await host.db.transaction().execute(async (tx) => {
        const account = await findAccount(tx, userId);
        if (account) await eraseAccount(tx, { userId, role: 'poster' }, account);
        const answer = send(); // who calls is still seen; the writes wait for the end of this
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { answer };
      });
      const answer = (await sending.answer).json();
      expect(JSON.stringify(answer)).not.toContain('"done"');
      expect(await reportsOf(reports.map(({ id }) => id))).toEqual([]);
      expect((await send()).json()).toMatchObject({ code: 'account-gone' });
      await untilReadable(host.db);
    });
});
