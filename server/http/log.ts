/** What the log holds of a request: route, status, time. Never an address, a token, a body or a query. */

import type { FastifyInstance } from 'fastify';

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      route: `${request.method} ${request.routeOptions.url ?? '(none)'}`,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}
