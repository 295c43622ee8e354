/** Conversations: masked, between two, about one report; in order, once, and told at once to pages that are open. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_TEXT } from '../../contract/limits.ts';
import type { Conversation, LiveEvent, Message } from '../../contract/message.ts';
import { up } from '../../server/db/migrations/065-blocks-and-freezes.ts';
import { bring, makePhoto, newReport, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

withEither('conversations', (database) => {
  let host: TestHost;
  let owner: Person;
  let writer: Person;
  let stranger: Person;
  let reportId: string;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    owner = await personOf(host, 'poster', 'Asha Rani');
    writer = await personOf(host, 'finder', 'Harpreet Singh');
    stranger = await personOf(host, 'poster');
    reportId = (await postItem(host, owner)).id;
    const phone = '+91 98765 43210';
    await host.db.updateTable('app_user').set({ phone }).where('id', '=', writer.userId).execute();
  });

  const begin = (who: Person, change: object = {}) =>
    who.call('POST', '/conversations', {
      opId: randomUUID(),
      id: randomUUID(),
      reportId,
      text: 'Is it still lost?',
      ...change,
    });
  const begun = async (): Promise<Conversation> => (await begin(writer)).body.data;
  const say = (who: Person, id: string, change: object = { text: 'Yes' }) =>
    who.call('POST', `/conversations/${id}/messages`, { opId: randomUUID(), id: randomUUID(), ...change });
  const read = async (who: Person, id: string): Promise<{ conversation: Conversation; data: Message[] }> =>
    (await who.call('GET', `/conversations/${id}/messages`)).body;
  const change = (who: Person, id: string, what: object) => who.call('PUT', `/conversations/${id}`, what);

  it('are one for two people and a report, with names masked and nothing of how to reach them (R18, A16)', async () => {
    const first = await begun();
    const again = (await begin(writer, { text: 'Hello?' })).body.data;
    expect(again.id).toBe(first.id);
    const [theirs] = (await owner.call('GET', '/conversations')).body.data;
    expect(theirs).toMatchObject({ id: first.id, with: 'Harpreet S.', unread: 2, title: 'Black wallet' });
    const all = [theirs, await read(owner, first.id), first];
    expect(JSON.stringify(all)).not.toMatch(/98765|example\.in|Singh|Rani/);
  });

  it('need a report that the writer sees and whose owner has an account', async () => {
    expect((await begin(owner)).status).toBe(409);
    const { upload, id, opId } = newReport({ lostPersonAge: '9' });
    await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    await publishReport(host, id);
    expect((await begin(writer, { reportId: id })).status).toBe(404); // a child
    const ownerless = newReport();
    await (await personOf(host)).call('POST', '/api/face/uploadLostFoundPerson', {
      ...ownerless.upload,
      id: ownerless.id,
      opId: ownerless.opId,
    });
    await publishReport(host, ownerless.id);
    expect((await begin(writer, { reportId: ownerless.id })).status).toBe(409);
    expect((await begin(await personOf(host))).status).toBe(401);
  });

  it('carry words, photos and places in order, each once, read by the two alone (R15, R47)', async () => {
    const { id } = await begun();
    const op = { opId: randomUUID(), id: randomUUID(), text: 'Twice sent' };
    await say(owner, id, op);
    expect((await say(owner, id, op)).status).toBe(200);
    await say(writer, id, { photo: 'd'.repeat(64) });
    await say(writer, id, { place: { lat: 31.6, lng: 74.9, address: 'Bus stand' } });
    expect((await say(writer, id, {})).body.code).toBe('bad-input');
    const { data } = await read(owner, id);
    expect(data.map(({ seq, mine }) => [seq, mine])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
    expect(data[3]?.place).toEqual({ lat: 31.6, lng: 74.9, address: 'Bus stand' });
    expect((await stranger.call('GET', `/conversations/${id}/messages`)).status).toBe(404);
    expect((await say(stranger, id)).status).toBe(404);
    expect((await change(stranger, id, { blocked: true })).status).toBe(404);
    expect((await stranger.call('GET', `/files/${'d'.repeat(64)}`)).status).toBe(404);
  });

  it('number what comes at once without a gap', async () => {
    const { id } = await begun();
    await Promise.all(Array.from({ length: 12 }, (_, i) => say(i % 2 ? owner : writer, id, { text: `no. ${i}` })));
    const { data } = await read(owner, id);
    expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
  });

  it('tell how far the other has them and has read them', async () => {
    const { id } = await begun();
    expect((await read(writer, id)).conversation).toMatchObject({ theirDelivered: 0, theirRead: 0 });
    await read(owner, id);
    expect((await read(writer, id)).conversation).toMatchObject({ theirDelivered: 1, theirRead: 0 });
    await change(owner, id, { read: 99 });
    expect((await read(writer, id)).conversation).toMatchObject({ theirRead: 1 });
    expect((await read(owner, id)).conversation.unread).toBe(0);
  });

  it('reveal a number or address by one’s own tap alone, and take it back', async () => {
    const { id } = await begun();
    expect((await change(writer, id, { reveal: 'phone' })).body.data.revealing).toEqual(['phone']);
    expect((await read(owner, id)).conversation.revealed).toEqual({ phone: '+91 98765 43210' });
    expect((await read(writer, id)).conversation.revealed).toEqual({});
    await change(writer, id, { hide: 'phone' });
    expect((await read(owner, id)).conversation.revealed).toEqual({});
  });

  it('leave an entry in the log of who showed what to whom about which report, and nothing of the number or address', async () => {
    const { id } = await begun();
    const logged = () =>
      host.db
        .selectFrom('audit')
        .select(['actor_id', 'role', 'action', 'subject_id', 'reason'])
        .where('action', 'in', ['phone-shown', 'email-shown'])
        .orderBy('at')
        .execute();
    const entry = (who: Person, role: string, action: string, to: Person) => ({
      ...{ actor_id: who.userId, role, action, subject_id: reportId, reason: to.userId },
    });
    await change(writer, id, { reveal: 'phone' });
    await change(writer, id, { reveal: 'phone' }); // sent twice, or tapped again: they see it already
    await change(owner, id, { reveal: 'email' });
    const [phone, email] = [
      entry(writer, 'finder', 'phone-shown', owner),
      entry(owner, 'poster', 'email-shown', writer),
    ];
    expect(await logged()).toEqual([phone, email]);
    await change(writer, id, { hide: 'phone' });
    await change(writer, id, { read: 1 });
    expect(await logged()).toEqual([phone, email]);
    await change(writer, id, { reveal: 'phone' }); // anew
    expect(await logged()).toEqual([phone, email, phone]);
    expect((await change(stranger, id, { reveal: 'phone' })).status).toBe(404);
    expect((await logged()).length).toBe(3);
  });

  it('end for both when one blocks, and tell the moderators what is wrong', async () => {
    const { id } = await begun();
    const complained = await change(owner, id, { complaint: 'Asks for money' });
    expect(complained.body.data.blocked).toBe('by-me');
    for (const who of [owner, writer]) expect((await say(who, id)).body.code).toBe('not-allowed');
    const listed = (await (await personOf(host, 'moderator')).call('GET', '/moderation/complaints')).body.data;
    expect(listed).toMatchObject([{ conversationId: id, text: 'Asks for money', about: { name: 'Harpreet Singh' } }]);
    await change(owner, id, { blocked: false });
    expect((await say(writer, id)).status).toBe(200);
  });

  it('do not begin anew about another report while one of the two has blocked the other, and do again after', async () => {
    const { id } = await begun();
    const [other, own] = [(await postItem(host, owner)).id, (await postItem(host, writer)).id];
    await change(owner, id, { blocked: true });
    expect((await begin(writer, { reportId: other })).body.code).toBe('not-allowed');
    expect((await begin(owner, { reportId: own })).body.code).toBe('not-allowed');
    expect((await begin(stranger, { reportId: other })).status).toBe(200);
    expect((await owner.call('GET', '/conversations')).body.data).toHaveLength(2);
    await change(owner, id, { blocked: false });
    expect((await begin(writer, { reportId: other })).status).toBe(200);
  });

  it('end everywhere between the two when one blocks, also where they talk of another report, and go on after', async () => {
    const { id } = await begun();
    const own = (await postItem(host, writer)).id;
    const other = (await begin(owner, { reportId: own })).body.data.id;
    await change(owner, id, { blocked: true });
    for (const who of [owner, writer]) expect((await say(who, other)).body.code).toBe('not-allowed');
    expect((await read(owner, other)).conversation.blocked).toBe('by-me');
    expect((await read(writer, other)).conversation.blocked).toBe('by-them');
    const third = (await begin(stranger, { reportId: own })).body.data.id;
    expect((await say(stranger, third)).status).toBe(200);
    await change(owner, other, { blocked: false });
    for (const at of [id, other]) expect((await say(writer, at)).status).toBe(200);
  });

  it('show nobody who was blocked the number or address that they were shown, nor after unblocking what is new', async () => {
    const { id } = await begun();
    const other = (await begin(owner, { reportId: (await postItem(host, writer)).id })).body.data.id;
    await change(writer, id, { reveal: 'phone' });
    await change(writer, other, { reveal: 'email' });
    await change(writer, id, { blocked: true });
    const seen = async () => {
      const shown = [];
      for (const at of [id, other]) shown.push((await read(owner, at)).conversation.revealed);
      return shown;
    };
    expect(await seen()).toEqual([{}, {}]);
    await change(writer, id, { blocked: false });
    expect(await seen()).toEqual([{}, {}]);
    expect((await read(writer, id)).conversation.revealing).toEqual([]);
  });

  it('of before are ended where one of the two had blocked the other, and show nothing that was revealed', async () => {
    const { id } = await begun();
    const other = (await begin(owner, { reportId: (await postItem(host, writer)).id })).body.data.id;
    const third = (await begin(stranger)).body.data.id;
    for (const at of [id, other]) await change(owner, at, { reveal: 'email' });
    const side = host.db.updateTable('conversation_side').set({ blocked_at: new Date() });
    await side.where('conversation_id', '=', id).where('user_id', '=', owner.userId).execute();
    await host.db.schema.alterTable('claim').dropColumn('freeze_reason').dropColumn('given_away').execute();
    await up(host.db);
    for (const at of [id, other])
      expect((await read(writer, at)).conversation).toMatchObject({ blocked: 'by-them', revealed: {} });
    expect((await say(stranger, third)).status).toBe(200);
  });

  it('do not begin anew with who blocked the writer in one whose report is erased; the blocker, who cannot undo it, may', async () => {
    const { id } = await begun();
    const [other, own] = [(await postItem(host, owner)).id, (await postItem(host, writer)).id];
    await change(owner, id, { blocked: true });
    await owner.call('POST', `/report/${reportId}/end`, { opId: randomUUID(), how: 'erased' });
    expect((await begin(writer, { reportId: other })).body.code).toBe('not-allowed');
    expect((await begin(owner, { reportId: own })).status).toBe(200);
  });

  it('are gone for both when their report is erased, by list, by id and for new words', async () => {
    const { id } = await begun();
    expect((await owner.call('GET', `/conversations/${id}/messages`)).status).toBe(200);
    const photo = await makePhoto(9);
    expect((await say(writer, id, { photo: photo.sha256 })).status).toBe(200);
    expect(await bring(host, photo, writer)).toBe(200);
    const url = `/files/${photo.sha256}`;
    const seen = async () =>
      Promise.all(
        [owner, writer].map(
          async ({ token: authorization }) => (await host.app().inject({ url, headers: { authorization } })).statusCode,
        ),
      );
    expect(await seen()).toEqual([200, 200]);
    const erased = await owner.call('POST', `/report/${reportId}/end`, { opId: randomUUID(), how: 'erased' });
    expect(erased.status).toBe(200);
    for (const who of [owner, writer]) {
      expect((await who.call('GET', '/conversations')).body.data).toEqual([]);
      const answers = [
        await who.call('GET', `/conversations/${id}/messages`),
        await change(who, id, { read: 1 }),
        await say(who, id),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect(await seen()).toEqual([404, 404]);
  });

  it('are complained of once by each side until somebody has looked: what is said after it is read with it', async () => {
    const { id } = await begun();
    for (const complaint of ['Asks for money', 'Has my number', 'x'.repeat(100)])
      expect((await change(owner, id, { complaint })).status).toBe(200);
    for (let n = 0; n < 30; n++) await change(writer, id, { complaint: `${n} ${'y'.repeat(95)}` });
    const moderator = await personOf(host, 'moderator');
    const listed = (await moderator.call('GET', '/moderation/complaints')).body.data;
    expect(listed.map(({ text }: { text: string }) => text.slice(0, 28))).toEqual([
      'Asks for money\nHas my number',
      `0 ${'y'.repeat(26)}`,
    ]);
    expect(listed[1].text.length).toBe(MAX_TEXT);
    const [first] = listed;
    const closed = await moderator.call('PUT', `/moderation/complaints/${first.id}`, { reason: 'Talked to both' });
    expect(closed.status).toBe(200);
    expect((await change(owner, id, { complaint: 'Again' })).status).toBe(200);
    const now = (await moderator.call('GET', '/moderation/complaints')).body.data;
    expect(now.map(({ text }: { text: string }) => text.slice(0, 5))).toEqual(['0 yyy', 'Again']);
  });

  it('tell open pages that something is new, never what, and end when the server does', async () => {
    const { id } = await begun();
    const url = await host.app().listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}/events`, { headers: { authorization: owner.token } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events: LiveEvent[] = [];
    const ended = (async () => {
      let text = '';
      for await (const bytes of answer.body ?? []) {
        text += Buffer.from(bytes).toString();
        const whole = text.split('\n\n');
        text = whole.pop() ?? '';
        for (const line of whole) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)));
      }
    })();
    await expect.poll(() => events[0]).toEqual({ kind: 'hello' });
    const before = events.length;
    await say(writer, id, { text: 'CANARY' });
    await expect.poll(() => events.slice(before).some(({ kind }) => kind === 'message')).toBe(true);
    expect(JSON.stringify(events)).not.toContain('CANARY');
    expect((await fetch(`${url}/events`)).status).toBe(401);
    await host.renew();
    await ended;
  });
});
