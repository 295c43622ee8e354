/** Ask the server whether it is there. Only the real one repeats the nonce, so a login page is not taken for it. */

import { AppError } from '../../contract/errors.ts';
import { endpoints, PROTOCOL } from '../../contract/protocol.ts';
import type { Api } from '../api/client.ts';
import type { Link } from './status.ts';

/** A server that does not answer a few bytes in this time is not there for a person. */
const PROBE_MS = 8000;

/** A clock this far from the server's is wrong, not slow. */
const WRONG_CLOCK_MS = 5 * 60_000;

export interface Proof {
  link: Link;
  /** The server speaks a newer protocol. */
  update: boolean;
  clockAheadMs?: number | undefined;
}

export async function probe(api: Api, nonce: string, now: () => number): Promise<Proof> {
  try {
    // In nobody's name: whether the server is there must not hang on whom it knows.
    const options = { signal: AbortSignal.timeout(PROBE_MS), nameless: true };
    const answer = await api.call(endpoints.health, { nonce }, options);
    if (answer.nonce !== nonce) return { link: 'captive', update: false };
    const ahead = now() - Date.parse(answer.now);
    const clockAheadMs = Math.abs(ahead) > WRONG_CLOCK_MS ? ahead : undefined;
    return { link: 'online', update: answer.protocol > PROTOCOL, clockAheadMs };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An answer in another shape than ours proves nothing, whoever gave it; one that does not come is no refusal.
    const link = error.code === 'bad-answer' ? 'captive' : error.code === 'cancelled' ? 'silent' : linkOf(error);
    return { link, update: false };
  }
}

/** What a failed call says about the link. */
export function linkOf(error: AppError): Link {
  switch (error.code) {
    case 'not-our-server':
      return 'captive';
    case 'unavailable':
    case 'server':
      return 'down';
    case 'network':
    case 'cancelled':
      return 'offline';
    default:
      return 'online'; // our server answered, in our words
  }
}
