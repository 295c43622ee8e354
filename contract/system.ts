/** Calls about the server itself, and the small public tables. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The answer repeats the caller's nonce: only the real server can, so a hotel's login page is not taken for it. */
export const health = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  input: z.object({ nonce: z.string().check(z.maxLength(64)) }),
  output: z.object({ nonce: z.string(), protocol: z.int(), now: z.iso.datetime() }),
});

export const CountryCode = z.object({ code: z.string(), iso: z.string(), name: z.string() });

export const countryCode = endpoint({
  method: 'GET',
  path: '/countryCode',
  access: 'public',
  input: z.object({}),
  output: z.array(CountryCode),
});
