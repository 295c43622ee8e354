/** The change rows that devices pull, and the names of the jobs that follow a write here. */

import { recordChange } from '../db/change.ts';
import type { Db } from '../db/schema.ts';

/** Kinds of jobs; each is handled by jobs.ts of its resource. */
export const MATCH_ITEM = 'match-item';
export const REMOVE_FILES = 'remove-files';

/** Put reports at the end of both feeds. */
export const recordReport = (tx: Db, ...ids: readonly string[]): Promise<void> =>
  recordChange(tx, ids, 'reports', 'references');
