/** What the server bears and what it keeps to itself: nonsense, floods, a stop in the middle, and its own log. */

import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Endpoint, pathParameters } from '../../contract/endpoint.ts';
import { ERRORS, ErrorBody, isErrorCode } from '../../contract/errors.ts';
import { endpoints, PROTOCOL } from '../../contract/protocol.ts';
import { faceOf, makePhoto, newReport, signIn, startHost, type TestHost, withFace } from '../support/client.ts';
import { withPostgres } from '../support/databases.ts';
import { SUBJECTS } from '../support/permission-subjects.ts';
import { openWorld } from '../support/permission-world.ts';

/** Values that schemas, SQL and file systems stumble over. */
const nasty = fc.oneof(
  fc.constantFrom('\0', '../../etc/passwd', "'; drop table report; --", '٣', '\ud800', '1e999', '-0', 'NaN', ' '),
  fc.constantFrom<unknown>(null, [], {}, [[]], -1, 0, 1e300, Number.MAX_SAFE_INTEGER, true, '', 'a'.repeat(5000)),
  fc.string(),
  fc.integer(),
  fc.array(fc.double({ noNaN: true }), { maxLength: 140 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A good input with some of its fields replaced: what gets past the first check is what finds the second one's faults. */
const spoiled = (good: object) =>
  fc
    .tuple(
      fc.subarray(Object.keys(good), { minLength: 1, maxLength: Math.min(3, Object.keys(good).length) }),
      fc.array(nasty, { minLength: 3, maxLength: 3 }),
    )
    .map(([names, values]) => ({ ...good, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) }));

const upload = () => ({
  ...newReport({ nameUnknown: false, ageMargin: 1, clothColor: 'x', rewardOffer: '1' }).upload,
  ...withFace(faceOf(1)),
  timeOfLossDate: '2026-11-01',
  timeOfLossTime: '10:00',
  photos: ['a'.repeat(64)],
  videos: ['b'.repeat(64)],
  photo: '',
  foundPersonAge: '',
  foundPersonName: '',
  id: randomUUID(),
  opId: randomUUID(),
});
type Name = keyof typeof endpoints;

/** Where an input of the walk over permissions leaves out what a device may send too. */
const FULLER: Partial<Record<Name, () => object>> = {
  countryCode: () => ({ any: 1 }),
  compareFace: () => ({
    descriptor: faceOf(1),
    model: 'sface-128-1',
    opId: randomUUID(),
    landmarks: [],
    scannedAt: '2026-11-01T00:00:00Z',
  }),
  uploadLostFoundPerson: upload,
  sync: () => ({ feed: 'reports', cursor: '', limit: 5 }),
  packs: () => ({ any: 1 }),
  packPart: () => ({ sha256: 'a'.repeat(64) }),
  getFile: () => ({ sha256: 'a'.repeat(64), size: 'thumb' }),
  getVideo: () => ({ sha256: 'a'.repeat(64), from: 0 }),
};

/** A caller who may make the call, and an input that is good for it. */
async function goodCall(host: TestHost, name: Name): Promise<{ token: string; input: object }> {
  const { access } = endpoints[name];
  const world = await openWorld(host, Array.isArray(access) ? 'admin' : 'owner');
  const subject = SUBJECTS[Object.keys(SUBJECTS).find((row) => row.split(':')[0] === name) ?? ''];
  if (!subject) throw new Error(`the walk over permissions has no input for ${name}`);
  const input = FULLER[name]?.() ?? (await subject(world, host));
  return { token: world.caller?.token ?? '', input: Object.keys(input).length > 0 ? input : { any: 1 } };
}

withPostgres('limits', (database) => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startHost(database);
  });
  afterAll(() => host.remove());
  beforeEach(() => host.empty());

  async function expectAnswer(call: InjectOptions): Promise<number> {
    const { statusCode, body } = await host.app().inject(call);
    if (statusCode < 400) return statusCode;
    const told = JSON.stringify([call, body]).slice(0, 2000);
    const error = ErrorBody.safeParse(JSON.parse(body));
    expect(error.success, told).toBe(true);
    const { code } = error.data ?? { code: '' };
    expect(isErrorCode(code) && ERRORS[code].status, told).toBe(statusCode);
    expect(statusCode, told).toBeLessThan(500);
    return statusCode;
  }

  describe.each(Object.entries(endpoints) as [Name, Endpoint][])('%s', (name, endpoint) => {
    it('answers nonsense in the one error shape and never breaks', async () => {
      const { token, input: good } = await goodCall(host, name);
      // A stream that is let in does not end by itself.
      const known = endpoint.body === 'events' ? [] : [{ authorization: token }, { authorization: token }];
      const odd = [{}, { 'idempotency-key': 'x' }, { 'x-wapsi-protocol': 'x' }, { authorization: '' }];
      const call = fc.record({
        input: spoiled(good),
        headers: fc.constantFrom<object>(...odd, ...known),
        type: fc.constantFrom(
          'application/json',
          'application/json',
          'application/octet-stream',
          'text/plain',
          'a/b',
          'x',
        ),
      });
      const run = async ({
        input,
        headers,
        type,
      }: {
        input: Record<string, unknown>;
        headers: object;
        type: string;
      }) => {
        const rest = { ...input };
        let path = endpoint.path;
        for (const parameter of pathParameters(path)) {
          const value = rest[parameter];
          path = path.replace(`:${parameter}`, encodeURIComponent(String(value).toWellFormed()) || '%00');
          delete rest[parameter];
        }
        const query = Object.entries(rest).map(([key, value]) => [key, String(value).toWellFormed()]);
        const inQuery = endpoint.method === 'GET' || endpoint.body === 'bytes-in';
        const url = inQuery ? `${path}?${new URLSearchParams(query)}` : path;
        const payload = endpoint.method === 'GET' ? undefined : endpoint.body ? 'abc' : JSON.stringify(rest);
        await expectAnswer({
          method: endpoint.method,
          url,
          ...(payload === undefined ? { headers } : { payload, headers: { ...headers, 'content-type': type } }),
        } as InjectOptions);
      };
      await fc.assert(fc.asyncProperty(call, run), {
        seed: 20261121,
        numRuns: name === 'uploadLostFoundPerson' ? 250 : 40,
      });
    });
  });

  it('serves every call of the contract at its method and path, and beside them the built app and what a mail program presses', () => {
    const all: Endpoint[] = Object.values(endpoints);
    // The tree keeps one place for parameters of several names.
    const unnamed = (route: string) => route.replaceAll(/:[\w|:]+/g, ':');
    const called = all.map(({ method, path }) => unnamed(`${method} ${path}`));
    const statics = [
      'GET /',
      'GET /*',
      'GET /.well-known/security.txt',
      'GET /r/:',
      'GET /r/:/image.jpg',
      'POST /share',
      'POST /stop/:',
    ];
    // The tree shows one wildcard for both folders.
    expect(host.app().hasRoute({ method: 'GET', url: '/models/*' })).toBe(true);
    const served = routesOf(host.app().printRoutes({ commonPrefix: false })).map(unnamed);
    expect(served.sort()).toEqual([...called, ...statics].sort());
  });

  it('answers addresses, methods and bodies that are no calls in the one error shape', async () => {
    const json = { 'content-type': 'application/json' };
    const url = '/api/face/compare';
    const calls: [number, InjectOptions][] = [
      [404, { url: '/nothing' }],
      [404, { url: '/admin', method: 'DELETE' }],
      [400, { url: '/files/%' }],
      [404, { url: `/files/${'a'.repeat(300)}` }],
      [404, { url: '/models/..%2f..%2fpackage.json' }],
      [404, { url: '/health', method: 'POST', payload: {} }],
      [400, { url: '/health?nonce=a&nonce=b' }],
      [400, { url, method: 'POST', headers: json, payload: '{"descriptor":' }],
      [400, { url, method: 'POST', headers: json, payload: '' }],
      [400, { url, method: 'POST', headers: json, payload: '{"__proto__":{"x":1}}' }],
      [413, { url, method: 'POST', headers: json, payload: `{"a":"${'x'.repeat(13 * 1024 * 1024)}"}` }],
    ];
    for (const [status, call] of calls)
      expect([call.url?.toString().slice(0, 40), await expectAnswer(call)]).toEqual([
        call.url?.toString().slice(0, 40),
        status,
      ]);
  });

  it('answers who only asks whether it is up, without a nonce', async () => {
    const answer = await host.app().inject({ url: '/health' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { protocol: PROTOCOL, now: expect.any(String) }]);
  });

  it('takes so many reports an hour from one caller, replays not counted, and says when again', async () => {
    const narrow = { ...host.config.limits, reports: 3 };
    const before = host.config.limits;
    host.config.limits = narrow;
    const post = (payload: object) =>
      host.app().inject({ method: 'POST', url: '/api/face/uploadLostFoundPerson', payload });
    const { upload: first, id, opId } = newReport();
    for (let i = 0; i < 6; i++) expect((await post({ ...first, id, opId })).statusCode).toBe(200);
    for (let i = 0; i < 2; i++) expect((await post(newReport().upload)).statusCode).toBe(200);
    const over = await post(newReport().upload);
    expect([over.statusCode, Number(over.headers['retry-after']) > 0]).toEqual([429, true]);
    const { token } = await signIn(host.db, 'poster'); // another caller
    const other = {
      method: 'POST',
      url: '/api/face/uploadLostFoundPerson',
      headers: { authorization: token },
    } as const;
    expect((await host.app().inject({ ...other, payload: newReport().upload })).statusCode).toBe(200);
    host.config.limits = before;
  });

  it('stops gracefully: what is under way is answered and stored, and nothing after it', async () => {
    const app = host.app();
    await app.listen({ port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const { upload: report, id, opId } = newReport();
    const body = Buffer.from(JSON.stringify({ ...report, id, opId }));
    let stopping: Promise<void> | undefined;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const call = request({ port, path: '/api/face/uploadLostFoundPerson', method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on('error', reject);
      call.write(body.subarray(0, 50), () =>
        setTimeout(() => {
          stopping = host.stop(); // the database closes after the last answer
          setTimeout(() => call.end(body.subarray(50)), 100);
        }, 50),
      );
    });
    await stopping;
    expect(status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/health?nonce=1`)).rejects.toThrow();
    await host.start();
    expect(await host.db.selectFrom('report').select('id').execute()).toEqual([{ id }]);
  });

  it('writes a log line for each request that holds its route and no address, token, name, phone or query', async () => {
    host.log.length = 0;
    const { token } = await signIn(host.db, 'poster');
    const photo = await makePhoto(1);
    const report = newReport(withFace(faceOf(1)), { photos: [photo] });
    const headers = { authorization: token, 'x-forwarded-for': '203.0.113.7', 'user-agent': 'SecretPhone' };
    const payload = { ...report.upload, id: report.id, opId: report.opId, photos: [photo.sha256] };
    const app = host.app();
    const post = {
      method: 'POST',
      url: '/api/face/uploadLostFoundPerson',
      headers,
      remoteAddress: '203.0.113.7',
    } as const;
    await app.inject({ ...post, payload });
    await app.inject({ ...post, payload: { ...payload, phoneNumber: 'Asha Devi' } });
    await app.inject({ url: '/health?nonce=secret-nonce', headers });
    await app.inject({ url: `/files/${photo.sha256}?size=thumb`, headers: { ...headers, authorization: 'bad-token' } });
    await app.inject({ url: '/nobody/Asha%20Devi', headers });
    // A bug: the database names the whole row that it refuses.
    await host.db.schema.alterTable('report').addCheckConstraint('bug', sql`age_max < 90`).execute();
    const broken = await app.inject({
      ...post,
      payload: {
        ...payload,
        title: 'Row that a bug writes',
        lostPersonAge: '95',
        id: randomUUID(),
        opId: randomUUID(),
      },
    });
    await host.db.schema.alterTable('report').dropConstraint('bug').execute();
    expect([broken.statusCode, broken.json().code]).toEqual([500, 'server']);
    expect(broken.body).not.toContain('Row that');

    const lines = host.log.map((line) => JSON.parse(line));
    const routes = lines.filter(({ route }) => route).map(({ route, status }) => `${route} ${status}`);
    expect(routes).toEqual([
      'POST /api/face/uploadLostFoundPerson 200',
      'POST /api/face/uploadLostFoundPerson 400',
      'GET /health 200',
      'GET /files/:sha256 401',
      'GET (none) 404',
      'POST /api/face/uploadLostFoundPerson 500',
    ]);
    expect(lines.find(({ err }) => err)?.err).toMatchObject({ message: '23514', constraint: 'bug' });
    const secrets = [
      '203.0.113.7',
      token,
      'bad-token',
      'Asha',
      '98140',
      '12345',
      'secret-nonce',
      'SecretPhone',
      'Row that',
      photo.sha256,
      'Ludhiana',
    ];
    for (const secret of secrets) expect(host.log.join('\n')).not.toContain(secret);
  });
});

/** The lines of Fastify's tree as `GET /path`; each GET brings its HEAD along. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return [...tree.matchAll(/^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/gm)].flatMap(([, indent = '', part = '', methods]) => {
    const depth = indent.length / 4;
    above.splice(depth, Infinity, part);
    const own = methods?.split(', ').filter((method) => method !== 'HEAD') ?? [];
    return own.map((method) => `${method} ${above.join('')}`);
  });
}
