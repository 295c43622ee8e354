/** Apps that are served from another host than the API (R321). */

import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { AUTHOR_HEADER, endpoints, IDEMPOTENCY_HEADER, PROTOCOL_HEADER } from '../../contract/protocol.ts';

/** What Chromium remembers at most: a call costs a second round trip only when it is new. */
const REMEMBERED_S = 7200;

/**
 * Tell browsers that pages of these origins may ask and read. It must come before all that may refuse, so that a refusal
 * can be read there as well. No cookie is ever asked for: who calls is in a header, which no other page can send.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: [...new Set(Object.values(endpoints).map(({ method }) => method))],
    allowedHeaders: ['authorization', 'content-type', PROTOCOL_HEADER, AUTHOR_HEADER, IDEMPOTENCY_HEADER],
    exposedHeaders: ['retry-after'],
    maxAge: REMEMBERED_S,
  });
}
