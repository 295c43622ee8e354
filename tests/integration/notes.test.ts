/** Notes on a report: who may write and read them, who is told, and what a confirmed one changes. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import type { Note } from '../../contract/note.ts';
import * as recordedViews from '../../server/db/migrations/010-recorded-views.ts';
import { endHold } from '../../server/protection/objections.ts';
import { logChange } from '../../server/reports/store.ts';
import { bring, makePhoto, newReport, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { type Person, personOf, postItem, reopen } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

withEither('notes', (database) => {
  let host: TestHost;
  let owner: Person;
  let finder: Person;
  let other: Person;
  let reportId: string;

  const note = (change: object = {}) => ({
    opId: randomUUID(),
    id: randomUUID(),
    kind: 'sighting',
    text: 'Seen near the old gate, with a grey bag',
    ...change,
  });
  const add = async (person: Person, change: object = {}, id = reportId) => {
    const { status, body } = await person.call('POST', `/report/${id}/notes`, note(change));
    return { status, code: body.code, note: body.data as Note };
  };
  const list = async (person: Person, id = reportId): Promise<Note[]> =>
    (await person.call('GET', `/report/${id}/notes`)).body.data;
  const answer = (person: Person, id: string, word: 'confirm' | 'dismiss' | 'reopen') =>
    person.call('PUT', `/notes/${id}`, { answer: word });
  const open = (person: Person, id = reportId) => person.call('POST', `/report/${id}/open`, { reason: 'sighting' });
  const condition = async () => (await owner.call('GET', `/report/${reportId}`)).body.data.subject.condition;
  const told = async (person: Person) => {
    const rows = await host.db.selectFrom('notice').select('kind').where('user_id', '=', person.userId).execute();
    return rows.map(({ kind }) => kind);
  };
  async function postPerson(change = {}): Promise<string> {
    const { upload, id, opId } = newReport(change);
    await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    await publishReport(host, id);
    return id;
  }

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    owner = await personOf(host, 'poster', 'Asha Rani');
    finder = await personOf(host, 'finder', 'Harpreet Singh');
    other = await personOf(host, 'poster');
    reportId = await postPerson();
  });

  it('go to the owner, and to officers and moderators who open the record; others read but their own, and the public nothing (R18)', async () => {
    const place = { lat: 31.62, lng: 74.88, address: 'Old gate' };
    const { note: added } = await add(finder, { place, region: 'Amritsar', seenAt: '2026-11-20T10:00:00.000Z' });
    expect(added).toMatchObject({ mine: true, status: 'open', place, seenAt: '2026-11-20T10:00:00.000Z' });
    const team = [await personOf(host, 'officer'), await personOf(host, 'moderator')];
    for (const person of team) {
      expect(await list(person)).toEqual([]);
      await open(person);
    }
    for (const person of [owner, ...team])
      expect(await list(person)).toMatchObject([{ id: added.id, mine: false, by: 'Harpreet S.', place }]);
    expect(await list(finder)).toHaveLength(1);
    for (const person of [other, await personOf(host, 'volunteer')]) expect(await list(person)).toEqual([]);
    expect((await (await personOf(host)).call('GET', `/report/${reportId}/notes`)).status).toBe(401);
    expect(await told(owner)).toEqual(['note-added']);
    await untilReadable(host.db);
    const nobody = await personOf(host);
    for (const url of [`/report/${reportId}`, '/report', '/sync?feed=reports'])
      expect(JSON.stringify((await nobody.call('GET', url)).body)).not.toMatch(/old gate|Harpreet|74\.88/i);
    expect((await owner.call('GET', `/report/${reportId}`)).body.waiting.notes).toBe(1);
  });

  it('are in the log with the report when an office answers them, each once; not when whoever posted it does', async () => {
    const officer = await personOf(host, 'officer');
    await open(officer);
    const [seen, wrong, own] = [await add(finder), await add(finder), await add(finder)];
    expect((await answer(officer, seen.note.id, 'confirm')).status).toBe(200);
    expect((await answer(officer, wrong.note.id, 'dismiss')).status).toBe(200);
    expect((await answer(officer, seen.note.id, 'dismiss')).status).toBe(409);
    expect((await answer(owner, own.note.id, 'confirm')).status).toBe(200);
    const lines = await host.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'role', 'subject_id', 'reason'])
      .where('action', 'like', 'note-%')
      .orderBy('at')
      .execute();
    const line = { actor_id: officer.userId, role: 'officer', subject_id: reportId, reason: null };
    expect(lines).toEqual([
      { action: 'note-confirm', ...line },
      { action: 'note-dismiss', ...line },
    ]);
  });

  it('need an account in whole standing and a report that is up', async () => {
    expect((await add(await personOf(host))).status).toBe(401);
    expect((await add(finder, {}, randomUUID())).status).toBe(404);
    await owner.call('PUT', `/report/${reportId}`, { status: 'withdrawn' });
    expect((await add(finder)).status).toBe(404);
    const item = await postItem(host, owner);
    expect((await add(finder, { condition: 'seen' }, item.id)).status).toBe(400);
    expect((await add(finder, { kind: 'self' }, item.id)).status).toBe(400);
    expect((await add(finder, { kind: 'information' }, item.id)).status).toBe(200);
  });

  it('are taken for a guarded child too, of whom the writer learns nothing', async () => {
    const child = await postPerson({ lostPersonAge: '9' });
    expect((await add(finder, { condition: 'seen' }, child)).status).toBe(200);
    expect(JSON.stringify(await list(finder, child))).not.toContain('Asha Devi');
  });

  /** All that its owner can hear of a report: its page, notes, inbox and counts; a mail or push comes of a notice alone. */
  async function heardBy(person: Person, id: string) {
    const details = (await person.call('GET', `/report/${id}`)).body;
    const inbox = (await person.call('GET', '/inbox')).body;
    const notices = await host.db.selectFrom('notice').selectAll().where('user_id', '=', person.userId).execute();
    const { rev: _, ...data } = details.data;
    return { data, history: details.history, waiting: details.waiting, notes: await list(person, id), inbox, notices };
  }

  it('“I am this person” tells who posted the report nothing, neither when it is written nor when it is confirmed (hole 2)', async () => {
    const before = await heardBy(owner, reportId);
    const photo = await makePhoto(43);
    const words = { kind: 'self', text: 'I left him', condition: 'safe', photos: [photo.sha256] };
    const { note: self } = await add(finder, { ...words, place: { lat: 31.62, lng: 74.88 } });
    expect(await heardBy(owner, reportId)).toEqual(before);
    expect((await answer(owner, self.id, 'confirm')).status).toBe(404);
    const [officer, moderator] = [await personOf(host, 'officer'), await personOf(host, 'moderator')];
    for (const person of [officer, moderator]) await open(person);
    expect([await list(officer), (await answer(officer, self.id, 'confirm')).status]).toEqual([[], 404]);
    expect(await list(moderator)).toMatchObject([{ id: self.id, text: 'I left him' }]);
    expect((await answer(moderator, self.id, 'confirm')).status).toBe(200);
    expect(await heardBy(owner, reportId)).toEqual(before);
    expect(await list(finder)).toMatchObject([{ id: self.id, text: 'I left him', mine: true, status: 'confirmed' }]);
    // Nor does it show in what the owner confirms after it.
    const { note: seen } = await add(other, { condition: 'seen', seenAt: '2026-11-01T10:00:00.000Z' });
    await answer(owner, seen.id, 'confirm');
    expect(await condition()).toBe('seen');
  });

  it('a moderator who posted the report is its reporter like any other: somebody else reads such notes', async () => {
    const moderator = await personOf(host, 'moderator');
    await host.db.updateTable('report').set({ owner_id: moderator.userId }).where('id', '=', reportId).execute();
    const { note: self } = await add(finder, { kind: 'self' });
    await open(moderator);
    expect([await list(moderator), (await answer(moderator, self.id, 'confirm')).status]).toEqual([[], 404]);
    expect((await moderator.call('GET', '/moderation/notes')).body).toEqual({ data: [], total: 0 });
  });

  it.each([
    ['a child', { lostPersonAge: '9' }, true],
    ['somebody who was found', { type: 'found', foundPersonAge: '50' }, true],
    ['nobody has looked at', {}, false],
  ] as const)('of a report about %s go to officers and moderators alone (hole 2)', async (_, change, isUp) => {
    const { upload, id, opId } = newReport(change);
    await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    if (isUp) await publishReport(host, id);
    const before = await heardBy(owner, id);
    const { note: seen } = await add(finder, { condition: 'seen' }, id);
    expect(await heardBy(owner, id)).toEqual(before);
    expect((await answer(owner, seen.id, 'confirm')).status).toBe(404);
    const officer = await personOf(host, 'officer');
    const { data } = (await officer.call('GET', '/moderation/notes')).body;
    expect(data).toMatchObject([{ id: seen.id, kind: 'sighting', report: { id, contact: 'guarded' } }]);
    await open(officer, id);
    expect(await list(officer, id)).toMatchObject([{ id: seen.id }]);
    // What the team says of it would tell its writer how the record stands.
    expect((await answer(officer, seen.id, 'confirm')).body.data.status).toBe('confirmed');
    expect(await list(finder, id)).toMatchObject([{ id: seen.id, status: 'open' }]);
    expect((await finder.call('GET', '/me/data')).body.notes).toMatchObject([{ id: seen.id, status: 'open' }]);
    expect(await told(finder)).toEqual([]);
  });

  it('that are in the database already fall under the same rule, and so do the notices of them (hole 2)', async () => {
    const child = await postPerson({ lostPersonAge: '9' });
    const rows = [
      { report_id: reportId, kind: 'self' as const },
      { report_id: child, kind: 'sighting' as const },
    ];
    for (const row of rows) {
      const told = { kind: 'note-added' as const, report_id: row.report_id, user_id: owner.userId, detail: null };
      await host.db.transaction().execute(async (tx) => {
        const where = { condition: null, region: null, lat: null, lng: null, address: null, seen_at: null };
        const written = { id: randomUUID(), author_id: finder.userId, text: 'Here', released_at: new Date() };
        await tx
          .insertInto('note')
          .values({ ...row, ...where, ...written })
          .execute();
        const links = { claim_id: null, conversation_id: null, read_at: null };
        await tx
          .insertInto('notice')
          .values({ ...told, ...links, id: randomUUID() })
          .execute();
      });
    }
    expect((await owner.call('GET', '/inbox')).body).toEqual({ data: [], unread: 0 });
    for (const { report_id } of rows) expect(await list(owner, report_id)).toEqual([]);
    await add(finder); // one that is for the owner
    expect((await owner.call('GET', '/inbox')).body).toMatchObject({ unread: 2 });
    await host.db.transaction().execute(recordedViews.forgetNotices); // as the migration does
    expect((await owner.call('GET', '/inbox')).body.data).toHaveLength(1);
  });

  it('never change how anyone stands by themselves; a confirmed one does, and its writer is told', async () => {
    const { note: seen } = await add(finder, { condition: 'seen' });
    expect(await condition()).toBe('missing');
    expect((await answer(other, seen.id, 'confirm')).status).toBe(404);
    expect((await answer(finder, seen.id, 'confirm')).status).toBe(404); // not even its writer
    expect(await condition()).toBe('missing');
    expect((await answer(owner, seen.id, 'confirm')).body.data.status).toBe('confirmed');
    expect(await condition()).toBe('seen');
    expect(await told(finder)).toEqual(['note-confirmed']);
    const { history } = (await owner.call('GET', `/report/${reportId}`)).body;
    expect(history.at(-1)).toMatchObject({ what: 'subject', from: 'missing', to: 'seen', by: 'owner' });
    expect((await answer(owner, seen.id, 'dismiss')).status).toBe(409);
  });

  it.each(['found', 'safe'] as const)(
    'of another never make anyone %s, by whomever they are confirmed: no more than seen',
    async (says) => {
      const officer = await personOf(host, 'officer');
      await open(officer);
      for (const who of [owner, officer]) {
        const { note: told } = await add(finder, { kind: 'information', text: 'Red shirt', condition: says });
        expect((await list(who)).find(({ id }) => id === told.id)).toMatchObject({ condition: says });
        await open(officer);
        expect((await answer(who, told.id, 'confirm')).status).toBe(200);
        expect(await condition()).toBe('seen');
      }
      // Nor does it open again what the family has said itself.
      await owner.call('PUT', `/report/${reportId}`, { condition: 'safe' });
      for (const word of [says, 'missing']) {
        const { note: late } = await add(finder, { kind: 'information', text: 'Blue shirt', condition: word });
        expect((await answer(owner, late.id, 'confirm')).status).toBe(200);
        expect(await condition()).toBe('safe');
      }
    },
  );

  it('dismissed change nothing and tell nobody; what an officer writes holds as it is said', async () => {
    const officer = await personOf(host, 'officer');
    const { note: wrong } = await add(officer, { condition: 'safe' });
    expect((await answer(owner, wrong.id, 'dismiss')).body.data.status).toBe('dismissed');
    expect([await condition(), await told(officer)]).toEqual(['missing', []]);
    const words = { kind: 'information', text: 'She is with us, and well', condition: 'safe' };
    const { note: second } = await add(officer, words);
    const colleague = await personOf(host, 'officer');
    await open(colleague);
    await answer(colleague, second.id, 'confirm');
    expect(await condition()).toBe('safe');
    expect(await told(officer)).toEqual(['note-confirmed']);
    const { history } = (await owner.call('GET', `/report/${reportId}`)).body;
    expect(history.at(-1)).toMatchObject({ to: 'safe', by: 'officer' });
  });

  it('what an officer wrote who was suspended or paused or has left since says no more than that somebody was seen', async () => {
    for (const since of ['suspended_at', 'paused_until', 'closed_at'] as const) {
      const child = await postPerson({ lostPersonAge: '9' });
      const officer = await personOf(host, 'officer');
      const { note } = await add(officer, { condition: 'safe' }, child);
      await host.db
        .updateTable('app_user')
        .set({ [since]: new Date(Date.now() + (since === 'paused_until' ? 86_400_000 : 0)) })
        .where('id', '=', officer.userId)
        .execute();
      const colleague = await personOf(host, 'officer');
      await open(colleague, child);
      expect((await answer(colleague, note.id, 'confirm')).status).toBe(200);
      expect((await owner.call('GET', `/report/${child}`)).body.data.subject.condition).toBe('seen');
    }
  });

  it('that an officer has confirmed of a child say to the family that it was seen, once, and nothing of the words', async () => {
    const child = await postPerson({ lostPersonAge: '9' });
    const officer = await personOf(host, 'officer');
    const before = (await told(owner)).length;
    for (const text of ['By the canal, in a red shirt', 'By the canal again']) {
      const { note: seen } = await add(finder, { text, condition: 'seen' }, child);
      await open(officer, child);
      expect((await answer(officer, seen.id, 'confirm')).status).toBe(200);
    }
    const notices = host.db.selectFrom('notice').select(['kind', 'detail', 'report_id']);
    const news = await notices.where('user_id', '=', owner.userId).orderBy('created_at').execute();
    expect(news.slice(before)).toEqual([{ kind: 'report-changed', detail: 'seen', report_id: child }]);
    const inbox = (await owner.call('GET', '/inbox')).body;
    expect(inbox.data).toContainEqual(expect.objectContaining({ kind: 'report-changed', detail: 'seen' }));
    expect([await list(owner, child), JSON.stringify(inbox).includes('canal')]).toEqual([[], false]);
    const { data } = (await owner.call('GET', `/report/${child}`)).body;
    expect(data.subject.condition).toBe('seen');
  });

  it('an answer is taken back by an office: it waits on the desk again, and what it made known with it', async () => {
    const child = await postPerson({ lostPersonAge: '9' });
    const [officer, colleague] = [await personOf(host, 'officer'), await personOf(host, 'officer')];
    for (const each of [officer, colleague]) await open(each, child);
    const known = async () => (await owner.call('GET', `/report/${child}`)).body.data.subject.condition;
    const waits = async () => {
      const { data } = (await colleague.call('GET', '/duty?done=false')).body;
      return data.filter(({ kind, report }: DutyTask) => kind === 'sighting' && report.id === child).length;
    };
    const stands = async (of: Person) => (await list(of, child)).map(({ status, mayReopen }) => [status, mayReopen]);
    const { note } = await add(finder, { text: 'By the canal', condition: 'seen' }, child);
    for (const each of [officer, colleague]) await open(each, child);
    expect((await answer(officer, note.id, 'reopen')).status).toBe(409); // nobody has answered
    for (const first of ['dismiss', 'confirm'] as const) {
      expect([await waits(), await stands(colleague)]).toEqual([1, [['open', undefined]]]);
      expect((await answer(officer, note.id, first)).status).toBe(200);
      expect([await known(), await waits()]).toEqual([first === 'confirm' ? 'seen' : 'missing', 0]);
      expect(await stands(colleague)).toEqual([[first === 'confirm' ? 'confirmed' : 'dismissed', true]]);
      expect((await answer(finder, note.id, 'reopen')).status).toBe(404);
      expect((await answer(owner, note.id, 'reopen')).status).toBe(404);
      // Another pair of hers was decided on meanwhile.
      await logChange(host.db, { id: child, what: 'subject', from: null, to: 'not-linked', actor: 'system' });
      expect((await answer(colleague, note.id, 'reopen')).status).toBe(200);
      expect(await known()).toBe('missing');
    }
    const news = host.db.selectFrom('notice').select('detail').where('user_id', '=', owner.userId);
    const details = (await news.where('report_id', '=', child).orderBy('created_at').execute()).map(
      (row) => row.detail,
    );
    expect(details).toEqual(['seen', 'missing']);
  });

  it('an answer is not the owner’s to take back, and what another confirmed word says of the person stays', async () => {
    const officer = await personOf(host, 'officer');
    const { note: mine } = await add(finder, { condition: 'seen' });
    expect((await answer(owner, mine.id, 'confirm')).status).toBe(200);
    expect((await answer(owner, mine.id, 'reopen')).status).toBe(409);
    const { note: other } = await add(finder, { condition: 'seen' });
    await open(officer);
    for (const word of ['confirm', 'reopen'] as const) {
      expect((await answer(officer, other.id, word)).status).toBe(200);
      expect(await condition()).toBe('seen');
    }
    expect((await answer(officer, mine.id, 'reopen')).status).toBe(200);
    expect(await condition()).toBe('missing');
  });

  it('of an adult tell the owner first what was told, then that an officer has confirmed it; what they confirm is no news', async () => {
    const officer = await personOf(host, 'officer');
    const { note: seen } = await add(finder, { condition: 'seen' });
    await open(officer);
    await answer(officer, seen.id, 'confirm');
    expect(await told(owner)).toEqual(['note-added', 'report-changed']);
    const { note: safe } = await add(officer, { condition: 'safe' });
    await answer(owner, safe.id, 'confirm');
    expect(await condition()).toBe('safe');
    expect((await told(owner)).filter((kind) => kind === 'report-changed')).toHaveLength(1);
  });

  it('newest wins: what was seen later holds, in whichever order it is confirmed', async () => {
    const officer = await personOf(host, 'officer');
    const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;
    const { note: early } = await add(finder, { condition: 'seen', seenAt: at(10) });
    const { note: late } = await add(officer, { condition: 'safe', seenAt: at(14) });
    await answer(owner, late.id, 'confirm');
    await answer(owner, early.id, 'confirm');
    expect(await condition()).toBe('safe');
    const { note: middle } = await add(officer, { condition: 'found', seenAt: at(12) });
    const { note: last } = await add(finder, { condition: 'seen', seenAt: at(15) });
    await answer(owner, middle.id, 'confirm');
    expect(await condition()).toBe('safe');
    await answer(owner, last.id, 'confirm');
    expect(await condition()).toBe('seen');
  });

  it('newest wins: what the owner says after a sighting is not undone by it, nor by one dated tomorrow', async () => {
    const { note: seen } = await add(finder, { condition: 'seen', seenAt: '2126-01-01T00:00:00.000Z' });
    await owner.call('PUT', `/report/${reportId}`, { condition: 'safe' });
    await answer(owner, seen.id, 'confirm');
    expect(await condition()).toBe('safe');
  });

  it('that come while a change of the report waits for review, or it is hidden for a while, are told once it is shown again', async () => {
    const edit = { id: reportId, title: 'Lost at the fair', opId: randomUUID() };
    expect((await owner.call('PUT', `/report/${reportId}`, edit)).status).toBe(200);
    expect((await owner.call('GET', `/report/${reportId}`)).body.data.status).toBe('pending_review');
    const officer = await personOf(host, 'officer');
    await open(officer);
    expect((await add(officer, { condition: 'seen' })).status).toBe(200);
    const told = async () =>
      (await host.db.selectFrom('notice').select('kind').where('user_id', '=', owner.userId).execute()).filter(
        ({ kind }) => kind === 'note-added',
      ).length;
    expect([await told(), (await list(owner)).length]).toEqual([0, 0]);
    await publishReport(host, reportId);
    expect([await told(), (await list(owner)).length]).toEqual([1, 1]);

    const said = { kind: 'me', inPerson: true, opId: randomUUID() };
    expect((await officer.call('POST', `/report/${reportId}/objections`, said)).status).toBe(200);
    const moderator = await personOf(host, 'moderator');
    await open(moderator);
    expect((await add(moderator, { condition: 'seen' })).status).toBe(200);
    expect([await told(), (await list(owner)).length]).toEqual([1, 1]);
    const [objection] = (await moderator.call('GET', '/moderation/objections')).body.data;
    const refused = { outcome: 'refused', reason: 'Another woman' };
    expect((await moderator.call('PUT', `/moderation/objections/${objection.id}`, refused)).status).toBe(200);
    expect([await told(), (await list(owner)).length]).toEqual([2, 2]);
  });

  it('that came while the report was veiled, which ended while its owner’s account was closed, are told once the account is back', async () => {
    const officer = await personOf(host, 'officer');
    const moderator = await personOf(host, 'moderator');
    const said = { kind: 'me', inPerson: true, opId: randomUUID() };
    expect((await officer.call('POST', `/report/${reportId}/objections`, said)).status).toBe(200);
    await open(moderator);
    expect((await add(moderator, { condition: 'seen' })).status).toBe(200);
    expect((await owner.call('DELETE', '/auth/delete-account', { undo: true })).status).toBe(200);
    const hold = await host.db.selectFrom('job').selectAll().where('kind', '=', 'end-hold').executeTakeFirstOrThrow();
    await endHold(host.db)(hold.payload);
    expect(await told(owner)).not.toContain('note-added');
    await reopen(host, owner);
    expect((await told(owner)).filter((kind) => kind === 'note-added')).toHaveLength(1);
  });

  it('say how the person is also where officers have decided on a pair since', async () => {
    const { note: seen } = await add(finder, { condition: 'seen' });
    await host.db
      .transaction()
      .execute((tx) => logChange(tx, { id: reportId, what: 'subject', from: null, to: 'not-linked', actor: 'system' }));
    expect((await answer(owner, seen.id, 'confirm')).status).toBe(200);
    expect(await condition()).toBe('seen');
  });

  it('are written once for one op, and their photos are for who reads them', async () => {
    const photo = await makePhoto(41);
    const input = note({ photos: [photo.sha256] });
    for (let n = 0; n < 2; n++)
      expect((await finder.call('POST', `/report/${reportId}/notes`, input)).status).toBe(200);
    expect(await list(owner)).toHaveLength(1);
    for (const stranger of [await personOf(host), other, owner]) expect(await bring(host, photo, stranger)).toBe(404);
    expect(await bring(host, photo, finder)).toBe(200);
    const read = async (person: Person) => {
      const headers = person.token ? { authorization: person.token } : {};
      return (await host.app().inject({ method: 'GET', url: `/files/${photo.sha256}`, headers })).statusCode;
    };
    const officer = await personOf(host, 'officer');
    expect([await read(owner), await read(finder), await read(officer)]).toEqual([200, 200, 404]);
    await open(officer);
    expect(await read(officer)).toBe(200);
    await host.db.updateTable('note').set({ kind: 'self' }).execute();
    expect([await read(owner), await read(finder), await read(officer)]).toEqual([404, 200, 404]);
    expect([await read(other), await read(await personOf(host))]).toEqual([404, 404]);
  });
});
