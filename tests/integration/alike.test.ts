/** Reports of one side that likely tell of one person: shown to whoever is on duty, each as far as they may see it. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Alike } from '../../contract/candidate.ts';
import type { DutyTask } from '../../contract/duty.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { PersonUpload, uploadLostFoundPerson } from '../../contract/person.ts';
import { raiseDue } from '../../server/duty/raise.ts';
import { faceLike, faceOf, newReport, signIn, startHost, type TestHost, withFace } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { candidates, type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

type Upload = InputOf<typeof uploadLostFoundPerson>;

const GRANDMOTHER: Partial<Upload> = {
  ...{ name: 'Gurmeet Kaur', lostPersonAge: '71', region: 'Ludhiana', clothColor: 'Green' },
  ...{ timeOfLossDate: '2026-11-10', details: { sex: 'female' } },
};
/** As a neighbour tells of her. */
const NEIGHBOUR: Partial<Upload> = { ...GRANDMOTHER, name: 'ਗੁਰਮੀਤ', lostPersonAge: '70', timeOfLossDate: '2026-11-11' };
const FOUND: Partial<Upload> = { ...GRANDMOTHER, type: 'found', timeOfLossDate: '2026-11-12' };

withEither('reports of one person', (database) => {
  let host: TestHost;
  let [family, neighbour, officer, moderator] = [] as unknown as [Person, Person, Person, Person];
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [family, neighbour] = [await personOf(host, 'poster'), await personOf(host, 'finder')];
    [officer, moderator] = [await personOf(host, 'officer'), await personOf(host, 'moderator')];
  });

  async function post(of: Person, change: Partial<Upload>): Promise<string> {
    const { id, opId, upload } = newReport(change as Partial<PersonUpload>);
    if (upload.type === 'found') upload.foundPersonAge = upload.lostPersonAge;
    const { status, body } = await of.call('POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    if (status !== 200) throw new Error(JSON.stringify(body));
    await host.app().jobs.idle();
    return id;
  }
  const ask = (of: Person, id: string) => of.call('GET', `/report/${id}/alike`);
  const alike = async (of: Person, id: string): Promise<Alike[]> => {
    const { status, body } = await ask(of, id);
    expect(status).toBe(200);
    return body.data;
  };
  const idsFor = async (of: Person, id: string) => (await alike(of, id)).map(({ report }) => report.id);

  it('are shown from either, with the reasons in words; two found ones as two missing ones, and no score', async () => {
    const [one, other] = [await post(family, GRANDMOTHER), await post(neighbour, NEIGHBOUR)];
    const [first, ...more] = await alike(officer, one);
    expect([first?.report.id, more, await idsFor(officer, other)]).toEqual([other, [], [one]]);
    expect(first?.because.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'place', 'sex', 'age']));
    expect(Object.keys(first ?? {}).sort()).toEqual(['because', 'report']);
    // Both wait for review: of neither more than its officers see.
    expect(JSON.stringify(first)).not.toMatch(/Gurmeet|ਗੁਰਮੀਤ|Kaur/);
    const [found, again] = [
      await post(neighbour, FOUND),
      await post(family, { ...FOUND, name: '', nameUnknown: true }),
    ];
    expect(await idsFor(officer, found)).toEqual([again]);
    expect(await idsFor(officer, one)).toEqual([other]);
    const logged = await host.db
      .selectFrom('audit')
      .select(['actor_id', 'subject_id'])
      .where('action', '=', 'alike-read')
      .execute();
    // Once an hour for each.
    const ids = [one, other, found];
    expect(logged.map(({ subject_id }) => subject_id).sort()).toEqual([...ids].sort());
    expect(new Set(logged.map(({ actor_id }) => actor_id))).toEqual(new Set([officer.userId]));
    expect((await family.call('GET', `/report/${one}/looks`)).body.data).toEqual([]);
  });

  it('are none of somebody else, nor who is only alike by a name, a day or a place', async () => {
    const one = await post(family, GRANDMOTHER);
    for (const change of [
      { name: 'Harbhajan', details: { sex: 'male' as const } },
      { name: 'Parminder', lostPersonAge: '40' },
      { region: 'Chennai', timeOfLossDate: '2025-01-03' },
    ])
      await post(neighbour, { ...NEIGHBOUR, ...change });
    expect(await idsFor(officer, one)).toEqual([]);
  });

  it('are found by a face that both agreed to compare, where nothing else brings them together by a key', async () => {
    const unknown = { ...GRANDMOTHER, name: '', nameUnknown: true };
    const one = await post(family, { ...unknown, ...withFace(faceOf(51)) });
    const far = { ...unknown, region: 'Patna, Bihar', timeOfLossDate: '2026-11-11', ...withFace(faceLike(faceOf(51))) };
    const other = await post(neighbour, far);
    await publishReport(host, other);
    const consent = { publicPhoto: false, publicPhone: false, compareFace: false, guardian: true, notice: '2026-11' };
    await publishReport(host, await post(neighbour, { ...far, consent }));
    const [first, ...more] = await alike(officer, one);
    expect([first?.report.id, first?.because[0], more]).toEqual([
      other,
      { field: 'face', says: 'same', band: 'likely' },
      [],
    ]);
  });

  it('are shown also of whom was confirmed to be found: another family waits for the same word', async () => {
    const [one, other] = [await post(family, GRANDMOTHER), await post(neighbour, NEIGHBOUR)];
    await post(neighbour, FOUND);
    const [seen] = await candidates(officer, one);
    const yes = { opId: randomUUID(), rev: seen?.rev, decision: 'confirm' };
    expect((await officer.call('PUT', `/candidates/${seen?.id}`, yes)).status).toBe(200);
    expect(await idsFor(officer, other)).toEqual([one]);
  });

  it('never show who must not be found, what has ended, nor to whoever looks for them; and are nobody else’s', async () => {
    const [one, other] = [await post(family, GRANDMOTHER), await post(neighbour, NEIGHBOUR)];
    const set = (change: object) => host.db.updateTable('report').set(change).where('id', '=', other).execute();
    for (const hidden_for of ['protected', 'objection', 'seen-before'] as const) {
      await set({ hidden_at: new Date(), hidden_for });
      for (const of of [officer, moderator]) {
        expect(await idsFor(of, one)).toEqual([]);
        expect((await ask(of, other)).status).toBe(404);
      }
    }
    await set({ hidden_at: null, hidden_for: null, status: 'withdrawn' });
    expect(await idsFor(officer, one)).toEqual([]);
    await set({ status: 'pending_review' });
    expect(await idsFor(officer, one)).toEqual([other]);
    // An officer who says that she is missing may be whom she fled from.
    await set({ owner_id: officer.userId });
    expect([await idsFor(officer, one), (await ask(officer, other)).status]).toEqual([[], 404]);
    await set({ owner_id: neighbour.userId });
    for (const of of [family, neighbour, await personOf(host, 'volunteer')])
      expect((await ask(of, one)).status).toBe(403);
    const told = await host.db.selectFrom('notice').select('kind').where('kind', '!=', 'duty').execute();
    expect(told.filter(({ kind }) => /match|reunion/.test(kind))).toEqual([]);
  });

  it('of another district are shown as far as anybody sees them; who is asked from there sees what is on their desk', async () => {
    await signIn(host.db, 'officer', ['pb-jalandhar']);
    const one = await post(family, { ...GRANDMOTHER, lostPersonAge: '9', name: 'Simran' });
    const other = await post(neighbour, { ...NEIGHBOUR, lostPersonAge: '9', name: 'Simran', region: 'Jalandhar' });
    expect([await idsFor(officer, one), await idsFor(moderator, one)]).toEqual([[], [other]]);
    const adults = [await post(family, GRANDMOTHER), await post(neighbour, { ...NEIGHBOUR, region: 'Jalandhar' })];
    expect(await idsFor(officer, adults[0] ?? '')).toEqual([]);
    await publishReport(host, adults[1] ?? '');
    expect(await idsFor(officer, adults[0] ?? '')).toEqual([adults[1]]);
    expect((await ask(officer, other)).status).toBe(404);
    await raiseDue(host.db, new Date(Date.now() + 31 * 60_000)); // nobody of Jalandhar took it
    const desk: DutyTask[] = (await officer.call('GET', '/duty')).body.data;
    expect(desk.map(({ report }) => report.id)).toContain(other);
    expect(await idsFor(officer, other)).toEqual([one]);
  });
});
