/** A session that ends, or an account that is erased, in the middle of a queue or of a batch. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_BATCH } from '../../contract/ops.ts';
import { endpoints } from '../../contract/protocol.ts';
import { findAccount } from '../../server/auth/accounts.ts';
import { beginSession, endSessions } from '../../server/auth/sessions.ts';
import { eraseAccount } from '../../server/users/erase.ts';
import { toEntries } from '../../src/features/outbox/entries.ts';
import { ownReports } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import { type Device, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';

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
    const reports = Array.from({ length: MAX_BATCH + 10 }, () => newReport());
    for (const report of reports) await saveReport(device.db, report);
    let batches = 0;
    before = async (_, path) => {
      if (path.endsWith(endpoints.sendOps.path) && ++batches === 2) await endSessions(host.db, userId);
    };
    await device.sync.run();
    const left = await queue(device.db);
    const kept = await reportsOf(reports.map(({ id }) => id));
    expect(batches).toBe(2);
    expect(kept.length).toBeGreaterThan(0);
    expect(left.length).toBe(reports.length - kept.length);
    expect(left.length).toBeGreaterThan(0);
    expect(new Set(kept.map(({ owner_id }) => owner_id))).toEqual(new Set([userId]));
    expect(left.every(({ state }) => state !== 'refused')).toBe(true);
  }, 120_000);

  // PGlite has one session: nothing comes between the look at the caller and the writes of a batch.
  if (database.kind === 'postgres') {
    it.each([
      ['heard', undefined],
      ['lost', 'lose-answer'],
    ] as const)(
      'a batch, when the session is revoked while it is served: what is done is received, the rest waits for a sign-in and goes once, with its answer %s (fault 41)',
      async (_, fate) => {
        const { token, userId } = await signIn(host.db, 'poster');
        Object.assign(device, { token, account: userId });
        const [first, second, third] = [newReport(), newReport(), newReport()];
        for (const report of [first, second, third]) await saveReport(device.db, report);
        await device.sync.run();
        await host.app().jobs.idle();
        const behind = newReport();
        for (const { id } of [first, second, third]) {
          const input = { id, title: 'Seen in Moga' };
          const edit = { endpoint: 'updateReport' as const, id, input, label: 'Asha Devi', now: device.clock };
          await queueWrite(device.db, { ...edit, opId: randomUUID() });
        }
        await saveReport(device.db, behind);
        device.link.fate = ({ path }) => (path === endpoints.sendOps.path ? fate : undefined);

        const opIds = (await queue(device.db)).map(({ opId }) => opId);
        const running = await host.db.transaction().execute(async (tx) => {
          // The second write stands at its row until this ends; by then the session is over for all to see.
          await tx.selectFrom('report').select('id').where('id', '=', second.id).forUpdate().execute();
          const ran = device.sync.run();
          while (!(await isAChangeWaiting())) await new Promise((resolve) => setTimeout(resolve, 20));
          await endSessions(host.db, userId);
          return { ran };
        });
        await running.ran;
        device.link.fate = () => undefined;
        if (fate) await device.sync.run(); // it hears of it with the next call
        expect(device.status.get().needs).toBe('sign-in'); // "Sign in again to send."
        const titles = async () => {
          const rows = await host.db
            .selectFrom('report')
            .select(['id', 'title'])
            .where('owner_id', '=', userId)
            .execute();
          const known = new Map(rows.map(({ id, title }) => [id, title]));
          return [first, second, third, behind].map(({ id }) => known.get(id));
        };
        expect(await titles()).toEqual(['Seen in Moga', 'Seen in Moga', 'Missing since Tuesday', undefined]);
        const left = await queue(device.db);
        expect(left.map(({ entityId }) => entityId)).toEqual([
          ...(fate ? [first.id, second.id] : []),
          ...[third.id, behind.id],
        ]);
        expect(new Set(left.map(({ state, error, author }) => `${state} ${error} ${author?.id}`))).toEqual(
          new Set([`waiting sign-in-needed ${userId}`]),
        );
        const { waiting } = toEntries({ made: await ownReports(device.db), account: userId }, undefined);
        expect(waiting).toMatchObject([
          { id: behind.opId, state: { kind: 'saved', waits: { for: 'account', error: 'sign-in-needed' } } },
        ]);

        const other = await signIn(host.db, 'finder');
        Object.assign(device, { token: other.token, account: other.userId });
        device.clock += 60_000;
        await device.sync.run();
        expect((await queue(device.db)).length).toBe(left.length); // it is not theirs

        Object.assign(device, { token: await host.db.transaction().execute((tx) => beginSession(tx, userId)) });
        device.account = userId;
        await device.sync.run();
        expect([(await queue(device.db)).length, device.status.get().needs]).toEqual([0, undefined]);
        expect(await titles()).toEqual(['Seen in Moga', 'Seen in Moga', 'Seen in Moga', 'Missing since Tuesday']);
        const receipts = await host.db.selectFrom('receipt').select('op_id').where('op_id', 'in', opIds).execute();
        expect(receipts.length).toBe(opIds.length);
        const all = await host.db.selectFrom('report').select('id').where('owner_id', '=', userId).execute();
        expect(all).toHaveLength(4);
      },
      60_000,
    );

    it('a batch, when the account is erased while it is served: none of it is stored (fault 41)', async () => {
      const { token, userId } = await signIn(host.db, 'poster');
      const reports = Array.from({ length: 5 }, () => newReport());
      const ops = reports.map(({ id, opId, upload }) => ({
        opId,
        entity: id,
        call: 'uploadLostFoundPerson',
        input: { ...upload, id, opId },
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
  }

  /** Whether a change of a report waits for its row. What compares reports in the background may wait for it too. */
  async function isAChangeWaiting(): Promise<boolean> {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from "report"%for update') as waits`.execute(
      host.db,
    );
    return rows[0]?.waits ?? false;
  }
});
