/** The key pair by which push services know our server (RFC 8292). Made once: a new one would end every subscription. */

import webPush from 'web-push';
import * as z from 'zod/mini';
import type { Db } from '../db/schema.ts';

const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof Keys>;

/** The keys, both base64url; of two processes that start at once the first one's pair is kept. */
export async function readVapidKeys(db: Db): Promise<VapidKeys> {
  const kept = () => db.selectFrom('meta').select('value').where('key', '=', 'vapid').executeTakeFirst();
  const known = await kept();
  if (known) return Keys.parse(JSON.parse(known.value));
  await db
    .insertInto('meta')
    .values({ key: 'vapid', value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return readVapidKeys(db);
}
