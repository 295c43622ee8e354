/** When words on a report become those of who posted it, and when they are told: nothing while the person must not be found. */

import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { hasBlocked, isBlockedBy } from '../messages/open.ts';
import { tell } from '../notices/tell.ts';
import { VEILS } from '../reports/rules.ts';
import { OWNER_READS } from './readers.ts';

/**
 * Whether an office has to confirm it before it is for who posted the report: what nobody signed, and what is of somebody whom
 * they have blocked, who may molest them, and may have seen whom they look for all the same.
 */
export async function isForOffice(
  tx: Db,
  { owner_id }: { owner_id: string | null },
  authorId: string | null,
): Promise<boolean> {
  return authorId === null || (owner_id !== null && (await isBlockedBy(tx, owner_id, authorId)));
}

/** {@link isForOffice}, as the database reads it: of a `note`. */
const IS_FOR_OFFICE = sql<SqlBool>`(author_id is null
  or ${hasBlocked(sql`(select owner_id from report where report.id = note.report_id)`, sql`note.author_id`)})`;

/**
 * What came while a report was veiled is for who posted it once it no more is; what is for an office first, once it was
 * confirmed. Where it is veiled still, or anew for another cause, nothing is released.
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
    .where((eb) => eb.or([eb.not(IS_FOR_OFFICE), eb('status', '=', 'confirmed')]))
    .execute();
  await tellOfNotes(tx, reportId);
}

/**
 * Tell whoever posted a report of the words on it that are theirs to read by now, once of all; whenever some may be, or there
 * is an account to tell. What was released before the report was veiled is told as if it were not. Whether anybody was told.
 */
export async function tellOfNotes(tx: Db, reportId: string): Promise<boolean> {
  const { rows } = await sql<{ owner_id: string }>`
    update note n set told_at = now() from report r join app_user u on u.id = r.owner_id and u.closed_at is null
    where r.id = n.report_id and n.report_id = ${reportId} and n.told_at is null and n.status <> 'dismissed'
      and (r.hidden_at is null or n.released_at < r.hidden_at) and ${OWNER_READS} returning r.owner_id`.execute(tx);
  const userId = rows[0]?.owner_id;
  if (userId) await tell(tx, { userId, kind: 'note-added', reportId });
  return userId !== undefined;
}
