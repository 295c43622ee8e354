/** Calls about the server itself, and the small public tables. */

import { AppError } from '../../contract/errors.ts';
import { PROTOCOL } from '../../contract/protocol.ts';
import { countryCode, health, settings } from '../../contract/system.ts';
import type { Config } from '../config.ts';
import { away } from '../db/away.ts';
import type { Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';
import { COUNTRY_CODES } from './country-codes.ts';
import { feelPulse } from './pulse.ts';

const START_MS = 1000;

export interface SystemDeps {
  db: Db;
  config: Pick<Config, 'tiles'>;
  /** What is searched in memory is there. All else is served from the first moment on. */
  isReady: () => boolean;
}

export function systemRoutes(http: Http, { db, config: { tiles }, isReady }: SystemDeps): void {
  const pulse = feelPulse(db);
  mount(http, health, async ({ input: { nonce, ready } }) => {
    const failure = await pulse();
    if (failure) throw away(failure);
    const starting = !isReady();
    if (ready && starting)
      throw new AppError('unavailable', 'The server is still loading what it searches', { retryAfterMs: START_MS });
    return {
      ...(nonce === undefined ? {} : { nonce }),
      ...(starting ? { starting: true as const } : {}),
      ...(http.room.isFull() ? { full: true as const } : {}),
      protocol: PROTOCOL,
      now: new Date().toISOString(),
    };
  });
  mount(http, settings, async () => (tiles ? { tiles } : {}));
  mount(http, countryCode, async () => [...COUNTRY_CODES]);
}
