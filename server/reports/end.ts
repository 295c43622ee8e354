/** A report ended by whoever made it: its owner, or who has the secret that was made with it, with or without an account. */

import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { adoptReport, endReport } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { blockOp } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { recordReport } from './record.ts';
import { actorOf, isOwner } from './rules.ts';
import { changeStatus, eraseForGood } from './store.ts';

/**
 * Withdraw or erase it. What is not there (any more) is as it was asked for; and where its maker erases what has not
 * arrived yet, nobody who carries it brings it in later.
 */
export async function endByMaker(tx: Db, input: ParsedInputOf<typeof endReport>, caller: Caller): Promise<void> {
  const { id, how, of, secret } = input;
  let row = await lockReport(tx, id);
  // Of two at once the one that posts may have been first: then it is there now.
  if (!row && how === 'erased' && of && !(await blockOp(tx, of))) row = await lockReport(tx, id);
  if (!row) return;
  if (!isMadeBy(row, caller, secret)) throw notTheirs();
  if (how === 'erased') await eraseForGood(tx, id);
  else if (row.status !== 'withdrawn') {
    const actor = isOwner(row, caller) ? actorOf(caller, row) : 'anonymous';
    await changeStatus(tx, id, 'withdrawn', actor);
  }
}

/** What somebody posted before they had an account becomes their account's. */
export async function adoptByMaker(
  tx: Db,
  { id, secret }: ParsedInputOf<typeof adoptReport>,
  { userId }: SignedIn,
): Promise<void> {
  const row = await lockReport(tx, id);
  if (!row || !opens(row, secret) || (row.owner_id !== null && row.owner_id !== userId)) throw notTheirs();
  if (row.owner_id !== null) return;
  await tx.updateTable('report').set({ owner_id: userId }).where('id', '=', id).execute();
  await recordReport(tx, id);
}

export const notTheirs = () => new AppError('not-found', 'There is no such report of yours');

export const lockReport = (tx: Db, id: string) =>
  tx
    .selectFrom('report')
    .select(['owner_id', 'status', 'secret_hash'])
    .select(['public_photo', 'compare_face', 'carry_face', 'public_phone', 'guardian'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Whether the caller made it: its owner, or who has the secret that was made with it. */
export const isMadeBy = (
  row: { owner_id: string | null; secret_hash: Buffer | null },
  caller: Caller,
  secret: string | undefined,
): boolean => isOwner(row, caller) || opens(row, secret);

/** 256 random bits: nobody guesses them, so nothing is learnt from how long a wrong one takes. */
const opens = ({ secret_hash }: { secret_hash: Buffer | null }, secret: string | undefined): boolean =>
  secret_hash !== null &&
  secret !== undefined &&
  createHash('sha256').update(Buffer.from(secret, 'hex')).digest().equals(secret_hash);
