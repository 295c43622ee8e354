/** Claims as they are read: by the claimant, by the finder, by a moderator, and by nobody else. */

import type { Claim } from '../../contract/claim.ts';
import type { Caller } from '../../contract/user.ts';
import { maskedName } from '../auth/masked-name.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { attachmentsOf } from '../files/attachments.ts';
import { signsOf } from '../messages/signs.ts';
import { openedBy } from '../reports/opened.ts';
import { partyView, projectReport, settledView, sightOf } from '../reports/projection.ts';
import { type ReportRow, reportsById } from '../reports/read.ts';
import { mayModerate } from '../reports/rules.ts';
import type { Part } from './rules.ts';

export type ClaimRow = Awaited<ReturnType<ReturnType<typeof claimRows>['execute']>>[number];

/** Newest first. */
export const claimRows = (db: Db) =>
  db
    .selectFrom('claim')
    .innerJoin('report', 'report.id', 'claim.report_id')
    .innerJoin('app_user', 'app_user.id', 'claim.claimant_id')
    .selectAll('claim')
    .select(['report.owner_id as finder_id', 'app_user.name as claimant_name'])
    .orderBy('claim.created_at', 'desc')
    .orderBy('claim.id');

/** The parts a caller has in a claim; none: it is not there for them. */
export function partsOf(row: Pick<ClaimRow, 'claimant_id' | 'finder_id'>, caller: Caller): Part[] {
  if (caller.kind === 'anonymous') return [];
  const parts: Part[] = [];
  if (row.finder_id === caller.userId) parts.push('finder');
  if (row.claimant_id === caller.userId) parts.push('claimant');
  if (mayModerate(caller) && parts.length === 0) parts.push('moderator');
  return parts;
}

/** Who once had it accepted reads what the thing was called, though it is no longer there for everyone. */
function reportFor(report: ReportRow, { conversation_id }: ClaimRow, caller: SignedIn): Claim['report'] {
  const sight = sightOf(report, caller);
  const view = sight === 'guarded' ? undefined : projectReport(report, caller, sight);
  return view ?? (conversation_id ? settledView(report) : partyView(report));
}

/** Who may see the photos of a claim; a moderator, while their reading of it is young in the log. */
export async function seesClaim(db: Db, id: string, caller: Caller): Promise<boolean> {
  const row = await claimRows(db).where('claim.id', '=', id).executeTakeFirst();
  const parts = row ? partsOf(row, caller) : [];
  if (parts.includes('moderator')) return (await openedBy(db, caller, [id], ['claim-read'])).has(id);
  return parts.length > 0;
}

/**
 * While it is frozen, why; otherwise the finder's words of last, which give no reason where the thing went to another. What
 * froze it before the two were kept apart stands with the finder's.
 */
const reasonOf = ({ status, reason, freeze_reason, given_away }: ClaimRow): string | null =>
  status === 'frozen' ? (freeze_reason ?? reason) : given_away ? null : reason;

/** The claims as this caller reads them; how an answer agrees with a mark is for the finder and a moderator alone. */
export async function viewClaims(db: Db, rows: readonly ClaimRow[], caller: SignedIn): Promise<Claim[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const reports = await reportsById(
    db,
    rows.map((row) => row.report_id),
  );
  const proofs = await attachmentsOf(db, 'claim', ids);
  const answers = await db
    .selectFrom('claim_answer')
    .selectAll()
    .where('claim_id', 'in', ids)
    .orderBy('position')
    .execute();
  return rows.flatMap((row): Claim[] => {
    const report = reports.get(row.report_id);
    if (!report) return [];
    const mine = row.claimant_id === caller.userId;
    const reason = reasonOf(row);
    const told = answers.filter(({ claim_id }) => claim_id === row.id);
    const signs = signsOf(row.message, row.reason, ...told.map(({ answer }) => answer));
    return [
      {
        id: row.id,
        report: reportFor(report, row, caller),
        seesReport: sightOf(report, caller) !== 'none',
        status: row.status,
        mine,
        by: maskedName(row.claimant_name),
        ...(row.message ? { message: row.message } : {}),
        answers: told.map(({ question, answer, agreement }) => ({
          question,
          answer,
          ...(agreement && !mine ? { agreement } : {}),
        })),
        proofs: proofs.get(row.id) ?? [],
        ...(reason ? { reason } : {}),
        ...(signs.length > 0 ? { signs } : {}),
        ...(row.conversation_id ? { conversationId: row.conversation_id } : {}),
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      },
    ];
  });
}
