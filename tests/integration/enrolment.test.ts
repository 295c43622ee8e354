/** Photos that no phone has read: whichever way they came, the server finds the face on them, and the person by it. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { endpoints } from '../../contract/protocol.ts';
import { decodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { buildModels } from '../../models/build/main.ts';
import { recordChange } from '../../server/db/change.ts';
import { type Embedding, openEmbedding } from '../../server/face/embedding.ts';
import { enrolPhotos } from '../../server/face/enrol.ts';
import { enrolSoon } from '../../server/face/enrol-soon.ts';
import { openFaceIndex } from '../../server/face/index.ts';
import type { Photo } from '../../src/store/files.ts';
import { keepEnvelopes, sealOps, toRows } from '../../src/store/own/envelopes.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { pushEnvelopes } from '../../src/sync/envelopes.ts';
import { approve } from '../support/approve.ts';
import { another, besideEachOther, portrait, wall } from '../support/camera.ts';
import { bring, faceOf, newReport, openDevice, photoOf, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { saveReport } from '../support/made.ts';
import { publishReport } from '../support/publish.ts';

const SOON_MS = 60_000;
const FORMER = 'sface-128-0';

withDatabases('enrolment', (database) => {
  let host: TestHost;
  let eyes: Embedding;
  let owner: Person;
  let nobody: Person;
  let moderator: Person;

  beforeAll(async () => {
    host = await startHost(database);
    await buildModels(join(host.config.distDir, 'models'), () => {});
    eyes = openEmbedding(host.config.distDir);
  }, 120_000);
  afterAll(async () => {
    await eyes.close();
    await host.remove();
  });
  beforeEach(async () => {
    await host.empty();
    [owner, moderator, nobody] = [
      await personOf(host, 'poster'),
      await personOf(host, 'moderator'),
      await personOf(host),
    ];
  });

  async function post(photos: Photo[], change: object = {}, brought = true): Promise<string> {
    const { upload, id, opId } = newReport();
    const hashes = photos.map(({ sha256 }) => sha256);
    const { status } = await owner.call('POST', '/api/face/uploadLostFoundPerson', {
      ...{ ...upload, ...change, id, opId },
      ...(hashes.length > 0 ? { photos: hashes } : {}),
    });
    expect(status).toBe(200);
    if (brought) for (const photo of photos) expect(await bring(host, photo, owner)).toBe(200);
    await publishReport(host, id);
    return id;
  }

  /** Saved and sealed on a phone without a network, and brought by another. */
  async function carry(photo: Photo): Promise<string> {
    const [author, carrier] = [openDevice(host.fetch), openDevice(host.fetch)];
    Object.assign(author, { token: owner.token, account: owner.userId });
    const key = await author.api.call(endpoints.sealKey, {});
    const report = newReport({}, { photos: [photo] });
    await saveReport(author.db, report);
    const sealed = await sealOps(author.db, await queue(author.db), key, { account: owner.userId, token: owner.token });
    await keepEnvelopes(carrier.db, await toRows(sealed, 'other', carrier.clock));
    await pushEnvelopes({ db: carrier.db, api: carrier.api, now: () => carrier.clock, random: () => 1 });
    for (const device of [author, carrier]) device.close();
    await publishReport(host, report.id);
    return report.id;
  }

  async function enrol(): Promise<void> {
    await enrolSoon(host.db);
    await host.app().jobs.idle();
  }

  /** The face on a photo, as a phone before it would send it. */
  async function faceOn(photo: Buffer): Promise<number[]> {
    const found = await eyes.lookAt(photo, { known: [] });
    if (found?.kind !== 'face') throw new Error(`the test needs a face, not ${found?.kind}`);
    return [...decodeTemplate(found.code)];
  }

  async function whoIs(descriptor: number[], who: Person = nobody, more: object = {}): Promise<string[]> {
    const { body } = await who.call('POST', '/api/face/compare', { descriptor, ...more });
    return body.candidates.map((one: { data: { id: string } }) => one.data.id);
  }

  const facesOf = async (id: string): Promise<(string | null)[]> =>
    (
      await host.db.selectFrom('report_file').select('face').where('report_id', '=', id).orderBy('position').execute()
    ).map(({ face }) => face);
  const templatesOf = (id: string) =>
    host.db.selectFrom('template').select(['sha256', 'version', 'code']).where('report_id', '=', id).execute();

  it('finds people by photos that came in pieces, as a data URL, by an edit and sealed on another phone, within a minute of "Received"', async () => {
    const dataUrl = async (name: string) => `data:image/jpeg;base64,${(await portrait(name)).toString('base64')}`;
    const pieces = await post([photoOf(await portrait('women/1.jpg'))]);
    const inline = await post([], { photo: await dataUrl('men/2.jpg') });
    const edited = await post([]);
    const form = new FormData();
    form.set('id', edited);
    form.set('images', new Blob([new Uint8Array(await portrait('women/3.jpg'))], { type: 'image/jpeg' }), '1.jpg');
    const changed = await host.fetch(`http://server/report/${edited}`, {
      method: 'PUT',
      headers: { authorization: owner.token },
      body: form,
    });
    expect(changed.status).toBe(200);
    expect((await approve(moderator.call, edited)).status).toBe(200);
    const carried = await carry(photoOf(await portrait('men/12.jpg')));
    const received = Date.now();
    const others = [
      { id: pieces, face: await faceOn(await another('women/1.jpg', { mirrored: true, brightness: 0.8 })) },
      { id: inline, face: await faceOn(await another('men/2.jpg', { turned: 8 })) },
      { id: edited, face: await faceOn(await another('women/3.jpg', { blur: 2 })) },
      { id: carried, face: await faceOn(await another('men/12.jpg', { turned: 6 })) },
    ];
    for (const { id, face } of others) {
      const isFound = async () => (await whoIs(face)).includes(id);
      while (!(await isFound()) && Date.now() - received < SOON_MS) await new Promise((done) => setTimeout(done, 200));
      expect(await isFound()).toBe(true);
    }
    console.info(`found ${Math.round((Date.now() - received) / 100) / 10} s after they were received`);
    const rows = await host.db.selectFrom('report_file').select(['face', 'face_version', 'face_tries']).execute();
    expect(rows).toEqual(Array(4).fill({ face: 'enrolled', face_version: TEMPLATE_VERSION, face_tries: 0 }));
  }, 120_000);

  it('looks at no photo of a thing', async () => {
    const thing = photoOf(await portrait('men/5.jpg'));
    const item = await postItem(host, owner, { photos: [thing.sha256] });
    expect(await bring(host, thing, owner)).toBe(200);
    await enrol();
    expect([await facesOf(item.id), await templatesOf(item.id)]).toEqual([[null], []]);
  });

  it('marks what shows nobody or several people, tells the reviewers, and does not look again', async () => {
    const two = await besideEachOther(await portrait('men/6.jpg'), await portrait('women/6.jpg'));
    const id = await post([photoOf(await wall()), photoOf(two)]);
    await enrol();
    expect(await facesOf(id)).toEqual(['none', 'several']);
    expect(await templatesOf(id)).toEqual([]);
    await host.db.updateTable('report').set({ status: 'pending_review' }).where('id', '=', id).execute();
    const { body } = await moderator.call('GET', '/moderation/queue');
    expect(body.data[0].photosWithoutFace).toEqual(['none', 'several']);
    expect(body.data[0].facesToDraw).toEqual(body.data[0].report.photos);
    // Whoever posted it can add a better one, and nobody else is told.
    const faceless = async (who: Person) => (await who.call('GET', `/report/${id}`)).body.data.faceless;
    expect([await faceless(owner), await faceless(moderator)]).toEqual(['several', undefined]);
    await host.db
      .updateTable('report_file')
      .set({ face: 'enrolled' })
      .where('sha256', '=', body.data[0].facesToDraw[1])
      .execute();
    expect(await faceless(owner)).toBeUndefined();
    await host.db
      .updateTable('report_file')
      .set({ face: 'several' })
      .where('sha256', '=', body.data[0].facesToDraw[1])
      .execute();

    await host.db.updateTable('report_file').set({ face_tries: 3 }).execute(); // a look would begin to count anew
    await enrol();
    expect(
      (await host.db.selectFrom('report_file').select('face_tries').execute()).map((row) => row.face_tries),
    ).toEqual([3, 3]);
  });

  it('calls a face on a blurred or a dark photo unclear, and one on the same photo as it was clear', async () => {
    const clear = await portrait('men/8.jpg');
    const blurred = await another('men/8.jpg', { blur: 22 });
    const dark = await another('men/8.jpg', { brightness: 0.04 });
    const id = await post([photoOf(clear), photoOf(blurred), photoOf(dark)]);
    await enrol();
    expect(await facesOf(id)).toEqual(['enrolled', 'unclear', 'unclear']);
  });

  it('takes the face that a reviewer has drawn, once and for that photo alone, and finds the person by it', async () => {
    const id = await post([photoOf(await wall()), photoOf(await portrait('men/8.jpg'))]);
    await enrol();
    expect(await facesOf(id)).toEqual(['none', 'enrolled']);
    const [photo, other] = (
      await host.db.selectFrom('report_file').select('sha256').where('report_id', '=', id).orderBy('position').execute()
    ).map(({ sha256 }) => sha256);
    const face = faceOf(12);
    const drawn = { photo, descriptor: face, model: TEMPLATE_VERSION };
    const draw = async (change: object, who = moderator) => {
      const { status, body } = await who.call('POST', `/moderation/${id}/face`, { ...drawn, ...change });
      return [status, body.code];
    };
    expect(await draw({}, owner)).toEqual([403, 'not-allowed']);
    expect(await draw({ photo: other })).toEqual([404, 'not-found']);
    expect(await draw({ model: 'another-1' })).toEqual([409, 'other-version']);
    expect(await draw({ descriptor: Array(128).fill(0) })).toEqual([400, 'bad-input']);
    expect(await templatesOf(id)).toHaveLength(1);

    expect(await draw({})).toEqual([200, undefined]);
    expect(await draw({})).toEqual([404, 'not-found']); // it has its face now
    await untilReadable(host.db);
    expect(await whoIs(face)).toEqual([id]);
    expect(await facesOf(id)).toEqual(['enrolled', 'enrolled']);
    const acts = await host.db
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .execute();
    expect(acts).toContainEqual({ action: 'face-draw', actor_id: moderator.userId });
    await enrol();
    expect(await templatesOf(id)).toHaveLength(2);
  });

  it('finds nobody by a face that was drawn of who is protected', async () => {
    const photo = photoOf(await wall());
    const id = await post([photo]);
    await enrol();
    await host.db
      .updateTable('report')
      .set({ hidden_for: 'protected', hidden_at: new Date() })
      .where('id', '=', id)
      .execute();
    const drawn = { photo: photo.sha256, descriptor: faceOf(13), model: TEMPLATE_VERSION };
    expect((await moderator.call('POST', `/moderation/${id}/face`, drawn)).status).toBe(404);
    expect(await templatesOf(id)).toEqual([]);
  });

  it('tells whoever posted somebody who is protected of photos that they add what it tells anybody, and finds nobody by them', async () => {
    async function addTo(isProtected: boolean) {
      const own = isProtected ? 'women/14.jpg' : 'women/15.jpg';
      const group = async (other: string) =>
        besideEachOther(await another(own, { mirrored: true }), await portrait(other));
      const first = photoOf(await group('men/14.jpg'));
      const id = await post([first]);
      const reason = { reason: 'She fled' };
      if (isProtected) expect((await moderator.call('PUT', `/report/${id}/protection`, reason)).status).toBe(200);
      const told = async () => {
        await enrol();
        const { faceless, facesToChoose, status } = (await owner.call('GET', `/report/${id}`)).body.data;
        return { faceless, toChoose: facesToChoose?.length, status, faces: await facesOf(id) };
      };
      const all = [await told()];
      const kept = [first.sha256];
      // A portrait says who of a group beside it the report is about.
      for (const bytes of [await portrait(own), await group('men/15.jpg')]) {
        const photo = photoOf(bytes);
        kept.push(photo.sha256);
        expect((await owner.call('PUT', `/report/${id}`, { id, photos: kept })).status).toBe(200);
        expect(await bring(host, photo, owner)).toBe(200);
        all.push(await told());
      }
      await untilReadable(host.db);
      const found = await whoIs(await faceOn(await another(own, { turned: 6 })), moderator, { reason: 'sighting' });
      return { all, found: found.length };
    }
    const [shown, hidden] = [await addTo(false), await addTo(true)];
    expect(shown.all.map(({ faceless, faces }) => [faceless, faces])).toEqual([
      ['several', ['several']],
      [undefined, ['several', 'enrolled']],
      [undefined, ['enrolled', 'enrolled', 'enrolled']],
    ]);
    expect(hidden.all).toEqual(shown.all);
    expect([shown.found, hidden.found]).toEqual([1, 0]);
  });

  it('knows of several people the one whom the other photos show', async () => {
    const her = await portrait('women/7.jpg');
    const two = await besideEachOther(await another('women/7.jpg', { mirrored: true }), await portrait('men/7.jpg'));
    const id = await post([photoOf(her)]);
    await enrol();
    const form = new FormData();
    form.set('id', id);
    form.set('images', new Blob([new Uint8Array(two)], { type: 'image/jpeg' }), '2.jpg');
    await host.fetch(`http://server/report/${id}`, {
      method: 'PUT',
      headers: { authorization: owner.token },
      body: form,
    });
    expect((await approve(moderator.call, id)).status).toBe(200);
    await enrol();
    expect(await facesOf(id)).toEqual(['enrolled', 'enrolled']);
    expect(await whoIs(await faceOn(await portrait('men/7.jpg')))).toEqual([]);
    expect(await whoIs(await faceOn(await another('women/7.jpg', { blur: 2 })))).toEqual([id]);
  });

  it('finds somebody by each of five photos, also by one that lies on its head, and by none that was taken out', async () => {
    const names = ['men/8.jpg', 'men/9.jpg', 'men/10.jpg', 'men/11.jpg', 'men/12.jpg'];
    const photos = await Promise.all(names.map(portrait));
    photos[3] = await sharp(photos[3]).rotate(180).jpeg({ quality: 92 }).toBuffer();
    const id = await post(photos.map(photoOf));
    await enrol();
    expect(await facesOf(id)).toEqual(Array(5).fill('enrolled'));
    for (const name of names) expect(await whoIs(await faceOn(await another(name, { mirrored: true })))).toEqual([id]);

    const kept = photos.slice(0, 4).map((bytes) => photoOf(bytes).sha256);
    expect((await owner.call('PUT', `/report/${id}`, { id, photos: kept })).status).toBe(200);
    expect(await templatesOf(id)).toHaveLength(4);
    expect(await whoIs(await faceOn(await another('men/12.jpg', { mirrored: true })))).toEqual([]);
    await enrol();
    expect(await facesOf(id)).toEqual(Array(4).fill('enrolled'));
  });

  it('compares what it has read with nobody when the maker takes back that consent, and leaves nothing of what is erased', async () => {
    const id = await post([photoOf(await portrait('women/9.jpg'))]);
    await enrol();
    const face = await faceOn(await another('women/9.jpg', { turned: 6 }));
    expect(await whoIs(face)).toEqual([id]);
    const consent = { id, purpose: 'compare', given: false, notice: '2026-11' };
    expect((await owner.call('PUT', `/report/${id}/consent`, consent)).status).toBe(200);
    expect(await whoIs(face)).toEqual([]);
    expect(await whoIs(face, moderator, { reason: 'sighting' })).toEqual([id]);
    expect((await owner.call('POST', `/report/${id}/end`, { how: 'erased' })).status).toBe(200);
    expect(await templatesOf(id)).toEqual([]);
    expect(await whoIs(face, moderator, { reason: 'sighting' })).toEqual([]);

    // Taken down once, it waits for a reviewer when it comes again, though no phone has sent the face.
    const again = await post([photoOf(await another('women/9.jpg', { blur: 1, turned: 3 }))]);
    await enrol();
    const row = await host.db
      .selectFrom('report')
      .select(['status', 'hidden_for'])
      .where('id', '=', again)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'published', hidden_for: null }); // approved before its face was read
    const { body } = await moderator.call('GET', '/moderation/queue?limit=50');
    expect(body.data.find((one: { report: { id: string } }) => one.report.id === again)).toMatchObject({
      why: 'photo',
    });
    expect([await whoIs(face), (await nobody.call('GET', `/report/${again}`)).body.data.photos]).toEqual([[], []]);
  });

  it('reads all photos anew for another pipeline, goes on where it was stopped, tells reviewers how many are left, and never compares the former with it', async () => {
    const names = ['women/11.jpg', 'women/12.jpg', 'women/13.jpg'];
    const ids: string[] = [];
    for (const name of names) ids.push(await post([photoOf(await portrait(name))]));
    await enrol();
    const faces = await Promise.all(names.map(async (name) => faceOn(await another(name, { mirrored: true }))));
    // As if a former program had made all of them, each the face of somebody else.
    const rows = await host.db.selectFrom('template').select(['id', 'code']).execute();
    expect(rows).toHaveLength(3);
    await host.db.updateTable('template').set({ version: FORMER }).execute();
    await host.db.updateTable('report_file').set({ face_version: FORMER }).execute();
    await host.db.deleteFrom('job').execute();
    await host.app().jobs.idle();
    await recordChange(host.db, ids, 'references');
    await untilReadable(host.db);
    expect(await Promise.all(faces.map((face) => whoIs(face)))).toEqual([[], [], []]);

    const progress: [number, number][] = [];
    let looks = 0;
    const run = enrolPhotos({
      ...{ db: host.db, files: host.files, faces: await openFaceIndex(host.db) },
      embedding: {
        ...eyes,
        // The second look finds the models gone, as in a server that is stopped.
        lookAt: async (photo, known) => (++looks === 2 ? undefined : eyes.lookAt(photo, known)),
      },
      onProgress: (done, left) => progress.push([done, left]),
    });
    const left = async () => (await moderator.call('GET', '/moderation/queue')).body.facesLeft;
    expect(await left()).toBe(3);
    await expect(run({})).rejects.toMatchObject({ code: 'unavailable' });
    expect(await left()).toBe(2);
    const halfway = await host.db.selectFrom('template').select('version').execute();
    expect(halfway.map(({ version }) => version).sort()).toEqual([FORMER, FORMER, TEMPLATE_VERSION].sort());
    await run({});
    await untilReadable(host.db);
    expect([progress, await left()]).toEqual([[[2, 0]], undefined]);
    const after = await host.db.selectFrom('template').select('version').execute();
    expect(after.map(({ version }) => version)).toEqual(Array(3).fill(TEMPLATE_VERSION));
    for (const [i, face] of faces.entries()) expect(await whoIs(face)).toEqual([ids[i]]);
  });

  /** The job, by eyes that fail at some photos. */
  const failingAt = async (isFailing: (photo: Uint8Array) => boolean) =>
    enrolPhotos({
      ...{ db: host.db, files: host.files, faces: await openFaceIndex(host.db) },
      embedding: {
        ...eyes,
        lookAt: async (photo, known) => {
          if (isFailing(photo)) throw new AppError('unavailable', 'Faces cannot be looked at now; try again');
          return eyes.lookAt(photo, known);
        },
      },
      onProgress: () => {},
    });
  const triesOf = async (...ids: string[]): Promise<number[]> => {
    const rows = await host.db.selectFrom('report_file').select(['report_id', 'face_tries']).execute();
    return ids.map((id) => rows.find(({ report_id }) => report_id === id)?.face_tries ?? -1);
  };
  /** As if nobody had looked yet: the last that is given came last. */
  async function asNew(...ids: string[]): Promise<void> {
    await host.db.deleteFrom('template').execute();
    for (const [i, id] of ids.entries())
      await host.db
        .updateTable('report_file')
        .set({ face: null, face_version: null, face_tries: 0, brought_at: new Date(Date.now() - 60_000 + i) })
        .where('report_id', '=', id)
        .execute();
    await host.db.deleteFrom('job').where('kind', '=', 'enrol-photos').execute();
  }

  it('goes on with older photos when one fails, and tries that one again after those that were never tried', async () => {
    const [older, bad] = [
      await post([photoOf(await portrait('men/4.jpg'))]),
      await post([photoOf(await portrait('men/5.jpg'))]),
    ];
    await enrol();
    await asNew(older, bad);
    let [fails, looks] = [true, 0];
    const run = await failingAt(() => ++looks === 1 && fails);
    await expect(run({})).rejects.toMatchObject({ code: 'unavailable' }); // so that it is done again
    expect([await facesOf(older), await facesOf(bad), await triesOf(older, bad)]).toEqual([
      ...[['enrolled'], [null]],
      [0, 1],
    ]);
    // What was never tried is looked at first, also when it is older.
    const newer = await post([photoOf(await portrait('women/4.jpg'))]);
    await host.app().jobs.idle();
    await asNew(newer);
    [fails, looks] = [false, 0];
    const order: string[] = [];
    const watch = await failingAt(() => {
      order.push(++looks === 1 ? 'first' : 'then');
      return looks === 1;
    });
    await host.db
      .updateTable('report_file')
      .set({ face: null, face_version: null, face_tries: 1, brought_at: new Date() })
      .where('report_id', '=', bad)
      .execute();
    await expect(watch({})).rejects.toMatchObject({ code: 'unavailable' });
    expect(order).toEqual(['first', 'then']);
    expect([await facesOf(newer), await facesOf(bad), await triesOf(newer)]).toEqual([[null], ['enrolled'], [1]]);
  });

  it('looks at all that is new, of reports and sightings, before what is looked at again for another pipeline', async () => {
    const [again, failed, fresh] = [await post([], {}), await post([], {}), await post([], {})];
    const anew = { purpose: 'photo' as const, brought_at: new Date(), face_tries: 0, position: 0 };
    const note = { kind: 'sighting' as const, text: 'At the mill', author_id: owner.userId, report_id: fresh };
    const notes = { again: randomUUID(), failed: randomUUID(), fresh: randomUUID() };
    await host.db
      .insertInto('note')
      .values(Object.values(notes).map((id) => ({ ...note, id })))
      .execute();
    const sha256 = (n: number) => String(n).padStart(64, '0');
    await host.db
      .insertInto('report_file')
      .values([
        { ...anew, report_id: again, sha256: sha256(5), face: 'enrolled', face_version: FORMER },
        { ...anew, report_id: again, sha256: sha256(7), face: 'enrolled', face_version: FORMER, face_tries: 1 },
        { ...anew, report_id: failed, sha256: sha256(3), face_tries: 1 },
        { ...anew, report_id: fresh, sha256: sha256(1) },
      ])
      .execute();
    const shown = { kind: 'note' as const, brought_at: new Date(), face_tries: 0, position: 0 };
    await host.db
      .insertInto('attachment')
      .values([
        { ...shown, owner_id: notes.again, sha256: sha256(6), face: 'enrolled', face_version: FORMER },
        { ...shown, owner_id: notes.failed, sha256: sha256(4), face_tries: 1 },
        { ...shown, owner_id: notes.fresh, sha256: sha256(2) },
      ])
      .execute();
    const order: number[] = [];
    const run = enrolPhotos({
      ...{ db: host.db, faces: await openFaceIndex(host.db), onProgress: () => {} },
      files: {
        ...host.files,
        rendition: async (sha256) => {
          order.push(Number(sha256));
          return undefined;
        },
      },
      embedding: eyes,
    });
    await run({});
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('ends when photo after photo fails, and uses up no tries of the others', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5]) ids.push(await post([photoOf(await portrait(`men/${n}.jpg`))]));
    await enrol();
    await asNew(...ids);
    const run = await failingAt(() => true);
    await expect(run({})).rejects.toMatchObject({ code: 'unavailable' });
    expect(await triesOf(...ids)).toEqual([0, 0, 1, 1, 1]);
    await expect(run({})).rejects.toMatchObject({ code: 'unavailable' });
    expect((await triesOf(...ids)).slice(0, 2)).toEqual([1, 1]);
  });
});
