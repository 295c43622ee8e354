/** Who is calling, from the access token; anonymous callers are told apart by a salted hash that is never stored with data. */

import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import type { Db } from '../db/schema.ts';
import type { FindCaller } from '../http/mount.ts';

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Read callers from requests. A token that is not (or no longer) valid is refused, never taken for anonymous. */
export async function callerFinder(db: Db): Promise<FindCaller> {
  const salt = await addressSalt(db);
  return async (request) => {
    const token = readToken(request);
    if (token === undefined) {
      const key = createHmac('sha256', salt).update(networkOf(request.ip)).digest('base64url').slice(0, 22);
      return { kind: 'anonymous', key: `anonymous:${key}` };
    }
    const session = await db
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .select(['app_user.id', 'app_user.role'])
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', new Date())
      .executeTakeFirst();
    if (!session) throw new AppError('sign-in-needed', 'Sign in again');
    return { kind: 'user', key: `user:${session.id}`, userId: session.id, role: session.role };
  };
}

/** An IPv6 caller has a whole /64 to choose addresses from, so that is what counts as one. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail?.split(':').filter(Boolean) ?? [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

/** The raw token as the specification sends it, or `Bearer x` as other clients do (A4). */
function readToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization?.trim();
  if (!header) return undefined;
  return header.replace(/^Bearer\s+/i, '');
}

/** One salt for all server processes, so that they count an address together; it names nobody once it is gone. */
async function addressSalt(db: Db): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  await db
    .insertInto('meta')
    .values({ key: 'address-salt', value: fresh })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'address-salt').executeTakeFirstOrThrow();
  return row.value;
}
