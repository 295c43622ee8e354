/** The same bad network for a real browser: an HTTP proxy before the real server, whose address is the app's own origin. */

import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWERS, isAnswer, type Sent, type WireFault } from './faults.ts';

/** A fault with its measure: the body bytes that pass before a cut, the milliseconds of a delay or a hang. */
export interface Fate {
  fault: WireFault;
  bytes?: number;
  ms?: number;
  retryAfterS?: number;
}

export interface Passed extends Sent {
  /** When it came, milliseconds. */
  at: number;
  query: URLSearchParams;
  /** It is a call of the app's, not a page or a script of it. */
  isCall: boolean;
  /** Body bytes that the device announced. */
  length: number;
  /** Body bytes that the device sent and that the proxy let through. */
  bytesIn: number;
  /** The device has gone away before an answer. */
  left: boolean;
}

export interface FaultProxy {
  readonly url: string;
  /** What the device tried to send, in order. */
  readonly sent: Passed[];
  /** Which fault meets the next request; called once a request. */
  fate: (request: Passed) => WireFault | Fate | undefined;
  /** The most requests that were open at once, of writes, by their op. */
  readonly mostAtOnce: Map<string, number>;
  /** Everything that is held up arrives; every connection breaks. */
  close(): Promise<void>;
}

interface Whole {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A proxy on `port` before the server at `target`. Its connections serve one request each, so that no browser repeats one unasked. */
export async function startProxy(target: string, port = 0): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const held: (() => Promise<unknown>)[] = [];
  const open = new Map<string, number>();
  const mostAtOnce = new Map<string, number>();
  const settle = async () => {
    for (let next = held.shift(); next; next = held.shift()) await next().catch(() => undefined);
  };

  const server = createServer((from, to) => {
    const url = new URL(from.url ?? '/', target);
    const opId = from.headers['idempotency-key'];
    const passed: Passed = {
      method: from.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      at: Date.now(),
      opId: typeof opId === 'string' ? opId : undefined,
      isCall: 'x-wapsi-protocol' in from.headers,
      fault: undefined,
      status: undefined,
      bytesIn: 0,
      left: false,
      length: Number(from.headers['content-length'] ?? 0),
    };
    const chosen = proxy.fate(passed);
    const fate = typeof chosen === 'string' ? { fault: chosen } : chosen;
    passed.fault = fate?.fault;
    proxy.sent.push(passed);
    const name = passed.opId ?? (passed.method === 'GET' ? undefined : passed.path);
    if (name) {
      open.set(name, (open.get(name) ?? 0) + 1);
      mostAtOnce.set(name, Math.max(mostAtOnce.get(name) ?? 0, open.get(name) ?? 0));
      to.once('close', () => open.set(name, (open.get(name) ?? 1) - 1));
    }
    to.shouldKeepAlive = false;
    to.once('close', () => {
      passed.left = !to.writableEnded;
      if (passed.status === undefined && to.headersSent) passed.status = to.statusCode;
    });
    from.on('error', () => undefined);
    to.on('error', () => undefined);
    void meet(fate, from, to, passed).catch(() => to.destroy());
  });

  async function meet(
    fate: Fate | undefined,
    from: IncomingMessage,
    to: ServerResponse,
    passed: Passed,
  ): Promise<void> {
    if (fate === undefined) {
      await stream(from, to, passed);
      return settle(); // what was held up before arrives now, behind a newer request
    }
    switch (fate.fault) {
      case 'slow':
        await sleep(fate.ms ?? 1000);
        return stream(from, to, passed);
      case 'drop':
        from.socket.resetAndDestroy();
        return;
      case 'hang':
        from.resume();
        if (fate.ms === undefined) return;
        await sleep(fate.ms);
        to.destroy();
        return;
      case 'lose-answer':
        await exchange(from, await bodyOf(from, passed));
        to.destroy();
        return;
      case 'late': {
        const body = await bodyOf(from, passed);
        held.push(() => exchange(from, body));
        to.destroy();
        return;
      }
      case 'twice': {
        const body = await bodyOf(from, passed);
        await exchange(from, body);
        return answer(to, await exchange(from, body));
      }
      case 'cut-answer': {
        const whole = await exchange(from, await bodyOf(from, passed));
        to.writeHead(whole.status, ownHeaders(whole.headers));
        to.write(whole.body.subarray(0, fate.bytes ?? Math.floor(whole.body.length / 2)), () => to.destroy());
        return;
      }
      case 'truncated': {
        const whole = await exchange(from, await bodyOf(from, passed));
        return answer(to, { ...whole, body: whole.body.subarray(0, Math.floor(whole.body.length / 2)) });
      }
      case 'other-shape': {
        const { status } = await exchange(from, await bodyOf(from, passed));
        const headers = { 'content-type': 'application/json' };
        return answer(to, { status, headers, body: Buffer.from('{"done":true,"receipt":{"opId":7}}') });
      }
      case 'cut-upload':
        return cutUpload(from, to, passed, fate.bytes ?? Math.floor(Number(from.headers['content-length'] ?? 0) / 2));
      default: {
        await bodyOf(from, passed);
        if (!isAnswer(fate.fault)) throw new Error(`the proxy cannot play ${fate.fault}`);
        const { status, headers, body } = ANSWERS[fate.fault];
        const asked = fate.retryAfterS === undefined ? {} : { 'retry-after': String(fate.retryAfterS) };
        return answer(to, { status, headers: { ...headers, ...asked }, body: Buffer.from(body) });
      }
    }
  }

