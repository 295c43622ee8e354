/** Compares what phones were told with what a database and its files hold. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../server/db/open.ts';
import { readKept } from '../../server/files/kept.ts';
import type { Told } from './crowd.ts';

export interface Verdict {
  /** Receipts of which the server knows nothing, or another number. */
  lost: string[];
  /** Reports without the parts that their transaction writes, or receipts without their report. */
  half: string[];
  /** Reports that no phone saved: the same one under another name. */
  doubled: string[];
  /** Photos called whole that are not there as they were kept. */
  photos: string[];
}

export const NOTHING_WRONG: Verdict = { lost: [], half: [], doubled: [], photos: [] };

export async function judge(
  db: Db,
  filesDir: string,
  told: readonly Told[],
  saved: ReadonlySet<string>,
): Promise<Verdict> {
  const reports = await db.selectFrom('report').select(['id', 'number']).execute();
  const receipts = await db.selectFrom('receipt').select(['op_id', 'number']).execute();
  const numberOf = new Map(reports.map(({ id, number }) => [id, number]));
  const receiptOf = new Map(receipts.map(({ op_id, number }) => [op_id, number]));
  const lost = told.filter(({ id, opId, number }) => numberOf.get(id) !== number || receiptOf.get(opId) !== number);
  const numbers = new Set(reports.map(({ number }) => number));
  const { rows: torn } = await sql<{ id: string }>`
    select id from report where search = ''
      or not exists (select from history where history.report_id = report.id)
      or not exists (select from change where change.feed = 'reports' and change.id = report.id)
      or not exists (select from receipt where receipt.number = report.number)`.execute(db);
  const orphans = receipts.filter(({ number }) => number !== null && !numbers.has(number));
  return {
    lost: lost.map(({ id }) => id),
    half: [...torn.map(({ id }) => id), ...orphans.map(({ op_id }) => op_id)],
    doubled: reports.filter(({ id }) => !saved.has(id)).map(({ id }) => id),
    photos: told.flatMap(({ whole }) => whole).filter((sha256) => !isSound(filesDir, sha256)),
  };
}

/** Whether a file lies there as it was kept. */
export function isSound(filesDir: string, sha256: string): boolean {
  try {
    return readKept(readFileSync(join(filesDir, 'whole', sha256)), sha256).sound;
  } catch {
    return false;
  }
}
