/** Two records that may be about one person: found by the server, decided by officers and moderators, seen by nobody else. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Candidate } from '../../contract/candidate.ts';
import type { DutyTask } from '../../contract/duty.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { PersonUpload, uploadLostFoundPerson } from '../../contract/person.ts';
import { MOST_CANDIDATES, matchReport } from '../../server/candidates/store.ts';
import { raiseDue } from '../../server/duty/raise.ts';
import type { FaceIndex } from '../../server/face/index.ts';
import { endHold } from '../../server/protection/objections.ts';
import { MATCH_ALL, matchSoon } from '../../server/reports/record.ts';
import { changeStatus, eraseForGood } from '../../server/reports/store.ts';
import { faceLike, faceOf, newReport, signIn, startHost, type TestHost, withFace } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { candidates, type Person, personOf, reopen } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

type Upload = InputOf<typeof uploadLostFoundPerson>;

const PATNA = 'br-patna';
const ASHA: Partial<Upload> = {
  ...{ name: 'Asha Rani', lostPersonAge: '34', region: 'Ludhiana', clothColor: 'Green' },
  timeOfLossDate: '2026-11-10',
  details: { sex: 'female', relative: { kind: 'father', name: 'Balwinder Singh' } },
};
/** The same as a stranger tells of her. */
const FOUND_ASHA: Partial<Upload> = {
  ...{ type: 'found', name: 'ਆਸ਼ਾ', lostPersonAge: '36', region: 'Jalandhar', timeOfLossDate: '2026-11-12' },
  details: { sex: 'female' },
};

