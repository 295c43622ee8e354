/** Words about a person that wait to be their reporter's: none is while the person must not be found. */

import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { VEILS } from '../reports/rules.ts';

/**
 * What came while a report was veiled is for who posted it once it no more is; what nobody signed, once it was confirmed.
 * Where it is veiled still, or anew for another cause, nothing is released.
 */
export async function releaseNotes(tx: Db, reportId: string): Promise<void> {
  await tx
    .updateTable('note')
    .set({ released_at: new Date() })
    .where('report_id', '=', reportId)
    .where(
      'report_id',
      'in',
      tx
        .selectFrom('report')
        .select('id')
        .where('id', '=', reportId)
        .where(sql<SqlBool>`coalesce(hidden_for, '') <> all(${[...VEILS]}::text[])`),
    )
    .where('released_at', 'is', null)
    .where((eb) => eb.or([eb('author_id', 'is not', null), eb('status', '=', 'confirmed')]))
    .execute();
}
