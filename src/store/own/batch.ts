/** Which queued texts go to the server in one call. */

import type * as z from 'zod/mini';
import { BATCH_BYTES, type BatchedCall, type BatchedOp, MAX_BATCH } from '../../../contract/ops.ts';
import { says } from '../../../contract/queued.ts';
import type { LocalDb } from '../db.ts';
import { SCHEMA } from '../newer-rows.ts';
import { RANK } from '../rows.ts';
import { isDue, isHeld, type Op, type Sender, sendable } from './outbox.ts';

const isBatched = (op: Op): boolean => op.rank === RANK.text && says(op.endpoint, 'together') && !op.inReserve;

/** An op as it stands in a batch. */
export const batched = ({ opId, entityId, endpoint, input, author }: Op): z.input<typeof BatchedOp> => ({
  opId,
  entity: entityId,
  call: endpoint as BatchedCall, // batchOf takes no other
  input: input as Record<string, unknown>, // every input is an object
  ...(author ? { author: author.id } : {}),
});

/**
 * The due texts that may go with `first`, in their order and `first` among them; at most `most`.
 *
 * They are in the same name as it, and have failed as often: each failure halves what goes together, so that an op which
 * breaks every call that it is in ends up alone.
 */
export async function batchOf(db: LocalDb, first: Op, now: number, sender: Sender, most: number): Promise<Op[]> {
  const room = Math.min(most, MAX_BATCH >> Math.min(first.tries, 10));
  if (room < 2 || !isBatched(first)) return [first];
  const left = new Set<string>();
  const ops: Op[] = [];
  let bytes = 0;
  for (const op of await sendable(db)) {
    const goes =
      !left.has(op.entityId) && op.state === 'waiting' && op.tries === first.tries && isBatched(op) && isDue(op, now);
    const mayGo = goes && (op.schema ?? 1) <= SCHEMA && op.author?.id === first.author?.id && !isHeld(op, sender);
    const fits = ops.length < room && (ops.length === 0 || bytes + op.bytes <= BATCH_BYTES);
    if (mayGo && fits) {
      ops.push(op);
      bytes += op.bytes;
    } else if (op.rank === RANK.text || op.state === 'refused') left.add(op.entityId);
  }
  return ops.some(({ opId }) => opId === first.opId) ? ops : [first];
}
