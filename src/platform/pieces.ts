/** The bytes of a large answer as they come. */

import { AppError } from '../../contract/errors.ts';
import { inTime } from './in-time.ts';

/**
 * A link may fall silent without a word: a network that was changed, a gateway that holds the call. After this it is taken
 * for cut, so that whoever asked begins again; a slow one is heard of more often than that.
 */
export const SILENT_MS = 30_000;

interface Asking {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
}

/** @throws AppError network when it falls silent, server, not-found; what `fetch` throws */
export async function* piecesOf(url: string, { fetch, signal }: Asking): AsyncGenerator<Uint8Array> {
  const asking = new AbortController();
  const end = (): void => asking.abort(signal?.reason);
  const heard = async <T extends object>(answer: Promise<T>): Promise<T> => {
    const told = await inTime(answer, SILENT_MS);
    if (!told) throw new AppError('network', `${url} fell silent`);
    return told;
  };
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    // Past the HTTP cache: it would keep a second copy, and a broken one for ever.
    const response = await heard(fetch(url, { signal: asking.signal, redirect: 'error', cache: 'no-store' }));
    if (!response.ok) throw new AppError(response.status >= 500 ? 'server' : 'not-found', `${url}: ${response.status}`);
    const reader = response.body?.getReader();
    if (!reader) return;
    for (let next = await heard(reader.read()); next.value; next = await heard(reader.read())) yield next.value;
  } finally {
    signal?.removeEventListener('abort', end);
    asking.abort(); // of an answer that was given up, or is longer than it should be, nothing more is fetched
  }
}
