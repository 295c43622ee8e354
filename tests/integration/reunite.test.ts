/**
 * The story of issue "Reunite": twenty pairs of what was lost and what was found, in whatever order they came, meet by
 * themselves; the right desk is asked and nobody else, a person decides, the family is told, and all of it is taken back once.
 */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import { faceLike, faceOf, newReport, signIn, startHost, type TestHost, withFace } from '../support/client.ts';
import { withEither } from '../support/databases.ts';

const LUDHIANA = 'pb-ludhiana';
const PATNA = 'br-patna';
const CONSENT = { publicPhoto: true, publicPhone: false, guardian: true, compareFace: true, notice: '2026-11' };
const DESK_MS = 60_000;
const FAMILY_MS = 5000;

type Upload = Parameters<typeof newReport>[0];

interface Pair {
  what: string;
  lost: Upload;
  found: Upload;
  /** Which of the two is posted first. */
  first: 'lost' | 'found';
}

const face = (seed: number) => withFace(faceOf(seed));
const sameFace = (seed: number) => withFace(faceLike(faceOf(seed)));
const lost = (name: string, age: string, more: Upload = {}): Upload => ({
  ...{ type: 'lost', name, lostPersonName: name, lostPersonAge: age, title: 'Did not come home', consent: CONSENT },
  ...{ region: 'Ludhiana, Punjab', timeOfLossDate: '2026-11-10', clothColor: '', descriptionText: '' },
  ...more,
});
/** Whoever is found says their name or does not. */
const found = (name: string | undefined, age: string, more: Upload = {}): Upload => ({
  ...{
    type: 'found',
    title: 'Found at the bus stand',
    consent: CONSENT,
    lostPersonAge: undefined,
    foundPersonAge: age,
  },
  ...(name === undefined ? { name: undefined, nameUnknown: true } : { name, foundPersonName: name }),
  ...{ region: 'Ludhiana, Punjab', timeOfLossDate: '2026-11-12', clothColor: '', descriptionText: '' },
  ...more,
});

/** Adults, children and elders; by face, by name in another script, by what they wore and carry. */
const PAIRS: readonly Pair[] = [
  {
    what: 'a man, lost then found, by face and name',
    lost: lost('Gurpreet Singh', '34', face(1)),
    found: found('Gurpreet', '35', sameFace(1)),
    first: 'lost',
  },
  {
    what: 'a man, found then lost',
    lost: lost('Harjit Singh', '41', face(2)),
    found: found('Harjeet Singh', '40', sameFace(2)),
    first: 'found',
  },
  {
    what: 'a child, lost then found, whose name nobody knows',
    lost: lost('Simran Kaur', '7', face(3)),
    found: found(undefined, '7', sameFace(3)),
    first: 'lost',
  },
  {
    what: 'a child, found a day before it was missed',
    lost: lost('Ravi Kumar', '9', face(4)),
    found: found('Ravi', '9', sameFace(4)),
    first: 'found',
  },
  {
    what: 'an elder who forgot the name',
    lost: lost('Kartar Kaur', '78', { ...face(5), clothColor: 'White' }),
    found: found(undefined, '75', { ...sameFace(5), clothColor: 'White' }),
    first: 'lost',
  },
  {
    what: 'an elder, found first',
    lost: lost('Bishan Das', '81', face(6)),
    found: found(undefined, '80', sameFace(6)),
    first: 'found',
  },
  {
    what: 'a woman by a name in Gurmukhi',
    lost: lost('ਮਨਪ੍ਰੀਤ ਕੌਰ', '26', { clothColor: 'Green' }),
    found: found('Manpreet Kaur', '26', { clothColor: 'Green' }),
    first: 'lost',
  },
  {
    what: 'a man by a name in Devanagari',
    lost: lost('Rajesh Sharma', '52', { clothColor: 'Blue' }),
    found: found('राजेश शर्मा', '50', { clothColor: 'Blue' }),
    first: 'found',
  },
  {
    what: 'a girl by her name alone, on the next day',
    lost: lost('Jasleen Kaur', '12', { clothColor: 'Red' }),
    found: found('Jaslin Kaur', '12', { clothColor: 'Red', timeOfLossDate: '2026-11-11' }),
    first: 'lost',
  },
  {
    what: 'a boy with another spelling, found first',
    lost: lost('Amandeep Singh', '15', { clothColor: 'Black' }),
    found: found('Amandip Singh', '15', { clothColor: 'Black' }),
    first: 'found',
  },
  ...Array.from({ length: 10 }, (_, i): Pair => {
    const name =
      [
        'Sukhwinder',
        'Balwinder',
        'Parminder',
        'Lakhwinder',
        'Kulwant',
        'Jaspal',
        'Nirmal',
        'Surjit',
        'Daljit',
        'Baldev',
      ][i] ?? '';
    const age = 20 + 6 * i;
    return {
      what: `${name}, ${age} years`,
      lost: lost(`${name} Singh`, String(age), face(20 + i)),
      found: found(i % 3 === 0 ? undefined : name, String(age + (i % 4)), sameFace(20 + i)),
      first: i % 2 === 0 ? 'lost' : 'found',
    };
  }),
];

