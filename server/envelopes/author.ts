/** Who wrote what is inside of an envelope, by what they prove themselves with. */

import type { Caller } from '../../contract/user.ts';
import { CALLER_COLUMNS, callerOf, inOffice } from '../auth/callers.ts';
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
    .leftJoin('session', 'session.courier_hash', 'courier.secret_hash')
    .select(CALLER_COLUMNS)
    .select(['courier.passkey_id', 'session.used_at', 'session.proved_at'])
    .where('courier.secret_hash', '=', hashToken(courier))
    .where('courier.ended_at', 'is', null)
    .where('courier.expires_at', '>', new Date())
    .executeTakeFirst();
  if (user?.id !== userId) return undefined;
  const { used_at, proved_at } = user;
  return inOffice(callerOf(user, rule), proved_at === null ? undefined : { used_at, proved_at });
}
