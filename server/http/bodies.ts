/** Bodies: bytes are read by their route as they come, JSON is looked through as it comes, and what is refused is not read. */

import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import type { Held } from './held-bytes.ts';
import { guardJson } from './json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a call that brings bytes. */
    bytes: PassThrough | undefined;
    /** What its body takes of our memory. */
    held: Held | undefined;
    /** Why its body was not read to its end. */
    refused: AppError | undefined;
  }
  interface FastifyContextConfig {
    /** The most of a JSON body. */
    maxJsonBytes?: number;
  }
}

const BYTES = 'application/octet-stream';
/** Of one body, what may wait in memory while it is found out who sends it: two pieces of our own clients'. */
const WAITING_BYTES = 256 * 1024;
/** A text call is small; photos go as bytes of their own. */
export const MAX_JSON_BYTES = 64 * 1024;
/** Who is refused may go on sending for so long, or their program would meet a broken link before it reads why. */
const LINGER_MS = 2000;

/** To be called before anything that makes a request wait: a body that is not read from its first moment is not whole. */
export function takeBodies(app: FastifyInstance): void {
  app.decorateRequest('bytes', undefined);
  app.decorateRequest('held', undefined);
  app.decorateRequest('refused', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers['content-type'] === BYTES) request.bytes = outlasting(request.raw);
    for (const end of ['finish', 'close']) reply.raw.once(end, () => request.held?.release());
    done();
  });
  app.addContentTypeParser(BYTES, (request, payload, done) => {
    request.bytes ??= outlasting(payload); // its type was written in another way
    done(null, request.bytes);
  });

  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', (request, payload, done) => {
    if (request.is404) return done(null, undefined);
    collect(request, payload).then(
      (text) => parse(request, text, done),
      (error: unknown) => {
        if (!(error instanceof AppError)) return done(error as Error);
        // Said by a hook: an error of the parser's own would break the connection before it is read.
        request.refused = error;
        done(null, undefined);
      },
    );
  });
  app.addHook('preValidation', async ({ refused }) => {
    if (refused) throw refused;
  });

  // What was left unread would stand in the way of the connection's next call.
  app.addHook('onResponse', async ({ bytes, raw }) => {
    if (bytes) raw.unpipe(bytes);
    if (raw.complete !== false) return;
    raw.unpipe();
    raw.resume();
    setTimeout(() => raw.complete || raw.socket.destroy(), LINGER_MS).unref();
  });
}

/** The text of a JSON body. @throws AppError as soon as what has come is too much; the rest is thrown away as it comes */
async function collect(request: FastifyRequest, payload: Readable): Promise<string> {
  const most = request.routeOptions.config.maxJsonBytes ?? MAX_JSON_BYTES;
  const { held } = request;
  const guard = guardJson();
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      try {
        if (bytes > most) throw tooLarge(most);
        held?.add(chunk.length);
        guard.look(chunk);
        chunks.push(chunk);
      } catch (error) {
        chunks.length = 0;
        held?.release();
        payload.off('data', take).off('end', end);
        payload.resume();
        reject(error);
      }
    };
    const end = () => resolve(Buffer.concat(chunks).toString());
    payload
      .on('data', take)
      .once('end', end)
      .once('error', reject)
      .once('close', () => reject(cutOff()));
  });
}

export const tooLarge = (most: number) => new AppError('too-large', `This call may have ${most} bytes`);
const cutOff = () => new AppError('bad-input', 'The body was cut off');

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
