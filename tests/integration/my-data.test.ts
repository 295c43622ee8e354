/** What an account is given of itself: all of its own, and of nobody else a word that it could not read before. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { canariesIn, openCanaryWorld } from '../support/canaries.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { personOf, postItem } from '../support/items.ts';

withEither('my data', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  const ask = (token: string, url = '/me/data') => host.app().inject({ url, headers: { authorization: token } });

  it('is all that somebody posted, wrote and agreed to, and nothing that is another’s', async () => {
    const world = await openCanaryWorld(host);
    const given = new Map<string, Set<string>>();
    for (const viewer of ['owner', 'party', 'officer', 'suspended'] as const) {
      const { statusCode, body } = await ask(world.tokens.get(viewer) ?? '');
      expect([viewer, statusCode]).toEqual([viewer, 200]);
      const told = [...new Set(canariesIn(body))].flatMap((token) => world.canaries.get(token) ?? []);
      for (const canary of told) expect([canary.what, canary.may(viewer, 'myData')]).toEqual([canary.what, true]);
      given.set(viewer, new Set(told.map(({ what }) => what)));
    }
    const [owner, party] = [given.get('owner'), given.get('party')];
    for (const what of [
      'the name of the child person',
      'the phone of the adult person',
      'the address of the silent person',
    ])
      expect([what, owner?.has(what)]).toEqual([what, true]);
    expect(owner?.has('the photo of the adult person')).toBe(true);
    for (const what of [
      'a message',
      'the answer of a claim',
      'the words of a claim',
      'a sighting of the adult person',
      'the words of a flag',
    ])
      expect([what, party?.has(what)]).toEqual([what, true]);
    expect(owner?.has('the answer of a claim')).toBe(false);
    for (const [viewer, its] of given) {
      expect([viewer, its.has(`the e-mail of ${viewer}`)]).toEqual([viewer, true]);
      for (const other of given.keys()) if (other !== viewer) expect(its.has(`the e-mail of ${other}`)).toBe(false);
    }
  });

  it('names each file by the way in which it is read: photos, videos, and the picture that the account wears', async () => {
    const [person, other] = [await personOf(host, 'poster'), await personOf(host, 'finder')];
    const of = async ({ token }: { token: string }) => (await ask(token)).json();
    expect(await of(person)).toMatchObject({ files: [], videos: [] });
    expect(await of(person)).not.toHaveProperty('avatar');
    const [photo, video, others] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
    await postItem(host, person, { photos: [photo], videos: [video] });
    await postItem(host, other, { videos: [others] });
    const worn = 'd'.repeat(64);
    await host.db.updateTable('app_user').set({ avatar_sha256: worn }).where('id', '=', person.userId).execute();
    expect(await of(person)).toMatchObject({ files: [photo], videos: [video], avatar: worn });
    expect(await of(other)).toMatchObject({ files: [], videos: [others] });
    expect(await of(other)).not.toHaveProperty('avatar');
  });

  it('says with which notice and when each consent was given, and is asked for so often an hour', async () => {
    const world = await openCanaryWorld(host);
    const token = world.tokens.get('owner') ?? '';
    const { reports } = (await ask(token)).json();
    const adult = reports.find(
      ({ report }: { report: { photos: string[]; consents: { photo: boolean } } }) => report.consents.photo,
    );
    expect(adult.consents[0]).toMatchObject({ purpose: 'photo', given: true, notice: '1', at: expect.any(String) });
    expect(adult.history.length).toBeGreaterThan(1);
    const answers = [];
    for (let i = 0; i < 10; i++) answers.push((await ask(token)).statusCode);
    expect([answers.slice(0, 9).every((status) => status === 200), answers.at(-1)]).toEqual([true, 429]);
    expect((await ask('')).statusCode).toBe(401);
  });
});
