/** The duty desk: what comes to it, who is told and who is not, what goes on by the clock, and what officers do there. */

import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import type { Role } from '../../contract/user.ts';
import { raiseDue } from '../../server/duty/raise.ts';
import { tellFollowers } from '../../server/notices/tell.ts';
import { protect } from '../../server/protection/protect.ts';
import { changeStatus, eraseForGood } from '../../server/reports/store.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { readAndAnswer } from '../support/notes.ts';
import { publishReport } from '../support/publish.ts';
import { openPushService, type PushService } from '../support/push-service.ts';

const LUDHIANA = 'pb-ludhiana';
const MOGA = 'pb-moga';
const PATNA = 'br-patna';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

withEither('the duty desk', (database) => {
  let host: TestHost;
  let mail: MailServer;
  let pushes: PushService;
  beforeAll(async () => {
    [mail, pushes] = await Promise.all([openMailServer(), openPushService()]);
    host = await startHost(database, {
      ...{ SMTP_URL: mail.url, PUSH_HOSTS: '127.0.0.1', PUSH_CONTACT: 'mailto:help@wapsi.example' },
      SITE_URL: 'https://wapsi.example/',
    });
  });
  afterAll(async () => {
    await host.remove();
    await Promise.all([mail.close(), pushes.close()]);
  });
  beforeEach(() => host.empty());

  const ask = async (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = token ? { authorization: token } : {};
    const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const person = async (role: Role, districts?: string[], station?: string) => {
    const { userId, token } = await signIn(host.db, role, districts);
    if (station)
      await host.db.updateTable('app_user').set({ organisation: station }).where('id', '=', userId).execute();
    return { userId, token };
  };
  const CHILD = { lostPersonAge: '9', region: 'Ludhiana, Punjab' };
  async function post(change: object = CHILD, owner = ''): Promise<string> {
    const { upload, id, opId } = newReport(change);
    const posted = await ask(owner, 'POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect(posted.status).toBe(200);
    return id;
  }
  const told = async (userId: string) =>
    (
      await host.db.selectFrom('notice').select('kind').where('user_id', '=', userId).orderBy('created_at').execute()
    ).map(({ kind }) => kind);
  const desk = async (token: string, done = false): Promise<DutyTask[]> =>
    (await ask(token, 'GET', `/duty${done ? '?done=true' : ''}`)).body.data;
  const first = async (token: string): Promise<DutyTask> => {
    const [task] = await desk(token);
    if (!task) throw new Error('the desk is empty');
    return task;
  };
  const act = (token: string, { id, rev }: Pick<DutyTask, 'id' | 'rev'>, what: string, reason?: string) =>
    ask(token, 'PUT', `/duty/${id}`, { rev, act: what, ...(reason ? { reason } : {}) });
  const later = (ms: number) => raiseDue(host.db, new Date(Date.now() + ms));
  const note = async (token: string, reportId: string, kind = 'sighting') => {
    const input = { id: randomUUID(), opId: randomUUID(), kind, text: 'At the bus stand' };
    const added = await ask(token, 'POST', `/report/${reportId}/notes`, input);
    expect(added.status).toBe(200);
    return input.id;
  };

  describe('what comes to it', () => {
    it('is a missing child, a found person, what somebody told of either, and where anybody missing was seen; not an adult who is looked for, nor a thing', async () => {
      const [officer, finder] = [await person('officer'), await person('finder')];
      const child = await post();
      const elder = { type: 'found', name: 'Bishan Das', foundPersonAge: '71', clothColor: 'White' } as const;
      const found = await post({ ...elder, region: 'Ludhiana, Punjab' });
      const adult = await post({ lostPersonAge: '40', region: 'Ludhiana, Punjab' });
      await publishReport(host, adult);
      await note(finder.token, child);
      await note(finder.token, adult, 'information');
      await note(finder.token, adult);
      expect((await desk(officer.token)).map(({ kind, report }) => [kind, report.id])).toEqual([
        ['missing-child', child],
        ['found-person', found],
        ['sighting', adult],
        ['sighting', child],
      ]);
      expect(await told(officer.userId)).toEqual(['case-needed', 'duty', 'duty', 'duty']);
    });

    it('is a missing child that an officer has posted for their colleagues, and for the state where there is none', async () => {
      const poster = await person('officer');
      const child = await post(CHILD, poster.token);
      expect(await desk(poster.token)).toEqual([]);
      const { level } = await host.db.selectFrom('duty_task').select('level').executeTakeFirstOrThrow();
      expect(level).not.toBe('district');
      for (const of of ['pb-ludhiana', 'pb-moga']) {
        const { token } = await person('officer', [of]);
        const tasks = await desk(token);
        expect(tasks.map(({ kind, report }) => [kind, report.id])).toEqual([['missing-child', child]]);
      }
    });

    it('of a district without an officer is done by who is asked for it: they name the case, raise the alert and end the search; nobody else of another district does', async () => {
      const id = await post({ ...CHILD, region: 'Moga, Punjab' });
      await host.db.updateTable('report').set({ district: 'pb-moga' }).where('id', '=', id).execute();
      const state = await person('officer', ['pb-ludhiana'], 'Ludhiana City Kotwali');
      const patna = await person('officer', ['br-patna'], 'Patna Kotwali');
      const named = { kind: 'fir', number: '12/2026' };
      const asks = (token: string) => [
        () => ask(token, 'PUT', `/report/${id}/case`, named),
        () => ask(token, 'PUT', `/report/${id}/alert`, { days: 3 }),
        () => ask(token, 'POST', `/report/${id}/end-search`, { reason: 'She is at home' }),
      ];
      for (const refused of asks(patna.token)) expect((await refused()).status).toBe(404);
      const [name, raise, end] = asks(state.token);
      const may = async () => (await ask(state.token, 'GET', `/report/${id}`)).body.may;
      expect(await may()).toContain('name-case');
      expect((await name?.())?.status).toBe(200);
      await publishReport(host, id);
      expect([(await raise?.())?.status, (await end?.())?.status]).toEqual([200, 200]);
      const { status } = await host.db
        .selectFrom('report')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(status).toBe('resolved');
    });

    it('of an adult of such a district has their search ended by who is asked, who then reads no more of them than before', async () => {
      const finder = await person('finder');
      const id = await post({ lostPersonAge: '40', region: 'Moga, Punjab' });
      await host.db.updateTable('report').set({ district: MOGA }).where('id', '=', id).execute();
      await publishReport(host, id);
      const state = await person('officer', [LUDHIANA], 'Ludhiana City Kotwali');
      await note(finder.token, id);
      expect((await ask(state.token, 'GET', `/report/${id}`)).body.endsSearch).toBe(true);
      for (let i = 0; i < 2; i++) {
        const ended = await ask(state.token, 'POST', `/report/${id}/end-search`, { reason: 'She is at home' });
        expect([ended.status, ended.body.data?.status]).toEqual([200, 'resolved']);
        expect(JSON.stringify(ended.body)).not.toMatch(/Missing since|98140/);
      }
      expect((await ask(state.token, 'GET', `/report/${id}`)).status).toBe(404);
    });

    it('is asked of an officer elsewhere for as long as it is on their desk: until a week after it was done', async () => {
      const id = await post({ ...CHILD, region: 'Moga, Punjab' });
      await host.db.updateTable('report').set({ district: MOGA }).where('id', '=', id).execute();
      const state = await person('officer', [LUDHIANA]);
      const task = await first(state.token);
      expect((await act(state.token, task, 'done')).status).toBe(200);
      const asked = async () => [
        (await ask(state.token, 'GET', `/report/${id}/candidates`)).status,
        (await ask(state.token, 'GET', `/report/${id}`)).body.may.includes('name-case'),
      ];
      const doneAgo = (days: number) =>
        host.db
          .updateTable('duty_task')
          .set({ done_at: new Date(Date.now() - days * DAY_MS) })
          .execute();
      await doneAgo(6);
      expect([(await desk(state.token, true)).length, ...(await asked())]).toEqual([1, 200, true]);
      await doneAgo(60);
      expect([(await desk(state.token, true)).length, ...(await asked())]).toEqual([0, 404, false]);
      const refused = [
        await ask(state.token, 'PUT', `/report/${id}/case`, { kind: 'fir', number: '12/2026' }),
        await ask(state.token, 'PUT', `/report/${id}/alert`, { days: 3 }),
        await ask(state.token, 'POST', `/report/${id}/end-search`, { reason: 'She is at home' }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    });

    it('stands there with what its officers may see of it: the whole while they have it open, with a reason', async () => {
      const officer = await person('officer');
      const id = await post();
      const shown = (await first(officer.token)).report;
      expect([shown.subject, shown.photos, shown.title]).toEqual([
        { kind: 'person', condition: 'missing', ageMin: 9, ageMax: 9, clothColor: 'Green' },
        [],
        undefined,
      ]);
      await ask(officer.token, 'POST', `/report/${id}/open`, { reason: 'case' });
      expect((await first(officer.token)).report.subject).toMatchObject({ name: 'Asha Devi' });
    });

    it('is there once, however often its write is sent', async () => {
      const officer = await person('officer');
      const { upload, id, opId } = newReport(CHILD);
      for (let i = 0; i < 2; i++) await ask('', 'POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
      expect((await desk(officer.token)).map(({ history }) => history.map(({ act }) => act))).toEqual([['made']]);
      expect(await told(officer.userId)).toEqual(['case-needed']);
    });

    it('goes with the record when that ends or is erased, or its person must not be found; a sighting when it is answered', async () => {
      const [officer, moderator, finder] = [await person('officer'), await person('moderator'), await person('finder')];
      const ended = await post();
      const erased = await post();
      const hidden = await post();
      const answered = await note(finder.token, await post());
      await host.db.transaction().execute(async (tx) => {
        await changeStatus(tx, ended, 'withdrawn', 'owner:1');
        await eraseForGood(tx, erased);
        const by = { kind: 'user', key: 'k', role: 'moderator', standing: 'whole', districts: [] } as const;
        await protect(tx, { ...by, userId: moderator.userId }, hidden, 'She fled');
      });
      expect((await readAndAnswer(host, officer.token, answered, 'confirm')).status).toBe(200);
      expect((await desk(officer.token)).map(({ kind }) => kind)).toEqual(['missing-child']);
      expect((await desk(officer.token, true)).map(({ kind }) => kind).sort()).toEqual(['missing-child', 'sighting']);
      const kept = await host.db.selectFrom('duty_task').select('id').where('report_id', '=', erased).execute();
      expect(kept).toEqual([]);
    });

    it('comes and goes with an edit: of an age that is a child’s, of a place in another district', async () => {
      const owner = await person('poster');
      const [here, there] = [await person('officer', [LUDHIANA]), await person('officer', [MOGA])];
      const id = await post({ lostPersonAge: '40', region: 'Ludhiana, Punjab' }, owner.token);
      const edit = async (change: object) =>
        expect((await ask(owner.token, 'PUT', `/report/${id}`, { opId: randomUUID(), ...change })).status).toBe(200);
      await edit({ age: { years: 9, margin: 0 } });
      expect([(await desk(here.token)).length, await told(here.userId)]).toEqual([1, ['case-needed']]);
      await edit({ region: 'Moga, Punjab' });
      expect([(await desk(here.token)).length, (await desk(there.token)).length]).toEqual([0, 1]);
      expect(await told(there.userId)).toEqual(['case-needed']);
      await edit({ age: { years: 40, margin: 0 } });
      expect((await desk(there.token)).length).toBe(0);
      await edit({ age: { years: 9, margin: 0 } });
      expect([(await desk(there.token)).length, await told(there.userId)]).toEqual([1, ['case-needed', 'case-needed']]);
    });

    it('comes back with what was over by mistake, once; not what an officer was done with', async () => {
      const officer = await person('officer', [LUDHIANA]);
      const moderator = await person('moderator');
      const [child, looked] = [await post(), await post()];
      const move = (to: 'rejected' | 'appealed' | 'published' | 'resolved', by = 'moderator:1') =>
        host.db.transaction().execute(async (tx) => {
          for (const id of [child, looked]) await changeStatus(tx, id, to, by, 'Again');
        });
      const waiting = async () => (await desk(officer.token)).map(({ report }) => report.id);
      expect((await waiting()).sort()).toEqual([child, looked].sort());
      const task = (await desk(officer.token)).find(({ report }) => report.id === looked);
      expect((await act(officer.token, task ?? { id: '', rev: '' }, 'done')).status).toBe(200);
      await move('rejected');
      expect(await waiting()).toEqual([]);
      await move('appealed', 'owner:1');
      expect(await waiting()).toEqual([child]);
      const protect = (method: 'PUT' | 'POST', end = '') =>
        ask(moderator.token, method, `/report/${child}/protection${end}`, { reason: 'She may have fled' });
      expect((await protect('PUT')).status).toBe(200);
      expect(await waiting()).toEqual([]);
      expect((await protect('POST', '/end')).status).toBe(200);
      expect(await waiting()).toEqual([child]);
      expect((await first(officer.token)).history.map(({ act }) => act)).toEqual([
        ...['made', 'done', 'reopened', 'done', 'reopened'],
      ]);
    });

    it('stays over for what was refused, however its owner edits it, until it is appealed', async () => {
      const owner = await person('poster');
      const [officer, there] = [await person('officer', [LUDHIANA]), await person('officer', [MOGA])];
      const id = await post(CHILD, owner.token);
      await host.db
        .transaction()
        .execute((tx) => changeStatus(tx, id, 'rejected', 'moderator:1', 'Nobody of that name'));
      const edit = async (change: object) =>
        expect((await ask(owner.token, 'PUT', `/report/${id}`, { opId: randomUUID(), ...change })).status).toBe(200);
      await edit({ description: 'By the old well' });
      await edit({ region: 'Moga, Punjab' });
      const waiting = async () => [(await desk(officer.token)).length, (await desk(there.token)).length];
      expect([await waiting(), await told(officer.userId), await told(there.userId)]).toEqual([
        ...[[0, 0], ['case-needed'], []],
      ]);
      await edit({ status: 'appealed', reason: 'She is my daughter' });
      expect([await waiting(), await told(there.userId)]).toEqual([[0, 1], ['case-needed']]);
    });

    it('comes back with a sighting that nobody has answered; not one that an officer was done with, or has answered since', async () => {
      const [officer, finder] = [await person('officer', [LUDHIANA]), await person('finder')];
      const adult = await post({ lostPersonAge: '40', region: 'Ludhiana, Punjab' });
      await publishReport(host, adult);
      const [, done, late] = [
        await note(finder.token, adult),
        await note(finder.token, adult),
        await note(finder.token, adult),
      ];
      const finished = (await desk(officer.token)).find(({ noteId }) => noteId === done);
      expect((await act(officer.token, finished ?? { id: '', rev: '' }, 'done')).status).toBe(200);
      const move = (to: 'resolved' | 'published') =>
        host.db.transaction().execute((tx) => changeStatus(tx, adult, to, 'moderator:1', 'By mistake'));
      await move('resolved');
      expect(await desk(officer.token)).toEqual([]);
      expect((await readAndAnswer(host, officer.token, late, 'dismiss')).status).toBe(200);
      const before = (await told(officer.userId)).length;
      await move('published');
      expect((await desk(officer.token)).map(({ history }) => history.map(({ act }) => act))).toEqual([
        ['made', 'done', 'reopened'],
      ]);
      expect((await told(officer.userId)).slice(before)).toEqual(['duty']);
    });
  });

  describe('who is told', () => {
    it('is each officer on duty of the district, by inbox, mail and push within a minute, in words that name nobody; and nobody else', async () => {
      const here = [await person('officer', [LUDHIANA]), await person('officer', [LUDHIANA])];
      const others = [
        await person('officer', [MOGA]),
        await person('officer', [PATNA]),
        await person('officer', []),
        await person('volunteer', [LUDHIANA]),
        await person('moderator'),
        await person('admin'),
        await person('poster'),
      ];
      const { key } = (await ask('', 'GET', '/push/key')).body;
      const devices = [];
      for (const { userId, token } of [...here, ...others]) {
        await host.db
          .updateTable('app_user')
          .set({ verified_at: new Date(), mail_notices: true })
          .where('id', '=', userId)
          .execute();
        const device = pushes.subscribe(key);
        expect((await ask(token, 'POST', '/push/subscriptions', device.subscription)).status).toBe(200);
        devices.push(device);
      }
      const mailsBefore = mail.mails.length;
      const began = Date.now();
      await post({ type: 'found', foundPersonAge: '71', region: 'Ludhiana, Punjab', name: 'Asha Devi' });
      await host.app().jobs.idle();
      expect(Date.now() - began).toBeLessThan(MINUTE_MS);
      for (const { userId } of here) expect(await told(userId)).toEqual(['duty']);
      for (const { userId } of others) expect(await told(userId)).toEqual([]);
      expect(devices.map(({ received }) => received.length)).toEqual([1, 1, ...others.map(() => 0)]);
      expect(devices[0]?.received[0]?.message).toMatchObject({ body: '', url: '/duty', kind: 'duty' });
      const mails = mail.mails.slice(mailsBefore);
      expect(mails.map(({ to }) => to).sort()).toEqual(here.map(({ userId }) => `${userId}@example.in`).sort());
      for (const { subject, text } of mails) {
        expect(text).toContain('https://wapsi.example/duty');
        const words = `${subject} ${text.replaceAll(/https:\S+/g, '')}`; // the way out of mails is signed, with figures of chance
        expect(words).toMatch(/duty desk/);
        expect(words).not.toMatch(/Asha|Tuesday|71|Ludhiana/);
      }
    });

    it('is not kept waiting by the hundreds who follow a report, though the service that pushes to them hangs', async () => {
      const officer = await person('officer', [LUDHIANA]);
      const device = pushes.subscribe((await ask('', 'GET', '/push/key')).body.key);
      expect((await ask(officer.token, 'POST', '/push/subscriptions', device.subscription)).status).toBe(200);
      const { keys } = pushes.subscribe((await ask('', 'GET', '/push/key')).body.key).subscription;
      const waiting: ServerResponse[] = [];
      const hanging = createServer((_, response) => void waiting.push(response));
      await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
      const { port } = hanging.address() as AddressInfo; // a TCP server's address is one
      const adult = await post({ lostPersonAge: '40', region: 'Ludhiana, Punjab' });
      await publishReport(host, adult);
      await host.app().jobs.idle();
      const followers = Array.from({ length: 500 }, () => randomUUID());
      await host.db
        .insertInto('app_user')
        .values(followers.map((id) => ({ id, name: 'Ravi', email: `${id}@example.in`, role: 'poster' as const })))
        .execute();
      await host.db
        .insertInto('push_subscription')
        .values(followers.map((id) => ({ endpoint: `http://127.0.0.1:${port}/${id}`, user_id: id, ...keys })))
        .execute();
      await host.db
        .insertInto('follow')
        .values(followers.map((id) => ({ id: randomUUID(), user_id: id, report_id: adult })))
        .execute();
      await host.db.transaction().execute((tx) => tellFollowers(tx, adult, 'report-changed', 'seen'));
      host.app().jobs.wake();
      await expect.poll(() => waiting.length, { timeout: 20_000 }).toBeGreaterThan(0);
      const began = Date.now();
      await post();
      await expect.poll(() => device.received.length, { timeout: 5000 }).toBe(1);
      expect(device.received[0]?.message.kind).toBe('case-needed');
      const left = await host.db.selectFrom('job').select('kind').where('patient', '=', true).execute();
      console.info(`the officer was told in ${Date.now() - began} ms, before ${left.length} who follow`);
      expect(left.length).toBeGreaterThan(400);
      await host.db.deleteFrom('job').where('patient', '=', true).execute();
      for (const response of waiting) response.writeHead(201).end();
      await host.app().jobs.idle();
      hanging.closeAllConnections();
      await new Promise((resolve) => hanging.close(resolve));
    });

    it('is at once the state where the district has no officer, and the team where the state has none', async () => {
      const [moga, team] = [await person('officer', [MOGA]), await person('moderator')];
      await post();
      expect([await told(moga.userId), await told(team.userId)]).toEqual([['duty'], []]);
      expect(await first(moga.token)).toMatchObject({ level: 'state', report: { subject: { ageMin: 9 } } });
      await post({ lostPersonAge: '9', region: 'Patna, Bihar' });
      expect(await told(team.userId)).toEqual(['duty']);
      expect((await desk(team.token)).map(({ level }) => level)).toEqual(['team']);
      expect((await desk(moga.token)).length).toBe(1);
    });

    it('is at once the state where the only officer of the district is paused for strikes', async () => {
      const [own, moga] = [await person('officer'), await person('officer', [MOGA])];
      const paused = (until: Date) =>
        host.db.updateTable('app_user').set({ paused_until: until }).where('id', '=', own.userId).execute();
      await paused(new Date(Date.now() + DAY_MS));
      await post();
      expect([await told(own.userId), await told(moga.userId)]).toEqual([[], ['duty']]);
      expect(await first(moga.token)).toMatchObject({ level: 'state' });
      await paused(new Date(Date.now() - 1));
      await post();
      expect([await told(own.userId), await told(moga.userId)]).toEqual([['case-needed'], ['duty']]);
    });

    it('is not whoever brought it', async () => {
      const [one, another] = [await person('officer'), await person('officer')];
      await post({ type: 'found', foundPersonAge: '6', region: 'Ludhiana, Punjab' }, one.token);
      expect([await told(one.userId), await told(another.userId)]).toEqual([[], ['case-needed']]);
    });

    it('is the team alone, of the word of the person themselves', async () => {
      const [officer, team, finder] = [await person('officer'), await person('moderator'), await person('finder')];
      const id = await post();
      await note(finder.token, id, 'self');
      expect([await told(officer.userId), await told(team.userId)]).toEqual([['case-needed'], ['duty']]);
      await later(DAY_MS);
      expect((await desk(officer.token)).map(({ kind }) => kind)).toEqual(['missing-child']);
      expect((await desk(team.token)).map(({ kind }) => kind)).toContain('sighting');
    });
  });

  describe('by the clock', () => {
    it('what nobody takes in half an hour goes to the state, then to the team; each is told once, and those before see it still', async () => {
      const officer = await person('officer', [LUDHIANA]);
      const [state, elsewhere, team] = [
        await person('officer', [MOGA]),
        await person('officer', [PATNA]),
        await person('moderator'),
      ];
      await post();
      const { since, dueAt } = await first(officer.token);
      expect(Date.parse(dueAt) - Date.parse(since)).toBe(30 * MINUTE_MS);
      await later(29 * MINUTE_MS);
      expect([(await desk(state.token)).length, await told(state.userId)]).toEqual([0, []]);
      await later(31 * MINUTE_MS);
      await later(60 * MINUTE_MS);
      expect([(await desk(state.token)).length, (await desk(team.token)).length]).toEqual([1, 0]);
      expect([await told(state.userId), await told(team.userId)]).toEqual([['duty-raised'], []]);
      for (const minutes of [62, 93, 24 * 60]) await later(minutes * MINUTE_MS);
      expect([await told(officer.userId), await told(state.userId), await told(team.userId)]).toEqual([
        ...[['case-needed'], ['duty-raised'], ['duty-raised']],
      ]);
      expect([(await desk(elsewhere.token)).length, await told(elsewhere.userId)]).toEqual([0, []]);
      for (const { token } of [officer, state, team])
        expect((await first(token)).history.map(({ act }) => act)).toEqual(['made', 'raised', 'raised']);
    });

    it('what is taken is not raised, until it was left for a day', async () => {
      const [officer, team] = [await person('officer', [LUDHIANA]), await person('moderator')];
      await post();
      expect((await act(officer.token, await first(officer.token), 'take')).status).toBe(200);
      await later(DAY_MS - MINUTE_MS);
      expect([(await first(officer.token)).state, await told(team.userId)]).toEqual(['taken', []]);
      await later(DAY_MS + MINUTE_MS);
      expect([await first(officer.token), await told(team.userId)]).toMatchObject([
        { state: 'open', level: 'team' },
        ['duty-raised'],
      ]);
    });
  });

  describe('an officer', () => {
    it('takes, gives back, passes on with a reason, ends and opens again; each is history by its office, and in the log', async () => {
      const officer = await person('officer', [LUDHIANA], 'Kotwali');
      const [colleague, moderator] = [await person('officer', [LUDHIANA], 'Sadar'), await person('moderator')];
      await post();
      const taken = (await act(officer.token, await first(officer.token), 'take')).body.data;
      expect(taken).toMatchObject({ state: 'taken', taken: { station: 'Kotwali', mine: true } });
      expect((await first(colleague.token)).taken).toMatchObject({ station: 'Kotwali', mine: false });
      expect((await act(colleague.token, taken, 'done')).status).toBe(409);
      const back = (await act(officer.token, taken, 'give-back')).body.data;
      expect([back.state, back.taken]).toEqual(['open', undefined]);
      expect((await act(colleague.token, back, 'pass-on')).body.fields).toEqual({ reason: 'required' });
      const passed = (await act(colleague.token, back, 'pass-on', 'Her family is known in Moga')).body.data;
      expect(passed.level).toBe('team');
      const done = (await act(officer.token, passed, 'done')).body.data;
      expect([done.state, (await desk(officer.token)).length, (await desk(officer.token, true)).length]).toEqual([
        ...['done', 0, 1],
      ]);
      const open = (await act(officer.token, done, 'reopen', 'Not her')).body.data;
      expect(
        open.history.map(({ act, station, reason }: DutyTask['history'][number]) => [act, station, reason]),
      ).toEqual([
        ['made', undefined, undefined],
        ['taken', 'Kotwali', undefined],
        ['given-back', 'Kotwali', undefined],
        ['passed-on', 'Sadar', 'Her family is known in Moga'],
        ['done', 'Kotwali', undefined],
        ['reopened', 'Kotwali', 'Not her'],
      ]);
      const acts = await host.db.selectFrom('audit').select(['action', 'reason']).orderBy('at').execute();
      expect(acts.map(({ action, reason }) => [action, reason])).toEqual([
        ['duty-take', null],
        ['duty-give-back', null],
        ['duty-pass-on', 'Her family is known in Moga'],
        ['duty-done', null],
        ['duty-reopen', 'Not her'],
      ]);
      expect(await told(moderator.userId)).toEqual(['duty-raised', 'duty']);
    });

    it('who is second learns that a colleague was first, and nothing is written over', async () => {
      const [one, two] = [await person('officer'), await person('officer')];
      await post();
      const seen = await first(one.token);
      const answers = await Promise.all([act(one.token, seen, 'take'), act(two.token, seen, 'take')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
      expect((await first(one.token)).history.map(({ act }) => act)).toEqual(['made', 'taken']);
    });

    it('takes without a network what went on to the next meanwhile, as long as nobody has it, and ends it', async () => {
      const [one, two] = [await person('officer'), await person('officer')];
      await post();
      const seen = await first(one.token);
      await later(31 * MINUTE_MS);
      expect(Number((await first(one.token)).rev)).toBeGreaterThan(Number(seen.rev));
      const stale = [await act(one.token, seen, 'done'), await act(one.token, seen, 'pass-on', 'Moga')];
      expect(stale.map(({ body }) => body.code)).toEqual(['changed-meanwhile', 'changed-meanwhile']);
      expect((await act(one.token, seen, 'take')).body.data.taken).toMatchObject({ mine: true });
      for (const { token } of [one, two]) expect((await act(token, seen, 'take')).body.code).toBe('changed-meanwhile');
      expect((await act(two.token, { ...seen, rev: '2' }, 'done')).body.code).toBe('changed-meanwhile');
      // As the device numbers its own second step, which knows of no step between.
      expect((await act(one.token, { ...seen, rev: '2' }, 'done')).body.data.state).toBe('done');
      expect((await act(two.token, seen, 'take')).body.code).toBe('changed-meanwhile');
      const [ended] = await desk(one.token, true);
      expect(ended?.history.map(({ act }) => act)).toEqual(['made', 'raised', 'taken', 'done']);
    });

    it('whose account is gone holds nothing any more', async () => {
      const [one, two] = [await person('officer'), await person('officer')];
      await post();
      await act(one.token, await first(one.token), 'take');
      await host.db.updateTable('duty_task').set({ taken_by: null }).execute();
      const left = await first(two.token);
      expect([left.state, left.taken]).toEqual(['open', undefined]);
      expect((await act(two.token, left, 'take')).body.data.taken).toMatchObject({ mine: true });
    });

    it.each([
      ['is suspended', 'moderator', 'standing', { suspended: true, reason: 'Under inquiry' }],
      [
        ...(['is moved to another district', 'admin', 'role'] as const),
        { role: 'officer', organisation: 'Sadar, Patna', districts: [PATNA], reason: 'Transfer' },
      ],
      ['is an officer no more', 'admin', 'role', { role: 'poster', reason: 'Retired' }],
    ] as const)(
      'who %s has nothing in hand: colleagues are told, and the clock starts anew',
      async (_, by, what, change) => {
        const [one, chief] = [await person('officer', [LUDHIANA], 'Kotwali'), await person(by)];
        await post();
        expect((await act(one.token, await first(one.token), 'take')).status).toBe(200);
        const two = await person('officer', [LUDHIANA]);
        expect((await ask(chief.token, 'PUT', `/users/${one.userId}/${what}`, change)).status).toBe(200);
        const left = await first(two.token);
        expect([left.state, left.taken, left.history.map(({ act: step }) => step)]).toEqual([
          ...['open', undefined, ['made', 'taken', 'reopened']],
        ]);
        expect(await told(two.userId)).toEqual(['duty']);
        expect(Date.parse(left.dueAt) - Date.now()).toBeLessThan(31 * MINUTE_MS);
        expect((await act(two.token, left, 'take')).body.data.taken).toMatchObject({ mine: true });
      },
    );

    it('who deletes their account has nothing in hand, and where they were alone the next are asked at once', async () => {
      const [one, state] = [await person('officer', [LUDHIANA]), await person('officer', [MOGA])];
      await post();
      expect((await act(one.token, await first(one.token), 'take')).status).toBe(200);
      expect((await ask(one.token, 'DELETE', '/auth/delete-account', { undo: true })).status).toBe(200);
      expect(await first(state.token)).toMatchObject({ state: 'open', level: 'state' });
      expect(await told(state.userId)).toEqual(['duty']);
    });

    it('has what was sent twice done once', async () => {
      const officer = await person('officer');
      await post();
      const { id, rev } = await first(officer.token);
      const input = { rev, act: 'take', opId: randomUUID() };
      for (let i = 0; i < 2; i++)
        expect((await ask(officer.token, 'PUT', `/duty/${id}`, input)).body.data.rev).toBe(String(Number(rev) + 1));
    });

    it('of another district, a volunteer and whoever posted it have nothing of it', async () => {
      const [officer, owner] = [await person('officer'), await person('poster')];
      await post(CHILD, owner.token);
      const task = await first(officer.token);
      const [elsewhere, moderator] = [await person('officer', [PATNA]), await person('moderator')];
      for (const { token } of [elsewhere, await person('officer', []), moderator]) {
        expect((await ask(token, 'GET', '/duty')).body).toEqual({ data: [], total: 0 });
        expect((await act(token, task, 'take')).status).toBe(404);
      }
      for (const { token } of [owner, await person('volunteer')]) {
        expect((await ask(token, 'GET', '/duty')).status).toBe(403);
        expect((await act(token, task, 'take')).status).toBe(403);
      }
    });
  });
});
