/** The face that a device sends with a photo leads nobody to the report before the server has seen it on that photo. */

import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { decodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { buildModels } from '../../models/build/main.ts';
import { type Embedding, openEmbedding } from '../../server/face/embedding.ts';
import type { Photo } from '../../src/store/files.ts';
import { approve } from '../support/approve.ts';
import { another, besideEachOther, portrait, wall } from '../support/camera.ts';
import { bring, newReport, photoOf, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const AGREED = {
  ...{ publicPhoto: true, publicPhone: false, notice: '2026-11', guardian: true },
  ...{ compareFace: true, carryFace: true },
};

withDatabases('a face that was sent with a photo', (database) => {
  let host: TestHost;
  let eyes: Embedding;
  let owner: Person;
  let nobody: Person;
  let volunteer: Person;
  let officer: Person;
  let moderator: Person;
  /** The target, whom a stranger wants to be led to, and somebody else. */
  let hers: number[];
  let other: number[];

  beforeAll(async () => {
    host = await startHost(database);
    await buildModels(join(host.config.distDir, 'models'), () => {});
    await host.renew(); // a server that has something to look with
    eyes = openEmbedding(host.config.distDir);
    hers = await faceOn(await another('women/1.jpg', { mirrored: true }));
    other = await faceOn(await another('women/2.jpg', { mirrored: true }));
  }, 120_000);
  afterAll(async () => {
    await eyes.close();
    await host.remove();
  });
  beforeEach(async () => {
    await host.empty();
    [owner, nobody, volunteer, officer, moderator] = [
      await personOf(host, 'poster'),
      await personOf(host),
      await personOf(host, 'volunteer'),
      await personOf(host, 'officer'),
      await personOf(host, 'moderator'),
    ];
  });

  async function faceOn(photo: Buffer): Promise<number[]> {
    const found = await eyes.lookAt(photo, { known: [] });
    if (found?.kind !== 'face') throw new Error(`the test needs a face, not ${found?.kind}`);
    return [...decodeTemplate(found.code)];
  }
  const faceFor = (photo: Photo, descriptor: number[]) => ({
    photo: photo.sha256,
    descriptor,
    model: TEMPLATE_VERSION,
  });

  /** Posted and waiting for review, with this face; the bytes of its photo are still to come. */
  async function send(photo: Photo | undefined, face: number[] | undefined): Promise<string> {
    const { upload, id, opId } = newReport({ region: 'Ludhiana', consent: AGREED });
    const faces = face && photo && { faces: [faceFor(photo, face)] };
    const alone = face && !photo && { description: JSON.stringify(face), model: TEMPLATE_VERSION };
    const photos = photo ? { photos: [photo.sha256] } : {};
    const input = { ...upload, ...photos, ...faces, ...alone, id, opId };
    expect((await owner.call('POST', '/api/face/uploadLostFoundPerson', input)).status).toBe(200);
    return id;
  }
  async function looked(photo: Photo): Promise<void> {
    expect(await bring(host, photo, owner)).toBe(200);
    await host.app().jobs.idle();
  }

  async function whoIs(descriptor: number[], who = nobody, more: object = {}): Promise<string[]> {
    await untilReadable(host.db);
    const { status, body } = await who.call('POST', '/api/face/compare', { descriptor, ...more });
    expect(status).toBe(200);
    return body.candidates.map((one: { data: { id: string } }) => one.data.id);
  }
  const byPolice = (descriptor: number[]) => whoIs(descriptor, officer, { reason: 'sighting' });
  /** Templates that go out: in the feed, in the pack of everybody, and in those that are lent. */
  async function carried(): Promise<{ feed: number; lent: number[] }> {
    await untilReadable(host.db);
    const feed = (await nobody.call('GET', '/sync?feed=references')).body.changes;
    const lent: number[] = [];
    for (const who of [volunteer, officer]) {
      const { status, body } = await who.call('POST', '/packs/lease', {});
      expect(status).toBe(200);
      lent.push(body.pack.count);
    }
    return { feed: feed.filter(({ kind }: { kind: string }) => kind === 'reference').length, lent };
  }
  const stateOf = async (id: string) =>
    (await host.db.selectFrom('report_file').select('face').where('report_id', '=', id).execute()).map(
      ({ face }) => face,
    );
  const rowOf = (id: string) =>
    host.db.selectFrom('report').select(['status', 'hidden_for']).where('id', '=', id).executeTakeFirstOrThrow();

  it('and is not on it leads an officer to the report until the photo is there, then nobody, and reviewers are asked to look', async () => {
    const photo = photoOf(await wall());
    const id = await send(photo, hers);
    await publishReport(host, id);
    await host.app().jobs.idle();
    expect([await whoIs(hers), await byPolice(hers)]).toEqual([[], [id]]);
    expect(await carried()).toEqual({ feed: 0, lent: [0, 0] });
    await looked(photo);
    expect([await whoIs(hers), await byPolice(hers)]).toEqual([[], []]);
    expect(await carried()).toEqual({ feed: 0, lent: [0, 0] });
    expect(await stateOf(id)).toEqual(['none']);
    const { body } = await moderator.call('GET', '/moderation/faces');
    expect(body.data.map(({ face }: { face: string }) => face)).toEqual(['none']);
  }, 60_000);

  it('which shows somebody else leads to the report by whom it shows, as if nothing had been sent', async () => {
    const photo = photoOf(await portrait('women/2.jpg'));
    const id = await send(photo, hers);
    await looked(photo);
    await publishReport(host, id);
    expect([await whoIs(hers), await byPolice(hers), await whoIs(other)]).toEqual([[], [], [id]]);
    expect(await carried()).toEqual({ feed: 1, lent: [1, 1] });
    expect(await stateOf(id)).toEqual(['enrolled']);
  }, 60_000);

  it('and is on it leads everybody to the report once it was seen, by what the server has read', async () => {
    const photo = photoOf(await portrait('women/1.jpg'));
    const id = await send(photo, await faceOn(await portrait('women/1.jpg')));
    const [sent] = await host.db.selectFrom('template').select(['id', 'unproven']).execute();
    expect(sent?.unproven).toBe(true);
    await looked(photo);
    await publishReport(host, id);
    expect(await whoIs(hers)).toEqual([id]);
    expect(await carried()).toEqual({ feed: 1, lent: [1, 1] });
    const [seen, ...more] = await host.db.selectFrom('template').select(['id', 'unproven']).execute();
    expect([seen?.unproven, seen?.id === sent?.id, more]).toEqual([false, false, []]);
  }, 60_000);

  it('of a report without any photo leads officers with a reason to it, and nobody else', async () => {
    const id = await send(undefined, hers);
    await publishReport(host, id);
    expect([await whoIs(hers), await whoIs(hers, volunteer), await byPolice(hers)]).toEqual([[], [], [id]]);
    expect(await carried()).toEqual({ feed: 0, lent: [0, 0] });
  });

  it('chooses one of several people who are on it, and nobody who is not', async () => {
    const two = await besideEachOther(await portrait('women/1.jpg'), await portrait('women/2.jpg'));
    const three = await besideEachOther(await portrait('women/1.jpg'), await portrait('women/3.jpg'));
    const [photo, photoOfOthers] = [photoOf(two), photoOf(three)];
    const her = await faceOn(await portrait('women/1.jpg'));
    const id = await send(photo, her);
    await looked(photo);
    await publishReport(host, id);
    expect([await whoIs(hers), await whoIs(other), await stateOf(id)]).toEqual([[id], [], ['enrolled']]);
    const bad = await send(photoOfOthers, other);
    await looked(photoOfOthers);
    await publishReport(host, bad);
    expect([await whoIs(other), await byPolice(other), await stateOf(bad)]).toEqual([[], [], ['several']]);
  }, 60_000);

  it('later, when its owner is asked whose it is, counts once it was seen there and a reviewer has looked', async () => {
    const photo = photoOf(await besideEachOther(await portrait('women/1.jpg'), await portrait('women/3.jpg')));
    const id = await send(photo, undefined);
    await looked(photo);
    await publishReport(host, id);
    const choose = async (face: number[]) => {
      expect((await owner.call('PUT', `/report/${id}`, { id, faces: [faceFor(photo, face)] })).status).toBe(200);
      const before = await whoIs(face);
      await host.app().jobs.idle();
      return [before, await whoIs(face), (await owner.call('GET', `/report/${id}`)).body.data.facesToChoose?.length];
    };
    expect(await choose(other)).toEqual([[], [], 1]);
    const face = await faceOn(await portrait('women/1.jpg'));
    const [, found, asked] = await choose(face);
    expect([found, asked, (await rowOf(id)).status]).toEqual([[], undefined, 'published']);
    expect((await approve(moderator.call, id)).status).toBe(200);
    expect(await whoIs(face)).toEqual([id]);
  }, 60_000);

  it('of somebody who was taken down says nothing of that where it is not on the photo', async () => {
    const first = photoOf(await portrait('women/1.jpg'));
    const gone = await send(first, undefined);
    await looked(first);
    expect(
      (await moderator.call('POST', `/moderation/${gone}`, { action: 'reject', reason: 'Not theirs' })).status,
    ).toBe(200);
    const photo = photoOf(await besideEachOther(await portrait('men/1.jpg'), await portrait('women/3.jpg')));
    const id = await send(photo, undefined);
    await looked(photo);
    await publishReport(host, id);
    const { body } = await owner.call('PUT', `/report/${id}`, { id, faces: [faceFor(photo, hers)] });
    await host.app().jobs.idle();
    expect([body.data.status, await rowOf(id)]).toEqual(['published', { status: 'published', hidden_for: null }]);
    expect(await host.db.selectFrom('seen_before').select('what').where('report_id', '=', id).execute()).toEqual([]);
  }, 60_000);

  it('does not keep a photo of somebody who was taken down from being known by their face', async () => {
    const first = photoOf(await portrait('women/1.jpg'));
    const gone = await send(first, undefined);
    await looked(first);
    await publishReport(host, gone);
    const taken = await moderator.call('POST', `/moderation/${gone}`, { action: 'reject', reason: 'Not theirs' });
    expect(taken.status).toBe(200);
    const photo = photoOf(await another('women/1.jpg', { mirrored: true, blur: 1, turned: 3 }));
    const again = await send(photo, other);
    await looked(photo);
    const known = await host.db.selectFrom('seen_before').select('what').where('report_id', '=', again).execute();
    expect(known).toContainEqual({ what: 'face' });
    expect(await rowOf(again)).toEqual({ status: 'pending_review', hidden_for: 'seen-before' });
  }, 60_000);

  it('of a photo that nothing can look at leads officers to it, and nobody else', async () => {
    const photo = photoOf(await portrait('women/1.jpg'));
    const id = await send(photo, hers);
    await host.db.updateTable('report_file').set({ face_tries: 5 }).where('report_id', '=', id).execute();
    expect(await byPolice(hers)).toEqual([id]);
    await looked(photo);
    await publishReport(host, id);
    expect([await stateOf(id), await byPolice(hers), await whoIs(hers)]).toEqual([['unreadable'], [id], []]);
  }, 60_000);
});
