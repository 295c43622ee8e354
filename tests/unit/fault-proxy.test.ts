/** The proxy of the fault rig does to a call exactly what it says, and nothing to the next one. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WIRE_FAULTS } from '../support/faults.ts';
import { type FaultProxy, firstOnes, startProxy } from '../support/proxy.ts';

let server: Server;
let proxy: FaultProxy;
/** The bodies that arrived whole, and the bytes of those that did not. */
let arrived: string[];
let broken: number[];

beforeEach(async () => {
  [arrived, broken] = [[], []];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += bytes;
    });
    request.on('error', () => broken.push(body.length));
    request.on('end', () => {
      arrived.push(body);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ echo: body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await startProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const post = (body: string, signal?: AbortSignal) =>
  fetch(`${proxy.url}/report?q=1`, {
    method: 'POST',
    body,
    redirect: 'error',
    headers: { 'idempotency-key': `op-${body}` },
    ...(signal ? { signal } : {}),
  });
const once = (fate: Parameters<typeof firstOnes>[1]) => {
  proxy.fate = firstOnes(1, fate, () => true);
};

describe('the fault proxy', () => {
  it('hands on what no fault meets, and remembers it by its op', async () => {
    expect(await (await post('hello')).json()).toEqual({ echo: 'hello' });
    expect(proxy.sent).toMatchObject([{ method: 'POST', path: '/report', opId: 'op-hello', bytesIn: 5 }]);
  });

  it('drops before, and loses after, what was asked', async () => {
    once('drop');
    await expect(post('one')).rejects.toThrow();
    expect(arrived).toEqual([]);
    once('lose-answer');
    await expect(post('two')).rejects.toThrow();
    expect(arrived).toEqual(['two']);
  });

  it('delivers twice, late, and in another order', async () => {
    once('twice');
    await post('one');
    once('late');
    await expect(post('two')).rejects.toThrow();
    await post('three');
    await expect.poll(() => arrived).toEqual(['one', 'one', 'three', 'two']);
  });

  it('cuts a request and an answer after so many bytes', async () => {
    once({ fault: 'cut-upload', bytes: 3 });
    await expect(post('abcdefgh')).rejects.toThrow();
    await expect.poll(() => broken).toEqual([3]);
    expect(proxy.sent[0]).toMatchObject({ bytesIn: 3 });
    once({ fault: 'cut-answer', bytes: 4 });
    const answer = await post('x');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('breaks the JSON of an answer, or gives it another shape', async () => {
    once('truncated');
    const cut = await (await post('abcdef')).text();
    expect(() => JSON.parse(cut)).toThrow();
    once('other-shape');
    expect(await (await post('x')).json()).toMatchObject({ done: true });
    expect(arrived).toEqual(['abcdef', 'x']);
  });

  it.each([
    ['error', 500],
    ['gateway', 502],
    ['busy', 503],
    ['slow-down', 429],
    ['captive', 200],
    ['stranger', 200],
    ['signed-out', 401],
    ['too-large', 413],
  ] as const)('answers as somebody else would: %s', async (fault, status) => {
    once(fault);
    expect((await post('x')).status).toBe(status);
    expect(arrived).toEqual([]);
  });

  it('leads elsewhere, and asks to stay away as long as it is told', async () => {
    once('redirect');
    await expect(post('x')).rejects.toThrow();
    once({ fault: 'slow-down', retryAfterS: 7 });
    expect((await post('x')).headers.get('retry-after')).toBe('7');
  });

  it('hangs until the other gives up, and is slow', async () => {
    once('hang');
    await expect(post('x', AbortSignal.timeout(50))).rejects.toThrow();
    await expect.poll(() => proxy.sent[0]?.left).toBe(true);
    once({ fault: 'slow', ms: 20 });
    const [slow] = await Promise.all([post('slow').then(() => arrived.length), post('quick')]);
    expect([slow, arrived]).toEqual([2, ['quick', 'slow']]);
  });

  it('plays every fault there is', async () => {
    for (const fault of WIRE_FAULTS) {
      once(fault === 'hang' ? { fault, ms: 10 } : fault === 'slow' ? { fault, ms: 1 } : fault);
      await post(fault)
        .then((answer) => answer.text())
        .catch(() => undefined);
    }
    proxy.fate = () => undefined;
    await post('last');
    expect(proxy.sent.map((passed) => passed.fault)).toEqual([...WIRE_FAULTS, undefined]);
    expect(arrived.at(-1)).toMatch(/last|late/);
  });
});
