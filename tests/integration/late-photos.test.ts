/** A photo whose bytes come after somebody has approved its report is seen by nobody else before another look (decision 104). */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bring, makePhoto, newReport, startHost, type TestHost } from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { CASE } from '../support/publish.ts';

const AGREED = { publicPhoto: true, publicPhone: false, compareFace: true, notice: '2026-11' };

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

  async function post(change: object = {}) {
    const photo = await makePhoto(seed++, 200);
    const { upload, id, opId } = newReport({ lostPersonAge: '30', consent: AGREED, ...change });
    const body = { ...upload, id, opId, photos: [photo.sha256] };
    expect((await owner.call('POST', '/api/face/uploadLostFoundPerson', body)).status).toBe(200);
    return { id, opId, photo };
  }
  const queue = async () =>
    (await moderator.call('GET', '/moderation/queue?limit=50')).body.data.map(
      ({ why, report }: { why: string; report: { id: string } }) => [why, report.id],
    );
  const approve = async (id: string) => {
    await queue();
    return (await moderator.call('POST', `/moderation/${id}`, { action: 'approve' })).status;
  };
  const photosFor = async (who: Person, id: string) => (await who.call('GET', `/report/${id}`)).body.data.photos;
  const bytes = async (who: Person, sha256: string, size = 'full') => {
    const headers = who.token ? { authorization: who.token } : {};
    return (await host.app().inject({ url: `/files/${sha256}?size=${size}`, headers })).statusCode;
  };
  const small = async (opId: string, sha256: string) => {
    const { blob } = await makePhoto(1, 64);
    const headers = { 'content-type': 'application/octet-stream' };
    const payload = Buffer.from(await blob.arrayBuffer());
    return (
      await host.app().inject({ method: 'PUT', url: `/files/${sha256}/thumb?of=${opId}`, headers, payload })
    ).json();
  };

  it('waits for another look, by its bytes and by a small picture ahead of them; the words stay up, and its owner sees it', async () => {
    const [whole, ahead] = [await post(), await post()];
    for (const { id } of [whole, ahead]) expect(await approve(id)).toBe(200);
    expect(await bring(host, whole.photo, owner)).toBe(200);
    expect(await small(ahead.opId, ahead.photo.sha256)).toEqual({ kept: true });
    for (const { id, photo } of [whole, ahead]) {
      expect(await photosFor(nobody, id)).toEqual([]);
      expect([await bytes(nobody, photo.sha256), await bytes(nobody, photo.sha256, 'thumb')]).toEqual([404, 404]);
      expect((await nobody.call('GET', `/report/${id}`)).body.data.status).toBe('published');
      expect(await photosFor(owner, id)).toEqual([photo.sha256]);
    }
    expect((await queue()).sort()).toEqual([whole, ahead].map(({ id }) => ['photo', id]).sort());
    expect((await moderator.call('GET', '/moderation/queue?limit=50')).body.data[0].report.photos).toHaveLength(1);

    for (const { id } of [whole, ahead]) expect(await approve(id)).toBe(200);
    expect(await queue()).toEqual([]);
    expect([await photosFor(nobody, whole.id), await bytes(nobody, whole.photo.sha256)]).toEqual([
      [whole.photo.sha256],
      200,
    ]);
    // Looked at once by its small picture; the whole of it comes later without another look.
    expect(await bring(host, ahead.photo, owner)).toBe(200);
    expect([await queue(), await bytes(nobody, ahead.photo.sha256)]).toEqual([[], 200]);
  });

  it('waits for nothing where it came before the look, and on a guarded record, whose photos nobody else sees', async () => {
    const early = await post();
    expect(await bring(host, early.photo, owner)).toBe(200);
    expect(await approve(early.id)).toBe(200);
    expect([await queue(), await bytes(nobody, early.photo.sha256)]).toEqual([[], 200]);

    const child = await post({ lostPersonAge: '9' });
    const officer = await personOf(host, 'officer');
    expect((await officer.call('PUT', `/report/${child.id}/case`, { ...CASE, opId: randomUUID() })).status).toBe(200);
    expect(await approve(child.id)).toBe(200);
    expect(await bring(host, child.photo, owner)).toBe(200);
    expect([await queue(), await bytes(nobody, child.photo.sha256)]).toEqual([[], 404]);
  });
});
