/** The op behind a call, for `once`: its name, and what it must carry again to be the same. */

import { createHash, randomUUID } from 'node:crypto';
import type { Receipt } from '../../contract/primitives.ts';
import type { Op } from '../db/once.ts';
import type { Upload } from './multipart.ts';

/** A call without a name is an op of its own: it is done, and nothing ever repeats it. */
export function opOf({
  opId,
  sent,
  uploads,
}: {
  opId: string | undefined;
  sent: unknown;
  uploads: readonly Upload[];
}): Op {
  const files = uploads.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  return { opId: opId ?? randomUUID(), inputHash: hashOf([sent, files]) };
}

/** What says that an op is done; of one without a name there is nothing to say. */
export const receiptOf = (opId: string, receivedAt: Date): Receipt => ({ opId, receivedAt: receivedAt.toISOString() });
export const withReceipt = (opId: string | undefined, receivedAt: Date): { receipt?: Receipt } =>
  opId === undefined ? {} : { receipt: receiptOf(opId, receivedAt) };

/** Of what the same op must carry again to be the same. */
export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** For callers that name no record: a replay finds the same one, and its public id does not give the op away. */
export function idFrom(opId: string, what: string): string {
  const hex = createHash('sha256').update(`${what} of ${opId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
