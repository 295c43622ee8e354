/** Who wrote what is inside of an envelope, by what they prove themselves with. */

import type { Caller } from '../../contract/user.ts';
import { standingOf } from '../auth/callers.ts';
import { hashToken } from '../auth/tokens.ts';
import type { Db } from '../db/schema.ts';

/** Who proves to be `userId` with this; undefined when the proof is none (any more). */
export async function callerByCourier(db: Db, userId: string, courier: string): Promise<Caller | undefined> {
  const user = await db
    .selectFrom('courier')
    .innerJoin('app_user', 'app_user.id', 'courier.user_id')
    .select(['app_user.id', 'app_user.role', 'app_user.suspended_at', 'app_user.birth_year', 'app_user.guardian_at'])
    .where('secret_hash', '=', hashToken(courier))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!user || user.id !== userId) return undefined;
  return { kind: 'user', key: `user:${user.id}`, userId: user.id, role: user.role, standing: standingOf(user) };
}
