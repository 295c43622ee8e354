/** Words about a person that wait to be their reporter's: none is while the person must not be found. */

import type { Db } from '../db/schema.ts';

/** The report is shown again: what came meanwhile is for who posted it now; what nobody signed, once it was confirmed. */
export async function releaseNotes(tx: Db, reportId: string): Promise<void> {
  await tx
    .updateTable('note')
    .set({ released_at: new Date() })
    .where('report_id', '=', reportId)
    .where('released_at', 'is', null)
    .where((eb) => eb.or([eb('author_id', 'is not', null), eb('status', '=', 'confirmed')]))
    .execute();
}
