/** A moderator's decision on a post, and the flags that call for one. Each is written down with who, when and why. */

import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../contract/errors.ts';
import { FLAG_LOOK_MINUTES, FLAGS_TO_HIDE } from '../../contract/limits.ts';
import { PERMISSIONS } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { keepOnDesk } from '../duty/open.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { tellOfNotes } from '../notes/release.ts';
import { tell, tellFollowers, tellTeam } from '../notices/tell.ts';
import { giveLastWeek } from '../reports/expiry.ts';
import { held, heldIf } from '../reports/held.ts';
import { openAgain } from '../reports/open-again.ts';
import { isSheltered, projectReport, sightOf } from '../reports/projection.ts';
import { findReport, IS_UNSEEN, type ReportRow } from '../reports/read.ts';
import { reviewMarks } from '../reports/review-mark.ts';
import { actorOf, isEither, needsCase } from '../reports/rules.ts';
import { announce, announceToOthers, changeStatus, changeSubject, SHOWN } from '../reports/store.ts';
import { undoTogetherOf } from '../reunions/apart.ts';
import { holdAgain, passAgain, release } from '../suppression/hold.ts';

export interface Decision {
  id: string;
  action: 'approve' | 'reject' | 'reopen';
  reason: string | undefined;
  /** Of what was on the screen. */
  mark: string | undefined;
  /** Of a person who may be a child by the age that is given: they do not look like one. */
  looksAdult: boolean;
  /** It may be posted again, mended. */
  again: boolean;
}

export async function decideOn(
  tx: Db,
  moderator: SignedIn,
  { id, action, reason, mark, looksAdult, again }: Decision,
): Promise<void> {
  const row = await held(tx, id);
  if (!row || !projectReport(row, moderator)) throw new AppError('not-found', 'There is no such report');
  if (row.owner_id === moderator.userId) throw new AppError('not-allowed', 'Somebody else looks at your own posts');
  if (action !== 'approve' && !reason)
    throw new AppError('bad-input', 'Say why; the owner reads it', { fields: { reason: 'required' } });
  const isAsSeen = mark !== undefined && mark === (await reviewMarks(tx, [row])).get(id);
  // Whoever goes on changing a post must not keep it from being refused by that; what a colleague has approved is left to them.
  const isTaken = isAsSeen || (action !== 'approve' && (mark === undefined || (await stillWaits(tx, row))));
  if (action === 'approve' && looksAdult && isEither(row))
    await tx.updateTable('report').set({ looks_adult: true }).where('id', '=', id).execute();
  await ACTIONS[action](tx, row, actorOf(moderator, row), { reason, again });
  // After what says that there is nothing to decide: a colleague was first.
  if (!isTaken)
    throw new AppError(
      'changed-meanwhile',
      'Look at it in the queue as it is now: something of it has come or changed',
    );
  await writeAudit(tx, moderator, `report-${action}`, id, reason);
}

type Action = (tx: Db, row: ReportRow, actor: string, how: Pick<Decision, 'reason' | 'again'>) => Promise<void>;

const ACTIONS: Record<Decision['action'], Action> = { approve, reject, reopen };

/**
 * Publishes what waits, but of a child that was hidden for being like something that was taken down only ends that; of what is
 * published, says that the flags were looked at and it may be seen.
 */
async function approve(tx: Db, row: ReportRow, actor: string): Promise<void> {
  const released = await release(tx, row.id);
  if (row.status === 'appealed') await passAgain(tx, row.id);
  const now = (await findReport(tx, row.id)) ?? row;
  // Its officers did not know of it; now they may name the case without which nobody publishes a child.
  if (released) await keepOnDesk(tx, now);
  // To its maker it was never hidden.
  if (released && row.status !== 'published' && needsCase(now)) return announceToOthers(tx, row.id);
  const looked = [released, await liftFlags(tx, row), await seePhotos(tx, row.id)];
  if (row.status !== 'published') {
    await giveLastWeek(tx, row.id);
    await changeStatus(tx, row.id, 'published', actor);
  } else if (looked.includes(true)) await announce(tx, row.id);
  else throw new AppError('conflict', 'It is published, and nobody has flagged it');
  await tellOfNotes(tx, row.id);
  await tellOwner(tx, row, 'report-published');
}

/** Whether somebody is to decide on it: it is not published, or something of it was not looked at. */
async function stillWaits(tx: Db, { id, status, hidden_at }: ReportRow): Promise<boolean> {
  if (status !== 'published' || hidden_at !== null) return true;
  const { rows } = await sql`
    select from flag where report_id = ${id} and handled_at is null
    union all select from report_file
    where report_id = ${id} and (${IS_UNSEEN} or face_unseen_at is not null) limit 1`.execute(tx);
  return rows.length > 0;
}

/** What is published goes back to review first: so its owner can appeal, as with any refusal. */
async function reject(...[tx, row, actor, { reason, again }]: Parameters<Action>): Promise<void> {
  await liftFlags(tx, row);
  if (row.status === 'published') await changeStatus(tx, row.id, 'pending_review', actor);
  await changeStatus(tx, row.id, 'rejected', actor, reason, again ? 'maker' : 'team');
  await tellOwner(tx, row, 'report-rejected', reason);
}

