/** What is kept of a face search: who asked how often, and which records it pointed to. No photo, no template. */

import { sql } from 'kysely';
import type { Band } from '../../contract/face.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';

export interface ScanCandidate {
  reportId: string;
  band: Band;
  /** By the photo of a sighting, not by one of the record's own. */
  bySighting: boolean;
}

export interface NewScan {
  opId: string;
  caller: Caller;
  /** When the device scanned, by its own clock. */
  scannedAt: string | undefined;
  searched: number;
  candidates: readonly ScanCandidate[];
}

export async function insertScan(tx: Db, scan: NewScan): Promise<void> {
  await tx
    .insertInto('scan')
    .values({
      op_id: scan.opId,
      // Who searched is kept of people with an account; an address, even hashed, is not.
      caller_key: scan.caller.kind === 'user' ? scan.caller.key : 'anonymous',
      scanned_at: scan.scannedAt === undefined ? null : new Date(scan.scannedAt),
      searched: scan.searched,
    })
    .execute();
  // Also of none: what is done for a hit is done for a miss.
  const [ids, bands] = [scan.candidates.map(({ reportId }) => reportId), scan.candidates.map(({ band }) => band)];
  const ways = scan.candidates.map(({ bySighting }) => bySighting);
  await sql`
    insert into scan_candidate (op_id, report_id, band, by_sighting, position)
    select ${scan.opId}::uuid, report_id, band, way, place - 1
    from unnest(${ids}::uuid[], ${bands}::text[], ${ways}::boolean[]) with ordinality as found (report_id, band, way, place)`.execute(
    tx,
  );
}

/** A search as it was answered first; a replay reads the same, and of one that is kept no more that nobody was found. */
export async function findScan(db: Db, opId: string): Promise<{ searched: number; candidates: ScanCandidate[] }> {
  const scan = await db.selectFrom('scan').select('searched').where('op_id', '=', opId).executeTakeFirst();
  const rows = await db
    .selectFrom('scan_candidate')
    .select(['report_id', 'band', 'by_sighting'])
    .where('op_id', '=', opId)
    .orderBy('position')
    .execute();
  return {
    searched: scan?.searched ?? 0,
    candidates: rows.map((row) => ({ reportId: row.report_id, band: row.band, bySighting: row.by_sighting })),
  };
}
