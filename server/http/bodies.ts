/** Bodies of raw bytes: read by their route as they come, not collected in memory. */

import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a call that brings bytes. */
    bytes: PassThrough | undefined;
  }
}

const BYTES = 'application/octet-stream';
/** Of one body, what may wait in memory while it is found out who sends it: two pieces of our own clients'. */
const WAITING_BYTES = 256 * 1024;

/** To be called before anything that makes a request wait: a body that is not read from its first moment is not whole. */
export function takeBytes(app: FastifyInstance): void {
  app.decorateRequest('bytes', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-type'] === BYTES) request.bytes = outlasting(request.raw);
    done();
  });
  app.addContentTypeParser(BYTES, (request, payload, done) => {
    request.bytes ??= outlasting(payload); // its type was written in another way
    done(null, request.bytes);
  });
  // What a route left unread would stand in the way of the connection's next call.
  app.addHook('onResponse', async ({ bytes, raw }) => {
    if (!bytes) return;
    raw.unpipe(bytes);
    raw.resume();
  });
}

/**
 * A body that outlasts its connection: a stream of the connection's own forgets what waits in it when the link breaks,
 * and over a bad network those bytes would have to be sent again each time.
 */
function outlasting(payload: Readable): PassThrough {
  const body = new PassThrough({ highWaterMark: WAITING_BYTES });
  const end = () => body.end();
  if (payload.destroyed) end();
  payload.once('error', end).once('close', end);
  return payload.pipe(body);
}
