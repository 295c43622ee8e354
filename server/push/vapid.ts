/** The key pair by which push services know our server (RFC 8292). Made once: a new one would end every subscription. */

import webPush from 'web-push';
import * as z from 'zod/mini';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';

const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof Keys>;

/** The keys, both base64url. */
export const readVapidKeys = async (db: Db): Promise<VapidKeys> =>
  Keys.parse(JSON.parse(await readMeta(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))));
