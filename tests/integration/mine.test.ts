/** What was posted without an account, by the secret that the phone keeps: what became of it, and changed (decision 083). */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { tellFamily, untellFamily } from '../../server/reunions/tell.ts';
import { findOwnReport } from '../../src/store/own/made.ts';
import {
  countNews,
  drawMaker,
  followedReports,
  keepReport,
  newsSeen,
  rowOfReport,
} from '../../src/store/own/reports.ts';
import { countPending, queueWrite } from '../../src/store/own/writes.ts';
import { newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

withEither('a report without an account', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());

  const call = (method: 'POST' | 'PUT', url: string, payload: object, token?: string) =>
    host.app().inject({ method, url, payload, headers: token ? { authorization: token } : {} });

  async function post(token?: string): Promise<{ id: string; secret: string }> {
    const bytes = randomBytes(32);
    const secretHash = createHash('sha256').update(bytes).digest('hex');
    const { upload, id, opId } = newReport();
    const answer = await call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId, secretHash }, token);
    expect(answer.statusCode).toBe(200);
    return { id, secret: bytes.toString('hex') };
  }

  it('is read by its maker as its owner would read it, with how many told something that is for them', async () => {
    const { id, secret } = await post();
    const before = (await call('POST', `/report/${id}/mine`, { secret })).json();
    expect(before).toMatchObject({
      data: { id, status: 'pending_review', reviewed: false, phoneNumber: '+91 98140 12345' },
      notes: 0,
    });
    await publishReport(host, id);
    const { token } = await signIn(host.db, 'poster');
    for (const kind of ['sighting', 'self'])
      expect((await call('POST', `/report/${id}/notes`, { kind, text: 'At the bus stand' }, token)).statusCode).toBe(
        200,
      );
    const after = await call('POST', `/report/${id}/mine`, { secret });
    expect(after.json()).toMatchObject({ data: { status: 'published', reviewed: true }, notes: 1 }); // "this is me" is not for them
    expect(after.body).not.toContain('bus stand');
    expect(after.headers['cache-control']).toBe('no-store');
  });

  it('answers a wrong secret, another report and one that is not there alike, and shows nothing', async () => {
    const [one, other] = [await post(), await post()];
    const none = '00000000-0000-4000-8000-000000000000';
    const answers = [];
    for (const [id, secret] of [
      [one.id, other.secret],
      [one.id, '0'.repeat(64)],
      [none, one.secret],
    ] as const) {
      const read = await call('POST', `/report/${id}/mine`, { secret });
      const changed = await call('PUT', `/report/${id}`, { secret, title: 'Other words' });
      answers.push([read.statusCode, read.body, changed.statusCode, changed.body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
    expect((await call('PUT', `/report/${one.id}`, { title: 'Other words' })).statusCode).toBe(401);
    const owned = await signIn(host.db, 'poster');
    await host.db
      .updateTable('report')
      .set({ owner_id: owned.userId, secret_hash: null })
      .where('id', '=', one.id)
      .execute();
    expect((await call('POST', `/report/${one.id}/mine`, { secret: one.secret }, owned.token)).statusCode).toBe(404);
  });

  it('a thing is made to stand longer by its secret, and by no other', async () => {
    const { userId, token } = await signIn(host.db, 'poster');
    const bytes = randomBytes(32);
    const [secret, secretHash] = [bytes.toString('hex'), createHash('sha256').update(bytes).digest('hex')];
    const thing = { reportType: 'lost', title: 'A blue bag', category: 'Bags', secretHash };
    const { id } = (await call('POST', '/report', thing, token)).json().data;
    await host.db.updateTable('report').set({ owner_id: null }).where('owner_id', '=', userId).execute();
    await publishReport(host, id);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await host.db
      .updateTable('report')
      .set({ expires_at: inDays(2) })
      .where('id', '=', id)
      .execute();
    const left = async (): Promise<number> => {
      const { data } = (await call('POST', `/report/${id}/mine`, { secret })).json();
      return Math.round((Date.parse(data.expiresAt) - Date.now()) / 86_400_000);
    };
    const other = '0'.repeat(64);
    expect((await call('PUT', `/report/${id}`, { secret: other, expiresInDays: 60 })).statusCode).toBe(404);
    expect(await left()).toBe(2);
    expect((await call('PUT', `/report/${id}`, { secret, expiresInDays: 60 })).statusCode).toBe(200);
    expect(await left()).toBe(62);
    await host.db
      .updateTable('report')
      .set({ expires_at: inDays(-1) })
      .where('id', '=', id)
      .execute();
    await host.db.transaction().execute((tx) => changeStatus(tx, id, 'expired', 'system:expiry'));
    const again = await call('PUT', `/report/${id}`, { secret, expiresInDays: 120, status: 'published' });
    expect(again.json().data).toMatchObject({ status: 'published' });
    expect(await left()).toBe(120);
  });

  it('is changed, ended and erased by it; changed words are looked at again', async () => {
    const { id, secret } = await post();
    await publishReport(host, id);
    const changed = await call('PUT', `/report/${id}`, { secret, phoneNumber: '+91 98140 54321' });
    expect(changed.json().data).toMatchObject({ status: 'published', phoneNumber: '+91 98140 54321' });
    const words = await call('PUT', `/report/${id}`, { secret, description: 'Walks with a stick' });
    expect(words.json().data).toMatchObject({ status: 'pending_review', description: 'Walks with a stick' });
    await publishReport(host, id);
    expect((await call('PUT', `/report/${id}`, { secret, status: 'resolved' })).json().data.status).toBe('resolved');
    expect((await call('POST', `/report/${id}/mine`, { secret })).json().history.at(-1)).toMatchObject({
      to: 'resolved',
      by: 'owner',
    });
    expect((await call('POST', `/report/${id}/end`, { secret, how: 'erased' })).statusCode).toBe(200);
    expect((await call('POST', `/report/${id}/mine`, { secret })).statusCode).toBe(404);
  });

  const ADDRESSES = {
    read: (id: string, secret: string) => call('POST', `/report/${id}/mine`, { secret }),
    change: (id: string, secret: string) => call('PUT', `/report/${id}`, { secret, title: 'Other words' }),
    consent: (id: string, secret: string) =>
      call('PUT', `/report/${id}/consent`, { secret, purpose: 'phone', given: true, notice: '1' }),
    reunion: (id: string, secret: string) => call('PUT', `/report/${id}/reunion`, { secret, together: true }),
  };
  const end = (id: string, secret: string, how: string) => call('POST', `/report/${id}/end`, { secret, how });

  it('is closed to whoever has its link once its maker takes it into an account, which hears that it is theirs however often', async () => {
    const { id, secret } = await post();
    await publishReport(host, id);
    const [maker, stranger] = [await signIn(host.db, 'poster'), await signIn(host.db, 'poster')];
    const adopt = async (token: string) => (await call('POST', `/report/${id}/adopt`, { secret }, token)).statusCode;
    expect([await adopt(maker.token), await adopt(maker.token), await adopt(stranger.token)]).toEqual([200, 200, 404]);
    for (const [what, ask] of Object.entries(ADDRESSES)) {
      const { statusCode, body } = await ask(id, secret);
      expect([what, statusCode, body.includes('98140')]).toEqual([what, 404, false]);
    }
    expect([(await end(id, secret, 'withdrawn')).statusCode, (await end(id, secret, 'erased')).statusCode]).toEqual([
      404, 404,
    ]);
    const own = await call('PUT', `/report/${id}`, { phoneNumber: '+91 98140 54321' }, maker.token);
    expect(own.json().data).toMatchObject({ status: 'published', phoneNumber: '+91 98140 54321' });
    // The phone that posted it still names its secret beside the account: it ends by the account.
    expect((await call('POST', `/report/${id}/end`, { secret, how: 'erased' }, maker.token)).statusCode).toBe(200);
  });

  it('posted with an account is taken back by the secret of the phone, and neither read nor changed by it, whatever the account is', async () => {
    const { token, userId } = await signIn(host.db, 'poster');
    const [withdrawn, erased] = [await post(token), await post(token)];
    for (const { id } of [withdrawn, erased]) await publishReport(host, id);
    const states = [
      {},
      { suspended_at: new Date() },
      { suspended_at: null, paused_until: new Date(Date.now() + 3_600_000) },
      { paused_until: null, closed_at: new Date() },
    ];
    const before = await host.db.selectFrom('report').selectAll().where('id', '=', withdrawn.id).execute();
    for (const state of states) {
      if (Object.keys(state).length > 0)
        await host.db.updateTable('app_user').set(state).where('id', '=', userId).execute();
      for (const [what, ask] of Object.entries(ADDRESSES)) {
        const { statusCode, body } = await ask(withdrawn.id, withdrawn.secret);
        expect([what, statusCode, body.includes('98140')]).toEqual([what, 404, false]);
      }
    }
    expect(await host.db.selectFrom('report').selectAll().where('id', '=', withdrawn.id).execute()).toEqual(before);
    expect((await end(withdrawn.id, withdrawn.secret, 'withdrawn')).statusCode).toBe(200);
    expect((await end(erased.id, erased.secret, 'erased')).statusCode).toBe(200);
    const left = await host.db
      .selectFrom('report')
      .select(['id', 'status'])
      .where('id', 'in', [withdrawn.id, erased.id])
      .execute();
    expect(left).toEqual([{ id: withdrawn.id, status: 'withdrawn' }]);
  });

  it('is changed 300 times an hour at most by whoever names a secret, true or not, and what is sent again is not counted', async () => {
    const { id, secret } = await post();
    await host.db.deleteFrom('rate_limit').execute();
    const change = async (opId: string, by = secret) =>
      (await call('PUT', `/report/${id}`, { opId, secret: by, expiresInDays: 30 })).statusCode;
    const opId = randomUUID();
    const first = await change(opId);
    expect(await change(randomUUID(), '0'.repeat(64))).toBe(404);
    await host.db
      .updateTable('rate_limit')
      .set({ count: 300 })
      .where('key', 'like', 'own:%')
      .where('count', '=', 2)
      .executeTakeFirstOrThrow();
    expect(await change(randomUUID(), '0'.repeat(64))).toBe(429);
    expect([await change(opId), await change(randomUUID())]).toEqual([first, 429]);
    await host.db.deleteFrom('rate_limit').execute();
  });

  it('whose family was told of nothing yet tells the account that adopts it that they may have been found, once', async () => {
    const [{ id: lostId, secret }, found] = [await post(), await post()];
    const [family, finder] = [await signIn(host.db, 'poster'), await signIn(host.db, 'poster')];
    const officer = await signIn(host.db, 'officer');
    for (const id of [lostId, found.id]) await publishReport(host, id);
    await host.db.transaction().execute((tx) => tellFamily(tx, { lostId, foundId: found.id, byId: officer.userId }));
    const told = async ({ userId }: { userId: string }) =>
      (await host.db.selectFrom('notice').select(['kind', 'report_id']).where('user_id', '=', userId).execute()).map(
        ({ kind, report_id }) => [kind, report_id],
      );
    for (let n = 0; n < 2; n++)
      expect((await call('POST', `/report/${lostId}/adopt`, { secret }, family.token)).statusCode).toBe(200);
    expect(await told(family)).toEqual([['reunion-possible', lostId]]);
    expect((await call('POST', `/report/${found.id}/adopt`, found, finder.token)).statusCode).toBe(200);
    expect(await told(finder)).toEqual([]); // the family has not said that they may know

    const other = await post();
    expect((await call('POST', `/report/${other.id}/adopt`, other, family.token)).statusCode).toBe(200);
    expect((await told(family)).length).toBe(1); // there is nothing to tell of it
  });

  it('the phone asks by itself, and says that there is news until its maker has looked', async () => {
    const device = openDevice(host.fetch);
    const made = newReport({}, { maker: await drawMaker() });
    await keepReport(device.db, rowOfReport(device.db, { call: 'uploadLostFoundPerson', report: made }));
    await device.sync.run();
    expect([await countNews(device.db), (await findOwnReport(device.db, made.id))?.status]).toEqual([
      0,
      'pending_review',
    ]);
    await publishReport(host, made.id);
    device.clock += 3_600_000;
    await device.sync.run();
    expect([await countNews(device.db), (await findOwnReport(device.db, made.id))?.reviewed]).toEqual([1, true]);
    await newsSeen(device.db, made.id);
    expect(await countNews(device.db)).toBe(0);
    await host.db.transaction().execute((tx) => changeStatus(tx, made.id, 'resolved', 'moderator:1'));
    device.clock += 7 * 3_600_000;
    await device.sync.run();
    expect([await countNews(device.db), (await findOwnReport(device.db, made.id))?.status]).toEqual([1, 'resolved']);
    device.close();
  });

  it('the phone says that there is news when somebody was found, when more is known, and when that is taken back', async () => {
    const device = openDevice(host.fetch);
    const made = newReport({}, { maker: await drawMaker() });
    await keepReport(device.db, rowOfReport(device.db, { call: 'uploadLostFoundPerson', report: made }));
    await device.sync.run();
    await publishReport(host, made.id);
    const looked = async (): Promise<number> => {
      device.clock += 7 * 3_600_000;
      await device.sync.run();
      const news = await countNews(device.db);
      await newsSeen(device.db, made.id);
      return news;
    };
    expect([await looked(), await looked()]).toEqual([1, 0]);

    const [{ id: foundId }, officer] = [await post(), await signIn(host.db, 'officer')];
    const pair = { lostId: made.id, foundId };
    const receipt = async () => (await host.app().inject({ url: `/receipts/${made.opId}` })).body;
    const quiet = JSON.parse(await receipt());
    await host.db.transaction().execute((tx) => tellFamily(tx, { ...pair, byId: officer.userId }));
    expect(JSON.parse(await receipt())).toEqual({ ...quiet, reunion: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await receipt()).not.toMatch(new RegExp(`${foundId}|Sadar|family`));
    expect([await looked(), await looked()]).toEqual([1, 0]);

    const released = { words: 'Ask at the gate' };
    expect((await call('PUT', `/report/${made.id}/reunion`, released, officer.token)).statusCode).toBe(200);
    expect([await looked(), await looked()]).toEqual([1, 0]);

    await host.db.transaction().execute((tx) => untellFamily(tx, { ...pair, actorFor: () => 'officer:1' }));
    expect(JSON.parse(await receipt())).toEqual(quiet);
    expect([await looked(), await looked()]).toEqual([1, 0]);
    expect((await findOwnReport(device.db, made.id))?.reunion).toBe('');

    await host.db.transaction().execute((tx) => tellFamily(tx, { ...pair, byId: officer.userId }));
    await host.db
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'protected' })
      .where('id', '=', foundId)
      .execute();
    expect([JSON.parse(await receipt()), await looked()]).toEqual([quiet, 0]); // of who must not be found nothing is told
    device.close();
  });

  it('the phone of a finder hears that they are together also after its own report has ended, if the family agrees, and not before', async () => {
    const device = openDevice(host.fetch);
    const made = newReport({ type: 'found', foundPersonAge: '34' }, { maker: await drawMaker() });
    await keepReport(device.db, rowOfReport(device.db, { call: 'uploadLostFoundPerson', report: made }));
    await device.sync.run();
    await publishReport(host, made.id);
    const [family, officer] = [await signIn(host.db, 'poster'), await signIn(host.db, 'officer')];
    const { id: lostId } = await post(family.token);
    const looked = async (): Promise<number> => {
      device.clock += 7 * 3_600_000;
      await device.sync.run();
      const news = await countNews(device.db);
      await newsSeen(device.db, made.id);
      return news;
    };
    const say = async (change: object, token: string) =>
      expect((await call('PUT', `/report/${lostId}/reunion`, change, token)).statusCode).toBe(200);
    await host.db.transaction().execute((tx) => tellFamily(tx, { lostId, foundId: made.id, byId: officer.userId }));
    expect([await looked(), await looked()]).toEqual([1, 0]); // that it was looked at
    await say({ together: true }, officer.token);
    expect([await looked(), await looked()]).toEqual([1, 0]); // that it has ended, and nothing of why
    expect((await findOwnReport(device.db, made.id))?.status).toBe('resolved');
    expect((await call('POST', `/report/${made.id}/mine`, { secret: made.maker?.secret })).json()).not.toHaveProperty(
      'reunion',
    );
    await say({ tellFinder: true }, family.token);
    expect([await looked(), await looked()]).toEqual([1, 0]);
    expect(
      (await call('POST', `/report/${made.id}/mine`, { secret: made.maker?.secret })).json().reunion,
    ).toMatchObject({ together: true, as: 'finder' });
    device.clock += KEPT_DAYS.receipts * 86_400_000; // the server has forgotten how it stands
    expect(await followedReports(device.db, device.clock, 0, 20)).toEqual([]);
    device.close();
  });

  it('whose family has no account hears within five minutes with the app open, long after the report was looked at', async () => {
    const device = openDevice(host.fetch);
    const made = newReport({}, { maker: await drawMaker() });
    await keepReport(device.db, rowOfReport(device.db, { call: 'uploadLostFoundPerson', report: made }));
    await device.sync.run();
    await publishReport(host, made.id);
    device.clock += 7 * 3_600_000;
    await device.sync.run();
    await newsSeen(device.db, made.id);
    const [{ id: foundId }, { userId: byId }] = [await post(), await signIn(host.db, 'officer')];
    await host.db.transaction().execute((tx) => tellFamily(tx, { lostId: made.id, foundId, byId }));
    device.clock += 60_000;
    await device.sync.run();
    expect(await countNews(device.db)).toBe(0); // what seldom changes is not asked for at each look
    device.clock += 4 * 60_000;
    await device.sync.run();
    expect(await countNews(device.db)).toBe(1);
    device.close();
  });

  it('without an account and without a network it is kept that they are together; said, it is no news to who said it', async () => {
    const device = openDevice(host.fetch);
    const made = newReport({}, { maker: await drawMaker() });
    await keepReport(device.db, rowOfReport(device.db, { call: 'uploadLostFoundPerson', report: made }));
    await device.sync.run();
    await publishReport(host, made.id);
    const [{ id: foundId }, { userId: byId }] = [await post(), await signIn(host.db, 'officer')];
    await host.db.transaction().execute((tx) => tellFamily(tx, { lostId: made.id, foundId, byId }));
    device.clock += 3_600_000;
    await device.sync.run();
    await newsSeen(device.db, made.id);
    const input = { id: made.id, secret: made.maker?.secret, together: true as const };
    const write = {
      endpoint: 'updateReunion',
      opId: randomUUID(),
      id: made.id,
      input,
      label: '',
      now: device.clock,
    } as const;
    for (let n = 0; n < 2; n++) await queueWrite(device.db, write);
    expect(await countPending(device.db, made.id)).toBe(1);
    await device.sync.run();
    expect(await countPending(device.db, made.id)).toBe(0);
    expect([await countNews(device.db), (await findOwnReport(device.db, made.id))?.status]).toEqual([0, 'resolved']);
    device.close();
  });
});
