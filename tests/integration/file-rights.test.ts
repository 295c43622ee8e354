/** A hash is a name, not a right: what a stalker or a thief gets with the hash of a photo that is not theirs. */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENVELOPE } from '../../contract/envelope.ts';
import { endpoints } from '../../contract/protocol.ts';
import { lookAtFiles, removeUnnamed } from '../../server/files/jobs.ts';
import { eraseReport } from '../../server/reports/store.ts';
import type { Photo } from '../../src/store/files.ts';
import {
  bring,
  bytesOf,
  makePhoto,
  makeVideo,
  newReport,
  openDevice,
  startHost,
  type TestHost,
} from '../support/client.ts';
import { withEither } from '../support/databases.ts';
import { type Person, personOf, postItem } from '../support/items.ts';
import { saveReport } from '../support/made.ts';
import { publishReport } from '../support/publish.ts';

const ANONYMOUS_MB = 3;
const ROLES = ['poster', 'finder', 'volunteer', 'officer', 'moderator', 'admin', undefined] as const;

withEither('rights to files', (database) => {
  let host: TestHost;
  let victim: Person;
  let thief: Person;
  let nobody: Person;
  let photo: Photo;
  let seed = 500;
  const onDisk = (folder: string, sha256 = photo.sha256) =>
    readdirSync(join(host.filesDir, folder)).filter((name) => name.startsWith(sha256));
  const read = async (who: Person, path = `/files/${photo.sha256}`) => {
    const headers = who.token ? { authorization: who.token } : {};
    return host.app().inject({ url: path, headers });
  };
  const statusOf = async (who: Person, path?: string) => (await read(who, path)).statusCode;
  const put = (path: string, payload: Buffer, who = nobody) =>
    host.app().inject({
      method: 'PUT',
      url: path,
      payload,
      headers: { 'content-type': 'application/octet-stream', ...(who.token ? { authorization: who.token } : {}) },
    });
  /** A report about a person, by somebody or by nobody. */
  async function reportOf(who: Person, named: { photos?: string[]; videos?: string[] }) {
    const { upload, id, opId } = newReport();
    const { status, body } = await who.call('POST', '/api/face/uploadLostFoundPerson', {
      ...upload,
      ...named,
      id,
      opId,
    });
    expect([status, body?.code]).toEqual([200, undefined]);
    return { id, opId };
  }
  /** The victim's published report with its photo. */
  async function published() {
    const report = await reportOf(victim, { photos: [photo.sha256] });
    expect(await bring(host, photo, victim)).toBe(200);
    await publishReport(host, report.id);
    return report;
  }
  const missing = async (opId: string) => (await nobody.call('GET', `/receipts/${opId}`)).body.missing;
  const erase = async (id: string) => {
    await host.db.transaction().execute((tx) => eraseReport(tx, id));
    await host.app().jobs.idle();
  };

  beforeAll(async () => {
    host = await startHost(database, { ANONYMOUS_MB: String(ANONYMOUS_MB) });
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    await host.empty();
    photo = await makePhoto(seed++);
    [victim, thief, nobody] = [await personOf(host, 'poster'), await personOf(host, 'finder'), await personOf(host)];
  });

  it('is kept by a browser only where anybody may see it, and never by that of its owner', async () => {
    const kept = async (who: Person) => (await read(who)).headers['cache-control'];
    const { id } = await reportOf(victim, { photos: [photo.sha256] });
    await bring(host, photo, victim);
    expect(await kept(victim)).toBe('no-store');
    await publishReport(host, id);
    expect([await kept(nobody), await kept(thief)]).toEqual(Array(2).fill('private, max-age=3600'));
    // From a change of this its owner could tell that somebody is protected.
    expect(await kept(victim)).toBe('no-store');
  });

  it('an envelope by the hash of a photo takes nothing away, and learns nothing', async () => {
    await published();
    const size = photo.blob.size;
    for (const [query, payload] of [
      [`offset=${size}&total=${size}`, Buffer.alloc(0)],
      [`offset=0&total=3`, Buffer.from('abc')],
      [`offset=0&total=${size}`, await bytesOf(photo)],
    ] as const)
      await put(`/envelopes/${photo.sha256}?${query}`, payload);
    expect((await nobody.call('GET', `/envelopes/${photo.sha256}`)).body.received).toBe(0);
    expect(onDisk('whole')).toEqual([photo.sha256]);
    expect(await statusOf(nobody)).toBe(200);
    expect((await put(`/envelopes/${photo.sha256}?offset=0&total=3`, Buffer.from('abc'))).statusCode).toBe(200);
  });

  it('named in another’s report, note, claim and message it keeps nothing and shows nothing after its owner took it back', async () => {
    const { id } = await published();
    const about = await postItem(host, victim, { reportType: 'found' });
    const own = await postItem(host, thief, { photos: [photo.sha256] });
    const asked = { reportId: about.id, opId: randomUUID() };
    const note = { ...asked, kind: 'information', text: 'Look', photos: [photo.sha256] };
    expect((await thief.call('POST', `/report/${about.id}/notes`, note)).status).toBe(200);
    const talk = (await thief.call('POST', '/conversations', { ...asked, opId: randomUUID(), text: 'Hello' })).body
      .data;
    const words = { id: randomUUID(), opId: randomUUID(), conversationId: talk.id, photo: photo.sha256 };
    expect((await thief.call('POST', `/conversations/${talk.id}/messages`, words)).status).toBe(200);
    await reportOf(thief, { videos: [photo.sha256] });

    expect(await statusOf(thief)).toBe(200); // as everybody, while its owner shows it
    await victim.call('PUT', `/report/${id}`, { id, status: 'withdrawn' });
    for (const who of [victim, thief, nobody]) expect(await statusOf(who)).toBe(404);
    await erase(id);
    for (const folder of ['whole', 'rendition', 'partial']) expect(onDisk(folder)).toEqual([]);
    for (const who of [victim, thief]) expect(await statusOf(who)).toBe(404);
    expect((await thief.call('GET', `/report/${own.id}`)).status).toBe(200); // their words stay
  });

  it('named as a video it gives nobody the photo as it came, with its place', async () => {
    await published();
    const both = await reportOf(thief, { videos: [photo.sha256] });
    for (const who of [thief, nobody]) expect(await statusOf(who, `/files/${photo.sha256}/video`)).toBe(404);
    // Who has the photo already and brings it as a video does not get it back either.
    expect(
      (await put(`/files/${photo.sha256}?offset=0&total=${photo.blob.size}`, await bytesOf(photo), thief)).json(),
    ).toMatchObject({ code: 'not-readable' });
    await host.db.updateTable('report_file').set({ brought_at: new Date() }).where('report_id', '=', both.id).execute();
    expect(await statusOf(thief, `/files/${photo.sha256}/video`)).toBe(404);
  });

  it('named ahead of its bytes, as a video and with garbage under it, it refuses its owner nothing', async () => {
    await reportOf(thief, { videos: [photo.sha256] });
    const anonymous = await reportOf(nobody, { videos: [photo.sha256] });
    const garbage = Buffer.alloc(photo.blob.size, 7);
    await put(`/files/${photo.sha256}?offset=0&total=${garbage.length}`, garbage.subarray(0, 500), thief);
    await put(`/files/${photo.sha256}?offset=0&total=${garbage.length}&of=${anonymous.opId}`, garbage.subarray(0, 900));
    const { id, opId } = await reportOf(victim, { photos: [photo.sha256] });
    expect((await victim.call('GET', `/files/${photo.sha256}/upload`)).body).toMatchObject({ received: 0 });
    expect(await bring(host, photo, victim)).toBe(200);
    await publishReport(host, id);
    expect([await missing(opId), await statusOf(nobody)]).toEqual([[], 200]);
    expect(await missing(anonymous.opId)).toEqual([photo.sha256]);
  });

  it('of two reports without an account only the one that it was brought for has it', async () => {
    const stalker = await reportOf(nobody, { photos: [photo.sha256] });
    const { opId } = await reportOf(nobody, { photos: [photo.sha256] });
    expect(await bring(host, photo, { of: opId })).toBe(200);
    expect([await missing(opId), await missing(stalker.opId)]).toEqual([[], [photo.sha256]]);
    const state = (of: string) => nobody.call('GET', `/files/${photo.sha256}/upload?of=${of}`);
    expect((await state(opId)).body.complete).toBe(true);
    expect((await state(stalker.opId)).body).toMatchObject({ received: 0, complete: false });
  });

  it('an app of before, which does not say for which report, brings it for each of its reports', async () => {
    const first = await reportOf(nobody, { photos: [photo.sha256] });
    expect(await bring(host, photo)).toBe(200);
    const second = await reportOf(nobody, { photos: [photo.sha256] });
    expect((await nobody.call('GET', `/files/${photo.sha256}/upload`)).body).toMatchObject({ complete: false });
    expect(await bring(host, photo)).toBe(200);
    for (const { opId } of [first, second]) expect(await missing(opId)).toEqual([]);
  });

  it('what one brought for one record counts for one’s next, and not for anybody else’s', async () => {
    await published();
    const { opId } = await reportOf(victim, { photos: [photo.sha256] });
    expect(await missing(opId)).toEqual([photo.sha256]);
    expect((await victim.call('GET', `/files/${photo.sha256}/upload`)).body).toMatchObject({ complete: true });
    expect(await missing(opId)).toEqual([]);
    await postItem(host, thief, { photos: [photo.sha256] });
    expect((await thief.call('GET', `/files/${photo.sha256}/upload`)).body).toMatchObject({
      received: 0,
      complete: false,
    });
  });

  it('no role is told whether a hash that is not theirs is known, arrived or under way', async () => {
    await published();
    const under = await makePhoto(seed++);
    await reportOf(victim, { photos: [under.sha256] });
    await put(
      `/files/${under.sha256}?offset=0&total=${under.blob.size}`,
      (await bytesOf(under)).subarray(0, 900),
      victim,
    );
    const unknown = createHash('sha256').update(randomUUID()).digest('hex');
    for (const role of ROLES) {
      const who = await personOf(host, role);
      const answers = await Promise.all(
        [photo.sha256, under.sha256, unknown].map(async (sha256) => [
          await who.call('GET', `/files/${sha256}/upload`),
          (await put(`/files/${sha256}?offset=0&total=3`, Buffer.from('abc'), who)).json(),
        ]),
      );
      expect(answers[0]).toEqual(answers[2]);
      expect(answers[1]).toEqual(answers[2]);
      expect(answers[2]?.[0]).toMatchObject({ status: 404, body: { code: 'not-found' } });
      // Nor by the words in which a file is refused.
      const asked = async (sha256: string) => (await read(who, `/files/${sha256}`)).body;
      const seesAll = role === 'officer' || role === 'moderator' || role === 'admin';
      if (!seesAll) expect(await asked(under.sha256)).toBe(await asked(unknown));
      expect((await read(who, `/avatars/${photo.sha256}`)).statusCode).toBe(404);
    }
  });

  it('nobody says by a small picture what the photo of another looks like (fault 32)', async () => {
    const { id, opId } = await reportOf(victim, { photos: [photo.sha256] });
    const stalker = await reportOf(nobody, { photos: [photo.sha256] });
    const drawn = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#f00' } })
      .webp()
      .toBuffer();
    expect((await put(`/files/${photo.sha256}/thumb?of=${stalker.opId}`, drawn)).statusCode).toBe(200);
    for (const one of [id, stalker.id]) await publishReport(host, one);
    expect((await read(nobody, `/files/${photo.sha256}?of=${id}`)).statusCode).toBe(404);
    const honest = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0f0' } })
      .webp()
      .toBuffer();
    expect((await put(`/files/${photo.sha256}/thumb?of=${opId}`, honest)).json()).toEqual({ kept: true });
    await host.db.updateTable('report_file').set({ unseen_at: null }).where('report_id', '=', id).execute(); // looked at
    const shown = await read(nobody, `/files/${photo.sha256}?of=${id}`);
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(40);
  });

  it('an avatar is kept without the place that the camera wrote into it', async () => {
    const api = openDevice(host.fetch);
    api.token = victim.token;
    const files = { avatar: photo.blob };
    const { user } = await api.api.call(endpoints.updateUser, { id: victim.userId, name: 'Asha Devi' }, { files });
    api.close();
    const [, worn = ''] = /([0-9a-f]{64})/.exec(JSON.stringify(user)) ?? [];
    expect(readFileSync(join(host.filesDir, 'whole', worn)).includes('SecretPhone')).toBe(false);
  });

  describe('a photo that rots on the server’s disk (fault 45)', () => {
    const spoil: Record<string, (path: string) => void> = {
      flipped: (path) => {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
        writeFileSync(path, bytes);
      },
      cut: (path) => truncateSync(path, 100),
      deleted: (path) => rmSync(path),
    };
    it.each(Object.keys(spoil))('%s counts as missing, is no failure, and is sent again by who has it', async (how) => {
      const device = openDevice(host.fetch);
      const report = newReport({}, { photos: [photo] });
      await saveReport(device.db, report);
      await device.sync.run();
      await publishReport(host, report.id);
      expect(await missing(report.opId)).toEqual([]);
      spoil[how]?.(join(host.filesDir, 'whole', photo.sha256));
      expect(await statusOf(nobody)).toBe(404);
      expect(await missing(report.opId)).toEqual([photo.sha256]);
      device.clock += 60_000;
      await device.sync.run(); // is told what is missing
      await device.sync.run();
      expect([await missing(report.opId), await statusOf(nobody)]).toEqual([[], 200]);
      expect(onDisk('rotten')).toEqual([]);
      device.close();
    });

    it('is found by looking, though its small pictures are fine, and a cut small picture is made again', async () => {
      const { opId } = await published();
      expect(await statusOf(nobody)).toBe(200);
      const [full = ''] = onDisk('rendition');
      truncateSync(join(host.filesDir, 'rendition', full), 40);
      expect((await sharp((await read(nobody)).rawPayload).metadata()).width).toBe(64);
      spoil.flipped?.(join(host.filesDir, 'whole', photo.sha256));
      expect(await missing(opId)).toEqual([]);
      await lookAtFiles(host.db, host.files)({});
      expect(await missing(opId)).toEqual([photo.sha256]);
      expect(await statusOf(nobody)).toBe(200); // what was made of it before is still shown
      expect(await bring(host, photo, victim)).toBe(200);
      expect(await missing(opId)).toEqual([]);
    });
  });

  describe('a file that an older version kept as it came', () => {
    const place = () => join(host.filesDir, 'whole', photo.sha256);
    const rowOf = (sha256: string) =>
      host.db.selectFrom('file').select('bytes').where('sha256', '=', sha256).executeTakeFirst();
    async function asItCame(file: Photo): Promise<Buffer> {
      const bytes = await bytesOf(file);
      writeFileSync(join(host.filesDir, 'whole', file.sha256), bytes);
      await host.db.updateTable('file').set({ bytes: bytes.length }).where('sha256', '=', file.sha256).execute();
      return bytes;
    }

    it('is made anew by looking, without what its camera wrote, is shown as before, and only once', async () => {
      const { opId } = await published();
      expect((await asItCame(photo)).includes('SecretPhone')).toBe(true);
      expect([await statusOf(nobody), await missing(opId)]).toEqual([200, []]);
      await lookAtFiles(host.db, host.files)({});
      const kept = readFileSync(place());
      expect(kept.includes('SecretPhone')).toBe(false);
      expect(await host.files.verify(photo.sha256)).toEqual({ sound: true, asItCame: false, bytes: kept.length });
      expect([(await rowOf(photo.sha256))?.bytes, await statusOf(nobody), await missing(opId)]).toEqual([
        kept.length,
        200,
        [],
      ]);
      await lookAtFiles(host.db, host.files)({});
      expect(readFileSync(place())).toEqual(kept);
    });

    it('does not count as missing, however its making anew is stopped', async () => {
      const { opId } = await published();
      await asItCame(photo);
      for (const at of ['deleteFrom', 'transaction', 'place'] as const) {
        const { renew } = host.files;
        const db = new Proxy(host.db, {
          get: (real, what) => {
            if (what === at && at !== 'place') throw new Error('killed');
            const value: unknown = Reflect.get(real, what);
            return typeof value === 'function' ? value.bind(real) : value;
          },
        });
        if (at === 'place')
          host.files.renew = async (sha256) => {
            const whole = await renew(sha256);
            return whole && { ...whole, place: () => whole.place().then(() => Promise.reject(new Error('killed'))) };
          };
        await expect(lookAtFiles(db, host.files)({})).rejects.toThrow('killed');
        host.files.renew = renew;
        expect([at, await missing(opId)]).toEqual([at, []]);
      }
      await lookAtFiles(host.db, host.files)({});
      expect([readFileSync(place()).includes('SecretPhone'), await missing(opId)]).toEqual([false, []]);
    });

    it('that is no photo any more that could be opened stays, for its bytes are all that is left', async () => {
      const { opId } = await published();
      const bytes = Buffer.from('\xff\xd8\xff no picture', 'latin1');
      const odd = { sha256: createHash('sha256').update(bytes).digest('hex'), blob: new Blob([bytes]) };
      await host.db.updateTable('report_file').set({ sha256: odd.sha256 }).execute();
      await asItCame(odd);
      await lookAtFiles(host.db, host.files)({});
      expect([readFileSync(join(host.filesDir, 'whole', odd.sha256)), await missing(opId)]).toEqual([bytes, []]);
    });
  });

  describe('a photo that is removed in the moment in which another names it', () => {
    /** Do `work` when the removal has looked and is about to remove; it waits for a while, for what does not wait for it. */
    function atRemoval(work: () => Promise<unknown>): { done: Promise<unknown> } {
      const racing: { done: Promise<unknown> } = { done: Promise.resolve() };
      const { keepOnly } = host.files;
      host.files.keepOnly = async (sha256, kept) => {
        host.files.keepOnly = keepOnly;
        racing.done = work();
        await Promise.race([racing.done, new Promise((resolve) => setTimeout(resolve, 300))]);
        await keepOnly(sha256, kept);
      };
      return racing;
    }

    it('stays, when its bytes are just being brought for that', async () => {
      const { id } = await published();
      const { opId } = await reportOf(thief, { photos: [photo.sha256] });
      await host.db.transaction().execute((tx) => eraseReport(tx, id));
      const racing = atRemoval(() => bring(host, photo, thief));
      await removeUnnamed(host.db, host.files, [photo.sha256]);
      expect(await racing.done).toBe(200);
      expect([await missing(opId), onDisk('whole')]).toEqual([[], [photo.sha256]]);
    });

    it('stays, when it comes inside of the call that names it', async () => {
      const images = [`data:image/jpeg;base64,${(await bytesOf(photo)).toString('base64')}`];
      const first = await postItem(host, victim, { images });
      const [sha256 = ''] = first.photos;
      await host.db.transaction().execute((tx) => eraseReport(tx, first.id));
      const racing = atRemoval(() => postItem(host, thief, { images }));
      await removeUnnamed(host.db, host.files, [sha256]);
      await racing.done;
      expect(existsSync(join(host.filesDir, 'whole', sha256))).toBe(true);
    });
  });

  describe('a disk that somebody would fill without an account', () => {
    const MIB = 1024 * 1024;
    const envelope = async (bytes: number) => {
      const { id } = (await nobody.call('GET', '/envelopes/key')).body;
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const noise = randomBytes(bytes);
      noise.set([...ENVELOPE.magic, 1]);
      noise.set(Buffer.from(id, 'hex'), ENVELOPE.key);
      noise.set(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)), ENVELOPE.ephemeral);
      return noise;
    };
    const putEnvelope = (bytes: Buffer) =>
      put(`/envelopes/${randomBytes(32).toString('hex')}?offset=0&total=${50 * MIB}`, bytes);

    it('finds that of what cannot be an envelope nothing is kept, from its first piece on', async () => {
      for (let i = 0; i < 4; i++) {
        const answer = await putEnvelope(randomBytes(MIB));
        expect(answer.json()).toMatchObject({ received: 0, outcome: 'refused', code: 'not-readable' });
      }
      expect(readdirSync(join(host.filesDir, 'envelope'))).toEqual([]);
    });

    it('may leave so many unfinished envelopes an hour and is then asked to wait, and nobody with an account is', async () => {
      const answers = [];
      for (let i = 0; i < ANONYMOUS_MB + 1; i++) answers.push(await putEnvelope(await envelope(MIB)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 429]);
      expect(answers[3]?.json().code).toBe('too-many');
      expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await host.app().inject({ url: '/envelopes/key' })).statusCode).toBe(200);
    });

    it('may bring so many bytes an hour for reports without an account; an account goes on', async () => {
      const films = Array.from({ length: ANONYMOUS_MB + 1 }, () => makeVideo(MIB));
      const { opId } = await reportOf(nobody, { videos: films.slice(0, 3).map(({ sha256 }) => sha256) });
      const statuses = [];
      for (const film of films.slice(0, 3)) statuses.push(await bring(host, film, { of: opId }));
      expect(statuses).toEqual([200, 200, 429]);
      await reportOf(victim, { videos: [films[3]?.sha256 ?? ''] });
      expect(await bring(host, films[3] as Photo, victim)).toBe(200);
    });

    it('has room left for a photo behind a video that was too much, and none taken by what no file can be', async () => {
      const films = [makeVideo(2 * MIB), makeVideo(2 * MIB)];
      const named = { photos: [photo.sha256], videos: films.map(({ sha256 }) => sha256) };
      const { opId } = await reportOf(nobody, named);
      const statuses = [];
      for (const film of films) statuses.push(await bring(host, film, { of: opId }));
      const address = `/files/${photo.sha256}?offset=0&of=${opId}`;
      for (const total of [2e9, 1e16]) {
        const headers = { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' };
        const payload = Readable.from([Buffer.alloc(10)]);
        const url = `${address}&total=${total}`;
        statuses.push((await host.app().inject({ method: 'PUT', url, headers, payload })).statusCode);
      }
      statuses.push(await bring(host, photo, { of: opId }));
      expect(statuses).toEqual([200, 429, 413, 413, 200]);
    });
  });
});