  /** Hand both bodies on as they come: a stream of events never ends. */
  function stream(from: IncomingMessage, to: ServerResponse, passed: Passed): Promise<void> {
    return new Promise((resolve) => {
      const up = toServer(from, (down) => {
        to.writeHead(down.statusCode ?? 502, ownHeaders(down.headers));
        down.pipe(to);
        down.once('error', () => to.destroy());
      });
      up.once('error', () => to.destroy());
      to.once('close', () => {
        up.destroy();
        resolve();
      });
      from.on('data', (bytes: Buffer) => {
        passed.bytesIn += bytes.length;
      });
      from.pipe(up);
    });
  }

  /** The first bytes of the body reach the server as they came; then both ends see the connection break. */
  function cutUpload(from: IncomingMessage, to: ServerResponse, passed: Passed, limit: number): Promise<void> {
    return new Promise((resolve) => {
      const up = toServer(from, (down) => down.resume());
      up.once('error', () => undefined);
      const end = (): void => {
        up.destroy();
        to.destroy();
        resolve();
      };
      const take = (bytes: Buffer): void => {
        const part = bytes.subarray(0, limit - passed.bytesIn);
        passed.bytesIn += part.length;
        if (passed.bytesIn < limit) up.write(part);
        else {
          from.off('data', take); // an empty write behind this one would end before it has left
          up.write(part, end);
        }
      };
      from.on('data', take);
      to.once('close', end);
    });
  }

  function toServer(from: IncomingMessage, onAnswer: (down: IncomingMessage) => void) {
    const url = new URL(from.url ?? '/', target);
    const headers = { ...from.headers, connection: 'keep-alive' };
    return request(
      { agent, host: url.hostname, port: url.port, path: from.url, method: from.method, headers },
      onAnswer,
    );
  }

  function exchange(from: IncomingMessage, body: Buffer): Promise<Whole> {
    return new Promise((resolve, reject) => {
      const up = toServer(from, (down) => {
        const parts: Buffer[] = [];
        down.on('data', (bytes: Buffer) => parts.push(bytes));
        down.once('error', reject);
        down.once('end', () =>
          resolve({ status: down.statusCode ?? 502, headers: down.headers, body: Buffer.concat(parts) }),
        );
      });
      up.once('error', reject);
      up.end(body);
    });
  }

  function answer(to: ServerResponse, { status, headers, body }: Whole): void {
    const own = ownHeaders(headers);
    delete own['transfer-encoding'];
    to.writeHead(status, { ...own, 'content-length': String(body.length) }).end(body);
  }

  const proxy: FaultProxy = {
    url: '',
    sent: [],
    fate: () => undefined,
    mostAtOnce,
    async close() {
      await settle();
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function bodyOf(from: IncomingMessage, passed: Passed): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of from) parts.push(bytes as Buffer);
  const body = Buffer.concat(parts);
  passed.bytesIn = body.length;
  return body;
}

/** What the server says of its connection to the proxy is not true of the proxy's to the device. */
function ownHeaders(headers: Whole['headers']): Whole['headers'] {
  const own = { ...headers };
  for (const name of ['connection', 'keep-alive']) delete own[name];
  return own;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A fate that meets the first `times` requests that `isMeant` and no other. */
export function firstOnes(
  times: number,
  fate: WireFault | Fate,
  isMeant: (request: Passed) => boolean,
): FaultProxy['fate'] {
  let left = times;
  return (request) => (isMeant(request) && left-- > 0 ? fate : undefined);
}
