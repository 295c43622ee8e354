/** What is asked first about a person: who reads what of it, how it is changed and found, and that nothing of it is left. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PersonDetails } from '../../contract/details.ts';
import { type ReportView, seenOf } from '../../contract/report.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { stripEnded } from '../../server/reports/strip.ts';
import { HERE, newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const OPEN = {
  sex: 'female',
  nickname: 'Guddi',
  languages: ['pa', 'hi'],
  heightCm: 157,
  build: 'thin',
  marks: 'Mole on the chin',
  carries: 'Red bag',
} as const;
const KEPT = {
  relative: { kind: 'father', name: 'Mohinder Singh' },
  medical: 'Insulin in the evening',
  firNumber: 'DDR 17',
  station: 'Haibowal',
  lastSeenWith: 'Her cousin',
} as const;
/** In the order of the contract. */
const DETAILS: PersonDetails = {
  sex: OPEN.sex,
  relative: KEPT.relative,
  nickname: OPEN.nickname,
  languages: [...OPEN.languages],
  heightCm: OPEN.heightCm,
  build: OPEN.build,
  marks: OPEN.marks,
  carries: OPEN.carries,
  medical: KEPT.medical,
  firNumber: KEPT.firNumber,
  station: KEPT.station,
  lastSeenWith: KEPT.lastSeenWith,
};
const CHOSEN = { sex: 'female', languages: ['pa', 'hi'], heightCm: 157, build: 'thin' };

