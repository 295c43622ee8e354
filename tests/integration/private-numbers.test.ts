/**
 * No private number is kept of what people write: requests drawn from the contract's schemas, in which every text is an
 * Aadhaar, a card and a UPI id, by every way to the server; after them every text column of the database is searched.
 */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../contract/protocol.ts';
import { sealOps } from '../../src/store/own/envelopes.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { openCanaryWorld } from '../support/canaries.ts';
import { VIEWERS } from '../support/canary.ts';
import { newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';
import { inputsOf, requestOf } from '../support/requests.ts';
import { SEED } from '../support/seed.ts';

const SAID = 'No 2341 2341 2346, ੨੩੪੧੨੩੪੧੨੩੪੬, 4111 1111 1111 1111, asha.k@okbank';
const PRIVATE = ['2341 2341', '੨੩੪੧੨੩੪੧', '1111 1111', 'asha.k@'];
const HIDDEN = 'No XXXX XXXX 2346, XXXXXXXX੨੩੪੬, XXXX XXXX XXXX 1111, a•••@okbank';

/** They end an account, or make none of their own by themselves. */
const LEFT_OUT: readonly EndpointName[] = ['liveEvents', 'deleteAccount', 'logout', 'changeRole', 'changeStanding'];
const CALLS = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].method !== 'GET' && !LEFT_OUT.includes(name),
);
/** Calls after which the whole database is searched. */
const TOGETHER = 10;
/** Requests of each call that the schema takes: enough that most are taken by the handler too, by somebody. */
const EACH = 30;

/** Where people's words lie. */
const KEPT = [
  ...['report.title', 'report.description', 'report.region', 'report.address', 'report.colour', 'report_mark.question'],
  ...['report_mark.answer', 'note.text', 'note.region', 'note.address', 'flag.text', 'app_user.bio', 'follow.region'],
  ...['audit.reason', 'objection.words', 'objection.contact'],
];

