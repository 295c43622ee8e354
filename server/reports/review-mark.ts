/**
 * What a reviewer is shown of a post, as one mark: a decision to approve carries the one of what was on the screen, and is
 * taken while the post still has it (docs/decisions/104).
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { ReportRow } from './read.ts';
import { TOLD, TOLD_COLUMNS } from './told.ts';

/** What is decided by of it, beside its words: what its maker has agreed to is approved with them. */
const FACTS = [
  ...(['subject', 'type', 'status', 'posting_role', 'sex', 'age_min', 'age_max', 'condition'] as const),
  ...(['category', 'item_status', 'public_photo', 'public_phone', 'compare_face', 'carry_face', 'guardian'] as const),
  ...(['case_kind', 'looks_adult'] as const),
] as const;

interface Beside {
  id: string;
  /** What each photo and video is, whether something of it is here, whether all of it, and whether it or its face waits for a look. */
  files: string[];
  /** What of it is like something that was taken down, and nobody has looked at. */
  known: string[];
  flags: string[];
  /** The entry of its history with which it stands as it does: what comes back says the same words another time. */
  entered: string | null;
}

/**
 * The marks of these posts, by id: of the rows as they were read, and of what is stored beside them now. Read in the transaction
 * that holds the posts, so that the one belongs to the other. They tell nothing but whether two looks were at the same; not for
 * whoever posted it, who would read by a change that something of it is on the list of what was taken down.
 */
export async function reviewMarks(tx: Db, rows: readonly ReportRow[]): Promise<Map<string, string>> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const beside = await sql<Beside>`
    select report.id,
      array(select concat_ws(' ', purpose, sha256, arrived_at is not null, brought_at is not null, unseen_at is not null, face_unseen_at is not null)
        from report_file f where f.report_id = report.id and purpose <> 'proof' order by purpose, position, sha256) as files,
      array(select concat_ws(' ', what, name, taken_down, by_maker)
        from seen_before s where s.report_id = report.id and looked_at is null order by what, name) as known,
      array(select concat_ws(' ', user_id, reason)
        from flag where flag.report_id = report.id and handled_at is null order by user_id) as flags,
      (select h.id from history h where h.report_id = report.id and h.what = 'status' order by at desc limit 1) as entered
    from report where report.id = any(${[...byId.keys()]}::uuid[])`.execute(tx);
  return new Map(
    beside.rows.flatMap(({ id, ...more }) => {
      const row = byId.get(id);
      return row ? [[id, markOf(row, more)] as const] : [];
    }),
  );
}

function markOf(row: ReportRow, beside: Omit<Beside, 'id'>): string {
  const its = row[TOLD];
  const told = [...TOLD_COLUMNS.map((column) => its[column]), its.time_of_loss_date];
  const shown = [FACTS.map((fact) => row[fact]), told, Object.values(beside)];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}
