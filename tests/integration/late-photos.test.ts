/** A photo whose bytes come after somebody has approved its report is seen by nobody else before another look (decision 104). */

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transact } from '../../server/db/once.ts';
import { changeStatus } from '../../server/reports/store.ts';
import type { Photo } from '../../src/store/files.ts';
import { approve } from '../support/approve.ts';
import { portrait } from '../support/camera.ts';
import {
  bring,
  bytesOf,
  faceOf,
  makePhoto,
  newReport,
  photoOf,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withEither } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { CASE } from '../support/publish.ts';

const AGREED = { publicPhoto: true, publicPhone: false, compareFace: true, carryFace: true, notice: '2026-11' };

withEither('a photo that comes late', (database) => {
  let host: TestHost;
  let owner: Person;
  let nobody: Person;
  let moderator: Person;
  let seed = 400;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [owner, nobody] = [await personOf(host, 'poster'), await personOf(host)];
    moderator = await personOf(host, 'moderator');
  });

  async function post(change: object = {}, of?: string, photos?: Photo[]) {
    const [photo = of === undefined ? await makePhoto(seed++, 200) : photoOf(await portrait(of))] = photos ?? [];
    const { upload, id, opId } = newReport({ lostPersonAge: '30', consent: AGREED, ...change });
    const body = { ...upload, id, opId, photos: (photos ?? [photo]).map(({ sha256 }) => sha256) };
    expect((await owner.call('POST', '/api/face/uploadLostFoundPerson', body)).status).toBe(200);
    return { id, opId, photo };
  }
  const queue = async () =>
    (await moderator.call('GET', '/moderation/queue?limit=50')).body.data.map(
      ({ why, report }: { why: string; report: { id: string } }) => [why, report.id],
    );
  const approved = async (id: string) => (await approve(moderator.call, id)).status;
  const photosFor = async (who: Person, id: string) => (await who.call('GET', `/report/${id}`)).body.data.photos;
  const bytes = async (who: Person, sha256: string, size = 'full') => {
    const headers = who.token ? { authorization: who.token } : {};
    return (await host.app().inject({ url: `/files/${sha256}?size=${size}`, headers })).statusCode;
  };
  /** Send a picture ahead of a photo: its own, made small, unless it is another one. */
  const small = async ({ opId, photo }: { opId: string; photo: Photo }, picture = photo) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const payload = await sharp(await bytesOf(picture))
      .resize(96)
      .jpeg({ quality: 60 })
      .toBuffer();
    const url = `/files/${photo.sha256}/thumb?of=${opId}`;
    return (await host.app().inject({ method: 'PUT', url, headers, payload })).json();
  };

  it('waits for another look, by its bytes and by a small picture ahead of them; the words stay up, and its owner sees it', async () => {
    const [whole, ahead] = [await post(), await post({}, 'women/4.jpg')];
    for (const { id } of [whole, ahead]) expect(await approved(id)).toBe(200);
    expect(await bring(host, whole.photo, owner)).toBe(200);
    expect(await small(ahead)).toEqual({ kept: true });
    for (const { id, photo } of [whole, ahead]) {
      expect(await photosFor(nobody, id)).toEqual([]);
      expect([await bytes(nobody, photo.sha256), await bytes(nobody, photo.sha256, `thumb&of=${id}`)]).toEqual([
        404, 404,
      ]);
      expect((await nobody.call('GET', `/report/${id}`)).body.data.status).toBe('published');
      expect(await photosFor(owner, id)).toEqual([photo.sha256]);
    }
    expect((await queue()).sort()).toEqual([whole, ahead].map(({ id }) => ['photo', id]).sort());
    expect((await moderator.call('GET', '/moderation/queue?limit=50')).body.data[0].report.photos).toHaveLength(1);

    for (const { id } of [whole, ahead]) expect(await approved(id)).toBe(200);
    expect(await queue()).toEqual([]);
    expect([await photosFor(nobody, whole.id), await bytes(nobody, whole.photo.sha256)]).toEqual([
      [whole.photo.sha256],
      200,
    ]);
    expect(await bytes(nobody, ahead.photo.sha256, `thumb&of=${ahead.id}`)).toBe(200);
  });

  it('waits for another look also when its small picture was looked at: that may have been made of another photo', async () => {
    const [other, same] = [await post(), await post({}, 'women/5.jpg')];
    expect(await small(other, photoOf(await portrait('men/5.jpg')))).toEqual({ kept: true });
    expect(await small(same)).toEqual({ kept: true });
    for (const { id } of [other, same]) expect(await approved(id)).toBe(200);
    for (const { id, photo } of [other, same]) expect(await photosFor(nobody, id)).toEqual([photo.sha256]);
    for (const { photo } of [other, same]) expect(await bring(host, photo, owner)).toBe(200);
    expect((await queue()).sort()).toEqual([other, same].map(({ id }) => ['photo', id]).sort());
    for (const { id, photo } of [other, same])
      expect([await photosFor(nobody, id), await bytes(nobody, photo.sha256)]).toEqual([[], 404]);
    for (const { id } of [other, same]) expect(await approved(id)).toBe(200);
    for (const { photo } of [other, same]) expect(await bytes(nobody, photo.sha256)).toBe(200);
  });

  it('that is added waits alone: the report, its page by number and its other photo stay up, whatever has arrived of it', async () => {
    const one = await post();
    expect(await bring(host, one.photo, owner)).toBe(200);
    expect(await approved(one.id)).toBe(200);
    const { number } = (await nobody.call('GET', `/report/${one.id}`)).body.data;
    const added = await makePhoto(seed++, 200);
    const photos = [added.sha256, one.photo.sha256];
    expect((await owner.call('PUT', `/report/${one.id}`, { photos })).body.data).toMatchObject({
      ...{ status: 'published', reviewed: true },
      photos,
    });
    const page = async () => (await host.app().inject({ url: `/r/${number}` })).body;
    const isUp = async () => {
      expect(await photosFor(nobody, one.id)).toEqual([one.photo.sha256]);
      expect(await page()).toContain('Asha Devi');
      expect((await nobody.call('GET', '/report')).body.data).toMatchObject([{ id: one.id, status: 'published' }]);
    };
    await isUp();
    expect(await queue()).toEqual([]); // there is nothing to look at yet
    expect(await approved(one.id)).not.toBe(200);
    await isUp();
    expect(await bring(host, added, owner)).toBe(200);
    await isUp();
    expect([await queue(), await bytes(nobody, added.sha256)]).toEqual([[['photo', one.id]], 404]);
    expect(await approved(one.id)).toBe(200);
    expect(await photosFor(nobody, one.id)).toEqual(photos);
    expect(await bytes(nobody, added.sha256)).toBe(200);
  });

  it('that is added with other words waits with them, and so does one of what nobody has looked at', async () => {
    const [one, other] = [await post(), await post()];
    expect(await approved(one.id)).toBe(200);
    const photos = [(await makePhoto(seed++, 200)).sha256];
    for (const [id, change] of [
      [one.id, { title: 'Missing since Monday' }],
      [other.id, {}],
    ] as const)
      expect((await owner.call('PUT', `/report/${id}`, { photos, ...change })).body.data.status).toBe('pending_review');
  });

  it('goes on waiting when its owner puts the photos in another order or takes one out, and when the report had ended as it came', async () => {
    const [first, late, ended] = [
      await makePhoto(seed++, 200),
      await makePhoto(seed++, 200),
      await makePhoto(seed++, 200),
    ];
    const one = await post({}, undefined, [first, late, ended]);
    expect(await bring(host, first, owner)).toBe(200);
    expect(await approved(one.id)).toBe(200);
    expect(await bring(host, late, owner)).toBe(200);
    const move = (status: 'expired' | 'published') =>
      transact(host.db, (tx) => changeStatus(tx, one.id, status, 'system:expiry'));
    await move('expired');
    expect(await bring(host, ended, owner)).toBe(200);
    await move('published');
    const waits = async (photos: Photo[]) => {
      const hashes = photos.map(({ sha256 }) => sha256);
      expect((await owner.call('PUT', `/report/${one.id}`, { photos: hashes })).status).toBe(200);
      expect([await photosFor(owner, one.id), await photosFor(nobody, one.id)]).toEqual([hashes, [first.sha256]]);
      expect(await queue()).toEqual([['photo', one.id]]);
    };
    await waits([ended, late, first]);
    await waits([late, first]);
    expect(await approved(one.id)).toBe(200);
    expect(await photosFor(nobody, one.id)).toEqual([late.sha256, first.sha256]);
  });

  it('leads nobody but an officer with a reason to the report by its face until somebody has looked, and carries it nowhere', async () => {
    const late = await post({ ...withFace(faceOf(21)), region: 'Ludhiana' });
    const officer = await personOf(host, 'officer');
    const found = async (who: Person, more: object = {}): Promise<string[]> => {
      await untilReadable(host.db);
      const { body } = await who.call('POST', '/api/face/compare', { descriptor: faceOf(21), ...more });
      return body.candidates.map((one: { data: { id: string } }) => one.data.id);
    };
    const carried = async () => {
      const { changes } = (await nobody.call('GET', '/sync?feed=references')).body;
      return changes.filter(({ kind }: { kind: string }) => kind === 'reference').length;
    };
    expect(await approved(late.id)).toBe(200);
    expect([await found(nobody), await carried()]).toEqual([[late.id], 1]);
    expect(await bring(host, late.photo, owner)).toBe(200);
    expect([await found(nobody), await found(officer, { reason: 'case' }), await carried()]).toEqual([
      [],
      [late.id],
      0,
    ]);
    expect(await approved(late.id)).toBe(200);
    expect([await found(nobody), await carried()]).toEqual([[late.id], 1]);
  });

  it('leads nobody on a guarded record either, whose photos nobody else sees, until somebody has looked', async () => {
    const child = await post({
      ...withFace(faceOf(22)),
      lostPersonAge: '9',
      consent: { ...AGREED, guardian: true },
    });
    const officer = await personOf(host, 'officer');
    const found = async () => {
      await untilReadable(host.db);
      return (await nobody.call('POST', '/api/face/compare', { descriptor: faceOf(22) })).body.found;
    };
    expect((await officer.call('PUT', `/report/${child.id}/case`, { ...CASE, opId: randomUUID() })).status).toBe(200);
    expect(await approved(child.id)).toBe(200);
    expect(await found()).toBe(true);
    expect(await bring(host, child.photo, owner)).toBe(200);
    expect([await queue(), await found(), await bytes(nobody, child.photo.sha256)]).toEqual([
      [['photo', child.id]],
      false,
      404,
    ]);
    expect(await approved(child.id)).toBe(200);
    expect([await queue(), await found(), await bytes(nobody, child.photo.sha256)]).toEqual([[], true, 404]);
  });

  it('waits for nothing where it came before the look', async () => {
    const early = await post();
    expect(await bring(host, early.photo, owner)).toBe(200);
    expect(await approved(early.id)).toBe(200);
    expect([await queue(), await bytes(nobody, early.photo.sha256)]).toEqual([[], 200]);
  });
});
