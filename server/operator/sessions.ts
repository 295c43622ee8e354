/** Ending the sessions of others: of one account, of a role, or of everybody. */

import type { Role } from '../../contract/user.ts';
import { writeAudit } from '../audit/audit.ts';
import { endCouriers } from '../auth/couriers.ts';
import { forgetDevices } from '../auth/devices.ts';
import { endSessions } from '../auth/sessions.ts';
import type { Db } from '../db/schema.ts';

/**
 * All of one account, as "sign out everywhere" does: what its devices seal is not taken any more, they are told nothing
 * more, and their tries count as a stranger's. Answers how many.
 */
export async function endAllOf(tx: Db, userId: string): Promise<number> {
  const ended = await endSessions(tx, userId);
  await endCouriers(tx, userId);
  await forgetDevices(tx, userId);
  await tx.deleteFrom('push_subscription').where('user_id', '=', userId).execute();
  return ended;
}

/** Of everybody, or of a role; account by account, so that it may be broken off and begun again. Answers how many. */
export async function endEverywhere(db: Db, role: Role | undefined, reason: string): Promise<number> {
  const accounts = await db
    .selectFrom('app_user')
    .select('id')
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'poster'))
    .orderBy('id')
    .execute();
  let ended = 0;
  for (const { id } of accounts) ended += await db.transaction().execute((tx) => endAllOf(tx, id));
  const what = `${role ?? 'all'}: ${reason}`;
  await db.transaction().execute((tx) => writeAudit(tx, BY_OPERATOR, 'end-sessions', undefined, what));
  return ended;
}

/** In the log: by nobody with an account, but by whoever has the server. */
export const BY_OPERATOR = { kind: 'anonymous', key: 'operator' } as const;
