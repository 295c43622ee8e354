/** Where an account is signed in: its owner sees it in plain words, and ends what they do not know. */

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../contract/user.ts';
import { markOf } from '../../server/auth/accounts.ts';
import { drawCode } from '../../server/auth/codes.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { dayOf, endOthers } from '../../server/auth/sessions.ts';
import { hashToken } from '../../server/auth/tokens.ts';
import { openedWith } from '../../server/auth/user-agent.ts';
import { readLetter, sendLetter, whoIsLeft } from '../../server/operator/letter.ts';
import { endEverywhere } from '../../server/operator/sessions.ts';
import { closeSession, keepToken, keepUser } from '../../src/api/session.ts';
import { defaultUser } from '../../src/api/session-user.ts';
import { writeMeta } from '../../src/store/meta.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { dropEnded } from '../../src/sync/ended.ts';
import { makePhoto, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';
import { openPushService, type PushService } from '../support/push-service.ts';

const PASSWORD = 'a field of mustard';
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

withEither('the sessions of an account', (database) => {
  let host: TestHost;
  let pushes: PushService;
  let email = '';
  let userId = '';

  beforeAll(async () => {
    pushes = await openPushService();
    host = await startHost(database, { PUSH_HOSTS: '127.0.0.1', SIGN_IN_LIMIT: '1000' });
  });
  afterAll(async () => {
    await host.remove();
    await pushes.close();
  });
  beforeEach(async () => {
    await host.empty();
    userId = randomUUID();
    email = `${userId}@example.in`;
    const row = { id: userId, name: 'Asha Devi', email, role: 'poster' as const, verified_at: new Date() };
    await host.db
      .insertInto('app_user')
      .values({ ...row, password_hash: await hashPassword(PASSWORD) })
      .execute();
  });

  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload: object = {}) => {
    const asked = { method, url, headers: { authorization: token }, ...(method === 'GET' ? {} : { payload }) };
    const answered = await host.app().inject(asked);
    return { status: answered.statusCode, answer: answered.json() };
  };
  async function enter(agent: string, devices: string[] = []): Promise<{ token: string; device?: string }> {
    const payload = { primaryEmail: email, password: PASSWORD, devices };
    const headers = { 'user-agent': agent };
    const { accessToken, deviceToken } = (
      await host.app().inject({ method: 'POST', url: '/login', headers, payload })
    ).json();
    return { token: accessToken, device: deviceToken };
  }
  const list = async (token: string) => (await call('GET', '/auth/sessions', token)).answer.data;

  it('are listed in plain words, with their days, the one that asks first; nothing more is kept of a device', async () => {
    await enter(DESK);
    const { token } = await enter(PHONE);
    const today = dayOf(new Date()).toISOString();
    const opened = { id: expect.any(String), openedAt: expect.any(String), seenAt: today };
    expect(await list(token)).toEqual([
      { ...opened, browser: 'Chrome', system: 'Android', own: true },
      { ...opened, browser: 'Firefox', system: 'Windows', own: false },
    ]);
    const kept = JSON.stringify(await host.db.selectFrom('session').selectAll().execute());
    for (const word of ['Mozilla', 'Android 10', '130.0', token]) expect(kept).not.toContain(word);
    expect(await list((await signIn(host.db, 'poster')).token)).toHaveLength(1);
  });

  it('say the day of their last use, and no more of it', async () => {
    const { token } = await enter(PHONE);
    const longAgo = new Date('2026-01-02T00:00:00Z');
    await host.db.updateTable('session').set({ seen_at: longAgo }).execute();
    await call('GET', '/me', token);
    const [{ seen_at }] = (await host.db.selectFrom('session').select('seen_at').execute()) as [{ seen_at: Date }];
    expect(seen_at).toEqual(dayOf(new Date()));
  });

  it('end one at a time: its token is refused at once, with what it seals, hears and may try as a known device', async () => {
    const [phone, desk] = [await enter(PHONE), await enter(DESK)];
    const { key } = (await host.app().inject({ url: '/push/key' })).json();
    for (const { token } of [phone, desk])
      expect((await call('POST', '/push/subscriptions', token, pushes.subscribe(key).subscription)).status).toBe(200);
    const other = (await list(desk.token)).find(({ own }: { own: boolean }) => !own);
    expect(await call('DELETE', `/auth/sessions/${other.id}`, desk.token)).toEqual({
      status: 200,
      answer: { ended: 1 },
    });

    const refused = await call('GET', '/me', phone.token);
    expect([refused.status, refused.answer.code, refused.answer.fields]).toEqual([
      ...[401, 'sign-in-needed', { authorization: 'ended' }],
    ]);
    expect((await call('GET', '/me', desk.token)).status).toBe(200);
    expect(await list(desk.token)).toHaveLength(1);
    const rows = await host.db.selectFrom('session').selectAll().where('revoked_at', 'is not', null).execute();
    expect(rows).toMatchObject([{ browser: null, system: null }]);
    const left = async (table: 'push_subscription' | 'device') =>
      (await host.db.selectFrom(table).select('user_id').execute()).length;
    expect([await left('push_subscription'), await left('device')]).toEqual([1, 1]);
    const couriers = await host.db.selectFrom('courier').select('ended_at').orderBy('ended_at').execute();
    expect(couriers.map(({ ended_at }) => ended_at === null).sort()).toEqual([false, true]);
    expect((await call('DELETE', `/auth/sessions/${other.id}`, desk.token)).status).toBe(404);
  });

  it('end all but the one that asks', async () => {
    const [phone, desk, third] = [await enter(PHONE), await enter(DESK), await enter(DESK)];
    expect(await call('POST', '/auth/sessions/end-others', desk.token)).toEqual({ status: 200, answer: { ended: 2 } });
    const statuses = [phone, desk, third].map(async ({ token }) => (await call('GET', '/me', token)).status);
    expect(await Promise.all(statuses)).toEqual([401, 200, 401]);
  });

  const subscribe = async ({ token }: { token: string }) => {
    const { key } = (await host.app().inject({ url: '/push/key' })).json();
    expect((await call('POST', '/push/subscriptions', token, pushes.subscribe(key).subscription)).status).toBe(200);
  };
  /** How many of each go on. */
  const goOn = async () => {
    const pushed = await host.db.selectFrom('push_subscription').select('endpoint').execute();
    const known = await host.db.selectFrom('device').select('token_hash').execute();
    const open = await host.db.selectFrom('courier').select('user_id').where('ended_at', 'is', null).execute();
    return { pushed: pushed.length, known: known.length, seal: open.length };
  };

  it('end with their pushes when one signs out, and the phone stays known', async () => {
    const [phone, desk] = [await enter(PHONE), await enter(DESK)];
    for (const one of [phone, desk]) await subscribe(one);
    expect((await call('POST', '/auth/logout', phone.token)).answer).toEqual({ ended: 1 });
    expect(await goOn()).toEqual({ pushed: 1, known: 2, seal: 2 });
  });

  it('end with a new password, pushes, what they seal and known devices of all others too', async () => {
    const [phone, desk] = [await enter(PHONE), await enter(DESK)];
    for (const one of [phone, desk]) await subscribe(one);
    // Of one from before sessions were written down with it nobody knows whose phone it wakes.
    const { endpoint, keys } = pushes.subscribe(
      (await host.app().inject({ url: '/push/key' })).json().key,
    ).subscription;
    const unknown = { endpoint, ...keys, user_id: userId, session_hash: null };
    await host.db
      .insertInto('push_subscription')
      .values({ ...unknown, created_at: new Date() })
      .execute();
    const change = { password: PASSWORD, newPassword: 'another mustard field' };
    const headers = { authorization: desk.token };
    const url = `/users/${userId}`;
    expect((await host.app().inject({ method: 'PUT', url, headers, payload: change })).statusCode).toBe(200);
    expect([(await call('GET', '/me', phone.token)).status, (await call('GET', '/me', desk.token)).status]).toEqual([
      401, 200,
    ]);
    expect(await goOn()).toEqual({ pushed: 1, known: 1, seal: 1 });
  });

  it('end with a password that was reset, and no device keeps pushes, what it seals or its place as a known one', async () => {
    for (const one of [await enter(PHONE), await enter(DESK)]) await subscribe(one);
    const otp = await drawCode(host.db, { mark: markOf(host.db, email), purpose: 'reset', asker: 'somebody' });
    const payload = { email, otp, password: 'another mustard field' };
    expect((await host.app().inject({ method: 'POST', url: '/auth/resetPassword', payload })).statusCode).toBe(200);
    expect(await goOn()).toEqual({ pushed: 0, known: 0, seal: 0 });
  });

  it('of a device that two of them share leave it known to the one that stays', async () => {
    const { token, device = '' } = await enter(PHONE);
    await enter(PHONE, [device]);
    await host.db.transaction().execute((tx) => endOthers(tx, userId, hashToken(token)));
    expect(await host.db.selectFrom('device').select('token_hash').execute()).toHaveLength(1);
  });

  it('that are another’s are not there, and stay', async () => {
    const other = await signIn(host.db, 'poster');
    const [{ id }] = await list(other.token);
    const { token } = await enter(PHONE);
    expect((await call('DELETE', `/auth/sessions/${id}`, token)).status).toBe(404);
    await call('POST', '/auth/sessions/end-others', token);
    expect((await call('GET', '/me', other.token)).status).toBe(200);
  });

  const withRole = async (role: Role) => {
    const { userId: id, token } = await signIn(host.db, role);
    const ends = (of: string) => call('DELETE', `/users/${of}/sessions`, token, { reason: 'A lost tablet' });
    return { id, token, ends, isIn: async () => (await call('GET', '/me', token)).status === 200 };
  };

  it('are ended by an admin, with a reason that is written down, and never their own', async () => {
    const [admin, officer] = [await withRole('admin'), await withRole('officer')];
    expect((await admin.ends(officer.id)).answer).toEqual({ ended: 1 });
    expect([await officer.isIn(), await admin.isIn()]).toEqual([false, true]);
    expect((await call('GET', '/me', officer.token)).answer.fields).toEqual({ authorization: 'ended' });
    expect([(await admin.ends(admin.id)).status, (await admin.ends(randomUUID())).status]).toEqual([409, 404]);
    const [act, ...more] = await host.db.selectFrom('audit').select(['action', 'subject_id', 'reason']).execute();
    expect([act, more]).toEqual([{ action: 'end-sessions', subject_id: officer.id, reason: 'A lost tablet' }, []]);
  });

  it('are ended by the operator, of one role or of everybody, with what their phones have sealed and their pushes', async () => {
    const [officer, other] = [await withRole('officer'), await withRole('poster')];
    for (const { isIn } of [officer, other]) expect(await isIn()).toBe(true); // a call makes the courier
    expect(await endEverywhere(host.db, 'officer', 'A hole')).toBe(1);
    expect([await officer.isIn(), await other.isIn()]).toEqual([false, true]);
    expect(await endEverywhere(host.db, undefined, 'Another hole')).toBe(1);
    expect(await other.isIn()).toBe(false);
    const open = await host.db.selectFrom('courier').select('user_id').where('ended_at', 'is', null).execute();
    expect(open).toEqual([]);
    const acts = await host.db.selectFrom('audit').select(['action', 'reason']).orderBy('at').execute();
    expect(acts.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
      'end-sessions officer: A hole',
      'end-sessions all: Another hole',
    ]);
  });

  it('and whoever is affected gets one letter, in their language, by mail and in the inbox, however often it is begun again', async () => {
    const people = await Promise.all([withRole('poster'), withRole('poster'), withRole('poster'), withRole('poster')]);
    const [one, two, gone] = people.map(({ id }) => id);
    const change = (set: { language?: 'pa'; closed_at?: Date; verified_at?: Date }, ...ids: (string | undefined)[]) =>
      host.db.updateTable('app_user').set(set).where('id', 'in', ids.map(String)).execute();
    await change({ verified_at: new Date() }, ...people.map(({ id }) => id));
    await change({ language: 'pa' }, two);
    await change({ closed_at: new Date() }, gone);
    const letter = readLetter({
      en: 'About your data\n\nA backup was lost.\n',
      pa: 'ਤੁਹਾਡੀ ਜਾਣਕਾਰੀ\n\nਬੈਕਅੱਪ ਗੁਆਚ ਗਿਆ।',
      hi: 'आपका डेटा\n\nएक बैकअप खो गया।',
    });
    expect(() => readLetter({ en: 'Only a subject', pa: 'x\ny', hi: 'x\ny' })).toThrow(/subject/);
    const some = [`${one}@EXAMPLE.in`, two ?? '', gone ?? ''];
    const send = (whom?: string[]) => sendLetter(host.db, letter, { whom, aMinute: 2, reason: 'The lost backup' });
    expect((await whoIsLeft(host.db, letter, some)).map(({ id }) => id).sort()).toEqual([one, two].sort());
    expect([await send(some), await send(some)]).toEqual([2, 0]);
    expect((await Promise.all([send(), send()])).reduce((sum, count) => sum + count)).toBe(2); // the fourth, and Asha

    const mails = await host.db
      .selectFrom('job')
      .select(['payload', 'run_at'])
      .where('kind', '=', 'mail')
      .orderBy('run_at')
      .execute();
    const sent = mails.map(({ payload }) => payload as { userId: string; subject: string; text: string });
    expect(sent.map(({ userId }) => userId).sort()).toEqual([one, two, people[3]?.id, userId].sort());
    expect(sent.find(({ userId }) => userId === two)).toMatchObject({
      subject: 'ਤੁਹਾਡੀ ਜਾਣਕਾਰੀ',
      text: 'ਬੈਕਅੱਪ ਗੁਆਚ ਗਿਆ।',
    });
    const [first, second] = mails.filter(({ payload }) =>
      [one, two].some((id) => JSON.stringify(payload).includes(String(id))),
    );
    expect(Number(second?.run_at) - Number(first?.run_at)).toBe(30_000); // two a minute
    const inbox = (await call('GET', '/inbox', people[0]?.token ?? '')).answer.data;
    expect(inbox).toMatchObject([{ kind: 'from-operator', detail: 'About your data\n\nA backup was lost.' }]);
  });

  describe('on a phone that is signed out from elsewhere', () => {
    afterEach(closeSession);

    it('drops what it holds of the account and keeps what was never sent, which goes once its author is back', async () => {
      const device = openDevice(host.fetch, { onEnded: () => void dropping.push(dropEnded(device)) });
      const dropping: Promise<boolean>[] = [];
      const { token } = await enter(PHONE);
      const become = (next: string) => {
        Object.assign(device, { token: next, account: userId });
        keepToken(next);
        keepUser({ ...defaultUser(email), id: userId, _id: userId });
      };
      become(token);
      const photo = await makePhoto(5, 16);
      const [sent, unsent] = [newReport(), newReport({}, { photos: [photo] })];
      await saveReport(device.db, sent);
      await device.sync.run();
      await saveReport(device.db, unsent);
      await writeMeta(device.db, 'reportsCursor', '1');

      const desk = await enter(DESK);
      await call('POST', '/auth/sessions/end-others', desk.token);
      await device.sync.run();
      expect(await Promise.all(dropping)).toEqual(expect.arrayContaining([true]));
      const ids = (await device.db.made.toArray()).map(({ entityId }) => entityId);
      expect([...new Set(ids)]).toEqual([unsent.id]);
      expect(await device.db.file.count()).toBe(1);
      for (const table of [device.db.record, device.db.thumb]) expect(await table.count()).toBe(0);
      expect(await device.db.meta.get('reportsCursor')).toBeUndefined();

      Object.assign(device, { token: undefined, account: undefined });
      await device.sync.run();
      expect((await queue(device.db)).map(({ entityId }) => entityId)).toContain(unsent.id); // nobody’s to send
      become((await enter(PHONE)).token);
      device.clock += 60_000;
      await device.sync.run();
      expect(await queue(device.db)).toEqual([]);
      const rows = await host.db.selectFrom('report').select('id').where('owner_id', '=', userId).execute();
      expect(rows.map(({ id }) => id).sort()).toEqual([sent.id, unsent.id].sort());
      device.close();
    });

    it('keeps all while its session goes on, whatever an answer said', async () => {
      const device = openDevice(host.fetch);
      const { token } = await enter(PHONE);
      Object.assign(device, { token, account: userId });
      keepToken(token);
      keepUser({ ...defaultUser(email), id: userId, _id: userId });
      await saveReport(device.db, newReport());
      await device.sync.run();
      expect(await dropEnded(device)).toBe(false);
      expect(await device.db.made.count()).toBe(1);
      device.close();
    });
  });
});

it('names browsers and systems as people do, and says nothing where it does not know', () => {
  const words = (agent: string | undefined) => Object.values(openedWith(agent));
  expect(words(PHONE)).toEqual(['Chrome', 'Android']);
  expect(words(DESK)).toEqual(['Firefox', 'Windows']);
  const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  expect(words(`${apple} Version/18.0 Mobile/15E148 Safari/604.1`)).toEqual(['Safari', 'iPhone']);
  expect(words(`${apple} CriOS/130.0 Mobile/15E148 Safari/604.1`)).toEqual(['Chrome', 'iPhone']);
  expect(words(PHONE.replace('Chrome/', 'SamsungBrowser/26.0 Chrome/'))).toEqual(['Samsung Internet', 'Android']);
  expect(words(`${PHONE} Edg/130.0`)).toEqual(['Edge', 'Android']);
  expect(words('Mozilla/5.0 (Mobile; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1')).toEqual(['Firefox', 'KaiOS']);
  expect(words('curl/8.5.0')).toEqual([null, null]);
  expect(words(undefined)).toEqual([null, null]);
});
