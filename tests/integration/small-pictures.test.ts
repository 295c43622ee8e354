/** A small picture of each photo goes ahead, so that a report on a slow link is recognised before its photos are there. */

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_THUMB_BYTES } from '../../contract/file.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Photo } from '../../src/store/files.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { pushOutbox } from '../../src/sync/push.ts';
import { approve } from '../support/approve.ts';
import { portrait } from '../support/camera.ts';
import { bring, type Device, newReport, openDevice, photoOf, startHost, type TestHost } from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { type Person, personOf } from '../support/items.ts';
import { saveReport } from '../support/made.ts';
import { publishReport } from '../support/publish.ts';

const thumbOf = async (photo: Blob): Promise<Blob> => {
  const small = sharp(Buffer.from(await photo.arrayBuffer()))
    .resize(96, 96)
    .webp({ quality: 30 });
  return new Blob([new Uint8Array(await small.toBuffer())]);
};

withDatabases('small pictures', (database) => {
  let host: TestHost;
  let device: Device;
  let photos: Photo[];
  const push = () => pushOutbox({ db: device.db, api: device.api, now: () => device.clock, random: () => 0, thumbOf });

  beforeAll(async () => {
    host = await startHost(database);
    photos = [photoOf(await portrait('women/6.jpg')), photoOf(await portrait('men/6.jpg'))];
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    device?.close();
    await host.empty();
    for (const { sha256 } of photos) await host.files.remove(sha256);
    device = openDevice((...request) => host.fetch(...request));
  });

  it('goes after all texts and before all photos, and the report shows it until the photo is whole (fault 32)', async () => {
    const reports = photos.map((photo) => newReport({}, { photos: [photo] }));
    for (const report of reports) await saveReport(device.db, report);
    let isStalled = true;
    device.link.fate = ({ method, path }) =>
      isStalled && method === 'PUT' && !path.endsWith('/thumb') ? 'busy' : undefined;
    await push();
    const kinds = device.link.sent.map(({ path }) =>
      path === '/sync/ops' ? 'texts' : path.endsWith('/thumb') ? 'small' : 'photo',
    );
    expect(kinds.slice(0, 4)).toEqual(['texts', 'small', 'small', 'photo']);

    const [report, photo] = [reports[0], photos[0]];
    if (!report || !photo) throw new Error('there are two');
    const read = (of = `&of=${report.id}`) => host.app().inject({ url: `/files/${photo.sha256}?size=thumb${of}` });
    expect((await read()).statusCode).toBe(404); // not looked at yet: nobody sees it, small or whole
    await publishReport(host, report.id);
    const small = await read();
    expect([small.statusCode, small.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await sharp(small.rawPayload).metadata()).width).toBe(96);
    expect((await read('')).statusCode).toBe(404); // by its name alone it would be no report's
    const { missing } = await device.api.call(endpoints.receiptOf, { opId: report.opId });
    expect(missing).toEqual([photo.sha256]); // a small picture is no photo

    isStalled = false;
    device.clock += 60_000;
    await push();
    expect((await queue(device.db)).length).toBe(0);
    expect((await read()).statusCode).toBe(404); // a small picture may have been made of another one: this one is looked at too
    const moderator = await personOf(host, 'moderator');
    expect((await approve(moderator.call, report.id)).status).toBe(200);
    const whole = await read();
    expect((await sharp(whole.rawPayload).metadata()).width).toBe(192);
    expect((await read('')).rawPayload).toEqual(whole.rawPayload);
    expect(await host.files.provisional(photo.sha256, report.id)).toBeUndefined();
    expect(device.link.sent.filter(({ path }) => path.endsWith('/thumb'))).toHaveLength(2);
  });

  it('is shown of the report that it was sent for alone: two that name one photo never show each other’s, to nobody', async () => {
    const [photo] = photos;
    if (!photo) throw new Error('there are two');
    const [owner, other] = [await personOf(host, 'poster'), await personOf(host, 'poster')];
    const [moderator, officer] = [await personOf(host, 'moderator'), await personOf(host, 'officer')];
    const nobody = await personOf(host);
    const post = async (of: Person, edge: number, change: object = {}) => {
      const { upload, id, opId } = newReport({ lostPersonAge: '30', ...change });
      const body = { ...upload, id, opId, photos: [photo.sha256] };
      expect((await of.call('POST', '/api/face/uploadLostFoundPerson', body)).status).toBe(200);
      const create = { width: edge, height: edge, channels: 3, background: '#fff' } as const;
      const url = `/files/${photo.sha256}/thumb?of=${opId}`;
      const headers = { 'content-type': 'application/octet-stream' };
      const payload = await sharp({ create }).webp().toBuffer();
      expect((await host.app().inject({ method: 'PUT', url, headers, payload })).json()).toEqual({ kept: true });
      return id;
    };
    // A child, whom the public never sees, came first, with another picture of the same name.
    const child = await post(owner, 40, { lostPersonAge: '9' });
    const adult = await post(other, 60);
    /** How wide the picture is that they get of each, and by the name of the photo alone. */
    const seen = async (who: Person) => {
      const one = async (of: string) => {
        const url = `/files/${photo.sha256}?size=thumb${of}`;
        const answer = await host.app().inject({ url, headers: who.token ? { authorization: who.token } : {} });
        return answer.statusCode === 200 ? (await sharp(answer.rawPayload).metadata()).width : undefined;
      };
      return [await one(`&of=${child}`), await one(`&of=${adult}`), await one('')];
    };
    expect(await seen(owner)).toEqual([40, undefined, undefined]);
    expect(await seen(other)).toEqual([undefined, 60, undefined]);
    for (const who of [moderator, officer, nobody]) expect(await seen(who)).toEqual([undefined, undefined, undefined]);
    expect((await approve(moderator.call, adult)).status).toBe(200);
    expect(await seen(moderator)).toEqual([40, 60, undefined]); // both were on the page of the queue
    expect(await seen(nobody)).toEqual([undefined, 60, undefined]);
    expect(await seen(owner)).toEqual([40, 60, undefined]);
    expect((await officer.call('POST', `/report/${child}/open`, { reason: 'case' })).status).toBe(200);
    expect(await seen(officer)).toEqual([40, 60, undefined]);
    // Nor does the one whose bytes come speak for the other: a reviewer of that one has not seen them as its.
    expect(await bring(host, photo, owner)).toBe(200);
    expect(await seen(owner)).toEqual([192, 60, 192]);
    expect(await seen(moderator)).toEqual([192, 60, 192]);
    expect(await seen(nobody)).toEqual([undefined, 60, undefined]);
  });

  it('is taken only from the device that made the report, small, once, and as a picture', async () => {
    const [photo] = photos;
    if (!photo) throw new Error('there are two');
    const report = newReport({}, { photos: [photo] });
    await saveReport(device.db, report);
    device.link.fate = ({ method }) => (method === 'PUT' ? 'busy' : undefined);
    await device.push();
    device.link.fate = () => undefined;
    const put = (of: string, body: Blob) =>
      device.api.call(endpoints.putThumb, { sha256: photo.sha256, of }, { body }).then(
        ({ kept }) => kept,
        (error: { code?: string }) => error.code,
      );
    const small = await thumbOf(photo.blob);
    expect(await put(randomUUID(), small)).toBe('not-found');
    expect(await put(report.opId, new Blob(['<svg/>']))).toBe('not-readable');
    expect(await put(report.opId, new Blob([new Uint8Array(MAX_THUMB_BYTES + 1)]))).toBe('too-large');
    expect(await put(report.opId, small)).toBe(true);
    expect(await put(report.opId, small)).toBe(false);
  });

  it('is left out for a server that knows none of it, and the photos arrive all the same', async () => {
    await saveReport(device.db, newReport({}, { photos }));
    const old = openDevice(async (input, init) =>
      String(input).endsWith('/thumb')
        ? new Response('{"code":"not-found","message":""}', {
            status: 404,
            headers: { 'content-type': 'application/json' },
          })
        : host.fetch(input, init),
    );
    await saveReport(old.db, newReport({}, { photos }));
    await pushOutbox({ db: old.db, api: old.api, now: () => old.clock, random: () => 0, thumbOf });
    expect((await queue(old.db)).length).toBe(0);
    old.close();
    for (const { sha256 } of photos) expect(await host.files.state(sha256)).toMatchObject({ complete: true });
  });
});
