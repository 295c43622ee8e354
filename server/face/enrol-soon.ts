/** Photos have come: what is to be looked at stands in their rows (enrol.ts). */

import type { Db } from '../db/schema.ts';
import { addJob } from '../jobs/jobs.ts';

export const ENROL_PHOTOS = 'enrol-photos';

/** In the transaction that they come in. */
export const enrolSoon = (tx: Db): Promise<void> => addJob(tx, ENROL_PHOTOS, {});
