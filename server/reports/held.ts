/** A report that is about to be changed. */

import type { Db } from '../db/schema.ts';
import { findReport, type ReportRow } from './read.ts';

/** Locked until the transaction ends, and read after that: of two acts at once the second finds what the first has done. */
export async function held(tx: Db, id: string): Promise<ReportRow | undefined> {
  await tx.selectFrom('report').select('id').where('id', '=', id).forUpdate().execute();
  return findReport(tx, id);
}
