/**
 * "They are together" taken back: it was said too soon, or it was not them after all. What had ended by it is looked for
 * again (decision 096).
 */

import type { Selectable } from 'kysely';
import { APART } from '../../contract/notice.ts';
import type { ReportStatus } from '../../contract/report.ts';
import type { Db, ReunionTable } from '../db/schema.ts';
import { colleaguesOf } from '../duty/on-duty.ts';
import { closeDuty, reopenDuty } from '../duty/open.ts';
import { tell, tellFollowers } from '../notices/tell.ts';
import { lastEnd, openAgain } from '../reports/open-again.ts';
import { findReport, type ReportRow } from '../reports/read.ts';
import { matchSoon } from '../reports/record.ts';
import { actorKind, BY_REUNION, isVeiled } from '../reports/rules.ts';
import { endPairs } from '../reports/store.ts';

type Ended = Pick<Selectable<ReunionTable>, 'lost_id' | 'found_id' | 'together_at' | 'tells_finder'>;
type Pair = Pick<Ended, 'lost_id' | 'found_id'>;

interface Undone {
  /** How the history of a side names who takes it back. */
  actorFor: (report: ReportRow) => string;
  /** Their account, which is told nothing. */
  by?: string | undefined;
  /** Of the one side that it was said of: its owner reads it, and nobody of the other. */
  reason?: { of: string; words: string | undefined } | undefined;
}
export type ActorFor = Undone['actorFor'];

/** By an office, of both records, each as it was. Who had been told that they are together is told, and the desk. */
export async function undoTogether(tx: Db, row: Ended, how: Undone): Promise<void> {
  if (!row.together_at) return;
  await standsApart(tx, row);
  await openSides(tx, row, how);
  await tellDesk(tx, row, how.by);
  // What its maker took down meanwhile does not come back, and would keep the other from being met by anybody else.
  for (const id of [row.lost_id, row.found_id])
    if ((await findReport(tx, id))?.status === 'withdrawn') await endPairs(tx, id, false);
}

/** The same of the reunion by which this report ended. What its finder has ended themselves is theirs alone. */
export async function undoTogetherOf(tx: Db, id: string, how: Undone): Promise<void> {
  const end = await lastEnd(tx, id);
  if (!end?.actor.endsWith(BY_REUNION)) return;
  const rows = await tx
    .selectFrom('reunion')
    .select(['lost_id', 'found_id', 'together_at', 'tells_finder'])
    .where(({ or, eb }) => or([eb('lost_id', '=', id), eb('found_id', '=', id)]))
    .forUpdate()
    .execute();
  for (const row of rows) if (row.lost_id === id || !isByMaker(end.actor)) await undoTogether(tx, row, how);
}

/**
 * The family says that it was not them. Their own end is undone; what an office has ended is looked for by officers, and by
 * the public once somebody has looked. The other record is for an office to open, which is asked once more.
 */
export async function doubt(tx: Db, row: Ended & { doubted_at: Date | null }, how: Undone): Promise<void> {
  if (row.doubted_at && !row.together_at) return;
  await standsApart(tx, row, new Date());
  const lost = await findReport(tx, row.lost_id);
  const end = lost && !lost.closed ? await endOf(tx, lost) : undefined;
  if (lost && end) await openEnded(tx, lost, how, isByMaker(end.actor) ? end.before : 'pending_review');
  if (row.tells_finder) await tellOwner(tx, row.found_id, how.by);
  const candidate = await candidateOf(tx, row);
  if (candidate) await reopenDuty(tx, candidate);
  await matchSoon(tx, [row.lost_id, row.found_id]);
}

/** The same where nothing is left of the other record, or nothing to be read: its maker may have given somebody back, and gone. */
export async function doubtGone(tx: Db, lost: ReportRow, how: Undone): Promise<void> {
  const end = await endOf(tx, lost);
  if (!end) return;
  const pairs = await tx
    .selectFrom('reunion')
    .select(['lost_id', 'found_id'])
    .where('lost_id', '=', lost.id)
    .forUpdate()
    .execute();
  for (const pair of pairs) {
    await standsApart(tx, pair, new Date());
    if ((await findReport(tx, pair.found_id))?.status === 'withdrawn') await endPairs(tx, pair.found_id, false);
  }
  await openEnded(tx, lost, how, isByMaker(end.actor) ? end.before : 'pending_review');
  await matchSoon(tx, [lost.id]);
}

