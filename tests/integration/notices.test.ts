/** Being told: the inbox, mails by a real mail server, pushes by the real protocol, and the one-tap stop. */

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import type { Role } from '../../contract/user.ts';
import { mailText } from '../../server/mail/texts.ts';
import { countUnread } from '../../server/notices/store.ts';
import { tell, tellFollowers } from '../../server/notices/tell.ts';
import { changeStatus, changeSubject } from '../../server/reports/store.ts';
import { createApi } from '../../src/api/client.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { reopen } from '../support/items.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { publishReport } from '../support/publish.ts';
import { openPushService, type PushService } from '../support/push-service.ts';

withEither('notices', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let pushes: PushService;

  beforeAll(async () => {
    mail = await openMailServer();
    pushes = await openPushService();
    host = await startHost(database, {
      SMTP_URL: mail.url,
      PUSH_HOSTS: '127.0.0.1',
      PUSH_CONTACT: 'mailto:help@wapsi.example',
      SITE_URL: 'https://wapsi.example/',
    });
  });
  afterAll(async () => {
    await host.remove();
    await mail.close();
    await pushes.close();
  });
  beforeEach(() => host.empty());
  afterEach(() => {
    expect(pushes.refused).toEqual([]);
    expect(host.log.filter((line) => line.includes('"job"'))).toEqual([]);
  });

  async function person(role: Role = 'poster', language: 'en' | 'pa' = 'en') {
    const { userId, token } = await signIn(host.db, role);
    const email = `${userId}@example.in`;
    await host.db.updateTable('app_user').set({ language, verified_at: new Date() }).where('id', '=', userId).execute();
    const api = createApi({ base: 'http://server', fetch: host.fetch, token: () => token });
    return { userId, email, api, mails: () => mail.mails.filter(({ to }) => to === email) };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  /** A report about a lost adult, published, whose title anyone may read. */
  async function post(owner: Person, change: Parameters<typeof newReport>[0] = {}): Promise<string> {
    const { upload, id, opId } = newReport(change);
    await owner.api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
    return id;
  }
  const write = (work: Parameters<ReturnType<TestHost['db']['transaction']>['execute']>[0]) =>
    host.db.transaction().execute(work);
  const publish = (id: string) => publishReport(host, id);
  const subscribe = async ({ api }: Person) => {
    const device = pushes.subscribe((await api.call(endpoints.pushKey, {})).key);
    await api.call(endpoints.subscribePush, device.subscription);
    return device;
  };
  const anyone = () => createApi({ base: 'http://server', fetch: host.fetch, token: () => undefined });

  it('tells a follower of a change in the inbox, by mail and by push, and its owner of nothing they did themselves', async () => {
    const [owner, follower] = [await person(), await person()];
    const id = await post(owner);
    await publish(id);
    await follower.api.call(endpoints.follow, { reportId: id });
    await owner.api.call(endpoints.follow, { reportId: id });
    const device = await subscribe(follower);
    await write((tx) => changeSubject(tx, id, 'safe', `owner:${owner.userId}`));
    await host.app().jobs.idle();

    const { data, unread } = await follower.api.call(endpoints.inbox, {});
    expect([unread, data]).toMatchObject([
      1,
      [{ kind: 'report-changed', reportId: id, title: 'Missing since Tuesday', detail: 'safe', read: false }],
    ]);
    const told = follower.mails();
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Missing since Tuesday');
    expect(told[0]?.text).toContain(`https://wapsi.example/items/${id}`);
    expect(device.received).toMatchObject([
      {
        message: { kind: 'report-changed', body: 'Missing since Tuesday', url: `/items/${id}` },
        contact: 'mailto:help@wapsi.example',
      },
    ]);
    expect((await owner.api.call(endpoints.inbox, {})).data).toEqual([]);
  });

  it('writes each mail and push in the language of who reads it', async () => {
    const [owner, english, punjabi] = [await person(), await person(), await person('poster', 'pa')];
    const id = await post(owner);
    await publish(id);
    const devices = [await subscribe(english), await subscribe(punjabi)];
    for (const { api } of [english, punjabi]) await api.call(endpoints.follow, { reportId: id });
    await write((tx) => tellFollowers(tx, id, 'report-changed', 'resolved'));
    await host.app().jobs.idle();
    const gurmukhi = /[\u0a00-\u0a7f]/;
    expect([english, punjabi].map((one) => gurmukhi.test(one.mails()[0]?.subject ?? ''))).toEqual([false, true]);
    expect(devices.map(({ received }) => gurmukhi.test(received[0]?.message.title ?? ''))).toEqual([false, true]);
  });

  it('says nothing of a guarded report in a mail or a push but that there is news', async () => {
    const [owner, follower] = [await person(), await person('volunteer')];
    const id = await post(owner, { lostPersonAge: '9', title: 'Simran, red frock', name: 'Simran Kaur' });
    await publish(id);
    await follower.api.call(endpoints.follow, { reportId: id });
    const device = await subscribe(follower);
    await write((tx) => changeSubject(tx, id, 'seen', `owner:${owner.userId}`));
    await host.app().jobs.idle();
    expect(device.received[0]?.message.body).toBe('');
    expect(JSON.stringify([follower.mails(), device.received])).not.toMatch(/Simran|frock|Kaur|Ludhiana|98140/);
    // In the app too a volunteer reads no words of a guarded report.
    const [told] = (await follower.api.call(endpoints.inbox, {})).data;
    expect([told?.detail, told?.title]).toEqual(['seen', undefined]);
  });

  it('keeps phone number, name and reason out of every mail', async () => {
    const owner = await person();
    const id = await post(owner);
    await publish(id);
    await write((tx) => tell(tx, { userId: owner.userId, kind: 'report-rejected', reportId: id, detail: 'Bad words' }));
    await host.app().jobs.idle();
    expect(owner.mails().length).toBeGreaterThan(0);
    expect(JSON.stringify(owner.mails())).not.toMatch(/Asha|98140|Bad words/);
    expect((await owner.api.call(endpoints.inbox, {})).data[0]?.detail).toBe('Bad words');
  });

  it('tells who follows a place of a new report there, however its name is written, and of a child nobody', async () => {
    const [owner, near, far] = [await person(), await person(), await person()];
    await near.api.call(endpoints.follow, { region: 'ਲੁਧਿਆਣਾ' });
    await far.api.call(endpoints.follow, { region: 'Patiala' });
    const open = await post(owner, { region: 'Ludhiana, Punjab' });
    const child = await post(owner, { region: 'Ludhiana', lostPersonAge: '9' });
    for (const id of [open, child]) await publish(id);
    await host.app().jobs.idle();
    const kinds = async ({ api }: Person) =>
      (await api.call(endpoints.inbox, {})).data.map(({ kind, reportId }) => [kind, reportId]);
    expect(await kinds(near)).toEqual([['report-in-area', open]]);
    expect(await kinds(far)).toEqual([]);
  });

  it('tells who follows a district of a new report in any town of it, once; never by a point that others do not see', async () => {
    const [owner, district, town] = [await person(), await person(), await person()];
    await district.api.call(endpoints.follow, { region: 'Ludhiana' });
    await town.api.call(endpoints.follow, { region: 'Khanna' });
    const inTown = await post(owner, { region: 'Khanna, Punjab' });
    const inCity = await post(owner, { region: 'Ludhiana, Punjab' });
    const somewhere = await post(owner, { region: 'Punjab', place: { lat: 30.9, lng: 75.85 } });
    for (const id of [inTown, inCity, somewhere]) await publish(id);
    await host.app().jobs.idle();
    const reports = async ({ api }: Person) =>
      (await api.call(endpoints.inbox, {})).data.map(({ reportId }) => reportId).sort();
    expect(await reports(district)).toEqual([inTown, inCity].sort());
    expect(await reports(town)).toEqual([inTown]);
  });

  it('tells whoever posted a report that it has changed in words that are true of them', async () => {
    const owner = await person();
    const id = await post(owner);
    await publish(id);
    await write((tx) => tell(tx, { userId: owner.userId, kind: 'report-changed', reportId: id, detail: 'resolved' }));
    await host.app().jobs.idle();
    const sent = owner.mails().at(-1);
    expect(sent?.subject).toBe('There is news on a report');
    expect(sent?.text).toContain('a report that is yours, or that you follow');
  });

  describe('the one-tap stop', () => {
    const tokenIn = (text: string) => /https:\/\/wapsi\.example\/stop\/(\S+)/.exec(text)?.[1] ?? '';

    async function followedMail() {
      const [owner, follower] = [await person(), await person()];
      const id = await post(owner);
      await publish(id);
      await follower.api.call(endpoints.follow, { reportId: id });
      await write((tx) => tellFollowers(tx, id, 'report-changed', 'resolved'));
      await host.app().jobs.idle();
      const [last] = follower.mails();
      return { follower, id, mail: last, token: tokenIn(last?.text ?? '') };
    }

    it('ends that follow without signing in, and leaves every other mail as it is', async () => {
      const { follower, id, token } = await followedMail();
      expect(await anyone().call(endpoints.stopByToken, { token })).toEqual({ stopped: true });
      expect((await follower.api.call(endpoints.listFollows, {})).data).toEqual([]);
      await write((tx) => tellFollowers(tx, id, 'report-changed', 'resolved'));
      await write((tx) => tell(tx, { userId: follower.userId, kind: 'claim-made', reportId: id }));
      await host.app().jobs.idle();
      expect(follower.mails()).toHaveLength(2); // the first, and the one about the claim
      await expect(anyone().call(endpoints.stopByToken, { token })).rejects.toMatchObject({ code: 'not-found' });
    });

    it('is offered to mail programs, whose own button works (RFC 8058)', async () => {
      const { follower, mail: sent, token } = await followedMail();
      const headers = new Map(sent?.headers.map(({ key, value }) => [key, value]));
      expect(headers.get('list-unsubscribe')).toBe(`<https://wapsi.example/stop/${token}>`);
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      const { statusCode } = await host.app().inject({
        method: 'POST',
        url: `/stop/${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect(statusCode).toBe(200);
      expect((await follower.api.call(endpoints.listFollows, {})).data).toEqual([]);
    });

    it('of other mail ends all mail to the account, and the inbox goes on', async () => {
      const owner = await person();
      const notice = () => write((tx) => tell(tx, { userId: owner.userId, kind: 'claim-made' }));
      await notice();
      await host.app().jobs.idle();
      await anyone().call(endpoints.stopByToken, { token: tokenIn(owner.mails()[0]?.text ?? '') });
      await notice();
      await host.app().jobs.idle();
      expect(owner.mails()).toHaveLength(1);
      expect((await owner.api.call(endpoints.inbox, {})).unread).toBe(2);
    });

    it('keeps no token in the database, only its hash', async () => {
      const { token } = await followedMail();
      const rows = await host.db.selectFrom('follow').selectAll().execute();
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(rows[0]?.stop_token_hash).not.toBeNull();
    });
  });

  it('counts what is unread, up to the moment that was looked at, and mails nothing that was read before', async () => {
    const owner = await person();
    await write((tx) => tell(tx, { userId: owner.userId, kind: 'claim-made' }));
    const { data } = await owner.api.call(endpoints.inbox, {});
    const readTo = data[0]?.createdAt ?? '';
    await new Promise((resolve) => setTimeout(resolve, 5));
    await write((tx) => tell(tx, { userId: owner.userId, kind: 'claim-answered' }));
    expect(await owner.api.call(endpoints.readInbox, { readTo })).toEqual({ unread: 1 });
    const now = (await owner.api.call(endpoints.inbox, {})).data.map(({ kind, read }) => [kind, read]);
    expect(now).toEqual([
      ['claim-answered', false],
      ['claim-made', true],
    ]);
  });

  it('tells of one conversation once until it is read', async () => {
    const owner = await person();
    const conversationId = randomUUID();
    const other = await person();
    await host.db
      .insertInto('conversation')
      .values({ id: conversationId, report_id: null, starter_id: other.userId, owner_id: owner.userId })
      .execute();
    const message = () => write((tx) => tell(tx, { userId: owner.userId, kind: 'message', conversationId }));
    await message();
    await message();
    await host.app().jobs.idle();
    expect([(await owner.api.call(endpoints.inbox, {})).unread, owner.mails().length]).toEqual([1, 1]);
    await owner.api.call(endpoints.readInbox, { readTo: new Date(Date.now() + 1000).toISOString() });
    await message();
    await host.app().jobs.idle();
    expect([(await owner.api.call(endpoints.inbox, {})).unread, owner.mails().length]).toEqual([1, 2]);
  });

  it('sends no mail to an address that nobody has proved', async () => {
    const owner = await person();
    await host.db.updateTable('app_user').set({ verified_at: null }).where('id', '=', owner.userId).execute();
    await write((tx) => tell(tx, { userId: owner.userId, kind: 'claim-made' }));
    await host.app().jobs.idle();
    expect(owner.mails()).toEqual([]);
  });

  it('neither mails nor pushes to a closed account; what came meanwhile waits unread until it is back (A44, R162)', async () => {
    const [owner, follower] = [await person(), await person()];
    const id = await post(owner);
    await publish(id);
    await follower.api.call(endpoints.follow, { reportId: id });
    const device = await subscribe(follower);
    await follower.api.call(endpoints.deleteAccount, { undo: true });
    await write((tx) => tell(tx, { userId: follower.userId, kind: 'claim-made' }));
    await write((tx) => changeSubject(tx, id, 'seen', `owner:${owner.userId}`));
    await host.app().jobs.idle();
    expect(follower.mails().map(({ subject }) => subject)).toEqual([mailText('en', 'closed.subject')]);
    expect(device.received).toEqual([]);

    await reopen(host, follower);
    expect(await countUnread(host.db, follower.userId)).toBe(2);
    await write((tx) => tell(tx, { userId: follower.userId, kind: 'claim-accepted' }));
    await host.app().jobs.idle();
    expect(follower.mails()).toHaveLength(2);
  });

  it('follows a thing once, only what the caller may see, and exactly one of report and region', async () => {
    const [owner, other] = [await person(), await person()];
    const id = await post(owner);
    await publish(id);
    const first = await other.api.call(endpoints.follow, { reportId: id });
    expect(await other.api.call(endpoints.follow, { reportId: id })).toEqual(first);
    await expect(owner.api.call(endpoints.unfollow, { id: first.data.id })).rejects.toMatchObject({
      code: 'not-found',
    });
    const opId = randomUUID();
    await other.api.call(endpoints.follow, { region: 'Patiala' }, { opId });
    await other.api.call(endpoints.follow, { region: 'Patiala' }, { opId });
    expect((await other.api.call(endpoints.listFollows, {})).data).toHaveLength(2);
    for (const input of [{}, { reportId: id, region: 'Patiala' }])
      await expect(other.api.call(endpoints.follow, input)).rejects.toMatchObject({ code: 'bad-input' });
    await write((tx) => changeStatus(tx, id, 'withdrawn', `owner:${owner.userId}`));
    const third = await person();
    await expect(third.api.call(endpoints.follow, { reportId: id })).rejects.toMatchObject({ code: 'not-found' });
    expect(await other.api.call(endpoints.unfollow, { id: first.data.id })).toEqual({ stopped: true });
  });

  describe('pushes', () => {
    it('forget a device whose subscription has ended', async () => {
      const owner = await person();
      const [gone, here] = [await subscribe(owner), await subscribe(owner)];
      gone.answer = 410;
      await write((tx) => tell(tx, { userId: owner.userId, kind: 'claim-made' }));
      await host.app().jobs.idle();
      const left = await host.db.selectFrom('push_subscription').select('endpoint').execute();
      expect(left).toEqual([{ endpoint: here.subscription.endpoint }]);
      expect(here.received).toHaveLength(1);
    });

    it('go to who is signed in on the device now, never to who was before', async () => {
      const [before, now] = [await person(), await person()];
      const device = await subscribe(before);
      await now.api.call(endpoints.subscribePush, device.subscription);
      await write((tx) => tell(tx, { userId: before.userId, kind: 'claim-made' }));
      await write((tx) => tell(tx, { userId: now.userId, kind: 'claim-accepted' }));
      await host.app().jobs.idle();
      expect(device.received.map(({ message }) => message.kind)).toEqual(['claim-accepted']);
    });

    it('end with a word of the device', async () => {
      const owner = await person();
      const device = await subscribe(owner);
      await owner.api.call(endpoints.unsubscribePush, { endpoint: device.subscription.endpoint });
      await write((tx) => tell(tx, { userId: owner.userId, kind: 'claim-made' }));
      await host.app().jobs.idle();
      expect(device.received).toEqual([]);
    });

    it('are sent to no address that is not a push service', async () => {
      const owner = await person();
      const { keys } = pushes.subscribe('').subscription;
      for (const endpoint of ['http://169.254.169.254/latest', 'https://evil.example/push', 'http://localhost:5432/'])
        await expect(owner.api.call(endpoints.subscribePush, { endpoint, keys })).rejects.toMatchObject({
          code: 'bad-input',
        });
    });

    it('keep the key pair of the server over a restart', async () => {
      const before = await anyone().call(endpoints.pushKey, {});
      await host.renew();
      expect(await anyone().call(endpoints.pushKey, {})).toEqual(before);
    });
  });
});
