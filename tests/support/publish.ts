/** Reports that others can see: looked at by a moderator and, of a child, under a case. */

import { randomUUID } from 'node:crypto';
import type { Db } from '../../server/db/schema.ts';
import { findReport } from '../../server/reports/read.ts';
import { needsCase } from '../../server/reports/rules.ts';
import { changeStatus } from '../../server/reports/store.ts';

/** The case of a child, as an officer names it. */
export const CASE = { kind: 'fir', number: '0123/2026', station: 'Sadar' } as const;

/** Name a case where one is needed, in the caller's transaction. */
export async function nameCaseOf(tx: Db, id: string): Promise<void> {
  const row = await findReport(tx, id);
  if (!row || !needsCase(row)) return;
  const { kind, number, station } = CASE;
  const named = {
    case_kind: kind,
    case_number: number,
    case_station: station,
    case_by: randomUUID(),
    case_at: new Date(),
  };
  await tx.updateTable('report').set(named).where('id', '=', id).execute();
}

/** Publish a report that waits for review. */
export const publishReport = ({ db }: { db: Db }, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await nameCaseOf(tx, id);
    await changeStatus(tx, id, 'published', 'moderator:1');
  });
