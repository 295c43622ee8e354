/** The jobs that compare: one report that has appeared or changed, and all of them, some at a time, beside all else. */

import * as z from 'zod/mini';
import { Id } from '../../contract/primitives.ts';
import { isFeedWhole } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import type { FaceIndex } from '../face/index.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { MATCH_ALL, MATCH_REPORT } from '../reports/record.ts';
import { matchReport } from './store.ts';

const One = z.object({ id: Id });
const All = z.object({ after: z.optional(Id) });
/** Few enough that other jobs get their turn. */
const PAGE = 50;
/** Faces are known from the feed (face/index.ts). Where that is held back for longer, the report is compared once more. */
const FEED_WITHIN_MS = 100;
const AGAIN_MS = 5000;

export const matchJobs = (db: Db, faces: FaceIndex): Record<string, JobHandler> => ({
  [MATCH_REPORT]: async (payload) => {
    const { id } = One.parse(payload);
    // Whoever changes it from here on asks anew.
    await db.deleteFrom('candidate_due').where('report_id', '=', id).execute();
    const isWhole = await isFeedWhole(db, FEED_WITHIN_MS);
    await matchReport(db, faces, id);
    if (!isWhole) await addJob(db, MATCH_REPORT, { id }, new Date(Date.now() + AGAIN_MS));
  },
  [MATCH_ALL]: async (payload) => {
    const { after } = All.parse(payload);
    const from = after ?? '00000000-0000-0000-0000-000000000000';
    const rows = await db.selectFrom('report').select('id').where('id', '>', from).orderBy('id').limit(PAGE).execute();
    for (const { id } of rows) await matchReport(db, faces, id);
    const last = rows.at(-1);
    if (last) await addJob(db, MATCH_ALL, { after: last.id });
  },
});
