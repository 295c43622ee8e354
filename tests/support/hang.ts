/** Calls that nobody answers, and a patience that ends in a hundred milliseconds. */

import { vi } from 'vitest';

/** The same server, but that the calls that are meant stay without an answer until they are given up. */
export const hangingOn =
  (server: typeof fetch, isMeant: (path: string, init: RequestInit | undefined) => boolean): typeof fetch =>
  async (url, init) => {
    if (!isMeant(new URL(String(url)).pathname, init)) return server(url, init);
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  };

const SHORTENED = 300;

/** Every time limit ends in a fraction of its time, until mocks are restored. */
export function shortenPatience(): void {
  const real = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => real(Math.ceil(ms / SHORTENED)));
}
