/** Sessions: a token of 256 random bits for the device, its hash here. */

import { randomBytes } from 'node:crypto';
import { ADMIN_PROPOSAL_DAYS } from '../../contract/limits.ts';
import type { Db } from '../db/schema.ts';
import { standingOf } from './callers.ts';
import { endCouriers, keepCourier } from './couriers.ts';
import { forgetUnused } from './devices.ts';
import type { SignedIn } from './signed-in.ts';
import { hashToken } from './tokens.ts';

const SESSION_MS = 90 * 24 * 3_600_000;

/** Begin one and answer its token, which is nowhere but with the device. */
export async function beginSession(tx: Db, userId: string, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + SESSION_MS);
  await tx
    .insertInto('session')
    .values({ token_hash: hashToken(token), user_id: userId, expires_at, revoked_at: null })
    .execute();
  await keepCourier(tx, userId, token, now);
  return token;
}

/** End all sessions of an account, or all but the one in `except`. Answers how many. */
export async function endSessions(tx: Db, userId: string, except?: Uint8Array): Promise<number> {
  await endCouriers(tx, userId, except);
  let ending = tx
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (except) ending = ending.where('token_hash', '!=', except);
  return (await ending.returning('user_id').execute()).length;
}

/** The session goes on, and its owner is in the role and the standing in which they came by it. */
export async function isStillIn(db: Db, { userId, session, role, standing }: SignedIn): Promise<boolean> {
  if (!session) return false;
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['role', 'suspended_at', 'paused_until', 'birth_year', 'guardian_at', 'closed_at'])
    .where('token_hash', '=', session)
    .where('app_user.id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return row !== undefined && row.role === role && row.closed_at === null && standingOf(row) === standing;
}

export async function endSession(tx: Db, session: Uint8Array): Promise<number> {
  const ended = await tx
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('token_hash', '=', session)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute();
  return ended.length;
}

/** Forget sessions and codes that are over, and registrations that nobody confirmed. */
export async function forgetOver(db: Db, now = new Date()): Promise<void> {
  const days = (count: number) => new Date(now.getTime() - count * 24 * 3_600_000);
  await db.deleteFrom('one_time_code').where('expires_at', '<', days(1)).execute();
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await forgetUnused(db, now);
  await db.deleteFrom('admin_proposal').where('at', '<', days(ADMIN_PROPOSAL_DAYS)).execute();
  await db.deleteFrom('courier').where('expires_at', '<', now).execute();
  await db.deleteFrom('gone_session').where('expires_at', '<', now).execute();
  await db.deleteFrom('session').where('revoked_at', '<', days(7)).execute();
  await db
    .deleteFrom('app_user')
    .where('verified_at', 'is', null)
    .where('terms', 'is not', null)
    .where('updated_at', '<', days(7))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('report').select('id').whereRef('owner_id', '=', 'app_user.id'))),
    )
    .execute();
}
