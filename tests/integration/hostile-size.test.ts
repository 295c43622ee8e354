/** Bodies made to cost more than they are: a server in a process of its own, whose memory and whose other callers are watched. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/protocol.ts';
import { openDb } from '../../server/db/open.ts';
import { newReport, signIn } from '../support/client.ts';
import { emptyPlace } from '../support/empty-place.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MEGABYTE = 1024 * 1024;
const HUGE = 60 * 1000 * 1000;
/** Lists in lists, as deep as 60 MB of them are. */
const NESTED = Buffer.concat([Buffer.alloc(HUGE / 2, '['), Buffer.alloc(HUGE / 2, ']')]);
/** No deeper than a call may be, and as many values as fit. */
const MANY = Buffer.concat([Buffer.from('{"a":['), Buffer.alloc(HUGE - 8, '1,'), Buffer.from(']}')]);
const MOST_GROWTH = 100 * MEGABYTE;

interface Hostile {
  method: string;
  path: string;
  type?: string;
  headers?: Record<string, string>;
  body: Buffer;
  /** Say how long it is, or send it in chunks. */
  announced: boolean;
}

interface Told {
  status: number;
  code: string;
  /** Body bytes that were sent before the answer came. */
  sent: number;
}

const all = Object.entries(endpoints) as [string, Endpoint][];
const takers = all.filter(([, { method }]) => method !== 'GET');
const pathOf = ({ path }: Endpoint): string =>
  path.replace(/:sha256/, 'a'.repeat(64)).replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000001');

