/** Calls that the server makes to itself, in the name of whoever wrote what it has opened. */

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { ErrorBody, type ErrorCode, isErrorCode } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';
import type { FindCaller } from '../http/mount.ts';

export interface InnerCalls {
  /** Knows the callers of inner calls; everybody else is found as before. */
  findCaller: FindCaller;
  /** The whole way of a call from outside: the same checks, limits and handler. Answers why it failed, if it did. */
  call(caller: Caller, request: InjectOptions): Promise<{ body: unknown; code?: ErrorCode }>;
}

export function openInnerCalls(app: FastifyInstance, outer: FindCaller): InnerCalls {
  // Each call has a key of its own, that lives in this process and as long as the call.
  const callers = new Map<string, Caller>();
  return {
    findCaller: async (request, access) => callers.get(request.headers.authorization ?? '') ?? outer(request, access),
    async call(caller, request) {
      const key = `inner ${randomBytes(32).toString('base64url')}`;
      callers.set(key, caller);
      try {
        const answer = await app.inject({ ...request, headers: { ...request.headers, authorization: key } });
        const body: unknown = answer.json();
        if (answer.statusCode < 300) return { body };
        const { code } = ErrorBody.parse(body);
        return { body, code: isErrorCode(code) ? code : 'server' };
      } finally {
        callers.delete(key);
      }
    },
  };
}
