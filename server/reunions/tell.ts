/**
 * The family is told that somebody who may be theirs was found, when a person has confirmed it: never by a face, never of
 * somebody who must not be found. Called by whoever confirms that two records are about one person, and by whoever takes
 * that back, as a part of their write (decision 083).
 */

import type { Db } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { holdAll } from '../reports/held.ts';
import { findReport } from '../reports/read.ts';
import { recordReport } from '../reports/record.ts';
import { isVeiled } from '../reports/rules.ts';
import { hasEnded } from '../reports/strip.ts';
import { type ActorFor, isWithAnother, openSides } from './apart.ts';

export interface Pair {
  lostId: string;
  foundId: string;
}

/** `byId`: who confirmed it; the family reads of which station. Doing it again changes nothing. */
export async function tellFamily(tx: Db, { lostId, foundId, byId }: Pair & { byId: string }): Promise<void> {
  await holdAll(tx, [lostId, foundId]);
  const [lost, found] = [await findReport(tx, lostId), await findReport(tx, foundId)];
  if (!lost || lost.closed || isVeiled(lost) || !found || isVeiled(found)) return;
  const by = await tx.selectFrom('app_user').select('organisation').where('id', '=', byId).executeTakeFirst();
  const fresh = await tx
    .insertInto('reunion')
    .values({ lost_id: lostId, found_id: foundId, by_id: byId, station: by?.organisation ?? null })
    .onConflict((row) => row.columns(['lost_id', 'found_id']).doNothing())
    .returning('lost_id')
    .executeTakeFirst();
  if (!fresh) return;
  await recordReport(tx, lostId);
  if (lost.owner_id) await tell(tx, { userId: lost.owner_id, kind: 'reunion-possible', reportId: lostId });
}

/** The confirmation is taken back: it was not them, and they are looked for on, also where it had ended the search. */
export async function untellFamily(
  tx: Db,
  { lostId, foundId, actorFor }: Pair & { actorFor: ActorFor },
): Promise<void> {
  await holdAll(tx, [lostId, foundId]);
  const gone = await tx
    .deleteFrom('reunion')
    .where('lost_id', '=', lostId)
    .where('found_id', '=', foundId)
    .returning(['lost_id', 'found_id', 'together_at', 'tells_finder'])
    .executeTakeFirst();
  if (!gone) return;
  await recordReport(tx, lostId);
  if (await openSides(tx, gone, { actorFor })) return;
  const lost = await findReport(tx, lostId);
  if (lost?.owner_id && !hasEnded(lost.status) && !isVeiled(lost) && !(await isWithAnother(tx, lostId, gone)))
    await tell(tx, { userId: lost.owner_id, kind: 'reunion-withdrawn', reportId: lostId });
}
