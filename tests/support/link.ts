/** A bad network between a device and the server, as a `fetch`, for the two in one process; all faults come from a seed. */

import { sendOps } from '../../contract/ops.ts';
import { ANSWERS, type Fault, type Sent } from './faults.ts';

/** `ops`: the names of the writes in it, one or those of a batch. */
export type Request = Sent<Fault> & { ops: readonly string[] };

export interface Link {
  fetch: typeof fetch;
  /** What the device tried to send, in order. */
  sent: Request[];
  /** Which fault meets the next request; called once a request. */
  fate: (request: Request) => Fault | undefined;
  /** What is still on its way arrives. */
  settle(): Promise<void>;
}

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
      const request: Request = {
        method: init.method ?? 'GET',
        path: url.pathname,
        opId,
        ops: opsOf(opId, url.pathname, init.body),
        fault: undefined,
        status: undefined,
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
      case 'gateway':
      case 'busy':
      case 'slow-down':
      case 'captive':
      case 'stranger':
      case 'signed-out': {
        const { status, headers, body } = ANSWERS[fault];
        return new Response(body, { status, headers });
      }
    }
  }
  return link;
}

async function cutAnswer(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.slice(0, Math.floor(bytes.length / 2));
  return new Response(half, { status: response.status, headers: response.headers });
}

function opsOf(opId: string | undefined, path: string, body: unknown): string[] {
  if (opId !== undefined) return [opId];
  if (path !== sendOps.path || typeof body !== 'string') return [];
  return (JSON.parse(body) as { ops: { opId: string }[] }).ops.map((op) => op.opId);
}
