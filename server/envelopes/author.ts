/** Who wrote what is inside of an envelope, by what they prove themselves with. */

import type { Caller } from '../../contract/user.ts';
import { CALLER_COLUMNS, callerOf } from '../auth/callers.ts';
import type { PasskeyRule } from '../auth/standing.ts';
import { hashToken } from '../auth/tokens.ts';
import type { Db } from '../db/schema.ts';

/** Who proves to be `userId` with this; undefined when the proof is none (any more). */
export async function callerByCourier(
  db: Db,
  userId: string,
  courier: string,
  rule: PasskeyRule,
): Promise<Caller | undefined> {
  const user = await db
    .selectFrom('courier')
    .innerJoin('app_user', 'app_user.id', 'courier.user_id')
    .select(CALLER_COLUMNS)
    .select('courier.passkey_id')
    .where('secret_hash', '=', hashToken(courier))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return user?.id === userId ? callerOf(user, rule) : undefined;
}
