/**
 * The key pair that envelopes are sealed to. Made once, when the server first starts, so that no copy of the database is
 * without it; an older one stays, to open what was sealed to it.
 */

import { webcrypto } from 'node:crypto';
import * as z from 'zod/mini';
import type { SealKey } from '../../contract/envelope.ts';
import { writeAudit } from '../audit/audit.ts';
import { COURIER_MS } from '../auth/couriers.ts';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { BY_OPERATOR } from '../operator/sessions.ts';

/** `until`: of one that was replaced, when nothing can be on its way any more that was sealed to it. */
const Pair = z.object({
  id: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  until: z.optional(z.iso.datetime()),
});
export type SealPair = z.infer<typeof Pair>;
/** Newest first. */
const Pairs = z.array(Pair).check(z.minLength(1));

const { subtle } = webcrypto;

/** All pairs, newest first. */
export const readSealPairs = async (db: Db): Promise<SealPair[]> =>
  Pairs.parse(JSON.parse(await readMeta(db, 'seal-keys', async () => JSON.stringify([await makePair()]))));

/** What devices are told to seal to. */
export async function currentSealKey(db: Db): Promise<SealKey> {
  const [{ id, publicKey }] = (await readSealPairs(db)) as [SealPair]; // the schema has seen to one
  return { id, publicKey };
}

/** Held until the end of the transaction, so that of two changes the second sees the first. */
async function holdPairs(tx: Db): Promise<SealPair[]> {
  await readSealPairs(tx);
  const { value } = await tx
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'seal-keys')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Pairs.parse(JSON.parse(value));
}

const keepPairs = (tx: Db, pairs: readonly SealPair[]): Promise<unknown> =>
  tx
    .updateTable('meta')
    .set({ value: JSON.stringify(pairs) })
    .where('key', '=', 'seal-keys')
    .execute();

/**
 * Devices seal to a new pair from their next call on. The old one opens what was sealed to it for as long as the secrets
 * live by which an envelope says whose it is: a device that has not called since has none that is younger. Answers the
 * name of the new one.
 */
export async function rotateSealKey(db: Db, reason: string, now = new Date()): Promise<string> {
  const fresh = await makePair();
  const until = new Date(now.getTime() + COURIER_MS).toISOString();
  await db.transaction().execute(async (tx) => {
    const known = await holdPairs(tx);
    await keepPairs(tx, [fresh, ...known.map((pair) => ({ until, ...pair }))]);
    await writeAudit(tx, BY_OPERATOR, 'rotate-seal', undefined, reason);
  });
  return fresh.id;
}

/** Housekeeping: destroy what nothing is sealed to any more. */
export async function forgetSealKeys(db: Db, now = new Date()): Promise<void> {
  const isOver = ({ until }: SealPair): boolean => until !== undefined && new Date(until) < now;
  if (!(await readSealPairs(db)).some(isOver)) return;
  await db.transaction().execute(async (tx) => {
    const known = await holdPairs(tx);
    await keepPairs(
      tx,
      known.filter((pair) => !isOver(pair)),
    );
    await scrubSoon(tx);
  });
}

export async function makePair(): Promise<SealPair> {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const point = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const privateKey = Buffer.from(await subtle.exportKey('pkcs8', pair.privateKey)).toString('base64url');
  const hash = Buffer.from(await subtle.digest('SHA-256', point));
  return { id: hash.toString('hex', 0, 8), publicKey: Buffer.from(point).toString('base64url'), privateKey };
}