withEither('private numbers', (database) => {
  let host: TestHost;

  beforeAll(async () => {
    const limits = { CODE_LIMIT_EMAIL: '1000000', CODE_LIMIT_CALLER: '1000000', SIGN_IN_LIMIT: '1000000' };
    host = await startHost(database, limits);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  /** The columns in which a row says one of these, as whoever has the keys reads it. */
  async function columnsSaying(parts: readonly string[]): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(host.db);
    const found = new Set<string>();
    for (const { name } of tables) {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from ${sql.table(name)} t`.execute(host.db);
      for (const { row } of rows)
        for (const [column, value] of Object.entries(row)) {
          const said = typeof value === 'string' ? value : JSON.stringify(value);
          if (parts.some((part) => said.includes(part))) found.add(`${name}.${column}`);
        }
    }
    return [...found];
  }

  it('that stand in any text of any call, by any role', async () => {
    const world = await openCanaryWorld(host);
    const pools = { ...world, words: [SAID] };
    const kept = new Set<string>();
    for (const [at, name] of CALLS.entries()) {
      const endpoint = endpoints[name];
      const draw = fc.record({ input: inputsOf(endpoint.input, pools), viewer: fc.constantFrom(...VIEWERS) });
      const draws = fc.sample(draw, { numRuns: EACH * 4, seed: SEED });
      const sendable = draws.filter(({ input }) => endpoint.input.safeParse(input).success);
      for (const { input, viewer } of sendable.slice(0, EACH)) {
        await host.app().inject(requestOf(endpoint, input, world.tokens.get(viewer) ?? ''));
        await host.db.deleteFrom('rate_limit').execute();
      }
      if ((at + 1) % TOGETHER > 0 && at + 1 < CALLS.length) continue;
      const calls = CALLS.slice(Math.floor(at / TOGETHER) * TOGETHER, at + 1);
      expect([calls, await columnsSaying(PRIVATE)]).toEqual([calls, []]);
      for (const column of await columnsSaying([HIDDEN])) kept.add(column);
    }
    // Not for want of texts that were kept: which of them a day's draws reach is chance, that they reach many is not.
    expect([...kept].filter((column) => KEPT.includes(column)).length).toBeGreaterThanOrEqual(KEPT.length / 3);
  }, 300_000);

  it('that two people tell each other in a claim, a message, a complaint and a name', async () => {
    const world = await openCanaryWorld(host);
    const [owner = '', party = ''] = [world.tokens.get('owner'), world.tokens.get('party')];
    const ask = async (authorization: string, method: 'POST' | 'PUT', url: string, payload: object) => {
      const answer = await host.app().inject({ method, url, headers: { authorization }, payload });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      return answer.json();
    };
    const thing = {
      reportType: 'found',
      category: 'Bags',
      title: 'Red bag',
      marks: [{ question: SAID, answer: SAID }],
    };
    const { data } = await ask(owner, 'POST', '/report', thing);
    await host.db.updateTable('report').set({ status: 'published' }).where('id', '=', data.id).execute();
    await host.db.updateTable('conversation_side').set({ blocked_at: null }).execute(); // the two have quarrelled before
    const claim = await ask(party, 'POST', '/claims', { reportId: data.id, message: SAID, answers: [SAID] });
    await ask(owner, 'PUT', `/claims/${claim.data.id}`, { action: 'ask', text: SAID });
    const talk = await ask(party, 'POST', '/conversations', { reportId: data.id, text: SAID });
    const place = { lat: 30.9, lng: 75.8, address: SAID };
    await ask(owner, 'POST', `/conversations/${talk.data.id}/messages`, { text: SAID, place });
    await ask(party, 'PUT', `/conversations/${talk.data.id}`, { complaint: SAID });
    await ask(party, 'PUT', `/users/${world.users.get('party')}`, { name: SAID, bio: SAID });
    const moderator = world.tokens.get('moderator') ?? '';
    await ask(moderator, 'POST', `/moderation/${data.id}`, { action: 'reject', reason: SAID });
    expect(await columnsSaying(PRIVATE)).toEqual([]);
    const said = ['claim.message', 'claim.reason', 'claim_answer.answer', 'claim_answer.question', 'message.text'];
    expect(await columnsSaying([HIDDEN])).toEqual(
      expect.arrayContaining([
        ...said,
        'message.address',
        'complaint.text',
        'app_user.name',
        'history.reason',
        'notice.detail',
      ]),
    );
  });

  it('that come in a form, in a batch or in a sealed envelope', async () => {
    const { token, userId } = await signIn(host.db, 'poster');
    const form = new FormData();
    for (const [name, value] of Object.entries({
      reportType: 'lost',
      category: 'Bags',
      title: SAID,
      description: SAID,
    }))
      form.set(name, value);
    const sent = await host.fetch('http://server/report', {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    });
    expect(sent.status).toBe(200);

    const device = openDevice(host.fetch);
    Object.assign(device, { token, account: userId });
    await device.api.call(endpoints.me, {});
    await saveReport(device.db, newReport({ title: SAID, descriptionText: SAID, name: SAID, clothColor: SAID }));
    await saveReport(device.db, newReport({ title: SAID, descriptionText: SAID, name: SAID, clothColor: SAID }));
    await device.push();
    expect(await queue(device.db)).toEqual([]);

    await saveReport(device.db, newReport({ title: SAID, descriptionText: SAID, name: SAID, clothColor: SAID }));
    const key = await device.api.call(endpoints.sealKey, {});
    const [envelope] = await sealOps(device.db, await queue(device.db), key, { account: userId, token });
    expect(envelope).toBeDefined();
    const bytes = Buffer.from(envelope ?? []);
    const url = `/envelopes/${createHash('sha256').update(bytes).digest('hex')}?offset=0&total=${bytes.length}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const brought = await host.app().inject({ method: 'PUT', url, headers, payload: bytes });
    expect(brought.json()).toMatchObject({ outcome: 'taken' });
    device.close();

    const reports = await host.db.selectFrom('report').select(['title', 'description']).execute();
    expect(reports).toEqual(Array.from({ length: 4 }, () => ({ title: HIDDEN, description: HIDDEN })));
    expect(await columnsSaying([HIDDEN])).toEqual(expect.arrayContaining(['report.name', 'report.cloth_color']));
    expect(await columnsSaying(PRIVATE)).toEqual([]);
  });
});
