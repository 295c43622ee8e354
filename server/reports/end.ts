/** A report ended by whoever made it, with or without an account, or by an officer of its district. */

import { createHash } from 'node:crypto';
import type { ParsedInputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { endReport, endSearch, ReportView } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { blockOp } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { isAskedFor } from '../duty/asked.ts';
import { tell } from '../notices/tell.ts';
import { held } from './held.ts';
import { projectReport, sightOf } from './projection.ts';
import { findReport, type ReportRow } from './read.ts';
import { actorOf, isOwner, mayEndSearch } from './rules.ts';
import { changeStatus, endFound, eraseForGood } from './store.ts';

/**
 * Withdraw or erase it, also what an account owns by the secret of the phone that posted it; and where its maker erases what has not arrived yet, nobody who carries it brings it in later.
 * Whoever has not made it hears the same whether it is there or not.
 * @throws AppError not-found
 */
export async function endByMaker(tx: Db, input: ParsedInputOf<typeof endReport>, caller: Caller): Promise<void> {
  const { id, how, of, secret } = input;
  const isTheirs = (found: Locked | undefined): found is Locked =>
    found !== undefined && (isOwner(found, caller) || opens(found, secret));
  let row = await lockReport(tx, id);
  if (!isTheirs(row) && how === 'erased' && of) {
    // Of two at once the one that posts may have been first: then it is there now.
    if (!(await blockOp(tx, of))) row = await lockReport(tx, id);
    if (!isTheirs(row)) return;
  }
  if (!isTheirs(row)) throw notTheirs();
  if (how === 'erased') await eraseForGood(tx, id);
  else if (row.status !== 'withdrawn') {
    const actor = isOwner(row, caller) ? actorOf(caller, row) : 'anonymous';
    await changeStatus(tx, id, 'withdrawn', actor);
  }
}

/**
 * Nobody needs to look for this person any more. Who posted it is told, and reads the reason in its history; sent again, it
 * changes nothing.
 * @throws AppError not-found for who is not asked for it, conflict for what has ended otherwise
 */
export async function endByOffice(
  tx: Db,
  officer: SignedIn,
  { id, reason }: ParsedInputOf<typeof endSearch>,
): Promise<ReportView> {
  const row = await held(tx, id);
  if (!row || row.closed || !mayEndSearch(row, officer, await isAskedFor(tx, row, officer))) throw notOfDistrict();
  if (row.status !== 'resolved') {
    const actor = actorOf(officer, row);
    await endFound(tx, row, 'resolved', actor, reason);
    await writeAudit(tx, officer, 'end-search', id, reason);
    const { owner_id: userId } = row;
    if (userId) await tell(tx, { userId, kind: 'report-changed', reportId: id, detail: 'resolved' });
  }
  const ended = await findReport(tx, id);
  const sight = ended && sightOf(ended, officer);
  // What has ended is shown to nobody elsewhere: who was asked for it reads what they read at their desk.
  const view = ended && projectReport(ended, officer, sight === 'guarded' || sight === 'none' ? 'field' : sight);
  if (!view) throw notOfDistrict();
  return view;
}

const notOfDistrict = () => new AppError('not-found', 'There is no such person in your district');

export const notTheirs = () => new AppError('not-found', 'There is no such report of yours');

export const lockReport = (tx: Db, id: string) =>
  tx
    .selectFrom('report')
    .select(['owner_id', 'status', 'secret_hash'])
    .select(['public_photo', 'compare_face', 'carry_face', 'public_phone', 'guardian'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

type Locked = NonNullable<Awaited<ReturnType<typeof lockReport>>>;

type Made = Pick<Locked, 'owner_id' | 'secret_hash'>;

/** Whether the caller reads and changes it as its maker: its owner, or where no account owns it who has its secret. */
export const isMadeBy = (row: Made, caller: Caller, secret: string | undefined): boolean =>
  isOwner(row, caller) || isOpenedBy(row, secret);

/** The report, if the caller made it: that is judged before any of it is read, so that another's costs what none costs. */
export async function findMade(
  tx: Db,
  { id, secret }: { id: string; secret?: string | undefined },
  caller: Caller,
): Promise<ReportRow | undefined> {
  const made = await lockReport(tx, id);
  return made && isMadeBy(made, caller, secret) ? findReport(tx, id) : undefined;
}

/** Whether no account owns this report and the secret is that of it. */
export async function isByMaker(db: Db, id: string, secret: string | undefined): Promise<boolean> {
  const row = secret === undefined ? undefined : await lockReport(db, id);
  return row !== undefined && isOpenedBy(row, secret);
}

/** Whoever was given the link of a report has its secret for good: past its owner's standing it opens nothing. */
const isOpenedBy = (row: Made, secret: string | undefined): boolean => row.owner_id === null && opens(row, secret);

/** Whether the secret is its own. 256 random bits: nobody guesses them, so nothing is learnt from how long a wrong one takes. */
export const opens = ({ secret_hash }: { secret_hash: Buffer | null }, secret: string | undefined): boolean =>
  secret_hash !== null &&
  secret !== undefined &&
  createHash('sha256').update(Buffer.from(secret, 'hex')).digest().equals(secret_hash);
