/** Whom nobody can find by a face: told to whoever posted the report, who alone can add a better photo. */

import type { ReportView } from '../../contract/report.ts';
import type { Db } from '../db/schema.ts';
import { OPEN } from './asked.ts';
import type { ReportRow } from './read.ts';

/** What helps most to hear, first. */
const WHYS = ['unclear', 'several', 'none'] as const satisfies readonly NonNullable<ReportView['faceless']>[];

/**
 * Why no photo of a person shows a face by which they are found; nothing where one does, or where one is still to be read. And
 * the photos on which its owner may say whose face it is.
 */
export async function facelessOf(
  db: Db,
  { id, subject, status }: Pick<ReportRow, 'id' | 'subject' | 'status'>,
): Promise<Pick<ReportView, 'faceless' | 'facesToChoose'>> {
  if (subject !== 'person' || !OPEN.includes(status)) return {};
  const photos = await db
    .selectFrom('report_file')
    .select(['face', 'sha256'])
    .where('report_id', '=', id)
    .where('purpose', '=', 'photo')
    .where('brought_at', 'is not', null)
    .orderBy('position')
    .execute();
  const states = new Set(photos.map(({ face }) => face));
  const why = states.has('enrolled') || states.has(null) ? undefined : WHYS.find((one) => states.has(one));
  const facesToChoose = photos.flatMap(({ face, sha256 }) => (face === 'several' ? [sha256] : []));
  return { ...(why ? { faceless: why } : {}), ...(facesToChoose.length > 0 ? { facesToChoose } : {}) };
}
