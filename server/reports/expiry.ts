/**
 * The end of reports that nobody extends: told a week before, then expired. Things as their poster chose, people who were
 * found after a year; whoever is missing has no such day (insert.ts, decision 083).
 */

import type { Db } from '../db/schema.ts';
import { tell } from '../notices/tell.ts';
import { IS_CLOSED } from './read.ts';
import { changeStatus } from './store.ts';

export const WARNED_MS = 7 * 86_400_000;
/** In one transaction each, so that a failure leaves the others done. */
const AT_ONCE = 200;

/**
 * Warn whose report will end within a week, once, and end those that are over. None ends unwarned: after a week without a
 * server, or from an older backup, it stands for one more. Doing it again changes nothing.
 */
export async function expireReports(db: Db, now = new Date()): Promise<void> {
  for (const { id, owner_id } of await soonOver(db, now)) {
    await db.transaction().execute(async (tx) => {
      const told = await tx
        .updateTable('report')
        .set({ expiry_told_at: now })
        .where('id', '=', id)
        .where('expiry_told_at', 'is', null)
        .where('status', '=', 'published')
        .returning('id')
        .executeTakeFirst();
      if (told && owner_id) await tell(tx, { userId: owner_id, kind: 'report-expiring', reportId: id });
    });
  }
  for (const { id } of await over(db, now)) {
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('report')
        .select('expiry_told_at')
        .where('id', '=', id)
        .where('status', '=', 'published')
        .where('expires_at', '<=', now)
        .forUpdate()
        .executeTakeFirst();
      if (row?.expiry_told_at) await changeStatus(tx, id, 'expired', 'system:expiry');
      else if (row) await giveLastWeek(tx, id, now);
    });
  }
}

/**
 * What was over before its owner was told, or before anybody had looked at it (an edit in its last days, a refusal that was
 * appealed), stands for the week in which they are: it would end in the hour in which they read that it can be seen.
 */
export const giveLastWeek = (tx: Db, id: string, now = new Date()) =>
  tx
    .updateTable('report')
    .set({ expires_at: new Date(now.getTime() + WARNED_MS), expiry_told_at: null })
    .where('id', '=', id)
    .where('expires_at', '<=', now)
    .execute();

const soonOver = (db: Db, now: Date) =>
  db
    .selectFrom('report')
    .select(['id', 'owner_id'])
    .where('status', '=', 'published')
    .where('expiry_told_at', 'is', null)
    .where('expires_at', '<=', new Date(now.getTime() + WARNED_MS))
    .where('expires_at', '>', now)
    .where(({ not }) => not(IS_CLOSED)) // told when it is back
    .orderBy('expires_at')
    .limit(AT_ONCE)
    .execute();

const over = (db: Db, now: Date) =>
  db
    .selectFrom('report')
    .select('id')
    .where('status', '=', 'published')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(AT_ONCE)
    .execute();
