/** What the log holds of a request: route, status, time; of a bug: where it is. Never an address, a token or what was sent. */

import type { FastifyInstance } from 'fastify';
import { ERRORS } from '../../contract/errors.ts';

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      route: `${request.method} ${request.routeOptions.url ?? '(none)'}`,
      status: request.refusedAs === undefined ? reply.statusCode : ERRORS[request.refusedAs].status,
      ms: Math.round(reply.elapsedTime),
    });
  });
}

/**
 * An error without its words: the database's own name the row that it would not take, with its name and phone number.
 */
export function describeError(error: Error & { code?: unknown; constraint?: unknown }): ErrorLine {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const { code, constraint } = error;
  return {
    type: error.name,
    message: typeof code === 'string' ? code : error.name,
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

/** `message` is the error's code, or its class: the logger wants one. */
interface ErrorLine {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
}
