/** The life of a report as it is written. Every write records the change that devices will pull, in the same transaction. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import { KEPT_DAYS } from '../../contract/kept.ts';
import type { ReportStatus } from '../../contract/report.ts';
import { eraseReasons } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { closeDuty, keepOnDesk } from '../duty/open.ts';
import { addJob } from '../jobs/jobs.ts';
import { tellOfNotes } from '../notes/release.ts';
import { tellArea, tellFollowers } from '../notices/tell.ts';
import { logProcessing, type Processing, sealLines, whoIs } from '../processing/log.ts';
import { doubtEnded, type EndedLink, linksOf, offeredWith, partFrom, tellEnded } from '../reunions/ended.ts';
import { suppress, type TakenBy } from '../suppression/list.ts';
import { isPublic, isSheltered } from './projection.ts';
import { findReport } from './read.ts';
import { matchSoon, REMOVE_FILES, recordForOthers, recordReport } from './record.ts';
import {
  actorKind,
  BY_REUNION,
  type Condition,
  type ItemState,
  isVeiled,
  mayChange,
  mayChangeCondition,
  mayChangeItem,
  needsCase,
} from './rules.ts';
import { detachFiles, endsForGood, hasEnded, stripReports } from './strip.ts';

/** Of a report that is hidden for nothing else; while its owner's account is closed it is for that. */
export const SHOWN = {
  hidden_at: sql<Date | null>`(select closed_at from app_user where app_user.id = report.owner_id)`,
  hidden_for: sql<'closed' | null>`
    (select 'closed' from app_user where app_user.id = report.owner_id and closed_at is not null)`,
};

/**
 * Move a report along its life; a move that is not in the rules is a conflict, and no child is published without a case. Who
 * follows it or its region is told. `takenDownBy`: whose it counts as where it is taken down (docs/decisions/099).
 */
