/** Where one is signed in, and the end of any of it. */

import { AppError } from '../../contract/errors.ts';
import { endOtherSessions, endSession, listSessions } from '../../contract/session.ts';
import type { Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';
import { endOthers, endSession as endOwn, forgetUnnamedPushes } from './sessions.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

export function sessionRoutes(http: Http, { db }: { db: Db }): void {
  mount(http, listSessions, async ({ caller }) => ({ data: await openSessions(db, signedIn(caller)) }));

  mount(http, endSession, async ({ input: { id }, caller }) => {
    const user = signedIn(caller);
    const own = sessionOf(user);
    return db.transaction().execute(async (tx) => {
      const sessions = await openSessions(tx, user);
      const meant = sessions.find((one) => one.id === id);
      if (!meant) throw new AppError('not-found', 'This session is over');
      return { ended: meant.own ? await endOwn(tx, own) : await endOthers(tx, user.userId, own, { id }) };
    });
  });

  mount(http, endOtherSessions, async ({ caller }) => {
    const user = signedIn(caller);
    return db.transaction().execute(async (tx) => {
      await forgetUnnamedPushes(tx, user.userId);
      return { ended: await endOthers(tx, user.userId, sessionOf(user)) };
    });
  });
}

/** A caller within an envelope comes by none, and none of these calls may wait in one. */
function sessionOf({ session }: SignedIn): Uint8Array {
  if (!session) throw new AppError('sign-in-needed', 'Sign in to do this');
  return session;
}

export async function openSessions(db: Db, user: SignedIn) {
  const own = sessionOf(user);
  const rows = await db
    .selectFrom('session')
    .select(['id', 'token_hash', 'browser', 'system', 'created_at', 'seen_at'])
    .where('user_id', '=', user.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy(({ eb }) => eb.case().when('token_hash', '=', own).then(0).else(1).end())
    .orderBy('seen_at', (by) => by.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, token_hash, browser, system, created_at, seen_at }) => ({
    id,
    ...(browser ? { browser } : {}),
    ...(system ? { system } : {}),
    openedAt: created_at.toISOString(),
    ...(seen_at ? { seenAt: seen_at.toISOString() } : {}),
    own: Buffer.compare(token_hash, own) === 0,
  }));
}
