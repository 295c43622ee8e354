/**
 * What of the log is kept from an admin: all that was done with what they have posted themselves. Who looks for somebody may be
 * the one that was fled from, and an act, its reason or who did it may say where she is.
 */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { ExportLine } from './chain.ts';
import { linksAfter } from './sealing.ts';

/**
 * Of an entry of `audit`: about a report of theirs, what is on it, or a pair whose missing side it is; or about a reunion, which
 * stands under its other side. What is theirs is found by its owner, once a query, however long the log is.
 */
export function isKeptFrom(userId: string): RawBuilder<SqlBool> {
  const own = sql`select id from report where owner_id = ${userId}::uuid`;
  return sql<SqlBool>`coalesce(
    audit.subject_id in (${own})
    or audit.subject_id in (select id from candidate where lost_id in (${own}))
    or audit.subject_id in (select id from note where report_id in (${own}))
    or audit.subject_id in (select id from claim where report_id in (${own}))
    or (audit.action like 'reunion-%' and audit.subject_id in (select found_id from candidate where lost_id in (${own}))),
    false)`;
}

/** A page of the chain behind an entry, as this admin takes it away. */
export async function exportAfter(db: Db, seq: number, userId: string): Promise<ExportLine[]> {
  const links = await linksAfter(db, seq);
  const { rows } = await sql<{ id: string }>`
    select id from audit where id = any(${links.map(({ id }) => id)}::uuid[]) and ${isKeptFrom(userId)}`.execute(db);
  const kept = new Set(rows.map(({ id }) => id));
  return links.map((link) => (kept.has(link.id) ? { seq: link.seq, hash: link.hash, withheld: true } : link));
}
