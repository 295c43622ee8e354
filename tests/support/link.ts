/** A bad network between a device and the server, as a `fetch`: every fault is one that was seen, and all come from a seed. */

/**
 * - `drop`: the request never arrives.
 * - `lose-answer`: it arrives and is done; the answer does not come back.
 * - `late`: the device gives up, and the request arrives after later ones.
 * - `twice`: it arrives twice.
 * - `cut-answer`: half of the answer comes.
 * - `cut-upload`: a part of a raw body arrives.
 * - `error`, `gateway`, `busy`: 500 in our words, 502 with a gateway's page, 503 in a gateway's words.
 * - `slow-down`: 429 with Retry-After.
 * - `captive`: a login page with status 200.
 * - `stranger`: JSON of somebody else with status 200.
 * - `signed-out`: 401.
 */
export const FAULTS = [
  'drop',
  'lose-answer',
  'late',
  'twice',
  'cut-answer',
  'cut-upload',
  'error',
  'gateway',
  'busy',
  'slow-down',
  'captive',
  'stranger',
  'signed-out',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Sent {
  method: string;
  path: string;
  opId: string | undefined;
  fault: Fault | undefined;
  /** Of the answer that came back to the device. */
  status: number | undefined;
}

export interface Link {
  fetch: typeof fetch;
  /** What the device tried to send, in order. */
  sent: Sent[];
  /** Which fault meets the next request; called once a request. */
  fate: (request: Sent) => Fault | undefined;
  /** What is still on its way arrives. */
  settle(): Promise<void>;
}

export const RETRY_AFTER_S = 120;

export function createLink(server: typeof fetch): Link {
  const onItsWay: (() => Promise<unknown>)[] = [];
  const link: Link = {
    sent: [],
    fate: () => undefined,
    async settle() {
      for (let next = onItsWay.shift(); next; next = onItsWay.shift()) await next().catch(() => undefined);
    },
    async fetch(input, init = {}) {
      const url = new URL(String(input), 'http://server');
      const opId = new Headers(init.headers).get('idempotency-key') ?? undefined;
      const request: Sent = {
        ...{ method: init.method ?? 'GET', path: url.pathname, opId },
        ...{ fault: undefined, status: undefined },
      };
      request.fault = link.fate(request);
      link.sent.push(request);
      const response = await meet(request.fault, () => server(input, init), init);
      request.status = response.status;
      return response;
    },
  };

  async function meet(fault: Fault | undefined, send: () => Promise<Response>, init: RequestInit): Promise<Response> {
    switch (fault) {
      case undefined: {
        const response = await send();
        await link.settle(); // what was held up before arrives now, behind a newer request
        return response;
      }
      case 'drop':
        throw new TypeError('fetch failed');
      case 'lose-answer':
        await send();
        throw new TypeError('fetch failed');
      case 'late':
        onItsWay.push(send);
        throw new TypeError('fetch failed');
      case 'twice':
        await send();
        return send();
      case 'cut-answer':
        return cutAnswer(await send());
      case 'cut-upload': {
        // The first half arrives, if the body can be cut at all; the device hears nothing.
        if (init.body instanceof Blob) init.body = init.body.slice(0, Math.floor(init.body.size / 2));
        await send();
        throw new TypeError('fetch failed');
      }
      case 'error':
        return json(500, { code: 'server', message: 'no' });
      case 'gateway':
        return page(502, '<h1>Bad Gateway</h1>');
      case 'busy':
        return json(503, { error: 'Service Unavailable', statusCode: 503 });
      case 'slow-down':
        return json(429, { code: 'too-many', message: 'no' }, { 'retry-after': String(RETRY_AFTER_S) });
      case 'captive':
        return page(200, '<title>Hotel</title><form>Room number</form>');
      case 'stranger':
        return json(200, { ok: true, receipt: { opId: '00000000-0000-4000-8000-000000000000' } });
      case 'signed-out':
        return json(401, { code: 'sign-in-needed', message: 'no' });
    }
  }
  return link;
}

async function cutAnswer(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.slice(0, Math.floor(bytes.length / 2));
  return new Response(half, { status: response.status, headers: response.headers });
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const page = (status: number, html: string) =>
  new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

/** The same numbers for the same seed, 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
