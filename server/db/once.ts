/** Writes that may arrive any number of times and are done once. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { AppError } from '../../contract/errors.ts';
import type { Db } from './schema.ts';

export interface Op {
  opId: string;
  /** Of the whole input: the same name with another input is a mistake of the caller, never a replay. */
  inputHash: string;
}

const ANOTHER_INPUT = 'This op was sent before with another input.';

export interface Done<T> {
  value: T;
  receivedAt: Date;
  replayed: boolean;
}

/**
 * Apply a write exactly once per `op`; a replay skips `work` and reads the same result back.
 *
 * The receipt is written in the transaction of the write, so there is never one without the other. Of two calls at
 * once the second waits for the first. `work` may be run again after a deadlock: it must touch nothing but `tx`.
 */
export async function once<T>(
  db: Db,
  op: Op | undefined,
  work: (tx: Db) => Promise<void>,
  read: (tx: Db) => Promise<T>,
): Promise<Done<T>> {
  return transact(db, async (tx) => {
    const claimed = op ? await claim(tx, op) : { receivedAt: new Date(), replayed: false };
    if (!claimed.replayed) await work(tx);
    return { value: await read(tx), ...claimed };
  });
}

/**
 * Whether this op was applied before, asked ahead of work that costs much.
 * @throws AppError conflict when it was another input's
 */
export async function wasApplied(db: Db, { opId, inputHash }: Op): Promise<boolean> {
  const hashes = looked.getStore() ?? (await hashesOf(db, [opId]));
  const first = hashes.get(opId);
  if (first !== undefined && first !== inputHash) throw new AppError('conflict', ANOTHER_INPUT);
  return first !== undefined;
}

/** What was applied of many ops, looked up once for all of them: by op, the hash of its input. */
const looked = new AsyncLocalStorage<ReadonlyMap<string, string>>();

/** Do `work` with `wasApplied` answered from one look at the start; `once` still sees what came in between. */
export async function lookingOnce<T>(db: Db, opIds: readonly string[], work: () => Promise<T>): Promise<T> {
  return looked.run(await hashesOf(db, opIds), work);
}

async function hashesOf(db: Db, opIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('receipt')
    .select(['op_id', 'input_hash'])
    .where('op_id', '=', sql<string>`any(${opIds})`)
    .execute();
  return new Map(rows.map((row) => [row.op_id, row.input_hash]));
}

/** Put the number that a person can read out on the receipt of the running op. */
export async function numberReceipt(tx: Db, opId: string, number: string): Promise<void> {
  await tx.updateTable('receipt').set({ number }).where('op_id', '=', opId).execute();
}

/**
 * Write the receipts of writes that were done in `tx`, all for the first time, with their numbers. The time of all.
 * @throws AppError conflict when one of them was done before: nothing of `tx` may then be kept
 */
export async function claimAll(tx: Db, ops: readonly (Op & { number: string })[]): Promise<Date> {
  const claimed = await writeReceipts(tx, ops);
  const [first] = claimed;
  if (!first || claimed.length < ops.length) throw new AppError('conflict', 'One of these ops was done before.');
  return first.received_at;
}

/** Write the receipt of the first call of its name, or find it. */
async function claim(tx: Db, { opId, inputHash }: Op): Promise<Omit<Done<never>, 'value'>> {
  const [claimed] = await writeReceipts(tx, [{ opId, inputHash }]);
  if (claimed) return { receivedAt: claimed.received_at, replayed: false };
  const first = await tx
    .selectFrom('receipt')
    .select(['input_hash', 'received_at'])
    .where('op_id', '=', opId)
    .executeTakeFirstOrThrow();
  if (first.input_hash !== inputHash) throw new AppError('conflict', ANOTHER_INPUT);
  return { receivedAt: first.received_at, replayed: true };
}

/** See that an op which has not come is never done; false when it has been. */
export async function blockOp(tx: Db, opId: string): Promise<boolean> {
  return (await writeReceipts(tx, [{ opId, inputHash: 'erased' }])).length > 0;
}

/** Of those that are new. */
const writeReceipts = (tx: Db, ops: readonly (Op & { number?: string })[]) =>
  tx
    .insertInto('receipt')
    .values(ops.map(({ opId, inputHash, number = null }) => ({ op_id: opId, input_hash: inputHash, number })))
    .onConflict((row) => row.column('op_id').doNothing())
    .returning('received_at')
    .execute();

const MAX_TRIES = 4;
/** Serialization failure, deadlock: PostgreSQL undid the transaction so that it can be done again. */
const UNDONE = new Set(['40001', '40P01']);

/** Do `work` in a transaction, or in the one that is open; again when it stood in another's way. */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>, tries = 1): Promise<T> {
  if (db.isTransaction) return work(db);
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    const undone = error instanceof DatabaseError && UNDONE.has(error.code ?? '');
    if (!undone || tries === MAX_TRIES) throw error;
    return transact(db, work, tries + 1);
  }
}
