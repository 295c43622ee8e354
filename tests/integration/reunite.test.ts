/**
 * The story of issue "Reunite": twenty pairs of what was lost and what was found, in whatever order they came, meet by
 * themselves; the right desk is asked and nobody else, a person decides, the family is told, and all of it is taken back once.
 */

import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { buildModels } from '../../models/build/main.ts';
import { another, portrait } from '../support/camera.ts';
import { bring, faceLike, faceOf, newReport, signIn, startHost, type TestHost, withFace } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { personOf, postItem } from '../support/items.ts';

const LUDHIANA = 'pb-ludhiana';
const PATNA = 'br-patna';
const CONSENT = { publicPhoto: true, publicPhone: false, guardian: true, compareFace: true, notice: '2026-11' };
const DESK_MS = 60_000;
const FAMILY_MS = 5000;

type Upload = NonNullable<Parameters<typeof newReport>[0]> & { photos?: string[] };

interface Pair {
  what: string;
  lost: Upload;
  found: Upload;
  /** Which of the two is posted first. */
  first: 'lost' | 'found';
  /** Brought behind the words; the server looks for the faces. */
  photos?: Record<'lost' | 'found', () => Promise<Buffer>>;
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

/** What a scan knows that is kept: a face, where and when. */
const SCAN: Upload = {
  ...{ type: 'found', keptScan: true, title: 'Scan', name: '', nameUnknown: true, lostPersonAge: undefined },
  ...{ place: { lat: 30.901, lng: 75.8573 }, region: '', clothColor: '', descriptionText: '', phoneNumber: undefined },
  timeOfLossDate: '2026-10-12',
};
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
/** Five templates, of `seed` and the four after it. */
const fivePhotos = (seed: number): Upload => {
  const photos = Array.from({ length: 5 }, (_, i) => hashOf(`${seed + i}`));
  const faces = photos.map((photo, i) => ({ photo, descriptor: faceOf(seed + i), model: TEMPLATE_VERSION }));
  return { photos, faces };
};

const hasFace = ({ lost, photos }: Pair): boolean => Boolean(lost.description ?? lost.faces ?? photos);

/** Adults, children and elders; by face, by name in another script, by what they wore; a thing is the twentieth. */
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
  {
    what: 'a woman by a scan that waited, and the report a month later',
    lost: lost('Harnam Kaur', '72', { ...face(40), timeOfLossDate: '2026-10-08' }),
    found: { ...SCAN, ...sameFace(40) },
    first: 'found',
  },
  {
    what: 'a man by the fourth of five photos',
    lost: lost('Joginder Pal', '58', fivePhotos(50)),
    found: found(undefined, '60', sameFace(53)),
    first: 'lost',
  },
  {
    what: 'a man by photos that no phone has read',
    lost: lost('Pritam Lal', '33'),
    found: found(undefined, '35'),
    first: 'found',
    photos: { lost: () => portrait('men/35.jpg'), found: () => another('men/35.jpg', { turned: 6, brightness: 0.9 }) },
  },
  ...['Sukhwinder', 'Balwinder', 'Parminder', 'Lakhwinder', 'Kulwant', 'Jaspal'].map((name, i): Pair => {
    const age = 20 + 6 * i;
    return {
      what: `${name}, ${age} years`,
      lost: lost(`${name} Singh`, String(age), face(20 + i)),
      found: found(i % 3 === 0 ? undefined : name, String(age + (i % 4)), sameFace(20 + i)),
      first: i % 2 === 0 ? 'lost' : 'found',
    };
  }),
];

withDatabases('twenty pairs', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
    await buildModels(join(host.config.distDir, 'models'), () => {});
  }, 120_000);
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
  async function post(change: Upload, owner: string, photo?: Buffer): Promise<string> {
    const file = photo && { sha256: hashOf(photo), blob: new Blob([new Uint8Array(photo)]) };
    const { upload, id, opId } = newReport({ ...change, ...(file ? { photos: [file.sha256] } : {}) });
    const posted = await ask(owner, 'POST', '/api/face/uploadLostFoundPerson', { ...upload, id, opId });
    expect([posted.status, posted.body.fields]).toEqual([200, undefined]);
    if (file) expect(await bring(host, file, { token: owner })).toBe(200);
    return id;
  }
  const taskOf = (tasks: readonly DutyTask[], lostId: string, foundId: string) =>
    tasks.find(({ candidate }) => candidate?.lost.id === lostId && candidate.found.id === foundId);

  it('of people meet on the right desk within a minute, 19 of 19; nobody else is told; the family is, 5 s after the confirmation; and each is undone once', async () => {
    expect(PAIRS).toHaveLength(19);
    const officer = await signIn(host.db, 'officer', [LUDHIANA]);
    const elsewhere = await signIn(host.db, 'officer', [PATNA]);
    const volunteer = await signIn(host.db, 'volunteer', [LUDHIANA]);
    const families = await Promise.all(PAIRS.map(() => signIn(host.db, 'poster')));
    const finders = await Promise.all(PAIRS.map(() => signIn(host.db, 'finder')));
    const ids: { lost: string; found: string }[] = [];
    const waits: number[] = [];
    for (const [i, pair] of PAIRS.entries()) {
      const side = async (which: 'lost' | 'found') =>
        post(pair[which], (which === 'lost' ? families : finders)[i]?.token ?? '', await pair.photos?.[which]());
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
    const isByFace = (i: number) =>
      met[i]?.candidate?.because.some(({ field, says }) => `${field} ${says}` === 'face same');
    expect(PAIRS.filter((pair, i) => hasFace(pair) !== isByFace(i)).map(({ what }) => what)).toEqual([]);
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

  it('of a thing meet with their two owners within a minute, the twentieth; nobody else is told, and it is undone once', async () => {
    const officer = await signIn(host.db, 'officer', [LUDHIANA]);
    const [loser, finder] = [await personOf(host, 'poster'), await personOf(host, 'finder')];
    const wallet = { title: 'Black leather wallet', description: 'PAN card inside', region: 'Ludhiana, Punjab' };
    const found = await postItem(host, finder, { ...wallet, reportType: 'found', timeOfLossDate: '2026-11-12' });
    const { id } = await postItem(host, loser, { ...wallet, timeOfLossDate: '2026-11-10' });
    const received = Date.now();
    const kinds = async (userId: string) => (await told(userId)).map(({ kind }) => kind);
    await expect.poll(() => kinds(loser.userId), { timeout: DESK_MS }).toEqual(['match-possible']);
    expect(Date.now() - received).toBeLessThan(DESK_MS);
    await host.app().jobs.idle();
    expect([await kinds(finder.userId), await kinds(officer.userId)]).toEqual([['match-possible'], []]);
    const say = async (who: typeof loser, answer: string) =>
      (await who.call('PUT', `/matches/${id}/${found.id}`, { answer })).body.data?.status;
    expect([await say(finder, 'yes'), await say(loser, 'yes')]).toEqual(['open', 'confirmed']);
    expect((await kinds(loser.userId)).sort()).toEqual(['match-confirmed', 'match-possible']);
    expect([await say(loser, 'undo'), await say(loser, 'yes')]).toEqual(['open', 'confirmed']);
    await host.app().jobs.idle();
    expect(await kinds(officer.userId)).toEqual([]);
  });
});
