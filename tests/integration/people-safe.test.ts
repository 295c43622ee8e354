/** People are safe from people: warnings in messages and claims, claims with an end, strikes and their appeals. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { KEPT_DAYS } from '../../contract/kept.ts';
import { MAX_CLAIMS_A_MONTH, MAX_CLAIMS_A_THING, PAUSE_DAYS, STRIKE_DAYS } from '../../contract/limits.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Role } from '../../contract/user.ts';
import { forgetLeft } from '../../server/users/left.ts';
import { createApi } from '../../src/api/client.ts';
import { signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';

const DAY_MS = 24 * 3_600_000;

withEither('people who use it', (database) => {
  let host: TestHost;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  async function person(role: Role = 'poster') {
    const { userId, token } = await signIn(host.db, role);
    const api = createApi({ base: 'http://server', fetch: host.fetch, token: () => token });
    const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> =>
      api.call(endpoint, input);
    return { userId, call };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  /** A thing that somebody found, for all to see. */
  async function found(finder: Person): Promise<string> {
    const id = randomUUID();
    const thing = { id, opId: randomUUID(), reportType: 'found', category: 'Bags', title: 'Blue bag' } as const;
    await finder.call(endpoints.createReport, thing);
    await host.db.updateTable('report').set({ status: 'published' }).where('id', '=', id).execute();
    return id;
  }

  const claim = (who: Person, reportId: string, message = 'It is mine') => {
    const id = randomUUID();
    return who.call(endpoints.createClaim, { id, opId: randomUUID(), reportId, message });
  };
  const codes = (settled: PromiseSettledResult<unknown>[]): string[] =>
    settled.map((one) => (one.status === 'fulfilled' ? 'done' : String((one.reason as { code?: string }).code))).sort();

  async function acts(): Promise<string[]> {
    const rows = await host.db.selectFrom('audit').select('action').orderBy('at').execute();
    return rows.map(({ action }) => action);
  }

  it('are both warned of a demand for money, and a reviewer finds it, reads it with a row in the log, and settles it', async () => {
    const [finder, loser, moderator] = [await person(), await person(), await person('moderator')];
    const reportId = await found(finder);
    const { data: talk } = await loser.call(endpoints.startConversation, {
      opId: randomUUID(),
      reportId,
      text: 'Is it blue?',
    });
    expect(talk.last?.signs).toBeUndefined();
    const send = (who: Person, text: string) =>
      who.call(endpoints.sendMessage, { opId: randomUUID(), conversationId: talk.id, text });
    await send(finder, 'Yes. ਪਹਿਲਾਂ ੫੦੦ ਰੁਪਏ ਭੇਜੋ, asha.k@okaxis');
    await send(finder, 'and tell me the OTP');
    for (const who of [finder, loser]) {
      const { data } = await who.call(endpoints.listMessages, { id: talk.id });
      expect(data.map(({ text, signs }) => [text, signs])).toEqual([
        ['Is it blue?', undefined],
        ['Yes. ਪਹਿਲਾਂ ੫੦੦ ਰੁਪਏ ਭੇਜੋ, a•••@okaxis', ['pay', 'money']],
        ['and tell me the OTP', ['code']],
      ]);
    }
    const { data, total } = await moderator.call(endpoints.warnings, {});
    const who = { id: finder.userId, suspended: false };
    expect([data, total]).toMatchObject([[{ about: 'message', count: 2, signs: ['code', 'money', 'pay'], who }], 1]);
    expect(JSON.stringify(data)).not.toContain('OTP');
    const id = data[0]?.id ?? '';
    const { data: said } = await moderator.call(endpoints.openWarning, { id });
    expect(said.map(({ text }) => text)).toEqual(['Yes. ਪਹਿਲਾਂ ੫੦੦ ਰੁਪਏ ਭੇਜੋ, a•••@okaxis', 'and tell me the OTP']);
    await moderator.call(endpoints.closeWarning, { id, reason: 'A strike was given' });
    expect((await moderator.call(endpoints.warnings, {})).data).toEqual([]);
    await expect(moderator.call(endpoints.openWarning, { id })).rejects.toMatchObject({ code: 'not-found' });
    expect(await acts()).toEqual(['warning-open', 'warning-close']);
  });

  it.each([
    ['Go to bit.ly/abc', 'in English'],
    ['Open secure-wapsi.in', 'by a bare domain'],
    ['ਬਟੂਆ ਲੈਣ ਲਈ ਇਹ ਖੋਲ੍ਹੋ: bit.ly/abc', 'in Punjabi'],
    ['ਤੁਹਾਡਾ ਬਟੂਆ wapsi-help.online। ਉੱਥੇ ਵੇਖੋ', 'by a bare domain in Punjabi'],
    ['आपका बटुआ यहाँ है: wapsi-help.online', 'by a bare domain in Hindi'],
  ])('are both warned of a link in a chat, and a reviewer finds it: %s (%s)', async (text) => {
    const [finder, loser, moderator] = [await person(), await person(), await person('moderator')];
    const begin = { opId: randomUUID(), reportId: await found(finder), text: 'Is it blue?' };
    const { data: talk } = await loser.call(endpoints.startConversation, begin);
    await finder.call(endpoints.sendMessage, { opId: randomUUID(), conversationId: talk.id, text });
    for (const who of [finder, loser]) {
      const { data } = await who.call(endpoints.listMessages, { id: talk.id });
      expect(data.map(({ signs }) => signs)).toEqual([undefined, ['link']]);
      const [said] = (await who.call(endpoints.listConversations, {})).data;
      expect(said?.last?.signs).toEqual(['link']);
    }
    const { data: waiting } = await moderator.call(endpoints.warnings, {});
    expect(waiting.map(({ about, signs, who }) => [about, signs, who.id])).toEqual([
      ['message', ['link'], finder.userId],
    ]);
    const { data: read } = await moderator.call(endpoints.openWarning, { id: waiting[0]?.id ?? '' });
    expect(read.map((one) => one.text)).toEqual([text]);
  });

  it('are never their own reviewers: of a complaint or a warning about themselves a moderator reads and closes nothing', async () => {
    const [accused, other, victim] = [await person('moderator'), await person('moderator'), await person()];
    const begin = { opId: randomUUID(), reportId: await found(accused), text: 'Is it blue?' };
    const { data: talk } = await victim.call(endpoints.startConversation, begin);
    const more = { opId: randomUUID(), conversationId: talk.id, text: 'Pay 500 rupees first' };
    await accused.call(endpoints.sendMessage, more);
    await victim.call(endpoints.updateConversation, { id: talk.id, complaint: 'Asks for money' });
    expect([await accused.call(endpoints.complaints, {}), await accused.call(endpoints.warnings, {})]).toEqual([
      { data: [] },
      { data: [], total: 0 },
    ]);
    const [complaint] = (await other.call(endpoints.complaints, {})).data;
    const [warning] = (await other.call(endpoints.warnings, {})).data;
    const [about, of] = [complaint?.id ?? '', warning?.id ?? ''];
    const away = { code: 'not-found' };
    const reason = 'Nothing to it';
    await expect(accused.call(endpoints.closeComplaint, { id: about, reason })).rejects.toMatchObject(away);
    await expect(accused.call(endpoints.openWarning, { id: of })).rejects.toMatchObject(away);
    await expect(accused.call(endpoints.closeWarning, { id: of, reason })).rejects.toMatchObject(away);
    expect((await other.call(endpoints.openWarning, { id: of })).data).toMatchObject([{ text: more.text }]);
    await other.call(endpoints.closeWarning, { id: of, reason });
    await other.call(endpoints.closeComplaint, { id: about, reason });
    expect((await acts()).slice(-3)).toEqual(['warning-open', 'warning-close', 'complaint-close']);
  });

  it('are judged by nobody with whom they have it out: a moderator decides nothing in a matter of their own', async () => {
    const [asked, other, begger] = [await person('moderator'), await person('moderator'), await person()];
    const reportId = await found(asked);
    const begin = { opId: randomUUID(), reportId, text: 'Pay Rs 500 first' };
    const { data: talk } = await begger.call(endpoints.startConversation, begin);
    const { data: claimed } = await claim(begger, reportId, 'Pay Rs 500 first');
    await asked.call(endpoints.updateConversation, { id: talk.id, complaint: 'Asks for money' });
    const reason = 'Asks for money';
    const matters = [
      [...(await other.call(endpoints.complaints, {})).data, ...(await other.call(endpoints.warnings, {})).data],
      [...(await asked.call(endpoints.complaints, {})).data, ...(await asked.call(endpoints.warnings, {})).data],
    ];
    expect(matters.map((all) => all.length)).toEqual([3, 0]);
    const [complaint, ...warned] = (matters[0] ?? []).map(({ id }) => id);
    await expect(asked.call(endpoints.closeComplaint, { id: complaint ?? '', reason })).rejects.toMatchObject({
      code: 'not-found',
    });
    for (const id of warned) {
      await expect(asked.call(endpoints.openWarning, { id })).rejects.toMatchObject({ code: 'not-found' });
      const [said] = (await other.call(endpoints.openWarning, { id })).data;
      const about = said?.subjectId === claimed.id ? 'claim' : 'message';
      const strike = { about, id: said?.subjectId ?? '', warning: id, reason } as const;
      await expect(asked.call(endpoints.giveStrike, strike)).rejects.toMatchObject({ code: 'conflict' });
      const { warning: _, ...plain } = strike;
      await expect(asked.call(endpoints.giveStrike, plain)).rejects.toMatchObject({ code: 'conflict' });
      await other.call(endpoints.giveStrike, strike);
    }
    expect((await begger.call(endpoints.listStrikes, {})).data).toHaveLength(2);
    await other.call(endpoints.closeComplaint, { id: complaint ?? '', reason });
  });

  it('are both warned in a claim too', async () => {
    const [finder, loser, moderator] = [await person(), await person(), await person('moderator')];
    const { data } = await claim(loser, await found(finder), 'Mine! I pay Rs 500 reward');
    expect(data.signs).toEqual(['money']);
    expect((await finder.call(endpoints.getClaim, { id: data.id })).data.signs).toEqual(['money']);
    await finder.call(endpoints.updateClaim, { id: data.id, action: 'ask', text: 'Call me: 98140 12345' });
    const { data: waiting } = await moderator.call(endpoints.warnings, {});
    expect(waiting.map(({ about, signs, who }) => [about, signs, who.id])).toEqual([
      ['claim', ['money'], loser.userId],
      ['claim', ['phone'], finder.userId],
    ]);
  });

  it('are not reached past a block by a claim: who was blocked claims nothing of theirs, and they hear nothing', async () => {
    const [finder, loser] = [await person(), await person()];
    const begin = { id: randomUUID(), opId: randomUUID(), reportId: await found(finder), text: 'Where do you live?' };
    await loser.call(endpoints.startConversation, begin);
    await finder.call(endpoints.updateConversation, { id: begin.id, blocked: true });
    const before = (await finder.call(endpoints.inbox, {})).data;
    const other = await found(finder);
    for (const reportId of [begin.reportId, other])
      await expect(claim(loser, reportId)).rejects.toMatchObject({ code: 'not-allowed' });
    expect((await finder.call(endpoints.inbox, {})).data).toEqual(before);
    expect(await host.db.selectFrom('claim').select('id').execute()).toEqual([]);
    await claim(await person(), other);
    await finder.call(endpoints.updateConversation, { id: begin.id, blocked: false });
    await claim(loser, other);
  });

  it('are not reached past a block by the conversation that an accepted claim opens', async () => {
    const [finder, loser] = [await person(), await person()];
    const { data } = await claim(loser, await found(finder));
    const begin = { id: randomUUID(), opId: randomUUID(), reportId: await found(loser), text: 'Where do you live?' };
    await finder.call(endpoints.startConversation, begin);
    await loser.call(endpoints.updateConversation, { id: begin.id, blocked: true });
    const accepted = await finder.call(endpoints.updateClaim, { id: data.id, action: 'accept' });
    const id = accepted.data.conversationId ?? '';
    const words = { id: randomUUID(), opId: randomUUID(), conversationId: id, text: 'Come alone' };
    await expect(finder.call(endpoints.sendMessage, words)).rejects.toMatchObject({ code: 'not-allowed' });
    await loser.call(endpoints.updateConversation, { id, blocked: false });
    await finder.call(endpoints.sendMessage, words);
  });

  it('claim one thing three times and not once more, though ten claims come at once', async () => {
    const [finder, loser] = [await person(), await person()];
    const reportId = await found(finder);
    for (let i = 0; i < MAX_CLAIMS_A_THING; i++) {
      const at_once = await Promise.allSettled(Array.from({ length: 10 }, () => claim(loser, reportId)));
      expect(codes(at_once)).toEqual([...Array.from({ length: 9 }, () => 'conflict'), 'done']);
      const { data } = await loser.call(endpoints.listClaims, { scope: 'made', reportId });
      const open = data.find(({ status }) => status === 'submitted');
      await loser.call(endpoints.updateClaim, { id: open?.id ?? '', action: 'withdraw' });
    }
    await expect(claim(loser, reportId)).rejects.toMatchObject({ code: 'conflict', fields: { reportId: 'too often' } });
    await claim(await person(), reportId);
    expect(await host.db.selectFrom('claim').select('id').execute()).toHaveLength(MAX_CLAIMS_A_THING + 1);
  });

  it('claim twenty things in thirty days and not one more, though more come at once', async () => {
    const [finder, loser] = [await person(), await person()];
    const things: string[] = [];
    for (let i = 0; i < MAX_CLAIMS_A_MONTH + 5; i++) things.push(await found(finder));
    const at_once = await Promise.allSettled(things.map((id) => claim(loser, id)));
    expect(codes(at_once).filter((code) => code === 'done')).toHaveLength(MAX_CLAIMS_A_MONTH);
    expect(codes(at_once).filter((code) => code === 'conflict')).toHaveLength(5);
    const monthAgo = new Date(Date.now() - 31 * DAY_MS);
    await host.db.updateTable('claim').set({ created_at: monthAgo }).execute();
    await claim(loser, await found(finder));
  });

  /** Three things of one person, each with a strike. */
  async function struck(who: Person, moderator: Person): Promise<OutputOf<typeof endpoints.giveStrike>[]> {
    const answers: OutputOf<typeof endpoints.giveStrike>[] = [];
    for (let i = 0; i < 3; i++)
      answers.push(
        await moderator.call(endpoints.giveStrike, { about: 'report', id: await found(who), reason: `Lie ${i}` }),
      );
    return answers;
  }

  it('have a strike with a reason that they read, and with three of them are paused for a while', async () => {
    const [finder, liar, moderator] = [await person(), await person(), await person('moderator')];
    const given = await struck(liar, moderator);
    expect(given.map(({ count }) => count)).toEqual([1, 2, 3]);
    const until = Date.parse(given[2]?.pausedUntil ?? '');
    expect(Math.abs(until - Date.now() - PAUSE_DAYS * DAY_MS)).toBeLessThan(60_000);
    const { data, pausedUntil } = await liar.call(endpoints.listStrikes, {});
    expect([data.map(({ reason }) => reason), pausedUntil]).toEqual([
      ['Lie 2', 'Lie 1', 'Lie 0'],
      given[2]?.pausedUntil,
    ]);
    expect(JSON.stringify(data)).not.toContain(moderator.userId);
    const { data: told } = await liar.call(endpoints.inbox, {});
    expect(told.filter(({ kind }) => kind === 'strike').map(({ detail }) => detail)).toContain('Lie 2');
    const paused = { code: 'suspended' };
    const reportId = await found(finder);
    await expect(found(liar)).rejects.toMatchObject(paused);
    await expect(claim(liar, reportId)).rejects.toMatchObject(paused);
    const talk = { opId: randomUUID(), reportId, text: 'Hello' };
    await expect(liar.call(endpoints.startConversation, talk)).rejects.toMatchObject(paused);
    // A while is over by itself.
    await host.db
      .updateTable('app_user')
      .set({ paused_until: new Date(Date.now() - 1000) })
      .where('id', '=', liar.userId)
      .execute();
    await claim(liar, reportId);
    expect((await liar.call(endpoints.listStrikes, {})).pausedUntil).toBeUndefined();
    expect((await acts()).filter((act) => act === 'strike')).toHaveLength(3);
  });

  it('have a strike for what they wrote themselves: who asks for money in another’s claim has it, and the claimant nothing', async () => {
    const [finder, loser] = [await person(), await person()];
    const [giver, other] = [await person('moderator'), await person('moderator')];
    const { data: claimed } = await claim(loser, await found(finder), 'It has my name in it');
    await finder.call(endpoints.updateClaim, { id: claimed.id, action: 'ask', text: 'Pay Rs 500 first' });
    const [waiting] = (await giver.call(endpoints.warnings, {})).data;
    const warning = waiting?.id ?? '';
    const said = (await giver.call(endpoints.openWarning, { id: warning })).data;
    expect(said).toMatchObject([{ subjectId: claimed.id, text: 'Pay Rs 500 first' }]);
    const strike = { about: 'claim', id: claimed.id, warning, reason: 'Asks for money' } as const;
    expect(await giver.call(endpoints.giveStrike, strike)).toEqual({ count: 1 });
    await expect(other.call(endpoints.giveStrike, strike)).rejects.toMatchObject({ code: 'conflict' });

    const [given] = (await finder.call(endpoints.listStrikes, {})).data;
    expect(given).toMatchObject({ about: 'claim', reason: 'Asks for money' });
    expect((await loser.call(endpoints.listStrikes, {})).data).toEqual([]);
    const told = async (who: Person) => (await who.call(endpoints.inbox, {})).data.map(({ kind }) => kind);
    expect([(await told(finder)).includes('strike'), (await told(loser)).includes('strike')]).toEqual([true, false]);
    await finder.call(endpoints.appealStrike, { id: given?.id ?? '', text: 'A joke' });
    expect((await other.call(endpoints.strikeAppeals, {})).data).toMatchObject([{ who: { id: finder.userId } }]);
    // Without a warning a claim is its claimant's.
    const { warning: _, ...plain } = strike;
    await giver.call(endpoints.giveStrike, plain);
    expect((await loser.call(endpoints.listStrikes, {})).data).toHaveLength(1);
  });

  it('have no strike by a warning that is about something else', async () => {
    const [finder, loser, moderator] = [await person(), await person(), await person('moderator')];
    const [one, two] = [
      (await claim(loser, await found(finder), 'I pay Rs 500')).data.id,
      (await claim(loser, await found(finder))).data.id,
    ];
    const [waiting] = (await moderator.call(endpoints.warnings, {})).data;
    const strike = { warning: waiting?.id ?? '', reason: 'Asks for money' };
    for (const of of [
      { about: 'claim', id: two },
      { about: 'message', id: one },
    ] as const)
      await expect(moderator.call(endpoints.giveStrike, { ...of, ...strike })).rejects.toMatchObject({
        code: 'not-found',
      });
    await moderator.call(endpoints.giveStrike, { about: 'claim', id: one, ...strike });
  });

  it('are not paused for strikes of another season, and have one for a thing once, though two moderators give it at once', async () => {
    const [liar, one, other] = [await person(), await person('moderator'), await person('moderator')];
    await struck(liar, one);
    const old = new Date(Date.now() - (STRIKE_DAYS + 1) * DAY_MS);
    await host.db.updateTable('strike').set({ at: old }).execute();
    await host.db.updateTable('app_user').set({ paused_until: null }).where('id', '=', liar.userId).execute();
    const about = { about: 'report', id: await found(liar), reason: 'A lie' } as const;
    const at_once = await Promise.allSettled(
      [one, other].map((moderator) => moderator.call(endpoints.giveStrike, about)),
    );
    expect(codes(at_once)).toEqual(['conflict', 'done']);
    expect((await liar.call(endpoints.listStrikes, {})).pausedUntil).toBeUndefined();
  });

  it('appeal a strike once, and another moderator than its giver decides; a lifted one ends the pause', async () => {
    const [liar, giver, other] = [await person(), await person('moderator'), await person('moderator')];
    await struck(liar, giver);
    const [strike] = (await liar.call(endpoints.listStrikes, {})).data;
    const id = strike?.id ?? '';
    await expect(other.call(endpoints.decideStrike, { id, outcome: 'lifted', reason: 'x' })).rejects.toMatchObject({
      code: 'conflict', // nobody has appealed
    });
    await expect((await person()).call(endpoints.appealStrike, { id, text: 'Me too' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await liar.call(endpoints.appealStrike, { id, text: 'It was true' });
    await expect(liar.call(endpoints.appealStrike, { id, text: 'Again' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await giver.call(endpoints.strikeAppeals, {})).data).toMatchObject([
      { id, mine: true, appeal: 'It was true' },
    ]);
    expect((await other.call(endpoints.strikeAppeals, {})).data).toMatchObject([{ id, mine: false }]);
    const decision = { id, outcome: 'lifted', reason: 'It was true indeed' } as const;
    await expect(giver.call(endpoints.decideStrike, decision)).rejects.toMatchObject({ code: 'not-allowed' });
    const at_once = await Promise.allSettled([1, 2].map(() => other.call(endpoints.decideStrike, decision)));
    expect(codes(at_once)).toEqual(['conflict', 'done']);
    const { data, pausedUntil } = await liar.call(endpoints.listStrikes, {});
    expect(data[0]).toMatchObject({ outcome: 'lifted', answer: 'It was true indeed' });
    expect(pausedUntil).toBeUndefined();
    await found(liar);
    expect((await other.call(endpoints.strikeAppeals, {})).data).toEqual([]);
    const { data: told } = await liar.call(endpoints.inbox, {});
    expect(told.map(({ kind }) => kind)).toContain('strike-lifted');
    expect(await acts()).toEqual(['strike', 'strike', 'strike', 'strike-lifted']);
  });

  const talksOf = async (who: Person) => (await who.call(endpoints.listConversations, {})).data;
  const textsOf = async (who: Person, id: string) =>
    (await who.call(endpoints.listMessages, { id })).data.map(({ text }) => text);
  const erase = async (who: Person) => {
    await who.call(endpoints.deleteAccount, {});
    await host.app().jobs.idle();
  };

  it('keep a conversation with somebody who erased their account, whoever’s report it was: without name, contact, and what that one wrote', async () => {
    const [finder, loser, other] = [await person(), await person(), await person()];
    const talks: Record<string, string> = {};
    for (const [name, starter, owner] of [
      ['of loser', loser, finder],
      ['of finder', finder, other],
    ] as const) {
      const begin = { opId: randomUUID(), reportId: await found(owner), text: `Hello, ${name}` };
      const { data } = await starter.call(endpoints.startConversation, begin);
      talks[name] = data.id;
      await owner.call(endpoints.sendMessage, { opId: randomUUID(), conversationId: data.id, text: 'I have it' });
      for (const who of [starter, owner])
        await who.call(endpoints.updateConversation, { id: data.id, reveal: 'email' });
    }
    const { 'of loser': first = '', 'of finder': second = '' } = talks;
    await erase(finder);
    for (const [who, id, left] of [
      [loser, first, ['Hello, of loser']],
      [other, second, ['I have it']],
    ] as const) {
      expect(await talksOf(who)).toMatchObject([{ id, with: '', withErased: true, revealed: {}, blocked: 'by-them' }]);
      expect(await textsOf(who, id)).toEqual(left);
      const more = { opId: randomUUID(), conversationId: id, text: 'Are you there?' };
      await expect(who.call(endpoints.sendMessage, more)).rejects.toMatchObject({ code: 'not-allowed' });
    }
    // And when nobody is left to read it, it is gone with its words.
    await erase(loser);
    await erase(other);
    await forgetLeft(host.db);
    for (const table of ['conversation', 'message', 'app_user'] as const)
      expect(await host.db.selectFrom(table).select('id').execute(), table).toEqual([]);
  });

  it('keep what somebody wrote who erased their account where a fraud was in it or was complained of, for two years', async () => {
    const [finder, loser, moderator] = [await person(), await person(), await person('moderator')];
    const talk = async (text: string) => {
      const begin = { opId: randomUUID(), reportId: await found(finder), text: 'Is it blue?' };
      const { data } = await loser.call(endpoints.startConversation, begin);
      await finder.call(endpoints.sendMessage, { opId: randomUUID(), conversationId: data.id, text });
      return data.id;
    };
    const [paid, rude, plain] = [
      await talk('First send Rs 500'),
      await talk('You are a fool'),
      await talk('It is red'),
    ];
    await loser.call(endpoints.updateConversation, { id: rude, complaint: 'He is rude' });
    await erase(finder);
    const read = async () => [await textsOf(loser, paid), await textsOf(loser, rude), await textsOf(loser, plain)];
    expect(await read()).toEqual([
      ['Is it blue?', 'First send Rs 500'],
      ['Is it blue?', 'You are a fool'],
      ['Is it blue?'],
    ]);
    expect((await moderator.call(endpoints.warnings, {})).data).toMatchObject([
      { signs: ['money'], who: { name: '' } },
    ]);
    expect((await moderator.call(endpoints.complaints, {})).data).toMatchObject([
      { text: 'He is rude', about: { name: '' } },
    ]);
    const age = (days: number) =>
      host.db
        .updateTable('app_user')
        .set({ erased_at: new Date(Date.now() - days * DAY_MS) })
        .where('erased_at', 'is not', null)
        .execute();
    await age(KEPT_DAYS.safety - 1);
    await forgetLeft(host.db);
    expect((await moderator.call(endpoints.complaints, {})).data).toHaveLength(1);
    await age(KEPT_DAYS.safety + 1);
    await forgetLeft(host.db);
    expect(await read()).toEqual([['Is it blue?'], ['Is it blue?'], ['Is it blue?']]);
    expect((await moderator.call(endpoints.complaints, {})).data).toEqual([]);
  });

  it('give no strike to themselves, and a moderator has one from an admin alone', async () => {
    const [moderator, other, admin] = [await person('moderator'), await person('moderator'), await person('admin')];
    const about = { about: 'report', id: await found(moderator), reason: 'A lie' } as const;
    await expect(moderator.call(endpoints.giveStrike, about)).rejects.toMatchObject({ code: 'conflict' });
    await expect(other.call(endpoints.giveStrike, about)).rejects.toMatchObject({ code: 'not-allowed' });
    expect(await admin.call(endpoints.giveStrike, about)).toEqual({ count: 1 });
  });
});
