/** What somebody posted before they had an account becomes their account's, and nobody's by its secret any more. */

import type { ParsedInputOf } from '../../contract/endpoint.ts';
import type { adoptReport } from '../../contract/report.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { tellOfNotes } from '../notes/release.ts';
import { tell } from '../notices/tell.ts';
import { makersReunion } from '../reunions/together.ts';
import { lockReport, notTheirs, opens } from './end.ts';
import { recordReport } from './record.ts';

/**
 * Done twice it changes nothing.
 * @throws AppError not-found for a wrong secret and for what is another account's
 */
export async function adoptByMaker(
  tx: Db,
  { id, secret }: ParsedInputOf<typeof adoptReport>,
  { userId }: SignedIn,
): Promise<void> {
  const row = await lockReport(tx, id);
  if (row?.owner_id === userId) return;
  if (!row || row.owner_id !== null || !opens(row, secret)) throw notTheirs();
  await tx.updateTable('report').set({ owner_id: userId, secret_hash: null }).where('id', '=', id).execute();
  await recordReport(tx, id);
  await tellOfNotes(tx, id);
  await tellOfReunion(tx, id, userId);
}

/** The phone asks no more for what an account owns, and nobody was there to be told before. */
async function tellOfReunion(tx: Db, id: string, userId: string): Promise<void> {
  const reunion = await makersReunion(tx, { id });
  if (!reunion || reunion.doubted) return;
  if (reunion.together) await tell(tx, { userId, kind: 'reunion-together', reportId: id });
  else if (reunion.as === 'family') await tell(tx, { userId, kind: 'reunion-possible', reportId: id });
}
