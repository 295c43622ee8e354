/** A disk with the reserve's file on it, where there is no browser: its bytes, and the worker that may write them. */

import { vi } from 'vitest';
import type { ReserveWorker } from '../../src/platform/reserve.ts';
import { RESERVE_BYTES, writeText } from '../../src/platform/reserve-slots.ts';
import { serve, type WorkerLike } from '../../src/platform/rpc.ts';

/** The bytes of the file; what the page asks of the browser is answered from them until globals are put back. */
export function diskWithReserve(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RESERVE_BYTES);
  const folder = { getFileHandle: async () => ({ getFile: async () => new Blob([bytes]) }) };
  vi.stubGlobal('navigator', {
    storage: { getDirectory: async () => folder },
    locks: { request: (_name: string, work: () => Promise<unknown>) => work() },
  });
  const write = async (text: string) => writeText(bytes, text, (part, at) => bytes.set(part, at));
  vi.stubGlobal('location', new URL('http://localhost/')); // whose scripts may be started
  vi.stubGlobal('Worker', workerOf({ prepare: async () => undefined, write }));
  return bytes;
}

/** A class of workers that serve these handlers, each over its own pair of ends. */
const workerOf = (handlers: ReserveWorker) =>
  class implements WorkerLike {
    #inner = new EventTarget();
    #outer = new EventTarget();
    constructor() {
      const post = (data: unknown) => this.#outer.dispatchEvent(new MessageEvent('message', { data }));
      const listen = (type: string, listener: (event: MessageEvent) => void) =>
        this.#inner.addEventListener(type, (event) => listener(event as MessageEvent)); // only messages are sent
      serve<ReserveWorker>({ postMessage: post, addEventListener: listen }, handlers);
    }
    postMessage(data: unknown): void {
      this.#inner.dispatchEvent(new MessageEvent('message', { data }));
    }
    addEventListener(type: string, listener: (event: Event) => void): void {
      this.#outer.addEventListener(type, listener);
    }
    terminate(): void {}
  };
