/** Complaints about people, and what was done with power over others. */

import { type SqlBool, sql } from 'kysely';
import type * as z from 'zod/mini';
import { type AuditAction, type AuditEntry, AuditRole, type Complaint } from '../../contract/moderation.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';

const PAGE = 100;

/** Those that nobody has closed, the oldest first: they wait the longest. */
export async function readComplaints(db: Db): Promise<z.infer<typeof Complaint>[]> {
  const rows = await db
    .selectFrom('complaint')
    .innerJoin('app_user', 'app_user.id', 'complaint.about_id')
    .select(['complaint.id', 'conversation_id', 'text', 'complaint.at', 'about_id', 'name', 'suspended_at'])
    .where('handled_at', 'is', null)
    .orderBy('complaint.at')
    .limit(PAGE)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    text: row.text,
    at: row.at.toISOString(),
    about: { id: row.about_id, name: row.name, suspended: row.suspended_at !== null },
  }));
}

/** By which somebody must not be found, or that they have asked for it. */
const OF_VEILS: readonly AuditAction[] = [
  ...(['protect', 'end-protection', 'objection-in-person'] as const),
  ...(['objection-safe', 'objection-removed', 'objection-protected', 'objection-refused'] as const),
];

/**
 * The latest, or those before a moment, of all or of one. Of an account that was erased its id is left. That somebody whom
 * an admin has posted must not be found is left out for that admin: they may be who was fled from.
 */
export async function readAudit(
  db: Db,
  { userId }: Pick<SignedIn, 'userId'>,
  { before, actor }: { before?: string | undefined; actor?: string | undefined },
): Promise<z.infer<typeof AuditEntry>[]> {
  let query = db
    .selectFrom('audit')
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['audit.id', 'audit.at', 'audit.role', 'action', 'actor_id', 'subject_id', 'reason', 'name']);
  query = query.where(({ and, exists, not, selectFrom }) =>
    not(
      and([
        sql<SqlBool>`action = any(${[...OF_VEILS]}::text[])`,
        exists(
          selectFrom('report')
            .select('id')
            .whereRef('report.id', '=', 'audit.subject_id')
            .where('owner_id', '=', userId),
        ),
      ]),
    ),
  );
  if (before) query = query.where('audit.at', '<', new Date(before));
  if (actor) query = query.where('actor_id', '=', actor);
  const rows = await query.orderBy('audit.at', 'desc').orderBy('audit.id').limit(PAGE).execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.name ?? row.actor_id ?? '',
    action: row.action,
    role: AuditRole.parse(row.role),
    ...(row.subject_id === null ? {} : { subject: row.subject_id }),
    ...(row.reason === null ? {} : { reason: row.reason }),
  }));
}