withEither('candidates', (database) => {
  let host: TestHost;
  let family: Person;
  let finder: Person;
  let officer: Person;
  let moderator: Person;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [family, finder] = [await personOf(host, 'poster', 'Ravi Rani'), await personOf(host, 'finder')];
    [officer, moderator] = [await personOf(host, 'officer'), await personOf(host, 'moderator')];
  });

  const idle = () => host.app().jobs.idle();
  async function post(of: Person, change: Partial<Upload>): Promise<string> {
    const { id, opId, upload } = newReport(change as Partial<PersonUpload>);
    if (upload.type === 'found') upload.foundPersonAge = upload.lostPersonAge;
    const { status, body } = await of.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return id;
  }
  async function pair(lost = ASHA, found = FOUND_ASHA) {
    const ids = { lost: await post(family, lost), found: await post(finder, found) };
    await idle();
    return ids;
  }
  const one = async (id: string): Promise<Candidate> => {
    const [first] = await candidates(officer, id);
    if (!first) throw new Error('no candidate');
    return first;
  };
  const decide = (of: Person, { id, rev }: Candidate, decision: string, reason?: string) =>
    of.call('PUT', `/candidates/${id}`, { opId: randomUUID(), rev, decision, ...(reason ? { reason } : {}) });
  const states = async () =>
    (await host.db.selectFrom('candidate').select('state').orderBy('created_at').execute()).map(({ state }) => state);

  it.each([
    ['lost, then found', ['lost', 'found']],
    ['found, then lost', ['found', 'lost']],
  ] as const)('are made whichever comes first, while both wait for review: %s', async (_, order) => {
    const ids: Partial<Record<'lost' | 'found', string>> = {};
    for (const side of order)
      ids[side] = await (side === 'lost' ? post(family, ASHA) : post(finder, FOUND_ASHA)).finally(idle);
    const [candidate, more] = await candidates(officer, ids.lost ?? '');
    expect(more).toBeUndefined();
    expect(candidate).toMatchObject({ state: 'open', lost: { id: ids.lost }, found: { id: ids.found } });
    expect(candidate?.because).toContainEqual({ field: 'age', says: 'near', value: expect.any(Number) });
    expect(candidate?.because.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'place', 'sex']));
    expect(await candidates(moderator, ids.found ?? '')).toMatchObject([
      { id: candidate?.id, because: candidate?.because },
    ]);
    // Neither score nor weight is told, nor who posted them.
    expect(Object.keys(candidate ?? {})).not.toContain('score');
    expect(JSON.stringify(candidate)).not.toMatch(/98140|Rani|Balwinder/);
  });

  it('are not made of two men, of one who is too old, of two lost ones, or of a look-alike', async () => {
    await post(finder, { ...FOUND_ASHA, details: { sex: 'male' }, name: 'Mohan' });
    await post(finder, { ...FOUND_ASHA, lostPersonAge: '80', name: 'Usha' });
    await post(finder, { ...ASHA, type: 'lost' });
    const lost = await post(family, { ...ASHA, details: { sex: 'female' } });
    await idle();
    expect(await candidates(officer, lost)).toEqual([]);
  });

  // The embedded database has one connection: nothing can be open beside it.
  if (database.kind === 'postgres')
    it('are made by the face alone, once a transaction that was open does not hold it back any more', async () => {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let long = ended;
      await new Promise<void>((began) => {
        long = host.db.transaction().execute(async (tx) => {
          await sql`select pg_current_xact_id()`.execute(tx);
          began();
          await ended;
        });
      });
      const lost = await post(family, { ...ASHA, details: {}, ...withFace(faceOf(31)) });
      const stranger = { ...FOUND_ASHA, name: undefined, nameUnknown: true, details: {}, region: 'Patna, Bihar' };
      await post(finder, { ...stranger, ...withFace(faceLike(faceOf(31))) });
      await idle();
      expect(await states()).toEqual([]);
      end();
      await long;
      const soon = async () => {
        await idle();
        return (await candidates(officer, lost)).length;
      };
      await expect.poll(soon, { timeout: 20_000 }).toBe(1);
    });

  it('stay where the other side has made them while this one was being compared', async () => {
    const lost = await post(family, { ...ASHA, ...withFace(faceOf(32)) });
    await idle();
    let looks = 0;
    const faces: FaceIndex = {
      ...{ loaded: true, load: async () => undefined, close: async () => undefined },
      search: async (_probe, _limit, pool) => {
        if (pool === 'all' && looks++ === 0) await post(finder, FOUND_ASHA).finally(idle);
        return { hits: [], searched: 0 };
      },
    };
    await matchReport(host.db, faces, lost);
    expect([looks, await states()]).toEqual([2, ['open']]);
  });

  it('appear and go with an edit, and come back with the next, under the same id', async () => {
    const lost = await post(family, { ...ASHA, name: 'Parminder', lostPersonAge: '70' });
    await post(finder, FOUND_ASHA);
    await idle();
    expect(await candidates(officer, lost)).toEqual([]);
    const edit = async (change: object) => {
      const { status } = await family.call('PUT', `/report/${lost}`, { opId: randomUUID(), ...change });
      expect(status).toBe(200);
      await idle();
    };
    await edit({ name: 'Asha Rani', age: { years: 35, margin: 1 } });
    const made = await one(lost);
    await edit({ name: 'Parminder', age: { years: 70, margin: 1 } });
    expect(await candidates(officer, lost)).toEqual([]);
    expect(await states()).toEqual(['withdrawn']);
    await edit({ name: 'Asha', age: { years: 35, margin: 1 } });
    expect(await one(lost)).toMatchObject({ id: made.id, state: 'open' });
  });

  it('use a face of somebody found, for whom nobody can agree, and of a missing one by a yes; it alone makes none likely', async () => {
    const face = faceOf(7);
    const consent = (compareFace: boolean) => ({
      consent: { publicPhoto: false, publicPhone: false, compareFace, guardian: true, notice: '2026-11' },
    });
    // Nothing is known of either but the face, the days and the places, which are far.
    const unknown = (type: 'lost' | 'found', agreed: boolean): Partial<Upload> => ({
      ...{ type, name: '', nameUnknown: true, lostPersonAge: '40', region: type === 'lost' ? 'Ludhiana' : 'Chennai' },
      ...{ timeOfLossDate: type === 'lost' ? '2026-03-01' : '2026-11-12', clothColor: '' },
      ...withFace(faceLike(face, type === 'lost' ? 0 : 0.01)),
      ...consent(agreed),
    });
    const found = await post(finder, unknown('found', false));
    const unasked = await post(family, unknown('lost', false));
    await idle();
    expect(await candidates(officer, unasked)).toEqual([]);
    const lost = await post(family, unknown('lost', true));
    await idle();
    expect(await candidates(officer, lost)).toMatchObject([{ found: { id: found }, band: 'possible' }]);
    expect((await one(lost)).because[0]).toEqual({ field: 'face', says: 'same', band: 'likely' });
    // What was agreed to is taken back, and ends at once.
    const no = { opId: randomUUID(), purpose: 'compare', given: false, notice: '2026-11' };
    expect((await family.call('PUT', `/report/${lost}/consent`, no)).status).toBe(200);
    await idle();
    expect(await candidates(officer, lost)).toEqual([]);
  });

  describe('are decided', () => {
    it('by an officer: confirmed, written into both histories for officers alone, and taken back once', async () => {
      const { lost, found } = await pair();
      const twin = await post(finder, FOUND_ASHA);
      await idle();
      expect(await candidates(officer, lost)).toHaveLength(2);
      const seen = (await candidates(officer, lost)).find((each) => each.found.id === found) as Candidate;
      const { status, body } = await decide(officer, seen, 'confirm', 'Her brother knew her');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        state: 'confirmed',
        decided: { mine: true, station: 'Sadar', reason: 'Her brother knew her' },
      });
      await idle();
      // Who is one with another is offered no third.
      expect(await candidates(officer, twin)).toEqual([]);
      expect(await candidates(moderator, lost)).toMatchObject([{ state: 'confirmed', decided: { mine: false } }]);
      for (const id of [lost, found]) {
        const opened = await moderator.call('POST', `/report/${id}/open`, { reason: 'match' });
        expect(opened.body.history).toContainEqual(
          expect.objectContaining({ to: 'linked', by: 'officer', reason: 'Her brother knew her' }),
        );
      }
      expect(JSON.stringify((await family.call('GET', `/report/${lost}`)).body)).not.toMatch(/linked|brother/);
      expect((await decide(officer, body.data, 'reopen')).body.data).toMatchObject({ state: 'open' });
      await idle();
      expect((await candidates(officer, lost)).map(({ state }) => state)).toEqual(['open', 'open']);
      expect((await decide(officer, body.data, 'reopen')).body.code).toBe('changed-meanwhile');
      const acts = await host.db.selectFrom('audit').select('action').where('subject_id', '=', seen.id).execute();
      expect(acts.map(({ action }) => action).sort()).toEqual(['candidate-confirm', 'candidate-reopen']);
    });

    it('rejected, and never offered again, whatever changes', async () => {
      const { lost, found } = await pair();
      expect((await decide(officer, await one(lost), 'reject')).status).toBe(200);
      await family.call('PUT', `/report/${lost}`, { opId: randomUUID(), name: 'Asha' });
      await finder.call('PUT', `/report/${found}`, { opId: randomUUID(), name: 'Asha Rani' });
      await host.db.insertInto('job').values({ kind: MATCH_ALL, payload: '{}', held_until: null }).execute();
      await idle();
      expect(await candidates(officer, lost)).toMatchObject([{ state: 'rejected' }]);
      expect(await states()).toEqual(['rejected']);
      expect((await decide(moderator, await one(lost), 'reopen')).body.data.state).toBe('open');
    });

    it('more than a week ago, and taken back from the record, where the desk lists them no more', async () => {
      const { lost } = await pair();
      expect((await decide(officer, await one(lost), 'reject', 'Another woman')).status).toBe(200);
      const done = async () => {
        const tasks: DutyTask[] = (await officer.call('GET', '/duty?done=true')).body.data;
        return tasks.filter(({ kind }) => kind === 'candidate').length;
      };
      expect(await done()).toBeGreaterThan(0);
      const earlier = sql<Date>`now() - interval '8 days'`;
      await host.db.updateTable('duty_task').set({ done_at: earlier }).where('kind', '=', 'candidate').execute();
      await host.db.updateTable('candidate').set({ decided_at: earlier }).execute();
      expect(await done()).toBe(0);
      expect((await one(lost)).decided?.reason).toBe('Another woman');
      expect((await decide(officer, await one(lost), 'reopen')).body.data.state).toBe('open');
      const open: DutyTask[] = (await officer.call('GET', '/duty?done=false')).body.data;
      expect(open.map(({ kind }) => kind)).toContain('candidate');
    });

    it('as one, and doubted by the family: an officer looks once more, and others are offered meanwhile', async () => {
      const { lost } = await pair();
      expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
      const third = () => post(finder, { ...FOUND_ASHA, region: 'Ludhiana', name: 'Asha Rani' });
      await third();
      await idle();
      expect((await candidates(officer, lost)).map(({ state }) => state)).toEqual(['confirmed']);
      const tasks = async (): Promise<DutyTask[]> =>
        ((await officer.call('GET', '/duty?done=false')).body.data as DutyTask[]).filter(({ candidate }) => candidate);
      expect(await tasks()).toEqual([]);

      const say = (together: boolean) => family.call('PUT', `/report/${lost}/reunion`, { together });
      expect((await say(false)).body.data).toMatchObject({ doubted: true, together: false });
      await idle();
      expect(await candidates(officer, lost)).toMatchObject([{ state: 'open' }, { state: 'confirmed', doubted: true }]);
      expect((await tasks()).map(({ candidate }) => candidate?.state).sort()).toContain('confirmed');

      expect((await say(true)).body.data).toMatchObject({ together: true });
      await idle();
      expect(await tasks()).toEqual([]);
    });

    it.each<[string, (lost: string) => Promise<unknown>]>([
      ['the family', (lost) => family.call('PUT', `/report/${lost}`, { opId: randomUUID(), status: 'resolved' })],
      [
        'an officer',
        (lost) => officer.call('POST', `/report/${lost}/end-search`, { opId: randomUUID(), reason: 'She came home' }),
      ],
    ])(
      'as one, and then the search was ended by %s: who was found is offered again, and an office is asked',
      async (_, end) => {
        const tasks = async (): Promise<DutyTask[]> =>
          ((await officer.call('GET', '/duty?done=false')).body.data as DutyTask[]).filter(
            ({ candidate }) => candidate,
          );
        for (const answer of ['no', 'yes'] as const) {
          const { lost, found } = await pair();
          const seen = (await candidates(officer, lost)).find((each) => each.found.id === found) as Candidate;
          expect((await decide(officer, seen, 'confirm')).status).toBe(200);
          await idle();
          expect(await tasks()).toEqual([]);
          expect(await end(lost)).toMatchObject({ status: 200 });
          await idle();
          const asked = await tasks();
          expect(asked.length).toBeGreaterThan(0);
          for (const { candidate } of asked) expect(candidate).toMatchObject({ state: 'confirmed', doubted: true });
          const reunion = (await family.call('GET', `/report/${lost}/reunion`)).body.data;
          expect([reunion.together, reunion.doubted]).toEqual([false, undefined]);
          const news = async () =>
            (await host.db.selectFrom('notice').select('kind').where('user_id', '=', family.userId).execute()).length;
          const before = await news();
          const other = await post(family, { ...ASHA, region: 'Jalandhar' });
          await idle();
          const open = async () =>
            (await candidates(moderator, found)).filter(({ state }) => state === 'open').map((each) => each.lost.id);
          expect(await open()).toEqual([other]);
          if (answer === 'no') {
            const doubted = (await candidates(officer, found)).find((each) => each.doubted) as Candidate;
            expect((await decide(officer, doubted, 'reopen')).status).toBe(200);
          } else expect((await officer.call('PUT', `/report/${lost}/reunion`, { together: true })).status).toBe(200);
          await idle();
          expect([await news(), await open()]).toEqual([before, answer === 'no' ? [other] : []]);
          expect((await tasks()).filter(({ candidate }) => candidate?.doubted)).toEqual([]);
          for (const id of [other, found]) await host.db.transaction().execute((tx) => eraseForGood(tx, id));
          await idle();
        }
      },
    );

    it.each<[string, (pair: { lost: string; found: string }, doubt: () => Promise<void>) => Promise<void>]>([
      [
        'before an account was closed for a day',
        async (_, doubt) => {
          await doubt();
          await family.call('DELETE', '/auth/delete-account', { undo: true });
          await reopen(host, family);
        },
      ],
      [
        'before who was found was protected for a day',
        async ({ found }, doubt) => {
          await doubt();
          await moderator.call('PUT', `/report/${found}/protection`, { reason: 'She fled' });
          await moderator.call('POST', `/report/${found}/protection/end`, { reason: 'It was another' });
        },
      ],
      [
        'while who was found was hidden',
        async ({ found }, doubt) => {
          await moderator.call('PUT', `/report/${found}/protection`, { reason: 'She fled' });
          await doubt();
          await moderator.call('POST', `/report/${found}/protection/end`, { reason: 'It was another' });
        },
      ],
    ])('as one, and doubted %s: both desks are asked, until an officer is done with it', async (_, happens) => {
      const [ludhiana, jalandhar] = [
        await personOf(host, 'officer', 'Ludhiana', ['pb-ludhiana']),
        await personOf(host, 'officer', 'Jalandhar', ['pb-jalandhar']),
      ];
      const ids = await pair();
      expect((await decide(officer, await one(ids.lost), 'confirm')).status).toBe(200);
      const say = (together: boolean) => family.call('PUT', `/report/${ids.lost}/reunion`, { together });
      expect((await say(true)).status).toBe(200);
      await happens(ids, async () => {
        expect((await say(false)).status).toBe(200);
        await idle();
      });
      await idle();
      const tasks = async (of: Person): Promise<DutyTask[]> =>
        ((await of.call('GET', '/duty?done=false')).body.data as DutyTask[]).filter(({ candidate }) => candidate);
      for (const of of [ludhiana, jalandhar])
        expect((await tasks(of)).map(({ candidate }) => candidate?.doubted)).toEqual([true]);
      const [task] = await tasks(ludhiana);
      expect((await ludhiana.call('PUT', `/duty/${task?.id}`, { rev: task?.rev, act: 'done' })).status).toBe(200);
      await family.call('PUT', `/report/${ids.lost}`, { opId: randomUUID(), name: 'Asha' });
      await idle();
      expect([(await tasks(ludhiana)).length, (await tasks(jalandhar)).length]).toEqual([0, 1]);
    });

    it.each(['found', 'lost'] as const)(
      'as one, and the search ended while who was %s is protected: whoever was found is met by nobody until that ends',
      async (veiled) => {
        const ids = await pair();
        expect((await decide(officer, await one(ids.lost), 'confirm')).status).toBe(200);
        const shield = await moderator.call('PUT', `/report/${ids[veiled]}/protection`, { reason: 'She fled' });
        expect(shield.status).toBe(200);
        const end = { opId: randomUUID(), status: 'resolved' };
        expect((await family.call('PUT', `/report/${ids.lost}`, end)).status).toBe(200);
        const another = await post(family, { ...ASHA, region: 'Jalandhar' });
        await idle();
        const met = async () =>
          (await host.db.selectFrom('candidate').select('found_id').where('lost_id', '=', another).execute()).length;
        expect([await met(), await doubts()]).toEqual([0, [null]]);
        const shown = await moderator.call('POST', `/report/${ids[veiled]}/protection/end`, {
          reason: 'It was another',
        });
        expect(shown.status).toBe(200);
        await idle();
        expect([await met(), await doubts()]).toEqual([1, [expect.any(Date)]]);
      },
    );

    it('as one, then doubted while nobody may know of who was found: whoever it is after all is confirmed, and stays so when that one is back', async () => {
      const { lost, found } = await pair();
      expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
      const say = (together: boolean) => family.call('PUT', `/report/${lost}/reunion`, { together });
      expect((await say(true)).status).toBe(200);
      expect((await moderator.call('PUT', `/report/${found}/protection`, { reason: 'She fled' })).status).toBe(200);
      expect((await say(false)).status).toBe(200);
      await post(finder, { ...FOUND_ASHA, region: 'Ludhiana', name: 'Asha Rani' });
      await idle();
      expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
      expect((await say(true)).body.data).toMatchObject({ together: true });
      const notices = async () =>
        (await host.db.selectFrom('notice').select('kind').where('user_id', '=', family.userId).execute()).length;
      const before = await notices();
      // What was confirmed by mistake is taken back once it may be: of her who came home nothing changes.
      await moderator.call('POST', `/report/${found}/protection/end`, { reason: 'It was another' });
      const doubted = (await candidates(officer, found)).find((candidate) => candidate.doubted);
      expect((await decide(officer, doubted as Candidate, 'reopen')).status).toBe(200);
      await idle();
      expect((await family.call('GET', `/report/${lost}`)).body.data.status).toBe('resolved');
      expect((await family.call('GET', `/report/${lost}/reunion`)).body.data).toMatchObject({ together: true });
      expect(await notices()).toBe(before);
    });

    it('by nobody but who has them in hand, for as long as that is: a day, or until the account is shut', async () => {
      const { lost } = await pair();
      const colleague = await personOf(host, 'officer');
      const tasks = async (of: Person): Promise<DutyTask[]> =>
        (await of.call('GET', '/duty')).body.data.filter(({ kind }: DutyTask) => kind === 'candidate');
      const take = async (of: Person, task?: DutyTask) =>
        (await of.call('PUT', `/duty/${task?.id}`, { opId: randomUUID(), rev: task?.rev, act: 'take' })).status;
      expect(await take(colleague, (await tasks(colleague))[0])).toBe(200);
      const refused = [
        await decide(officer, await one(lost), 'confirm'),
        await decide(moderator, await one(lost), 'reject'),
      ];
      expect(refused.map(({ body }) => body.code)).toEqual(['changed-meanwhile', 'changed-meanwhile']);
      expect(await states()).toEqual(['open']);
      // Whoever has them on the desk of the other district has them in hand as well.
      const [other] = (await tasks(officer)).filter(({ state }) => state === 'open');
      expect(await take(officer, other)).toBe(200);
      const confirmed = await decide(officer, await one(lost), 'confirm');
      expect(confirmed.body.data.state).toBe('confirmed');
      expect((await decide(officer, confirmed.body.data, 'reopen')).status).toBe(200);

      const [again] = await tasks(colleague);
      expect(await take(colleague, again)).toBe(200);
      const shut = { suspended_at: new Date() };
      await host.db.updateTable('app_user').set(shut).where('id', '=', colleague.userId).execute();
      expect((await decide(moderator, await one(lost), 'reject')).status).toBe(200);
      await host.db.updateTable('app_user').set({ suspended_at: null }).where('id', '=', colleague.userId).execute();
      expect((await decide(moderator, await one(lost), 'reopen')).status).toBe(200);
      expect(await take(colleague, (await tasks(colleague))[0])).toBe(200);
      expect((await decide(moderator, await one(lost), 'confirm')).body.code).toBe('changed-meanwhile');
      await raiseDue(host.db, new Date(Date.now() + 25 * 3_600_000));
      expect((await decide(moderator, await one(lost), 'confirm')).status).toBe(200);
    });

    it('by one of two at once; a replay is the same answer', async () => {
      const { lost } = await pair();
      const seen = await one(lost);
      const answers = await Promise.all([decide(officer, seen, 'confirm'), decide(moderator, seen, 'reject')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
      const again = { opId: randomUUID(), rev: (await one(lost)).rev, decision: 'reopen' };
      const twice = [again, again].map((input) => officer.call('PUT', `/candidates/${seen.id}`, input));
      expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
      expect((await decide(officer, await one(lost), 'reopen')).status).toBe(409);
    });
  });

  const doubts = async () =>
    (await host.db.selectFrom('reunion').select('doubted_at').execute()).map(({ doubted_at }) => doubted_at);

  describe('end with a side', () => {
    it.each<[string, (lost: string) => Promise<unknown>]>([
      ['is withdrawn', (lost) => family.call('PUT', `/report/${lost}`, { opId: randomUUID(), status: 'withdrawn' })],
      ['is protected', (lost) => officer.call('PUT', `/report/${lost}/protection`, { reason: 'She fled' })],
      ['is safe', (lost) => family.call('PUT', `/report/${lost}`, { opId: randomUUID(), condition: 'safe' })],
    ])('that %s, and what it was found by is gone', async (_, end) => {
      const { lost, found } = await pair();
      expect(await end(lost)).toMatchObject({ status: 200 });
      await idle();
      expect(await states()).toEqual(['withdrawn']);
      for (const of of [officer, moderator]) expect(await candidates(of, found)).toEqual([]);
      const keys = await host.db.selectFrom('candidate_key').select('report_id').distinct().execute();
      expect(keys).toEqual([{ report_id: found }]);
    });

    it('that is erased, without a trace', async () => {
      const { lost } = await pair();
      await host.db.transaction().execute((tx) => eraseForGood(tx, lost));
      await idle();
      expect(await states()).toEqual([]);
      expect(await host.db.selectFrom('candidate_due').selectAll().execute()).toEqual([]);
    });

    describe('that goes after it was confirmed', () => {
      const notices = async ({ userId }: Person) =>
        (
          await host.db
            .selectFrom('notice')
            .select(['kind', 'detail', 'report_id'])
            .where('user_id', '=', userId)
            .where('kind', 'in', ['reunion-possible', 'reunion-withdrawn'])
            .orderBy('created_at')
            .execute()
        ).map(({ kind, detail, report_id }) => [kind, detail, report_id]);
      const erase = (of: Person, id: string) =>
        of.call('POST', `/report/${id}/end`, { opId: randomUUID(), how: 'erased' });
      const withdraw = (of: Person, id: string, secret?: string) =>
        of.call('POST', `/report/${id}/end`, { opId: randomUUID(), how: 'withdrawn', ...(secret ? { secret } : {}) });
      const reunionOf = async (id: string, of: Person) => (await of.call('GET', `/report/${id}/reunion`)).status;
      const steps = async (id: string) =>
        (await host.db.selectFrom('history').select('to_status').where('report_id', '=', id).orderBy('at').execute())
          .map(({ to_status }) => to_status)
          .filter((to) => /link/.test(to));

      it('erased by the finder: family and officers are told, its history keeps it, and others are looked for', async () => {
        const { lost, found } = await pair();
        const twin = await post(finder, FOUND_ASHA);
        await idle();
        const seen = (await candidates(officer, lost)).find((each) => each.found.id === found) as Candidate;
        expect((await decide(officer, seen, 'confirm')).status).toBe(200);
        await idle();
        expect(await candidates(officer, twin)).toEqual([]);
        expect(await erase(finder, found)).toMatchObject({ status: 200 });
        await idle();
        expect(await notices(family)).toEqual([
          ['reunion-possible', null, lost],
          ['reunion-withdrawn', 'erased', lost],
        ]);
        expect(await notices(officer)).toEqual([['reunion-withdrawn', 'erased-office', lost]]);
        expect(await notices(finder)).toEqual([]);
        expect(await steps(lost)).toEqual(['linked', 'link-ended']);
        expect(await candidates(officer, lost)).toMatchObject([{ state: 'open', found: { id: twin } }]);
        expect(JSON.stringify((await family.call('GET', `/report/${lost}`)).body)).not.toContain('link-ended');
      });

      it('erased by the family: officers are told, the finder of nothing', async () => {
        const { lost, found } = await pair();
        expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
        const other = await post(family, { ...ASHA, region: 'Jalandhar' });
        expect(await erase(family, lost)).toMatchObject({ status: 200 });
        await idle();
        expect([await notices(officer), await notices(finder)]).toEqual([
          [['reunion-withdrawn', 'erased-office', found]],
          [],
        ]);
        expect(await steps(found)).toEqual(['linked', 'link-ended']);
        expect(await candidates(moderator, found)).toMatchObject([{ state: 'open', lost: { id: other } }]);
      });

      it('erased when they are together, or one must not be found, nobody is told', async () => {
        const { lost, found } = await pair();
        expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
        const hidden = await moderator.call('PUT', `/report/${found}/protection`, { reason: 'She fled' });
        expect(hidden.status).toBe(200);
        await host.db.transaction().execute((tx) => eraseForGood(tx, found));
        const again = await post(finder, FOUND_ASHA);
        await idle();
        const next = await one(lost);
        expect([next.found.id, (await decide(officer, next, 'confirm')).status]).toEqual([again, 200]);
        await family.call('PUT', `/report/${lost}/reunion`, { together: true });
        await host.db.transaction().execute((tx) => eraseForGood(tx, again));
        expect([await notices(family), await notices(officer)]).toEqual([
          [
            ['reunion-possible', null, lost],
            ['reunion-possible', null, lost],
          ],
          [],
        ]);
      });

      it.each(['account', 'secret'])(
        'taken down by the finder, by %s: family and officers are told once, and others are looked for',
        async (by) => {
          const bytes = randomBytes(32);
          const alone = { secretHash: createHash('sha256').update(bytes).digest('hex') };
          const nobody = await personOf(host);
          const lost = await post(family, ASHA);
          const found = await (by === 'account' ? post(finder, FOUND_ASHA) : post(nobody, { ...FOUND_ASHA, ...alone }));
          const twin = await post(finder, FOUND_ASHA);
          await idle();
          const seen = (await candidates(officer, lost)).find((each) => each.found.id === found) as Candidate;
          expect((await decide(officer, seen, 'confirm')).status).toBe(200);
          await idle();
          expect([await reunionOf(lost, family), await candidates(officer, twin)]).toEqual([200, []]);
          const ended = await (by === 'account'
            ? withdraw(finder, found)
            : withdraw(nobody, found, bytes.toString('hex')));
          expect(ended).toMatchObject({ status: 200 });
          await idle();
          const told = [
            ['reunion-possible', null, lost],
            ['reunion-withdrawn', 'erased', lost],
          ];
          expect(await notices(family)).toEqual(told);
          expect(await notices(officer)).toEqual([['reunion-withdrawn', 'erased-office', lost]]);
          expect(await notices(finder)).toEqual([]);
          expect(await steps(lost)).toEqual(['linked', 'link-ended']);
          expect([await reunionOf(lost, family), await reunionOf(lost, officer)]).toEqual([404, 404]);
          expect(await candidates(officer, lost)).toMatchObject([{ state: 'open', found: { id: twin } }]);
          const desk: DutyTask[] = (await officer.call('GET', '/duty')).body.data;
          expect(desk.map(({ candidate }) => candidate?.found.id)).toContain(twin);
          // Who is found next is confirmed as the first was, and what is erased by now was over before.
          expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
          await host.db.transaction().execute((tx) => eraseForGood(tx, found));
          expect(await notices(family)).toEqual([...told, ['reunion-possible', null, lost]]);
        },
      );

      it('taken down by the family: officers are told, the finder of nothing', async () => {
        const { lost, found } = await pair();
        expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
        const other = await post(family, { ...ASHA, region: 'Jalandhar' });
        expect(await withdraw(family, lost)).toMatchObject({ status: 200 });
        await idle();
        expect([await notices(officer), await notices(finder)]).toEqual([
          [['reunion-withdrawn', 'erased-office', found]],
          [],
        ]);
        expect(await steps(found)).toEqual(['linked', 'link-ended']);
        expect(await candidates(moderator, found)).toMatchObject([{ state: 'open', lost: { id: other } }]);
      });

      it('taken down while the family doubts it: nobody is asked about the two any more', async () => {
        const { lost, found } = await pair();
        expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
        await family.call('PUT', `/report/${lost}/reunion`, { together: false });
        expect(await withdraw(finder, found)).toMatchObject({ status: 200 });
        await idle();
        expect([await states(), await reunionOf(lost, family)]).toEqual([['withdrawn'], 404]);
        const tasks = host.db.selectFrom('duty_task').select('status').where('kind', '=', 'candidate');
        expect(new Set((await tasks.execute()).map(({ status }) => status))).toEqual(new Set(['done']));
      });

      it('taken down once they are together: both searches are over, and nobody is told or asked again', async () => {
        const { lost, found } = await pair();
        await post(finder, FOUND_ASHA);
        await idle();
        const seen = (await candidates(officer, lost)).find((each) => each.found.id === found) as Candidate;
        expect((await decide(officer, seen, 'confirm')).status).toBe(200);
        await family.call('PUT', `/report/${lost}/reunion`, { together: true });
        expect(await withdraw(finder, found)).toMatchObject({ status: 200 });
        await idle();
        expect([await notices(family), await notices(officer)]).toEqual([[['reunion-possible', null, lost]], []]);
        expect(await steps(lost)).toEqual(['linked']);
        expect((await states()).sort()).toEqual(['confirmed', 'withdrawn']);
        // Said by mistake: a moderator opens it again, and then she is looked for as if there had been no pair.
        const opened = await moderator.call('POST', `/moderation/${lost}`, {
          action: 'reopen',
          reason: 'It was not her',
        });
        expect(opened.status).toBe(200);
        await idle();
        expect(await steps(lost)).toEqual(['linked', 'link-ended']);
        expect(await candidates(officer, lost)).toMatchObject([{ state: 'open' }]);
      });

      it.each(['protected', 'objection'] as const)(
        'taken down by its maker while it is hidden (%s): nobody is told, and nothing is asked',
        async (hidden_for) => {
          const { lost, found } = await pair();
          expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
          const hidden = { hidden_at: new Date(), hidden_for };
          await host.db.updateTable('report').set(hidden).where('id', '=', found).execute();
          expect(await withdraw(finder, found)).toMatchObject({ status: 200 });
          await idle();
          expect([await notices(family), await notices(officer)]).toEqual([[['reunion-possible', null, lost]], []]);
          expect([await steps(lost), await states()]).toEqual([['linked'], ['confirmed']]);
        },
      );

      it('taken down by its maker while it was hidden for nothing: the family hears of it, and is looked for, once it is shown', async () => {
        const { lost, found } = await pair();
        expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
        const said = { kind: 'me', inPerson: true };
        expect((await officer.call('POST', `/report/${found}/objections`, said)).status).toBe(200);
        expect(await withdraw(finder, found)).toMatchObject({ status: 200 });
        await idle();
        expect(await notices(family)).toEqual([['reunion-possible', null, lost]]);
        const { payload } = await host.db
          .selectFrom('job')
          .select('payload')
          .where('kind', '=', 'end-hold')
          .executeTakeFirstOrThrow();
        await endHold(host.db)(payload);
        const next = await post(finder, FOUND_ASHA);
        await idle();
        expect(await notices(family)).toEqual([
          ['reunion-possible', null, lost],
          ['reunion-withdrawn', 'erased', lost],
        ]);
        expect(await candidates(officer, lost)).toMatchObject([{ state: 'open', found: { id: next } }]);
      });

      it('taken down by the team, on the word of whoever it is about: nobody is told', async () => {
        const { lost, found } = await pair();
        expect((await decide(officer, await one(lost), 'confirm')).status).toBe(200);
        await host.db
          .transaction()
          .execute((tx) => changeStatus(tx, found, 'withdrawn', `moderator:${moderator.userId}`));
        await idle();
        expect([await notices(family), await notices(officer)]).toEqual([[['reunion-possible', null, lost]], []]);
        expect(await steps(lost)).toEqual(['linked']);
      });

      it('taken down and confirmed at once is no pair', async () => {
        const { lost, found } = await pair();
        const seen = await one(lost);
        expect(await withdraw(finder, found)).toMatchObject({ status: 200 });
        expect((await decide(officer, seen, 'confirm')).status).not.toBe(200);
        await idle();
        expect([await states(), await notices(family)]).toEqual([['withdrawn'], []]);
      });
    });

    it('that is no longer protected, resolved by mistake, or whose account was closed, for as long as that', async () => {
      const { lost, found } = await pair();
      await publishReport(host, lost);
      const back = async () => {
        await idle();
        expect(await states()).toEqual(['open']);
      };
      await officer.call('PUT', `/report/${lost}/protection`, { reason: 'She fled' });
      await idle();
      expect(await states()).toEqual(['withdrawn']);
      await moderator.call('POST', `/report/${lost}/protection/end`, { reason: 'It was another' });
      await back();
      await family.call('DELETE', '/auth/delete-account', { undo: true });
      await idle();
      expect(await states()).toEqual(['withdrawn']);
      expect(await candidates(officer, found)).toEqual([]);
      await reopen(host, family);
      await back();
      const move = (to: 'resolved' | 'published', by: string) =>
        host.db.transaction().execute((tx) => changeStatus(tx, lost, to, by));
      await move('resolved', `owner:${family.userId}`);
      await idle();
      expect(await states()).toEqual(['withdrawn']);
      await move('published', 'moderator:1');
      await back();
    });
  });

  it('are seen and decided by nobody but officers of a side’s district and moderators; whoever looks for them is no such', async () => {
    const { lost, found } = await pair();
    const seen = await one(lost);
    const elsewhere = async (districts: string[]): Promise<Person> => {
      const { token, userId } = await signIn(host.db, 'officer', districts);
      return {
        ...{ token, userId },
        call: async (method, url, payload) => {
          const headers = { authorization: token };
          const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
          return { status: answer.statusCode, body: answer.json() };
        },
      };
    };
    for (const stranger of [
      family,
      finder,
      await personOf(host),
      await personOf(host, 'volunteer'),
      await elsewhere([PATNA]),
    ]) {
      for (const id of [lost, found])
        expect((await stranger.call('GET', `/report/${id}/candidates`)).status).not.toBe(200);
      expect((await decide(stranger, seen, 'confirm')).status).not.toBe(200);
      expect(JSON.stringify((await stranger.call('GET', `/report/${lost}`)).body)).not.toContain(found);
    }
    // Of the other side's district: one pair is two districts' concern.
    const jalandhar = await elsewhere(['pb-jalandhar']);
    expect(await candidates(jalandhar, lost)).toEqual([]);
    expect(await candidates(jalandhar, found)).toMatchObject([{ id: seen.id, lost: { subject: { ageMin: 34 } } }]);
    // An officer who says that she is missing may be whom she fled from.
    await host.db.updateTable('report').set({ owner_id: officer.userId }).where('id', '=', lost).execute();
    for (const id of [lost, found]) expect(await candidates(officer, id)).toEqual([]);
    expect((await decide(officer, seen, 'confirm')).status).toBe(404);
    // Nobody was told of anything.
    expect(
      await host.db
        .selectFrom('notice')
        .select('kind')
        .where('kind', 'in', ['match-possible', 'match-confirmed'])
        .execute(),
    ).toEqual([]);
    expect((await finder.call('GET', `/report/${found}/matches`)).body.data).toEqual([]);
    expect((await finder.call('PUT', `/matches/${lost}/${found}`, { answer: 'yes' })).status).toBe(404);
  });

  it('that were weighed anew and came out the same are decided as they were seen', async () => {
    const { lost, found } = await pair();
    const seen = await one(lost);
    for (const id of [lost, found]) {
      await host.db.transaction().execute((tx) => matchSoon(tx, [id]));
      await idle();
    }
    expect(await one(lost)).toEqual(seen);
    expect((await decide(officer, seen, 'confirm')).status).toBe(200);
  });

  it('are kept from the desk of an officer who looks for her, who is not told of them; a colleague is', async () => {
    const colleague = await personOf(host, 'officer');
    await post(officer, ASHA);
    await post(finder, FOUND_ASHA);
    await idle();
    const told = async ({ userId }: Person) =>
      (
        await host.db
          .selectFrom('notice')
          .select('id')
          .where('user_id', '=', userId)
          .where('kind', 'in', ['duty', 'duty-raised'])
          .execute()
      ).length;
    const desk = async (of: Person): Promise<DutyTask[]> => (await of.call('GET', '/duty')).body.data;
    const [task] = (await desk(colleague)).filter(({ kind }) => kind === 'candidate');
    expect(task?.candidate?.state).toBe('open');
    // Of her who was found both are told; of the pair, for either side, the colleague alone.
    expect([await told(colleague), await told(officer)]).toEqual([3, 1]);
    expect((await desk(officer)).map(({ kind }) => kind)).toEqual(['found-person']);
    const taken = { rev: task?.rev, act: 'take' };
    expect((await officer.call('PUT', `/duty/${task?.id}`, taken)).status).toBe(404);
    await raiseDue(host.db, new Date(Date.now() + 31 * 60_000)); // nobody took it: those above are asked, and not the officer
    expect([await told(officer), await told(moderator)]).toEqual([1, 3]);
  });

  it('of two who were found one alone is who is missing: the second to say so learns of the first', async () => {
    const { lost } = await pair();
    await post(finder, { ...FOUND_ASHA, name: 'Asha' });
    await idle();
    const [one, other] = await candidates(officer, lost);
    if (!one || !other) throw new Error('two may be her');
    const answers = await Promise.all([decide(officer, one, 'confirm'), decide(moderator, other, 'confirm')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await states()).filter((state) => state === 'confirmed')).toHaveLength(1);
    expect(await host.db.selectFrom('reunion').select('lost_id').execute()).toHaveLength(1);
  });

  it('of a thing are its owners’ to decide, whoever looks at them', async () => {
    const item = {
      kind: 'item',
      category: 'Wallet',
      title: 'Black leather wallet with a PAN card',
      region: 'Ludhiana',
    };
    const ids: string[] = [];
    for (const [of, reportType] of [
      [family, 'lost'],
      [finder, 'found'],
    ] as const) {
      const { body } = await of.call('POST', '/report', { ...item, id: randomUUID(), opId: randomUUID(), reportType });
      await publishReport(host, body.data.id);
      ids.push(body.data.id);
    }
    await idle();
    const [candidate] = await candidates(officer, ids[0] ?? '');
    expect(candidate).toMatchObject({
      state: 'open',
      because: expect.arrayContaining([{ field: 'words', says: 'same' }]),
    });
    expect((await decide(moderator, candidate as Candidate, 'confirm')).status).toBe(409);
  });

  it('are five a record at most, the best ones', async () => {
    const found = await post(finder, FOUND_ASHA);
    for (let n = 0; n < 6; n++) await post(family, { ...ASHA, region: 'Patna', details: { sex: 'female' } });
    await idle();
    expect(await candidates(officer, found)).toHaveLength(5); // of Jalandhar, where nobody is on duty: they are asked
    const elsewhere = await personOf(host, 'officer');
    await host.db
      .updateTable('app_user')
      .set({ districts: [PATNA] })
      .where('id', '=', elsewhere.userId)
      .execute();
    expect(await candidates(elsewhere, found)).toEqual([]);
    expect((await candidates(moderator, found)).filter(({ state }) => state === 'open')).toHaveLength(5);
    const best = await post(family, { ...ASHA, region: 'Jalandhar' });
    await idle();
    const open = await candidates(moderator, found);
    expect([open.length, open[0]?.lost.id]).toEqual([5, best]);
  });

  describe('of which five better ones came', () => {
    /** Nearer than the first, which they displace. */
    const FAR = { ...ASHA, region: 'Patna', details: { sex: 'female' } } as const;
    const NEAR = { ...ASHA, region: 'Jalandhar' };
    const stateOf = async (lost: string) =>
      (await host.db.selectFrom('candidate').select('state').where('lost_id', '=', lost).executeTakeFirstOrThrow())
        .state;
    async function displaced() {
      const found = await post(finder, FOUND_ASHA);
      const first = await post(family, FAR);
      await idle();
      expect(await stateOf(first)).toBe('open');
      const better: string[] = [];
      for (let n = 0; n < 5; n++) better.push(await post(family, NEAR));
      await idle();
      return { found, first, better };
    }

    it.each<[string, (lost: string) => Promise<unknown>]>([
      ['is erased', (lost) => family.call('POST', `/report/${lost}/end`, { opId: randomUUID(), how: 'erased' })],
      ['is withdrawn', (lost) => family.call('POST', `/report/${lost}/end`, { opId: randomUUID(), how: 'withdrawn' })],
      [
        'is of somebody else after an edit',
        (lost) =>
          family.call('PUT', `/report/${lost}`, {
            opId: randomUUID(),
            name: 'Parminder',
            age: { years: 70, margin: 1 },
          }),
      ],
      [
        'is of somebody safe',
        (lost) => family.call('PUT', `/report/${lost}`, { opId: randomUUID(), condition: 'safe' }),
      ],
      [
        'is rejected',
        async (lost) => {
          const all = await candidates(moderator, lost);
          return decide(moderator, all.find((each) => each.lost.id === lost) as Candidate, 'reject');
        },
      ],
    ])('one comes back when one of them %s', async (_, end) => {
      const { first, better } = await displaced();
      expect(await stateOf(first)).toBe('withdrawn');
      expect(await end(better[0] ?? '')).toMatchObject({ status: 200 });
      await idle();
      expect(await stateOf(first)).toBe('open');
      expect((await states()).filter((state) => state === 'open')).toHaveLength(5);
    });

    it('one that an officer has taken stays, and gives way once it is given back', async () => {
      const found = await post(finder, FOUND_ASHA);
      const first = await post(family, FAR);
      await idle();
      const act = async (how: string) => {
        const desk: DutyTask[] = (await officer.call('GET', '/duty')).body.data;
        const task = desk.find(({ candidate }) => candidate?.lost.id === first);
        return officer.call('PUT', `/duty/${task?.id}`, { opId: randomUUID(), rev: task?.rev, act: how });
      };
      expect((await act('take')).status).toBe(200);
      for (let n = 0; n < 6; n++) await post(family, NEAR);
      await idle();
      const openOnes = async () => (await candidates(moderator, found)).filter(({ state }) => state === 'open');
      expect([await stateOf(first), (await openOnes()).length]).toEqual(['open', 5]);
      await host.db.transaction().execute((tx) => matchSoon(tx, [found]));
      await idle();
      expect([await stateOf(first), (await openOnes()).length]).toEqual(['open', 5]);
      expect((await act('give-back')).status).toBe(200);
      await host.db.transaction().execute((tx) => matchSoon(tx, [found]));
      await idle();
      expect([await stateOf(first), (await openOnes()).length]).toEqual(['withdrawn', 5]);
    });

    it('one comes back when all of them go at once, and each is compared a few times, not for ever', async () => {
      const { found, first, better } = await displaced();
      const jobs = async () =>
        Number((await sql<{ n: string }>`select last_value as n from job_id_seq`.execute(host.db)).rows[0]?.n);
      const before = await jobs();
      await Promise.all(
        better.map((id) => family.call('POST', `/report/${id}/end`, { opId: randomUUID(), how: 'withdrawn' })),
      );
      await idle();
      expect((await candidates(moderator, found)).map(({ lost }) => lost.id)).toEqual([first]);
      expect((await jobs()) - before).toBeLessThan(30); // each that has ended, her who was found after each, and files
    });
  });

  describe('whose best ones are full with better ones', () => {
    const NEAR = { ...ASHA, region: 'Jalandhar' };
    const FAR = { ...ASHA, region: 'Patna', details: { sex: 'female' } } as const;
    /** Fits those from far less than the others who were found. */
    const LATER: Partial<Upload> = { ...FOUND_ASHA, lostPersonAge: '38' };
    const openOf = (lost: string) =>
      host.db
        .selectFrom('candidate')
        .select(['found_id', 'rev', 'score'])
        .where('lost_id', '=', lost)
        .where('state', '=', 'open')
        .execute();
    /** Five who were found, who have no room: each is full with the same five. */
    async function full() {
      for (let n = 0; n < MOST_CANDIDATES; n++) await post(finder, FOUND_ASHA);
      for (let n = 0; n < MOST_CANDIDATES; n++) await post(family, NEAR);
      await idle();
      expect((await states()).filter((state) => state === 'open')).toHaveLength(MOST_CANDIDATES ** 2);
    }
    const again = async (id: string) => {
      await host.db.transaction().execute((tx) => matchSoon(tx, [id]));
      await idle();
    };

    it('one meets the next best that has room', async () => {
      await full();
      const next = await post(finder, LATER);
      await idle();
      const lost = await post(family, FAR);
      await idle();
      expect((await openOf(lost)).map(({ found_id }) => found_id)).toEqual([next]);
    });

    it('one keeps the next best however often it is compared, and nobody is told of it again', async () => {
      await full();
      const lost = await post(family, FAR);
      await idle();
      expect(await openOf(lost)).toEqual([]);
      const next = await post(finder, LATER);
      await idle();
      const before = await openOf(lost);
      expect(before.map(({ found_id }) => found_id)).toEqual([next]);
      const told = async () => (await host.db.selectFrom('notice').select('id').execute()).length;
      const toldBefore = await told();
      for (const id of [lost, next, lost]) await again(id);
      expect(await openOf(lost)).toEqual(before);
      expect(await told()).toBe(toldBefore);
    });

    it('stay the same where others fit just as well, however often they are compared', async () => {
      const found = await post(finder, FOUND_ASHA);
      for (let n = 0; n < MOST_CANDIDATES; n++) await post(family, FAR);
      await idle();
      const open = async () =>
        (await candidates(moderator, found)).flatMap(({ state, lost, rev }) =>
          state === 'open' ? [[lost.id, rev]] : [],
        );
      const before = (await open()).sort();
      expect(before).toHaveLength(MOST_CANDIDATES);
      for (let n = 0; n < 6; n++) await post(family, FAR);
      await idle();
      await again(found);
      expect((await open()).sort()).toEqual(before);
    });
  });
});
