/** People who must not be found: for everyone but moderators and whoever posted it, their record is as if there were none. */

import { sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { ReportView } from '../../contract/report.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { closeDuty, keepDoubts } from '../duty/open.ts';
import { releaseNotes } from '../notes/release.ts';
import { held } from '../reports/held.ts';
import { projectReport } from '../reports/projection.ts';
import { findReport } from '../reports/read.ts';
import { mayShield, VEILS } from '../reports/rules.ts';
import { announceToOthers, backOnDesk, endPairs, SHOWN } from '../reports/store.ts';
import { doubtEnded } from '../reunions/ended.ts';
import { holdAgain, passAgain, seenBefore } from '../suppression/hold.ts';
import { suppress } from '../suppression/list.ts';

/** Hide a record for good. Nobody is told: whoever posted it may be who they fled from. */
export async function protect(tx: Db, by: SignedIn, id: string, reason: string): Promise<void> {
  const row = await held(tx, id);
  if (!row || !mayShield(row, by)) throw new AppError('not-found', 'There is no such person in your district');
  await veil(tx, id, 'protected');
  await writeAudit(tx, by, 'protect', id, reason);
}

/** Show it again as it was. */
export async function endProtectionOf(tx: Db, by: SignedIn, id: string, reason: string): Promise<ReportView> {
  const row = await held(tx, id);
  if (row?.hidden_for !== 'protected') throw new AppError('not-found', 'There is no such protected person');
  await passAgain(tx, id);
  await showAgain(tx, id);
  await writeAudit(tx, by, 'end-protection', id, reason);
  const shown = await findReport(tx, id);
  const view = shown && projectReport(shown, by);
  if (!view) throw new AppError('not-found', 'There is no such protected person');
  return view;
}

/**
 * Since when a report is veiled, if it is so already or from now on: the first moment counts, since of what came after it
 * who posted it hears nothing.
 */
const veiledAt = () =>
  sql<Date>`case when hidden_for = any(${[...VEILS]}::text[]) then hidden_at else ${new Date()}::timestamptz end`;

/** Hide a report from all but moderators; devices are told to drop it. */
export async function veil(tx: Db, id: string, why: 'objection' | 'protected'): Promise<void> {
  await tx.updateTable('report').set({ hidden_at: veiledAt(), hidden_for: why }).where('id', '=', id).execute();
  if (why === 'protected') {
    await suppress(tx, [id]);
    await closeDuty(tx, 'report_id', id);
  }
  await announceToOthers(tx, id);
}

/**
 * Show it again as it was, with all that waited for that: what is like something that the team took down waits for a reviewer,
 * words are its reporter's, and of what its maker has taken down meanwhile the other side learns.
 */
export async function showAgain(tx: Db, id: string): Promise<void> {
  await unveil(tx, id);
  await backOnDesk(tx, id);
  await keepDoubts(tx, id); // also where it has ended
  await doubtEnded(tx, id);
  await holdAgain(tx, id);
  await releaseNotes(tx, id);
  if ((await findReport(tx, id))?.status === 'withdrawn') await endPairs(tx, id);
}

/**
 * Show it; what came with it meanwhile and is like something that the team took down still waits. Whoever ends it at once asks
 * no desk.
 */
export async function unveil(tx: Db, id: string): Promise<void> {
  const waits = Object.keys((await seenBefore(tx, id)).team).length > 0;
  const now = waits ? ({ hidden_at: veiledAt(), hidden_for: 'seen-before' } as const) : SHOWN;
  await tx.updateTable('report').set(now).where('id', '=', id).execute();
  await announceToOthers(tx, id);
}
