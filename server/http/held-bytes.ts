/**
 * What bodies that are being collected hold of this process's memory, in all and by caller: a connection costs its owner
 * nothing, so many half-sent bodies must not add up to more than the machine has.
 */

import { AppError } from '../../contract/errors.ts';

const MAX_HELD_BYTES = 96 * 1024 * 1024;
/** The largest call there is, with five photos, and some beside it. */
const MAX_OF_ONE_BYTES = 48 * 1024 * 1024;
const RETRY_MS = 5000;

export interface Held {
  /** @throws AppError unavailable when there is no room for these bytes now */
  add(bytes: number): void;
  /** The call is over. */
  release(): void;
}

const byCaller = new Map<string, number>();
let inAll = 0;

/** The share of one call, counted against the caller with this key. */
export function holdFor(key: string): Held {
  let held = 0;
  return {
    add(bytes) {
      const own = (byCaller.get(key) ?? 0) + bytes;
      if (own > MAX_OF_ONE_BYTES || inAll + bytes > MAX_HELD_BYTES)
        throw new AppError('unavailable', 'Too much is being sent at once; nothing was lost, try again', {
          retryAfterMs: RETRY_MS,
        });
      byCaller.set(key, own);
      inAll += bytes;
      held += bytes;
    },
    release() {
      const left = (byCaller.get(key) ?? 0) - held;
      if (left > 0) byCaller.set(key, left);
      else byCaller.delete(key);
      inAll -= held;
      held = 0;
    },
  };
}
