/**
 * The key pair that envelopes are sealed to. Made once, when the server first starts, so that no copy of the database is
 * without it; an older one stays, to open what was sealed to it.
 */

import { webcrypto } from 'node:crypto';
import * as z from 'zod/mini';
import type { SealKey } from '../../contract/envelope.ts';
import type { Db } from '../db/schema.ts';

const Pair = z.object({ id: z.string(), publicKey: z.string(), privateKey: z.string() });
export type SealPair = z.infer<typeof Pair>;
/** Newest first. */
const Pairs = z.array(Pair).check(z.minLength(1));

const { subtle } = webcrypto;

/** All pairs, newest first; of two processes that start at once the first one's pair is kept. */
export async function readSealPairs(db: Db): Promise<SealPair[]> {
  const known = await db.selectFrom('meta').select('value').where('key', '=', 'seal-keys').executeTakeFirst();
  if (known) return Pairs.parse(JSON.parse(known.value));
  await db
    .insertInto('meta')
    .values({ key: 'seal-keys', value: JSON.stringify([await makePair()]) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return readSealPairs(db);
}

/** What devices are told to seal to. */
export async function currentSealKey(db: Db): Promise<SealKey> {
  const [{ id, publicKey }] = (await readSealPairs(db)) as [SealPair]; // the schema has seen to one
  return { id, publicKey };
}

export async function makePair(): Promise<SealPair> {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const point = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const privateKey = Buffer.from(await subtle.exportKey('pkcs8', pair.privateKey)).toString('base64url');
  const hash = Buffer.from(await subtle.digest('SHA-256', point));
  return { id: hash.toString('hex', 0, 8), publicKey: Buffer.from(point).toString('base64url'), privateKey };
}