withEither('twenty pairs', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  const ask = async (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = token ? { authorization: token } : {};
    const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const desk = async (token: string, done = false): Promise<DutyTask[]> =>
    (await ask(token, 'GET', `/duty?done=${done}`)).body.data;
  const told = async (userId: string) =>
    host.db.selectFrom('notice').select(['kind', 'report_id', 'created_at']).where('user_id', '=', userId).execute();
  async function post(change: Upload, owner: string): Promise<string> {
    const { upload, id, opId } = newReport(change);
    const posted = await ask(owner, 'POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect([posted.status, posted.body.fields]).toEqual([200, undefined]);
    return id;
  }
  const taskOf = (tasks: readonly DutyTask[], lostId: string, foundId: string) =>
    tasks.find(({ candidate }) => candidate?.lost.id === lostId && candidate.found.id === foundId);

  it('meet on the right desk within a minute, 20 of 20; nobody else is told; the family is, 5 s after the confirmation; and each is undone once', async () => {
    const officer = await signIn(host.db, 'officer', [LUDHIANA]);
    const elsewhere = await signIn(host.db, 'officer', [PATNA]);
    const volunteer = await signIn(host.db, 'volunteer', [LUDHIANA]);
    const families = await Promise.all(PAIRS.map(() => signIn(host.db, 'poster')));
    const finders = await Promise.all(PAIRS.map(() => signIn(host.db, 'finder')));
    const ids: { lost: string; found: string }[] = [];
    const waits: number[] = [];
    for (const [i, pair] of PAIRS.entries()) {
      const side = (which: 'lost' | 'found') =>
        post(pair[which], (which === 'lost' ? families : finders)[i]?.token ?? '');
      const one = await side(pair.first);
      const other = await side(pair.first === 'lost' ? 'found' : 'lost');
      const received = Date.now();
      const both = pair.first === 'lost' ? { lost: one, found: other } : { lost: other, found: one };
      const isThere = async () => taskOf(await desk(officer.token), both.lost, both.found) !== undefined;
      await expect.poll(isThere, { timeout: DESK_MS, interval: 100 }).toBe(true);
      waits.push(Date.now() - received);
      ids.push(both);
    }
    await host.app().jobs.idle();
    const tasks = await desk(officer.token);
    const met = ids.map((pair) => taskOf(tasks, pair.lost, pair.found));
    expect(PAIRS.filter((_, i) => !met[i]).map(({ what }) => what)).toEqual([]);
    expect(Math.max(...waits)).toBeLessThan(DESK_MS);

    // Those on duty there were told, and nobody else of anything but that their own report is there.
    expect((await told(officer.userId)).some(({ kind }) => kind === 'duty')).toBe(true);
    expect([await desk(elsewhere.token), await told(elsewhere.userId), await told(volunteer.userId)]).toEqual([
      [],
      [],
      [],
    ]);
    for (const { userId } of [...families, ...finders]) expect(await told(userId)).toEqual([]);
    expect((await ask(volunteer.token, 'GET', '/duty')).status).toBe(403);

    // A wrong pair is rejected, and never offered again, whatever is changed.
    const wrong = tasks.find(
      ({ candidate }) =>
        candidate && !ids.some((pair) => pair.lost === candidate.lost.id && pair.found === candidate.found.id),
    );
    if (!wrong?.candidate) throw new Error('no wrong pair was offered: nothing to reject');
    const { id, rev, lost, found } = wrong.candidate;
    expect(
      (await ask(officer.token, 'PUT', `/candidates/${id}`, { rev, decision: 'reject', reason: 'Another man' })).status,
    ).toBe(200);
    await host.app().jobs.idle();
    expect(taskOf(await desk(officer.token), lost.id, found.id)).toBe(undefined);

    for (const [i, pair] of ids.entries()) {
      const decide = async (decision: string) => {
        const all = [...(await desk(officer.token)), ...(await desk(officer.token, true))];
        const candidate = taskOf(all, pair.lost, pair.found)?.candidate;
        return ask(officer.token, 'PUT', `/candidates/${candidate?.id}`, {
          opId: randomUUID(),
          rev: candidate?.rev,
          decision,
        });
      };
      const family = families[i]?.userId ?? '';
      const finder = finders[i]?.userId ?? '';
      const at = Date.now();
      const first = await decide('confirm');
      expect([PAIRS[i]?.what, first.body]).toMatchObject([PAIRS[i]?.what, { data: { state: 'confirmed' } }]);
      const news = await told(family);
      expect(news.map(({ kind }) => kind)).toEqual(['reunion-possible']);
      expect(Number(news[0]?.created_at) - at).toBeLessThan(FAMILY_MS);
      expect(await told(finder)).toEqual([]);
      expect(taskOf(await desk(officer.token), pair.lost, pair.found)).toBe(undefined);
      // Taken back once, and made again.
      expect((await decide('reopen')).body.data.state).toBe('open');
      expect(taskOf(await desk(officer.token), pair.lost, pair.found)?.state).toBe('open');
      await host.app().jobs.idle();
      expect((await decide('confirm')).body.data.state).toBe('confirmed');
      await host.app().jobs.idle(); // what else was offered of the two is weighed anew, maybe the next pair of them too
    }
    expect((await desk(officer.token)).filter(({ candidate }) => candidate?.state === 'open')).toEqual([]);
  });
});
