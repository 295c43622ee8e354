/** The life of a report: saved on a phone, received, published, read by another; and the call that old clients make. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '../../contract/protocol.ts';
import { encodeTemplate, TEMPLATE_VERSION } from '../../match/template.ts';
import { findOwnReport } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import {
  type Device,
  faceOf,
  makePhoto,
  newReport,
  openDevice,
  signIn,
  startHost,
  type TestHost,
  withFace,
} from '../support/client.ts';
import { untilReadable, withDatabases } from '../support/databases.ts';
import { personOf } from '../support/items.ts';
import { saveReport } from '../support/made.ts';
import { publishReport } from '../support/publish.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const faceIn = (photo: string, descriptor: readonly number[]) => ({ photo, descriptor, model: TEMPLATE_VERSION });

withDatabases('reports', (database) => {
  let host: TestHost;
  let devices: Device[] = [];
  const open = (token?: string): Device => {
    const device = openDevice((...request) => host.fetch(...request));
    device.token = token;
    devices.push(device);
    return device;
  };
  const publish = (id: string) => publishReport(host, id);
  const post = (payload: object, headers: Record<string, string> = {}) =>
    host.app().inject({ method: 'POST', url: '/api/face/uploadLostFoundPerson', payload, headers });

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    for (const device of devices) device.close();
    devices = [];
    await host.empty();
  });

  it('goes from saved to received with a number, to published, to another device with its photo', async () => {
    const [maker, other] = [open(), open()];
    const photo = await makePhoto(1);
    const report = newReport(withFace(faceOf(1)), { photos: [photo] });
    await saveReport(maker.db, report);
    expect(await findOwnReport(maker.db, report.id)).not.toHaveProperty('receipt');

    expect(await maker.sync.run()).toBe(true);
    expect(await queue(maker.db)).toEqual([]);
    expect(await findOwnReport(maker.db, report.id)).toMatchObject({
      receipt: { opId: report.opId, number: expect.stringMatching(/^W-[0-9A-Z]{4}-[0-9A-Z]{2}$/) },
      status: 'pending_review',
    });
    expect(maker.told.filter(({ sending }) => sending).map(({ sending }) => sending?.entityId)).toContain(report.id);

    await untilReadable(host.db);
    await other.sync.run();
    expect(await other.db.record.count()).toBe(0);

    await publish(report.id);
    await untilReadable(host.db);
    await other.sync.run();
    const row = await other.db.record.get(report.id);
    expect(row?.view).toMatchObject({ subject: { name: 'Asha Devi' }, photos: [photo.sha256], region: 'Ludhiana' });
    expect(JSON.stringify(row)).not.toContain('98140');
    expect((await other.db.thumb.get(photo.sha256))?.blob.size).toBeGreaterThan(0);

    maker.clock += 60_000;
    await maker.sync.run();
    expect(await findOwnReport(maker.db, report.id)).toMatchObject({ status: 'published', reviewed: true });
  });

  it('says who it is by the raw token and by "Bearer x", and refuses a token that it does not know (A4, R322)', async () => {
    const { token, userId } = await signIn(host.db, 'poster');
    for (const authorization of [token, `Bearer ${token}`, `bearer  ${token}`]) {
      const { upload, id, opId } = newReport();
      const answer = await post({ ...upload, id, opId }, { authorization });
      expect([answer.statusCode, answer.json().data.phoneNumber]).toEqual([200, '+91 98140 12345']); // its owner sees all
    }
    const rows = await host.db.selectFrom('report').select('owner_id').execute();
    expect(rows.map((row) => row.owner_id)).toEqual([userId, userId, userId]);
    const stranger = await post(newReport().upload, { authorization: randomUUID() });
    expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'sign-in-needed']);
    await host.db
      .updateTable('session')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await post(newReport().upload, { authorization: token })).statusCode).toBe(401);
    expect(await host.db.selectFrom('report').select('id').execute()).toHaveLength(3);
  });

  it('answers a replay with the same receipt, however often and by however many it comes', async () => {
    const device = open();
    const { upload, id, opId } = newReport();
    const call = () => device.api.call(endpoints.uploadLostFoundPerson, { ...upload, id, opId }, { opId });
    const first = await call();
    const replays = await Promise.all(Array.from({ length: 8 }, call));
    for (const replay of replays) expect(replay.receipt).toEqual(first.receipt);
    expect(await host.db.selectFrom('report').select('number').execute()).toEqual([{ number: first.receipt.number }]);
    expect(await host.db.selectFrom('history').select('id').execute()).toHaveLength(1);
  });

  it('refuses the same op with another body and the same report by another op, and believes the body where a proxy has changed the header (fault 39)', async () => {
    const { upload, id, opId } = newReport();
    expect((await post({ ...upload, id, opId })).statusCode).toBe(200);
    const cases = [
      await post({ ...upload, id, opId, title: 'Another' }),
      await post({ ...upload, id, opId: randomUUID() }),
    ];
    expect(cases.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [409, 'conflict'],
      [409, 'conflict'],
    ]);
    const twice = await post({ ...upload, id, opId }, { 'idempotency-key': randomUUID() });
    expect([twice.statusCode, twice.json().receipt.opId]).toEqual([200, opId]);
    expect(await host.db.selectFrom('report').select('title').execute()).toEqual([{ title: upload.title }]);
    // The refused op left no receipt, so it is not taken for received.
    expect(await host.db.selectFrom('receipt').select('op_id').execute()).toEqual([{ op_id: opId }]);
  });

  describe('from an old client', () => {
    const literal = async () => ({
      photo: `data:image/jpeg;base64,${Buffer.from(await (await makePhoto(2)).blob.arrayBuffer()).toString('base64')}`,
      type: 'lost',
      name: 'Ravi',
      title: 'Lost at the fair',
      lostPersonName: 'Ravi',
      lostPersonAge: '41',
      clothColor: 'White',
      region: 'Amritsar',
      timeOfLossDate: '2026-11-20',
      timeOfLossTime: '18:05',
      rewardOffer: '5000',
      phoneNumber: '9814012345',
    });

    it('is taken field for field, with the photo as a data URL and the descriptor as text (R195-R215, R343, A10, A23)', async () => {
      const list = faceOf(3);
      for (const description of [JSON.stringify(list), JSON.stringify(Float32Array.from(list))]) {
        await host.empty();
        const answer = await post({ ...(await literal()), description });
        expect(answer.statusCode).toBe(200);
        const { receipt, data } = answer.json();
        expect(receipt.number).toMatch(/^W-/);
        expect(data).toMatchObject({ id: data._id, type: 'lost', status: 'pending_review' });
        const row = await host.db.selectFrom('report').selectAll().executeTakeFirstOrThrow();
        expect(row).toMatchObject({
          name: 'Ravi',
          age_min: 41,
          age_max: 41,
          cloth_color: 'White',
          region: 'Amritsar',
          description: null,
          time_of_loss_date: '2026-11-20',
          time_of_loss_time: '18:05',
          reward_rupees: 5000,
          phone: '9814012345',
          posting_role: 'victim',
          public_photo: false,
          public_phone: false,
        });
        expect(await host.db.selectFrom('template').select('sha256').execute()).toHaveLength(1);
        const [photo] = await host.db.selectFrom('report_file').select('sha256').execute();
        expect(await host.files.state(photo?.sha256 ?? '')).toMatchObject({ complete: true });
      }
    });

    it('keeps the words of a description and never the numbers beside them (A10)', async () => {
      const numbers = JSON.stringify(faceOf(4).map((n) => Number(n.toFixed(4))));
      const texts = [`Limps. ${numbers} Speaks Hindi.`, 'Has [two] scars', '[1, 2, 3]'];
      for (const description of texts) await post({ ...(await literal()), description });
      await post({ ...(await literal()), description: numbers, descriptionText: `Limps ${numbers}` });
      const rows = await host.db.selectFrom('report').select('description').orderBy('created_at').execute();
      const [withNumbers, ...others] = rows.map((row) => row.description);
      expect(withNumbers).toBe('Limps.  Speaks Hindi.');
      expect(others).toEqual(['Has [two] scars', '[1, 2, 3]', 'Limps']);
      expect(await host.db.selectFrom('template').select('id').execute()).toHaveLength(2);
    });

    it('is answered with an id that does not give the name of its op away', async () => {
      const opId = randomUUID();
      const first = (await post({ ...(await literal()), opId })).json();
      const again = (await post({ ...(await literal()), opId })).json();
      expect([again.receipt, again.data.id]).toEqual([first.receipt, first.data.id]);
      expect((await host.app().inject(`/receipts/${opId}`)).statusCode).toBe(200);
      expect((await host.app().inject(`/receipts/${first.data.id}`)).statusCode).toBe(404);
    });

    it('is taken without its template when another pipeline made it, for those are never compared', async () => {
      const { upload } = newReport();
      const model = 'another-512-3';
      for (const face of [
        { description: JSON.stringify(faceOf(5)), model },
        { photos: [A], faces: [{ ...faceIn(A, faceOf(5)), model }] },
      ])
        expect((await post({ ...upload, ...face })).statusCode).toBe(200);
      expect(await host.db.selectFrom('template').select('id').execute()).toEqual([]);
    });

    it('has each face by the photo that shows it, and none of a photo that it does not show', async () => {
      const { upload } = newReport();
      const [shown, other, absent] = [faceOf(5), faceOf(6), faceOf(7)];
      const faces = [faceIn(B, shown), faceIn(A, other), faceIn('c'.repeat(64), absent)];
      expect((await post({ ...upload, photos: [A, B], faces })).statusCode).toBe(200);
      const rows = await host.db.selectFrom('template').select(['sha256', 'code']).execute();
      expect(new Map(rows.map(({ sha256, code }) => [sha256, Buffer.from(code)]))).toEqual(
        new Map([
          [B, Buffer.from(encodeTemplate(shown))],
          [A, Buffer.from(encodeTemplate(other))],
        ]),
      );
    });

    it('that is changed loses the face of the photo that goes, and no other', async () => {
      const poster = await personOf(host, 'poster');
      const { upload, id } = newReport();
      const named = { ...upload, id, photos: [A, B], faces: [faceIn(B, faceOf(5))] };
      expect((await poster.call('POST', '/api/face/uploadLostFoundPerson', named)).status).toBe(200);
      const left = async () =>
        (await host.db.selectFrom('template').select('sha256').execute()).map((row) => row.sha256);
      const change = async (photos: string[]) => (await poster.call('PUT', `/report/${id}`, { photos })).status;
      expect([await change([B]), await left()]).toEqual([200, [B]]);
      expect([await change([]), await left()]).toEqual([200, []]);
    });

    it('and a bad field is named in the one error shape, with nothing stored (R305-R309)', async () => {
      const good = await literal();
      const cases: [object, string][] = [
        [{ title: '  ' }, 'title'],
        [{ title: 'x'.repeat(121) }, 'title'],
        [{ name: '', lostPersonName: '' }, 'lostPersonName'],
        [{ lostPersonAge: '' }, 'lostPersonAge'],
        [{ lostPersonAge: 'old' }, 'lostPersonAge'],
        [{ lostPersonAge: 121 }, 'lostPersonAge'],
        [{ rewardOffer: -1 }, 'rewardOffer'],
        [{ type: 'seen' }, 'type'],
        [{ timeOfLossTime: '25:00' }, 'timeOfLossTime'],
        [{ timeOfLossDate: '0000-01-01' }, 'timeOfLossDate'],
        [{ region: 'a\0b' }, 'region'],
        [{ phoneNumber: 'ask me' }, 'phoneNumber'],
        [{ description: JSON.stringify(faceOf(1).slice(0, 100)) }, 'description'],
        [{ description: JSON.stringify(faceOf(1).map((n) => n * 1e200)) }, 'description'],
        [{ faces: [faceIn(A, faceOf(1).slice(0, 100))] }, 'faces'],
        [{ faces: Array.from({ length: 6 }, () => faceIn(A, faceOf(1))) }, 'faces'],
        [{ photos: Array.from({ length: 6 }, () => A) }, 'photos'],
        [{ photos: Array.from({ length: 5 }, () => A) }, 'photos'], // and the one inside of the call
        [{ opId: 'mine' }, 'opId'],
      ];
      for (const [change, field] of cases) {
        const answer = await post({ ...good, ...change });
        expect([field, answer.statusCode, answer.json().code]).toEqual([field, 400, 'bad-input']);
        expect(Object.keys(answer.json().fields)).toEqual([field]);
        expect(answer.json().message).toEqual(expect.any(String));
      }
      const broken = await post({ ...good, photo: 'data:image/png;base64,AAAA' });
      expect([broken.statusCode, broken.json().fields]).toEqual([422, { photo: 'not a picture' }]);
      expect(await host.db.selectFrom('report').select('id').execute()).toEqual([]);
      expect(await host.db.selectFrom('receipt').select('op_id').execute()).toEqual([]);
    });

    it('may give an age with a margin, no name, and the same file as photo and video (A26, A27)', async () => {
      const { upload } = newReport({ name: '', nameUnknown: true, lostPersonAge: 3, ageMargin: '5' });
      const sha256 = 'ab'.repeat(32);
      expect((await post({ ...upload, photos: [sha256, sha256], videos: [sha256] })).statusCode).toBe(200);
      const row = await host.db.selectFrom('report').select(['name', 'age_min', 'age_max']).executeTakeFirstOrThrow();
      expect(row).toEqual({ name: null, age_min: 0, age_max: 8 });
      expect(await host.db.selectFrom('report_file').select('purpose').execute()).toEqual([{ purpose: 'photo' }]);
    });
  });
});
