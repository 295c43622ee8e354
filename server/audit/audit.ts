/** The log of what was done with power over others: who, in which role, to what, why. It is only ever added to. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditAction, AuditRole } from '../../contract/moderation.ts';
import type { Caller } from '../../contract/user.ts';
import type { SignedIn } from '../auth/signed-in.ts';
import { eraseKeysSoon } from '../db/erase-keys.ts';
import type { Db } from '../db/schema.ts';
import { startsInHour } from '../http/limits.ts';
import { addJob } from '../jobs/jobs.ts';
import { reasonColumns, SEAL_AUDIT } from './sealing.ts';

/** Write it in the transaction of the act, so that there is never one without the other. */
export async function writeAudit(
  tx: Db,
  actor: Caller | { userId: string; role: AuditRole },
  action: AuditAction,
  subjectId?: string,
  reason?: string,
): Promise<void> {
  const [userId, role] = 'userId' in actor ? [actor.userId, actor.role] : [null, 'nobody'];
  await tx
    .insertInto('audit')
    .values({
      id: randomUUID(),
      at: sql`clock_timestamp()`, // of the acts of one transaction too it is known which came first
      actor_id: userId,
      role,
      action,
      subject_id: subjectId ?? null,
      ...reasonColumns(reason),
    })
    .execute();
  await addJob(tx, SEAL_AUDIT, {});
}

/** Write down that somebody read a list, which they come back to after each decision: once an hour. */
export const writeListRead = (db: Db, caller: SignedIn, action: AuditAction): Promise<void> =>
  writeOnceAnHour(db, caller, action);

/** Write down that somebody read what there is of one record, which is read again each time it is drawn: once an hour for each. */
export const writeRecordRead = (db: Db, caller: SignedIn, action: AuditAction, subjectId: string): Promise<void> =>
  writeOnceAnHour(db, caller, action, subjectId);

const writeOnceAnHour = (db: Db, caller: SignedIn, action: AuditAction, subjectId?: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const key = [action, caller.key, ...(subjectId ? [subjectId] : [])].join(':');
    if (await startsInHour(tx, key)) await writeAudit(tx, caller, action, subjectId);
  });

/** Of who or what was erased the log keeps what was done, and not the words of why: they may tell of them. */
export async function eraseReasons(tx: Db, subjectIds: readonly string[]): Promise<void> {
  const erased = await tx
    .updateTable('audit')
    .set({ reason: null, reason_salt: null })
    .where('subject_id', 'in', [...subjectIds])
    .where('reason', 'is not', null)
    .returning('id')
    .execute();
  if (erased.length > 0) await eraseKeysSoon(tx, { ids: erased.map(({ id }) => id) });
}