/** They are together after all: nobody has to look once more. */
export async function endDoubt(tx: Db, pair: Pair): Promise<void> {
  const candidate = await candidateOf(tx, pair);
  if (candidate) await closeDuty(tx, 'candidate_id', candidate);
  await matchSoon(tx, [pair.lost_id, pair.found_id]);
}

/** The candidate that was confirmed. */
export async function candidateOf(db: Db, { lost_id, found_id }: Pair): Promise<string | undefined> {
  const candidate = await db
    .selectFrom('candidate')
    .select('id')
    .where('lost_id', '=', lost_id)
    .where('found_id', '=', found_id)
    .executeTakeFirst();
  return candidate?.id;
}

const standsApart = (tx: Db, { lost_id, found_id }: Pair, doubted_at: Date | null = null) =>
  tx
    .updateTable('reunion')
    .set({ together_at: null, tells_finder: false, doubted_at })
    .where('lost_id', '=', lost_id)
    .where('found_id', '=', found_id)
    .execute();

/** Both records as they were before the reunion had ended them; whether anybody was told of that. */
export async function openSides(tx: Db, row: Ended, how: Undone): Promise<boolean> {
  for (const id of [row.lost_id, row.found_id]) {
    const side = await findReport(tx, id);
    const mayOpen = side && !side.closed && !(await isWithAnother(tx, id, row));
    const end = mayOpen ? await endOf(tx, side) : undefined;
    if (side && end) await openEnded(tx, side, how, end.before);
    if (row.together_at && (id === row.lost_id || row.tells_finder)) await tellOwner(tx, id, how.by);
    // Whoever was not told that they are together learns nothing of it now.
    else if (end) await tellOwner(tx, id, how.by, end.before);
  }
  return row.together_at !== null;
}

/** Whether somebody else was confirmed since the family had doubted this pair: how it stands is by that one. */
export async function isWithAnother(tx: Db, id: string, { lost_id, found_id }: Pair): Promise<boolean> {
  const other = await tx
    .selectFrom('reunion')
    .select('lost_id')
    .where(({ or, eb }) => or([eb('lost_id', '=', id), eb('found_id', '=', id)]))
    .where(({ or, eb }) => or([eb('lost_id', '<>', lost_id), eb('found_id', '<>', found_id)]))
    .where('doubted_at', 'is', null)
    .executeTakeFirst();
  return other !== undefined;
}

/** How a report ended by this word; undefined where it ended in another way, or has not. */
export const endOf = async (tx: Db, { id, status }: Pick<ReportRow, 'id' | 'status'>) => {
  const end = status === 'resolved' ? await lastEnd(tx, id) : undefined;
  return end?.actor.endsWith(BY_REUNION) ? end : undefined;
};

const isByMaker = (actor: string): boolean => actorKind(actor, null) === 'owner';

async function openEnded(tx: Db, report: ReportRow, how: Undone, to: ReportStatus): Promise<void> {
  const reason = how.reason?.of === report.id ? how.reason.words : undefined;
  await openAgain(tx, report, `${how.actorFor(report)}${BY_REUNION}`, { to, reason });
  if (!isVeiled(report)) await tellFollowers(tx, report.id, 'report-changed', to);
}

/** That they are not together; with a status, no more than that the report stands so. */
async function tellOwner(tx: Db, id: string, by: string | undefined, to?: ReportStatus): Promise<void> {
  const report = await findReport(tx, id);
  if (!report?.owner_id || report.owner_id === by || isVeiled(report)) return;
  const told = { userId: report.owner_id, reportId: id };
  await tell(tx, {
    ...told,
    ...(to ? { kind: 'report-changed', detail: to } : { kind: 'reunion-withdrawn', detail: APART }),
  });
}

/** Those who had the pair on their desk look at it once more. */
async function tellDesk(tx: Db, pair: Pair, by: string | undefined): Promise<void> {
  const candidate = await candidateOf(tx, pair);
  const tasks = candidate
    ? await tx.selectFrom('duty_task').select(['id', 'report_id']).where('candidate_id', '=', candidate).execute()
    : [];
  const told = new Set([by]);
  for (const { id, report_id: reportId } of tasks) {
    const report = await findReport(tx, reportId);
    if (!report || isVeiled(report)) continue;
    for (const userId of await colleaguesOf(tx, id)) {
      if (told.has(userId)) continue;
      told.add(userId);
      await tell(tx, { userId, kind: 'reunion-withdrawn', reportId, detail: APART });
    }
  }
}
