/** Where a missing person was seen, told without an account: who reads it, who is told, and what it gives away. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import type { Note } from '../../contract/note.ts';
import { queueWrite } from '../../src/store/own/writes.ts';
import { newReport, openDevice, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const MOST_OF_ONE = 60;
let addresses = 0;

withEither('a sighting without an account', (database) => {
  let host: TestHost;
  let owner: Person;
  let officer: Person;
  let adult: string;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [owner, officer] = [await personOf(host, 'poster'), await personOf(host, 'officer')];
    adult = await post({ lostPersonAge: '40', region: 'Ludhiana, Punjab' });
    await publishReport(host, adult);
  });

  async function post(change: object): Promise<string> {
    const { upload, id, opId } = newReport(change);
    await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    return id;
  }
  const sighting = (change: object = {}) => ({
    ...{ id: randomUUID(), opId: randomUUID(), text: 'Asleep on the bench of platform 2, call me on 98765 43210' },
    ...change,
  });
  async function tell(reportId: string, input = sighting(), token = '') {
    const remoteAddress = `10.7.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;
    const headers = token ? { authorization: token } : {};
    const url = `/report/${reportId}/sightings`;
    const answer = await host.app().inject({ method: 'POST', url, headers, remoteAddress, payload: input });
    return { status: answer.statusCode, body: answer.json() };
  }
  const desk = async (): Promise<DutyTask[]> => (await officer.call('GET', '/duty')).body.data;
  const notes = async (person: Person, id = adult): Promise<Note[]> =>
    (await person.call('GET', `/report/${id}/notes`)).body.data;
  const told = async () =>
    (await host.db.selectFrom('notice').select('kind').where('user_id', '=', owner.userId).execute()).filter(
      ({ kind }) => kind === 'note-added',
    ).length;
  const open = (id = adult) => officer.call('POST', `/report/${id}/open`, { reason: 'sighting' });

  it('is answered with its receipt and nothing else, once however often it is sent', async () => {
    const input = sighting({ place: { lat: 30.9, lng: 75.85 }, seenAt: new Date().toISOString(), region: 'Ludhiana' });
    const [one, again] = [await tell(adult, input), await tell(adult, input)];
    expect([one.status, Object.keys(one.body), again.body]).toEqual([200, ['receipt'], one.body]);
    await open();
    expect(await notes(officer)).toHaveLength(1);
    expect((await notes(officer))[0]).toMatchObject({ kind: 'sighting', condition: 'seen', region: 'Ludhiana' });
    expect((await notes(officer))[0]).not.toHaveProperty('by');
  });

  it('of somebody who is guarded is read by officers and moderators alone, who have it on their desk', async () => {
    const child = await post({ lostPersonAge: '9', region: 'Ludhiana, Punjab' });
    expect((await tell(child)).status).toBe(200);
    expect((await desk()).map(({ kind, report }) => [kind, report.id])).toContainEqual(['sighting', child]);
    await open(child);
    const [note] = await notes(officer, child);
    expect(note?.text).toContain('platform 2');
    await officer.call('PUT', `/notes/${note?.id}`, { answer: 'confirm' });
    expect([await notes(owner, child), await told()]).toEqual([[], 0]);
  });

  it('is read and heard of by who posted the report once an office has confirmed it, and not before', async () => {
    expect((await tell(adult)).status).toBe(200);
    expect([await notes(owner), await told()]).toEqual([[], 0]);
    const [task] = await desk();
    expect([task?.kind, task?.report.id]).toEqual(['sighting', adult]);
    await open();
    const [note] = await notes(officer);
    expect((await owner.call('PUT', `/notes/${note?.id}`, { answer: 'confirm' })).status).toBe(404);
    expect((await officer.call('PUT', `/notes/${note?.id}`, { answer: 'confirm' })).status).toBe(200);
    expect([(await notes(owner)).map(({ id }) => id), await told()]).toEqual([[note?.id], 1]);
    expect((await owner.call('GET', `/report/${adult}`)).body.data.subject.condition).toBe('seen');
    expect(await desk()).toEqual([]);
  });

  it('is known to a family without an account once it is confirmed: their phone is told that there is news', async () => {
    const secret = randomBytes(32);
    const secretHash = createHash('sha256').update(secret).digest('hex');
    const { upload, id, opId } = newReport({ lostPersonAge: '40', region: 'Ludhiana, Punjab' });
    const nobody = { id, opId, secretHash };
    const url = '/api/face/uploadLostFoundPerson';
    const payload = { ...upload, ...nobody };
    expect((await host.app().inject({ method: 'POST', url, payload })).statusCode).toBe(200);
    await publishReport(host, id);
    const receipt = async () => (await host.app().inject({ url: `/receipts/${opId}` })).json();
    const mine = async () => {
      const body = { secret: secret.toString('hex') };
      const { data, notes } = (
        await host.app().inject({ method: 'POST', url: `/report/${id}/mine`, payload: body })
      ).json();
      return [data.subject.condition, notes];
    };
    await tell(id);
    expect([await mine(), 'told' in (await receipt())]).toEqual([['missing', 0], false]);
    await open(id);
    const [note] = await notes(officer, id);
    expect((await officer.call('PUT', `/notes/${note?.id}`, { answer: 'confirm' })).status).toBe(200);
    expect([await mine(), (await receipt()).told]).toEqual([['seen', 1], 2]);
  });

  it('confirmed before its family had an account is told the account that takes the report over, once; also where she must not be found since', async () => {
    for (const isProtected of [false, true]) {
      const secret = randomBytes(32).toString('hex');
      const secretHash = createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
      const { upload, id, opId } = newReport({ lostPersonAge: '40', region: 'Ludhiana, Punjab' });
      const payload = { ...upload, id, opId, secretHash };
      await host.app().inject({ method: 'POST', url: '/api/face/uploadLostFoundPerson', payload });
      await publishReport(host, id);
      await tell(id);
      await open(id);
      const [note] = await notes(officer, id);
      expect((await officer.call('PUT', `/notes/${note?.id}`, { answer: 'confirm' })).status).toBe(200);
      const moderator = await personOf(host, 'moderator');
      if (isProtected) await moderator.call('PUT', `/report/${id}/protection`, { reason: 'She asked for it' });
      const before = await told();
      for (let n = 0; n < 2; n++)
        expect((await owner.call('POST', `/report/${id}/adopt`, { opId: randomUUID(), secret })).status).toBe(200);
      expect([isProtected, (await notes(owner, id)).length, (await told()) - before]).toEqual([isProtected, 1, 1]);
    }
  });

  it('is news to such a family also when an earlier word was dismissed meanwhile, and no decision of officers on a pair is', async () => {
    const alone = (change: object) => {
      const { upload, id, opId } = newReport({ lostPersonAge: '34', region: 'Ludhiana, Punjab', ...change });
      const secretHash = createHash('sha256').update(randomBytes(32)).digest('hex');
      return { id, opId, payload: { ...upload, id, opId, secretHash } };
    };
    const send = async ({ payload }: { payload: object }) =>
      expect(
        (await host.app().inject({ method: 'POST', url: '/api/face/uploadLostFoundPerson', payload })).statusCode,
      ).toBe(200);
    const toldOf = async ({ opId }: { opId: string }) =>
      (await host.app().inject({ url: `/receipts/${opId}` })).json().told;
    const [lost, found] = [alone({}), alone({ type: 'found', foundPersonAge: '34' })];
    for (const one of [lost, found]) {
      await send(one);
      await publishReport(host, one.id);
    }
    await host.app().jobs.idle();
    for (const decision of ['reject', 'reopen', 'confirm']) {
      const [pair] = (await officer.call('GET', `/report/${lost.id}/candidates`)).body.data;
      const said = { opId: randomUUID(), rev: pair.rev, decision };
      expect((await officer.call('PUT', `/candidates/${pair.id}`, said)).status).toBe(200);
      expect([await toldOf(lost), await toldOf(found)]).toEqual([undefined, undefined]);
    }

    const writer = await personOf(host, 'finder');
    const see = () =>
      writer.call('POST', `/report/${lost.id}/notes`, {
        ...sighting(),
        ...{ kind: 'sighting', condition: 'seen' },
      });
    await see();
    const first = await toldOf(lost);
    await open(lost.id);
    const [note] = await notes(officer, lost.id);
    expect((await officer.call('PUT', `/notes/${note?.id}`, { answer: 'dismiss' })).status).toBe(200);
    await see();
    expect([first, await toldOf(lost)]).toEqual([1, 2]);
  });

  it('that was raised to the desk of the state is answered there, by who has read it', async () => {
    const moga = await post({ lostPersonAge: '40', region: 'Moga, Punjab' });
    await publishReport(host, moga);
    await host.db.updateTable('report').set({ district: 'pb-moga' }).where('id', '=', moga).execute();
    await tell(moga);
    expect((await desk()).map(({ report, level }) => [report.id, level])).toEqual([[moga, 'state']]);
    const reason = { reason: 'sighting', detail: 'It was raised to us' };
    expect((await officer.call('POST', `/report/${moga}/open`, reason)).status).toBe(200);
    const [note] = await notes(officer, moga);
    expect((await officer.call('PUT', `/notes/${note?.id}`, { answer: 'confirm' })).status).toBe(200);
    expect([(await notes(owner, moga)).map(({ id }) => id), await told()]).toEqual([[note?.id], 1]);
  });

  it('of an officer who has them on no desk stays unanswered, and unread', async () => {
    await tell(adult);
    await open();
    const [note] = await notes(officer);
    const other = await personOf(host, 'officer', 'Elsewhere', ['br-patna']);
    const asked = await other.call('PUT', `/notes/${note?.id}`, { answer: 'dismiss' });
    expect([asked.status, JSON.stringify(asked.body).includes('platform')]).toEqual([404, false]);
  });

  it('of a child that waits for its case is told by who knows of it there, too', async () => {
    const child = await post({ lostPersonAge: '9', region: 'Ludhiana, Punjab' });
    const volunteer = await personOf(host, 'volunteer');
    const said = { id: randomUUID(), kind: 'sighting', text: 'By the canal' };
    expect((await volunteer.call('GET', `/report/${child}`)).body.may).toContain('note');
    expect((await volunteer.call('POST', `/report/${child}/notes`, said)).status).toBe(200);
    expect((await desk()).map(({ kind, report }) => [kind, report.id])).toContainEqual(['sighting', child]);
    await owner.call('PUT', `/report/${child}`, { status: 'withdrawn' });
    expect((await desk()).map(({ report }) => report.id)).not.toContain(child);
  });

  it('that is confirmed once they must not be found tells who posted the report nothing: what they read before stays', async () => {
    for (const text of ['Before, at the bus stand', 'Since then, in the shelter'])
      await tell(adult, sighting({ text }));
    await open();
    const [later, before] = await notes(officer);
    await officer.call('PUT', `/notes/${before?.id}`, { answer: 'confirm' });
    const read = await notes(owner);
    expect(read.map(({ id }) => id)).toEqual([before?.id]);
    const moderator = await personOf(host, 'moderator');
    const asOwner = async () => {
      const { rev: _, ...view } = (await owner.call('GET', `/report/${adult}`)).body.data;
      return view;
    };
    await owner.call('PUT', `/report/${adult}`, { condition: 'missing', reason: 'It was not her' });
    const seen = await asOwner();
    await moderator.call('PUT', `/report/${adult}/protection`, { reason: 'She asked for it' });
    await moderator.call('POST', `/report/${adult}/open`, { reason: 'sighting' });
    expect((await moderator.call('PUT', `/notes/${later?.id}`, { answer: 'confirm' })).status).toBe(200);
    expect([await notes(owner), await told(), await asOwner()]).toEqual([read, 1, seen]);
  });

  it('that an office dismisses never reaches who posted the report', async () => {
    await tell(adult, sighting({ text: 'Pay 5,000 and you get her back' }));
    await open();
    const [note] = await notes(officer);
    await officer.call('PUT', `/notes/${note?.id}`, { answer: 'dismiss' });
    expect([note?.status, await notes(owner), await told()]).toEqual(['open', [], 0]);
  });

  it('is in nobody’s name, also when somebody signed in sends it', async () => {
    const finder = await personOf(host, 'finder');
    const { token } = finder;
    expect((await tell(adult, sighting(), token)).status).toBe(200);
    expect(await host.db.selectFrom('note').select(['author_id', 'released_at']).execute()).toEqual([
      { author_id: null, released_at: null },
    ]);
  });

  it('is of a person who is looked for: of a thing, of a record that there is not, and of an ended one nothing is kept', async () => {
    const thing = await postItem(host, owner);
    const ended = await post({ lostPersonAge: '40' });
    await publishReport(host, ended);
    await host.db.updateTable('report').set({ status: 'resolved' }).where('id', '=', ended).execute();
    const answers = [await tell(thing.id), await tell(randomUUID()), await tell(ended)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'bad-input'],
      [404, 'not-found'],
      [404, 'not-found'],
    ]);
    expect(await host.db.selectFrom('note').select('id').execute()).toEqual([]);
  });

  it('comes to a desk no faster than it can be read: more of one record wait, of a guarded one and of one that there is not alike', async () => {
    for (const id of [adult, randomUUID()]) {
      const answers = [];
      for (let n = 0; n <= MOST_OF_ONE; n++) answers.push(await tell(id));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
      expect(answers.at(-1)?.body.code).toBe('too-many');
    }
  });

  it('waits on a phone without an account until there is a network, and goes out in nobody’s name', async () => {
    const device = openDevice(host.fetch);
    device.link.fate = () => 'drop';
    const { id, opId, text } = sighting();
    const write = { endpoint: 'tellSighting', opId, id, label: '', now: device.clock } as const;
    await queueWrite(device.db, { ...write, input: { id, reportId: adult, text } });
    await device.sync.run();
    expect(await host.db.selectFrom('note').select('id').execute()).toEqual([]);
    device.link.fate = () => undefined;
    device.clock += 60_000;
    await device.sync.run();
    expect(await host.db.selectFrom('note').select(['id', 'author_id']).execute()).toEqual([{ id, author_id: null }]);
    device.close();
  });
});
