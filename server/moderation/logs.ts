/** Complaints about people, and what was done with power over others. */

import type * as z from 'zod/mini';
import { type AuditEntry, AuditRole, type Complaint } from '../../contract/moderation.ts';
import { isKeptFrom } from '../audit/kept.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';

const PAGE = 100;

/**
 * Those that nobody has closed, the oldest first: they wait the longest. None about or by the one who reads: nobody is the
 * judge of a matter of their own.
 */
export async function readComplaints(
  db: Db,
  { userId }: Pick<SignedIn, 'userId'>,
): Promise<z.infer<typeof Complaint>[]> {
  const rows = await db
    .selectFrom('complaint')
    .innerJoin('app_user', 'app_user.id', 'complaint.about_id')
    .select(['complaint.id', 'conversation_id', 'text', 'complaint.at', 'about_id', 'name', 'suspended_at'])
    .where('handled_at', 'is', null)
    .where('about_id', '<>', userId)
    .where('by_id', '<>', userId)
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

/**
 * The latest, or those before a moment, of all or of one. Of an account that was erased its id is left. What was done with
 * what an admin has posted themselves is left out for that admin.
 */
export async function readAudit(
  db: Db,
  { userId }: Pick<SignedIn, 'userId'>,
  { before, actor }: { before?: string | undefined; actor?: string | undefined },
): Promise<z.infer<typeof AuditEntry>[]> {
  let query = db
    .selectFrom('audit')
    .leftJoin('app_user', 'app_user.id', 'audit.actor_id')
    .select(['audit.id', 'audit.at', 'audit.role', 'action', 'actor_id', 'subject_id', 'reason', 'name'])
    .where(({ not }) => not(isKeptFrom(userId)));
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
