/** Claims on found things: made, reviewed by the finder alone, frozen by a moderator, handed over by a code. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Claim } from '../../contract/claim.ts';
import { eraseClosed } from '../../server/users/closing.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Answer, type Person, personOf, postItem } from '../support/items.ts';

const MARKS = [
  { question: 'What is scratched on the back?', answer: 'SECRETMARKONE heart' },
  { question: 'How much money was in it?', answer: '730 rupees' },
];

withEither('claims', (database) => {
  let host: TestHost;
  let finder: Person;
  let claimant: Person;
  let rival: Person;
  let moderator: Person;
  let itemId: string;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [finder, claimant, rival, moderator] = [
      await personOf(host, 'finder', 'Harpreet Singh'),
      await personOf(host, 'poster', 'Asha Rani'),
      await personOf(host, 'poster', 'Ravi Kumar'),
      await personOf(host, 'moderator'),
    ];
    itemId = (await postItem(host, finder, { reportType: 'found', marks: MARKS })).id;
  });

  const claim = (who: Person, change: object = {}) =>
    who.call('POST', '/claims', {
      opId: randomUUID(),
      id: randomUUID(),
      reportId: itemId,
      message: 'I lost it on the bus',
      answers: ['a heart', '730 rupees'],
      ...change,
    });
  const made = async (who: Person): Promise<Claim> => (await claim(who)).body.data;
  const act = (who: Person, { id }: Claim, action: string, text?: string) =>
    who.call('PUT', `/claims/${id}`, { opId: randomUUID(), action, ...(text ? { text } : {}) });
  const itemStatus = async () => (await finder.call('GET', `/report/${itemId}`)).body.data.subject.status;
  const told = async (who: Person) => {
    const rows = await host.db
      .selectFrom('notice')
      .select('kind')
      .where('user_id', '=', who.userId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ kind }) => kind);
  };

  it('show the finder the answers and how they agree, and nobody the marks (R151, R153, R220, R317)', async () => {
    const answers: Answer[] = [];
    const { status, body } = await claim(claimant);
    expect(status).toBe(200);
    expect(body.receipt.opId).toBeTruthy();
    expect(body.data).toMatchObject({ status: 'submitted', mine: true, answers: [{ answer: 'a heart' }, {}] });
    expect(body.data.answers[0].agreement).toBeUndefined();
    expect(await told(finder)).toEqual(['claim-made']);
    expect(await itemStatus()).toBe('claimed');

    const seen = (await finder.call('GET', '/claims?scope=received')).body.data[0];
    expect(seen).toMatchObject({ mine: false, by: 'Asha R.', message: 'I lost it on the bus' });
    expect(seen.answers.map(({ agreement }: { agreement: string }) => agreement)).toEqual(['partly', 'agrees']);
    for (const who of [finder, claimant, rival, moderator, await personOf(host)])
      for (const url of [
        `/report/${itemId}`,
        '/report',
        `/claims/${seen.id}`,
        '/claims?scope=made',
        '/sync?feed=reports',
      ])
        answers.push(await who.call('GET', url));
    expect(JSON.stringify(answers)).not.toContain('SECRETMARKONE');
    const details = (await rival.call('GET', `/report/${itemId}`)).body;
    expect(details.questions).toEqual(MARKS.map(({ question }) => question));
  });

  it('are there for the two and a moderator; for others they are not', async () => {
    const { id } = await made(claimant);
    for (const who of [finder, claimant, moderator]) expect((await who.call('GET', `/claims/${id}`)).status).toBe(200);
    expect((await rival.call('GET', `/claims/${id}`)).status).toBe(404);
    expect((await rival.call('PUT', `/claims/${id}`, { action: 'accept' })).status).toBe(404);
    expect((await (await personOf(host)).call('GET', `/claims/${id}`)).status).toBe(401);
    expect((await rival.call('GET', '/claims?scope=received')).body.data).toEqual([]);
  });

  it('are made on a published found thing of somebody else, once', async () => {
    expect((await claim(finder)).status).toBe(409);
    const lost = await postItem(host, rival, { reportType: 'lost' });
    expect((await claim(claimant, { reportId: lost.id })).status).toBe(409);
    const waiting = await postItem(host, finder, { reportType: 'found' }, { published: false });
    expect((await claim(claimant, { reportId: waiting.id })).status).toBe(404);
    const op = { opId: randomUUID(), id: randomUUID() };
    const [first, again] = [await claim(claimant, op), await claim(claimant, op)];
    expect(again.body).toEqual(first.body);
    expect((await claim(claimant)).status).toBe(409);
  });

  it('are asked about, answered, refused with a reason; then the thing is found again (R153, R250, R284)', async () => {
    const mine = await made(claimant);
    expect((await act(finder, mine, 'ask')).body.code).toBe('bad-input');
    expect((await act(finder, mine, 'ask', 'Which bus?')).body.data).toMatchObject({
      status: 'asked',
      reason: 'Which bus?',
    });
    expect((await act(finder, mine, 'answer', 'me')).body.code).toBe('not-allowed');
    const answered = (await act(claimant, mine, 'answer', 'The 7 o’clock to Moga')).body.data;
    expect(answered).toMatchObject({ status: 'submitted' });
    expect(answered.message).toContain('Moga');
    const other = await made(rival);
    expect((await act(finder, mine, 'reject', 'It is not yours')).body.data.status).toBe('rejected');
    expect(await itemStatus()).toBe('claimed'); // the other claim stands
    expect((await act(rival, other, 'withdraw')).body.data.status).toBe('withdrawn');
    expect(await itemStatus()).toBe('found');
    expect(await told(claimant)).toEqual(['claim-asked', 'claim-rejected']);
    expect((await act(finder, mine, 'accept')).status).toBe(409);
  });

  it('carry no words where none are asked for: taking a claim back or saying yes tells the other side that alone', async () => {
    const words = 'Pay 500 rupees to 98765 43210';
    const steps = [
      [claimant, 'withdraw', finder, 'withdrawn'],
      [finder, 'accept', rival, 'accepted'],
    ] as const;
    for (const [who, action, other, status] of steps) {
      const mine = await made(action === 'accept' ? rival : claimant);
      expect((await act(who, mine, action, words)).body.data.status).toBe(status);
      const inbox = (await other.call('GET', '/inbox')).body.data;
      expect(inbox[0]).toMatchObject({ claimId: mine.id, detail: status });
      const seen = await other.call('GET', `/claims/${mine.id}`);
      expect(JSON.stringify([inbox, seen.body])).not.toMatch(/Pay 500|98765 43210/); // three digits alone stand in ids
    }
  });

  it('are frozen by a moderator alone, who may do nothing else, and it is written down (A17)', async () => {
    const mine = await made(claimant);
    expect((await act(moderator, mine, 'accept')).body.code).toBe('not-allowed');
    expect((await act(finder, mine, 'freeze', 'x')).body.code).toBe('not-allowed');
    expect((await act(moderator, mine, 'freeze', 'Two people quarrel')).body.data.status).toBe('frozen');
    expect((await act(finder, mine, 'accept')).status).toBe(409);
    expect(await itemStatus()).toBe('claimed');
    expect((await act(moderator, mine, 'unfreeze')).body.data.status).toBe('submitted');
    const log = await host.db.selectFrom('audit').select(['action', 'reason']).orderBy('at').execute();
    expect(log).toMatchObject([{ action: 'claim-freeze', reason: 'Two people quarrel' }, { action: 'claim-unfreeze' }]);
  });

  it('go with the account of their maker: the thing is found again, unless another claims it too, and its finder is told', async () => {
    const [mine, other] = [await made(claimant), await made(rival)];
    await act(finder, mine, 'accept');
    const leave = async (who: Person) => {
      const closedAt = new Date();
      await host.db.updateTable('app_user').set({ closed_at: closedAt }).where('id', '=', who.userId).execute();
      await eraseClosed(host.db)({ id: who.userId, closedAt: closedAt.toISOString() });
    };
    await leave(claimant);
    expect(await itemStatus()).toBe('claimed'); // by the other
    const [notice] = (await finder.call('GET', '/inbox')).body.data;
    expect(notice).toMatchObject({ kind: 'claim-answered', detail: 'withdrawn', reportId: itemId });
    await act(finder, other, 'reject', 'It is not yours');
    await made(moderator);
    expect(await itemStatus()).toBe('claimed');
    await leave(moderator);
    expect(await itemStatus()).toBe('found');
  });

  it('stand after a freeze with the finder’s question, not with what the moderator said', async () => {
    const mine = await made(claimant);
    await act(finder, mine, 'ask', 'Which bus?');
    expect((await act(moderator, mine, 'freeze', 'Two people quarrel')).body.data.reason).toBe('Two people quarrel');
    const on = (await act(moderator, mine, 'unfreeze')).body.data;
    expect(on).toMatchObject({ status: 'asked', reason: 'Which bus?' });
  });

  it('that others had a say in give no reason when the thing went to another: a question or a freeze is none', async () => {
    const [mine, asked, frozen] = [await made(claimant), await made(rival), await made(await personOf(host, 'poster'))];
    await act(finder, asked, 'ask', 'Which bus?');
    await act(moderator, frozen, 'freeze', 'Two people quarrel');
    await act(finder, mine, 'accept');
    const { code } = (await claimant.call('POST', `/claims/${mine.id}/code`, {})).body;
    expect((await finder.call('POST', `/claims/${mine.id}/handover`, { opId: randomUUID(), code })).status).toBe(200);
    for (const { id } of [asked, frozen]) {
      const { data } = (await finder.call('GET', `/claims/${id}`)).body;
      expect(data.status).toBe('rejected');
      expect(data).not.toHaveProperty('reason');
    }
  });

  it('open a conversation when accepted, and end when the finder enters the claimant’s code (R153, R188, R250)', async () => {
    const mine = await made(claimant);
    const other = await made(rival);
    expect((await claimant.call('POST', `/claims/${mine.id}/code`, {})).status).toBe(409);
    const accepted = (await act(finder, mine, 'accept')).body.data;
    expect(accepted).toMatchObject({ status: 'accepted', conversationId: expect.any(String) });
    expect((await act(finder, other, 'accept')).status).toBe(409); // one at a time
    const talks = (await claimant.call('GET', '/conversations')).body.data;
    expect(talks).toMatchObject([{ id: accepted.conversationId, with: 'Harpreet S.' }]);

    expect((await finder.call('POST', `/claims/${mine.id}/code`, {})).status).toBe(403);
    const { code } = (await claimant.call('POST', `/claims/${mine.id}/code`, {})).body;
    expect(code).toMatch(/^\d{6}$/);
    const wrong = code === '000000' ? '111111' : '000000';
    const enter = (who: Person, typed: string) =>
      who.call('POST', `/claims/${mine.id}/handover`, { opId: randomUUID(), code: typed });
    expect((await enter(claimant, code)).status).toBe(403);
    expect((await enter(finder, wrong)).body.code).toBe('wrong-code');
    expect((await enter(finder, code)).body.data.status).toBe('handed_over');
    const details = (await finder.call('GET', `/report/${itemId}`)).body;
    expect(details.data).toMatchObject({ status: 'resolved', subject: { status: 'returned' } });
    expect(details.history.map(({ to }: { to: string }) => to)).toEqual(
      expect.arrayContaining(['claimed', 'returned', 'resolved']),
    );
    expect((await rival.call('GET', `/claims/${other.id}`)).body.data.status).toBe('rejected');
    // The two go on reading what it was called, though the report is closed for others; whose claim failed does not.
    expect((await claimant.call('GET', `/report/${itemId}`)).status).toBe(404);
    for (const url of ['/claims?scope=made', `/claims/${mine.id}`]) {
      const [claimed] = [(await claimant.call('GET', url)).body.data].flat();
      expect(claimed).toMatchObject({ report: { title: 'Black wallet', photos: [] }, seesReport: false });
      expect(Object.keys(claimed.report)).not.toEqual(expect.arrayContaining(['description']));
    }
    const talk = (await claimant.call('GET', '/conversations')).body.data;
    expect(talk).toMatchObject([{ title: 'Black wallet', seesReport: false }]);
    expect(talk[0].image).toBeUndefined();
    expect((await finder.call('GET', '/conversations')).body.data).toMatchObject([{ seesReport: true }]);
    const failed = (await rival.call('GET', `/claims/${other.id}`)).body.data;
    expect([failed.report.title, failed.seesReport]).toEqual([undefined, false]);
    // Nor does anyone once the team has taken it off.
    await host.db
      .updateTable('report')
      .set({ hidden_at: new Date(), hidden_for: 'flags' })
      .where('id', '=', itemId)
      .execute();
    expect((await claimant.call('GET', `/claims/${mine.id}`)).body.data.report.title).toBeUndefined();
    expect((await claimant.call('GET', '/conversations')).body.data[0].title).toBeUndefined();
    expect(await told(claimant)).toEqual(['claim-accepted', 'claim-returned']);
    expect((await enter(finder, code)).status).toBe(409);
  });

  it('close the code after five wrong ones, also when they come at once', async () => {
    const mine = await made(claimant);
    await act(finder, mine, 'accept');
    const { code } = (await claimant.call('POST', `/claims/${mine.id}/code`, {})).body;
    const wrong = code === '000000' ? '111111' : '000000';
    const enter = (typed: string) =>
      finder.call('POST', `/claims/${mine.id}/handover`, { opId: randomUUID(), code: typed });
    const tries = await Promise.all(Array.from({ length: 5 }, () => enter(wrong)));
    expect(tries.map(({ body }) => body.code)).toEqual(Array.from({ length: 5 }, () => 'wrong-code'));
    expect((await enter(code)).body.code).toBe('wrong-code');
    const fresh = (await claimant.call('POST', `/claims/${mine.id}/code`, {})).body.code;
    expect((await enter(fresh)).body.data.status).toBe('handed_over');
  });

  it('accepted at once by two fingers are one accepted claim', async () => {
    const [mine, other] = [await made(claimant), await made(rival)];
    const [a, b] = await Promise.all([act(finder, mine, 'accept'), act(finder, other, 'accept')]);
    expect([a.status, b.status].sort()).toEqual([200, 409]);
    const { code } = (await claimant.call('POST', `/claims/${a.status === 200 ? mine.id : other.id}/code`, {})).body;
    if (a.status === 200) {
      const hand = () => finder.call('POST', `/claims/${mine.id}/handover`, { opId: randomUUID(), code });
      const both = await Promise.all([hand(), hand()]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('show their proofs to the two and to a moderator', async () => {
    const sha256 = 'c'.repeat(64);
    await claim(claimant, { proofs: [sha256] });
    const [seen] = (await finder.call('GET', '/claims?scope=received')).body.data;
    expect(seen.proofs).toEqual([sha256]);
    // Its bytes are awaited, from whoever names them.
    expect((await claimant.call('GET', `/files/${sha256}/upload`)).status).toBe(200);
    expect((await rival.call('GET', `/files/${sha256}`)).status).toBe(404);
    await moderator.call('GET', `/claims/${seen.id}`);
    const read = await host.db.selectFrom('audit').select(['actor_id', 'action', 'subject_id']).execute();
    expect(read).toEqual([{ actor_id: moderator.userId, action: 'claim-read', subject_id: seen.id }]);
  });
});