describe('a server that is sent too much', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wapsi-hostile-'));
  let server: TestServer;
  let token = '';

  beforeAll(async () => {
    const { from, settings } = emptyPlace(dir);
    const { db, close } = await openDb({ kind: 'pglite', dir: join(from, 'database') });
    token = (await signIn(db, 'admin')).token;
    await close();
    server = await startServer(settings, { from });
    // What the first calls load is not theirs to answer for.
    for (const { path } of [endpoints.uploadLostFoundPerson, endpoints.sendOps])
      await send({ method: 'POST', path, body: Buffer.from('{}'), announced: true });
  }, 120_000);
  afterAll(async () => {
    await server.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Write a call to a socket, as fast as it is taken, until it is answered. */
  function send({ method, path, type = 'application/json', headers = {}, body, announced }: Hostile): Promise<Told> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let said = '';
    let sent = 0;
    const size = announced ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' };
    const lines = Object.entries({ host: 'wapsi', 'content-type': type, ...size, ...headers });
    socket.write([`${method} ${path} HTTP/1.1`, ...lines.map((line) => line.join(': ')), '', ''].join('\r\n'));
    function more(): void {
      if (said !== '' || socket.destroyed || sent >= body.length) return;
      const piece = body.subarray(sent, sent + 65_536);
      sent += piece.length;
      if (!announced) socket.write(`${piece.length.toString(16)}\r\n`);
      const isTaken = socket.write(piece);
      if (!announced) socket.write(sent < body.length ? '\r\n' : '\r\n0\r\n\r\n');
      // An answer is seen between two pieces only.
      if (isTaken) setImmediate(more);
      else socket.once('drain', more);
    }
    more();
    return new Promise((resolve, reject) => {
      socket.on('error', (error) => said === '' && reject(error));
      socket.on('close', () => reject(new Error(`closed before an answer: ${said}`)));
      socket.on('data', (bytes) => {
        said += bytes;
        const answer = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n(\{[\s\S]*\})/.exec(said);
        if (!answer) return;
        const { code } = JSON.parse(answer[2] ?? '') as { code?: string };
        resolve({ status: Number(answer[1]), code: code ?? '', sent });
        socket.destroy();
      });
    });
  }

  /** Of its whole life; the kernel counts it. */
  const peakBytes = (): number =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024;

  const isServing = (): Promise<boolean> => fetch(`${server.url}/health?nonce=x`).then(({ ok }) => ok);

  /** What `attack` costs: how far the memory rose, and how often another caller was answered while it went on. */
  async function cost(attack: () => Promise<void>): Promise<{ growth: number; served: number; failed: number }> {
    const before = peakBytes();
    let [served, failed, over] = [0, 0, false];
    const others = (async () => {
      while (!over) {
        if (await isServing()) served++;
        else failed++;
      }
    })();
    await attack();
    over = true;
    await others;
    return { growth: peakBytes() - before, served, failed };
  }

  it('refuses 60 MB of nested JSON on every call, from anybody, before it is read, and serves the others (fault 44)', async () => {
    let calls = 0;
    const { growth, served, failed } = await cost(async () => {
      for (const [name, endpoint] of takers)
        for (const headers of [{}, { authorization: token }] as Record<string, string>[])
          for (const announced of [true, false]) {
            const { method } = endpoint;
            const [told, isServed] = await Promise.all([
              send({ method, path: pathOf(endpoint), headers, body: NESTED, announced }),
              isServing(), // whoever asks while it comes
            ]);
            calls++;
            const call = `${name} ${headers.authorization ? 'signed in' : 'anonymous'} ${announced ? 'whole' : 'in chunks'}`;
            const codes = ['too-large', 'bad-input', 'sign-in-needed', 'not-allowed', 'not-found', 'conflict'];
            expect([call, codes.includes(told.code), told.status < 500]).toEqual([call, true, true]);
            expect([call, isServed]).toEqual([call, true]);
            // What was on its way in the sockets when the answer was given, and never most of it.
            expect([call, told.sent < HUGE / 2]).toEqual([call, true]);
            if (announced && !endpoint.body) expect([call, told.code]).toEqual([call, 'too-large']);
          }
    });
    expect(calls).toBe(takers.length * 4);
    expect(growth).toBeLessThan(MOST_GROWTH);
    expect([failed, served > 0]).toEqual([0, true]);
  }, 300_000);

  it('counts depth and values where a large body is taken, and tells which was too much', async () => {
    const path = endpoints.uploadLostFoundPerson.path;
    const post = (body: Buffer, announced: boolean) => send({ method: 'POST', path, body, announced });
    const { growth } = await cost(async () => {
      for (const body of [NESTED, MANY].map((bytes) => bytes.subarray(0, 11 * MEGABYTE)))
        for (const announced of [true, false]) expect((await post(body, announced)).code).toBe('bad-input');
      const told = await Promise.all(Array.from({ length: 20 }, () => post(MANY.subarray(0, 11 * MEGABYTE), true)));
      expect(new Set(told.map(({ code }) => code))).toEqual(new Set(['bad-input']));
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
    const { upload } = newReport();
    for (const [deep, why] of [
      [50, 'deep'],
      [5, 'unrecognized'],
    ] as const) {
      const nested = `${'['.repeat(deep)}${']'.repeat(deep)}`;
      const body = `{"landmarks":${nested},${JSON.stringify(upload).slice(1)}`;
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const told = (await answer.json()) as { fields?: Record<string, string> };
      expect([deep, answer.status, told.fields?.body]).toEqual(
        why === 'deep' ? [50, 400, 'deep'] : [5, 200, undefined],
      );
    }
  }, 120_000);

  it('takes the photo of an old client inside of the JSON, however it is cut, with every sign in its texts', async () => {
    const { upload, id, opId } = newReport({ title: 'Said: "wait\\" [[[[[[[[[[[[[[[[[[[[ {{{{ ੴ' });
    const body = Buffer.from(JSON.stringify({ ...upload, id, opId, clothColor: '\\\\' }));
    const told = [];
    for (let at = 1; at < body.length; at += 97) {
      const answer = await fetch(server.url + endpoints.uploadLostFoundPerson.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
        body: new ReadableStream({
          async start(stream) {
            for (const piece of [body.subarray(0, at), body.subarray(at)]) {
              stream.enqueue(new Uint8Array(piece));
              await new Promise((resolve) => setTimeout(resolve, 2));
            }
            stream.close();
          },
        }),
      } as RequestInit);
      told.push(answer.status);
    }
    expect(told.length).toBeGreaterThan(3);
    expect(new Set(told)).toEqual(new Set([200]));
  }, 60_000);

  it('does not open packed bodies, and does not collect a form before it knows its caller', async () => {
    const path = endpoints.uploadLostFoundPerson.path;
    const packed = await send({
      method: 'POST',
      path,
      headers: { 'content-encoding': 'gzip' },
      body: Buffer.alloc(5000),
      announced: true,
    });
    expect(packed).toMatchObject({ status: 400, code: 'bad-input' });
    const type = 'multipart/form-data; boundary=x';
    const part = (name: string, bytes: Buffer, file = '') =>
      Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ]);
    const report = endpoints.createReport.path;
    const post = (body: Buffer, headers = {}) =>
      send({
        method: 'POST',
        path: report,
        type,
        headers,
        body: Buffer.concat([body, Buffer.from('--x--\r\n')]),
        announced: false,
      });
    const file = part('photo', Buffer.alloc(30 * MEGABYTE), '; filename="a.jpg"');
    const fields = Buffer.concat(Array.from({ length: 70 }, (_, i) => part(`f${i}`, Buffer.from('x'))));
    const words = Buffer.concat(Array.from({ length: 8 }, (_, i) => part(`f${i}`, Buffer.alloc(60_000, 'x'))));
    const known = { authorization: token };
    const { growth } = await cost(async () => {
      expect(await post(file)).toMatchObject({ status: 401 });
      for (const body of [file, fields, words]) expect(await post(body, known)).toMatchObject({ code: 'too-large' });
      const nested = part('data', Buffer.from(`{"title":${'['.repeat(50)}${']'.repeat(50)}}`));
      expect(await post(nested, known)).toMatchObject({ status: 400, code: 'bad-input' });
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  }, 60_000);

  it('holds so much of half-sent bodies and no more, and takes others again when they are gone', async () => {
    const { hostname, port } = new URL(server.url);
    const head = `POST ${endpoints.uploadLostFoundPerson.path} HTTP/1.1\r\nhost: wapsi\r\ncontent-type: application/json\r\ncontent-length: ${11 * MEGABYTE}\r\n\r\n{"photo":"`;
    const sockets = Array.from({ length: 30 }, () => connect(Number(port), hostname));
    let refused = 0;
    const { growth, served } = await cost(async () => {
      for (const socket of sockets) {
        socket.on('error', () => undefined);
        socket.on('data', (bytes) => {
          if (String(bytes).includes('"code":"unavailable"')) refused++;
        });
        socket.write(head);
        socket.write(Buffer.alloc(10 * MEGABYTE, 'A'));
      }
      await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(20);
    });
    expect(served).toBeGreaterThan(0);
    expect(growth).toBeLessThan(2 * MOST_GROWTH);
    for (const socket of sockets) socket.destroy();
    const large = Buffer.from(
      JSON.stringify({ ...newReport().upload, photo: `data:image/jpeg;base64,${'A'.repeat(5 * MEGABYTE)}` }),
    );
    await expect
      .poll(
        async () =>
          (await send({ method: 'POST', path: endpoints.uploadLostFoundPerson.path, body: large, announced: true }))
            .code,
        { timeout: 30_000 },
      )
      .toBe('not-readable');
  }, 120_000);
});
