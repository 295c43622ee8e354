/** What was taken down and comes again: the same photo in another coat, or the same face, waits for people first. */

import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GUARDED_VIEW } from '../../contract/report.ts';
import { encodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { type AccountRow, findAccount } from '../../server/auth/accounts.ts';
import { transact } from '../../server/db/once.ts';
import { addTemplate } from '../../server/face/enrol.ts';
import { showUnseen } from '../../server/moderation/decide.ts';
import { endHold } from '../../server/protection/objections.ts';
import { changeStatus } from '../../server/reports/store.ts';
import { photoTakenDown } from '../../server/suppression/list.ts';
import { closeAccount, reopenAccount } from '../../server/users/closing.ts';
import type { Photo } from '../../src/store/files.ts';
import { approve } from '../support/approve.ts';
import {
  bring,
  bytesOf,
  faceLike,
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
import { CASE, publishReport } from '../support/publish.ts';

withEither('suppression', (database) => {
  let host: TestHost;
  let [owner, other, moderator, officer, nobody]: Person[] = [];
  const today = () => new Date().toISOString().slice(0, 10);

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [owner, other] = [await personOf(host, 'poster'), await personOf(host, 'poster')];
    [moderator, officer] = [await personOf(host, 'moderator'), await personOf(host, 'officer')];
    nobody = await personOf(host);
  });

  /** A picture with something in it, as a camera's is. */
  const picture = async (seed: number): Promise<Buffer> => {
    const noise = await bytesOf(await makePhoto(seed, 12));
    return sharp(noise).resize(400, 320, { fit: 'fill', kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer();
  };
  const again = async (bytes: Buffer, change: (photo: Sharp) => Sharp): Promise<Photo> =>
    photoOf(await change(sharp(bytes)).toBuffer());
  async function post(who: Person | undefined, photos: Photo[], change: object = {}) {
    const { upload, id, opId } = newReport();
    const call = who ?? nobody;
    const { status } = await (call as Person).call('POST', '/api/face/uploadLostFoundPerson', {
      ...{ ...upload, ...change, id, opId },
      photos: photos.map(({ sha256 }) => sha256),
    });
    expect(status).toBe(200);
    for (const photo of photos) expect(await bring(host, photo, who?.token ? who : { of: opId })).toBe(200);
    return { id, opId };
  }
  const reportOf = (id: string) =>
    host.db.selectFrom('report').select(['status', 'hidden_for']).where('id', '=', id).executeTakeFirstOrThrow();
  const seen = async (who: Person | undefined, id: string) => {
    const { status, body } = await (who as Person).call('GET', `/report/${id}`);
    if (status !== 200) return status;
    return isDeepStrictEqual(body.data, { ...GUARDED_VIEW, id, _id: id }) ? 'guarded' : body.data.title && 'whole';
  };
  const waiting = async (id: string) => {
    const { body } = await (moderator as Person).call('GET', '/moderation/queue?limit=50');
    return body.data.find((one: { report: { id: string } }) => one.report.id === id);
  };
  const erase = async (who: Person | undefined, id: string) => {
    const { status } = await (who as Person).call('POST', `/report/${id}/end`, { how: 'erased', opId: randomUUID() });
    expect(status).toBe(200);
    await host.app().jobs.idle();
  };
  /** A moderator refuses it. */
  const refuse = async (id: string) => {
    const decision = { action: 'reject', reason: 'A stranger, hunted' };
    expect((await (moderator as Person).call('POST', `/moderation/${id}`, decision)).status).toBe(200);
  };
  const listed = async () =>
    (await host.db.selectFrom('suppression').select(['what', 'by_maker']).orderBy('what').execute()).map(
      ({ what, by_maker }) => `${what}${by_maker ? ' by its maker' : ''}`,
    );

  it('knows a refused photo again that was written anew, made small, cut at its edges or turned round, and no other', async () => {
    const bytes = await picture(1);
    await refuse((await post(owner, [photoOf(bytes)])).id);
    const coats: ((photo: Sharp) => Sharp)[] = [
      (photo) => photo.jpeg({ quality: 60 }),
      (photo) => photo.resize(200).webp({ quality: 80 }),
      (photo) => photo.extract({ left: 6, top: 4, width: 388, height: 310 }).jpeg({ quality: 85 }),
      (photo) => photo.extract({ left: 12, top: 9, width: 388, height: 311 }).jpeg({ quality: 85 }),
      (photo) => photo.flop().png(),
    ];
    for (const coat of coats) {
      const { id } = await post(other, [await again(bytes, coat)]);
      expect(await reportOf(id)).toEqual({ status: 'pending_review', hidden_for: 'seen-before' });
    }
    for (const seed of [2, 3, 4, 5]) {
      const { id } = await post(other, [photoOf(await picture(seed))]);
      expect(await reportOf(id)).toEqual({ status: 'pending_review', hidden_for: null });
    }
    const plain = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    await refuse((await post(owner, [photoOf(plain)])).id);
    const { id } = await post(other, [await again(plain, (photo) => photo.jpeg())]);
    expect((await reportOf(id)).hidden_for).toBeNull(); // of one colour: it looks like every other
  });

  it('hides it from all but its poster and moderators, who read why, and compares it with nobody, until one of them has decided', async () => {
    const bytes = await picture(1);
    await refuse((await post(owner, [photoOf(bytes)], withFace(faceOf(1)))).id);
    const copy = await again(bytes, (photo) => photo.jpeg({ quality: 70 }));
    const { id } = await post(other, [copy], withFace(faceOf(1)));
    await untilReadable(host.db);
    expect(await seen(other, id)).toBe('whole');
    const own = (await (other as Person).call('GET', `/report/${id}`)).body;
    expect([own.data.hidden, own.data.status]).toEqual([false, 'pending_review']);
    expect(JSON.stringify(own)).not.toMatch(/seen|taken/i);
    expect([await seen(officer, id), await seen(owner, id), await seen(nobody, id)]).toEqual([
      404,
      'guarded',
      'guarded',
    ]);
    expect((await (officer as Person).call('POST', `/report/${id}/open`, { reason: 'case' })).status).toBe(404);
    const find = async () => {
      const probe = { descriptor: faceLike(faceOf(1)), model: TEMPLATE_VERSION, reason: 'case' };
      return (await (officer as Person).call('POST', '/api/face/compare', probe)).body.found;
    };
    expect(await find()).toBe(false);
    expect((await waiting(id)).seenBefore).toEqual({ photo: today(), face: today() });
    expect((await approve((moderator as Person).call, id)).status).toBe(200);
    expect(await reportOf(id)).toEqual({ status: 'published', hidden_for: null });
    await untilReadable(host.db);
    expect([await seen(owner, id), await find()]).toEqual(['whole', true]);
    expect(await bring(host, copy, other)).toBe(200); // looked at once, it does not wait again
    expect((await reportOf(id)).status).toBe('published');
  });

  it('shows nobody the photo that comes later than its words, and leaves the report as it is: who sends one must not learn what is on the list', async () => {
    const bytes = await picture(1);
    await refuse((await post(owner, [photoOf(bytes)])).id);
    const copy = await again(bytes, (photo) => photo.resize(300).jpeg());
    const { id, opId } = await post(other, []);
    await publishReport(host, id);
    const edit = { id, photos: [copy.sha256], opId: randomUUID() };
    expect((await (other as Person).call('PUT', `/report/${id}`, edit)).status).toBe(200);
    await publishReport(host, id).catch(() => undefined); // looked at before the bytes have come
    expect((await reportOf(id)).hidden_for).toBeNull();
    const { status } = await host
      .app()
      .inject({
        ...{ method: 'PUT', url: `/files/${copy.sha256}/thumb?of=${opId}`, payload: await bytesOf(copy) },
        headers: { 'content-type': 'application/octet-stream' },
      })
      .then((answer) => ({ status: answer.statusCode }));
    expect(status).toBe(200);
    const told = async () => [
      await reportOf(id),
      (await (other as Person).call('GET', `/report/${id}`)).body.data.photos,
    ];
    expect(await told()).toEqual([{ status: 'published', hidden_for: null }, [copy.sha256]]);
    expect((await (nobody as Person).call('GET', `/report/${id}`)).body.data.photos).toEqual([]);
    expect(await waiting(id)).toMatchObject({ why: 'photo', seenBefore: { photo: today() } });
    expect(await bring(host, copy, other)).toBe(200);
    expect(await told()).toEqual([{ status: 'published', hidden_for: null }, [copy.sha256]]);
    expect((await approve((moderator as Person).call, id)).status).toBe(200);
    expect((await (nobody as Person).call('GET', `/report/${id}`)).body.data.photos).toEqual([copy.sha256]);
  });

  it('says nothing of the list to an owner who says whose face it is on a photo that everybody sees: whoever it is, the photo stays and leads nobody until a reviewer has looked', async () => {
    const { id: gone } = await post(owner, [], withFace(faceOf(3)));
    await refuse(gone);
    const choose = async (seed: number) => {
      const photo = await makePhoto(77 + seed, 200);
      const { id } = await post(other, [photo]);
      expect(await bring(host, photo, other)).toBe(200);
      await publishReport(host, id);
      await host.db.updateTable('report_file').set({ face: 'several' }).where('report_id', '=', id).execute();
      const faces = [{ photo: photo.sha256, descriptor: faceLike(faceOf(seed), 0.1), model: TEMPLATE_VERSION }];
      const { body } = await (other as Person).call('PUT', `/report/${id}`, { id, faces });
      expect([body.data.status, await reportOf(id)]).toEqual(['published', { status: 'published', hidden_for: null }]);
      await untilReadable(host.db);
      const found = async (who: Person, more: object) =>
        (await who.call('POST', '/api/face/compare', { descriptor: faceOf(seed), ...more })).body.candidates.length;
      const told = async () => ({
        photos: (await (nobody as Person).call('GET', `/report/${id}`)).body.data.photos.length,
        rev: (await (other as Person).call('GET', `/report/${id}`)).body.data.rev === body.data.rev,
        found: await found(nobody as Person, {}),
      });
      return { id, told, byOffice: () => found(officer as Person, { reason: 'case' }) };
    };
    const [listed, free] = [await choose(3), await choose(5)];
    for (const { told } of [listed, free]) expect(await told()).toEqual({ photos: 1, rev: true, found: 0 });
    expect([await listed.byOffice(), await free.byOffice()]).toEqual([0, 1]);
    expect(await waiting(listed.id)).toMatchObject({ why: 'photo', seenBefore: { face: today() } });
    expect(await waiting(free.id)).toMatchObject({ why: 'photo' });
    for (const { id, told } of [listed, free]) {
      expect((await approve((moderator as Person).call, id)).status).toBe(200);
      await untilReadable(host.db);
      expect(await told()).toEqual({ photos: 1, rev: true, found: 1 });
    }
  });

  it('lets nobody approve who has looked before its face was known again', async () => {
    const { id: gone } = await post(owner, [], withFace(faceOf(4)));
    await refuse(gone);
    const photo = await makePhoto(78, 200);
    const { id } = await post(other, [photo]);
    const { mark, ...before } = await waiting(id);
    expect(before.seenBefore).toBeUndefined();
    const code = encodeTemplate(faceLike(faceOf(4), 0.1));
    await transact(host.db, (tx) => addTemplate(tx, { id, sha256: photo.sha256, version: TEMPLATE_VERSION, code }));
    const asSeen = { action: 'approve', mark };
    expect((await (moderator as Person).call('POST', `/moderation/${id}`, asSeen)).body.code).toBe('changed-meanwhile');
    expect((await waiting(id)).seenBefore).toEqual({ face: today() });
    expect((await (moderator as Person).call('POST', `/moderation/${id}`, asSeen)).body.code).toBe('changed-meanwhile');
    expect((await approve((moderator as Person).call, id)).status).toBe(200);
  });

  it('knows a face again from another picture file of it, of a post without an account too, and not the face of somebody else', async () => {
    const { id: first } = await post(owner, [], withFace(faceOf(1)));
    await refuse(first);
    const same = await post(undefined, [], withFace(faceLike(faceOf(1), 0.1)));
    expect((await reportOf(same.id)).hidden_for).toBe('seen-before');
    expect((await waiting(same.id)).seenBefore).toEqual({ face: today() });
    for (let seed = 2; seed < 30; seed++) {
      const { id } = await post(undefined, [], withFace(faceOf(seed)));
      expect((await reportOf(id)).hidden_for).toBeNull();
    }
  });

  it.each(['withdrawn', 'erased'] as const)(
    'does not keep a child from the police whose photo somebody else has %s: officers are told, find it and have it on their desk, and a reviewer reads of it',
    async (how) => {
      const bytes = await picture(1);
      const child = { ...withFace(faceOf(1)), lostPersonAge: '9' };
      const { id: first } = await post(owner, [photoOf(bytes)], child);
      await publishReport(host, first);
      const ended = { how, opId: randomUUID() };
      expect((await (owner as Person).call('POST', `/report/${first}/end`, ended)).status).toBe(200);
      await host.app().jobs.idle();
      expect(await listed()).toEqual(['face by its maker', 'photo by its maker']);

      const { id } = await post(other, [await again(bytes, (photo) => photo.jpeg({ quality: 70 }))], child);
      await untilReadable(host.db);
      expect(await reportOf(id)).toEqual({ status: 'pending_review', hidden_for: null });
      const police = officer as Person;
      const { body: own } = await police.call('GET', `/report/${id}`);
      expect(own.data).toMatchObject({ id, subject: { ageMin: 9 } });
      const told = host.db.selectFrom('notice').select('kind').where('user_id', '=', police.userId);
      expect(await told.where('report_id', '=', id).execute()).toHaveLength(1);
      const desk: { reportId?: string; report?: { id: string } }[] = (await police.call('GET', '/duty')).body.data;
      expect(desk.map(({ reportId, report }) => reportId ?? report?.id)).toContain(id);
      const probe = { descriptor: faceLike(faceOf(1)), model: TEMPLATE_VERSION, reason: 'case' };
      expect((await police.call('POST', '/api/face/compare', probe)).body.found).toBe(true);
      const review = await waiting(id);
      expect([review.seenBefore, review.takenBack]).toEqual([undefined, { photo: today(), face: today() }]);
      // What the team has taken down weighs more, whichever came first.
      await refuse(id);
      const third = await post(owner, [await again(bytes, (photo) => photo.jpeg({ quality: 60 }))], child);
      expect((await reportOf(third.id)).hidden_for).toBe('seen-before');
      expect((await waiting(third.id)).seenBefore).toEqual({ photo: today(), face: today() });
    },
  );

  it.each(['pending_review', 'appealed'] as const)(
    'shows a child that was held while it is %s to the officers of its district alone once a reviewer lets it go on; published it is when they have named its case',
    async (status) => {
      const child = { ...withFace(faceOf(1)), lostPersonAge: '9', region: 'Ludhiana' };
      await refuse((await post(owner, [], child)).id);
      const { id } = await post(other, [], child);
      if (status === 'appealed') {
        await refuse(id);
        const appeal = { id, status, reason: 'She is my daughter', opId: randomUUID() };
        expect((await (other as Person).call('PUT', `/report/${id}`, appeal)).status).toBe(200);
      }
      const police = officer as Person;
      const desk = async () =>
        (await police.call('GET', '/duty')).body.data.map(({ report }: { report?: { id: string } }) => report?.id);
      const mayRead = async () => (await police.call('POST', `/report/${id}/open`, { reason: 'case' })).status;
      const noticed = async () =>
        (await host.db.selectFrom('notice').select('kind').where('user_id', '=', police.userId).execute()).map(
          ({ kind }) => kind,
        );
      await host.db.deleteFrom('notice').execute(); // of the child that was refused
      expect(await reportOf(id)).toEqual({ status, hidden_for: 'seen-before' });
      expect([await desk(), await mayRead()]).toEqual([expect.not.arrayContaining([id]), 404]);
      expect(await waiting(id)).toMatchObject({ held: true, report: { needsCase: true } });

      expect((await approve((moderator as Person).call, id)).status).toBe(200);
      await host.app().jobs.idle();
      expect(await reportOf(id)).toEqual({ status, hidden_for: null });
      expect([await desk(), await mayRead()]).toEqual([expect.arrayContaining([id]), 200]);
      expect(await noticed()).toEqual(['case-needed']);
      expect([await seen(nobody, id), await seen(owner, id)]).toEqual(['guarded', 'guarded']);
      const review = await waiting(id);
      expect([review.held, review.report.needsCase]).toEqual([undefined, true]);
      expect((await approve((moderator as Person).call, id)).body.code).toBe('case-needed');

      expect((await police.call('PUT', `/report/${id}/case`, CASE)).status).toBe(200);
      expect((await approve((moderator as Person).call, id)).status).toBe(200);
      expect(await reportOf(id)).toEqual({ status: 'published', hidden_for: null });
    },
  );

  it('moves a child that was held in the feeds of all but whoever posted it when a reviewer lets it go on: they would read that it had been on the list', async () => {
    const child = { ...withFace(faceOf(1)), lostPersonAge: '9', region: 'Ludhiana' };
    await refuse((await post(owner, [], child)).id);
    const { id } = await post(other, [], child);
    const pull = async (who: Person | undefined, cursor = '') => {
      await untilReadable(host.db);
      const { body } = await (who as Person).call('GET', `/sync?feed=reports&cursor=${cursor}`);
      return body as { cursor: string; changes: { id: string }[] };
    };
    const [its, police] = [await pull(other), await pull(officer)];
    expect(its.changes.map((change) => change.id)).toContain(id);
    expect((await approve((moderator as Person).call, id)).status).toBe(200);
    expect((await reportOf(id)).hidden_for).toBeNull();
    expect((await pull(other, its.cursor)).changes).toEqual([]);
    expect((await pull(other)).changes).toEqual(its.changes);
    expect((await pull(officer, police.cursor)).changes.map((change) => change.id)).toContain(id);
  });

  it('hides nobody who posts a child again as the refusal asked them to: the police see it, and a reviewer reads of it', async () => {
    const bytes = await picture(1);
    const child = { ...withFace(faceOf(1)), lostPersonAge: '9' };
    const { id: first } = await post(owner, [photoOf(bytes)], child);
    await publishReport(host, first);
    const decision = { action: 'reject', reason: 'It shows a document. Cover it and post again.', again: true };
    expect((await (moderator as Person).call('POST', `/moderation/${first}`, decision)).status).toBe(200);
    expect((await reportOf(first)).status).toBe('rejected');
    expect(await listed()).toEqual(['face by its maker', 'photo by its maker']);
    const { id } = await post(owner, [await again(bytes, (photo) => photo.jpeg({ quality: 70 }))], child);
    expect(await reportOf(id)).toEqual({ status: 'pending_review', hidden_for: null });
    expect((await (officer as Person).call('GET', `/report/${id}`)).body.data).toMatchObject({
      subject: { ageMin: 9 },
    });
    expect((await waiting(id)).takenBack).toEqual({ photo: today(), face: today() });
  });

  it('shows nobody again what its maker has erased before a person has looked, also where posts are shown at once', async () => {
    const bytes = await picture(1);
    const { id: first } = await post(owner, [photoOf(bytes)]);
    await publishReport(host, first);
    await erase(owner, first);
    const copy = await again(bytes, (photo) => photo.jpeg({ quality: 70 }));
    const { review } = host.config;
    host.config.review = 'at-once';
    try {
      const late = await post(other, [copy]); // its bytes come later than its words, that were shown at once
      const before = host.db.selectFrom('history').select('to_status').where('report_id', '=', late.id).orderBy('at');
      expect((await before.execute()).map(({ to_status }) => to_status)).toEqual([
        'pending_review',
        'published',
        'pending_review',
      ]);
      expect(await reportOf(late.id)).toEqual({ status: 'pending_review', hidden_for: null });
      expect(await seen(nobody, late.id)).toBe('guarded');
      const { id } = await post(other, [], withFace(faceOf(9)));
      await erase(other, id);
      const { id: face } = await post(other, [], withFace(faceLike(faceOf(9), 0.1)));
      expect(await reportOf(face)).toEqual({ status: 'pending_review', hidden_for: null });
      expect((await waiting(face)).takenBack).toEqual({ face: today() });
      expect((await approve((moderator as Person).call, face)).status).toBe(200);
      expect((await reportOf(face)).status).toBe('published');
    } finally {
      host.config.review = review;
    }
  });

  it('keeps nothing of a post that its maker ends before anybody has seen it', async () => {
    for (const how of ['withdrawn', 'erased'] as const) {
      const { id } = await post(owner, [photoOf(await picture(1))], withFace(faceOf(1)));
      expect((await (owner as Person).call('POST', `/report/${id}/end`, { how, opId: randomUUID() })).status).toBe(200);
    }
    expect(await listed()).toEqual([]);
  });

  describe('shown again', () => {
    const expire = (id: string) =>
      host.db.transaction().execute((tx) => changeStatus(tx, id, 'expired', 'system:expiry'));
    const putUp = async (who: Person | undefined, id: string, change: object = {}) => {
      const input = { id, status: 'published', opId: randomUUID(), ...change };
      expect((await (who as Person).call('PUT', `/report/${id}`, input)).status).toBe(200);
    };
    const decide = async (id: string, action: 'approve' | 'reopen') => {
      const decision = { action, reason: 'Looked at' };
      expect((await approve((moderator as Person).call, id, decision)).status).toBe(200);
    };
    /** A published report, and the like of it that the team takes down afterwards. */
    async function takenDownElsewhere(what: 'photo' | 'face') {
      const bytes = await picture(1);
      const copy = await again(bytes, (photo) => photo.jpeg({ quality: 70 }));
      const shows = what === 'face' ? withFace(faceOf(1)) : {};
      const { id } = await post(owner, what === 'photo' ? [photoOf(bytes)] : [], shows);
      await publishReport(host, id);
      const later = await post(other, what === 'photo' ? [copy] : [], shows);
      return { id, takeDown: () => refuse(later.id) };
    }
    const held = { status: 'pending_review', hidden_for: 'seen-before' };
    const shown = { status: 'published', hidden_for: null };

    it.each(['photo', 'face'] as const)(
      'waits for a reviewer when it had expired and its %s was taken down elsewhere meanwhile, once',
      async (what) => {
        const { id, takeDown } = await takenDownElsewhere(what);
        await takeDown();
        await expire(id);
        await putUp(owner, id);
        expect(await reportOf(id)).toEqual(held);
        expect((await waiting(id)).seenBefore).toEqual({ [what]: today() });
        expect([await seen(nobody, id), await seen(owner, id)]).toEqual([404, 'whole']);
        await decide(id, 'approve');
        await expire(id);
        await putUp(owner, id);
        expect(await reportOf(id)).toEqual(shown);
      },
    );

    it('comes to a reviewer also when it was hidden after it had expired: put up again it is published and nobody sees it', async () => {
      const bytes = await picture(1);
      const copy = await again(bytes, (photo) => photo.jpeg({ quality: 70 }));
      await refuse((await post(owner, [photoOf(bytes)])).id);
      const { opId, id } = await post(other, []);
      await publishReport(host, id);
      const edit = { id, photos: [copy.sha256], opId: randomUUID() };
      expect((await (other as Person).call('PUT', `/report/${id}`, edit)).status).toBe(200);
      await expire(id);
      expect(await bring(host, copy, { of: opId })).toBe(200);
      await putUp(other, id);
      expect(await reportOf(id)).toEqual({ status: 'published', hidden_for: 'seen-before' });
      expect(await waiting(id)).toMatchObject({ why: 'photo', seenBefore: { photo: today() } });
      await decide(id, 'approve');
      expect(await reportOf(id)).toEqual(shown);
      expect((await (nobody as Person).call('GET', `/report/${id}`)).body.data.photos).toEqual([copy.sha256]);
    });

    it('waits, hidden from nobody who reads what waits, when a maker took the like of it down; and not for a photo that goes as it is put up', async () => {
      const bytes = await picture(1);
      const { id } = await post(owner, [photoOf(bytes)]);
      await publishReport(host, id);
      const { id: elsewhere } = await post(other, [await again(bytes, (photo) => photo.jpeg({ quality: 70 }))]);
      await publishReport(host, elsewhere);
      await erase(other, elsewhere);
      await expire(id);
      await putUp(owner, id, { expiresInDays: 30 });
      expect(await reportOf(id)).toEqual({ status: 'pending_review', hidden_for: null });
      expect((await waiting(id)).takenBack).toEqual({ photo: today() });

      const { id: second } = await post(owner, [photoOf(await picture(2))]);
      await publishReport(host, second);
      await refuse((await post(other, [photoOf(await picture(2))])).id);
      await expire(second);
      await putUp(owner, second, { photos: [] });
      expect(await reportOf(second)).toEqual(shown);
    });

    it('does not wait for what was taken down of itself, and says nothing to whoever posted somebody who is protected', async () => {
      const { id } = await post(owner, [photoOf(await picture(1))], withFace(faceOf(1)));
      await refuse(id);
      const appeal = { id, status: 'appealed', reason: 'It is my brother', opId: randomUUID() };
      expect((await (owner as Person).call('PUT', `/report/${id}`, appeal)).status).toBe(200);
      await decide(id, 'approve');
      await expire(id);
      await putUp(owner, id);
      expect(await reportOf(id)).toEqual(shown);

      const { id: guarded } = await post(owner, [photoOf(await picture(2))], withFace(faceOf(2)));
      await publishReport(host, guarded);
      const shield = async (method: 'PUT' | 'POST', url: string) =>
        expect((await (moderator as Person).call(method, url, { reason: 'She fled' })).status).toBe(200);
      await shield('PUT', `/report/${guarded}/protection`);
      await expire(guarded);
      await putUp(owner, guarded);
      expect(await reportOf(guarded)).toEqual({ status: 'published', hidden_for: 'protected' });
      await shield('POST', `/report/${guarded}/protection/end`);
      expect(await reportOf(guarded)).toEqual(shown);
      await expire(guarded);
      await putUp(owner, guarded);
      expect(await reportOf(guarded)).toEqual(shown);
    });

    it('waits too when its owner brings their account back, when nobody has looked at its flags or an objection, and when its end is taken back', async () => {
      const { db } = host;
      const ways: Record<string, (id: string, takeDown: () => Promise<void>) => Promise<unknown>> = {
        async account(_, takeDown) {
          const { userId } = owner as Person;
          const account = async () => (await findAccount(db, userId)) as AccountRow;
          await closeAccount(db, await account(), 'https://wapsi.example');
          await takeDown();
          const closed = await account();
          await db.transaction().execute((tx) => reopenAccount(tx, closed));
        },
        async flags(id, takeDown) {
          const hiddenAt = new Date();
          await takeDown();
          await db
            .updateTable('report')
            .set({ hidden_at: hiddenAt, hidden_for: 'flags' })
            .where('id', '=', id)
            .execute();
          await showUnseen(db)({ id, hiddenAt: hiddenAt.toISOString() });
        },
        async objection(id, takeDown) {
          const said = { kind: 'me', inPerson: true, opId: randomUUID() };
          expect((await (officer as Person).call('POST', `/report/${id}/objections`, said)).status).toBe(200);
          await takeDown();
          const { id: objectionId } = await db
            .selectFrom('objection')
            .select('id')
            .where('report_id', '=', id)
            .executeTakeFirstOrThrow();
          await endHold(db)({ objectionId });
        },
        async end(id, takeDown) {
          const end = { id, status: 'resolved', opId: randomUUID() };
          expect((await (owner as Person).call('PUT', `/report/${id}`, end)).status).toBe(200);
          await takeDown();
          await decide(id, 'reopen');
        },
      };
      for (const [name, way] of Object.entries(ways)) {
        await host.empty();
        [owner, other] = [await personOf(host, 'poster'), await personOf(host, 'poster')];
        [moderator, officer] = [await personOf(host, 'moderator'), await personOf(host, 'officer')];
        const { id, takeDown } = await takenDownElsewhere('photo');
        await way(id, takeDown);
        expect([name, await reportOf(id)]).toEqual([name, held]);
      }
    });

    it.each(['flags', 'objection'])(
      'stays away while the account of its owner is closed, also when nobody has looked at its %s, and is back with them',
      async (why) => {
        const { db } = host;
        const { id } = await post(owner, [], {
          ...withFace(faceOf(1)),
          consent: { publicPhoto: true, publicPhone: false, compareFace: true, carryFace: true, notice: '2026-11' },
        });
        await publishReport(host, id);
        const faces = async () => {
          await untilReadable(db);
          const { body } = await (nobody as Person).call('GET', '/sync?feed=references&cursor=');
          return body.changes.filter(({ kind }: { kind: string }) => kind === 'reference').length;
        };
        expect(await faces()).toBe(1);
        const hiddenAt = new Date();
        if (why === 'flags')
          await db
            .updateTable('report')
            .set({ hidden_at: hiddenAt, hidden_for: 'flags' })
            .where('id', '=', id)
            .execute();
        else {
          const said = { kind: 'me', inPerson: true, opId: randomUUID() };
          expect((await (officer as Person).call('POST', `/report/${id}/objections`, said)).status).toBe(200);
        }
        const account = async () => (await findAccount(db, (owner as Person).userId)) as AccountRow;
        await closeAccount(db, await account(), 'https://wapsi.example');
        if (why === 'flags') await showUnseen(db)({ id, hiddenAt: hiddenAt.toISOString() });
        else {
          const objection = await db.selectFrom('objection').select('id').executeTakeFirstOrThrow();
          await endHold(db)({ objectionId: objection.id });
        }
        const count = async () => (await (nobody as Person).call('GET', '/report/count?q=Asha')).body.found.length;
        expect([await faces(), await seen(nobody, id), await count()]).toEqual([0, 404, 0]);
        const closed = await account();
        await db.transaction().execute((tx) => reopenAccount(tx, closed));
        expect([await reportOf(id), await faces()]).toEqual([shown, 1]);
      },
    );

    it('keeps from whoever posted it, after a refused objection, what was told meanwhile until a reviewer has looked at what it is like', async () => {
      const { id, takeDown } = await takenDownElsewhere('photo');
      const said = { kind: 'me', inPerson: true, opId: randomUUID() };
      expect((await (officer as Person).call('POST', `/report/${id}/objections`, said)).status).toBe(200);
      await takeDown();
      const notes = async () => (await (owner as Person).call('GET', `/report/${id}/notes`)).body.data.length;
      const released = async () => (await host.db.selectFrom('note').select('released_at').execute())[0]?.released_at;
      await host.db
        .insertInto('note')
        .values({
          ...{ id: randomUUID(), report_id: id, author_id: (other as Person).userId, kind: 'sighting' },
          ...{ text: 'In the shelter of Moga', condition: 'seen', region: null, lat: null, lng: null },
          ...{ address: null, seen_at: null, released_at: null },
        })
        .execute();
      const { id: objectionId } = await host.db.selectFrom('objection').select('id').executeTakeFirstOrThrow();
      await endHold(host.db)({ objectionId });
      expect([await reportOf(id), await notes(), await released()]).toEqual([held, 0, null]);
      await decide(id, 'approve');
      expect([await reportOf(id), await notes(), await released()]).toEqual([shown, 1, expect.any(Date)]);
    });
  });

  it('does not show a photo of a note or a message to whom it is for, until a moderator has looked', async () => {
    const bytes = await picture(1);
    await refuse((await post(owner, [photoOf(bytes)])).id);
    const { id } = await post(owner, []);
    await publishReport(host, id);
    await untilReadable(host.db);
    const copy = await again(bytes, (photo) => photo.jpeg({ quality: 75 }));
    const note = { kind: 'information', text: 'Is it her?', photos: [copy.sha256], opId: randomUUID() };
    expect((await (other as Person).call('POST', `/report/${id}/notes`, note)).status).toBe(200);
    expect(await bring(host, copy, other)).toBe(200);
    const read = async (who: Person | undefined) =>
      (await host.app().inject({ url: `/files/${copy.sha256}`, headers: { authorization: (who as Person).token } }))
        .statusCode;
    expect([await read(owner), await read(other), await read(moderator)]).toEqual([404, 200, 200]);
    const { body } = await (moderator as Person).call('GET', '/moderation/photos');
    expect(body.data).toMatchObject([{ sha256: copy.sha256, kind: 'note', takenDown: today() }]);
    await (moderator as Person).call('GET', '/moderation/photos');
    const logged = await host.db.selectFrom('audit').select('actor_id').where('action', '=', 'photos-read').execute();
    expect(logged).toEqual([{ actor_id: (moderator as Person).userId }]); // once an hour
    const [{ ownerId }] = body.data;
    const decide = (show: boolean) =>
      (moderator as Person).call('PUT', `/moderation/photos/${copy.sha256}`, {
        ...{ kind: 'note', ownerId, show },
        reason: 'Another person',
      });
    expect((await decide(true)).status).toBe(200);
    expect([await read(owner), (await decide(true)).status]).toEqual([200, 404]);
  });

  it('shows such a photo on a moderator’s own report to the others alone: it may be of where she fled to', async () => {
    const bytes = await picture(1);
    await refuse((await post(owner, [photoOf(bytes)])).id);
    const poster = await personOf(host, 'moderator');
    const { id } = await post(poster, []);
    await publishReport(host, id);
    await untilReadable(host.db);
    const copy = await again(bytes, (photo) => photo.jpeg({ quality: 75 }));
    const note = { kind: 'sighting', text: 'She lives here', photos: [copy.sha256], opId: randomUUID() };
    expect((await (other as Person).call('POST', `/report/${id}/notes`, note)).status).toBe(200);
    expect(await bring(host, copy, other)).toBe(200);
    const seenBy = async (who: Person | undefined) => {
      const { data, total } = (await (who as Person).call('GET', '/moderation/photos')).body;
      const headers = { authorization: (who as Person).token };
      const file = await host.app().inject({ url: `/files/${copy.sha256}`, headers });
      return [data.length, total, file.statusCode];
    };
    expect([await seenBy(poster), await seenBy(moderator)]).toEqual([
      [0, 0, 404],
      [1, 1, 200],
    ]);
    const [{ ownerId }] = (await (moderator as Person).call('GET', '/moderation/photos')).body.data;
    const decide = async (who: Person | undefined) =>
      (
        await (who as Person).call('PUT', `/moderation/photos/${copy.sha256}`, {
          ...{ kind: 'note', ownerId, show: true },
          reason: 'Another person',
        })
      ).status;
    expect([await decide(poster), await decide(moderator)]).toEqual([404, 200]);
  });

  it('keeps nothing of it that can be read without the secret, which lies beside the database for its user alone', async () => {
    const bytes = await picture(1);
    const { id } = await post(owner, [photoOf(bytes)], withFace(faceOf(1)));
    const { code } = await host.db.selectFrom('template').select('code').executeTakeFirstOrThrow();
    await publishReport(host, id);
    await erase(owner, id);
    const secret = join(host.config.database.keysDir, 'su', 'suppression');
    expect([statSync(secret).mode & 0o777, readFileSync(secret).length]).toEqual([0o600, 32]);
    const { rows } = await sql<{ all: string }>`
      select (select json_agg(s) from suppression s)::text || (select json_agg(m) from suppression_mark m)::text as all`.execute(
      host.db,
    );
    const kept = rows[0]?.all ?? '';
    expect(kept).toContain(today());
    for (const word of [id, owner?.userId ?? '-', photoOf(bytes).sha256, Buffer.from(code).toString('hex')])
      expect(kept).not.toContain(word);
    // One photo with six views of sixteen marks at most, one face of thirty-two.
    const { marks } = await host.db
      .selectFrom('suppression_mark')
      .select(({ fn }) => fn.countAll<string>().as('marks'))
      .executeTakeFirstOrThrow();
    expect(Number(marks)).toBeLessThanOrEqual(6 * 16 + 32);
    expect(await host.db.selectFrom('file_trace').select('sha256').execute()).toEqual([]);
  });

  it('looks it up by its index, however long the list is', async () => {
    const photo = photoOf(await picture(1));
    await post(owner, [photo]);
    await sql`insert into suppression (what, at, until) select 'photo', current_date, now() + interval '1 day' from generate_series(1, 2000)`.execute(
      host.db,
    );
    await sql`insert into suppression_mark (mark, suppression_id, view)
      select substring(sha256((s.id || ' ' || n)::text::bytea) for 8), s.id, 0 from suppression s, generate_series(1, 48) n`.execute(
      host.db,
    );
    await sql`analyze suppression, suppression_mark`.execute(host.db);
    expect(await photoTakenDown(host.db, photo.sha256)).toBeUndefined();
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select suppression_id from suppression_mark
      where mark = any(${Array.from({ length: 16 }, (_, i) => Buffer.alloc(8, i))}::bytea[])
      group by suppression_id, view having count(*) >= 2`.execute(host.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('suppression_mark_pkey');
    expect(plan).not.toContain('Seq Scan');
  });
});
