/**
 * Photos of people who are looked for that no machine could enrol and nobody has looked at: what waits for review or is flagged
 * is looked at there (moderation/queue.ts), and these whenever somebody has time (docs/decisions/095).
 */

import { sql } from 'kysely';
import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { faceQueue } from '../../contract/face.ts';
import { MOST_TO_DRAW } from '../../contract/moderation.ts';
import { writeAudit } from '../audit/audit.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { held } from '../reports/held.ts';
import { openPhotos } from '../reports/opened.ts';
import { projectReport } from '../reports/projection.ts';
import { IS_CLOSED, reportsById } from '../reports/read.ts';
import { DRAWABLE, isDrawable, mayBeDrawn } from './drawn.ts';

interface ToDraw {
  report_id: string;
  sha256: string;
  face: string;
}

/**
 * Oldest first, walked by the index `report_file_to_draw`, in whose words it is asked. What its own moderator has posted is
 * somebody else's to look at.
 */
export async function readToDraw(db: Db, { userId }: Pick<SignedIn, 'userId'>, limit: number): Promise<ToDraw[]> {
  const { rows } = await sql<ToDraw>`
    select f.report_id, f.sha256, f.face from report_file f join report on report.id = f.report_id
    where f.purpose = 'photo' and f.face in ('none', 'several', 'unclear', 'unreadable')
      and f.face_left_at is null and f.brought_at is not null
      and report.status = 'published' and report.hidden_at is null and report.subject = 'person' and not report.kept_scan
      and report.owner_id is distinct from ${userId}::uuid and not ${IS_CLOSED}
      and not exists (select from flag where flag.report_id = report.id and flag.handled_at is null)
    order by f.brought_at, f.report_id, f.sha256
    limit ${limit}`.execute(db);
  return rows;
}

/** How many wait, {@link MOST_TO_DRAW} at most. */
export const countToDraw = async (db: Db, by: SignedIn): Promise<number> =>
  (await readToDraw(db, by, MOST_TO_DRAW)).length;

/** The photos, and of each record what the caller knows of it anyway: to find a face asks for no name, words or phone. */
export async function readFaceQueue(db: Db, caller: SignedIn, limit: number): Promise<OutputOf<typeof faceQueue>> {
  const waiting = await readToDraw(db, caller, limit);
  const rows = await reportsById(db, [...new Set(waiting.map(({ report_id }) => report_id))]);
  await openPhotos(db, caller, [...rows.keys()]);
  const data = waiting.flatMap(({ report_id, sha256: photo, face }) => {
    const row = rows.get(report_id);
    const report = row && projectReport(row, caller);
    return report && isDrawable(face) ? [{ report, photo, face }] : [];
  });
  return { data };
}

/** A reviewer sees no face on it that could be shown: nobody is asked again about this photo; or takes that back. */
export async function leaveFace(
  tx: Db,
  by: SignedIn,
  { id, photo, undo = false }: { id: string; photo: string; undo?: boolean | undefined },
): Promise<void> {
  const report = await held(tx, id);
  const left =
    report &&
    mayBeDrawn(report) &&
    (await tx
      .updateTable('report_file')
      .set({ face_left_at: undo ? null : new Date() })
      .where('report_id', '=', id)
      .where('sha256', '=', photo)
      .where('purpose', '=', 'photo')
      .where('face', 'in', DRAWABLE)
      .where('face_left_at', undo ? 'is not' : 'is', null)
      .returning('sha256')
      .executeTakeFirst());
  if (!left) throw new AppError('not-found', 'There is no such photo without a face');
  await writeAudit(tx, by, undo ? 'face-leave-undone' : 'face-leave', id);
}
