/** The life of a report as it is written. Every write records the change that devices will pull, in the same transaction. */

import { randomUUID } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import type { ReportStatus } from '../../contract/report.ts';
import { recordChange } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { addJob } from '../jobs/jobs.ts';
import { tellArea, tellFollowers } from '../notices/tell.ts';
import { isPublic } from './projection.ts';
import { findReport } from './read.ts';
import { type Condition, type ItemState, mayChange, mayChangeCondition, mayChangeItem } from './rules.ts';

/** Kinds of jobs that follow a write here; each is handled by jobs.ts of its resource. */
export const MATCH_ITEM = 'match-item';
export const REMOVE_FILES = 'remove-files';

/**
 * Move a report along its life; a move that is not in the rules is a conflict. Who follows it or its region is told, and
 * an item that is now to be seen is compared with the others.
 */
export async function changeStatus(
  tx: Db,
  id: string,
  to: ReportStatus,
  actor: string,
  reason?: string,
): Promise<void> {
  const row = await tx
    .selectFrom('report')
    .select(['status', 'subject', 'ever_public'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such report');
  const from = row.status;
  if (!mayChange(from, to, actor)) throw new AppError('conflict', `A report that is ${from} cannot become ${to}`);
  await tx.updateTable('report').set({ status: to, updated_at: new Date() }).where('id', '=', id).execute();
  await logChange(tx, { id, what: 'status', from, to, actor, reason });
  await announce(tx, id);
  if (to === 'resolved') await tellFollowers(tx, id, 'report-changed', to);
  if (to !== 'published') return;
  if (!row.ever_public) await tellArea(tx, id);
  if (row.subject === 'item') await addJob(tx, MATCH_ITEM, { id });
}

/** Change what is known of the person, or move the item along its own life (A20). */
export async function changeSubject(
  tx: Db,
  id: string,
  to: ItemState | Condition,
  actor: string,
  reason?: string,
): Promise<void> {
  const row = await tx
    .selectFrom('report')
    .select(['subject', 'item_status', 'condition'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such report');
  const from = row.subject === 'item' ? row.item_status : row.condition;
  const refuse = () => new AppError('conflict', `What is ${from ?? 'not known'} cannot become ${to}`);
  if (row.subject === 'item') {
    if (row.item_status === null || !isItemState(to) || !mayChangeItem(row.item_status, to, actor)) throw refuse();
    await tx.updateTable('report').set({ item_status: to, updated_at: new Date() }).where('id', '=', id).execute();
  } else {
    if (row.condition === null || !isCondition(to) || !mayChangeCondition(row.condition, to)) throw refuse();
    await tx.updateTable('report').set({ condition: to, updated_at: new Date() }).where('id', '=', id).execute();
  }
  await logChange(tx, { id, what: 'subject', from, to, actor, reason });
  await announce(tx, id);
  await tellFollowers(tx, id, 'report-changed', to);
}

const isItemState = (to: ItemState | Condition): to is ItemState =>
  ['lost', 'found', 'claimed', 'returned'].includes(to);
const isCondition = (to: ItemState | Condition): to is Condition => ['missing', 'seen', 'found', 'safe'].includes(to);

/**
 * Erase a report: its row with all that hangs on it, its templates and, once this is committed, the files that nothing
 * else names. Devices that may hold it are told to forget it.
 */
export async function eraseReport(tx: Db, id: string): Promise<void> {
  const files = await tx.selectFrom('report_file').select('sha256').where('report_id', '=', id).execute();
  const owners = [
    ...(await tx.selectFrom('note').select('id').where('report_id', '=', id).execute()),
    ...(await tx.selectFrom('claim').select('id').where('report_id', '=', id).execute()),
  ].map((row) => row.id);
  const attached =
    owners.length === 0
      ? []
      : await tx
          .deleteFrom('attachment')
          .where('kind', 'in', ['note', 'claim'])
          .where('owner_id', 'in', owners)
          .returning('sha256')
          .execute();
  await tx.deleteFrom('report').where('id', '=', id).execute();
  await recordReport(tx, id);
  const hashes = [...new Set([...files, ...attached].map(({ sha256 }) => sha256))];
  if (hashes.length > 0) await addJob(tx, REMOVE_FILES, { hashes });
}

export interface Logged {
  id: string;
  what: 'status' | 'subject';
  from: string | null;
  to: string;
  actor: string;
  reason?: string | undefined;
}

/** Write rows of reports' histories. */
export async function logChange(tx: Db, ...logged: readonly Logged[]): Promise<void> {
  const rows = logged.map(({ id, what, from, to, actor, reason }) => ({
    ...{ id: randomUUID(), report_id: id, what, from_status: from, to_status: to, actor, reason: reason || null },
  }));
  await tx.insertInto('history').values(rows).execute();
}

/** Put reports at the end of both feeds. */
export const recordReport = (tx: Db, ...ids: readonly string[]): Promise<void> =>
  recordChange(tx, ids, 'reports', 'references');

/** The same, and remember that the public has seen it, so that it can be told to forget. */
export async function announce(tx: Db, id: string): Promise<void> {
  await recordReport(tx, id);
  const row = await findReport(tx, id);
  if (row && !row.ever_public && isPublic(row))
    await tx.updateTable('report').set({ ever_public: true }).where('id', '=', id).execute();
}
