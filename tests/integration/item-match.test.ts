/** Possible matches of lost and found things: found, told to both owners, and answered by them. */

import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import { UNANSWERED_DAYS } from '../../contract/limits.ts';
import type { ItemMatch } from '../../contract/report.ts';
import { keepKeys } from '../../server/candidates/blocks.ts';
import { readCompared } from '../../server/candidates/facts.ts';
import { matchReport } from '../../server/candidates/store.ts';
import { transact } from '../../server/db/once.ts';
import { raiseDue } from '../../server/duty/raise.ts';
import { LOOK_UNANSWERED, lookUnanswered } from '../../server/duty/unanswered.ts';
import type { FaceIndex } from '../../server/face/index.ts';
import { matchSoon } from '../../server/reports/record.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf, postItem, reopen } from '../support/items.ts';

const SERIAL = 'e'.repeat(64);
const WALLET = {
  title: 'Black leather wallet',
  description: 'PAN card inside',
  region: 'Ludhiana',
  timeOfLossDate: '2026-11-10',
};

/** Things have no face. */
const NOBODY: FaceIndex = {
  ...{ loaded: true, load: async () => undefined, close: async () => undefined },
  search: async () => ({ hits: [], searched: 0 }),
};

withEither('matches of things', (database) => {
  let host: TestHost;
  let loser: Person;
  let finder: Person;

  const matches = async (person: Person, id: string): Promise<ItemMatch[]> => {
    const { status, body } = await person.call('GET', `/report/${id}/matches`);
    return status === 200 ? body.data : [];
  };
  const idle = () => host.app().jobs.idle();
  const told = async (person: Person) => {
    const rows = await host.db
      .selectFrom('notice')
      .select(['kind', 'report_id'])
      .where('user_id', '=', person.userId)
      .execute();
    return rows.map(({ kind, report_id }) => [kind, report_id]);
  };
  const answer = (person: Person, lost: string, found: string, word: 'yes' | 'no' | 'undo') =>
    person.call('PUT', `/matches/${lost}/${found}`, { answer: word });
  /** A lost wallet and the same found one. */
  async function pair() {
    const lost = await postItem(host, loser, { ...WALLET, phoneNumber: '+91 98140 12345' });
    const found = await postItem(host, finder, { ...WALLET, reportType: 'found', timeOfLossDate: '2026-11-11' });
    await idle();
    return { lost: lost.id, found: found.id };
  }

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    loser = await personOf(host, 'poster', 'Asha Rani');
    finder = await personOf(host, 'finder', 'Harpreet Singh');
  });

  it('are told to both owners once the second is published, and show no more of the other side than its page (A20)', async () => {
    const { lost, found } = await pair();
    expect(await told(loser)).toEqual([['match-possible', lost]]);
    expect(await told(finder)).toEqual([['match-possible', found]]);
    const [match] = await matches(finder, found);
    expect(match).toMatchObject({
      band: 'likely',
      status: 'open',
      lost: { id: lost },
      found: { id: found, mine: true },
    });
    expect(match?.because).toContain('words');
    expect(JSON.stringify(match)).not.toMatch(/98140|Rani/);
    expect((await loser.call('GET', `/report/${lost}`)).body.waiting.matches).toBe(1);
    const other = await personOf(host, 'poster');
    expect((await other.call('GET', `/report/${lost}/matches`)).status).toBe(404);
    expect(await matches(await personOf(host, 'moderator'), lost)).toHaveLength(1);
    expect((await answer(other, lost, found, 'yes')).status).toBe(404);
  });

  it('come to the desk where the found thing is when an owner does not answer: last, without a word to anybody, and only there', async () => {
    const officer = await personOf(host, 'officer');
    const others = [await personOf(host, 'officer', 'Elsewhere', ['pb-moga']), await personOf(host, 'moderator')];
    const desk = async (of = officer, done = false): Promise<DutyTask[]> =>
      (await of.call('GET', `/duty${done ? '?done=true' : ''}`)).body.data;
    const act = async (task: DutyTask, how: string) =>
      (await officer.call('PUT', `/duty/${task.id}`, { rev: task.rev, act: how, reason: 'Why' })).status;
    const { lost, found } = await pair();
    const job = await host.db
      .selectFrom('job')
      .select(['payload', 'run_at'])
      .where('kind', '=', LOOK_UNANSWERED)
      .executeTakeFirstOrThrow();
    expect(Math.abs(job.run_at.getTime() - Date.now() - UNANSWERED_DAYS * 86_400_000)).toBeLessThan(60_000);
    expect((await answer(finder, lost, found, 'yes')).status).toBe(200);
    expect(await desk()).toEqual([]);
    for (let n = 0; n < 2; n++) await lookUnanswered(host.db)(job.payload);
    const [task, ...more] = await desk();
    expect([task?.kind, task?.level, task?.report.id, task?.candidate?.lost.id, more]).toEqual([
      ...['unanswered', 'district', found, lost],
      [],
    ]);
    for (const of of [officer, ...others]) expect(await told(of)).toEqual([]);
    for (const of of others) expect(await desk(of)).toEqual([]);
    // Nobody else is asked, neither by hand nor when its time is over: then it is over.
    expect([await act(task as DutyTask, 'pass-on'), await act(task as DutyTask, 'take')]).toEqual([409, 200]);
    expect(await act((await desk())[0] as DutyTask, 'give-back')).toBe(200);
    for (const of of [officer, ...others]) expect(await told(of)).toEqual([]);
    await raiseDue(host.db, new Date(Date.now() + 6 * 86_400_000));
    expect((await desk()).map(({ state }) => state)).toEqual(['open']);
    // The owner answers after all, and the desk has nothing left to do.
    expect((await answer(loser, lost, found, 'yes')).status).toBe(200);
    expect([await desk(), (await desk(officer, true)).length]).toEqual([[], 1]);

    await answer(loser, lost, found, 'undo');
    await lookUnanswered(host.db)(job.payload);
    await host.db.updateTable('duty_task').set({ status: 'open', due_at: new Date() }).execute();
    await raiseDue(host.db, new Date(Date.now() + 1000));
    for (const of of [officer, ...others]) expect([await desk(of), await told(of)]).toEqual([[], []]);
  });

  it('of which an officer has taken one are theirs for a week; what comes back is asked for again, and what is likely only later too', async () => {
    const officer = await personOf(host, 'officer');
    const desk = async (): Promise<DutyTask[]> => (await officer.call('GET', '/duty')).body.data;
    const { lost, found } = await pair();
    const jobs = () =>
      host.db.selectFrom('job').select('payload').where('kind', '=', LOOK_UNANSWERED).orderBy('id').execute();
    const look = async () => lookUnanswered(host.db)((await jobs()).at(-1)?.payload);
    await look();
    const [task] = await desk();
    expect((await officer.call('PUT', `/duty/${task?.id}`, { rev: task?.rev, act: 'take' })).status).toBe(200);
    await raiseDue(host.db, new Date(Date.now() + 6 * 86_400_000));
    expect((await desk()).map(({ state }) => state)).toEqual(['taken']);
    await raiseDue(host.db, new Date(Date.now() + 8 * 86_400_000));
    expect(await desk()).toEqual([]);

    const change = async (words: object) => {
      host.config.review = 'at-once';
      try {
        expect((await finder.call('PUT', `/report/${found}`, words)).status).toBe(200);
        await idle();
      } finally {
        host.config.review = 'people';
      }
    };
    const { title, description } = WALLET;
    await change({ title: 'Blue umbrella', description: 'Broken handle', category: 'Other' });
    expect(await matches(loser, lost)).toEqual([]);
    await change({ title, description, category: 'Wallet' });
    for (let n = 0; n < 2; n++) await look();
    expect((await desk()).map(({ history }) => history.map(({ act }) => act))).toEqual([
      ['made', 'taken', 'done', 'reopened'],
    ]);
    expect(await told(officer)).toEqual([]);

    // It was no more than possible, and is likely by what is said of it now.
    await host.db.updateTable('candidate').set({ band: 'possible' }).execute();
    const before = (await jobs()).length;
    for (let n = 0; n < 2; n++) await transact(host.db, (tx) => matchSoon(tx, [lost])).then(idle);
    expect((await jobs()).length).toBe(before + 1);
  });

  it('are found with what a closed account posted once it is back, and not before (A44, R162)', async () => {
    const found = await postItem(host, finder, { ...WALLET, reportType: 'found', timeOfLossDate: '2026-11-11' });
    await finder.call('DELETE', '/auth/delete-account', { undo: true });
    const lost = await postItem(host, loser, WALLET);
    await idle();
    expect(await told(loser)).toEqual([]);
    await reopen(host, finder);
    await idle();
    expect(await told(loser)).toEqual([['match-possible', lost.id]]);
    expect(await told(finder)).toEqual([['match-possible', found.id]]);
  });

  it('make the lost thing a found one when both say yes, and merge nothing (A20, R250)', async () => {
    const { lost, found } = await pair();
    expect((await answer(finder, lost, found, 'yes')).body.data).toMatchObject({ status: 'open', answer: 'yes' });
    expect((await loser.call('GET', `/report/${lost}`)).body.data.subject.status).toBe('lost');
    expect((await matches(loser, lost))[0]).not.toHaveProperty('answer');
    expect((await answer(loser, lost, found, 'yes')).body.data.status).toBe('confirmed');
    expect((await loser.call('GET', `/report/${lost}`)).body.data).toMatchObject({
      status: 'published',
      subject: { status: 'found' },
    });
    expect((await finder.call('GET', `/report/${found}`)).body.data).toMatchObject({
      status: 'published',
      subject: { status: 'found' },
    });
    expect((await told(loser)).map(([kind]) => kind)).toEqual(['match-possible', 'match-confirmed']);
    expect((await answer(loser, lost, found, 'no')).status).toBe(409);
  });

  it('end with one no, and are not told again', async () => {
    const { lost, found } = await pair();
    expect((await answer(loser, lost, found, 'no')).body.data.status).toBe('dismissed');
    expect((await answer(finder, lost, found, 'yes')).status).toBe(409);
    expect(await matches(finder, found)).toEqual([]);
    await loser.call('PUT', `/report/${lost}`, { rewardOffer: 100 });
    await idle();
    expect(await told(finder)).toHaveLength(1);
  });

  it('a no that was a slip is shown to who said it alone, and taken back: the other is asked no second time', async () => {
    const { lost, found } = await pair();
    expect((await answer(loser, lost, found, 'undo')).status).toBe(409);
    await answer(loser, lost, found, 'no');
    expect(await matches(loser, lost)).toMatchObject([{ status: 'dismissed', answer: 'no' }]);
    expect([await matches(finder, found), await matches(await personOf(host, 'moderator'), lost)]).toEqual([[], []]);
    expect((await answer(finder, lost, found, 'undo')).status).toBe(409);
    expect((await answer(loser, lost, found, 'undo')).body.data.status).toBe('open');
    await idle();
    expect(await matches(finder, found)).toMatchObject([{ status: 'open' }]);
    expect((await matches(loser, lost))[0]).not.toHaveProperty('answer');
    expect((await told(finder)).map(([kind]) => kind)).toEqual(['match-possible']);
  });

  it('two yes are taken back by either: the thing is lost again, is compared again, and the other is told', async () => {
    const { lost, found } = await pair();
    for (const who of [loser, finder]) await answer(who, lost, found, 'yes');
    const later = await postItem(host, await personOf(host, 'finder'), {
      ...WALLET,
      ...{ reportType: 'found', timeOfLossDate: '2026-11-11' },
    });
    await idle();
    expect((await matches(loser, lost)).map((match) => match.found.id)).toEqual([found]);
    expect((await answer(finder, lost, found, 'undo')).body.data).toMatchObject({ status: 'open' });
    await idle();
    const { data, history } = (await loser.call('GET', `/report/${lost}`)).body;
    expect(data.subject.status).toBe('lost');
    expect(history.map(({ to }: { to: string }) => to)).toEqual(expect.arrayContaining(['found', 'lost']));
    expect((await told(loser)).map(([kind]) => kind).sort()).toEqual([
      ...['match-confirmed', 'match-possible', 'match-possible', 'match-possible'],
    ]);
    expect((await matches(loser, lost)).map((match) => match.found.id).sort()).toEqual([found, later.id].sort());
    expect((await matches(loser, lost)).find((match) => match.found.id === found)).toMatchObject({ answer: 'yes' });
    expect((await answer(finder, lost, found, 'yes')).body.data.status).toBe('confirmed');
  });

  it('two yes are not taken back once the thing was given back, nor over and over', async () => {
    const { lost, found } = await pair();
    for (let n = 0; n < 3; n++) {
      for (const who of [loser, finder]) await answer(who, lost, found, 'yes');
      for (const who of [finder, loser]) expect((await answer(who, lost, found, 'undo')).status).toBe(200);
    }
    for (const who of [loser, finder]) await answer(who, lost, found, 'yes');
    expect((await answer(finder, lost, found, 'undo')).status).toBe(409);
    await idle();
    const [other] = [await pair()];
    for (const who of [loser, finder]) await answer(who, other.lost, other.found, 'yes');
    for (const itemStatus of ['claimed', 'returned']) await loser.call('PUT', `/report/${other.lost}`, { itemStatus });
    expect((await answer(loser, other.lost, other.found, 'undo')).status).toBe(409);
    expect((await matches(loser, other.lost))[0]?.status).toBe('confirmed');
  });

  it('are found by the hash of a serial number alone, and the number is in no answer', async () => {
    const lost = await postItem(host, loser, { title: 'Phone', category: 'Electronics', serialHash: SERIAL });
    await postItem(host, finder, {
      title: 'Something with a screen',
      category: 'Other',
      reportType: 'found',
      serialHash: SERIAL,
      region: 'Chennai',
    });
    await idle();
    const found = await matches(loser, lost.id);
    expect(found).toMatchObject([{ band: 'likely', because: ['serial', expect.anything()] }]);
    expect(JSON.stringify(found)).not.toContain(SERIAL);
  });

  it('are not made of other things, of what waits for review, of what is over, nor of one’s own', async () => {
    await postItem(host, finder, { ...WALLET, reportType: 'found', category: 'Bags' });
    await postItem(host, finder, { ...WALLET, reportType: 'found' }, { published: false });
    await postItem(host, loser, { ...WALLET, reportType: 'found' });
    const over = await postItem(host, finder, { ...WALLET, reportType: 'found' });
    await finder.call('PUT', `/report/${over.id}`, { status: 'withdrawn' });
    const lost = await postItem(host, loser, WALLET);
    await idle();
    expect(await matches(loser, lost.id)).toEqual([]);
    expect(await told(loser)).toEqual([]);
  });

  it('are looked for again when words change and are looked at, and at most five are told', async () => {
    const lost = await postItem(host, loser, { title: 'Thing', category: 'Wallet' });
    for (let n = 0; n < 7; n++)
      await postItem(host, finder, { ...WALLET, reportType: 'found', timeOfLossDate: '2026-11-11' });
    await idle();
    expect(await matches(loser, lost.id)).toEqual([]);
    const { title, description, region, timeOfLossDate } = WALLET;
    host.config.review = 'at-once';
    try {
      await loser.call('PUT', `/report/${lost.id}`, { title, description, region, timeOfLossDate });
      await idle();
    } finally {
      host.config.review = 'people';
    }
    expect(await matches(loser, lost.id)).toHaveLength(5);
    expect(await told(loser)).toHaveLength(5);
  });

  // The embedded database has one connection: nothing comes between.
  if (database.kind === 'postgres')
    it('are found though a comparison from before one was published ends after it', async () => {
      const { id } = await postItem(host, loser, WALLET, { published: false });
      await idle();
      let late: Promise<void> | undefined;
      await host.db.transaction().execute(async (tx) => {
        await changeStatus(tx, id, 'published', 'system:at-once');
        await sql`lock table candidate_key in share row exclusive mode`.execute(tx);
        late = matchReport(host.db, NOBODY, id);
        await setTimeout(300); // it has read the report and waits to keep its keys
        for (const row of await readCompared(tx, [id])) await keepKeys(tx, row);
      });
      await late;
      const keys = await host.db.selectFrom('candidate_key').select('key').where('report_id', '=', id).execute();
      expect(keys.length).toBeGreaterThan(0);
    });

  it('answered yes by both at the same moment, are confirmed once', async () => {
    const { lost, found } = await pair();
    const answers = await Promise.all([answer(loser, lost, found, 'yes'), answer(finder, lost, found, 'yes')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await matches(loser, lost))[0]?.status).toBe('confirmed');
    expect((await told(loser)).filter(([kind]) => kind === 'match-confirmed')).toHaveLength(1);
  });
});
