/** Who is calling, from the access token; anonymous callers are told apart by a salted hash that is never stored with data. */

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import { ADULT_AGE } from '../../contract/limits.ts';
import type { Standing } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { FindCaller } from '../http/mount.ts';
import type { AccountRow } from './accounts.ts';
import { keepCourier } from './couriers.ts';
import { placeFinder } from './networks.ts';
import type { SignedIn } from './signed-in.ts';
import { hashToken } from './tokens.ts';

/** Read callers from requests. A token that is not (or no longer) valid is refused, never taken for anonymous. */
export async function callerFinder(db: Db): Promise<FindCaller> {
  const placeOf = await placeFinder(db);
  return async (request, access) => {
    const { address, network } = placeOf(request.ip);
    const token = access === 'guest' ? undefined : readToken(request);
    if (token === undefined) return { kind: 'anonymous', key: `anonymous:${address}`, network };
    const { caller, hasCourier } = await whoIsIn(db, hashToken(token));
    if (!hasCourier) await keepCourier(db, caller.userId, token);
    return { ...caller, network };
  };
}

/**
 * Who is signed in by this session, as it is now.
 * @throws AppError sign-in-needed, account-gone
 */
export async function whoIsIn(db: Db, session: Uint8Array): Promise<{ caller: SignedIn; hasCourier: boolean }> {
  const found = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(CALLER_COLUMNS)
    .select('session.courier_hash')
    .where('token_hash', '=', session)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!found) throw await whyNot(db, session);
  return { caller: { ...callerOf(found), session }, hasCourier: found.courier_hash !== null };
}

/** What of an account decides who its owner is to us. */
export const CALLER_COLUMNS = [
  ...(['app_user.id', 'app_user.role', 'app_user.districts'] as const),
  ...(['app_user.suspended_at', 'app_user.paused_until'] as const),
  ...(['app_user.birth_year', 'app_user.guardian_at'] as const),
] as const;

type CallerRow = Pick<AccountRow, 'id' | 'role' | 'districts' | keyof Limited>;
/** What of an account may keep its owner from what their role may do. */
type Limited = Pick<AccountRow, 'suspended_at' | 'paused_until' | 'birth_year' | 'guardian_at'>;

/** The owner of an account as a caller. */
export const callerOf = ({ id, role, districts, ...rest }: CallerRow): SignedIn => ({
  kind: 'user',
  key: `user:${id}`,
  userId: id,
  role,
  districts,
  standing: standingOf(rest),
});

/** A token that ended with its account is told apart: no signing in will bring that back. */
async function whyNot(db: Db, tokenHash: Uint8Array): Promise<AppError> {
  const gone = await db
    .selectFrom('gone_session')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return gone
    ? new AppError('account-gone', 'This account is no more')
    : new AppError('sign-in-needed', 'Sign in again');
}

/** Until the year in which they are surely 18, the young need a guardian's word (A8). */
export function standingOf(user: Limited, now = new Date()): Standing {
  if (user.suspended_at || (user.paused_until && user.paused_until > now)) return 'suspended';
  const mayBeYoung = user.birth_year !== null && now.getFullYear() - user.birth_year <= ADULT_AGE;
  return mayBeYoung && !user.guardian_at ? 'young' : 'whole';
}

/** The raw token as the specification sends it, or `Bearer x` as other clients do (A4). */
function readToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization?.trim();
  if (!header) return undefined;
  return header.replace(/^Bearer\s+/i, '');
}
