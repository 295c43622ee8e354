/** The job that ends what is kept no longer (rules.ts): some at a time, and on from there when it was stopped. */

import { KEPT_DAYS } from '../../contract/kept.ts';
import type { Db } from '../db/schema.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { logProcessing } from '../processing/log.ts';
import { rulesOf } from './rules.ts';

/** Every day. */
export const RETENTION = 'retention';
/** The rest of a day's work. */
export const RETENTION_GOES_ON = 'retention-goes-on';

const DAY_MS = 86_400_000;
const PAGE = 200;
/** Far below what a job is held for (server/jobs/jobs.ts): it comes back for what is left. */
const ENOUGH_MS = 60_000;

export const retain =
  (db: Db, kinds: readonly string[]): JobHandler =>
  async () => {
    const isDone = await endWhatIsOver(db, kinds, new Date(), ENOUGH_MS);
    if (!isDone) await addJob(db, RETENTION_GOES_ON, {});
  };

/** Whether all is done that was due at `now`. */
export async function endWhatIsOver(
  db: Db,
  kinds: readonly string[],
  now: Date,
  enoughMs = Infinity,
): Promise<boolean> {
  const began = performance.now();
  for (const { kept, table, run } of rulesOf(kinds)) {
    const due = new Date(now.getTime() - KEPT_DAYS[kept] * DAY_MS);
    for (let count = PAGE; count > 0; ) {
      if (performance.now() - began > enoughMs) return false;
      count = await db.transaction().execute(async (tx) => {
        const done = await run(tx, due, PAGE);
        // A line about the end of lines would be one more to end.
        if (done > 0 && table !== 'processing')
          await logProcessing(tx, { act: 'ended-by-rule', purpose: table, role: 'system', count: done });
        return done;
      });
    }
  }
  return true;
}
