/** The photos of sightings: officers learn how the face on them stands to the record, nobody else does, and no search is changed. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DutyTask } from '../../contract/duty.ts';
import { decodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { buildModels } from '../../models/build/main.ts';
import { type Embedding, openEmbedding } from '../../server/face/embedding.ts';
import { enrolSoon } from '../../server/face/enrol-soon.ts';
import { protect } from '../../server/protection/protect.ts';
import { changeStatus, eraseForGood } from '../../server/reports/store.ts';
import { another, portrait, wall } from '../support/camera.ts';
import { bring, newReport, photoOf, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

const WHY = { reason: 'sighting' };
const AGREED = { publicPhoto: true, publicPhone: false, compareFace: true, carryFace: true, notice: '2026-11' };
const FORMER = 'sface-128-0';

withDatabases('the faces of sightings', (database) => {
  let host: TestHost;
  let eyes: Embedding;
  let family: Person;
  let finder: Person;
  let officer: Person;

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
    [family, finder, officer] = [
      await personOf(host, 'poster'),
      await personOf(host, 'finder'),
      await personOf(host, 'officer'),
    ];
  });

  const idle = () => host.app().jobs.idle();

  async function miss(bytes: Buffer, of = family): Promise<string> {
    const { upload, id, opId } = newReport({ region: 'Ludhiana', consent: AGREED });
    const photo = photoOf(bytes);
    const input = { ...upload, id, opId, photos: [photo.sha256] };
    expect((await of.call('POST', '/api/face/uploadLostFoundPerson', input)).status).toBe(200);
    expect(await bring(host, photo, of)).toBe(200);
    await publishReport(host, id);
    await idle();
    return id;
  }

  async function see(reportId: string, bytes: Buffer, kind = 'sighting'): Promise<string> {
    const photo = photoOf(bytes);
    const input = { id: randomUUID(), opId: randomUUID(), kind, text: 'At the bus stand', photos: [photo.sha256] };
    expect((await finder.call('POST', `/report/${reportId}/notes`, input)).status).toBe(200);
    expect(await bring(host, photo, finder)).toBe(200);
    await idle();
    return input.id;
  }

  const desk = async (who = officer): Promise<DutyTask[]> => (await who.call('GET', '/duty')).body.data;
  const onDesk = async (noteId: string) => (await desk()).find((task) => task.noteId === noteId)?.sighting;
  const faces = () => host.db.selectFrom('sighting_face').selectAll().execute();

  async function faceOn(photo: Buffer): Promise<number[]> {
    const found = await eyes.lookAt(photo, { known: [] });
    if (found?.kind !== 'face') throw new Error(`the test needs a face, not ${found?.kind}`);
    return [...decodeTemplate(found.code)];
  }
  async function search(descriptor: number[], who: Person, more: object = {}): Promise<[string, boolean][]> {
    const { status, body } = await who.call('POST', '/api/face/compare', { descriptor, ...more });
    expect(status).toBe(200);
    return body.candidates.map((one: { data: { id: string }; sighting?: true }) => [
      one.data.id,
      one.sighting === true,
    ]);
  }

  it('are told the desk in words: like the record’s, like nobody’s there, or not to be made out', async () => {
    const id = await miss(await portrait('women/1.jpg'));
    const right = await see(id, await another('women/1.jpg', { mirrored: true, brightness: 0.9 }));
    const wrong = await see(id, await portrait('women/2.jpg'));
    const empty = await see(id, await wall());
    expect(await onDesk(right)).toEqual({ face: 'likely', photos: [] });
    expect(await onDesk(wrong)).toEqual({ face: 'none', photos: [] });
    expect(await onDesk(empty)).toEqual({ face: 'unclear', photos: [] });
    // The photos are told while the record is open, with a reason.
    await officer.call('POST', `/report/${id}/open`, WHY);
    expect((await onDesk(right))?.photos).toHaveLength(1);
    // Nobody but who is on duty is told anything of it.
    const notes = await family.call('GET', `/report/${id}/notes`);
    const page = await family.call('GET', `/report/${id}`);
    expect(JSON.stringify([notes.body, page.body])).not.toMatch(/"(face|sighting|looksLike)":/);
    expect((await family.call('GET', '/duty')).status).toBe(403);
  }, 60_000);

  it('wait until they are looked at, and the word of the person themselves is never looked at', async () => {
    const id = await miss(await portrait('women/1.jpg'));
    const seen = await see(id, await another('women/1.jpg', { mirrored: true }));
    await see(id, await portrait('women/3.jpg'), 'self');
    await see(id, await portrait('women/4.jpg'), 'information');
    expect((await faces()).map(({ note_id }) => note_id)).toEqual([seen]);
    await host.db.deleteFrom('sighting_face').execute();
    await host.db.updateTable('attachment').set({ face: null, face_version: null }).execute();
    expect(await onDesk(seen)).toEqual({ face: 'waits', photos: [] });
  }, 60_000);

  it('are found by an officer with a reason, marked as a sighting, and by nobody else', async () => {
    const id = await miss(await portrait('women/1.jpg'));
    await see(id, await portrait('women/2.jpg'));
    const [her, other] = [
      await faceOn(await another('women/1.jpg', { mirrored: true })),
      await faceOn(await another('women/2.jpg', { mirrored: true })),
    ];
    expect(await search(other, officer, WHY)).toEqual([[id, true]]);
    expect(await search(her, officer, WHY)).toEqual([[id, false]]);
    for (const who of [family, finder, officer]) expect(await search(other, who)).toEqual([]);
    const { userId } = officer;
    const acts = await host.db.selectFrom('audit').select('subject_id').where('action', '=', 'face-found');
    expect((await acts.where('actor_id', '=', userId).execute()).map((row) => row.subject_id)).toEqual([id, id]);
    // Asked again after a lost reply it says the same.
    const again = { descriptor: other, ...WHY, opId: randomUUID() };
    const [one, two] = [
      await officer.call('POST', '/api/face/compare', again),
      await officer.call('POST', '/api/face/compare', again),
    ];
    expect(two.body.candidates).toEqual(one.body.candidates);
    expect(one.body.candidates[0].sighting).toBe(true);
  }, 60_000);

  it('change nothing of the record: not its templates, not the feed that packs are made of', async () => {
    const id = await miss(await portrait('women/1.jpg'));
    const before = await host.db.selectFrom('template').select('id').execute();
    const feed = () =>
      host.db
        .selectFrom('change')
        .select(['xid', 'seq'])
        .where('feed', '=', 'references')
        .where('id', '=', id)
        .execute();
    const stood = await feed();
    await see(id, await portrait('women/2.jpg'));
    expect(await faces()).toHaveLength(1);
    expect(await host.db.selectFrom('template').select('id').execute()).toEqual(before);
    expect(await feed()).toEqual(stood);
  }, 60_000);

  it('are kept from an officer whose own record it is', async () => {
    const theirs = await personOf(host, 'officer');
    const id = await miss(await portrait('women/1.jpg'), theirs);
    const seen = await see(id, await portrait('women/2.jpg'));
    const face = await faceOn(await another('women/2.jpg', { mirrored: true }));
    expect(await search(face, theirs, WHY)).toEqual([]);
    expect((await desk(theirs)).filter(({ noteId }) => noteId === seen)).toEqual([]);
    expect(await search(face, officer, WHY)).toEqual([[id, true]]);
  }, 60_000);

  it('say whose other record of the district the face likely is, as long as that is looked for', async () => {
    const other = await miss(await portrait('men/2.jpg'), await personOf(host, 'poster'));
    const id = await miss(await portrait('women/1.jpg'));
    const seen = await see(id, await another('men/2.jpg', { mirrored: true }));
    expect(await onDesk(seen)).toEqual({ face: 'none', photos: [], looksLike: other });
    await host.db.transaction().execute((tx) => changeStatus(tx, other, 'withdrawn', 'owner:1'));
    expect(await onDesk(seen)).toEqual({ face: 'none', photos: [] });
  }, 60_000);

  it('say so of nobody whose family does not agree that the server compares the face', async () => {
    const refuse = { publicPhoto: true, publicPhone: false, compareFace: false, notice: '2026-11' };
    const of = await personOf(host, 'poster');
    const other = await miss(await portrait('men/2.jpg'), of);
    const id = await miss(await portrait('women/1.jpg'));
    const seen = await see(id, await another('men/2.jpg', { mirrored: true }));
    expect(await onDesk(seen)).toMatchObject({ looksLike: other });
    expect((await of.call('PUT', `/report/${other}`, { consent: refuse })).status).toBe(200);
    expect(await onDesk(seen)).toEqual({ face: 'none', photos: [] });
    const again = await see(id, await another('men/2.jpg', { brightness: 0.8 }));
    expect((await faces()).map(({ note_id, looks_like }) => [note_id, looks_like])).toContainEqual([again, null]);
  }, 60_000);

  it('are found no more when their person must not be, and go with the record, with the note’s photo, and with its end', async () => {
    const face = await faceOn(await another('women/2.jpg', { mirrored: true }));
    const hidden = await miss(await portrait('women/1.jpg'));
    await see(hidden, await portrait('women/2.jpg'));
    const moderator = await personOf(host, 'moderator');
    const by = { kind: 'user', key: 'k', role: 'moderator', standing: 'whole', districts: [] } as const;
    await host.db
      .transaction()
      .execute((tx) => protect(tx, { ...by, userId: moderator.userId }, hidden, 'She fled').then(() => undefined));
    expect(await search(face, officer, WHY)).toEqual([]);

    const erased = await miss(await portrait('women/5.jpg'));
    await see(erased, await portrait('women/6.jpg'));
    const ended = await miss(await portrait('women/7.jpg'));
    await see(ended, await portrait('women/8.jpg'));
    await host.db.transaction().execute(async (tx) => {
      await eraseForGood(tx, erased);
      await changeStatus(tx, ended, 'withdrawn', 'owner:1');
    });
    expect((await faces()).map(({ report_id }) => report_id).filter((id) => id !== hidden)).toEqual([]);
  }, 60_000);

  it('lie sealed in the database', async () => {
    const id = await miss(await portrait('women/1.jpg'));
    await see(id, await portrait('women/2.jpg'));
    const [read] = await faces();
    expect(read?.code).toHaveLength(128);
    const { rows } = await sql<{ bytes: number }>`select length(code) as bytes from sighting_face`.execute(host.db);
    expect(rows[0]?.bytes).toBeGreaterThan(128);
  }, 60_000);

  it('are made anew for another pipeline', async () => {
    const id = await miss(await portrait('women/1.jpg'));
    await see(id, await portrait('women/2.jpg'));
    await host.db.updateTable('sighting_face').set({ version: FORMER }).execute();
    await host.db.updateTable('attachment').set({ face_version: FORMER }).execute();
    const face = await faceOn(await another('women/2.jpg', { mirrored: true }));
    expect(await search(face, officer, WHY)).toEqual([]);
    await enrolSoon(host.db);
    await idle();
    expect((await faces()).map(({ version }) => version)).toEqual([TEMPLATE_VERSION]);
    expect(await search(face, officer, WHY)).toEqual([[id, true]]);
  }, 60_000);
});
