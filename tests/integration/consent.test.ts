/** One consent for each purpose: nothing is shown, compared or carried without its own, and taken back it ends at once. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Purpose } from '../../contract/consent.ts';
import type { Change } from '../../contract/sync.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { eraseReport } from '../../server/reports/store.ts';
import { readPackKeys } from '../../server/sync/keys.ts';
import {
  bring,
  faceLike,
  faceOf,
  makePhoto,
  newReport,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { publishReport } from '../support/publish.ts';

const NOTHING = { publicPhoto: false, publicPhone: false, compareFace: false, carryFace: false, guardian: false };
const NOTICE = '2026-11';
/** What of a report comes to anybody when its purpose is agreed to, and nothing else of it. */
const SEEN = { photo: 'a photo', compare: 'a hit', carry: 'a template', phone: 'a number' } as const;

withEither('consent', (database) => {
  let host: TestHost;
  let owner: { userId: string; token: string };
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    owner = await signIn(host.db, 'poster');
  });

  const ask = async (token: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = token ? { authorization: token } : {};
    const answer = await host.app().inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.json() };
  };
  async function published(consent: object, change: object = {}, token = owner.token): Promise<string> {
    const photo = await makePhoto(7);
    const { upload, id, opId } = newReport({ ...withFace(faceOf(1)), ...change });
    const agreed = { ...NOTHING, notice: NOTICE, ...consent };
    const payload = { ...upload, photos: [photo.sha256], consent: agreed, id, opId };
    expect((await ask(token, 'POST', '/api/face/uploadLostFoundPerson', payload)).status).toBe(200);
    await bring(host, photo, { of: opId });
    await publishReport(host, id);
    return id;
  }
  const set = (id: string, purpose: Purpose, given: boolean, token = owner.token, more: object = {}) =>
    ask(token, 'PUT', `/report/${id}/consent`, { opId: randomUUID(), purpose, given, notice: NOTICE, ...more });

  /** All that comes to a stranger. */
  async function seen(id: string): Promise<string[]> {
    await untilReadable(host.db);
    const { data } = (await ask('', 'GET', `/report/${id}`)).body;
    const [listed] = (await ask('', 'GET', '/report?limit=100')).body.data;
    expect(listed?.photos).toEqual(data.contact === 'guarded' ? undefined : data.photos);
    const sha256 = (await makePhoto(7)).sha256;
    const file = await host.app().inject({ url: `/files/${sha256}` });
    const probe = { descriptor: faceLike(faceOf(1)), model: TEMPLATE_VERSION };
    const { found } = (await ask('', 'POST', '/api/face/compare', probe)).body;
    const { changes } = (await ask('', 'GET', '/sync?feed=references&limit=100')).body;
    const { pseudonymOf } = await readPackKeys(host.db);
    const carried = changes.some((change: Change) => change.id === pseudonymOf(id) && change.kind === 'reference');
    return [
      ...(data.photos.length > 0 && file.statusCode === 200 ? [SEEN.photo] : []),
      ...(data.photos.length === 0 && file.statusCode === 200 ? ['a file that no page names'] : []),
      ...(found ? [SEEN.compare] : []),
      ...(carried ? [SEEN.carry] : []),
      ...(data.phoneNumber ? [SEEN.phone] : []),
    ];
  }
  const logged = (id: string) =>
    host.db
      .selectFrom('consent')
      .select(['purpose', 'given', 'notice'])
      .where('report_id', '=', id)
      .orderBy('id')
      .execute();

  it('of each purpose lets its own through and nothing else', async () => {
    expect(await seen(await published({}))).toEqual([]);
    const asks = { photo: 'publicPhoto', compare: 'compareFace', carry: 'carryFace', phone: 'publicPhone' } as const;
    for (const [purpose, answer] of Object.entries(asks)) {
      await host.empty();
      owner = await signIn(host.db, 'poster');
      const id = await published({ [answer]: true });
      expect(await seen(id), purpose).toEqual([SEEN[purpose as keyof typeof SEEN]]);
      expect(await logged(id)).toEqual([{ purpose, given: true, notice: NOTICE }]);
    }
  });

  it('is given and taken back by one call each, at once, with its time and the notice', async () => {
    const id = await published({});
    for (const purpose of Object.keys(SEEN) as (keyof typeof SEEN)[]) {
      expect((await set(id, purpose, true)).status).toBe(200);
      expect(await seen(id), purpose).toEqual([SEEN[purpose]]);
      expect((await ask(owner.token, 'GET', `/report/${id}`)).body.data.consents[purpose]).toBe(true);
      expect((await set(id, purpose, false)).status).toBe(200);
      expect(await seen(id), purpose).toEqual([]);
    }
    const rows = await logged(id);
    expect(rows.map(({ purpose, given }) => [purpose, given])).toEqual(
      Object.keys(SEEN).flatMap((purpose) => [
        [purpose, true],
        [purpose, false],
      ]),
    );
    // To say the same again is nothing new.
    await set(id, 'photo', false);
    expect(await logged(id)).toHaveLength(rows.length);
    const { at } = await host.db.selectFrom('consent').select('at').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('of an older app, which asked with one yes for the photo and for comparing it, is one for all three', async () => {
    const id = await published({ publicPhoto: true, compareFace: undefined, carryFace: undefined });
    expect(await seen(id)).toEqual([SEEN.photo, SEEN.compare, SEEN.carry]);
    expect((await logged(id)).map(({ purpose }) => purpose).sort()).toEqual(['carry', 'compare', 'photo']);
  });

  it('for a child is a guardian’s: without one officers alone compare it, and nothing of it is ever shown or carried', async () => {
    const all = { publicPhoto: true, publicPhone: true, compareFace: true, carryFace: true };
    const id = await published(all, { lostPersonAge: '9' });
    expect(await seen(id)).toEqual([]);
    const { token } = await signIn(host.db, 'officer');
    const probe = { descriptor: faceLike(faceOf(1)), model: TEMPLATE_VERSION, reason: 'case' };
    expect((await ask(token, 'POST', '/api/face/compare', probe)).body.found).toBe(true);
    await set(id, 'guardian', true);
    expect(await seen(id)).toEqual([SEEN.compare]);
    await set(id, 'guardian', false);
    expect(await seen(id)).toEqual([]);
  });

  describe('is said by whoever made the report', () => {
    it('without an account by its secret, and by nobody else', async () => {
      const secret = randomBytes(32).toString('hex');
      const secretHash = createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex');
      const id = await published({ publicPhone: true }, { secretHash }, '');
      const others = [
        await set(id, 'phone', false, ''),
        await set(id, 'phone', false, '', { secret: randomBytes(32).toString('hex') }),
        await set(id, 'phone', false, owner.token),
      ];
      for (const role of ['officer', 'moderator', 'admin'] as const)
        others.push(await set(id, 'phone', false, (await signIn(host.db, role)).token));
      for (const { status } of others) expect(status).toBe(404);
      expect(await seen(id)).toEqual([SEEN.phone]);
      expect((await set(id, 'phone', false, '', { secret })).status).toBe(200);
      expect(await seen(id)).toEqual([]);
    });

    it('also while the account is suspended, and of a report that has ended', async () => {
      const id = await published({ publicPhoto: true, compareFace: true });
      await host.db.updateTable('app_user').set({ suspended_at: new Date() }).where('id', '=', owner.userId).execute();
      expect((await set(id, 'compare', false)).status).toBe(200);
      expect(await seen(id)).toEqual([SEEN.photo]);
      await ask(owner.token, 'PUT', `/report/${id}`, { status: 'withdrawn' });
      expect((await set(id, 'photo', false)).status).toBe(200);
      const row = await host.db.selectFrom('report').select('public_photo').where('id', '=', id).executeTakeFirst();
      expect(row).toEqual({ public_photo: false });
    });

    it('once, however often it is sent, and goes with the report', async () => {
      const id = await published({});
      const opId = randomUUID();
      for (let i = 0; i < 2; i++) expect((await set(id, 'photo', true, owner.token, { opId })).status).toBe(200);
      await set(id, 'photo', false);
      await set(id, 'photo', true, owner.token, { opId });
      expect(await seen(id)).toEqual([]);
      await host.db.transaction().execute((tx) => eraseReport(tx, id));
      expect(await host.db.selectFrom('consent').select('id').execute()).toEqual([]);
      // To whoever cannot show that it was theirs this is what they hear of a report that is there.
      expect((await set(id, 'photo', true)).status).toBe(404);
    });
  });

  it('is asked for every purpose that there is', () => {
    expect(Purpose.options).toEqual([...Object.keys(SEEN), 'guardian']);
  });
});
