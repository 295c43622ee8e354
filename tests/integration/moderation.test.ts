/** Posts are looked at by people within a day, flags hide, and whatever a moderator does is written down. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import type { ReportView } from '../../contract/report.ts';
import type { Role } from '../../contract/user.ts';
import { SHOW_UNSEEN } from '../../server/moderation/decide.ts';
import { changeStatus, changeSubject } from '../../server/reports/store.ts';
import { createApi } from '../../src/api/client.ts';
import {
  bring,
  faceLike,
  faceOf,
  makePhoto,
  newReport,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { reopen } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const HOUR_MS = 3_600_000;

withEither('moderation', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  async function person(role: Role = 'poster') {
    const { userId, token } = await signIn(host.db, role);
    return { userId, token, api: createApi({ base: 'http://server', fetch: host.fetch, token: () => token }) };
  }
  type Person = Awaited<ReturnType<typeof person>>;
  const anyone = () => createApi({ base: 'http://server', fetch: host.fetch, token: () => undefined });

  async function post(
    owner: Person,
    change: Parameters<typeof newReport>[0] & { photos?: string[] } = {},
  ): Promise<string> {
    const { upload, id, opId } = newReport(change);
    await owner.api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
    return id;
  }
  async function postItem(owner: Person, title: string): Promise<string> {
    const id = randomUUID();
    const item = { reportType: 'found' as const, category: 'Bags' as const, title };
    await owner.api.call(endpoints.createReport, { ...item, id, opId: randomUUID() });
    return id;
  }
  const queue = async (by: Person) => (await by.api.call(endpoints.moderationQueue, {})).data;
  /** As the queue shows it to them now; undefined where it does not. */
  const markOf = async (by: Person, id: string) => (await queue(by)).find(({ report }) => report.id === id)?.mark;
  const approveAs = (by: Person, id: string, mark?: string, opId?: string) =>
    by.api.call(endpoints.moderate, { id, action: 'approve', ...(mark ? { mark } : {}) }, opId ? { opId } : {});
  const approve = async (by: Person, id: string) => approveAs(by, id, await markOf(by, id));
  const kinds = async (of: Person) => (await of.api.call(endpoints.inbox, {})).data.map(({ kind }) => kind);
  const shownTo = async (api: Person['api'], id: string): Promise<ReportView | undefined> =>
    (await api.call(endpoints.listReports, {})).data.find((report) => report.id === id);
  const audits = () => host.db.selectFrom('audit').select(['actor_id', 'role', 'action', 'subject_id', 'reason']);

  it('every post waits for a moderator, is due within 24 hours, and is seen by all once approved (R22, R383, A17)', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const id = await post(owner);
    expect(await shownTo(anyone(), id)).toBeUndefined();
    const [review] = await queue(moderator);
    expect(review).toMatchObject({
      why: 'new',
      report: { id, phoneNumber: '+91 98140 12345' },
      flags: [],
      similar: [],
      owner: { id: owner.userId, published: 0, rejected: 0, suspended: false },
    });
    const left = Date.parse(review?.dueAt ?? '') - Date.parse(review?.report.createdAt ?? '');
    expect(left).toBe(24 * HOUR_MS);
    expect((await approve(moderator, id)).data).toMatchObject({ status: 'published', reviewed: true });
    expect(await shownTo(anyone(), id)).toMatchObject({ title: 'Missing since Tuesday' });
    expect(await queue(moderator)).toEqual([]);
    expect(await kinds(owner)).toEqual(['report-published']);
  });

  it('what has no account behind it is compared and shown to who decides before anything of it is public', async () => {
    const [owner, one, two] = [await person(), await person('moderator'), await person('moderator')];
    const face = faceOf(7);
    const known = await post(owner, { title: 'Gurpreet Singh, red turban', name: 'Gurpreet Singh', ...withFace(face) });
    await approve(one, known);
    const { upload, id, opId } = newReport({ title: 'Gurprit Singh red turban', name: 'Gurprit', ...withFace(face) });
    const { data } = await anyone().call(endpoints.uploadLostFoundPerson, { ...upload, id, opId });
    expect(data.status).toBe('pending_review');
    await untilReadable(host.db);
    const isTold = async () => {
      const [descriptor, api] = [faceLike(face, 0.01), (await person()).api];
      const answers = [
        await anyone().call(endpoints.listReports, { q: 'turban' }),
        await api.call(endpoints.listReports, {}),
        await anyone().call(endpoints.sync, { feed: 'reports' }),
        await anyone().call(endpoints.sync, { feed: 'references' }),
        await anyone().call(endpoints.compareFace, { opId: randomUUID(), descriptor }),
        // Asked by its id it is what every guarded record is, and says nothing.
        (await anyone().call(endpoints.getReport, { id })).data.title ?? '',
      ];
      const texts = answers.map((answer) => JSON.stringify(answer));
      expect(texts[0]).toContain(known); // they would tell of it
      return texts.some((text) => text.includes(id) || text.includes('Gurprit'));
    };
    expect(await isTold()).toBe(false);
    await expect(approveAs(two, id)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    const [review] = await queue(two);
    expect([review?.report.id, review?.owner, review?.similar.map((other) => other.id)]).toEqual([
      id,
      undefined,
      [known],
    ]);
    // It was shown to one of them; the other has not seen it.
    await expect(approveAs(one, id)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(await isTold()).toBe(false);
    // What its maker has changed since is looked at first, too.
    await host.db.updateTable('report').set({ address: 'Behind the mill' }).where('id', '=', id).execute();
    await expect(approveAs(two, id, review?.mark)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    await approve(two, id);
    await untilReadable(host.db);
    expect(await isTold()).toBe(true);
  });

  it('is approved as it was on the screen, and not as the queue was read anew meanwhile: its words, its photos, what people say', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const photo = await makePhoto(7, 200);
    const id = await post(owner, { photos: [photo.sha256] });
    /** A change comes after the post was seen, and the queue is read again before the decision is sent. */
    const refusedAfter = async (change: () => Promise<unknown>) => {
      const seen = await markOf(moderator, id);
      expect([typeof seen, await markOf(moderator, id)]).toEqual(['string', seen]);
      await change();
      await expect(approveAs(moderator, id, seen)).rejects.toMatchObject({ code: 'changed-meanwhile' });
      await queue(moderator);
      await expect(approveAs(moderator, id, seen)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    };
    await refusedAfter(() => owner.api.call(endpoints.updateReport, { id, title: 'Pay at this number first' }));
    await refusedAfter(() => owner.api.call(endpoints.updateReport, { id, phoneNumber: '98140 00000' }));
    await refusedAfter(() => bring(host, photo, owner));
    const known = { report_id: id, name: photo.sha256, what: 'photo', taken_down: '2026-11-02' } as const;
    await refusedAfter(() => host.db.insertInto('seen_before').values(known).execute());
    expect(await shownTo(anyone(), id)).toBeUndefined();
    await approve(moderator, id);
    expect((await shownTo(anyone(), id))?.photos).toEqual([photo.sha256]);

    const flag = async (text: string) => (await person()).api.call(endpoints.flagReport, { id, reason: 'fraud', text });
    await flag('Asks for money first');
    await refusedAfter(() => flag('It is my own daughter'));
    await approve(moderator, id);
    expect(await queue(moderator)).toEqual([]);
  });

  it('has another mark each time that it comes back, though it says the same words', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const id = await post(owner);
    const marks = [await markOf(moderator, id)];
    for (const reason of ['It is a new street', 'Ask the postman']) {
      await moderator.api.call(endpoints.moderate, { id, action: 'reject', reason: 'No such street' });
      await owner.api.call(endpoints.updateReport, { id, status: 'appealed', reason });
      marks.push(await markOf(moderator, id));
    }
    expect(new Set(marks.filter(Boolean)).size).toBe(3);
    await expect(approveAs(moderator, id, marks[1])).rejects.toMatchObject({ code: 'changed-meanwhile' });
    await approveAs(moderator, id, marks[2]);
    expect(await shownTo(anyone(), id)).toBeDefined();
  });

  it('is not taken down by a refusal that comes after a colleague has approved it, and is by one that comes after a change', async () => {
    const [owner, one, two] = [await person(), await person('moderator'), await person('moderator')];
    const id = await post(owner);
    const refuse = (mark: string | undefined) =>
      two.api.call(endpoints.moderate, { id, action: 'reject', reason: 'Not true', ...(mark ? { mark } : {}) });
    const seen = await markOf(two, id);
    await approve(one, id);
    await expect(refuse(seen)).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(await shownTo(anyone(), id)).toBeDefined();
    await owner.api.call(endpoints.updateReport, { id, title: 'Pay at this number first' });
    expect(seen).not.toBe(await markOf(two, id));
    await refuse(seen);
    expect((await owner.api.call(endpoints.getReport, { id })).data.status).toBe('rejected');
  });

  it('the one that is due first comes first, and all are counted', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const ids = [await post(owner), await post(owner), await post(owner)];
    const hoursAgo = [2, 20, 5];
    for (const [i, id] of ids.entries()) {
      const created_at = new Date(Date.now() - Number(hoursAgo[i]) * HOUR_MS);
      await host.db.updateTable('report').set({ created_at }).where('id', '=', id).execute();
    }
    const { data, total } = await moderator.api.call(endpoints.moderationQueue, { limit: 2 });
    expect([data.map(({ report }) => report.id), total]).toEqual([[ids[1], ids[2]], 3]);
  });

  it('a refusal has a reason, which its owner reads; their appeal brings it back with both words', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const id = await post(owner);
    const reject = (reason?: string) =>
      moderator.api.call(endpoints.moderate, { id, action: 'reject', ...(reason ? { reason } : {}) });
    await expect(reject()).rejects.toMatchObject({ code: 'bad-input', fields: { reason: 'required' } });
    await reject('No such street');
    const [told] = (await owner.api.call(endpoints.inbox, {})).data;
    expect(told).toMatchObject({ kind: 'report-rejected', detail: 'No such street', reportId: id });
    await owner.api.call(endpoints.updateReport, { id, status: 'appealed', reason: 'It is a new street' });
    const [review] = await queue(moderator);
    expect(review).toMatchObject({
      why: 'appeal',
      rejectedFor: 'No such street',
      appeal: 'It is a new street',
      owner: { rejected: 1, published: 0 },
    });
    await approve(moderator, id);
    expect((await queue(moderator)).length).toBe(0);
    expect(await kinds(owner)).toEqual(['report-published', 'report-rejected']);
  });

  it('a decision is made once: the second moderator finds it made, and a repeated call is the first', async () => {
    const [owner, one, two] = [await person(), await person('moderator'), await person('admin')];
    const id = await post(owner);
    const opId = randomUUID();
    const [mark, second] = [await markOf(one, id), await markOf(two, id)];
    for (let i = 0; i < 2; i++) await approveAs(one, id, mark, opId);
    await expect(approveAs(two, id, second)).rejects.toMatchObject({ code: 'conflict' });
    expect(await audits().where('action', '=', 'report-approve').execute()).toHaveLength(1);
    const other = await post(owner);
    const both = await Promise.allSettled([approve(one, other), approve(two, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('what a closed account posted waits for nobody and cannot be decided on, until its owner brings it back (A44, R162)', async () => {
    const [owner, moderator, officer] = [await person(), await person('moderator'), await person('officer')];
    const { api } = owner;
    const [fresh, appealed, flagged] = [await post(owner), await post(owner), await post(owner)];
    await moderator.api.call(endpoints.moderate, { id: appealed, action: 'reject', reason: 'No such street' });
    await api.call(endpoints.updateReport, { id: appealed, status: 'appealed', reason: 'It is a new street' });
    const shown = await post(owner);
    for (const id of [flagged, shown]) await approve(moderator, id);
    await (await person()).api.call(endpoints.flagReport, { id: flagged, reason: 'fraud' });
    const waiting = async () => {
      const { data, total } = await moderator.api.call(endpoints.moderationQueue, {});
      return [data.map(({ report, why }) => [report.id, why]).sort(), total];
    };
    const before = await waiting();
    expect(before[1]).toBe(3);

    await api.call(endpoints.deleteAccount, { undo: true });
    expect(await waiting()).toEqual([[], 0]);
    for (const id of [fresh, appealed, flagged, shown]) {
      await expect(approve(moderator, id)).rejects.toMatchObject({ code: 'not-found' });
      await expect(officer.api.call(endpoints.getReport, { id })).rejects.toMatchObject({ code: 'not-found' });
    }
    const other = await post(await person());
    expect((await queue(moderator)).map(({ report, similar }) => [report.id, similar])).toEqual([[other, []]]);

    await host.db.deleteFrom('report').where('id', '=', other).execute();
    await reopen(host, owner);
    expect(await waiting()).toEqual(before);
    expect(await shownTo(anyone(), shown)).toBeDefined();
    await approve(moderator, fresh);
  });

  it('nobody looks at their own post, nor reads by a mark that something of it is on the list', async () => {
    const moderator = await person('moderator');
    const id = await post(moderator);
    expect((await queue(moderator)).map(({ report, mark }) => [report.id, mark])).toEqual([[id, undefined]]);
    await expect(approve(moderator, id)).rejects.toMatchObject({ code: 'not-allowed' });
  });

  describe('flags', () => {
    async function flagged(times: number) {
      const [owner, moderator] = [await person(), await person('moderator')];
      const id = await post(owner);
      await approve(moderator, id);
      for (let i = 0; i < times; i++)
        await (await person()).api.call(endpoints.flagReport, { id, reason: 'fraud', text: `No ${i}` });
      return { owner, moderator, id };
    }

    it('of three people hide a post from all but its owner and who looks at it, and its owner is told', async () => {
      const { owner, moderator, id } = await flagged(2);
      const stranger = await person();
      expect(await shownTo(anyone(), id)).toBeDefined();
      const opId = randomUUID();
      await stranger.api.call(endpoints.flagReport, { id, reason: 'false' }, { opId });
      await stranger.api.call(endpoints.flagReport, { id, reason: 'false' }, { opId }); // a repeat after it went
      expect(await shownTo(anyone(), id)).toBeUndefined();
      await expect(stranger.api.call(endpoints.getReport, { id })).rejects.toMatchObject({ code: 'not-found' });
      expect((await owner.api.call(endpoints.getReport, { id })).data).toMatchObject({ hidden: true, mine: true });
      const [review] = await queue(moderator);
      expect([review?.why, review?.flags.map(({ reason }) => reason)]).toEqual([
        'flagged',
        ['fraud', 'fraud', 'false'],
      ]);
      expect(Date.parse(review?.dueAt ?? '') - Date.parse(review?.flags[2]?.at ?? '')).toBeLessThan(HOUR_MS + 5000);
      expect(await kinds(moderator)).toEqual(['flags-hid']);
      expect(await kinds(stranger)).toEqual([]);
      expect(await kinds(owner)).toEqual(['report-hidden', 'report-published']);
    });

    it('reach devices: the hidden post is forgotten, and comes back when it was approved', async () => {
      const { moderator, id } = await flagged(2);
      await untilReadable(host.db);
      const { cursor } = await anyone().call(endpoints.sync, { feed: 'reports' });
      await (await person()).api.call(endpoints.flagReport, { id, reason: 'private' });
      await untilReadable(host.db);
      const hidden = await anyone().call(endpoints.sync, { feed: 'reports', cursor });
      expect(hidden.changes).toEqual([{ kind: 'gone', id }]);
      await approve(moderator, id);
      await untilReadable(host.db);
      const back = await anyone().call(endpoints.sync, { feed: 'reports', cursor: hidden.cursor });
      expect(back.changes).toMatchObject([{ kind: 'report', id }]);
    });

    describe('when nobody has looked for an hour', () => {
      const anHourGoesBy = async () => {
        const due = await host.db
          .updateTable('job')
          .set({ run_at: new Date(0) })
          .where('kind', '=', SHOW_UNSEEN)
          .where('run_at', '>', new Date(Date.now() + HOUR_MS - 60_000))
          .where('run_at', '<=', new Date(Date.now() + HOUR_MS))
          .returning('id')
          .execute();
        await host.app().jobs.idle();
        return due.length;
      };

      it('show it again, and more of them hide it no more until somebody has; it waits at the front of the queue', async () => {
        const { owner, moderator, id } = await flagged(3);
        expect(await shownTo(anyone(), id)).toBeUndefined();
        expect(await anHourGoesBy()).toBe(1);
        expect(await shownTo(anyone(), id)).toBeDefined();
        expect(await kinds(owner)).toEqual(['report-changed', 'report-hidden', 'report-published']);
        for (let i = 0; i < 3; i++) await (await person()).api.call(endpoints.flagReport, { id, reason: 'child' });
        expect(await shownTo(anyone(), id)).toBeDefined();
        expect((await queue(moderator))[0]).toMatchObject({ why: 'flagged', report: { id } });
        await approve(moderator, id);
        for (let i = 0; i < 3; i++) await (await person()).api.call(endpoints.flagReport, { id, reason: 'child' });
        expect(await shownTo(anyone(), id)).toBeUndefined();
      });

      it('leave alone what was looked at, and what its owner’s going has hidden since', async () => {
        const { owner, moderator, id } = await flagged(3);
        await moderator.api.call(endpoints.moderate, { id, action: 'reject', reason: 'A scam' });
        expect(await anHourGoesBy()).toBe(1);
        expect(await shownTo(anyone(), id)).toBeUndefined();
        expect((await owner.api.call(endpoints.getReport, { id })).data.status).toBe('rejected');
        const other = await flagged(3);
        await host.db
          .updateTable('report')
          .set({ hidden_at: new Date(1) })
          .where('id', '=', other.id)
          .execute();
        expect(await anHourGoesBy()).toBe(1);
        expect(await shownTo(anyone(), other.id)).toBeUndefined();
      });
    });

    it('of one person count once, also when they come again', async () => {
      const { id } = await flagged(0);
      const { api } = await person();
      for (let i = 0; i < 4; i++) await api.call(endpoints.flagReport, { id, reason: 'other' });
      expect(await shownTo(anyone(), id)).toBeDefined();
    });

    it.each([
      ['a child', { lostPersonAge: '9' }],
      ['somebody who was found', { type: 'found' as const, foundPersonAge: '50' }],
    ])(
      'hide nothing of %s, however many people they are of: the search goes on, and they wait in the queue',
      async (_, change) => {
        const [owner, moderator] = [await person(), await person('moderator')];
        const id = await post(owner, change);
        await publishReport(host, id);
        for (let i = 0; i < 4; i++) await (await person()).api.call(endpoints.flagReport, { id, reason: 'false' });
        const row = host.db.selectFrom('report').select(['status', 'hidden_for']).where('id', '=', id);
        expect(await row.executeTakeFirst()).toEqual({ status: 'published', hidden_for: null });
        const [review] = await queue(moderator);
        expect([review?.report.id, review?.why, review?.flags.length]).toEqual([id, 'flagged', 4]);
        expect(await kinds(owner)).toEqual([]);
        await approve(moderator, id);
        expect(await queue(moderator)).toEqual([]);
      },
    );

    it('were looked at once the post is approved: the same people cannot hide it again', async () => {
      const { moderator, id } = await flagged(3);
      await approve(moderator, id);
      expect(await shownTo(anyone(), id)).toBeDefined();
      await (await person()).api.call(endpoints.flagReport, { id, reason: 'fraud' });
      expect(await shownTo(anyone(), id)).toBeDefined();
      expect((await queue(moderator))[0]?.flags).toHaveLength(1);
    });

    it('that are right take the post down, with a reason, and its owner may appeal', async () => {
      const { owner, moderator, id } = await flagged(3);
      await moderator.api.call(endpoints.moderate, { id, action: 'reject', reason: 'A scam' });
      expect((await owner.api.call(endpoints.getReport, { id })).data.status).toBe('rejected');
      await owner.api.call(endpoints.updateReport, { id, status: 'appealed', reason: 'It is not' });
      expect((await queue(moderator))[0]?.why).toBe('appeal');
    });

    it('are not read by the moderator whose own post it is: who flags it may know where she fled to', async () => {
      const [owner, other] = [await person('moderator'), await person('moderator')];
      const id = await post(owner);
      await approve(other, id);
      const text = 'She fled from him and lives beside us';
      await (await person()).api.call(endpoints.flagReport, { id, reason: 'private', text });
      const flags = async (by: Person) => (await queue(by)).find(({ report }) => report.id === id)?.flags;
      expect(await flags(other)).toMatchObject([{ reason: 'private', text }]);
      expect(await flags(owner)).toEqual([]);
    });

    it('are not for one’s own post, nor for one that the caller cannot see', async () => {
      const { owner, id } = await flagged(0);
      const flag = { id, reason: 'other' } as const;
      await expect(owner.api.call(endpoints.flagReport, flag)).rejects.toMatchObject({ code: 'conflict' });
      const unknown = { id: randomUUID(), reason: 'other' } as const;
      await expect(owner.api.call(endpoints.flagReport, unknown)).rejects.toMatchObject({ code: 'not-found' });
    });
  });

  it('shows beside a post those like it: the same words in another script, and the same face (R22)', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const face = faceOf(7);
    const [byName, byFace, other] = [
      await post(owner, { name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', title: 'Gurprit', lostPersonAge: '31' }),
      await post(owner, {
        name: 'Nobody',
        title: 'Unknown man',
        region: 'Delhi',
        lostPersonAge: '70',
        ...withFace(faceLike(face, 0.01)),
      }),
      await post(owner, {
        name: 'Meena',
        title: 'Old lady',
        descriptionText: 'Tall',
        clothColor: 'White',
        region: 'Delhi',
        lostPersonAge: '70',
      }),
    ];
    const id = await post(owner, { name: 'Gurpreet Singh', title: 'Gurpreet', lostPersonAge: '30', ...withFace(face) });
    await untilReadable(host.db);
    const review = (await queue(moderator)).find(({ report }) => report.id === id);
    const ids = review?.similar.map((report) => report.id) ?? [];
    expect(ids.slice(0, 2).sort()).toEqual([byName, byFace].sort());
    expect(ids).not.toContain(other);
  });

  it('lays nothing beside a moderator’s own post, nor what of it was seen before: they may be whom she fled from', async () => {
    const [owner, finder] = [await person('moderator'), await person()];
    const her = { ...withFace(faceOf(7)), name: 'Asha Devi', title: 'Asha Devi' };
    const found = await post(finder, { ...her, type: 'found', foundPersonAge: '30' });
    const id = await post(owner, { ...her, lostPersonAge: '30' });
    const seen = { report_id: id, taken_down: '2026-11-01' };
    const names = [
      { name: 'a', what: 'photo' as const },
      { name: 'b', what: 'face' as const, by_maker: true },
    ];
    await host.db
      .insertInto('seen_before')
      .values(names.map((one) => ({ ...seen, ...one })))
      .execute();
    await untilReadable(host.db);
    const of = async (by: Person) => (await queue(by)).find(({ report }) => report.id === id);
    const others = await of(await person('moderator'));
    expect([others?.similar.map((one) => one.id), others?.seenBefore, others?.takenBack]).toEqual([
      [found],
      { photo: '2026-11-01' },
      { face: '2026-11-01' },
    ]);
    const own = await of(owner);
    expect([own?.similar, own?.seenBefore, own?.takenBack]).toEqual([[], undefined, undefined]);
  });

  it('opens again what was returned or resolved by mistake, by a moderator and with a reason (A20)', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const id = await postItem(owner, 'Blue bag');
    await approve(moderator, id);
    const openAgain = () => moderator.api.call(endpoints.moderate, { id, action: 'reopen', reason: 'The wrong owner' });
    await expect(openAgain()).rejects.toMatchObject({ code: 'conflict' });
    await host.db.transaction().execute(async (tx) => {
      for (const to of ['claimed', 'returned'] as const) await changeSubject(tx, id, to, `owner:${owner.userId}`);
      await changeStatus(tx, id, 'resolved', `owner:${owner.userId}`);
    });
    expect((await openAgain()).data).toMatchObject({ status: 'published', subject: { status: 'found' } });
    expect(await kinds(owner)).toContain('report-changed');
  });

  it('an officer opens a whole record about a child with a reason, and that is written down (A14)', async () => {
    const [owner, officer, admin] = [await person(), await person('officer'), await person('admin')];
    const id = await post(owner, { lostPersonAge: '9' });
    const { data } = await officer.api.call(endpoints.openRecord, { id, reason: 'case', detail: 'FIR 12/2026' });
    expect(data.phoneNumber).toBe('+91 98140 12345');
    expect(await audits().execute()).toEqual([
      { actor_id: officer.userId, role: 'officer', action: 'record-open', subject_id: id, reason: 'case: FIR 12/2026' },
    ]);
    expect((await admin.api.call(endpoints.auditLog, {})).data).toMatchObject([
      { actor: 'officer', role: 'officer', action: 'record-open', subject: id, reason: 'case: FIR 12/2026' },
    ]);
    const gone = officer.api.call(endpoints.openRecord, { id: randomUUID(), reason: 'match' });
    await expect(gone).rejects.toMatchObject({ code: 'not-found' });
  });

  it('a false reporter is suspended: they may look and appeal, and post no more (R23)', async () => {
    const [owner, moderator] = [await person(), await person('moderator')];
    const id = await post(owner);
    await moderator.api.call(endpoints.moderate, { id, action: 'reject', reason: 'Made up' });
    const suspension = { id: owner.userId, suspended: true, reason: 'False reports' };
    await moderator.api.call(endpoints.changeStanding, suspension);
    await expect(postItem(owner, 'Another')).rejects.toMatchObject({ code: 'suspended' });
    await owner.api.call(endpoints.updateReport, { id, status: 'appealed', reason: 'It is true' });
    expect((await queue(moderator))[0]).toMatchObject({ why: 'appeal', owner: { suspended: true, rejected: 1 } });
    const actions = (await audits().execute()).map(({ action }) => action);
    expect(actions).toEqual(['report-reject', 'suspend', 'record-review']);
  });

  it('complaints wait, the oldest first, until somebody has looked into them', async () => {
    const [by, about, moderator] = [await person(), await person(), await person('moderator')];
    const conversation_id = randomUUID();
    await host.db
      .insertInto('conversation')
      .values({ id: conversation_id, report_id: null, starter_id: by.userId, owner_id: about.userId })
      .execute();
    const ids = [randomUUID(), randomUUID()];
    for (const [i, id] of ids.entries())
      await host.db
        .insertInto('complaint')
        .values({
          id,
          conversation_id,
          by_id: by.userId,
          about_id: about.userId,
          text: 'Asked for money',
          at: new Date(Date.now() - i * HOUR_MS),
          handled_at: null,
        })
        .execute();
    const list = async () => (await moderator.api.call(endpoints.complaints, {})).data;
    expect((await list()).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect((await list())[0]).toMatchObject({ text: 'Asked for money', about: { id: about.userId, suspended: false } });
    const close = { id: ids[1] ?? '', reason: 'Talked to both' };
    await moderator.api.call(endpoints.closeComplaint, close);
    expect((await list()).map(({ id }) => id)).toEqual([ids[0]]);
    await expect(moderator.api.call(endpoints.closeComplaint, close)).rejects.toMatchObject({ code: 'not-found' });
    expect((await audits().execute()).map(({ action }) => action)).toEqual(['complaints-read', 'complaint-close']);
  });
});