export async function changeStatus(
  tx: Db,
  id: string,
  to: ReportStatus,
  actor: string,
  reason?: string,
  takenDownBy: TakenBy = isTeams(actor) ? 'team' : 'maker',
): Promise<void> {
  const row = await tx
    .selectFrom('report')
    .select(['status', 'subject', 'ever_public', 'age_min', 'age_max', 'looks_adult', 'case_kind', 'kept_scan'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such report');
  const from = row.status;
  if (!mayChange(from, to, actor)) throw new AppError('conflict', `A report that is ${from} cannot become ${to}`);
  if (row.kept_scan && from !== 'resolved' && to !== 'withdrawn' && to !== 'resolved')
    throw new AppError('conflict', 'What was kept of a scan is no report');
  if (to === 'published' && needsCase(row))
    throw new AppError('case-needed', 'An officer must name the case under which this child is looked for');
  const now = new Date();
  await tx
    .updateTable('report')
    .set({
      status: to,
      updated_at: now,
      stripped_at: null,
      ...endOf(to, now),
      ...(row.kept_scan && to === 'withdrawn' ? erasedNow(now) : {}),
    })
    .where('id', '=', id)
    .execute();
  await logChange(tx, { id, what: 'status', from, to, actor, reason });
  // What a moderator refuses, and what its maker or whoever it is about has taken down, is known if it comes again.
  if (to === 'withdrawn' || to === 'rejected') await suppress(tx, [id], takenDownBy);
  if (endsForGood(to)) await stripReports(tx, [id]);
  if (hasEnded(to)) await closeDuty(tx, 'report_id', id);
  else if (hasEnded(from)) await backOnDesk(tx, id);
  await announce(tx, id);
  // Taken down by the team, the other side is told nothing: it may be about who must not be found.
  if (to === 'withdrawn' && !isTeams(actor)) await endPairs(tx, id);
  if (to === 'resolved' && !actor.endsWith(BY_REUNION)) await doubtEnded(tx, id);
  if (to === 'resolved') await tellFollowers(tx, id, 'report-changed', to);
  if (to === 'published' && !row.ever_public) await tellArea(tx, id);
  if (to === 'published') await tellOfNotes(tx, id);
}

/** Of an act by which nothing is said about who posted it: that they are together ends what nobody has looked at yet. */
const isTeams = (actor: string): boolean => actorKind(actor, null) === 'moderator' && !actor.endsWith(BY_REUNION);

/** What is shown again is for its officers again. */
export async function backOnDesk(tx: Db, id: string): Promise<void> {
  const report = await findReport(tx, id);
  if (report && !report.closed && report.hidden_at === null && !hasEnded(report.status)) await keepOnDesk(tx, report);
}

/** Once it has ended it is erased by itself: server/retention. */
const endOf = (status: ReportStatus, now: Date) => ({
  ended_at: hasEnded(status) ? now : null,
  erase_at: hasEnded(status) ? erasedAfter(now) : null,
  erase_told_at: null,
});
/** Nobody wants to read again what was kept of a scan and taken back. */
const erasedNow = (now: Date) => ({ erase_at: now, erase_told_at: now });
const erasedAfter = (now: Date): Date => new Date(now.getTime() + KEPT_DAYS.endedReports * 86_400_000);

/** Its owner keeps a report that has ended; what it gave up is gone all the same. */
export async function keepEnded(tx: Db, id: string, now = new Date()): Promise<void> {
  const kept = await tx
    .updateTable('report')
    .set({ erase_at: erasedAfter(now), erase_told_at: null })
    .where('id', '=', id)
    .where('erase_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!kept) throw new AppError('conflict', 'It has not ended');
  await recordReport(tx, id);
}

/** Change what is known of the person, or move the item along its own life (A20). */
export async function changeSubject(
  tx: Db,
  id: string,
  to: ItemState | Condition,
  actor: string,
  reason?: string,
): Promise<void> {
  await writeSubject(tx, id, to, actor, reason);
  await tellFollowers(tx, id, 'report-changed', to);
}

/** The same beside a change of the report's status, of which who follows it is told: not twice of one thing. */
export async function writeSubject(
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
}

/** A person was found: nobody looks for them any more. `to` is how the report stands from now on. */
export async function endFound(
  tx: Db,
  { id, type, condition }: { id: string; type: 'lost' | 'found'; condition: Condition | null },
  to: 'resolved' | 'withdrawn',
  actor: string,
  reason?: string,
): Promise<void> {
  if (type === 'lost' && condition !== 'found') await writeSubject(tx, id, 'found', actor);
  await changeStatus(tx, id, to, actor, reason);
}

const isItemState = (to: ItemState | Condition): to is ItemState =>
  ['lost', 'found', 'claimed', 'returned'].includes(to);
const isCondition = (to: ItemState | Condition): to is Condition => ['missing', 'seen', 'found', 'safe'].includes(to);

/** Erase what its maker wants to be gone: what it shows is known if it comes again. */
export async function eraseForGood(tx: Db, id: string): Promise<void> {
  await suppress(tx, [id], 'maker');
  await eraseReport(tx, id);
}

/**
 * Erase a report: its row with all that hangs on it, its templates, what was written of it in the log and, once this is
 * committed, the files that nothing else names. Devices that may hold it are told to forget it.
 */
export async function eraseReport(tx: Db, id: string): Promise<void> {
  await logProcessing(tx, { act: 'erased', purpose: 'report', role: 'system', record: id });
  const hashes = await detachFiles(tx, ['note', 'claim'], [id]);
  // The two have nothing more to say about it; of an account that was erased, the other side keeps the conversation.
  await tx
    .updateTable('conversation')
    .set({ report_id: null })
    .where('report_id', '=', id)
    .where('owner_id', 'not in', tx.selectFrom('app_user').select('id').where('erased_at', 'is not', null))
    .execute();
  await rememberShared(tx, id);
  const written = await writtenOn(tx, id);
  const links = await linksOf(tx, id);
  const offered = await offeredWith(tx, id);
  await tx.deleteFrom('report').where('id', '=', id).execute();
  for (const link of links) await endLink(tx, link, 'system:erased');
  await matchSoon(tx, offered);
  await eraseReasons(tx, [id, ...written]);
  await recordReport(tx, id);
  if (hashes.length > 0) await addJob(tx, REMOVE_FILES, { hashes });
  await scrubSoon(tx);
}

/** What goes with a report and has an id of its own in the log. */
async function writtenOn(tx: Db, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('claim')
    .select('id')
    .where('report_id', '=', id)
    .unionAll(tx.selectFrom('note').select('id').where('report_id', '=', id))
    .execute();
  return rows.map((row) => row.id);
}

/** End the pairs of a record that its maker has taken down. `isTold`: false where its other side is told of it otherwise. */
export async function endPairs(tx: Db, id: string, isTold = true): Promise<void> {
  for (const link of await partFrom(tx, id))
    await endLink(tx, { ...link, isTold: link.isTold && isTold }, 'system:withdrawn');
}

/** What stays of a pair keeps that there was one. */
async function endLink(tx: Db, link: EndedLink, actor: string): Promise<void> {
  await logChange(tx, { id: link.id, what: 'subject', from: null, to: 'link-ended', actor });
  await tellEnded(tx, link);
}

/** Its number hangs on walls: whoever comes by it still learns that it is over, and nothing else (server/share). */
async function rememberShared(tx: Db, id: string): Promise<void> {
  const facts = await tx
    .selectFrom('report')
    .select(['ever_public', 'hidden_at', 'hidden_for', 'subject', 'type', 'age_min'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!facts?.ever_public || isSheltered(facts)) return;
  if (facts.hidden_at === null || isVeiled(facts)) await rememberNumber(tx, id);
}

/** Whoever comes by the number of this report once nothing is shown for it learns that it is over. */
export async function rememberNumber(tx: Db, id: string): Promise<void> {
  const numbered = tx.selectFrom('report').select('number').where('id', '=', id);
  await tx
    .insertInto('gone_share')
    .columns(['number'])
    .expression(numbered)
    .onConflict((row) => row.column('number').doUpdateSet({ at: sql`now()` }))
    .execute();
}

export interface Logged {
  id: string;
  what: 'status' | 'subject';
  from: string | null;
  to: string;
  actor: string;
  reason?: string | undefined;
}

/** Write rows of reports' histories, and in the same statement, which costs hardly more, what the log of processing has of that. */
export async function logChange(tx: Db, ...logged: readonly Logged[]): Promise<void> {
  const rows = logged.map(({ id, what, from, to, actor, reason }) => ({
    id: randomUUID(),
    report_id: id,
    what,
    from_status: from,
    to_status: to,
    actor,
    reason: reason || null,
  }));
  const lines = sealLines(tx, ...logged.flatMap(processingOf));
  if (lines.length === 0) await tx.insertInto('history').values(rows).execute();
  else
    await tx
      .with('lines', (query) => query.insertInto('processing').values(lines))
      .insertInto('history')
      .values(rows)
      .execute();
}

/** What an office does is in its own log. */
function processingOf({ id, what, from, to, actor }: Logged): Processing[] {
  const who = whoIs(actor);
  if (!who || what !== 'status') return [];
  return [
    { ...(from === null ? { act: 'posted', purpose: 'report' } : { act: 'status', purpose: to }), record: id, ...who },
  ];
}

/** The same, and remember that the public has seen it, so that it can be told to forget. */
export async function announce(tx: Db, id: string): Promise<void> {
  await recordReport(tx, id);
  await rememberPublic(tx, id);
}

/** The same of what its owner must not notice: hidden for the sake of who it is about, or like what was taken down. */
export async function announceToOthers(tx: Db, id: string): Promise<void> {
  await recordForOthers(tx, id);
  await rememberPublic(tx, id);
}

async function rememberPublic(tx: Db, id: string): Promise<void> {
  const row = await findReport(tx, id);
  if (row && !row.ever_public && isPublic(row))
    await tx.updateTable('report').set({ ever_public: true }).where('id', '=', id).execute();
}
