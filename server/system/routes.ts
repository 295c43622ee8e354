/** Calls about the server itself, and the small public tables. */

import { COUNTRY_CODES } from '../../contract/countries.ts';
import { PROTOCOL } from '../../contract/protocol.ts';
import { countryCode, health, settings } from '../../contract/system.ts';
import type { Config } from '../config.ts';
import { type Http, mount } from '../http/mount.ts';

export function systemRoutes(http: Http, { tiles }: Pick<Config, 'tiles'>): void {
  mount(http, health, async ({ input: { nonce } }) => ({
    ...(nonce === undefined ? {} : { nonce }),
    ...{ protocol: PROTOCOL, now: new Date().toISOString() },
  }));
  mount(http, settings, async () => (tiles ? { tiles } : {}));
  mount(http, countryCode, async () => [...COUNTRY_CODES]);
}
