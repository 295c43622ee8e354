/** A photo of several people: whoever posted it says whom it is about, and the person is found by that face alone. */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import type { FaceState } from '../../server/db/schema.ts';
import { approve } from '../support/approve.ts';
import { bring, faceOf, makePhoto, newReport, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { publishReport } from '../support/publish.ts';

withDatabases('the face that who posted has chosen', (database) => {
  let host: TestHost;
  let owner: Person;
  let nobody: Person;
  let moderator: Person;

  beforeAll(async () => {
    host = await startHost(database);
  }, 120_000);
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    [owner, nobody] = [await personOf(host, 'poster'), await personOf(host)];
    moderator = await personOf(host, 'moderator');
  });

  /** Published, with a photo for each state that the server has found it in. */
  async function posted(states: (FaceState | null)[], who?: Person) {
    const { upload, id, opId } = newReport();
    const photos = await Promise.all(states.map((_, seed) => makePhoto(seed, 200)));
    const hashes = photos.map(({ sha256 }) => sha256);
    const [secret, secretHash] = [
      'a'.repeat(64),
      createHash('sha256')
        .update(Buffer.from('a'.repeat(64), 'hex'))
        .digest('hex'),
    ];
    const body = { ...upload, id, opId, photos: hashes, ...(who ? {} : { secretHash }) };
    const { status } = await (who ?? nobody).call('POST', '/api/face/uploadLostFoundPerson', body);
    expect(status).toBe(200);
    await publishReport(host, id);
    for (const [i, sha256] of hashes.entries())
      await host.db
        .updateTable('report_file')
        .set({ face: states[i] ?? null, face_version: TEMPLATE_VERSION, brought_at: new Date() })
        .where('report_id', '=', id)
        .where('sha256', '=', sha256)
        .execute();
    return { id, hashes, secret };
  }
  const faceFor = (photo: string | undefined, seed: number) => {
    return { photo, descriptor: faceOf(seed), model: TEMPLATE_VERSION };
  };
  const change = async (id: string, by: Person, input: object) =>
    (await by.call('PUT', `/report/${id}`, { id, ...input })).status;
  const told = async (id: string, by = owner) => {
    const { faceless, facesToChoose } = (await by.call('GET', `/report/${id}`)).body.data;
    return { faceless, facesToChoose };
  };
  async function whoIs(seed: number): Promise<string[]> {
    await untilReadable(host.db);
    const { body } = await nobody.call('POST', '/api/face/compare', { descriptor: faceOf(seed) });
    return body.candidates.map((one: { data: { id: string } }) => one.data.id);
  }

  it('is asked of them alone, and taken once: the person is found by it once a reviewer has looked, and the report stays published', async () => {
    const { id, hashes } = await posted(['none', 'several'], owner);
    expect(await told(id)).toEqual({ faceless: 'several', facesToChoose: [hashes[1]] });
    expect(await told(id, nobody)).toEqual({});
    expect(await change(id, await personOf(host, 'volunteer'), { faces: [faceFor(hashes[1], 1)] })).toBe(404);
    expect(await whoIs(1)).toEqual([]);

    expect(await change(id, owner, { faces: [faceFor(hashes[1], 1)] })).toBe(200);
    expect([await whoIs(1), await told(id)]).toEqual([[], {}]); // nobody has looked at whom it leads to
    expect((await approve(moderator.call, id)).status).toBe(200);
    expect(await whoIs(1)).toEqual([id]);
    expect((await owner.call('GET', `/report/${id}`)).body.data.status).toBe('published');
    expect(await change(id, owner, { faces: [faceFor(hashes[1], 2)] })).toBe(200);
    expect([await whoIs(1), await whoIs(2)]).toEqual([[id], []]);
  });

  it('is taken by the secret of a report that was made without an account', async () => {
    const { id, hashes, secret } = await posted(['several']);
    const { body } = await nobody.call('POST', `/report/${id}/mine`, { id, secret });
    expect(body.data.facesToChoose).toEqual(hashes);
    expect(await change(id, nobody, { secret, faces: [faceFor(hashes[0], 3)] })).toBe(200);
    expect((await approve(moderator.call, id)).status).toBe(200);
    expect(await whoIs(3)).toEqual([id]);
  });

  it('comes with the photo that an edit adds, and waits with it until a reviewer has looked', async () => {
    const { id, hashes } = await posted(['enrolled'], owner);
    const added = await makePhoto(77, 200);
    const input = { photos: [...hashes, added.sha256], faces: [faceFor(added.sha256, 4)] };
    expect(await change(id, owner, input)).toBe(200);
    expect(await bring(host, added, owner)).toBe(200);
    await host.app().jobs.idle();
    expect((await owner.call('GET', `/report/${id}`)).body.data.status).toBe('published');
    expect(await whoIs(4)).toEqual([]);
    expect((await approve(moderator.call, id)).status).toBe(200);
    expect(await whoIs(4)).toEqual([id]);
    const photo = await host.db.selectFrom('report_file').select('face').where('sha256', '=', added.sha256).execute();
    expect(photo).toEqual([{ face: 'enrolled' }]);
  });

  it.each([
    ['of a photo that the report does not show', 200, () => ({ faces: [faceFor('f'.repeat(64), 5)] })],
    ['of another pipeline', 200, (photo?: string) => ({ faces: [{ ...faceFor(photo, 5), model: 'another-1' }] })],
    [
      'that is no template',
      400,
      (photo?: string) => ({ faces: [{ ...faceFor(photo, 5), descriptor: Array(128).fill(0) }] }),
    ],
  ])('is not taken %s', async (_, status, input) => {
    const { id, hashes } = await posted(['several'], owner);
    expect(await change(id, owner, input(hashes[0]))).toBe(status);
    expect(await whoIs(5)).toEqual([]);
    expect((await told(id)).facesToChoose).toEqual(hashes);
  });

  it('is asked for on the photo thirty times an hour, since that takes the server a while; other changes go on', async () => {
    const { id, hashes } = await posted(['several'], owner);
    const answers: number[] = [];
    for (let i = 0; i < 31; i++) answers.push(await change(id, owner, { faces: [faceFor(hashes[0], i)] }));
    expect(answers).toEqual([...Array(30).fill(200), 429]);
    expect(await change(id, owner, { title: 'She wears a green scarf' })).toBe(200);
  });

  it('is taken of who is protected as of anybody, whom nobody finds by it', async () => {
    const { id, hashes } = await posted(['several'], owner);
    const hidden = { hidden_for: 'protected', hidden_at: new Date() } as const;
    await host.db.updateTable('report').set(hidden).where('id', '=', id).execute();
    expect(await change(id, owner, { faces: [faceFor(hashes[0], 6)] })).toBe(200);
    expect([await told(id), await whoIs(6)]).toEqual([{}, []]);
    expect((await owner.call('GET', `/report/${id}`)).body.data.status).toBe('published');
  });
});
