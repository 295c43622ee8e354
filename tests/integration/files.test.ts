/** Photos and videos on their way to the server, and what of them comes back. */

import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { VIDEO_PIECE_BYTES } from '../../contract/file.ts';
import { endpoints } from '../../contract/protocol.ts';
import { changeStatus } from '../../server/reports/store.ts';
import type { Photo } from '../../src/store/files.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { PIECE_BYTES } from '../../src/sync/push.ts';
import {
  bytesOf,
  type Device,
  makePhoto,
  makeVideo,
  newReport,
  openDevice,
  signIn,
  startHost,
  type TestHost,
} from '../support/client.ts';
import { withDatabases } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';
import { publishReport } from '../support/publish.ts';

withDatabases('files', (database) => {
  let host: TestHost;
  let device: Device;
  let big: Photo;
  const put = (sha256: string, query: string, payload: Buffer | string, type = 'application/octet-stream') =>
    host.app().inject({ method: 'PUT', url: `/files/${sha256}?${query}`, payload, headers: { 'content-type': type } });
  /** A received report that names these files; none of them has been sent. */
  async function received(photos: Photo[], videos: Photo[] = []): Promise<string> {
    const { upload, id, opId } = newReport();
    const named = { photos: photos.map(({ sha256 }) => sha256), videos: videos.map(({ sha256 }) => sha256) };
    await device.api.call(endpoints.uploadLostFoundPerson, { ...upload, ...named, id, opId });
    return id;
  }

  beforeAll(async () => {
    host = await startHost(database);
    big = await makePhoto(11, 560); // several pieces
    expect(big.blob.size).toBeGreaterThan(2 * PIECE_BYTES);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    device?.close();
    device = openDevice(host.fetch);
    await host.empty();
    await Promise.all([host.files.remove(big.sha256)]);
  });

  it('sends no photo before its text was received, and goes on where a cut upload ended', async () => {
    const report = newReport({}, { photos: [big] });
    await saveReport(device.db, report);
    const { link } = device;
    link.fate = ({ path }) => (path.startsWith('/api/') ? 'drop' : undefined);
    await expect(device.push()).rejects.toMatchObject({ code: 'network' });
    expect(link.sent.some(({ path }) => path.startsWith('/files/'))).toBe(false);

    let cuts = 0;
    link.fate = ({ method }) => (method === 'PUT' && cuts++ % 2 === 0 && cuts < 12 ? 'cut-upload' : undefined);
    for (let run = 0; run < 12 && (await queue(device.db)).length > 0; run++) {
      device.clock += 60_000;
      await device.push().catch(() => {});
    }
    expect((await queue(device.db)).length).toBe(0);
    expect(await host.files.verify(big.sha256)).toMatchObject({ sound: true, asItCame: false });
    const uploaded = link.sent.filter(({ method, status }) => method === 'PUT' && status === 200);
    expect(uploaded.length).toBeLessThanOrEqual(Math.ceil(big.blob.size / PIECE_BYTES));
  });

  it('counts every byte that arrived when the connection breaks inside of a piece, before anybody looked at it (fault 24)', async () => {
    await received([big]);
    await host.app().listen({ port: 0 });
    const { port } = host.app().server.address() as AddressInfo;
    const bytes = await bytesOf(big);
    await new Promise<void>((resolve) => {
      const path = `/files/${big.sha256}?offset=0&total=${bytes.length}`;
      const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes.length };
      const sending = request({ port, path, method: 'PUT', headers });
      sending.on('error', () => resolve());
      sending.write(bytes.subarray(0, 50_000), () => sending.destroy());
      sending.on('close', resolve);
    });
    const state = async () => device.api.call(endpoints.uploadState, { sha256: big.sha256 });
    await expect.poll(state).toMatchObject({ received: 50_000, complete: false });
    const kept = 50_000;
    const rest = await put(big.sha256, `offset=${kept}&total=${bytes.length}`, bytes.subarray(kept));
    expect(rest.json()).toEqual({ sha256: big.sha256, received: bytes.length, complete: true });
    await host.stop(); // listening ends with the app
    await host.start();
  });

  it('takes a file again from the start when the bytes under its name were others', async () => {
    const bytes = await bytesOf(big);
    const garbage = Buffer.alloc(bytes.length + 10, 1);
    for (const [sent, total] of [
      [1000, bytes.length], // begins wrongly, and the device goes on from there
      [bytes.length + 5, bytes.length + 10], // is longer than the file
    ] as const) {
      await host.empty();
      await host.files.remove(big.sha256);
      const report = newReport({}, { photos: [big] });
      const db = openDevice(host.fetch);
      await saveReport(db.db, report);
      db.link.fate = ({ method }) => (method === 'PUT' ? 'drop' : undefined);
      await expect(db.push()).rejects.toMatchObject({ code: 'network' });
      await put(big.sha256, `offset=0&total=${total}&of=${report.opId}`, garbage.subarray(0, sent));
      db.link.fate = () => undefined;
      for (let run = 0; run < 4 && (await queue(db.db)).length > 0; run++) {
        db.clock += 60_000;
        await db.push();
      }
      expect((await queue(db.db)).length).toBe(0);
      expect(await host.files.state(big.sha256)).toMatchObject({ complete: true });
      db.close();
    }
  });

  it('finishes a file of which every byte arrived and the server stopped before it had its name', async () => {
    const report = newReport({}, { photos: [big] });
    await saveReport(device.db, report);
    // As far as the device's own pieces come.
    device.link.fate = ({ method, path }) =>
      method === 'PUT' && path.startsWith('/files/') ? 'lose-answer' : undefined;
    for (let run = 0; run < 2; run++) {
      device.clock += 60_000;
      await device.push().catch(() => undefined);
    }
    device.link.fate = () => undefined;
    device.clock += 60_000;
    const [name = ''] = readdirSync(join(host.filesDir, 'partial')).filter((one) => one.startsWith(big.sha256));
    writeFileSync(join(host.filesDir, 'partial', name), await bytesOf(big));
    await device.push();
    expect((await queue(device.db)).length).toBe(0);
    expect(await host.files.state(big.sha256)).toMatchObject({ complete: true });
  });

  it('gives out a smaller rendition without the EXIF of the upload, the place above all', async () => {
    const photo = await makePhoto(12, 300);
    expect((await bytesOf(photo)).includes('SecretPhone')).toBe(true);
    const report = newReport({}, { photos: [photo] });
    await saveReport(device.db, report);
    await device.push();
    await publishReport(host, report.id);
    for (const [size, edge] of [
      ['thumb', 192],
      ['full', 300],
    ] as const) {
      const blob = await device.api.bytes(endpoints.getFile, { sha256: photo.sha256, size });
      const bytes = Buffer.from(await blob.arrayBuffer());
      const picture = await sharp(bytes).metadata();
      expect([picture.format, picture.width, picture.exif, picture.xmp]).toEqual(['webp', edge, undefined, undefined]);
      expect(bytes.includes('SecretPhone')).toBe(false);
    }
  });

  it('takes only what a report names, in its own kind and size (A25)', async () => {
    const strange = await put('c'.repeat(64), 'offset=0&total=3', 'abc');
    expect([strange.statusCode, strange.json().code]).toEqual([404, 'not-found']);
    const text = { sha256: createHash('sha256').update('<svg/>').digest('hex'), blob: new Blob(['<svg/>']) };
    const video = makeVideo(1000);
    await received([text], [video]);
    const svg = await put(text.sha256, 'offset=0&total=6', '<svg/>');
    expect([svg.statusCode, svg.json().code]).toEqual([422, 'not-readable']);
    const large = await put(text.sha256, `offset=0&total=${8 * 1024 * 1024 + 1}`, 'x');
    expect([large.statusCode, large.json().code]).toEqual([413, 'too-large']);
    const longer = await put(text.sha256, 'offset=0&total=3', '<svg/>');
    expect([longer.statusCode, longer.json().code]).toEqual([413, 'too-large']);
    const kept = await put(video.sha256, 'offset=0&total=1000', await bytesOf(video));
    expect(kept.json()).toMatchObject({ complete: true });
    expect((await host.app().inject(`/files/${video.sha256}`)).statusCode).toBe(404); // it is no photo
  });

  it('gives a whole video out in pieces, none before all of it is here, and to nobody who does not see all (A25)', async () => {
    const video = makeVideo(2 * VIDEO_PIECE_BYTES + 5);
    const bytes = await bytesOf(video);
    const { token } = await signIn(host.db, 'finder');
    const asked = (from: number, authorization = token) =>
      host.app().inject({ url: `/files/${video.sha256}/video?from=${from}`, headers: { authorization } });
    const { upload, id, opId } = newReport();
    const headers = { authorization: token };
    const payload = { ...upload, photos: [], videos: [video.sha256], id, opId };
    const sent = await host
      .app()
      .inject({ method: 'POST', url: endpoints.uploadLostFoundPerson.path, headers, payload });
    expect(sent.statusCode).toBe(200);
    await put(video.sha256, `offset=0&total=${bytes.length}&of=${opId}`, bytes.subarray(0, 100));
    expect((await asked(0)).statusCode).toBe(404);
    await put(video.sha256, `offset=100&total=${bytes.length}&of=${opId}`, bytes.subarray(100));

    const pieces: Buffer[] = [];
    for (let from = 0; from < bytes.length; from += pieces.at(-1)?.length ?? 0)
      pieces.push((await asked(from)).rawPayload);
    expect(pieces.map(({ length }) => length)).toEqual([VIDEO_PIECE_BYTES, VIDEO_PIECE_BYTES, 5]);
    const played = Buffer.concat(pieces);
    expect(played.length).toBe(bytes.length);
    // The pictures as they were filmed; when, is no longer in it.
    expect(
      played.subarray(0, 2 * VIDEO_PIECE_BYTES - 1000).equals(bytes.subarray(0, 2 * VIDEO_PIECE_BYTES - 1000)),
    ).toBe(true);
    expect((await asked(bytes.length)).statusCode).toBe(404); // no more of it: an empty file would look like a proxy’s
    expect((await asked(-1)).statusCode).toBe(400);
    expect((await asked(0, (await signIn(host.db, 'finder')).token)).statusCode).toBe(404);
  });

  it('refuses a body of another type and a place outside of the file, and keeps what it has', async () => {
    await received([big]);
    await put(big.sha256, `offset=0&total=${big.blob.size}`, (await bytesOf(big)).subarray(0, 5000));
    const answers = [
      await put(big.sha256, `offset=5000&total=${big.blob.size}`, '{}', 'application/json'),
      await put(big.sha256, `offset=5000&total=${big.blob.size}`, 'abc', 'text/plain'),
      await put(big.sha256, `offset=-1&total=${big.blob.size}`, 'abc'),
      await put(big.sha256, 'offset=0.5&total=9', 'abc'),
      await put(big.sha256, 'offset=0&total=0', ''),
      await put(big.sha256, 'offset=x&total=y', 'abc'),
    ];
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad-input']);
    const late = await put(big.sha256, `offset=0&total=${big.blob.size}`, 'abc'); // already here: changes nothing
    expect(late.json()).toEqual({ sha256: big.sha256, received: 5000, complete: false });
  });

  it('takes of a piece that begins too early what is missing, and of one that leaves a gap nothing (fault 24)', async () => {
    await received([big]);
    const bytes = await bytesOf(big);
    const send = async (from: number, to: number) =>
      (await put(big.sha256, `offset=${from}&total=${bytes.length}`, bytes.subarray(from, to))).json();
    expect(await send(0, 90_000)).toMatchObject({ received: 90_000 });
    expect(await send(10_000, 20_000)).toMatchObject({ received: 90_000, complete: false });
    expect(await send(90_001, 120_000)).toMatchObject({ received: 90_000, complete: false });
    expect(await send(20_000, 120_000)).toMatchObject({ received: 120_000, complete: false });
    expect(await send(119_999, bytes.length)).toMatchObject({ received: bytes.length, complete: true });
  });

  it('keeps the pieces of two devices that send the same photo apart', async () => {
    await received([big]);
    const bytes = await bytesOf(big);
    const send = async () => {
      for (let at = 0, done = false; !done; ) {
        const piece = bytes.subarray(at, at + PIECE_BYTES);
        ({ received: at, complete: done } = (
          await put(big.sha256, `offset=${at}&total=${bytes.length}`, piece)
        ).json());
      }
    };
    await Promise.all([send(), send(), send()]);
    expect(await host.files.verify(big.sha256)).toMatchObject({ sound: true, asItCame: false });
  });

  it('sends a photo again that the server has lost, as long as the report is followed', async () => {
    const photo = await makePhoto(13);
    const report = newReport({}, { photos: [photo] });
    await saveReport(device.db, report);
    await device.sync.run();
    await host.files.remove(photo.sha256);
    device.clock += 60_000;
    await device.sync.run(); // is told what is missing
    await device.sync.run();
    expect(await host.files.state(photo.sha256)).toMatchObject({ complete: true });
    expect((await queue(device.db)).length).toBe(0);
  });

  it.each(['withdrawn', 'erased'] as const)(
    'is done with the photos of a report that was %s before they came, and says so to nobody',
    async (how) => {
      const report = newReport({}, { photos: [await makePhoto(14), await makePhoto(15)] });
      await saveReport(device.db, report);
      device.link.fate = ({ path }) => (path.startsWith('/files/') ? 'drop' : undefined);
      await device.sync.run();
      expect((await queue(device.db)).length).toBe(2);
      if (how === 'withdrawn')
        await host.db.transaction().execute((tx) => changeStatus(tx, report.id, 'withdrawn', 'moderator:1'));
      else await host.db.deleteFrom('report').where('id', '=', report.id).execute();
      device.link.fate = () => undefined;
      device.clock += 180_000;
      await device.sync.run();
      await device.sync.run();
      expect(await queue(device.db)).toEqual([]);
    },
  );
});
