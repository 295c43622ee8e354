/** Sessions: a token of 256 random bits for the device, its hash here. */

import { randomBytes } from 'node:crypto';
import type { Updateable } from 'kysely';
import { OFFICE_IDLE_HOURS, OFFICE_PROOF_DAYS } from '../../contract/limits.ts';
import type { Db, Schema } from '../db/schema.ts';
import { endCouriers, endCouriersOf, keepCourier } from './couriers.ts';
import { forgetTheseDevices, forgetUnused } from './devices.ts';
import type { SignedIn } from './signed-in.ts';
import { lacksPasskey, type PasskeyRule, standingOf } from './standing.ts';
import { hashToken } from './tokens.ts';
import type { Opened } from './user-agent.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const SESSION_MS = 90 * DAY_MS;
const USE_MS = 300_000;

/** What is known of the device that opens one. */
export type Opening = Partial<Opened> & { device_hash?: Uint8Array; passkey_id?: string };

/** Begin one and answer its token, which is nowhere but with the device. */
export async function beginSession(tx: Db, userId: string, opening: Opening = {}, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + SESSION_MS);
  const begun = { token_hash: hashToken(token), user_id: userId, expires_at, revoked_at: null, seen_at: dayOf(now) };
  await tx
    .insertInto('session')
    .values({ ...begun, ...opening })
    .execute();
  await keepCourier(tx, userId, token, opening.passkey_id, now);
  return token;
}

/** The beginning of the day, in UTC: nobody needs to know more of when somebody used the app. */
export const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** Write down that it was used today; `seen` is what is written. */
export async function markSeen(db: Db, session: Uint8Array, seen: Date | null, now = new Date()): Promise<void> {
  const today = dayOf(now);
  if (seen && seen >= today) return;
  await db.updateTable('session').set({ seen_at: today }).where('token_hash', '=', session).execute();
}

/** When the powers of an office were last used in a session, and when it was last proved to be its owner's. */
export interface OfficeUse {
  used_at: Date | null;
  proved_at: Date;
}

/** Whether they lay idle, or unproved, for so long that the next use asks for a proof. */
export function isIdle({ used_at, proved_at }: OfficeUse, now = Date.now()): boolean {
  const last = Math.max(used_at?.getTime() ?? 0, proved_at.getTime());
  return last < now - OFFICE_IDLE_HOURS * HOUR_MS || proved_at.getTime() < now - OFFICE_PROOF_DAYS * DAY_MS;
}

/** To a few minutes: an office answers for what is done with it. */
export async function markUsed(db: Db, session: Uint8Array, used: Date | null, now = new Date()): Promise<void> {
  if (used && used.getTime() > now.getTime() - USE_MS) return;
  await db.updateTable('session').set({ used_at: now }).where('token_hash', '=', session).execute();
}

/** Whether it was proved within so many minutes that the session is its owner's. */
export async function isProved(db: Db, session: Uint8Array | undefined, minutes: number): Promise<boolean> {
  if (!session) return false;
  const proved = await db
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', session)
    .where('proved_at', '>', new Date(Date.now() - minutes * 60_000))
    .executeTakeFirst();
  return proved !== undefined;
}

/** Of one that has ended its hash alone is kept, so that its device hears that it has. */
const ended = (): Updateable<Schema['session']> => ({ revoked_at: new Date(), browser: null, system: null });

/** End all sessions of an account. Answers how many. */
export async function endSessions(tx: Db, userId: string): Promise<number> {
  await endCouriers(tx, userId);
  const ending = tx.updateTable('session').set(ended).where('user_id', '=', userId).where('revoked_at', 'is', null);
  return (await ending.returning('user_id').execute()).length;
}

/** One of them, or those that were opened with one passkey. */
interface Which {
  id?: string;
  passkeyId?: string;
}

/** All but one's own, for a new password: what the devices of sessions of before seal is not taken any more either. */
export async function endElsewhere(tx: Db, userId: string, own: Uint8Array): Promise<void> {
  await endOthers(tx, userId, own);
  await endCouriers(tx, userId, own);
  await forgetUnnamedPushes(tx, userId);
}

/** Of subscriptions that name no session nobody knows whose phone they wake. */
export async function forgetUnnamedPushes(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('push_subscription').where('user_id', '=', userId).where('session_hash', 'is', null).execute();
}

/**
 * Others of one's own sessions, which may be in somebody else's hands: all, or `which` are meant. What their devices
 * seal is not taken any more, they are told nothing more, and their tries count as a stranger's. Answers how many.
 */
export async function endOthers(tx: Db, userId: string, own: Uint8Array, which: Which = {}): Promise<number> {
  const { id, passkeyId } = which;
  const others = await tx
    .updateTable('session')
    .set(ended)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('token_hash', '!=', own)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(passkeyId !== undefined, (query) => query.where('passkey_id', '=', passkeyId ?? ''))
    .returning(['token_hash', 'courier_hash', 'device_hash'])
    .execute();
  const theirs = (hashes: readonly (Uint8Array | null)[]) => hashes.flatMap((hash) => hash ?? []);
  const mine = await tx.selectFrom('session').select('device_hash').where('token_hash', '=', own).executeTakeFirst();
  const devices = theirs(others.map(({ device_hash }) => device_hash)).filter(
    (hash) => !isSame(hash, mine?.device_hash),
  );
  await endCouriersOf(tx, theirs(others.map(({ courier_hash }) => courier_hash)));
  await forgetTheseDevices(tx, devices);
  const sessions = others.map(({ token_hash }) => token_hash);
  if (sessions.length > 0) await tx.deleteFrom('push_subscription').where('session_hash', 'in', sessions).execute();
  return others.length;
}

const isSame = (a: Uint8Array, b: Uint8Array | null | undefined): boolean => !!b && Buffer.compare(a, b) === 0;

/** The session goes on, and its owner is in the role and the standing in which they came by it. */
export async function isStillIn(db: Db, caller: SignedIn, rule: PasskeyRule): Promise<boolean> {
  const { userId, session, standing } = caller;
  if (!session) return false;
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['role', 'suspended_at', 'paused_until', 'birth_year', 'guardian_at', 'closed_at', 'passkey_id'])
    .where('token_hash', '=', session)
    .where('app_user.id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (row === undefined || row.closed_at !== null || standingOf(row) !== standing) return false;
  return lacksPasskey(row, rule) ? caller.lacksPasskey === true : row.role === caller.role;
}

/** By its owner, who signs out: nobody is told anything on its device any more, which stays known (docs/decisions/030). */
export async function endSession(tx: Db, session: Uint8Array): Promise<number> {
  await tx.deleteFrom('push_subscription').where('session_hash', '=', session).execute();
  const over = await tx
    .updateTable('session')
    .set(ended)
    .where('token_hash', '=', session)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .execute();
  return over.length;
}

/** Forget sessions and codes that are over, and registrations that nobody confirmed. */
export async function forgetOver(db: Db, now = new Date()): Promise<void> {
  const days = (count: number) => new Date(now.getTime() - count * DAY_MS);
  await db.deleteFrom('one_time_code').where('expires_at', '<', days(1)).execute();
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await forgetUnused(db, now);
  await db.deleteFrom('courier').where('expires_at', '<', now).execute();
  await db.deleteFrom('gone_session').where('expires_at', '<', now).execute();
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
