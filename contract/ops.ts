/** Many queued writes in one call, so that a full outbox does not pay a round trip for each. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ErrorBody } from './errors.ts';
import { Id } from './primitives.ts';
import { namesSaying } from './queued.ts';
import { PERMISSIONS } from './user.ts';

/** The writes that may travel together: texts that name what they change. */
export const BatchedCall = z.enum(namesSaying('together'));
export type BatchedCall = z.infer<typeof BatchedCall>;

export const MAX_BATCH = 100;
/** What a batch may weigh: ten seconds of a 50 kbit/s link, lost at most when the link breaks. */
export const BATCH_BYTES = 64 * 1024;

export const BatchedOp = z.object({
  opId: Id,
  /** What the write makes or changes: what comes after a failed write of the same entity is not tried. */
  entity: z.string().check(z.maxLength(80)),
  call: BatchedCall,
  input: z.record(z.string(), z.unknown()),
  /** Whose it is; absent for nobody's, and in what an older app sends. */
  author: z.optional(z.string().check(z.maxLength(80))),
});

/**
 * - `done`: the call's own answer, with its receipt.
 * - `refused`: the call's own error; nothing of it was done.
 * - `held`: not tried, because an earlier write of its entity failed.
 */
export const BatchedResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), opId: Id, answer: z.unknown() }),
  z.object({
    kind: z.literal('refused'),
    opId: Id,
    error: z.extend(ErrorBody, { retryAfterMs: z.optional(z.number()) }),
  }),
  z.object({ kind: z.literal('held'), opId: Id }),
]);
export type BatchedResult = z.infer<typeof BatchedResult>;

/** Each op is done once, by itself, under the rules of its own call; the answer is given when all of them are on disk. */
export const sendOps = endpoint({
  method: 'POST',
  path: '/sync/ops',
  access: PERMISSIONS.public,
  maxBodyBytes: 512 * 1024,
  input: z.object({ ops: z.array(BatchedOp).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
  output: z.object({ results: z.array(BatchedResult) }),
});