withEither('the details of a person', (database) => {
  let host: TestHost;
  let asha: Person;
  let nobody: Person;
  let volunteer: Person;
  let officer: Person;
  let moderator: Person;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    asha = await personOf(host, 'poster', 'Asha Rani');
    nobody = await personOf(host);
    volunteer = await personOf(host, 'volunteer');
    officer = await personOf(host, 'officer');
    moderator = await personOf(host, 'moderator');
  });

  async function post(change: Parameters<typeof newReport>[0] = {}, details: PersonDetails = DETAILS): Promise<string> {
    const { upload, id, opId } = newReport({ details, ...change });
    const { status, body } = await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    if (status !== 200) throw new Error(JSON.stringify(body));
    await publishReport(host, id);
    return id;
  }
  const detailsIn = (view: ReportView | undefined) =>
    view?.subject.kind === 'person' ? view.subject.details : undefined;
  const seenBy = async (person: Person, id: string) => detailsIn((await person.call('GET', `/report/${id}`)).body.data);
  const openedBy = async (person: Person, id: string) =>
    detailsIn((await person.call('POST', `/report/${id}/open`, { reason: 'case', detail: 'FIR 12/2026' })).body.data);
  const found = async (person: Person, query: Record<string, string>) =>
    (await person.call('GET', `/report?${new URLSearchParams(query)}`)).body.data.map(({ id }: ReportView) => id);
  const change = (id: string, input: object) => asha.call('PUT', `/report/${id}`, { opId: randomUUID(), ...input });
  const stored = async (id: string) =>
    (await sql<object>`select sex, details from report where id = ${id}`.execute(host.db)).rows[0];

  it('of a published adult: what anybody could see is for all, who and what hurts is for who sees the whole record', async () => {
    const id = await post();
    for (const person of [nobody, volunteer, officer, moderator, await personOf(host, 'finder')])
      expect(await seenBy(person, id)).toEqual(OPEN);
    expect(await seenBy(asha, id)).toEqual(DETAILS);
    expect(await openedBy(officer, id)).toEqual(DETAILS);
    expect(await openedBy(moderator, id)).toEqual(DETAILS);
    expect(await seenBy(officer, id)).toEqual(OPEN); // its page without a reason stays what it was
    const listed = (await nobody.call('GET', '/report')).body.data as ReportView[];
    const pulled = (await nobody.call('GET', '/sync')).body;
    expect(detailsIn(listed[0])).toEqual(OPEN);
    for (const hidden of ['Mohinder', 'Insulin', 'DDR', 'Haibowal', 'cousin'])
      expect(JSON.stringify([listed, pulled])).not.toContain(hidden);
  });

  it.each([
    ['a child', { lostPersonAge: '9' }],
    ['somebody found', { type: 'found', foundPersonAge: '50', foundPersonName: 'Asha' }],
  ] as const)(
    'of %s: nothing for strangers, what is chosen from lists for those on duty there, all when opened',
    async (_, who) => {
      const id = await post(who);
      expect(await seenBy(nobody, id)).toBeUndefined();
      for (const person of [volunteer, officer, moderator]) expect(await seenBy(person, id)).toEqual(CHOSEN);
      const { token } = await signIn(host.db, 'officer', ['br-patna']);
      const away = await host.app().inject({ url: `/report/${id}`, headers: { authorization: token } });
      expect(detailsIn(away.json().data)).toBeUndefined();
      expect(HERE).not.toBe('br-patna');
      expect(await openedBy(officer, id)).toEqual(DETAILS);
    },
  );

  it('a report is found by what everybody may read of it, and by no other word', async () => {
    const id = await post();
    for (const q of ['Guddi', 'ਗੁੱਡੀ', 'mole', 'red bag']) expect(await found(nobody, { q }), q).toEqual([id]);
    for (const q of ['Mohinder', 'insulin', 'Haibowal', 'cousin']) {
      expect(await found(nobody, { q }), q).toEqual([]);
      expect(await found(officer, { q }), q).toEqual([]);
    }
    await change(id, { details: { ...DETAILS, nickname: 'Pinky' } });
    await publishReport(host, id);
    expect(await found(nobody, { q: 'Guddi' })).toEqual([]);
    expect(await found(nobody, { q: 'Pinky' })).toEqual([id]);
  });

  it('a list of one sex leaves out the others, and nobody of whom it is not said', async () => {
    const her = await post();
    const him = await post({}, { sex: 'male' });
    const unsaid = await post({}, {});
    expect(await found(nobody, { sex: 'female' })).toEqual([unsaid, her]);
    expect(await found(nobody, { sex: 'male', kind: 'person', sort: 'oldest' })).toEqual([him, unsaid]);
    expect(await found(nobody, { sex: 'other', q: 'Asha' })).toEqual([unsaid]);
    expect(await found(nobody, { sex: 'female', kind: 'item' })).toEqual([]);
    const child = await post({ lostPersonAge: '9' });
    expect(await found(volunteer, { sex: 'female' })).toEqual([child, unsaid, her]);
    const first = (await nobody.call('GET', '/report?sex=female&limit=1')).body;
    expect(await found(nobody, { sex: 'female', limit: '1', cursor: first.cursor })).toEqual([her]);
  });

  it('new words that others read are looked at again; a height, and what the public does not read, are not', async () => {
    const id = await post();
    const statusAfter = async (details: PersonDetails) => (await change(id, { details })).body.data.status;
    expect(await statusAfter({ ...DETAILS, heightCm: 160, medical: 'Asthma', sex: 'other' })).toBe('published');
    const { marks: _, ...fewer } = DETAILS;
    expect(await statusAfter(fewer)).toBe('published');
    expect(await statusAfter({ ...fewer, carries: 'A blue bag' })).toBe('pending_review');
  });

  it('an edit takes the place of all of them, leaves out what is empty, and clashes with one from elsewhere', async () => {
    const id = await post();
    const was = { details: seenOf((await asha.call('GET', `/report/${id}`)).body.data).details };
    const there = await change(id, { details: { ...DETAILS, heightCm: 160 }, was });
    expect(detailsIn(there.body.data)).toEqual({ ...DETAILS, heightCm: 160 });
    const late = await change(id, { details: { ...DETAILS, nickname: 'Pinky' }, was });
    expect(late.body).toMatchObject({ code: 'changed-meanwhile', fields: { details: 'changed' } });
    // Who typed the same is no trouble.
    expect((await change(id, { details: { ...DETAILS, heightCm: 160 }, was })).status).toBe(200);
    const none = await change(id, { details: { nickname: ' ', languages: [], marks: '' } });
    expect(detailsIn(none.body.data)).toBeUndefined();
    expect(await stored(id)).toEqual({ sex: null, details: null });
    const thing = { opId: randomUUID(), id: randomUUID(), reportType: 'lost', category: 'Keys', title: 'Keys' };
    await asha.call('POST', '/report', thing);
    expect((await change(thing.id, { details: OPEN })).body.fields).toEqual({ details: 'of a person' });
  });

  it('what is in no list, too tall or too long is refused', async () => {
    for (const details of [{ sex: 'girl' }, { heightCm: 20 }, { heightCm: 240 }, { marks: 'x'.repeat(121) }]) {
      const { upload, id, opId } = newReport({ details: details as PersonDetails });
      expect((await asha.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId })).status).toBe(400);
    }
  });

  it('numbers of identities and accounts are hidden in each of them', async () => {
    const said = 'Aadhaar 2341 2341 2346';
    const texts = ['nickname', 'marks', 'carries', 'medical', 'firNumber', 'station', 'lastSeenWith'] as const;
    const details = {
      ...Object.fromEntries(texts.map((name) => [name, said])),
      relative: { kind: 'spouse', name: said },
    };
    const id = await post({}, details as PersonDetails);
    const kept = await seenBy(asha, id);
    expect(Object.keys(kept ?? {})).toHaveLength(texts.length + 1);
    expect(JSON.stringify(kept)).not.toContain('2341 2341');
    expect(kept?.relative?.name).toBe('Aadhaar XXXX XXXX 2346');
  });

  it('their owner takes them along', async () => {
    const id = await post();
    const { body } = await asha.call('GET', '/me/data');
    const mine = body.reports.find(({ report }: { report: ReportView }) => report.id === id);
    expect(detailsIn(mine.report)).toEqual(DETAILS);
  });

  it('lie sealed, are given up when the report has ended, and are gone when it is erased', async () => {
    const id = await post();
    const { rows } = await sql`select left(details, 1) = chr(1) as sealed from report where id = ${id}`.execute(
      host.db,
    );
    expect(rows).toEqual([{ sealed: true }]);
    await host.db.transaction().execute((tx) => changeStatus(tx, id, 'resolved', 'moderator:1'));
    await host.app().jobs.idle(); // while it is compared, it is stripped the next time
    await stripEnded(host.db, Date.now() + 73 * 3_600_000);
    expect(await stored(id)).toEqual({ sex: 'female', details: null });
    expect(await seenBy(asha, id)).toEqual({ sex: 'female' });
    await asha.call('POST', `/report/${id}/end`, { opId: randomUUID(), how: 'erased' });
    expect(await stored(id)).toBeUndefined();
  });
});
