/** A proxy that takes headers off, changes them, keeps answers or makes up its own (fault 39): the real client, the real server. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getFile } from '../../contract/file.ts';
import { AUTHOR_HEADER } from '../../contract/protocol.ts';
import { createApi } from '../../src/api/client.ts';
import { findOwnReport } from '../../src/store/own/made.ts';
import { queue } from '../../src/store/own/outbox.ts';
import { type Device, makePhoto, newReport, openDevice, signIn, startHost, type TestHost } from '../support/client.ts';
import { untilReadable, withPostgres } from '../support/databases.ts';
import { saveReport } from '../support/made.ts';

type Proxy = (url: string, headers: Headers, pass: () => Promise<Response>) => Promise<Response>;
const through: Proxy = (_url, _headers, pass) => pass();

withPostgres('a proxy (fault 39)', (database) => {
  let host: TestHost;
  let device: Device;
  let proxy: Proxy;

  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(async () => {
    device?.close();
    await host.empty();
    proxy = through;
    device = openDevice(async (input, init = {}) => {
      const headers = new Headers(init.headers);
      return proxy(String(input), headers, () => host.fetch(input, { ...init, headers }));
    });
  });

  async function signedIn(): Promise<string> {
    const { token, userId } = await signIn(host.db, 'poster');
    Object.assign(device, { token, account: userId });
    return userId;
  }
  const without =
    (...names: string[]): Proxy =>
    (_url, headers, pass) => {
      for (const name of names) headers.delete(name);
      return pass();
    };
  const owners = async () =>
    (await host.db.selectFrom('report').select(['id', 'owner_id']).execute()).map(({ owner_id }) => owner_id);

  for (const [how, names] of [
    ['Authorization', ['authorization']],
    ['every header of ours', ['authorization', AUTHOR_HEADER, 'idempotency-key', 'x-wapsi-protocol']],
  ] as const)
    for (const many of [1, 3])
      it(`that takes off ${how} makes nobody's of nothing: ${many} of a signed-in person wait, said, and arrive as theirs`, async () => {
        const account = await signedIn();
        const photo = await makePhoto(1);
        const reports = Array.from({ length: many }, () => newReport({}, { photos: [photo] }));
        for (const report of reports) await saveReport(device.db, report);
        proxy = without(...names);
        expect(await device.sync.run()).toBe(false);
        expect(await owners()).toEqual([]);
        for (const { id } of reports) expect(await findOwnReport(device.db, id)).not.toHaveProperty('receipt');
        const texts = (await queue(device.db)).filter(({ rank }) => rank === 0);
        expect(texts.map(({ state, error }) => [state, error])).toEqual(
          reports.map(() => ['waiting', 'sign-in-needed']),
        );
        expect(device.status.get().needs).toBe('sign-in');

        proxy = through;
        device.clock += 60_000;
        expect(await device.sync.run()).toBe(true);
        expect(await owners()).toEqual(reports.map(() => account));
        expect((await queue(device.db)).length).toBe(0);
        expect((await host.files.state(photo.sha256)).complete).toBe(true);
      });

  it('that takes off Authorization in the middle has the photo wait, and it arrives from where it was', async () => {
    await signedIn();
    const photo = await makePhoto(2, 400);
    await saveReport(device.db, newReport({}, { photos: [photo] }));
    let pieces = 0;
    proxy = (url, headers, pass) =>
      /\/files\/\w+\?/.test(url) && pieces++ > 0 ? without('authorization')(url, headers, pass) : pass();
    expect(await device.sync.run()).toBe(false);
    expect(await host.files.state(photo.sha256)).toMatchObject({ complete: false });
    expect((await queue(device.db)).map(({ error }) => error)).toEqual(['sign-in-needed']);
    proxy = through;
    device.clock += 60_000;
    expect(await device.sync.run()).toBe(true);
    expect(await host.files.verify(photo.sha256)).toMatchObject({ sound: true });
  });

  it('that puts another’s Authorization on a call makes nothing theirs', async () => {
    await signedIn();
    const { token: other } = await signIn(host.db, 'poster');
    const reports = [newReport(), newReport()];
    for (const report of reports) await saveReport(device.db, report);
    proxy = (_url, headers, pass) => {
      headers.set('authorization', other);
      headers.delete(AUTHOR_HEADER);
      return pass();
    };
    expect(await device.sync.run()).toBe(false);
    expect(await owners()).toEqual([]);
    expect((await queue(device.db)).length).toBe(2);
  });

  it('does not make an account of what nobody signed, and older apps that do not say whose it is go on', async () => {
    await saveReport(device.db, newReport());
    expect(await device.sync.run()).toBe(true);
    const { token, userId } = await signIn(host.db, 'poster');
    const { upload, id, opId } = newReport();
    const old = { method: 'POST', url: '/api/face/uploadLostFoundPerson', payload: { ...upload, id, opId } } as const;
    expect((await host.app().inject({ ...old, headers: { authorization: token } })).statusCode).toBe(200);
    const batch = {
      ops: [{ opId: randomUUID(), entity: 'a', call: 'uploadLostFoundPerson', input: newReport().upload }],
    };
    const sent = await host
      .app()
      .inject({ method: 'POST', url: '/sync/ops', payload: batch, headers: { authorization: token } });
    expect(sent.json().results[0].kind).toBe('done');
    expect((await owners()).map((owner) => owner ?? 'nobody').sort()).toEqual(['nobody', userId, userId].sort());
  });

  it('that changes or takes off the name of a write changes nothing of the write', async () => {
    await signedIn();
    for (const change of [
      (headers: Headers) => headers.delete('idempotency-key'),
      (headers: Headers) => headers.set('idempotency-key', randomUUID()),
      (headers: Headers) => headers.set('idempotency-key', 'x'),
    ]) {
      const report = newReport();
      await saveReport(device.db, report);
      proxy = (url, headers, pass) => {
        change(headers);
        return pass().then(async (answer) => {
          if (url.endsWith('Person')) throw new TypeError('fetch failed'); // taken, and not heard of
          return answer;
        });
      };
      await device.push().catch(() => undefined);
      proxy = through;
      device.clock += 60_000;
      await device.push();
      expect((await findOwnReport(device.db, report.id))?.receipt?.opId).toBe(report.opId);
    }
    expect(await owners()).toHaveLength(3);
  });

  it('that gives an answer it has kept does not hold the phone in the past unnoticed', async () => {
    let kept: Response | undefined;
    proxy = async (url, _headers, pass) => {
      if (!url.includes('/sync?feed=reports')) return pass();
      kept ??= await pass();
      return kept.clone();
    };
    expect(await device.sync.run()).toBe(true);
    await saveReport(device.db, newReport());
    await device.push();
    await host.db.updateTable('report').set({ status: 'published', ever_public: true }).execute();
    await untilReadable(host.db);
    expect(await device.sync.run()).toBe(false);
    proxy = through;
    expect(await device.sync.run()).toBe(true);
    expect(await device.db.record.count()).toBe(1);
  });

  const made: Record<string, () => Response | Promise<Response>> = {
    '200 and nothing': () => new Response('', { status: 200 }),
    '200 and empty JSON': () => new Response('', { status: 200, headers: { 'content-type': 'application/json' } }),
    '200 and {}': () => Response.json({}),
    '204': () => new Response(null, { status: 204 }),
    '304': () => new Response(null, { status: 304 }),
    '308': () => new Response(null, { status: 308, headers: { location: 'http://portal.example/' } }),
    'headers and no more': () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }), {
        headers: { 'content-type': 'application/json' },
      }),
  };
  it.each(Object.keys(made))('that answers %s has received nothing: all waits and then arrives once', async (how) => {
    const account = await signedIn();
    const photo = await makePhoto(3);
    const report = newReport({}, { photos: [photo] });
    await saveReport(device.db, report);
    const answer = made[how];
    for (const part of ['/api/face', '/files/']) {
      proxy = (url, _headers, pass) => (url.includes(part) && answer ? Promise.resolve(answer()) : pass());
      expect(await device.sync.run()).toBe(false);
      const ops = await queue(device.db);
      expect(ops.some(({ state }) => state === 'refused')).toBe(false);
      expect(ops.length).toBeGreaterThan(0);
      device.clock += 60_000;
    }
    proxy = through;
    expect(await device.sync.run()).toBe(true);
    expect([await owners(), (await host.files.state(photo.sha256)).complete]).toEqual([[account], true]);
  });

  it('that answers a photo with nothing has not given one', async () => {
    const api = createApi({
      base: 'http://server',
      token: () => undefined,
      fetch: async () => new Response('', { status: 200 }),
    });
    await expect(api.bytes(getFile, { sha256: 'a'.repeat(64) })).rejects.toMatchObject({ code: 'not-our-server' });
  });
});
