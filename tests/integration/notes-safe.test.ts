/** Words on a report that cheat or molest: marked for who reads them, seen by a reviewer, and answered with a strike. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KEPT_DAYS } from '../../contract/kept.ts';
import type { Warning } from '../../contract/moderation.ts';
import type { Note } from '../../contract/note.ts';
import { forgetLeft, takeUp } from '../../server/users/left.ts';
import { newReport, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const DAY_MS = 86_400_000;
const DEMAND = 'I have seen her. Send Rs 5000 and I tell you where, 98765 43210';

withEither('words on a report', (database) => {
  let host: TestHost;
  let owner: Person;
  let cheat: Person;
  let moderator: Person;
  let reportId: string;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [owner, cheat, moderator] = [
      await personOf(host, 'poster', 'Asha Rani'),
      await personOf(host, 'finder', 'Balbir Kumar'),
      await personOf(host, 'moderator'),
    ];
    reportId = await post(owner);
  });

  async function post(by: Person): Promise<string> {
    const { upload, id, opId } = newReport();
    await by.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    await publishReport(host, id);
    return id;
  }
  async function add(by: Person, change: object = {}, on = reportId): Promise<Note> {
    const note = { opId: randomUUID(), id: randomUUID(), kind: 'sighting', text: DEMAND, ...change };
    const { status, body } = await by.call('POST', `/report/${on}/notes`, note);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data;
  }
  const list = async (by: Person): Promise<Note[]> => (await by.call('GET', `/report/${reportId}/notes`)).body.data;
  const open = (by: Person) => by.call('POST', `/report/${reportId}/open`, { reason: 'sighting' });
  const waiting = async (by = moderator): Promise<Warning[]> =>
    (await by.call('GET', '/moderation/warnings')).body.data;
  const told = async (to: Person) =>
    (await to.call('GET', '/inbox')).body.data.map(({ kind }: { kind: string }) => kind) as string[];

  it('that ask for money are marked for their writer, the family and the office alike, and nothing is held back', async () => {
    const written = await add(cheat);
    expect(written.signs).toEqual(['phone', 'money']);
    const officer = await personOf(host, 'officer');
    await open(officer);
    for (const who of [cheat, owner, officer]) expect(await list(who)).toMatchObject([{ signs: ['phone', 'money'] }]);
    expect(await told(owner)).toContain('note-added');
    await add(cheat, { kind: 'information', text: 'She gets on the bus at six', region: 'pay at bit.ly/abc' });
    await add(cheat, { text: 'At the station, with a blue bag' });
    expect((await list(owner)).map(({ signs }) => signs)).toEqual([undefined, ['link', 'money'], ['phone', 'money']]);
  });

  it('that ask for money wait for a reviewer, together, and their writer has a strike for them', async () => {
    await add(cheat);
    const last = await add(cheat, { kind: 'information', text: 'Only by UPI', region: 'Ludhiana' });
    await add(await personOf(host, 'poster'), { text: 'At the station' });
    const who = { id: cheat.userId, name: 'Balbir Kumar', suspended: false };
    expect(await waiting()).toMatchObject([{ about: 'note', count: 2, signs: ['money', 'pay', 'phone'], who }]);
    expect(JSON.stringify(await waiting())).not.toContain('seen her');
    const warning = (await waiting())[0]?.id ?? '';
    const said = (await moderator.call('POST', `/moderation/warnings/${warning}`, {})).body.data;
    expect(said.map(({ text }: { text: string }) => text)).toEqual([DEMAND, 'Only by UPI Ludhiana']);
    const strike = { about: 'note', id: last.id, warning, reason: 'Wants money for news' };
    expect((await moderator.call('POST', '/moderation/strikes', strike)).body).toEqual({ count: 1 });
    const { data } = (await cheat.call('GET', '/strikes')).body;
    expect(data).toMatchObject([{ about: 'note', reason: 'Wants money for news' }]);
    expect([await told(cheat), await told(owner)]).toEqual([['strike'], ['note-added', 'note-added', 'note-added']]);
    expect((await moderator.call('PUT', `/moderation/warnings/${warning}`, { reason: 'A strike' })).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it('of one person on two reports are two things to look at', async () => {
    await add(cheat);
    await add(cheat, {}, await post(owner));
    expect((await waiting()).map(({ count }) => count)).toEqual([1, 1]);
  });

  it('“I am this person” are neither marked nor a warning, whatever number they tell', async () => {
    const { signs } = await add(cheat, { kind: 'self', text: 'It is me. Call me: 98765 43210' });
    expect([signs, await waiting()]).toEqual([undefined, []]);
  });

  it('are no warning for a moderator who posted the report, who could read of them what its reporter may not', async () => {
    reportId = await post(moderator);
    await add(cheat);
    expect(await waiting()).toEqual([]);
    const other = await personOf(host, 'moderator');
    const id = (await waiting(other))[0]?.id;
    for (const [method, body] of [
      ['POST', {}],
      ['PUT', { reason: 'Nothing to it' }],
    ] as const)
      expect((await moderator.call(method, `/moderation/warnings/${id}`, body)).status).toBe(404);
    expect((await other.call('POST', `/moderation/warnings/${id}`, {})).status).toBe(200);
  });

  it('that nobody signed are marked for the office that reads them first', async () => {
    const input = { id: randomUUID(), opId: randomUUID(), text: DEMAND };
    expect((await (await personOf(host)).call('POST', `/report/${reportId}/sightings`, input)).status).toBe(200);
    await open(moderator);
    expect(await list(moderator)).toMatchObject([{ signs: ['phone', 'money'] }]);
    expect(await waiting()).toEqual([]); // of no account
  });

  /** As the account of the cheat was erased so long ago. */
  const erasedBefore = (days: number) =>
    host.db
      .updateTable('app_user')
      .set({ erased_at: new Date(Date.now() - days * DAY_MS) })
      .where('erased_at', 'is not', null)
      .execute();

  it('wait without a name when their writer erases the account, for two years; the words themselves stay', async () => {
    await add(cheat);
    expect((await cheat.call('DELETE', '/auth/delete-account', {})).status).toBe(200);
    await host.app().jobs.idle();
    expect(await waiting()).toMatchObject([{ about: 'note', who: { name: '' } }]);
    await erasedBefore(KEPT_DAYS.safety - 1);
    await forgetLeft(host.db);
    const [one] = await waiting();
    const said = (await moderator.call('POST', `/moderation/warnings/${one?.id}`, {})).body.data;
    expect(said).toMatchObject([{ text: DEMAND }]);
    await erasedBefore(KEPT_DAYS.safety + 1);
    await forgetLeft(host.db);
    expect(await waiting()).toEqual([]);
    expect(await host.db.selectFrom('app_user').select('id').where('erased_at', 'is not', null).execute()).toEqual([]);
    expect(await list(owner)).toMatchObject([{ text: DEMAND, signs: ['phone', 'money'] }]);
  });

  it('bring a strike to who wrote them also when they have erased their account and come back with the same e-mail', async () => {
    const { id } = await add(cheat);
    const { email } = await host.db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', cheat.userId)
      .executeTakeFirstOrThrow();
    await cheat.call('DELETE', '/auth/delete-account', {});
    const again = await personOf(host, 'poster');
    await host.db.transaction().execute((tx) => takeUp(tx, { id: again.userId, email }));
    const [warning] = await waiting();
    const strike = { about: 'note', id, warning: warning?.id, reason: 'Wants money for news' };
    expect((await moderator.call('POST', '/moderation/strikes', strike)).status).toBe(200);
    expect((await again.call('GET', '/strikes')).body.data).toMatchObject([{ about: 'note' }]);
    expect(await host.db.selectFrom('app_user').select('id').where('erased_at', 'is not', null).execute()).toEqual([]);
  });

  it('go with the report that they are on', async () => {
    await add(cheat);
    const end = { opId: randomUUID(), how: 'erased' };
    expect((await owner.call('POST', `/report/${reportId}/end`, end)).status).toBe(200);
    expect(await host.db.selectFrom('warning').select('id').execute()).toEqual([]);
  });

  /** One of the two ends the chat that the cheat has begun about the report. */
  async function block(by: Person): Promise<void> {
    const begin = { id: randomUUID(), opId: randomUUID(), reportId, text: 'Where do you live?' };
    expect((await cheat.call('POST', '/conversations', begin)).status).toBe(200);
    expect((await by.call('PUT', `/conversations/${begin.id}`, { blocked: true })).status).toBe(200);
  }
  /** All that its owner can hear of the report. */
  async function heard() {
    const { data, history, waiting } = (await owner.call('GET', `/report/${reportId}`)).body;
    const { rev: _, ...report } = data;
    return { report, history, waiting, notes: await list(owner), inbox: (await owner.call('GET', '/inbox')).body };
  }

  it('of whom its owner has blocked reach an office and not the owner, until the office confirms them; their writer is told nothing', async () => {
    const unblocked = await add(cheat, { text: 'At the mela' });
    await block(owner);
    const before = await heard();
    const seen = await add(cheat, { text: 'At the station, with a blue bag' });
    expect({ ...seen, id: '', text: '', createdAt: '' }).toEqual({ ...unblocked, id: '', text: '', createdAt: '' });
    expect(await heard()).toEqual(before);
    expect((await owner.call('PUT', `/notes/${seen.id}`, { answer: 'confirm' })).status).toBe(404);

    const { data } = (await moderator.call('GET', '/moderation/notes')).body;
    expect(data).toMatchObject([{ id: seen.id }]);
    await open(moderator);
    expect((await list(moderator)).map(({ id }) => id)).toEqual([seen.id, unblocked.id]);
    expect((await moderator.call('PUT', `/notes/${seen.id}`, { answer: 'confirm' })).status).toBe(200);
    expect((await list(owner)).map(({ id }) => id)).toEqual([seen.id, unblocked.id]);
    expect((await told(owner)).filter((kind) => kind === 'note-added')).toHaveLength(2);
  });

  it('of whom its owner has blocked stay with the office also when the report is shown again after a veil', async () => {
    await block(owner);
    const officer = await personOf(host, 'officer');
    const said = { kind: 'me', inPerson: true, opId: randomUUID() };
    expect((await officer.call('POST', `/report/${reportId}/objections`, said)).status).toBe(200);
    await open(moderator);
    const seen = await add(moderator, { text: 'At the station' });
    const { id } = await add(moderator, { text: 'I find you' });
    await host.db.updateTable('note').set({ author_id: cheat.userId }).where('id', '=', id).execute();
    expect(await list(owner)).toEqual([]);
    const [objection] = (await moderator.call('GET', '/moderation/objections')).body.data;
    const refused = { outcome: 'refused', reason: 'Another woman' };
    expect((await moderator.call('PUT', `/moderation/objections/${objection.id}`, refused)).status).toBe(200);
    expect((await list(owner)).map(({ id }) => id)).toEqual([seen.id]);
  });

  it('of somebody who has blocked its owner reach the owner as ever', async () => {
    await block(cheat);
    const { id } = await add(cheat);
    expect((await list(owner)).map((one) => one.id)).toEqual([id]);
  });
});
