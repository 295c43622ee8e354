/** Who reads which note (contract/note.ts). Who posted a report may be the one from whom somebody fled. */

import { type SqlBool, sql } from 'kysely';
import { ADULT_AGE } from '../../contract/limits.ts';
import type { Note, NoteKind } from '../../contract/note.ts';
import type { ReportStatus } from '../../contract/report.ts';
import type { Caller } from '../../contract/user.ts';
import { isSheltered, type Sight, sightOf } from '../reports/projection.ts';
import type { Judged } from '../reports/read.ts';
import { isOfDuty, isOwner, isVeiled, mayModerate, mayProtect, VEILS } from '../reports/rules.ts';

interface Written {
  kind: NoteKind;
  author_id: string | null;
  released_at: Date | null;
}

const UNREVIEWED: readonly ReportStatus[] = ['pending_review', 'rejected', 'appealed'];

/**
 * Whether what was released of this report is for its owner, as far as it is no word of the person themselves. Of who must
 * not be found nothing more is released, and what was stays: were it gone, it would tell them why.
 */
const isForOwner = (report: Judged): boolean =>
  report.ever_public &&
  (report.hidden_at === null || isVeiled(report)) &&
  !UNREVIEWED.includes(report.status) &&
  !isSheltered(report);

/**
 * The owner of the report is told of the note, reads it, and answers it. One that nobody signed may be anybody's word, a
 * demand for money too, and one of whom they have blocked may molest them: these are released by the office that confirms
 * them, any other as it is told; none while
 * the person must not be found (release.ts).
 */
const ownerReads = (report: Judged, note: Written): boolean =>
  note.kind !== 'self' &&
  note.released_at !== null &&
  (note.author_id === null || note.author_id !== report.owner_id) &&
  isForOwner(report);

/**
 * Whether it is this caller's office to read such a note, on a report that is not their own. Of who must not be found an
 * officer reads none: one may be whom they fled from.
 */
export function teamReads(report: Judged, { kind }: Pick<Written, 'kind'>, caller: Caller): boolean {
  if (report.closed || isOwner(report, caller)) return false;
  return kind === 'self' || isVeiled(report) ? mayModerate(caller) : mayProtect(caller);
}

/** The same of one that is answered without having the record open: in their place of duty. */
const teamAnswers = (report: Judged, note: Written, caller: Caller): boolean =>
  teamReads(report, note, caller) && isOfDuty(report, caller);

/** Whether this caller answers the note in their place of duty, or as who posted the report: that it is right, or not. */
export const mayAnswer = (report: Judged, note: Written, caller: Caller): boolean =>
  teamAnswers(report, note, caller) || (!report.closed && isOwner(report, caller) && ownerReads(report, note));

/**
 * How the note stands, for who wrote it: of whom they do not see the record, nobody has answered. The answer would say how it
 * stands, and, tried with one place after another, where somebody is.
 */
export const statusFor = (
  report: Judged,
  note: Pick<Written, 'author_id'> & { status: Note['status'] },
  caller: Caller,
) =>
  HIDING.includes(sightOf(report, caller)) && caller.kind === 'user' && caller.userId === note.author_id
    ? ('open' as const)
    : note.status;

const HIDING: readonly Sight[] = ['guarded', 'none'];

/** {@link ownerReads}, as the database reads it: of `note n` and `report r`. */
export const OWNER_READS = sql<SqlBool>`(n.kind <> 'self' and n.released_at is not null and (n.author_id is null or n.author_id is distinct from r.owner_id)
  and r.ever_public and (r.hidden_at is null or r.hidden_for in (${sql.join(VEILS.map((why) => sql.lit(why)))}))
  and r.status not in (${sql.join(UNREVIEWED.map((status) => sql.lit(status)))})
  and (r.subject = 'item' or (r.type = 'lost' and r.age_min >= ${sql.lit(ADULT_AGE)})))`;
