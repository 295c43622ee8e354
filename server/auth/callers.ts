/** Who is calling, from the access token; anonymous callers are told apart by a salted hash that is never stored with data. */

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import { ENDED } from '../../contract/session.ts';
import { type Access, type Caller, PERMISSIONS } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { FindCaller } from '../http/mount.ts';
import type { AccountRow } from './accounts.ts';
import { keepCourier } from './couriers.ts';
import { placeFinder } from './networks.ts';
import { isIdle, markSeen, markUsed, type OfficeUse } from './sessions.ts';
import type { SignedIn } from './signed-in.ts';
import { type Limited, lacksPasskey, type PasskeyRule, standingOf } from './standing.ts';
import { hashToken } from './tokens.ts';

/** Read callers from requests. A token that is not (or no longer) valid is refused, never taken for anonymous. */
export async function callerFinder(db: Db, rule: PasskeyRule): Promise<FindCaller> {
  const placeOf = await placeFinder(db);
  return async (request, access) => {
    const { address, network } = placeOf(request.ip);
    const token = access === 'guest' ? undefined : readToken(request);
    if (token === undefined) return { kind: 'anonymous', key: `anonymous:${address}`, network };
    const session = hashToken(token);
    const { caller, hasCourier, seenAt, office } = await whoIsIn(db, session, rule);
    if (!hasCourier) await keepCourier(db, caller.userId, token);
    await markSeen(db, session, seenAt);
    if (!isOfOffice(access, caller)) return { ...caller, network };
    if (isIdle(office)) return { ...caller, network, isIdle: true };
    await markUsed(db, session, office.used_at);
    return { ...caller, network };
  };
}

/**
 * Who is signed in by this session, as it is now.
 * @throws AppError sign-in-needed, account-gone
 */
export async function whoIsIn(db: Db, session: Uint8Array, rule: PasskeyRule): Promise<WhoIsIn> {
  const found = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(CALLER_COLUMNS)
    .select(['session.courier_hash', 'session.seen_at', 'session.passkey_id', 'session.used_at', 'session.proved_at'])
    .where('token_hash', '=', session)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!found) throw await whyNot(db, session);
  const { courier_hash, seen_at: seenAt, passkey_id, used_at, proved_at } = found;
  const proved = passkey_id === null ? {} : { provedAt: proved_at };
  const office = { used_at, proved_at };
  const caller = { ...inOffice(callerOf(found, rule), office), ...proved, session };
  return { caller, hasCourier: courier_hash !== null, seenAt, office };
}

/** The same, with whether their office lies idle. Without a session nothing says when it was last used: then it does. */
export const inOffice = (caller: SignedIn, office: OfficeUse | undefined): SignedIn =>
  isOfOffice(PERMISSIONS.protect, caller) && (!office || isIdle(office)) ? { ...caller, isIdle: true } : caller;

/** Whether calls of this access are made by the office of the caller alone. */
export const isOfOffice = (access: Access, caller: Caller): boolean =>
  typeof access !== 'string' && caller.kind === 'user' && access.some((role) => role === caller.role);

interface WhoIsIn {
  caller: SignedIn;
  hasCourier: boolean;
  /** The day of their last call but this. */
  seenAt: Date | null;
  office: OfficeUse;
}

/** What of an account decides who its owner is to us. */
export const CALLER_COLUMNS = [
  ...(['app_user.id', 'app_user.role', 'app_user.districts'] as const),
  ...(['app_user.suspended_at', 'app_user.paused_until'] as const),
  ...(['app_user.birth_year', 'app_user.guardian_at'] as const),
] as const;

type CallerRow = Pick<AccountRow, 'id' | 'role' | 'districts' | keyof Limited> & {
  /** That was shown in their session, or in the one that sealed what they sent. */
  passkey_id: string | null;
};

/** The owner of an account as a caller: without the passkey that their office wants, as anybody with an account. */
export function callerOf(row: CallerRow, rule: PasskeyRule): SignedIn {
  const { id, role, districts } = row;
  const who = { kind: 'user', key: `user:${id}`, userId: id, standing: standingOf(row) } as const;
  if (lacksPasskey(row, rule)) return { ...who, role: 'poster', districts: [], lacksPasskey: true };
  return { ...who, role, districts };
}

/**
 * A token that ended with its account is told apart: no signing in will bring that back. So is one that its owner has
 * ended, from another device perhaps: this one then drops what it holds of the account.
 */
async function whyNot(db: Db, tokenHash: Uint8Array): Promise<AppError> {
  const gone = await db
    .selectFrom('gone_session')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (gone) return new AppError('account-gone', 'This account is no more');
  const ended = await db
    .selectFrom('session')
    .select('revoked_at')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
  return new AppError('sign-in-needed', 'Sign in again', ended ? { fields: { authorization: ENDED } } : {});
}

/** The raw token as the specification sends it, or `Bearer x` as other clients do (A4). */
function readToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization?.trim();
  if (!header) return undefined;
  return header.replace(/^Bearer\s+/i, '');
}
