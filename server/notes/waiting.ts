/** Notes that no owner is told of: they wait for moderators, and for officers of the district, the oldest first. */

import { sql } from 'kysely';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { waitingNotes } from '../../contract/moderation.ts';
import type { NoteKind } from '../../contract/note.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { projectReport } from '../reports/projection.ts';
import { IS_CLOSED, reportsById } from '../reports/read.ts';
import { dutyOf, mayModerate, VEILS } from '../reports/rules.ts';
import { OWNER_READS } from './readers.ts';

const PAGE = 100;

interface Waiting {
  id: string;
  kind: NoteKind;
  created_at: Date;
  report_id: string;
  total: number;
}

/** Those that are for this caller; that there is one, never what it says. */
export async function notesWaiting(db: Db, caller: SignedIn): Promise<OutputOf<typeof waitingNotes>> {
  const { rows } = await sql<Waiting>`
    select n.id, n.kind, n.created_at, n.report_id, (count(*) over ())::int as total
    from note n join report on report.id = n.report_id join report r on r.id = n.report_id
    where n.status = 'open' and not ${IS_CLOSED} and not ${OWNER_READS}
      and r.owner_id is distinct from ${caller.userId}::uuid and n.author_id is distinct from ${caller.userId}::uuid
      and (${mayModerate(caller)}::boolean
        or (n.kind <> 'self' and coalesce(r.hidden_for, '') <> all(${[...VEILS]}::text[]) and r.district = any(${dutyOf(caller)}::text[])))
    order by n.created_at, n.id
    limit ${PAGE}`.execute(db);
  const reports = await reportsById(db, [...new Set(rows.map(({ report_id }) => report_id))]);
  const data = rows.flatMap(({ id, kind, created_at, report_id }) => {
    const row = reports.get(report_id);
    const report = row && projectReport(row, caller);
    return report ? [{ id, kind, createdAt: created_at.toISOString(), report }] : [];
  });
  return { data, total: rows[0]?.total ?? 0 };
}
