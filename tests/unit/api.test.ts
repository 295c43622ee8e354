/** What the client makes of each answer, ours and other people's. */

import { describe, expect, it, vi } from 'vitest';
import { type AppError, ERRORS, REFUSAL_TYPE } from '../../contract/errors.ts';
import { endpoints } from '../../contract/protocol.ts';
import { createApi } from '../../src/api/client.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const page = (status: number, headers: Record<string, string> = {}) =>
  new Response('<h1>Hello</h1>', { status, headers: { 'content-type': 'text/html', ...headers } });
const HEALTHY = { nonce: 'n', protocol: 1, now: '2026-11-21T10:00:00Z' };

function clientOf(answer: () => Response | Promise<Response>, token?: string) {
  const calls: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    calls.push({ url: String(url), init });
    return answer();
  };
  return {
    calls,
    api: createApi({ base: 'https://api.example', fetch: fetch as typeof globalThis.fetch, token: () => token }),
  };
}
async function failureOf(answer: () => Response | Promise<Response>): Promise<AppError> {
  return clientOf(answer)
    .api.call(endpoints.health, { nonce: 'n' })
    .then(
      () => expect.fail('it was taken for an answer'),
      (error: AppError) => error,
    );
}

describe('the client', () => {
  it('waits for an answer as long as it takes: nothing of ours ends a call (R406, A36)', async () => {
    vi.useFakeTimers();
    let arrive: (answer: Response) => void = () => {};
    const coming = new Promise<Response>((resolve) => {
      arrive = resolve;
    });
    const { api, calls } = clientOf(() => coming);
    const answer = api.call(endpoints.health, { nonce: 'n' });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(calls[0]?.init.signal?.aborted ?? false).toBe(false);
    vi.useRealTimers();
    arrive(json(200, HEALTHY));
    expect((await answer).nonce).toBe('n');
  });

  it('sends the raw token, the protocol, the name of the write, and follows no redirect (R322, R323, A4)', async () => {
    const { api, calls } = clientOf(() => json(400, { code: 'bad-input', message: '' }), 'token-1');
    const opId = '00000000-0000-4000-8000-000000000001';
    await api.call(endpoints.compareFace, { opId, descriptor: [] }, { opId }).catch(() => undefined);
    const [{ url, init } = { url: '', init: {} }] = calls;
    expect([url, init.method, init.redirect, init.credentials]).toEqual([
      'https://api.example/api/face/compare',
      'POST',
      'manual',
      'omit',
    ]);
    expect(Object.fromEntries(new Headers(init.headers))).toEqual({
      authorization: 'token-1',
      'content-type': 'application/json',
      'idempotency-key': opId,
      'x-wapsi-protocol': '1',
    });
    expect(JSON.parse(String(init.body))).toEqual({ opId, descriptor: [] });
  });

  it('takes a redirect for a network that wants a login page, and not for a dead one (fault 14)', async () => {
    // As a browser shows it: nothing of where it leads can be read.
    const opaque = Object.defineProperty(new Response(null), 'status', { value: 0 });
    for (const answer of [Object.defineProperty(opaque, 'ok', { value: false }), page(302)]) {
      const { api } = clientOf(() => answer);
      await expect(api.call(endpoints.health, { nonce: 'n' })).rejects.toMatchObject({ code: 'not-our-server' });
    }
  });

  it('puts path parameters into the path and the rest of a GET into the query (R324, R325)', () => {
    const { api } = clientOf(() => page(200));
    expect(api.url(endpoints.getFile, { sha256: 'a/b', size: 'thumb' })).toBe(
      'https://api.example/files/a%2Fb?size=thumb',
    );
    expect(api.url(endpoints.sync, { feed: 'reports', cursor: '' })).toBe(
      'https://api.example/sync?feed=reports&cursor=',
    );
  });

  it('tells our refusals by their code, with their fields (R351)', async () => {
    for (const [code, { status, next }] of Object.entries(ERRORS).filter(([, { status: at }]) => at > 0)) {
      const error = await failureOf(() => json(status, { code, message: 'm', fields: { title: 'required' } }));
      expect([error.code, error.next, error.fields]).toEqual([code, next, { title: 'required' }]);
    }
  });

  it('obeys Retry-After in seconds, whoever says it, and reads no dates', async () => {
    const busy = { code: 'too-many', message: '' };
    const waits: [Response, string, number | undefined][] = [
      [json(429, busy, { 'retry-after': '120' }), 'too-many', 120_000],
      [json(429, busy), 'too-many', undefined],
      [json(429, busy, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), 'too-many', undefined],
      [json(429, busy, { 'retry-after': '-5' }), 'too-many', undefined],
      [page(429, { 'retry-after': '7' }), 'too-many', 7000],
      [page(503, { 'retry-after': '7' }), 'unavailable', 7000],
      [json(503, { error: 'Service Unavailable', statusCode: 503 }), 'unavailable', undefined],
    ];
    for (const [answer, code, pause] of waits) {
      const error = await failureOf(() => answer);
      expect([error.code, error.retryAfterMs]).toEqual([code, pause]);
    }
  });

  it('tells a login page, a gateway, a stranger and a cut answer apart, and none of them is an answer (R349)', async () => {
    const json200 = { 'content-type': 'application/json; charset=utf-8' };
    const answers: [string, () => Response | Promise<Response>][] = [
      ['not-our-server', () => page(200)],
      ['not-our-server', () => page(404)],
      ['unavailable', () => page(502)],
      ['too-large', () => page(413)],
      ['unavailable', () => json(500, { message: 'Internal server error' })],
      ['bad-answer', () => json(404, { detail: 'Not Found' })],
      ['bad-answer', () => json(400, { code: 'made-up', message: '' })],
      ['bad-answer', () => json(200, { ok: true })],
      ['bad-answer', () => json(200, { ...HEALTHY, now: 'noon' })],
      ['network', () => new Response('{"nonce":"n","prot', { headers: json200 })],
      ['network', () => new Response('', { headers: json200 })],
      ['network', () => new Response(broken(), { headers: json200 })],
      ['network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ];
    for (const [code, answer] of answers) expect((await failureOf(answer)).code).toBe(code);
  });

  it('never sets an op aside for what somebody between us and the server says, but for its size', async () => {
    for (const status of [200, 301, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503])
      expect((await failureOf(() => page(status))).next).toBe('retry');
  });

  it('asks a read for its "no" as an answer, and takes it for a "no"', async () => {
    const gone = () => json(200, { code: 'not-found', message: '' }, { 'content-type': REFUSAL_TYPE });
    expect((await failureOf(gone)).code).toBe('not-found');
    const { api, calls } = clientOf(gone);
    await expect(api.call(endpoints.getReport, { id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    });
    await api.call(endpoints.compareFace, { descriptor: [] }).catch(() => undefined);
    const accepted = calls.map(({ init }) => new Headers(init.headers).get('accept')?.includes(REFUSAL_TYPE) ?? false);
    expect(accepted).toEqual([true, false]); // of a write the status says that nothing was done
  });

  it('takes an answer with fields that it does not know', async () => {
    const { api } = clientOf(() => json(200, { ...HEALTHY, later: 1 }));
    expect(await api.call(endpoints.health, { nonce: 'n' })).toEqual(HEALTHY);
  });

  it('says "cancelled" only of a call that was', async () => {
    const { api } = clientOf(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    const aborted = api.call(endpoints.health, { nonce: 'n' }, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'cancelled' });
    await expect(api.call(endpoints.health, { nonce: 'n' })).rejects.toMatchObject({ code: 'network' });
  });

  it('gives bytes whole or fails like a call: no page, no refusal, no half is a photo', async () => {
    const bytes = (answer: Response) =>
      clientOf(() => answer).api.bytes(endpoints.getFile, { sha256: 'a', size: 'full' });
    const webp = { 'content-type': 'image/webp' };
    expect((await bytes(new Response('abc', { headers: webp }))).size).toBe(3);
    await expect(bytes(page(200))).rejects.toMatchObject({ code: 'not-our-server' });
    await expect(bytes(json(404, { code: 'not-found', message: '' }))).rejects.toMatchObject({ code: 'not-found' });
    await expect(bytes(new Response(broken(), { headers: webp }))).rejects.toMatchObject({ code: 'network' });
  });
});

const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
