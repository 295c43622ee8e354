/** Calls about the server itself, and the small public tables. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PERMISSIONS } from './user.ts';

/**
 * The answer repeats the caller's nonce: only the real server can, so a hotel's login page is not taken for it. Who only
 * asks whether the server is up, as a load balancer does, needs none. A server that is still loading the faces it
 * searches serves everything, and a first face search waits: it says `starting`, and to `?ready=1` answers 503.
 */
export const health = endpoint({
  method: 'GET',
  path: '/health',
  access: PERMISSIONS.public,
  input: z.object({
    nonce: z.optional(z.string().check(z.maxLength(64))),
    ready: z._default(z.stringbool(), false),
  }),
  output: z.object({
    nonce: z.optional(z.string()),
    protocol: z.int(),
    now: z.iso.datetime(),
    starting: z.optional(z.literal(true)),
    /** There was no room lately for what was to be stored: reads go on, and somebody must free some. */
    full: z.optional(z.literal(true)),
  }),
});

export const CountryCode = z.object({ code: z.string(), iso: z.string(), name: z.string() });

export const countryCode = endpoint({
  method: 'GET',
  path: '/countryCode',
  access: PERMISSIONS.public,
  input: z.object({}),
  output: z.array(CountryCode),
});

/** What the pages of this server need to know of how it is run. */
export const settings = endpoint({
  method: 'GET',
  path: '/settings',
  access: PERMISSIONS.public,
  input: z.object({}),
  output: z.object({
    /** A tile server for maps; without one the app draws its own map. */
    tiles: z.optional(z.object({ url: z.string(), attribution: z.string() })),
  }),
});
export type Tiles = NonNullable<z.infer<typeof settings.output>['tiles']>;
