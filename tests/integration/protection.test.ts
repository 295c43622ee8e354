/** Children and the case they are looked for under, people who must not be found, and who says "this is me". */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OBJECTION_HOURS, OBJECTIONS_AN_HOUR } from '../../contract/limits.ts';
import { GUARDED_VIEW } from '../../contract/report.ts';
import type { Change } from '../../contract/sync.ts';
import type { Role } from '../../contract/user.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { endAlert } from '../../server/protection/alert.ts';
import { endHold } from '../../server/protection/objections.ts';
import { veil } from '../../server/protection/protect.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { release } from '../../server/suppression/hold.ts';
import { approve } from '../support/approve.ts';
import { faceLike, faceOf, newReport, signIn, startHost, type TestHost, withFace } from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { CASE, publishReport } from '../support/publish.ts';
import { type Sitter, seatFor } from '../support/selfies.ts';

const HOUR_MS = 3_600_000;

withEither('protection', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  const ask = async (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = token ? { authorization: token } : {};
    const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const person = async (role: Role, districts?: string[]) => {
    const { userId, token } = await signIn(host.db, role, districts);
    if (role === 'officer')
      await host.db.updateTable('app_user').set({ organisation: 'Sadar' }).where('id', '=', userId).execute();
    return { userId, token };
  };
  /** A report of somebody, with the face `face`, that waits for review. */
  async function post(change: object = {}, owner = '', face = faceOf(1)): Promise<string> {
    const { upload, id, opId } = newReport({ ...withFace(face), ...change });
    const posted = await ask(owner, 'POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect(posted.status).toBe(200);
    return id;
  }
  async function publishedOf(change: object = {}, owner = ''): Promise<string> {
    const id = await post(change, owner);
    await publishReport(host, id);
    await untilReadable(host.db);
    return id;
  }
  const approveBy = (token: string, id: string, more: object = {}) =>
    approve((method, url, payload) => ask(token, method, url, payload), id, more);
  const findFace = async (token = '', face = faceOf(1)) => {
    await untilReadable(host.db);
    const probe = { descriptor: faceLike(face), model: TEMPLATE_VERSION, reason: 'case' };
    const { body } = await ask(token, 'POST', '/api/face/compare', probe);
    return {
      found: body.found,
      searched: body.searched,
      ids: body.candidates.map((one: { data: { id: string } }) => one.data.id),
    };
  };
  const statusOf = async (id: string) =>
    (await host.db.selectFrom('report').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  const noticesOf = async (userId: string) =>
    (await host.db.selectFrom('notice').select(['kind', 'detail']).where('user_id', '=', userId).execute()).map(
      ({ kind, detail }) => (detail ? `${kind}: ${detail}` : kind),
    );
  const acts = async () =>
    (await host.db.selectFrom('audit').select(['action', 'reason']).orderBy('at').execute()).filter(
      ({ action }) =>
        !['record-review', 'face-search', 'face-found', 'word-search', 'objections-read'].includes(action),
    );

  describe('the search for a person', () => {
    it('is ended by an officer of its district alone, with a reason that the family reads; a moderator opens it again', async () => {
      const family = await person('poster');
      const officer = await person('officer', ['pb-ludhiana']);
      const elsewhere = await person('officer', ['br-patna']);
      const moderator = await person('moderator');
      const id = await publishedOf({}, family.token);
      const follower = await person('finder');
      await ask(follower.token, 'POST', '/follows', { opId: randomUUID(), reportId: id });
      const end = (token: string, more: object = { reason: 'Found at the bus stand' }) =>
        ask(token, 'POST', `/report/${id}/end-search`, more);
      expect((await findFace()).ids).toEqual([id]);
      for (const [who, status] of [
        [elsewhere, 404],
        [moderator, 403],
        [family, 403],
      ] as const)
        expect((await end(who.token)).status).toBe(status);
      expect((await end(officer.token, { reason: ' ' })).status).toBe(400);
      expect(await statusOf(id)).toBe('published');

      const mayEnd = async ({ token }: { token: string }) => (await ask(token, 'GET', `/report/${id}`)).body.endsSearch;
      expect([await mayEnd(officer), await mayEnd(elsewhere), await mayEnd(family)]).toEqual([
        true,
        undefined,
        undefined,
      ]);
      const ended = await end(officer.token);
      expect([ended.status, ended.body.data.status]).toEqual([200, 'resolved']);
      expect(ended.body.data.subject.condition).toBe('found');
      expect((await end(officer.token)).status).toBe(200); // its answer was lost
      expect(await acts()).toContainEqual({ action: 'end-search', reason: 'Found at the bus stand' });
      expect((await acts()).filter(({ action }) => action === 'end-search')).toHaveLength(1);
      expect((await noticesOf(family.userId)).filter((one) => one === 'report-changed: resolved')).toHaveLength(1);
      expect((await findFace()).ids).toEqual([]);
      const { body } = await ask(family.token, 'GET', `/report/${id}`);
      expect(body.history).toContainEqual(
        expect.objectContaining({ by: 'officer', reason: 'Found at the bus stand', to: 'resolved' }),
      );
      expect(await mayEnd(officer)).toBeUndefined();
      expect(await noticesOf(follower.userId)).toEqual(['report-changed: resolved']); // one thing, told once

      const reopened = await ask(moderator.token, 'POST', `/moderation/${id}`, { action: 'reopen', reason: 'Another' });
      expect([reopened.status, await statusOf(id)]).toEqual([200, 'published']);
      expect((await noticesOf(follower.userId)).sort()).toEqual([
        'report-changed: published',
        'report-changed: resolved',
      ]);
      expect((await ask(family.token, 'GET', `/report/${id}`)).body.data.subject.condition).toBe('missing');
    });

    it('is ended for a child whom nobody has published, and not for who is protected', async () => {
      const officer = await person('officer', ['pb-ludhiana']);
      const child = await post({ lostPersonAge: '9' });
      const reason = 'With her mother again';
      const end = (id: string) => ask(officer.token, 'POST', `/report/${id}/end-search`, { reason });
      expect([(await end(child)).status, await statusOf(child)]).toEqual([200, 'resolved']);

      const fled = await publishedOf();
      await ask((await person('moderator')).token, 'PUT', `/report/${fled}/protection`, { reason: 'She fled' });
      expect([(await end(fled)).status, await statusOf(fled)]).toEqual([404, 'published']);
      expect((await end(randomUUID())).status).toBe(404);
    });
  });

  describe('an alert', () => {
    const alertsFor = async (token = '') => (await ask(token, 'GET', '/alerts')).body.data;
    const raise = (token: string, id: string, more: object) => ask(token, 'PUT', `/report/${id}/alert`, more);

    it('is raised by an officer of its district alone, and tells everybody sex, age, day and the words, and of a child nothing else', async () => {
      const child = {
        ...{ name: 'Gurleen Kaur', lostPersonAge: '9' },
        details: { sex: 'female', nickname: 'Golu', relative: { kind: 'father', name: 'Harjinder Singh' } },
        place: { lat: 30.9, lng: 75.85, address: 'House 14, Sarabha Nagar Market' },
      };
      const family = await person('poster');
      const officer = await person('officer', ['pb-ludhiana']);
      const elsewhere = await person('officer', ['br-patna']);
      const moderator = await person('moderator');
      const follower = await person('poster');
      const volunteer = await person('volunteer', ['pb-ludhiana']);
      for (const region of ['Ludhiana', 'Khanna'])
        await ask(follower.token, 'POST', '/follows', { opId: randomUUID(), region });
      const id = await post(child, family.token);
      expect((await raise(officer.token, id, { days: 3 })).status).toBe(409); // nobody has published it
      await publishReport(host, id);
      for (const [who, status] of [
        [elsewhere, 404],
        [moderator, 403],
        [family, 403],
        [volunteer, 403],
      ] as const)
        expect((await raise(who.token, id, { days: 3 })).status).toBe(status);
      for (const [words, fault] of [
        ['GURLEEN wears a red shirt', 'names them'],
        ['ਗੁਰਲੀਨ, ਲਾਲ ਕਮੀਜ਼', 'names them'],
        ['Red shirt, called gurlin', 'names them'],
        ['Red shirt, answers to Golu', 'names them'],
        ['Red shirt, daughter of Harjinder', 'names them'],
        ['Red shirt, call 98140 55512', 'a number'],
        ['ਲਾਲ ਕਮੀਜ਼, ਫ਼ੋਨ ੯੮੧੪੦੫੫੫੧੨', 'a number'],
        ['Red shirt, goes to Guru Nanak Public School', 'a school'],
        ['ਲਾਲ ਕਮੀਜ਼, ਸਰਕਾਰੀ ਸਕੂਲ', 'a school'],
        ['Red shirt, from Sarabha', 'a place'],
        ['ਲਾਲ ਕਮੀਜ਼, ਸਰਾਭਾ ਵਿੱਚ', 'a place'],
      ]) {
        const { status, body } = await raise(officer.token, id, { days: 3, words });
        expect([words, status, body.code, body.fields]).toEqual([words, 400, 'bad-input', { words: fault }]);
      }
      for (const words of ['A blue school uniform, 4 feet', 'Since 12-11-2026, red shirt', 'ਸਕੂਲ ਦੀ ਵਰਦੀ, ਨੀਲੀ']) {
        expect([words, (await raise(officer.token, id, { days: 3, words })).status]).toEqual([words, 200]);
        await raise(officer.token, id, { days: 0 });
      }
      await host.db.deleteFrom('notice').execute();
      expect(await alertsFor()).toEqual([]);

      const words = 'A red shirt, near the bus stand';
      const raised = await raise(officer.token, id, { days: 3, words });
      const { until } = raised.body.data;
      expect(Date.parse(until) - Date.now()).toBeGreaterThan(2.9 * 24 * HOUR_MS);
      const { body: read } = await ask(family.token, 'GET', `/report/${id}`);
      const since = read.data.timeOfLossDate;
      const { number } = read.data;
      expect(number).toMatch(/^W-/);
      const told = {
        id,
        number,
        district: 'pb-ludhiana',
        sex: 'female',
        ageMin: 9,
        ageMax: 9,
        words,
        station: 'Sadar',
        until,
      };
      expect(await alertsFor()).toEqual([since === undefined ? told : { ...told, since }]);
      expect((await ask('', 'GET', `/report/${id}`)).body.alert).toEqual((await alertsFor())[0]);
      expect((await ask('', 'GET', `/report/${id}`)).body.data.subject).toEqual({
        kind: 'person',
        condition: 'missing',
      });

      await raise(officer.token, id, { days: 7, words }); // more days, or its answer was lost
      expect(await acts()).toContainEqual({ action: 'area-alert', reason: words });
      for (const { userId } of [follower, volunteer])
        expect((await noticesOf(userId)).filter((one) => one === 'report-in-area: alert')).toHaveLength(1);
      for (const { userId } of [family, elsewhere, moderator])
        expect(await noticesOf(userId)).not.toContain('report-in-area: alert');
      expect((await ask(officer.token, 'GET', `/report/${id}`)).body.alerts).toMatchObject({ id, ageMin: 9 });
      expect((await ask(elsewhere.token, 'GET', `/report/${id}`)).body.alerts).toBeUndefined();
    });

    it('ends by the officer, with the search, when its time is over, and when the person must not be found', async () => {
      const officer = await person('officer', ['pb-ludhiana']);
      const moderator = await person('moderator');
      const runs = async (id: string) => (await alertsFor()).some((one: { id: string }) => one.id === id);
      const alerted = async (): Promise<string> => {
        const id = await publishedOf();
        expect((await raise(officer.token, id, { days: 1 })).status).toBe(200);
        expect(await runs(id)).toBe(true);
        return id;
      };
      const [taken, found, over, fled] = [await alerted(), await alerted(), await alerted(), await alerted()];
      const ended = await raise(officer.token, taken, { days: 0 });
      expect([ended.status, ended.body]).toEqual([200, {}]);
      await raise(officer.token, taken, { days: 0 });
      expect((await acts()).filter(({ action }) => action === 'end-alert')).toHaveLength(1);
      await ask(officer.token, 'POST', `/report/${found}/end-search`, { reason: 'At home' });
      await ask(moderator.token, 'PUT', `/report/${fled}/protection`, { reason: 'She fled' });
      const past = new Date(Date.now() - 1000);
      await host.db.updateTable('area_alert').set({ until: past }).where('report_id', '=', over).execute();
      for (const id of [taken, found, over, fled]) expect([id, await runs(id)]).toEqual([id, false]);
      expect((await ask(officer.token, 'GET', `/report/${over}`)).body.alert).toBeUndefined();
      expect((await raise(officer.token, fled, { days: 1 })).status).toBe(404);
      expect((await raise(officer.token, over, { days: 31 })).status).toBe(400);

      await endAlert(host.db)({ reportId: over });
      await endAlert(host.db)({ reportId: found }); // its time is not over: a moderator may open the search again
      const left = await host.db.selectFrom('area_alert').select('report_id').execute();
      expect(left.map(({ report_id }) => report_id).sort()).toEqual([found, fled].sort());
    });

    it('goes on while its record waits for a look at what the family changed, and begins for none that waits', async () => {
      const officer = await person('officer', ['pb-ludhiana']);
      const family = await person('poster');
      const moderator = await person('moderator');
      const id = await publishedOf({ lostPersonAge: '9' }, family.token);
      const words = 'A red shirt';
      const raised = await raise(officer.token, id, { days: 1, words });
      const page = async (token = '') => (await ask(token, 'GET', `/report/${id}`)).body;
      const change = (changed: object) => ask(family.token, 'PUT', `/report/${id}`, changed);
      await change({ name: 'Gurleen Kaur', title: 'Golu is gone', description: 'From the school of Sarabha' });
      expect(await statusOf(id)).toBe('pending_review');
      expect([raised.status, await alertsFor(), (await page()).alert]).toEqual([
        ...[200, [raised.body.data], raised.body.data],
      ]);
      const longer = await raise(officer.token, id, { days: 7, words });
      expect([longer.status, (await alertsFor())[0]?.until]).toEqual([200, longer.body.data.until]);
      expect(Date.parse(longer.body.data.until)).toBeGreaterThan(Date.parse(raised.body.data.until));
      expect((await raise(officer.token, id, { days: 7, words: 'Gurleen wears red' })).status).toBe(400);

      expect((await page(officer.token)).alerts).toMatchObject({ id });
      await raise(officer.token, id, { days: 0 });
      expect([await alertsFor(), (await page(officer.token)).alerts]).toEqual([[], undefined]);
      expect((await raise(officer.token, id, { days: 7 })).status).toBe(409);

      await approveBy(moderator.token, id);
      expect((await raise(officer.token, id, { days: 7, words })).status).toBe(200);
      await ask(moderator.token, 'POST', `/moderation/${id}`, { action: 'reject', reason: 'Nobody of that name' });
      expect(await alertsFor()).toEqual([]);
      await change({ status: 'appealed', reason: 'She is my daughter' });
      expect([await statusOf(id), await alertsFor()]).toEqual(['appealed', []]);
    });

    it('waits for a case of whom the family says to be a child, and then says no more who they are', async () => {
      const officer = await person('officer', ['pb-ludhiana']);
      const family = await person('poster');
      const id = await publishedOf({ name: 'Gurleen Kaur', lostPersonAge: '30' }, family.token);
      expect((await raise(officer.token, id, { days: 1, words: 'Gurleen Kaur, a red shirt' })).status).toBe(200);
      await ask(family.token, 'PUT', `/report/${id}`, { age: { years: 15, margin: 0 } });
      expect([await statusOf(id), await alertsFor()]).toEqual(['pending_review', []]);
      for (const years of [30, 15]) await ask(family.token, 'PUT', `/report/${id}`, { age: { years, margin: 0 } });
      const waits = (await noticesOf(officer.userId)).filter((one) => one === 'case-needed: alert');
      expect(waits).toHaveLength(1);
      expect((await ask(officer.token, 'PUT', `/report/${id}/case`, CASE)).status).toBe(200);
      const [alert] = await alertsFor();
      expect([alert?.id, alert?.words, JSON.stringify(alert).includes('Gurleen')]).toEqual([id, undefined, false]);
    });

    it('stays in the district it was raised for when an edit moves the record abroad or nowhere, and its officers change and end it', async () => {
      const officer = await person('officer', ['pb-ludhiana']);
      const family = await person('poster');
      const page = async (id: string, token = '') => (await ask(token, 'GET', `/report/${id}`)).body;
      for (const moved of [{ region: 'Ludhianna jo' }, { place: { lat: 51.5, lng: -0.12 }, region: 'London' }]) {
        await host.db.deleteFrom('notice').execute();
        const id = await publishedOf({ lostPersonAge: '9', region: 'Ludhiana', place: undefined }, family.token);
        await raise(officer.token, id, { days: 1, words: 'A red shirt' });
        const alert = { district: 'pb-ludhiana', words: 'A red shirt' };
        for (const change of [moved, { region: 'Nowhere at all' }])
          expect((await ask(family.token, 'PUT', `/report/${id}`, change)).status).toBe(200);
        const { district } = await host.db
          .selectFrom('report')
          .select('district')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect(district).toBe('');
        expect(await alertsFor()).toMatchObject([{ id, ...alert }]);
        const { alert: shown, alerts } = await page(id, officer.token);
        expect([shown, alerts]).toMatchObject([alert, { id, district: 'pb-ludhiana' }]);
        expect((await noticesOf(officer.userId)).filter((one) => one.endsWith(': alert-moved'))).toHaveLength(1);
        expect((await raise(officer.token, id, { days: 7, words: 'A red shirt' })).status).toBe(200);
        expect(await alertsFor()).toMatchObject([{ id, ...alert }]);
        expect((await raise(officer.token, id, { days: 0 })).status).toBe(200);
        expect([await alertsFor(), (await page(id, officer.token)).alerts]).toEqual([[], undefined]);
        await publishReport(host, id);
        expect((await raise(officer.token, id, { days: 1 })).status).toBe(409); // of no district none is raised
      }
    });

    it('goes to another district when an officer there sends it, and that district is told', async () => {
      const [here, there, elsewhere] = [
        await person('officer', ['pb-ludhiana']),
        await person('officer', ['br-patna']),
        await person('officer', ['pb-moga']),
      ];
      const [family, follower] = [await person('poster'), await person('poster')];
      await ask(follower.token, 'POST', '/follows', { opId: randomUUID(), region: 'Patna' });
      const id = await publishedOf({ lostPersonAge: '9', region: 'Ludhiana', place: undefined }, family.token);
      await raise(here.token, id, { days: 1 });
      for (const region of ['Patna, Bihar', 'Ludhiana', 'Patna, Bihar'])
        await ask(family.token, 'PUT', `/report/${id}`, { region });
      const whereFor = async (token: string) => (await ask(token, 'GET', `/report/${id}`)).body.alerts?.district;
      expect([await whereFor(here.token), await whereFor(there.token), await whereFor(elsewhere.token)]).toEqual([
        ...['pb-ludhiana', 'br-patna', undefined],
      ]);
      const alertsTold = async ({ userId }: { userId: string }) =>
        (await noticesOf(userId)).filter((one) => one.includes('alert')).sort();
      expect([await alertsTold(here), await alertsTold(there)]).toEqual([
        ['report-changed: alert-moved', 'report-in-area: alert'],
        [],
      ]);
      const { body: inbox } = await ask(here.token, 'GET', '/inbox');
      expect(inbox.data).toContainEqual(expect.objectContaining({ kind: 'report-changed', detail: 'alert-moved' }));

      expect((await raise(elsewhere.token, id, { days: 3 })).status).toBe(404);
      await raise(here.token, id, { days: 3 });
      expect([await alertsFor(), await alertsTold(follower)]).toMatchObject([[{ id, district: 'pb-ludhiana' }], []]);
      for (let sent = 0; sent < 2; sent++) expect((await raise(there.token, id, { days: 3 })).status).toBe(200);
      expect(await alertsFor()).toMatchObject([{ id, district: 'br-patna' }]);
      for (const one of [follower, there]) expect(await alertsTold(one)).toEqual(['report-in-area: alert']);
      expect((await raise(here.token, id, { days: 0 })).status).toBe(404); // it is theirs no more
      expect((await raise(there.token, id, { days: 0 })).body).toEqual({});
    });

    it('stands first for whose place it is', async () => {
      const officer = await person('officer', ['pb-ludhiana']);
      const other = await person('officer', ['br-patna']);
      const here = await publishedOf();
      const there = await publishedOf({ region: 'Patna, Bihar', place: undefined });
      for (const [{ token }, id] of [
        [officer, here],
        [other, there],
      ] as const)
        expect((await raise(token, id, { days: 1 })).status).toBe(200);
      const ids = async (token = '') => (await alertsFor(token)).map(({ id }: { id: string }) => id);
      expect(await ids()).toEqual([there, here]); // the newest
      expect(await ids(officer.token)).toEqual([here, there]);
    });
  });

  describe('a child', () => {
    it('is not published by anybody before an officer of its district has named a case; nor is somebody who may be one', async () => {
      const { token } = await person('moderator');
      for (const change of [
        { lostPersonAge: '9' },
        { lostPersonAge: '19', ageMargin: '2' },
        { type: 'found', foundPersonAge: '4' },
        { type: 'found', foundPersonAge: '30', ageMargin: '15' },
      ]) {
        const id = await post(change);
        const refused = await approveBy(token, id);
        expect([refused.status, refused.body.code]).toEqual([409, 'case-needed']);
        expect(await statusOf(id)).toBe('pending_review');
      }
      // Every way to be published goes through the same gate: an appeal that is upheld, one that is opened again.
      const id = await post({ lostPersonAge: '9' });
      const move = (to: 'rejected' | 'appealed' | 'published') =>
        host.db.transaction().execute((tx) => changeStatus(tx, id, to, 'moderator:1', 'x'));
      await move('rejected');
      await move('appealed');
      await expect(move('published')).rejects.toMatchObject({ code: 'case-needed' });
    });

    it('is, with the case, whose number and station stand in what an officer and its family read, and its station in what a volunteer does', async () => {
      const [officer, moderator, owner] = [await person('officer'), await person('moderator'), await person('poster')];
      const id = await post({ lostPersonAge: '9' }, owner.token);
      expect(await noticesOf(officer.userId)).toEqual(['case-needed']);
      expect((await ask(owner.token, 'GET', `/report/${id}`)).body.data.needsCase).toBe(true);
      expect((await ask(officer.token, 'GET', `/report/${id}`)).body.may).toContain('name-case');
      const named = await ask(officer.token, 'PUT', `/report/${id}/case`, { kind: 'fir', number: ' 0123/2026 ' });
      expect([named.status, named.body.data.case]).toEqual([200, { kind: 'fir', station: 'Sadar' }]);
      expect((await approveBy(moderator.token, id)).status).toBe(200);
      const whole = { kind: 'fir', number: '0123/2026', station: 'Sadar' };
      const read = async (token: string) => (await ask(token, 'GET', `/report/${id}`)).body.data;
      expect((await read(owner.token)).case).toEqual(whole);
      expect((await read(owner.token)).needsCase).toBeUndefined();
      const opened = await ask(officer.token, 'POST', `/report/${id}/open`, { reason: 'case' });
      expect(opened.body.data.case).toEqual(whole);
      const volunteer = await person('volunteer');
      expect((await read(volunteer.token)).case).toEqual({ kind: 'fir', station: 'Sadar' });
      expect((await read('')).case).toBeUndefined();
      expect(await acts()).toEqual([
        { action: 'name-case', reason: 'fir 0123/2026, Sadar' },
        { action: 'report-approve', reason: null },
        { action: 'record-open', reason: 'case' },
      ]);
    });

    it('has its case named by officers of its district alone, and a case is no name for an adult', async () => {
      const id = await post({ lostPersonAge: '9' });
      const adult = await post({ lostPersonAge: '40' });
      const name = async (token: string, of = id) =>
        (await ask(token, 'PUT', `/report/${of}/case`, { kind: 'cwc', number: 'CWC/LDH/41' })).status;
      expect(await name((await person('officer', ['br-patna'])).token)).toBe(404);
      expect(await name((await person('officer', [])).token)).toBe(404);
      for (const role of ['poster', 'volunteer', 'moderator', 'admin'] as const)
        expect(await name((await person(role)).token), role).toBe(403);
      const officer = await person('officer');
      expect(await name(officer.token, adult)).toBe(404);
      for (const number of ['', 'no digits', '1'.repeat(41), '<b>1</b>'])
        expect((await ask(officer.token, 'PUT', `/report/${id}/case`, { kind: 'fir', number })).status, number).toBe(
          400,
        );
      await host.db.updateTable('app_user').set({ organisation: null }).where('id', '=', officer.userId).execute();
      expect(await name(officer.token)).toBe(403);
    });

    it('is compared with what officers scan from the first moment on, and with what anybody else does once it is published', async () => {
      const [officer, volunteer] = [await person('officer'), await person('volunteer')];
      const id = await post({ lostPersonAge: '9' });
      expect((await findFace(officer.token)).ids).toEqual([id]);
      expect([(await findFace()).found, (await findFace(volunteer.token)).found]).toEqual([false, false]);
      await publishReport(host, id);
      expect([(await findFace()).found, (await findFace(volunteer.token)).ids]).toEqual([true, [id]]);
    });

    it('waits again when an edit makes a child of an adult, also where nobody looks at posts first', async () => {
      host.config.review = 'at-once';
      try {
        const { token } = await person('poster');
        const id = await post({ lostPersonAge: '40' }, token);
        const child = await post({ lostPersonAge: '9' }, token);
        expect([await statusOf(id), await statusOf(child)]).toEqual(['published', 'pending_review']);
        const edit = { age: { years: 9, margin: 0 } };
        expect((await ask(token, 'PUT', `/report/${id}`, edit)).status).toBe(200);
        expect(await statusOf(id)).toBe('pending_review');
      } finally {
        host.config.review = 'people';
      }
    });

    it('need no case when they may be an adult too and a reviewer says that they do not look like a child; no reviewer says so of who is one by their age', async () => {
      const { token } = await person('moderator');
      const unknown = await post({ lostPersonAge: '30', ageMargin: '15' });
      expect((await approveBy(token, unknown, { looksAdult: true })).status).toBe(200);
      const child = await post({ lostPersonAge: '9' });
      expect((await approveBy(token, child, { looksAdult: true })).body.code).toBe('case-needed');
      // What is public is not widened by it: who may be a child is sheltered as before.
      expect((await ask('', 'GET', `/report/${unknown}`)).body.data.contact).toBe('guarded');
    });
  });

  describe('a protected person', () => {
    const protect = (token: string, id: string) =>
      ask(token, 'PUT', `/report/${id}/protection`, { reason: 'She fled from him' });

    it('is found by nobody: no scan, list, feed or page of any role says that there is a record', async () => {
      const id = await publishedOf();
      const nobody = { found: false, searched: 1, ids: [] }; // as many as before: a prober counts nobody out
      const viewers = [{ token: '' }];
      for (const role of ['poster', 'finder', 'volunteer', 'officer'] as const) viewers.push(await person(role));
      const cursors = new Map<string, string>();
      for (const { token } of viewers) {
        expect((await findFace(token)).ids).toEqual([id]);
        const { body } = await ask(token, 'GET', '/sync?feed=reports&limit=100');
        expect(body.changes).toHaveLength(1);
        cursors.set(token, body.cursor);
      }
      const officer = await person('officer');
      expect((await protect(officer.token, id)).status).toBe(200);
      for (const { token } of [...viewers, officer]) {
        expect(await findFace(token)).toEqual(nobody);
        expect((await ask(token, 'GET', `/report/${id}`)).status).toBe(404);
        expect((await ask(token, 'GET', '/report?limit=100')).body.data).toEqual([]);
        expect((await ask(token, 'GET', '/report?limit=100&q=Asha')).body.data).toEqual([]);
        if (!cursors.has(token)) continue;
        const { body } = await ask(token, 'GET', `/sync?feed=reports&limit=100&cursor=${cursors.get(token)}`);
        expect(body.changes.map(({ kind, id: which }: Change) => [kind, which])).toEqual([['gone', id]]);
      }
      expect((await ask(officer.token, 'POST', `/report/${id}/open`, { reason: 'case' })).status).toBe(404);
      expect(await acts()).toEqual([{ action: 'protect', reason: 'She fled from him' }]);
    });

    it('has no note any more for an officer who knows its id: they neither read it by answering nor close it', async () => {
      const officer = await person('officer');
      const id = await publishedOf();
      const note = { id: randomUUID(), opId: randomUUID(), kind: 'sighting', text: 'At her sister’s in Moga' };
      const { token } = await person('finder');
      expect((await ask(token, 'POST', `/report/${id}/notes`, note)).status).toBe(200);
      await protect((await person('moderator')).token, id);
      expect((await ask(officer.token, 'PUT', `/notes/${note.id}`, { answer: 'confirm' })).status).toBe(404);
      const { token: team } = await person('moderator');
      await ask(team, 'POST', `/report/${id}/open`, { reason: 'sighting' });
      expect((await ask(team, 'PUT', `/notes/${note.id}`, { answer: 'confirm' })).status).toBe(200);
    });

    it('is a report as before to whoever posted it: nothing tells them that somebody knows where she is', async () => {
      const owner = await person('poster');
      const stranger = await person('poster');
      const id = await publishedOf({}, owner.token);
      const tell = (text: string) =>
        ask(stranger.token, 'POST', `/report/${id}/notes`, {
          id: randomUUID(),
          opId: randomUUID(),
          kind: 'sighting',
          text,
        });
      expect((await tell('At the bus stand')).status).toBe(200);
      const { op_id } = await host.db
        .selectFrom('receipt')
        .select('op_id')
        .where('number', 'is not', null)
        .executeTakeFirstOrThrow();
      const asked = ['', '/notes'].map((more) => `/report/${id}${more}`).concat('/inbox', `/receipts/${op_id}`);
      const pulled = async (cursor: string) => {
        await untilReadable(host.db);
        return (await ask(owner.token, 'GET', `/sync?feed=reports&cursor=${cursor}`)).body;
      };
      const { cursor } = await pulled('');
      const all = async (from = ''): Promise<string[]> => {
        const { changes, more, cursor: next } = await pulled(`${from}&limit=1`);
        return [...changes.map((change: { id: string }) => change.id), ...(more ? await all(next) : [])];
      };
      const seen = async () => [
        ...(await Promise.all(asked.map(async (url) => (await ask(owner.token, 'GET', url)).body))),
        (await pulled(cursor)).changes,
        await all(), // nor does it stand elsewhere for a device that starts over
      ];
      const others = await publishedOf({}, owner.token);
      const before = await seen();
      expect(before.at(-1)).toEqual(expect.arrayContaining([id, others]));
      expect(before[1].data).toHaveLength(1);
      expect([before[0].waiting.notes, before[3].shown, before[2].data.length]).toEqual([1, true, 1]);
      await protect((await person('officer')).token, id);
      expect(await seen()).toEqual(before);
      await tell('She is in Moga'); // of her nothing more reaches them
      expect(await seen()).toEqual(before);
      expect(await noticesOf(owner.userId)).toEqual(['note-added']);
      // An edit, and its approval, bring nothing back.
      await ask(owner.token, 'PUT', `/report/${id}`, { title: 'She is my wife' });
      await approveBy((await person('moderator')).token, id);
      expect(await statusOf(id)).toBe('published');
      expect((await ask('', 'GET', `/report/${id}`)).status).toBe(404);
    });

    it('is hidden since she said so, not since the team decided: what was looked at and told between reaches nobody', async () => {
      const [owner, moderator] = [await person('poster'), await person('moderator')];
      const id = await publishedOf({}, owner.token);
      const at = new Date(Date.now() - 60_000);
      await host.db
        .updateTable('report')
        .set({ hidden_for: 'objection', hidden_at: at })
        .where('id', '=', id)
        .execute();
      const seen = async () => [
        (await ask(owner.token, 'GET', `/report/${id}/notes`)).body,
        (await ask(owner.token, 'GET', `/report/${id}/looks`)).body,
        (await ask(owner.token, 'GET', `/report/${id}`)).body.data.subject,
      ];
      const before = await seen();
      const told = { text: 'In the shelter of Moga' };
      await host.db
        .insertInto('note')
        .values({
          ...{ id: randomUUID(), report_id: id, author_id: null, kind: 'sighting', text: told.text, condition: 'seen' },
          ...{ region: null, lat: 31, lng: 75, address: null, seen_at: null, released_at: null },
        })
        .execute();
      expect((await ask(moderator.token, 'POST', `/report/${id}/open`, { reason: 'sighting' })).status).toBe(200);
      const { data } = (await ask(moderator.token, 'GET', `/report/${id}/notes`)).body;
      for (const { id: one } of data)
        expect((await ask(moderator.token, 'PUT', `/notes/${one}`, { answer: 'confirm' })).status).toBe(200);
      await host.db.transaction().execute((tx) => veil(tx, id, 'protected'));
      expect(await seen()).toEqual(before);
      const kept = await host.db.selectFrom('report').select('hidden_at').where('id', '=', id).executeTakeFirst();
      expect(kept?.hidden_at).toEqual(at);

      // It was a mistake: what was told meanwhile is for who looks for her.
      const proven = { reason: 'Another woman' };
      expect((await ask(moderator.token, 'POST', `/report/${id}/protection/end`, proven)).status).toBe(200);
      const [after] = await seen();
      expect(after.data.map(({ text }: { text: string }) => text)).toContain(told.text);
    });

    it('is nothing that an officer or admin learns of by their office who has posted her themselves', async () => {
      const [officer, admin] = [await person('officer'), await person('admin')];
      const ids = [
        await publishedOf({ lostPersonAge: '9' }, officer.token),
        await publishedOf({ lostPersonAge: '30' }, admin.token),
      ];
      const [hers = '', theirs = ''] = ids;
      const asOfficer = async () => [
        (await ask(officer.token, 'GET', `/report/${hers}`)).body.may,
        (await ask(officer.token, 'POST', `/report/${hers}/open`, { reason: 'match' })).status,
        (await findFace(officer.token)).ids.includes(hers),
        (await ask(officer.token, 'GET', '/report?limit=100&type=lost')).body.data.some(
          (one: { id: string }) => one.id === hers,
        ),
      ];
      const before = await asOfficer();
      expect(before).toEqual([expect.not.arrayContaining(['protect']), 404, false, false]);
      expect((await ask(officer.token, 'PUT', `/report/${hers}/protection`, { reason: 'Mine' })).status).toBe(404);
      const { token } = await person('moderator');
      for (const id of ids) await protect(token, id);
      expect(await asOfficer()).toEqual(before);
      const log = async (of: string) =>
        (await ask(of, 'GET', '/moderation/audit')).body.data
          .filter(({ action }: { action: string }) => action === 'protect')
          .map(({ subject }: { subject: string }) => subject);
      expect(await log(admin.token)).toEqual([hers]);
      expect((await log((await person('admin')).token)).sort()).toEqual([hers, theirs].sort());
    });

    it('has her alert on the page of whoever posted it until the time that was told is over, and on no other', async () => {
      const owner = await person('poster');
      const officer = await person('officer');
      const id = await publishedOf({}, owner.token);
      const raised = await ask(officer.token, 'PUT', `/report/${id}/alert`, { days: 2, words: 'Wears a red shawl' });
      expect(raised.status).toBe(200);
      const alertOf = async (token: string) => (await ask(token, 'GET', `/report/${id}`)).body.alert;
      const before = await alertOf(owner.token);
      expect(before).toMatchObject({ id, words: 'Wears a red shawl' });
      const moderator = await person('moderator');
      await protect(moderator.token, id);
      expect(await alertOf(owner.token)).toEqual(before);
      for (const token of ['', officer.token, moderator.token]) expect(await alertOf(token)).toBeUndefined();
      expect((await ask(owner.token, 'GET', '/alerts')).body.data).toEqual([]);
      const past = new Date(Date.now() - 1000);
      await host.db.updateTable('area_alert').set({ until: past }).where('report_id', '=', id).execute();
      expect(await alertOf(owner.token)).toBeUndefined();
    });

    it('is protected by officers of the district and by moderators, and shown again by moderators alone', async () => {
      const id = await publishedOf();
      expect((await protect((await person('officer', ['br-patna'])).token, id)).status).toBe(404);
      for (const role of ['poster', 'volunteer'] as const)
        expect((await protect((await person(role)).token, id)).status, role).toBe(403);
      const moderator = await person('moderator');
      expect((await protect(moderator.token, id)).status).toBe(200);
      expect((await protect(moderator.token, id)).status).toBe(404);
      const end = (token: string) => ask(token, 'POST', `/report/${id}/protection/end`, { reason: 'It was a mistake' });
      expect((await end((await person('officer')).token)).status).toBe(403);
      expect((await end(moderator.token)).status).toBe(200);
      expect((await ask('', 'GET', `/report/${id}`)).status).toBe(200);
      expect((await findFace()).ids).toEqual([id]);
      expect((await acts()).map(({ action }) => action)).toEqual(['protect', 'end-protection']);
    });

    it.each([
      ['a child', { lostPersonAge: '9' }],
      ['an adult whom nobody has published', {}],
    ])(
      'is, as %s, gone as an erased one for officers who knew of her, and as an ended one for volunteers, and stays so; strangers are told what they were told',
      async (_, change) => {
        const owner = await person('poster');
        const moderator = await person('moderator');
        const [stranger, elsewhere] = [await person('poster'), await person('officer', ['br-patna'])];
        const [officer, volunteer] = [await person('officer'), await person('volunteer')];
        const [id, erased, ended] = [
          await post(change, owner.token),
          await post(change, owner.token, faceOf(2)),
          await post(change, owner.token, faceOf(3)),
        ];
        const ops = () => ({ id: randomUUID(), opId: randomUUID() });
        const answers = async ({ token }: { token: string }, of: string) => {
          const all = [
            await ask(token, 'GET', `/report/${of}`),
            await ask(token, 'GET', `/report/${of}/notes`),
            await ask(token, 'POST', `/report/${of}/flags`, { opId: randomUUID(), reason: 'other' }),
            await ask(token, 'POST', `/report/${of}/notes`, { ...ops(), kind: 'sighting', text: 'At the bus stand' }),
            await ask(token, 'POST', `/report/${of}/objections`, { kind: 'me' }),
          ];
          const plain = (body: { data?: object; code?: string }) =>
            JSON.stringify(body.data ?? body.code)
              ?.replaceAll(of, 'ID')
              .replaceAll(/[\da-f-]{36}|\d{4}-\d\d-\d\dT[^"]+/g, '');
          return all.map(({ status, body }) => [status, plain(body)]);
        };
        for (const one of [officer, volunteer])
          expect((await ask(one.token, 'GET', `/report/${id}`)).body.data.subject).toHaveProperty('ageMin');
        const before = [
          await ask(stranger.token, 'GET', `/report/${id}`),
          await ask(elsewhere.token, 'GET', `/report/${id}`),
        ];
        for (const { status, body } of before)
          expect([status, body.data]).toEqual([200, { ...GUARDED_VIEW, id, _id: id }]);
        await ask(owner.token, 'POST', `/report/${erased}/end`, { how: 'erased', opId: randomUUID() });
        await ask(owner.token, 'POST', `/report/${ended}/end`, { how: 'withdrawn', opId: randomUUID() });
        expect((await protect(moderator.token, id)).status).toBe(200);
        const gone = await answers(officer, erased);
        expect(gone.map(([status]) => status)).toEqual([404, 404, 404, 404, 404]);
        expect(await answers(officer, id)).toEqual(gone);
        // To a volunteer one that has ended is what it is to anybody: this one is too, signed in and signed out.
        expect(await answers(volunteer, id)).toEqual(await answers(volunteer, ended));
        expect((await answers(volunteer, id))[0]).toEqual((await answers({ token: '' }, id))[0]);
        await ask(owner.token, 'PUT', `/report/${id}`, { status: 'withdrawn' });
        expect((await ask(officer.token, 'GET', `/report/${id}`)).status).toBe(404);
        expect((await ask(volunteer.token, 'GET', `/report/${id}`)).body.data).toEqual({
          ...GUARDED_VIEW,
          id,
          _id: id,
        });
        expect([
          await ask(stranger.token, 'GET', `/report/${id}`),
          await ask(elsewhere.token, 'GET', `/report/${id}`),
        ]).toEqual(before);
      },
    );

    it('has an id that is taken as one of an erased record is: nobody tells the two apart by posting it again', async () => {
      const owner = await person('poster');
      const stranger = await person('poster');
      const [id, erased] = [await publishedOf({}, owner.token), await publishedOf({}, owner.token)];
      await ask(owner.token, 'POST', `/report/${erased}/end`, { how: 'erased', opId: randomUUID() });
      await protect((await person('moderator')).token, id);
      const again = async (of: string) => {
        const { upload } = newReport();
        const posted = { ...upload, id: of, opId: randomUUID() };
        const { status, body } = await ask(stranger.token, 'POST', '/api/face/uploadLostFoundPerson', posted);
        return [status, body.code];
      };
      expect([await again(id), await again(erased)]).toEqual([
        [409, 'conflict'],
        [409, 'conflict'],
      ]);
    });

    it('of whom only the guarded answer was told is told of the same for ever', async () => {
      const id = await publishedOf({ lostPersonAge: '9' });
      const before = await ask('', 'GET', `/report/${id}`);
      await protect((await person('officer')).token, id);
      expect(await ask('', 'GET', `/report/${id}`)).toEqual(before);
      expect(await findFace()).toEqual({ found: false, searched: 1, ids: [] });
    });

    it('counts among those whom a face was compared with as before, for any role and after a restart too, until their report ends', async () => {
      const id = await publishedOf({ lostPersonAge: '9' });
      const other = await publishedOf({ lostPersonAge: '9' });
      const counts = async () => {
        const tokens = ['', (await person('volunteer')).token, (await person('officer')).token];
        return Promise.all(tokens.map(async (token) => (await findFace(token)).searched));
      };
      const before = await counts();
      expect(before).toEqual([2, 2, 2]);
      await protect((await person('moderator')).token, id);
      expect(await counts()).toEqual(before);
      await host.stop();
      await host.start();
      expect(await counts()).toEqual(before);
      expect((await findFace((await person('officer')).token)).ids).toEqual([other]);
      await host.db.transaction().execute((tx) => changeStatus(tx, id, 'withdrawn', 'owner'));
      expect(await counts()).toEqual([1, 1, 1]);
    });
  });

  describe('“this is me”', () => {
    const object = (id: string, more: object = {}, token = '') =>
      ask(token, 'POST', `/report/${id}/objections`, { kind: 'me', ...more });
    let [her, another]: (Sitter | undefined)[] = [];
    beforeAll(async () => {
      const seat = await seatFor(host);
      [her, another] = [await seat(0), await seat(3)];
    });
    const selfie = () => ({ selfie: her?.selfie });
    /** A report with her face. */
    const published = (change: object = {}, owner = '') =>
      publishedOf({ ...withFace(her?.face ?? []), ...change }, owner);
    const found = (token = '') => findFace(token, her?.face);
    const isSeen = async (id: string, token = '') => (await ask(token, 'GET', `/report/${id}`)).status === 200;
    const waiting = async (token: string) => (await ask(token, 'GET', '/moderation/objections')).body.data;

    it('hides a report at once from all but moderators when a selfie is near its face, without an account, and keeps no face', async () => {
      const owner = await person('poster');
      const officer = await person('officer');
      const moderator = await person('moderator');
      const id = await published({}, owner.token);
      const { templates } = await host.db
        .selectFrom('template')
        .select(({ fn }) => fn.countAll<number>().as('templates'))
        .executeTakeFirstOrThrow();
      const said = await object(id, { ...selfie(), words: 'I left by my own will', contact: '+91 98140 55555' });
      expect(said.status).toBe(200);
      expect(Math.abs(Date.parse(said.body.dueAt) - Date.now() - OBJECTION_HOURS * HOUR_MS)).toBeLessThan(60_000);
      expect([await isSeen(id), await isSeen(id, officer.token)]).toEqual([false, false]);
      expect([(await found()).found, (await found(officer.token)).found]).toEqual([false, false]);
      expect([await isSeen(id, owner.token), await noticesOf(owner.userId)]).toEqual([true, []]);
      const [one] = await waiting(moderator.token);
      expect(one).toMatchObject({
        kind: 'me',
        proof: 'selfie',
        holds: true,
        words: 'I left by my own will',
        dueAt: said.body.dueAt,
      });
      expect(one.report.id).toBe(id);
      expect(await noticesOf(moderator.userId)).toEqual(['objection-made']);
      const after = await host.db
        .selectFrom('template')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst();
      expect(after?.n).toBe(templates);
    });

    it('hides nothing by the face of another, by words alone, or by an officer’s word from somebody who is none; a moderator reads it all the same', async () => {
      const id = await published();
      const { token } = await person('moderator');
      for (const more of [{}, { selfie: another?.selfie }, { inPerson: true }])
        expect((await object(id, more)).status).toBe(200);
      expect(await isSeen(id)).toBe(true);
      expect(
        (await waiting(token)).map(({ proof, holds }: { proof: string; holds: boolean }) => [proof, holds]),
      ).toEqual(Array.from({ length: 3 }, () => ['none', false]));
    });

    it('hides nothing by what whoever took the pack or the photo has: a template, the picture itself, its mirror image, or one moment twice', async () => {
      const id = await published();
      const { token } = await person('moderator');
      const [first = '', second = ''] = her?.selfie ?? [];
      const [copy = '', mirrored = ''] = her?.copies ?? [];
      const template = { descriptor: her?.face, model: TEMPLATE_VERSION };
      const answers = [await object(id, { selfie: [second, second] })];
      for (const more of [template, { selfie: [copy, first] }, { selfie: [second, mirrored] }])
        answers.push(await object(id, more));
      for (const { status, body } of answers) expect([status, Object.keys(body)]).toEqual([200, ['dueAt']]);
      expect((await waiting(token)).map(({ proof }: { proof: string }) => proof)).toEqual(Array(4).fill('none'));
      expect([await isSeen(id), (await object(id, selfie())).status, await isSeen(id)]).toEqual([true, 200, false]);
    });

    it('takes no picture that is none', async () => {
      const id = await published();
      const [face = ''] = her?.selfie ?? [];
      for (const wrong of [[face], [face, face.slice(4)], [face, `-${face.slice(1)}`]])
        expect((await object(id, { selfie: wrong })).status).toBe(400);
    });

    it('hides it by the word of an officer who has the person before them', async () => {
      const id = await published();
      const officer = await person('officer', ['br-patna']);
      expect((await object(id, { kind: 'remove', inPerson: true }, officer.token)).status).toBe(200);
      expect(await isSeen(id)).toBe(false);
      const [one] = await waiting((await person('moderator')).token);
      expect(one).toMatchObject({ kind: 'remove', proof: 'station', station: 'Sadar', holds: true });
    });

    it('is in the log where an officer gives their word, and so is, once an hour, who reads what waits and what is complained of', async () => {
      const [officer, moderator] = [await person('officer', ['pb-ludhiana']), await person('moderator')];
      const id = await publishedOf();
      expect((await object(id, { kind: 'me' }, officer.token)).status).toBe(200); // as anybody
      expect((await object(id, { kind: 'remove', inPerson: true }, officer.token)).status).toBe(200);
      for (const url of ['/moderation/objections', '/moderation/complaints', '/moderation/objections'])
        expect((await ask(moderator.token, 'GET', url)).status).toBe(200);
      const rows = await host.db
        .selectFrom('audit')
        .select(['action', 'actor_id', 'subject_id'])
        .orderBy('at')
        .execute();
      expect(rows).toEqual([
        { action: 'objection-in-person', actor_id: officer.userId, subject_id: id },
        { action: 'objections-read', actor_id: moderator.userId, subject_id: null },
        { action: 'complaints-read', actor_id: moderator.userId, subject_id: null },
      ]);
    });

    it('ends with “safe” and nothing else for the family: not that anybody wrote, and not where', async () => {
      const owner = await person('poster');
      const id = await published({}, owner.token);
      await object(id, { ...selfie(), kind: 'safe', words: 'I live in Patna now' });
      const moderator = await person('moderator');
      const [one] = await waiting(moderator.token);
      const decide = (outcome: string) =>
        ask(moderator.token, 'PUT', `/moderation/objections/${one.id}`, { outcome, reason: 'Spoken to her' });
      expect((await decide('safe')).status).toBe(200);
      expect((await decide('refused')).status).toBe(409);
      expect([await noticesOf(owner.userId), await statusOf(id)]).toEqual([['person-safe'], 'withdrawn']);
      const read = JSON.stringify((await ask(owner.token, 'GET', `/report/${id}`)).body);
      expect(read).toContain('"condition":"safe"');
      expect(read).not.toMatch(/Patna|Spoken/);
      expect(JSON.stringify((await ask(owner.token, 'GET', '/inbox')).body)).not.toMatch(/Patna|Spoken/);
      const left = await host.db.selectFrom('objection').select(['words', 'contact']).execute();
      expect(left).toEqual([{ words: null, contact: null }]);
    });

    it('takes it down, protects, or shows it again, as a moderator decides; whoever was refused hides it no more', async () => {
      const moderator = await person('moderator');
      const owner = await person('poster');
      const decided = async (outcome: string) => {
        const id = await published({}, owner.token);
        await object(id, selfie());
        const one = (await waiting(moderator.token)).find(({ report }: { report: { id: string } }) => report.id === id);
        const answer = { outcome, reason: `Because ${outcome}` };
        expect((await ask(moderator.token, 'PUT', `/moderation/objections/${one.id}`, answer)).status).toBe(200);
        await host.db.deleteFrom('suppression').execute(); // the next is a report of somebody else
        return id;
      };
      const removed = await decided('removed');
      const hidden = await decided('protected');
      const refused = await decided('refused');
      expect([await isSeen(removed), await isSeen(hidden), await isSeen(refused)]).toEqual([false, false, true]);
      expect(await noticesOf(owner.userId)).toEqual(['report-removed: Because removed']);
      await object(refused, selfie());
      expect([await isSeen(refused), (await waiting(moderator.token)).length]).toEqual([true, 1]);
      expect((await acts()).map(({ action }) => action)).toEqual([
        'objection-removed',
        'objection-protected',
        'objection-refused',
      ]);
    });

    it.each(['safe', 'removed'])('wakes no officer when a child who is protected by then is %s', async (outcome) => {
      const [officer, moderator] = [await person('officer'), await person('moderator')];
      const id = await published({ lostPersonAge: '9' });
      await object(id, { words: 'She is with me' });
      const [one] = await waiting(moderator.token);
      await ask(moderator.token, 'PUT', `/report/${id}/protection`, { reason: 'She fled' });
      const before = await noticesOf(officer.userId);
      const answer = { outcome, reason: 'Spoken to her' };
      expect((await ask(moderator.token, 'PUT', `/moderation/objections/${one.id}`, answer)).status).toBe(200);
      expect([await statusOf(id), await noticesOf(officer.userId)]).toEqual(['withdrawn', before]);
    });

    it('is shown again when its 72 hours are over and nobody has decided, and still waits', async () => {
      const id = await published();
      await object(id, selfie());
      const job = await host.db.selectFrom('job').selectAll().where('kind', '=', 'end-hold').executeTakeFirstOrThrow();
      expect(Math.abs(job.run_at.getTime() - Date.now() - OBJECTION_HOURS * HOUR_MS)).toBeLessThan(60_000);
      await endHold(host.db)(job.payload);
      const { token } = await person('moderator');
      expect([await isSeen(id), (await waiting(token)).length]).toEqual([true, 1]);
      // The same face hides it no second time so soon; an officer’s word does.
      await object(id, selfie());
      expect(await isSeen(id)).toBe(true);
      // One that was protected meanwhile stays so.
      await ask(token, 'PUT', `/report/${id}/protection`, { reason: 'She fled' });
      await endHold(host.db)(job.payload);
      expect(await isSeen(id)).toBe(false);
    });

    it('stays hidden its own 72 hours, whatever was decided on an earlier one', async () => {
      const id = await published();
      const officer = await person('officer');
      const { token } = await person('moderator');
      const objectInPerson = async () => {
        expect((await object(id, { inPerson: true }, officer.token)).status).toBe(200);
        expect(await isSeen(id)).toBe(false);
        const jobs = await host.db.selectFrom('job').select('payload').where('kind', '=', 'end-hold').execute();
        const holds = jobs.map(({ payload }) => payload as { objectionId: string });
        const { id: objectionId } = await host.db
          .selectFrom('objection')
          .select('id')
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow();
        return holds.find((hold) => hold.objectionId === objectionId);
      };
      const first = await objectInPerson();
      const refused = { outcome: 'refused', reason: 'Another woman' };
      const url = `/moderation/objections/${first?.objectionId}`;
      expect((await ask(token, 'PUT', url, refused)).status).toBe(200);
      expect(await isSeen(id)).toBe(true);
      const second = await objectInPerson();
      await endHold(host.db)(first);
      expect(await isSeen(id)).toBe(false);

      await endHold(host.db)(second);
      expect(await isSeen(id)).toBe(true);
    });

    it('stays hidden until the last of two holds is over: a girl who comes to an officer while her selfie hides her', async () => {
      const id = await published({ lostPersonAge: '17' });
      const officer = await person('officer', ['br-patna']);
      const { token } = await person('moderator');
      expect((await object(id, selfie())).status).toBe(200);
      const first = await host.db.selectFrom('objection').select('id').executeTakeFirstOrThrow();
      const nearlyOver = new Date(Date.now() + HOUR_MS);
      await host.db.updateTable('objection').set({ due_at: nearlyOver }).where('id', '=', first.id).execute();
      expect((await object(id, { kind: 'remove', inPerson: true }, officer.token)).status).toBe(200);
      const jobs = await host.db.selectFrom('job').select('payload').where('kind', '=', 'end-hold').execute();
      const holds = jobs.map(({ payload }) => payload as { objectionId: string });
      expect(holds).toHaveLength(2);
      const hiddenFor = async () =>
        (await host.db.selectFrom('report').select('hidden_for').where('id', '=', id).executeTakeFirstOrThrow())
          .hidden_for;
      const end = (isFirst: boolean) =>
        endHold(host.db)(holds.find(({ objectionId }) => (objectionId === first.id) === isFirst));
      const past = new Date(Date.now() - 1000);
      await host.db.updateTable('objection').set({ due_at: past }).where('id', '=', first.id).execute();
      await end(true);
      expect([await hiddenFor(), (await found()).found]).toEqual(['objection', false]);
      expect((await waiting(token)).map(({ proof, holds: hides }: Record<string, unknown>) => [proof, hides])).toEqual([
        ['selfie', false],
        ['station', true],
      ]);
      await end(false);
      expect(await hiddenFor()).toBeNull();
    });

    it('hides what waits for a reviewer as the like of something taken down: their look at that shows it to nobody yet', async () => {
      const id = await published({ lostPersonAge: '17' });
      await host.db
        .updateTable('report')
        .set({ hidden_for: 'seen-before', hidden_at: new Date() })
        .where('id', '=', id)
        .execute();
      const officer = await person('officer', ['br-patna']);
      expect((await object(id, { kind: 'remove', inPerson: true }, officer.token)).status).toBe(200);
      await host.db.transaction().execute((tx) => release(tx, id));
      expect((await found()).found).toBe(false);
    });

    it('answers the same whether or not anything is known or hidden, so often an hour, and not of what is not there', async () => {
      const [child, adult] = [await published({ lostPersonAge: '9' }), await published()];
      const answers = [
        await object(child),
        await object(child, selfie()),
        await object(adult),
        await object(adult, selfie()),
      ];
      for (const { status, body } of answers) expect([status, Object.keys(body)]).toEqual([200, ['dueAt']]);
      expect((await object(randomUUID())).status).toBe(404);
      expect((await object(adult)).status).toBe(429);
      expect(OBJECTIONS_AN_HOUR).toBe(5);
    });

    it('is decided by no one whose report it is, and of two at once by one', async () => {
      const [owner, colleague] = [await person('moderator'), await person('moderator')];
      const id = await published({}, owner.token);
      await object(id, selfie());
      expect(await waiting(owner.token)).toEqual([]);
      const job = await host.db.selectFrom('job').selectAll().where('kind', '=', 'end-hold').executeTakeFirstOrThrow();
      await endHold(host.db)(job.payload);
      expect(await noticesOf(colleague.userId)).toEqual(['objection-made', 'objection-made']);
      expect(await noticesOf(owner.userId)).toEqual([]);
      const others = [await person('moderator'), await person('admin')];
      const [one] = await waiting(others[0]?.token ?? '');
      const url = `/moderation/objections/${one.id}`;
      expect((await ask(owner.token, 'PUT', url, { outcome: 'refused', reason: 'Mine' })).status).toBe(404);
      const answers = await Promise.all(
        others.map(({ token }) => ask(token, 'PUT', url, { outcome: 'refused', reason: 'Not her' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });
});