/** What was returned or resolved by mistake is looked for again (A20). */
async function reopen(...[tx, row, actor, { reason }]: Parameters<Action>): Promise<void> {
  const isReturned = row.item_status === 'returned';
  if (!isReturned && row.status !== 'resolved') throw new AppError('conflict', 'It is open');
  await release(tx, row.id);
  const actorFor = ({ id }: ReportRow) => (id === row.id ? actor : 'system');
  await undoTogetherOf(tx, row.id, { actorFor, reason: { of: row.id, words: reason } });
  const isEnded = (await findReport(tx, row.id))?.status === 'resolved';
  if (!isEnded && !isReturned) return; // a reunion had ended it, and each side is told
  const to = isEnded ? await openAgain(tx, row, actor, { reason }) : row.status;
  if (isReturned) await changeSubject(tx, row.id, 'found', actor, reason);
  else await tellFollowers(tx, row.id, 'report-changed', to);
  await tellOwner(tx, row, 'report-changed', to);
}

/** Photos that came after it was approved, and faces that were chosen then, are seen by now; whether there were any. */
async function seePhotos(tx: Db, id: string): Promise<boolean> {
  const seen = await tx
    .updateTable('report_file')
    .set({ unseen_at: null, face_unseen_at: null })
    .where('report_id', '=', id)
    .where(({ or, eb }) => or([IS_UNSEEN, eb('face_unseen_at', 'is not', null)]))
    .returning('sha256')
    .execute();
  return seen.length > 0;
}

/** The flags count no more and the post is no longer hidden for them; whether there were any. */
async function liftFlags(tx: Db, row: ReportRow): Promise<boolean> {
  const handled = await tx
    .updateTable('flag')
    .set({ handled_at: new Date() })
    .where('report_id', '=', row.id)
    .where('handled_at', 'is', null)
    .returning('user_id')
    .execute();
  const isHidden = row.hidden_for === 'flags';
  if (isHidden) await tx.updateTable('report').set(SHOWN).where('id', '=', row.id).execute();
  return handled.length > 0 || isHidden;
}

async function tellOwner(
  tx: Db,
  { owner_id, id }: ReportRow,
  kind: 'report-published' | 'report-rejected' | 'report-hidden' | 'report-changed',
  detail?: string,
): Promise<void> {
  if (owner_id) await tell(tx, { userId: owner_id, kind, reportId: id, detail });
}

export interface NewFlag {
  id: string;
  reason: 'false' | 'private' | 'child' | 'hateful' | 'fraud' | 'other';
  text: string | undefined;
}

/**
 * Take one person's flag; a second one of theirs changes nothing. Enough people's hide the post until it is looked
 * at; not of a child nor of somebody who was found, of whom only those read more who look for them: there a few people would take
 * a search away.
 */
export async function addFlag(tx: Db, user: SignedIn, { id, reason, text }: NewFlag): Promise<void> {
  const row = await heldIf(tx, id, (report) => sightOf(report, user) !== 'none');
  if (!row) throw new AppError('not-found', 'There is no such report for you');
  if (row.owner_id === user.userId) throw new AppError('conflict', 'It is your own: change it, or take it down');
  const added = await tx
    .insertInto('flag')
    .values({ report_id: id, user_id: user.userId, reason, text: text || null, handled_at: null })
    .onConflict((conflict) => conflict.columns(['report_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  const open = await tx
    .selectFrom('flag')
    .select('user_id')
    .where('report_id', '=', id)
    .where('handled_at', 'is', null)
    .execute();
  // Those after them add nothing: they do not hide again what was shown again because nobody looked.
  if (!added || open.length !== FLAGS_TO_HIDE || row.hidden_at || isSheltered(row)) return;
  const hiddenAt = new Date();
  await tx.updateTable('report').set({ hidden_at: hiddenAt, hidden_for: 'flags' }).where('id', '=', id).execute();
  await announce(tx, id);
  await tellOwner(tx, row, 'report-hidden');
  await tellTeam(tx, PERMISSIONS.moderate, { kind: 'flags-hid' });
  await addJob(tx, SHOW_UNSEEN, { id, hiddenAt: hiddenAt.toISOString() } satisfies Hidden, lookedAtBy(hiddenAt));
}

/** The job that shows again what flags have hidden and nobody of the team has looked at. */
export const SHOW_UNSEEN = 'show-unseen';

const Hidden = z.object({ id: z.uuid(), hiddenAt: z.iso.datetime() });
type Hidden = z.infer<typeof Hidden>;

/** Until then what flags have hidden stays hidden without a look. */
export const lookedAtBy = (hiddenAt: Date): Date => new Date(hiddenAt.getTime() + FLAG_LOOK_MINUTES * 60_000);

/** The flags stay in the queue: a few people who hold together take a search away for an hour at most. */
export const showUnseen =
  (db: Db): JobHandler =>
  async (payload) => {
    const { id, hiddenAt } = Hidden.parse(payload);
    await db.transaction().execute(async (tx) => {
      const shown = await tx
        .updateTable('report')
        .set(SHOWN)
        .where('id', '=', id)
        .where('hidden_at', '=', new Date(hiddenAt)) // neither looked at since nor hidden anew
        .returning('id')
        .executeTakeFirst();
      if (!shown) return;
      await announce(tx, id);
      await holdAgain(tx, id);
      await tellOfNotes(tx, id);
      const row = await findReport(tx, id);
      if (!row) return;
      await tellOwner(tx, row, 'report-changed', row.status);
    });
  };
