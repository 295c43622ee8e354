/**
 * Devices that an account was signed in on, by a token that survives signing out. It is no session: it opens nothing, and
 * gives its owner tries that no stranger can use up. See docs/decisions/030.
 */

import { randomBytes } from 'node:crypto';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import { emailMark } from './accounts.ts';
import { hashToken } from './tokens.ts';

/** Of one account; who signs in on another forgets the one that was not used longest. */
const MOST = 20;
const UNUSED_MS = 400 * 24 * 3_600_000;

/** Who asks or tries, for what is counted: a device of the account's owner, or whoever else it is. */
export interface Asker {
  key: string;
  known: boolean;
}

/** The device of these that the account with this e-mail was signed in on, else the caller as they come. */
export async function askerOf(db: Db, email: string, devices: readonly string[], caller: Caller): Promise<Asker> {
  const found = await db
    .selectFrom('device')
    .innerJoin('app_user', 'app_user.id', 'device.user_id')
    .select('token_hash')
    .where('token_hash', 'in', [Buffer.alloc(0), ...devices.map(hashToken)])
    .where('email_mark', '=', emailMark(email))
    .executeTakeFirst();
  if (!found) return { key: caller.key, known: false };
  return { key: `device:${Buffer.from(found.token_hash).toString('base64url').slice(0, 22)}`, known: true };
}

/** A device by its hash; `token` when it is a new one. */
export interface Met {
  hash: Uint8Array;
  token?: string;
}

/** The account was signed in on a device: one of these is known from now on as it was; otherwise the token of a new one. */
export async function meetDevice(tx: Db, userId: string, devices: readonly string[]): Promise<Met> {
  const met = await tx
    .updateTable('device')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('token_hash', 'in', [Buffer.alloc(0), ...devices.map(hashToken)])
    .returning('token_hash')
    .execute();
  const [known] = met;
  if (known) return { hash: known.token_hash };
  const token = randomBytes(32).toString('base64url');
  const hash = hashToken(token);
  await tx.insertInto('device').values({ token_hash: hash, user_id: userId }).execute();
  const newest = tx.selectFrom('device').select('token_hash').where('user_id', '=', userId);
  await tx
    .deleteFrom('device')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', newest.orderBy('used_at', 'desc').orderBy('token_hash').limit(MOST))
    .execute();
  return { hash, token };
}

/** Somebody else may have them. */
export async function forgetDevices(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('device').where('user_id', '=', userId).execute();
}

/** Single ones of them. */
export async function forgetTheseDevices(tx: Db, hashes: readonly Uint8Array[]): Promise<void> {
  if (hashes.length > 0) await tx.deleteFrom('device').where('token_hash', 'in', hashes).execute();
}

export async function forgetUnused(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('device')
    .where('used_at', '<', new Date(now.getTime() - UNUSED_MS))
    .execute();
}
