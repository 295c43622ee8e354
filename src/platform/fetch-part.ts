/** One part of a large file over a bad link: each try goes on at the byte where the one before was cut. */

import { AppError } from '../../contract/errors.ts';
import { piecesOf } from './pieces.ts';
import { sha256Of } from './sha256.ts';

export interface PartFetching {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
  /** Where a part is read from a byte on. */
  readonly urlOf: (sha256: string, from: number) => string;
  /** Called with bytes that have arrived, and with fewer than none when they turn out not to be the part. */
  readonly onBytes?: (bytes: number) => void;
}

/** Tries in a row that bring nothing. */
const TRIES = 4;
const FIRST_WAIT_MS = 500;

/** @throws AppError network, server, not-found, not-our-server, cancelled */
export async function fetchWholePart(
  part: { sha256: string; bytes: number },
  fetching: PartFetching,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(part.bytes);
  let got = 0;
  for (let tried = 1; ; ) {
    const before = got;
    try {
      for await (const piece of piecesOf(fetching.urlOf(part.sha256, got), fetching)) {
        // Longer than it should be: some other page's answer.
        if (got + piece.length > bytes.length) break;
        bytes.set(piece, got);
        got += piece.length;
        fetching.onBytes?.(piece.length);
      }
      if (got === bytes.length) {
        if ((await sha256Of(bytes)) === part.sha256) return bytes;
        fetching.onBytes?.(-got);
        got = 0;
        throw new AppError('not-our-server', `${part.sha256} came as something else`);
      }
      throw new AppError('network', `${part.sha256} was cut after ${got} bytes`);
    } catch (error) {
      if (fetching.signal?.aborted) throw new AppError('cancelled', 'the download was stopped', { cause: error });
      const failure = error instanceof AppError ? error : new AppError('network', 'a part was cut', { cause: error });
      if (failure.next === 'refuse' || tried === TRIES) throw failure;
      tried = got > before ? 1 : tried + 1;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tried - 1)));
    }
  }
}
