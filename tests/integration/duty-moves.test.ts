/** Whose desk a task is on while its records move, their owners answer for them, and accounts close and come back. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { PersonUpload, uploadLostFoundPerson } from '../../contract/person.ts';
import type { Role } from '../../contract/user.ts';
import { raiseDue } from '../../server/duty/raise.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { newReport, signIn, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { candidates, type Person, personOf, reopen } from '../support/items.ts';
import { readAndAnswer } from '../support/notes.ts';
import { publishReport } from '../support/publish.ts';

type Upload = InputOf<typeof uploadLostFoundPerson>;

const LUDHIANA = 'pb-ludhiana';
const MOGA = 'pb-moga';
const JALANDHAR = 'pb-jalandhar';
const HOUR_MS = 60 * 60_000;
const ADULT: Partial<Upload> = { lostPersonAge: '40', region: 'Ludhiana, Punjab' };
const ASHA: Partial<Upload> = {
  ...{ name: 'Asha Rani', lostPersonAge: '34', region: 'Ludhiana', timeOfLossDate: '2026-11-10' },
  details: { sex: 'female' },
};
const FOUND_ASHA: Partial<Upload> = {
  ...{ type: 'found', name: 'Asha', foundPersonAge: '36', region: 'Jalandhar', timeOfLossDate: '2026-11-12' },
  details: { sex: 'female' },
};

withEither('the duty desk of what moves', (database) => {
  let host: TestHost;
  let family: Person;
  let finder: Person;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [family, finder] = [await personOf(host, 'poster'), await personOf(host, 'finder')];
  });

  const idle = () => host.app().jobs.idle();
  async function of(role: Role, district?: string): Promise<Person> {
    const { userId, token } = await signIn(host.db, role, district === undefined ? undefined : [district]);
    const headers = { authorization: token };
    return {
      ...{ userId, token },
      call: async (method, url, payload) => {
        const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
        return { status: answer.statusCode, body: answer.json() };
      },
    };
  }
  async function post(owner: Person, change: Partial<Upload>): Promise<string> {
    const { id, opId, upload } = newReport(change as Partial<PersonUpload>);
    const { status, body } = await owner.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    if (status !== 200) throw new Error(JSON.stringify(body));
    await idle();
    return id;
  }
  async function edit(owner: Person, id: string, change: object): Promise<void> {
    expect((await owner.call('PUT', `/report/${id}`, { opId: randomUUID(), ...change })).status).toBe(200);
    await idle();
  }
  async function see(id: string): Promise<string> {
    const note = { id: randomUUID(), opId: randomUUID(), kind: 'sighting', text: 'At the bus stand' };
    expect((await finder.call('POST', `/report/${id}/notes`, note)).status).toBe(200);
    return note.id;
  }
  const answer = ({ token }: Person, note: string, word: 'confirm' | 'dismiss') =>
    readAndAnswer(host, token, note, word);
  const desk = async (officer: Person, kind: DutyTask['kind']): Promise<DutyTask[]> =>
    (await officer.call('GET', '/duty')).body.data.filter((task: DutyTask) => task.kind === kind);
  const count = async (officer: Person, kind: DutyTask['kind']) => (await desk(officer, kind)).length;
  const told = async ({ userId }: Person) =>
    (await host.db.selectFrom('notice').select('kind').where('user_id', '=', userId).execute()).map(({ kind }) => kind);

  it.each(['confirm', 'dismiss'] as const)(
    'stays asked when whoever posted the report answers a sighting (%s), and after they have ended and reopened it, until an office is done',
    async (word) => {
      const officer = await of('officer', LUDHIANA);
      const id = await post(family, ADULT);
      await publishReport(host, id);
      const note = await see(id);
      expect((await answer(family, note, word)).status).toBe(200);
      expect(await count(officer, 'sighting')).toBe(1);
      for (const to of ['resolved', 'published'] as const)
        await host.db.transaction().execute((tx) => changeStatus(tx, id, to, 'moderator:1'));
      const [task] = await desk(officer, 'sighting');
      const done = { opId: randomUUID(), rev: task?.rev, act: 'done' };
      expect((await officer.call('PUT', `/duty/${task?.id}`, done)).status).toBe(200);
      expect(await count(officer, 'sighting')).toBe(0);
    },
  );

  it('stays asked when an officer answers the sighting on a report of their own', async () => {
    const [owner, colleague] = [await of('officer', LUDHIANA), await of('officer', LUDHIANA)];
    const id = await post(owner, ADULT);
    await publishReport(host, id);
    const note = await see(id);
    expect((await answer(owner, note, 'dismiss')).status).toBe(200);
    expect(await count(colleague, 'sighting')).toBe(1);
  });

  it('moves with the record where somebody was seen: those of the new district are asked, the old have it no more', async () => {
    const [ludhiana, moga] = [await of('officer', LUDHIANA), await of('officer', MOGA)];
    const id = await post(family, ADULT);
    await publishReport(host, id);
    const answered = await see(id);
    await see(id);
    expect((await answer(ludhiana, answered, 'confirm')).status).toBe(200);
    await edit(family, id, { region: 'Moga, Punjab' });
    expect([await count(ludhiana, 'sighting'), await count(moga, 'sighting')]).toEqual([0, 1]);
    expect(await told(moga)).toEqual(['duty']);
  });

  it('moves with a side of a pair: the new district is asked, the old no more, the other side’s stays; and back', async () => {
    const [ludhiana, moga, jalandhar] = [
      await of('officer', LUDHIANA),
      await of('officer', MOGA),
      await of('officer', JALANDHAR),
    ];
    const lost = await post(family, ASHA);
    await post(finder, FOUND_ASHA);
    const pairs = async () => [
      await count(ludhiana, 'candidate'),
      await count(moga, 'candidate'),
      await count(jalandhar, 'candidate'),
    ];
    expect(await pairs()).toEqual([1, 0, 1]);
    await edit(family, lost, { region: 'Moga' });
    expect(await pairs()).toEqual([0, 1, 1]);
    expect(await told(moga)).toEqual(['duty']);
    await edit(family, lost, { region: 'Ludhiana' });
    expect(await pairs()).toEqual([1, 0, 1]);
    // Once a colleague is done with it, no other edit asks them again.
    const [task] = await desk(ludhiana, 'candidate');
    const done = { opId: randomUUID(), rev: task?.rev, act: 'done' };
    expect((await ludhiana.call('PUT', `/duty/${task?.id}`, done)).status).toBe(200);
    await edit(family, lost, { name: 'Asha' });
    expect(await pairs()).toEqual([0, 0, 1]);
  });

  it('is where both sides are now, of a pair that comes back, or whose decision is taken back', async () => {
    const [ludhiana, moga] = [await of('officer', LUDHIANA), await of('officer', MOGA)];
    const jalandhar = await of('officer', JALANDHAR);
    const lost = await post(family, ASHA);
    const found = await post(finder, FOUND_ASHA);
    const pairs = async () => [await count(ludhiana, 'candidate'), await count(moga, 'candidate')];
    await edit(family, lost, { name: 'Parminder', age: { years: 70, margin: 1 }, region: 'Moga' });
    expect(await pairs()).toEqual([0, 0]);
    await edit(family, lost, { name: 'Asha Rani', age: { years: 34, margin: 1 } });
    expect(await pairs()).toEqual([0, 1]);
    const decide = async (decision: string) => {
      const [candidate] = await candidates(jalandhar, found);
      const input = { opId: randomUUID(), rev: candidate?.rev, decision };
      expect((await jalandhar.call('PUT', `/candidates/${candidate?.id}`, input)).status).toBe(200);
      await idle();
    };
    await decide('reject');
    await edit(family, lost, { region: 'Ludhiana' });
    await decide('reopen');
    expect(await pairs()).toEqual([1, 0]);
  });

  it('waits for an account that was closed, and is asked anew once it is back', async () => {
    const [officer, state, team] = [await of('officer', LUDHIANA), await of('officer', MOGA), await of('moderator')];
    const child = await post(family, { ...ADULT, lostPersonAge: '9' });
    await see(child);
    const before = (await told(officer)).length;
    await family.call('DELETE', '/auth/delete-account', { undo: true });
    for (const hours of [1, 2, 26]) await raiseDue(host.db, new Date(Date.now() + hours * HOUR_MS));
    await reopen(host, family);
    expect((await told(officer)).slice(before).sort()).toEqual(['case-needed', 'duty']);
    for (const kind of ['missing-child', 'sighting'] as const)
      expect([await count(officer, kind), await count(state, kind), await count(team, kind)]).toEqual([1, 0, 0]);
  });
});
