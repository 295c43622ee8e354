/** Photos of published records that no machine could enrol: reviewers are asked once, whatever the state of the record. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { FaceState, ReportTable } from '../../server/db/schema.ts';
import { bring, faceOf, makePhoto, newReport, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

withDatabases('faces to draw', (database) => {
  let host: TestHost;
  let owner: Person;
  let moderator: Person;

  beforeAll(async () => {
    host = await startHost(database);
  }, 120_000);
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [owner, moderator] = [await personOf(host, 'poster'), await personOf(host, 'moderator')];
  });

  let minutes = 0;
  /** Published, with a photo for each state that the server has found it in, each newer than all before. */
  async function posted(states: FaceState[], by = owner, change: object = {}) {
    const { upload, id, opId } = newReport(change);
    const photos = await Promise.all(states.map((_, seed) => makePhoto(minutes + seed, 200)));
    const hashes = photos.map(({ sha256 }) => sha256);
    const body = { ...upload, id, opId, photos: hashes };
    expect((await by.call('POST', '/api/face/uploadLostFoundPerson', body)).status).toBe(200);
    await publishReport(host, id);
    for (const [i, sha256] of hashes.entries()) {
      const brought_at = new Date(Date.UTC(2026, 0, 1, 0, minutes++));
      await host.db
        .updateTable('report_file')
        .set({ face: states[i] ?? null, face_version: TEMPLATE_VERSION, brought_at })
        .where('report_id', '=', id)
        .where('sha256', '=', sha256)
        .execute();
    }
    return { id, photos: hashes };
  }
  const change = (id: string, columns: Partial<Record<keyof ReportTable, unknown>>) =>
    host.db
      .updateTable('report')
      .set(columns as object)
      .where('id', '=', id)
      .execute();
  async function waiting(by = moderator, limit = 20): Promise<[string, string, string][]> {
    const { status, body } = await by.call('GET', `/moderation/faces?limit=${limit}`);
    expect(status).toBe(200);
    return body.data.map((one: { report: { id: string }; photo: string; face: string }) => [
      one.report.id,
      one.photo,
      one.face,
    ]);
  }
  const counted = async () => (await moderator.call('GET', '/moderation/queue')).body.facesToDraw;
  const actsOn = async (id: string) =>
    (
      await host.db
        .selectFrom('audit')
        .select(['action', 'actor_id'])
        .where('subject_id', '=', id)
        .orderBy('seq')
        .execute()
    ).map(({ action, actor_id }) => [action, actor_id === moderator.userId]);

  it('are those that were marked, the oldest first and few at a time, and to look at them is written down', async () => {
    const first = await posted(['several', 'enrolled', 'unreadable']);
    const second = await posted(['unclear', 'none']);
    expect(await counted()).toBe(4);
    expect(await actsOn(first.id)).toEqual([]);
    expect(await waiting(moderator, 3)).toEqual([
      [first.id, first.photos[0], 'several'],
      [first.id, first.photos[2], 'unreadable'],
      [second.id, second.photos[0], 'unclear'],
    ]);
    expect(await waiting()).toHaveLength(4);
    expect([await actsOn(first.id), await actsOn(second.id)]).toEqual([
      [['photo-review', true]],
      [['photo-review', true]],
    ]);
  });

  it('of a child show the photo and what a reviewer knows anyway: no name, words, place or phone, there or elsewhere', async () => {
    const words = { name: 'Zqjasleen', title: 'Zqdid not come home', phoneNumber: '98140 12345', region: 'Zqmoga' };
    const child = await posted(['several'], owner, { ...words, lostPersonAge: '9' });
    const [photo = ''] = child.photos;
    const taken = await makePhoto(minutes - 1, 200);
    expect(taken.sha256).toBe(photo);
    expect(await bring(host, taken, owner)).toBe(200);
    const headers = { authorization: moderator.token };
    const bytes = async () => (await host.app().inject({ url: `/files/${photo}?size=thumb`, headers })).statusCode;
    expect(await bytes()).toBe(404);
    const { body } = await moderator.call('GET', '/moderation/faces');
    expect(body.data.map(({ photo: one }: { photo: string }) => one)).toEqual([photo]);
    expect(await bytes()).toBe(200);
    const after = [body, (await moderator.call('GET', `/report/${child.id}`)).body];
    after.push((await moderator.call('GET', '/duty')).body);
    expect(JSON.stringify(after)).not.toMatch(/Zq|98140/);
    expect(JSON.stringify(after)).toContain('"ageMin":9');
  });

  it.each([
    ['waits for review', { status: 'pending_review' }],
    ['has ended', { status: 'resolved' }],
    ['was withdrawn', { status: 'withdrawn' }],
    ['is protected', { hidden_for: 'protected', hidden_at: new Date() }],
    ['is hidden by flags', { hidden_for: 'flags', hidden_at: new Date() }],
    ['is hidden since somebody objects', { hidden_for: 'objection', hidden_at: new Date() }],
  ] as const)('are none of a record that %s', async (_, columns) => {
    const { id } = await posted(['none']);
    expect(await waiting()).toHaveLength(1);
    await change(id, columns);
    expect([await waiting(), await counted()]).toEqual([[], undefined]);
  });

  it('are none of an erased record, of a closed account, of what is flagged, nor one’s own', async () => {
    const own = await posted(['none'], moderator);
    expect(await waiting()).toEqual([]);
    const other = await personOf(host, 'moderator');
    expect(await waiting(other)).toEqual([[own.id, own.photos[0], 'none']]);

    const flagged = await posted(['none']);
    expect(await waiting()).toHaveLength(1);
    await other.call('POST', `/report/${flagged.id}/flags`, { reason: 'false', opId: randomUUID() });
    expect(await waiting()).toEqual([]);

    await sql`update flag set handled_at = now()`.execute(host.db);
    expect(await waiting()).toHaveLength(1);
    await host.db.updateTable('app_user').set({ closed_at: new Date() }).where('id', '=', owner.userId).execute();
    expect(await waiting()).toEqual([]);
    await host.db.updateTable('app_user').set({ closed_at: null }).where('id', '=', owner.userId).execute();
    expect(await waiting()).toHaveLength(1);
    await owner.call('POST', `/report/${flagged.id}/end`, { id: flagged.id, how: 'erased' });
    expect(await waiting()).toEqual([]);
  });

  it('are gone once the face was drawn, or somebody looked and left it, until its owner changes the photos', async () => {
    const { id, photos } = await posted(['none', 'unclear']);
    const [left, drawn] = photos;
    const leave = async (photo: string | undefined, by = moderator, more: object = {}) =>
      (await by.call('POST', `/moderation/${id}/face/leave`, { photo, ...more })).status;
    expect(await leave(left, owner)).toBe(403);
    expect(await leave('f'.repeat(64))).toBe(404);
    expect([await leave(left), await leave(left)]).toEqual([200, 404]);
    const back = { undo: true };
    expect([await leave(left, moderator, back), await leave(left, moderator, back)]).toEqual([200, 404]);
    expect((await waiting()).map(([, photo]) => photo)).toContain(left);
    expect(await leave(left)).toBe(200);
    expect(await waiting()).toEqual([[id, drawn, 'unclear']]);
    const face = { photo: drawn, descriptor: faceOf(3), model: TEMPLATE_VERSION };
    expect((await moderator.call('POST', `/moderation/${id}/face`, face)).status).toBe(200);
    expect([await waiting(), await counted()]).toEqual([[], undefined]);
    expect(await actsOn(id)).toEqual([
      ['face-leave', true],
      ['face-leave-undone', true],
      ['photo-review', true],
      ['face-leave', true],
      ['face-draw', true],
    ]);

    const added = await makePhoto(900, 200);
    await owner.call('PUT', `/report/${id}`, { id, photos: [...photos, added.sha256] });
    const looked = { face: 'none', face_version: TEMPLATE_VERSION, brought_at: new Date() } as const;
    await host.db.updateTable('report_file').set(looked).where('sha256', '=', added.sha256).execute();
    await host.db
      .updateTable('report_file')
      .set(looked)
      .where('sha256', '=', left ?? '')
      .execute();
    expect((await waiting()).map(([, photo]) => photo)).toEqual(expect.arrayContaining([left, added.sha256]));
  });

  it('are left by no moderator where the person is protected', async () => {
    const { id, photos } = await posted(['none']);
    await change(id, { hidden_for: 'protected', hidden_at: new Date() });
    expect((await moderator.call('POST', `/moderation/${id}/face/leave`, { photo: photos[0] })).status).toBe(404);
  });
});
