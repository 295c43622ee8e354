/** Posting a report: stored once with its receipt, and answered; one alone, or many that are all new. */

import { AppError } from '../../contract/errors.ts';
import type { Receipt } from '../../contract/primitives.ts';
import type { ReportView } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import type { Config } from '../config.ts';
import { claimAll, numberReceipt, type Op, once } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { keepOnDesk } from '../duty/open.ts';
import { countUse, refuseOver } from '../http/limits.ts';
import { isHeld } from '../suppression/hold.ts';
import { insertReports, type NewPost } from './insert.ts';
import { guardedView, projectReport } from './projection.ts';
import { findReport, type ReportRow, reportsById } from './read.ts';
import { isVeiled, needsCase } from './rules.ts';
import { changeStatus } from './store.ts';
import { TOLD } from './told.ts';

export interface PostDeps {
  db: Db;
  config: Config;
}

export interface Posting {
  op: Op;
  caller: Caller;
  post: NewPost;
}

export interface Posted {
  receipt: Receipt;
  data: ReportView;
}

/** Count posts against their caller. @throws AppError too-many */
export const countPosts = ({ db, config }: PostDeps, caller: Caller, posts = 1): Promise<void> =>
  countUse(db, `report:${caller.key}`, config.limits.reports, Date.now(), posts);

/** Before a photo is read that would not be taken. @throws AppError too-many */
export const refusePosts = ({ db, config }: PostDeps, caller: Caller): Promise<void> =>
  refuseOver(db, `report:${caller.key}`, config.limits.reports);

/** Store a report that was counted, or find what its op made before. */
export async function postOnce({ db, config }: PostDeps, { op, caller, post }: Posting): Promise<Posted> {
  const { value, receivedAt } = await once(
    db,
    op,
    async (tx) => {
      const [number = ''] = await insertReports(tx, [post]);
      await numberReceipt(tx, op.opId, number);
      await review(tx, config, post.id);
    },
    (tx) => findReport(tx, post.id),
  );
  return answerOf({ op, caller, post }, value, receivedAt);
}

/**
 * Count and store reports of one caller in a few statements for all of them.
 * @throws when one of them cannot be stored or is not new; none is then, and none is counted
 */
export async function postTogether({ db, config }: PostDeps, postings: readonly Posting[]): Promise<Posted[]> {
  return db.transaction().execute(async (tx) => {
    const [first] = postings;
    if (first) await countPosts({ db: tx, config }, first.caller, postings.length);
    const posts = postings.map(({ post }) => post);
    const numbers = await insertReports(tx, posts);
    const receivedAt = await claimAll(
      tx,
      postings.map(({ op }, i) => ({ ...op, number: numbers[i] ?? '' })),
    );
    for (const { id } of posts) await review(tx, config, id);
    const rows = await reportsById(
      tx,
      posts.map(({ id }) => id),
    );
    return postings.map((posting) => answerOf(posting, rows.get(posting.post.id), receivedAt));
  });
}

/**
 * A child and somebody who was found go to the duty desk; whoever needs no case is published where nobody looks at posts first, but for a
 * person posted without an account: that is compared and shown to people before anything of it is public, except where
 * one tries it out by oneself. What waits for a moderator's eyes first (server/suppression) does so for nobody else's.
 */
async function review(tx: Db, config: Config, id: string): Promise<void> {
  const row = await findReport(tx, id);
  if (!row || isVeiled(row)) return;
  await keepOnDesk(tx, row);
  if (needsCase(row) || row.kept_scan || (await isHeld(tx, id))) return;
  if (config.review === 'at-once' && (config.tryingOut || !isNobodys(row)))
    await changeStatus(tx, id, 'published', 'system:at-once');
}

const isNobodys = ({ subject, owner_id }: ReportRow): boolean => subject === 'person' && owner_id === null;

function answerOf({ op, caller }: Posting, row: ReportRow | undefined, receivedAt: Date): Posted {
  if (!row) throw new AppError('not-found', 'The report was received and has been erased since');
  const receipt = { opId: op.opId, number: row[TOLD].number, receivedAt: receivedAt.toISOString() };
  return { receipt, data: projectReport(row, caller) ?? guardedView(row.id) };
}
