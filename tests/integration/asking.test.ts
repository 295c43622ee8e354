/** Missing people do not expire, and whoever misses them is asked: a day, a week, a month after, and once a year (decision 083). */

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ReportView } from '../../contract/report.ts';
import { up as ends } from '../../server/db/migrations/037-ends.ts';
import { up as doubts } from '../../server/db/migrations/049-doubts.ts';
import { askAfter } from '../../server/reports/asked.ts';
import { askOwners } from '../../server/reports/asking.ts';
import { expireReports } from '../../server/reports/expiry.ts';
import { VEILS } from '../../server/reports/rules.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { countNews, drawMaker, keepReport, newsSeen, rowOfReport } from '../../src/store/own/reports.ts';
import { newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { publishReport } from '../support/publish.ts';

const DAY_MS = 86_400_000;

it('the next question is a day, a week, a month after, then each year; what a server missed while it was off is skipped', () => {
  const posted = new Date('2026-01-01T10:00:00Z');
  const next = (days: number) =>
    (askAfter(posted, new Date(posted.getTime() + days * DAY_MS)).getTime() - posted.getTime()) / DAY_MS;
  expect([0, 0.5, 1, 6.9, 7, 29, 30, 364, 365, 800].map(next)).toEqual([1, 1, 7, 7, 30, 30, 365, 365, 730, 1095]);
});

withEither('asking', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let owner: { userId: string; token: string };
  let moderator: { token: string };
  beforeAll(async () => {
    mail = await openMailServer();
    host = await startHost(database, { SMTP_URL: mail.url });
  });
  afterAll(async () => {
    await host.remove();
    await mail.close();
  });
  beforeEach(async () => {
    await host.empty();
    owner = await signIn(host.db, 'poster');
    moderator = await signIn(host.db, 'moderator');
    await host.db.updateTable('app_user').set({ verified_at: new Date() }).where('id', '=', owner.userId).execute();
  });

  async function post(change: object = {}, { token } = owner): Promise<string> {
    const { upload, id, opId } = newReport({ foundPersonName: 'Asha Devi', ...change });
    const headers = token === '' ? {} : { authorization: token };
    const payload = { ...upload, id, opId };
    const answer = await host
      .app()
      .inject({ method: 'POST', url: '/api/face/uploadLostFoundPerson', headers, payload });
    expect(answer.statusCode).toBe(200);
    return id;
  }
  /** As if it had been posted so many days ago. */
  async function age(id: string, days: number): Promise<void> {
    const created_at = new Date(Date.now() - days * DAY_MS);
    const ask_at = askAfter(created_at, new Date(created_at.getTime() + (days - 0.01) * DAY_MS));
    await host.db.updateTable('report').set({ created_at, ask_at }).where('id', '=', id).execute();
  }
  const kinds = async () =>
    (await host.db.selectFrom('notice').select(['kind', 'report_id']).orderBy('created_at').execute()).filter(
      ({ kind }) => ['any-news', 'still-looking'].includes(kind),
    );
  const view = async (id: string, { token }: { token: string }): Promise<ReportView> =>
    (await host.app().inject({ url: `/report/${id}`, headers: { authorization: token } })).json().data;
  const put = (id: string, payload: object) =>
    host.app().inject({ method: 'PUT', url: `/report/${id}`, headers: { authorization: owner.token }, payload });

  it('whoever is missing stands until somebody ends it; somebody found a year, a thing as chosen', async () => {
    const [missing, found] = [await post(), await post({ type: 'found', foundPersonAge: '50' })];
    for (const id of [missing, found]) await publishReport(host, id);
    const rows = await host.db.selectFrom('report').select(['id', 'expires_at']).execute();
    const until = new Map(rows.map(({ id, expires_at }) => [id, expires_at]));
    expect(until.get(missing)).toBeNull();
    expect(Math.round(((until.get(found)?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(360);
    for (const day of [355, 400]) await expireReports(host.db, new Date(Date.now() + day * DAY_MS));
    const after = await host.db.selectFrom('report').select(['id', 'status']).execute();
    expect(new Map(after.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [missing, 'published'],
        [found, 'expired'],
      ]),
    );
    expect(await view(missing, owner)).not.toHaveProperty('expiresAt');
    expect((await put(missing, { expiresInDays: 60 })).statusCode).toBe(200); // an app of before asks
    expect(await view(missing, owner)).not.toHaveProperty('expiresAt');
  });

  it('the rows of before are mended: nobody missing ends by itself, what had ended stays so', async () => {
    const [open, over] = [await post(), await post()];
    await sql`update report set expires_at = now() + interval '5 days', status = 'published'`.execute(host.db);
    await host.db.updateTable('report').set({ status: 'expired' }).where('id', '=', over).execute();
    await host.app().jobs.idle(); // no table of before is changed beside a server that compares
    await sql`drop table gone_share, reunion`.execute(host.db);
    await sql`alter table report drop column ask_at, drop column asked_at, drop column confirmed_at`.execute(host.db);
    for (const up of [ends, doubts]) await up(host.db);
    const rows = await host.db.selectFrom('report').select(['id', 'expires_at', 'ask_at']).execute();
    expect(rows.find(({ id }) => id === open)?.expires_at).toBeNull();
    expect(rows.find(({ id }) => id === over)?.expires_at).toBeInstanceOf(Date);
    for (const { ask_at } of rows) expect(Math.round(((ask_at?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(1);
  });

  it('asks the family once each time, by notice and mail, in which nobody is named who is not public', async () => {
    const id = await post({ lostPersonAge: '9', name: 'zqChildq', title: 'zqTitleq' });
    await askOwners(host.db);
    expect(await kinds()).toEqual([]);
    for (const days of [1, 7, 30]) {
      await age(id, days);
      for (let n = 0; n < 2; n++) await askOwners(host.db);
    }
    expect((await kinds()).map(({ kind }) => kind)).toEqual(['any-news', 'any-news', 'any-news']);
    expect(await view(id, owner)).toMatchObject({ asked: 'news' });
    await host.app().jobs.idle();
    const told = mail.mails.filter(({ subject }) => /any news/.test(subject));
    expect(told.length).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toMatch(/zqChildq|zqTitleq/);
  });

  it('one tap says "still missing"; without an answer nothing changes but that moderators see since when', async () => {
    const id = await post();
    await publishReport(host, id);
    await age(id, 365);
    await askOwners(host.db);
    expect((await kinds()).map(({ kind }) => kind)).toEqual(['still-looking']);
    expect(await view(id, owner)).toMatchObject({ status: 'published', asked: 'year' });
    const since = (await view(id, moderator)).unconfirmedSince;
    expect(Math.round((Date.now() - Date.parse(since ?? '')) / DAY_MS)).toBe(365);
    const stranger = await view(id, await signIn(host.db, 'poster'));
    expect([stranger.asked, stranger.unconfirmedSince, stranger.mine]).toEqual([undefined, undefined, undefined]);
    expect((await put(id, { looking: true })).statusCode).toBe(200);
    expect(await view(id, owner)).not.toHaveProperty('asked');
    expect(await view(id, moderator)).not.toHaveProperty('unconfirmedSince');
    expect((await put(id, { status: 'resolved' })).statusCode).toBe(200); // the other tap: they were found
  });

  it('asks whoever posted somebody who must not be found as anybody else: a question that does not come would tell them', async () => {
    const ids = [await post(), await post(), await post(), await post()];
    for (const [i, why] of VEILS.entries())
      await host.db
        .updateTable('report')
        .set({ hidden_at: new Date(), hidden_for: why })
        .where('id', '=', ids[i] ?? '')
        .execute();
    for (const days of [1, 7, 30]) {
      for (const id of ids) await age(id, days);
      await askOwners(host.db);
    }
    const asked = (await kinds()).map(({ report_id }) => report_id).sort();
    expect(asked).toEqual(ids.flatMap((id) => [id, id, id]).sort());
    for (const id of ids) expect(await view(id, owner)).toMatchObject({ asked: 'news', hidden: false });
  });

  it('asks nobody after the end, while flags hide it, as they are told, of somebody found or a thing, or where nobody could answer', async () => {
    const ids = {
      ended: await post(),
      hidden: await post(),
      found: await post({ type: 'found', foundPersonAge: '50' }),
      nobodys: await post({}, { ...owner, token: '' }),
    };
    await publishReport(host, ids.ended);
    await host.db.transaction().execute((tx) => changeStatus(tx, ids.ended, 'resolved', 'moderator:1'));
    await host.db
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'flags' })
      .where('id', '=', ids.hidden)
      .execute();
    for (const id of [ids.ended, ids.hidden, ids.nobodys]) await age(id, 7);
    await askOwners(host.db);
    expect(await kinds()).toEqual([]);
    const asked = await host.db.selectFrom('report').select('id').where('asked_at', 'is not', null).execute();
    expect(asked).toEqual([]); // also nobody's, whom no secret shows the question
    const { ask_at } = await host.db
      .selectFrom('report')
      .select('ask_at')
      .where('id', '=', ids.found)
      .executeTakeFirstOrThrow();
    expect(ask_at).toBeNull();
  });

  it('who posted without an account is asked by their own phone, and answers by the secret with one tap', async () => {
    const device = openDevice(host.fetch);
    const made = newReport({}, { maker: await drawMaker() });
    const { id } = made;
    await keepReport(device.db, rowOfReport(device.db, { call: 'uploadLostFoundPerson', report: made }));
    await device.sync.run();
    const looked = async (): Promise<number> => {
      device.clock += 7 * 3_600_000;
      await device.sync.run();
      const news = await countNews(device.db);
      await newsSeen(device.db, id);
      return news;
    };
    const secret = made.maker?.secret;
    const mine = async () =>
      (await host.app().inject({ method: 'POST', url: `/report/${id}/mine`, payload: { secret } })).json().data;
    const receipt = async () => (await host.app().inject({ url: `/receipts/${made.opId}` })).json();
    expect([await looked(), (await mine()).asked]).toEqual([0, undefined]);
    for (const days of [1, 7]) {
      await age(id, days);
      await askOwners(host.db);
      expect([await looked(), await looked(), (await mine()).asked]).toEqual([1, 0, 'news']); // each time, answered or not
    }
    expect(await kinds()).toEqual([]);
    const answer = (payload: object) => host.app().inject({ method: 'PUT', url: `/report/${id}`, payload });
    expect((await answer({ secret: '0'.repeat(64), looking: true })).statusCode).toBe(404);
    expect(await receipt()).toHaveProperty('asked');
    expect((await answer({ secret, looking: true })).statusCode).toBe(200);
    expect(await mine()).not.toHaveProperty('asked');
    expect(await receipt()).not.toHaveProperty('asked');
    expect(await looked()).toBe(0);
    await age(id, 365);
    await askOwners(host.db);
    expect([await looked(), (await mine()).asked]).toEqual([1, 'year']);
    device.close();
  });
});
