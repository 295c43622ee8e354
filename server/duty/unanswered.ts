/**
 * Two things that are likely one and the same, on which an owner says nothing: they come to the desk where the found one is, last
 * and without a word to anybody. Nobody is woken for an umbrella (docs/decisions/081).
 */

import * as z from 'zod/mini';
import { UNANSWERED_DAYS } from '../../contract/limits.ts';
import { transact } from '../db/once.ts';
import type { Db } from '../db/schema.ts';
import { addJob, type JobHandler } from '../jobs/jobs.ts';
import { findReport } from '../reports/read.ts';
import { openSilently } from './open.ts';

/** The job that looks whether both have answered. */
export const LOOK_UNANSWERED = 'look-unanswered';

const DAY_MS = 86_400_000;
const Waiting = z.object({ candidateId: z.uuid() });

/** From the moment that the two are likely one, their owners have so long. */
export const waitForOwners = (tx: Db, candidateId: string): Promise<void> =>
  addJob(
    tx,
    LOOK_UNANSWERED,
    { candidateId } satisfies z.infer<typeof Waiting>,
    new Date(Date.now() + UNANSWERED_DAYS * DAY_MS),
  );

export const lookUnanswered =
  (db: Db): JobHandler =>
  async (payload) => {
    const { candidateId } = Waiting.parse(payload);
    await transact(db, async (tx) => {
      const pair = await tx
        .selectFrom('candidate')
        .select(['lost_id', 'found_id'])
        .where('id', '=', candidateId)
        .where('state', '=', 'open')
        .where('band', '=', 'likely')
        .where(({ or, eb }) => or([eb('lost_answer', 'is', null), eb('found_answer', 'is', null)]))
        .forUpdate()
        .executeTakeFirst();
      const sides = pair ? [await findReport(tx, pair.lost_id), await findReport(tx, pair.found_id)] : [];
      const isShown = sides.every((side) => side?.status === 'published' && side.hidden_at === null && !side.closed);
      const [, found] = sides;
      if (found && isShown) await openSilently(tx, { kind: 'unanswered', report: found, candidateId });
    });
  };
