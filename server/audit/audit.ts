/** The log of what was done with power over others: who, in which role, to what, why. It is only ever added to. */

import { randomUUID } from 'node:crypto';
import type { AuditAction } from '../../contract/moderation.ts';
import type { Role } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';

/** Write it in the transaction of the act, so that there is never one without the other. */
export async function writeAudit(
  tx: Db,
  { userId, role }: { userId: string; role: Role },
  action: AuditAction,
  subjectId?: string,
  reason?: string,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ id: randomUUID(), actor_id: userId, role, action, subject_id: subjectId ?? null, reason: reason ?? null })
    .execute();
}
