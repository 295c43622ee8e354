/** A report that is about to be changed. */

import type { Db } from '../db/schema.ts';
import { findIf, findReport, type Judged, type ReportRow } from './read.ts';

/** Locked until the transaction ends, and read after that: of two acts at once the second finds what the first has done. */
export async function held(tx: Db, id: string): Promise<ReportRow | undefined> {
  await tx.selectFrom('report').select('id').where('id', '=', id).forUpdate().execute();
  return findReport(tx, id);
}

/**
 * Several, one after the other as all hold them who hold more than one, and before any row that is about them: of two acts on
 * the same pair none waits for the other with something in hand that the other waits for.
 */
export async function holdAll(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.selectFrom('report').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

/** As {@link held}, if it may be seen: {@link findIf}. */
export async function heldIf(tx: Db, id: string, may: (report: Judged) => boolean): Promise<ReportRow | undefined> {
  await tx.selectFrom('report').select('id').where('id', '=', id).forUpdate().execute();
  return findIf(tx, id, may);
}
