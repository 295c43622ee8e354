/** Devices that want to be woken: their subscriptions come and go here. */

import { AppError } from '../../contract/errors.ts';
import { pushKey, subscribePush, unsubscribePush } from '../../contract/notice.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Db } from '../db/schema.ts';
import { type Http, mount } from '../http/mount.ts';

import { isPushEndpoint, type PushSettings } from './send.ts';

/** A person has a phone, a tablet, a computer; the oldest subscription of more than this is a forgotten one. */
const MAX_DEVICES = 10;
/** An uncompressed point of P-256, and RFC 8291's secret. */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

export function pushRoutes(http: Http, { db, settings }: { db: Db; settings: PushSettings }): void {
  mount(http, pushKey, async () => ({ key: settings.keys.publicKey }));

  mount(http, subscribePush, async ({ input: { endpoint, keys }, caller }) => {
    const { userId, session } = signedIn(caller);
    if (!isPushEndpoint(endpoint, settings.hosts))
      throw new AppError('bad-input', 'This is no push service we know', { fields: { endpoint: 'unknown service' } });
    const lengths = [keys.p256dh, keys.auth].map((key) => Buffer.from(key, 'base64url').length);
    if (lengths[0] !== POINT_BYTES || lengths[1] !== SECRET_BYTES)
      throw new AppError('bad-input', 'These are no push keys', { fields: { keys: 'not keys' } });
    await db.transaction().execute(async (tx) => {
      // Whoever is signed in on the device now is told on it, and nobody who was before.
      const own = { endpoint, user_id: userId, session_hash: session ?? null };
      const row = { ...own, p256dh: keys.p256dh, auth: keys.auth, created_at: new Date() };
      await tx
        .insertInto('push_subscription')
        .values(row)
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
        .execute();
      await dropOldest(tx, userId);
    });
    return { subscribed: true as const };
  });

  mount(http, unsubscribePush, async ({ input: { endpoint }, caller }) => {
    const { userId } = signedIn(caller);
    await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).where('user_id', '=', userId).execute();
    return { subscribed: false as const };
  });
}

async function dropOldest(tx: Db, userId: string): Promise<void> {
  const kept = tx
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_DEVICES);
  await tx.deleteFrom('push_subscription').where('user_id', '=', userId).where('endpoint', 'not in', kept).execute();
}
