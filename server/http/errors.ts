/** Every failure leaves the server in the one error shape, and a bug never tells what it was. */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERRORS, type ErrorBody, type ErrorCode, ORDINARY, REFUSAL_TYPE } from '../../contract/errors.ts';

/** Fastify's own refusals, in our words. */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'bad-input',
  403: 'not-found',
  404: 'not-found',
  413: 'too-large',
  414: 'not-found',
  415: 'bad-input',
};

export const answerErrors = (app: FastifyInstance): FastifyInstance => app.setErrorHandler(answerError);

/** Also for what fails before there is a route, such as an address that cannot be read. */
export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error);
  if (known.code === 'server') request.log.error({ err: error }, 'unexpected');
  if (known.retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(known.retryAfterMs / 1000));
  if (takesRefusals(request) && ORDINARY.has(known.code)) {
    request.refusedAs = known.code;
    void reply.status(200).type(REFUSAL_TYPE).header('cache-control', 'no-store'); // it may be there the next time
  } else void reply.status(ERRORS[known.code].status);
  void reply.send(bodyOf(known));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What it was refused as, where the status does not say so. */
    refusedAs?: ErrorCode;
  }
}

/** Note: Refusals as answers. Of a write the status tells whoever is on the way, a proxy say, that nothing was done. */
const takesRefusals = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept?.includes(REFUSAL_TYPE) ?? false);

export function bodyOf({ code, message, fields }: AppError): ErrorBody {
  return { code, message, ...(Object.keys(fields).length > 0 ? { fields } : {}) };
}

/** What a failure is called outside of this process. */
export const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : translate(error as FastifyError); // any other error has at most a status

/** Of the system and of PostgreSQL: the disk is full, or the quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** PostgreSQL cannot now, and may later: a statement over its time, out of memory or connections, stopping, starting. */
const BUSY_MS = 5000;
const BUSY = new Set(['57014', '53200', '53300', '57P01', '57P02', '57P03']);

/** When a device may ask again. Someone must free the room, which takes minutes. */
export const NO_ROOM_MS = 60_000;
export const noRoom = (cause?: unknown): AppError =>
  new AppError('storage-full', 'The server has no room left; nothing was taken', { cause, retryAfterMs: NO_ROOM_MS });

function translate(error: FastifyError): AppError {
  if (FULL.has(error.code)) return noRoom(error);
  if (BUSY.has(error.code))
    return new AppError('unavailable', 'The server is busy; nothing was lost, try again', {
      cause: error,
      retryAfterMs: BUSY_MS,
    });
  const code = BY_STATUS[error.statusCode ?? 500];
  if (code)
    return new AppError(code, code === 'bad-input' ? 'The request cannot be read' : error.message, { cause: error });
  return new AppError('server', 'Something went wrong on our side; nothing was lost, try again', { cause: error });
}
