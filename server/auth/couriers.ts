/**
 * What the writes inside of envelopes prove their author with.
 *
 * A device makes it from its token by hashing, so it needs no call and nobody can get the token from it. It opens nothing
 * but envelopes. It ends with every session of its owner but not with its own: signing out is when envelopes are made.
 */

import { createHash } from 'node:crypto';
import { COURIER_INFO } from '../../contract/envelope.ts';
import type { Db } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

/** A phone may carry what was sealed on the last day of a session for so long. */
export const COURIER_MS = 180 * 24 * 3_600_000;

const courierOf = (token: string): string =>
  createHash('sha256')
    .update(COURIER_INFO + token)
    .digest('base64url');

/** Remember what the session with this token can prove itself with. */
export async function keepCourier(
  tx: Db,
  userId: string,
  token: string,
  passkeyId: string | null = null,
  now = new Date(),
): Promise<void> {
  const secret_hash = hashToken(courierOf(token));
  const expires_at = new Date(now.getTime() + COURIER_MS);
  const courier = { secret_hash, user_id: userId, expires_at, ended_at: null, passkey_id: passkeyId };
  await tx
    .insertInto('courier')
    .values(courier)
    .onConflict((row) => row.column('secret_hash').doNothing())
    .execute();
  await tx
    .updateTable('session')
    .set({ courier_hash: secret_hash })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/** Somebody else may have the owner's devices: what those seal is not taken any more, except from one session. */
export async function endCouriers(tx: Db, userId: string, except?: Uint8Array): Promise<void> {
  await tx
    .updateTable('courier')
    .set({ ended_at: new Date() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  if (except) await spareCourier(tx, except);
}

/** Of single sessions. */
export async function endCouriersOf(tx: Db, hashes: readonly Uint8Array[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx.updateTable('courier').set({ ended_at: new Date() }).where('secret_hash', 'in', hashes).execute();
}

/** Take that back for the one session that asked for it. */
export async function spareCourier(tx: Db, session: Uint8Array): Promise<void> {
  const own = tx.selectFrom('session').select('courier_hash').where('token_hash', '=', session);
  await tx.updateTable('courier').set({ ended_at: null }).where('secret_hash', '=', own).execute();
}
