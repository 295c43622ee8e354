/** A phone takes back what was posted on it, with and without an account, with and without a network. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { InputOf } from '../../contract/endpoint.ts';
import { sealKey } from '../../contract/envelope.ts';
import { endpoints } from '../../contract/protocol.ts';
import { packCopy, unpackCopy } from '../../src/store/own/copy.ts';
import { adoptOwnReport, endOwnReport, isEnding, mayEnd } from '../../src/store/own/ending.ts';
import { saveWhatFits } from '../../src/store/own/fitting.ts';
import { sealAndClear } from '../../src/store/own/leave.ts';
import { findOwnReport, ownReports } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { drawMaker, saveOwn } from '../../src/store/own/reports.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import { isWrite, type OwnReport } from '../../src/store/rows.ts';
import { type Device, makePhoto, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';

withEither('taking a report back', (database) => {
  let host: TestHost;
  let phone: Device;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    phone = openDevice(host.fetch);
    return () => phone.close();
  });

  async function post(device = phone): Promise<OwnReport> {
    const photos = [await makePhoto(Math.floor(Math.random() * 1e9))];
    return saveReport(device.db, newReport({}, { photos, maker: await drawMaker() }));
  }
  const own = async (id: string) => (await findOwnReport(phone.db, id)) ?? expect.fail('the phone has forgotten it');
  const onServer = async (id: string) =>
    (await host.db.selectFrom('report').select('status').where('id', '=', id).executeTakeFirst())?.status;

  it('without an account: the secret stays on the phone, its hash alone goes along', async () => {
    const report = newReport();
    const form = { call: 'uploadLostFoundPerson' as const, make: () => report };
    const { entityId: id, secret } = await saveWhatFits(phone.db, { photos: [], videos: [] }, form);
    const op = (await queue(phone.db)).find(({ entityId }) => entityId === id);
    const input = op?.input as InputOf<typeof endpoints.uploadLostFoundPerson>;
    expect([secret, input.secretHash]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    expect(JSON.stringify(op)).not.toContain(secret);
  });

  it.each(['withdrawn', 'erased'] as const)(
    'without an account, %s: asked for offline, done when there is a network',
    async (how) => {
      const { entityId: id } = await post();
      await phone.push();
      phone.link.fate = () => 'drop';
      await endOwnReport(phone.db, await own(id), how, phone.clock);
      await phone.push().catch(() => undefined);
      expect([await isEnding(phone.db, id), await onServer(id)]).toEqual([true, 'pending_review']);
      phone.link.fate = () => undefined;
      phone.clock += 60_000;
      await phone.push();
      expect(await onServer(id)).toBe(how === 'erased' ? undefined : 'withdrawn');
      const left = await findOwnReport(phone.db, id);
      expect([left?.status, (await queue(phone.db)).length]).toEqual([how === 'erased' ? undefined : 'withdrawn', 0]);
      expect(await phone.db.file.count()).toBe(how === 'erased' ? 0 : 1);
      const lines = (await phone.db.made.toArray()).filter(isWrite);
      expect(lines.map(({ endpoint, input }) => [endpoint, input])).toEqual([['endReport', {}]]);
      if (how === 'erased') expect(JSON.stringify(lines)).not.toContain('Asha Devi');
    },
  );

  it('erased by its maker elsewhere, it ends on this phone too, and takes no consent back from nobody', async () => {
    const { entityId: id } = await post();
    await phone.push();
    await host.db.deleteFrom('report').where('id', '=', id).execute();
    await endOwnReport(phone.db, await own(id), 'withdrawn', phone.clock);
    const consent = { id, purpose: 'photo' as const, given: false, notice: '1', secret: (await own(id)).secret };
    await queueWrite(phone.db, {
      endpoint: 'setConsent',
      opId: randomUUID(),
      id,
      input: consent,
      label: '',
      now: phone.clock,
    });
    await phone.push();
    expect([(await findOwnReport(phone.db, id))?.status, (await queue(phone.db)).length]).toEqual(['withdrawn', 0]);
    const lines = (await phone.db.made.toArray()).filter(isWrite);
    expect(lines.map(({ endpoint, receivedAt }) => [endpoint, receivedAt !== undefined]).sort()).toEqual([
      ['endReport', true],
      ['setConsent', true],
    ]);
  });

  it.each(['arrived', 'lost'] as const)(
    'corrected after its call has %s without an answer, it is one report, in the words of the correction',
    async (fate) => {
      const { entityId: id } = await post();
      phone.link.fate = () => (fate === 'lost' ? 'drop' : 'lose-answer');
      await phone.push().catch(() => undefined);
      expect(await onServer(id)).toBe(fate === 'lost' ? undefined : 'pending_review');
      phone.link.fate = () => undefined;
      const report = newReport({ name: 'Corrected' }, { maker: await drawMaker() });
      const corrected = await saveOwn(phone.db, { call: 'uploadLostFoundPerson', report }, id);
      phone.clock += 60_000;
      await phone.push();
      const rows = await host.db.selectFrom('report').select('id').execute();
      expect(rows).toEqual([{ id: corrected.entityId }]);
      expect([(await queue(phone.db)).length, (await ownReports(phone.db)).length]).toEqual([0, 1]);
    },
  );

  it('erased while it may or may not have arrived, it is gone or never comes', async () => {
    const [arrived, lost] = [await post(), await post()];
    const [text] = (await queue(phone.db)).filter((op) => op.opId === arrived.opId);
    await phone.api.call(endpoints.uploadLostFoundPerson, text?.input as never, { opId: arrived.opId }); // the answer was lost
    for (const report of [arrived, lost]) await endOwnReport(phone.db, report, 'erased', phone.clock);
    const late = { ...newReport().upload, id: lost.entityId, opId: lost.opId };
    await phone.push();
    expect([
      await onServer(arrived.entityId),
      (await ownReports(phone.db)).length,
      (await queue(phone.db)).length,
    ]).toEqual([undefined, 0, 0]);
    await expect(phone.api.call(endpoints.uploadLostFoundPerson, late, { opId: lost.opId })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await onServer(lost.entityId)).toBeUndefined();
  });

  it('made without an account it can be kept with one, and then taken back from anywhere', async () => {
    const { entityId: id } = await post();
    await phone.push();
    const { userId, token } = await signIn(host.db, 'poster');
    Object.assign(phone, { token, account: userId });
    expect(mayEnd(await own(id), userId)).toBe(true);
    await adoptOwnReport(phone.db, await own(id), phone.clock);
    await phone.push();
    expect((await own(id)).author?.id).toBe(userId);
    const elsewhere = openDevice(host.fetch);
    elsewhere.token = token;
    const { may } = await elsewhere.api.call(endpoints.getReport, { id });
    expect(may).toContain('withdraw');
    await elsewhere.api.call(endpoints.endReport, { id, how: 'erased' }, {});
    expect(await onServer(id)).toBeUndefined();
    elsewhere.close();
  });

  it.each(['received', 'sealed, and carried since', 'sealed, and never carried'] as const)(
    'made without an account, %s, it can be taken back after somebody has signed out; its words are gone from the phone',
    async (how) => {
      const { entityId: id, opId, secret } = await post();
      if (how === 'received') await phone.push();
      const { userId, token } = await signIn(host.db, 'poster');
      Object.assign(phone, { token, account: userId });
      await post(); // in the name of the account: that one goes with it
      const sealTo = await phone.api.call(sealKey, {});
      await sealAndClear(phone.db, userId, sealTo, { account: userId, token }, phone.clock);
      Object.assign(phone, { token: undefined, account: undefined });
      const rows = JSON.stringify([await ownReports(phone.db), (await phone.db.made.toArray()).filter(isWrite)]);
      for (const word of ['Asha Devi', 'Tuesday', 'glasses', '98140']) expect(rows).not.toContain(word);
      expect([(await ownReports(phone.db)).length, await phone.db.file.count()]).toEqual([1, 0]);
      expect([(await own(id)).secret, mayEnd(await own(id), undefined)]).toEqual([secret, true]);
      if (how === 'sealed, and carried since') {
        await phone.sync.run();
        expect(await phone.db.carried.envelope.count()).toBe(0);
        phone.clock += 60_000;
        await phone.sync.run();
        expect((await own(id)).receipt?.opId).toBe(opId); // it hears of it as the report's maker does
      }
      if (how !== 'sealed, and never carried') expect(await onServer(id)).toBe('pending_review');
      await endOwnReport(phone.db, await own(id), 'erased', phone.clock);
      await phone.push();
      expect([await onServer(id), (await ownReports(phone.db)).length]).toEqual([undefined, 0]);
      phone.clock += 60_000;
      await phone.sync.run(); // whatever is still carried comes too late
      expect(await onServer(id)).toBeUndefined();
    },
  );

  it('a copy for its maker’s other phone carries the secret along', async () => {
    const { entityId: id, secret } = await post();
    const other = openDevice(host.fetch);
    await unpackCopy(other.db, await packCopy(phone.db), phone.clock);
    expect((await findOwnReport(other.db, id))?.secret).toBe(secret);
    other.close();
  });

  it('one that was made before there were secrets is ended by nobody on a phone without an account', async () => {
    const { secret: _, ...old } = await post();
    expect([
      mayEnd(old, undefined),
      mayEnd(old, 'asha'),
      mayEnd({ ...old, author: { id: 'asha', name: 'Asha' } }, 'asha'),
    ]).toEqual([...[false, false, true]]);
  });
});
