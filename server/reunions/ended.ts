/**
 * A side of a confirmed pair is erased, or taken down by its maker, and with it the pair: what its other side is told, which
 * is looked for on (decision 101).
 */

import { ERASED, ERASED_FOR_OFFICE } from '../../contract/notice.ts';
import type { Db } from '../db/schema.ts';
import { colleaguesOf } from '../duty/on-duty.ts';
import { closeDuty, reopenDuty } from '../duty/open.ts';
import { tell } from '../notices/tell.ts';
import { findReport } from '../reports/read.ts';
import { matchSoon, recordReport } from '../reports/record.ts';
import { isVeiled } from '../reports/rules.ts';
import { hasEnded } from '../reports/strip.ts';

/** The other sides of what waits for a decision with this record, before it is erased: they have room for others then. */
export async function offeredWith(tx: Db, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('candidate')
    .select(['lost_id', 'found_id'])
    .where('state', '=', 'open')
    .where(({ or, eb }) => or([eb('lost_id', '=', id), eb('found_id', '=', id)]))
    .execute();
  return rows.map(({ lost_id, found_id }) => (lost_id === id ? found_id : lost_id));
}

/** What stays of a pair when a side of it goes. */
export interface EndedLink {
  /** The side that stays. */
  id: string;
  /** The account of the family that was told, where it is they who stay. */
  familyId: string | undefined;
  /** Who had it on their desk. */
  officerIds: readonly string[];
  /** False where there is nothing to tell: it was over, or somebody of the two must not be found. */
  isTold: boolean;
}

/** The pairs that go with this record, before it is erased or they are parted. */
export async function linksOf(tx: Db, id: string): Promise<EndedLink[]> {
  const rows = await tx
    .selectFrom('candidate')
    .leftJoin('reunion', (join) =>
      join.onRef('reunion.lost_id', '=', 'candidate.lost_id').onRef('reunion.found_id', '=', 'candidate.found_id'),
    )
    .leftJoin('duty_task', 'duty_task.candidate_id', 'candidate.id')
    .select(['candidate.lost_id', 'candidate.found_id', 'duty_task.id as task_id', 'reunion.together_at'])
    .where('candidate.link', 'is not', null)
    .where(({ or, eb }) => or([eb('candidate.lost_id', '=', id), eb('candidate.found_id', '=', id)]))
    .execute();
  const links = new Map<string, EndedLink>();
  for (const { lost_id, found_id, task_id, together_at } of rows) {
    const other = lost_id === id ? found_id : lost_id;
    const [gone, stays] = [await findReport(tx, id), await findReport(tx, other)];
    if (!gone || !stays) continue;
    const isPerson = stays.subject === 'person';
    const isFound = !gone.kept_scan && !stays.kept_scan; // a scan that was kept had found nobody
    const isTold =
      isPerson && isFound && !together_at && !hasEnded(stays.status) && !isVeiled(gone) && !isVeiled(stays);
    const officers = task_id === null ? [] : await colleaguesOf(tx, task_id);
    const officerIds = [...new Set([...(links.get(other)?.officerIds ?? []), ...officers])];
    const familyId = stays.id === lost_id && !stays.closed ? (stays.owner_id ?? undefined) : undefined;
    links.set(other, { id: other, familyId, officerIds, isTold });
  }
  return [...links.values()];
}

/**
 * Part a person's record that its maker has taken down from whom it was one with, as if it were erased. Nothing is parted
 * where they are together, which ended the search, nor of somebody who must not be found.
 */
export async function partFrom(tx: Db, id: string): Promise<EndedLink[]> {
  const gone = await findReport(tx, id);
  if (gone?.subject !== 'person' || gone.kept_scan || isVeiled(gone)) return [];
  // Locked: the family may be saying that they are together.
  const reunions = await tx
    .selectFrom('reunion')
    .select(['lost_id', 'found_id', 'together_at'])
    .where(({ or, eb }) => or([eb('lost_id', '=', id), eb('found_id', '=', id)]))
    .forUpdate()
    .execute();
  const together = new Set(reunions.filter((row) => row.together_at).flatMap((row) => [row.lost_id, row.found_id]));
  const links = (await linksOf(tx, id)).filter((link) => !together.has(link.id));
  for (const { id: other } of links) {
    const [lostId, foundId] = gone.type === 'lost' ? [id, other] : [other, id];
    await tx.deleteFrom('reunion').where('lost_id', '=', lostId).where('found_id', '=', foundId).execute();
    const pair = await tx
      .updateTable('candidate')
      .set(({ eb }) => ({
        ...{ state: 'withdrawn' as const, link: null, rev: eb('rev', '+', 1) },
        ...{ decided_by: null, decided_at: null, reason: null },
      }))
      .where('lost_id', '=', lostId)
      .where('found_id', '=', foundId)
      .returning('id')
      .executeTakeFirst();
    if (pair) await closeDuty(tx, 'candidate_id', pair.id);
  }
  return links;
}

/**
 * The search for who is missing on this record, or on the other side of its pairs, has ended in another way than by the word
 * that they are together: it may have been another who came home. Whoever was confirmed as them is met by others again, and an
 * office is asked whether it was them. Of somebody who must not be found that waits until they are shown again: nobody meets
 * them by a word of who looks for them.
 */
export async function doubtEnded(tx: Db, id: string): Promise<void> {
  const pairs = await tx
    .selectFrom('reunion')
    .innerJoin('report', 'report.id', 'reunion.lost_id')
    .innerJoin('candidate', (join) =>
      join.onRef('candidate.lost_id', '=', 'reunion.lost_id').onRef('candidate.found_id', '=', 'reunion.found_id'),
    )
    .select(['candidate.id', 'reunion.lost_id', 'reunion.found_id'])
    .where(({ or, eb }) => or([eb('reunion.lost_id', '=', id), eb('reunion.found_id', '=', id)]))
    .where('report.status', '=', 'resolved')
    .where('reunion.doubted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reunion as any')
            .select('any.lost_id')
            .whereRef('any.lost_id', '=', 'reunion.lost_id')
            .where('any.together_at', 'is not', null),
        ),
      ),
    )
    .execute();
  for (const { id: candidateId, lost_id, found_id } of pairs) {
    const sides = [await findReport(tx, lost_id), await findReport(tx, found_id)];
    if (sides.some((side) => side && isVeiled(side))) continue;
    const now = await tx
      .updateTable('reunion')
      .set({ doubted_at: new Date() })
      .where('lost_id', '=', lost_id)
      .where('found_id', '=', found_id)
      .where('together_at', 'is', null) // they may be saying so
      .returning('doubted_at')
      .executeTakeFirst();
    if (!now) continue;
    if (sides.every((side) => side && !side.closed && side.status !== 'withdrawn')) await reopenDuty(tx, candidateId);
    await matchSoon(tx, [found_id]);
  }
}

/**
 * Tell the family in words of its own that there is no more to know of who was found, and those who had the pair on their
 * desk; and look for them anew. A finder knew of nothing, and is told nothing.
 */
export async function tellEnded(tx: Db, { id, familyId, officerIds, isTold }: EndedLink): Promise<void> {
  await recordReport(tx, id);
  if (!isTold) return;
  if (familyId) await tell(tx, { userId: familyId, kind: 'reunion-withdrawn', reportId: id, detail: ERASED });
  for (const userId of officerIds)
    if (userId !== familyId)
      await tell(tx, { userId, kind: 'reunion-withdrawn', reportId: id, detail: ERASED_FOR_OFFICE });
}
