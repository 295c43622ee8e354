/**
 * What packs are signed, named, sealed and marked with: one secret and one Ed25519 pair, made at the first start. They lie
 * with the rows, so that every process of a server, and one that is put back from a backup, has the same.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import * as z from 'zod/mini';
import { Signer, textOfKey } from '../../contract/pack.ts';
import { unpackUuids } from '../../match/uuid.ts';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';

export interface PackKeys {
  readonly signer: Signer;
  sign(text: string): string;
  /** Whom a public reference is of, in a name that tells nobody else which report it is: a UUID of version 8. */
  pseudonymOf(reportId: string): string;
  /** A cursor without the place in the feed, by which two feeds that are read side by side could be joined. */
  cover(cursor: string): string;
  /** The same, read; what this server did not cover is no cursor of ours. */
  uncover(cursor: string): string;
  /** Opens the pack that a session is lent. */
  sealKeyOf(session: Uint8Array, packId: string): Uint8Array;
  /** By which the packs of a session are marked. */
  markKeyOf(session: Uint8Array): Uint8Array;
}

const NAME = 'packs';
const Kept = z.object({ secret: z.string(), privateKey: z.string(), signer: Signer });
type Kept = z.infer<typeof Kept>;

export const readPackKeys = async (db: Db): Promise<PackKeys> =>
  keysOf(Kept.parse(JSON.parse(await readMeta(db, NAME, () => JSON.stringify(newKept())))));

function newKept(): Kept {
  const { privateKey, key } = newPair();
  return { secret: randomBytes(32).toString('base64'), privateKey: written(privateKey), signer: { key, before: [] } };
}

/** A new pair, which the one before vouches for: devices that know that one believe this one. */
export async function changeSigner(db: Db): Promise<Signer> {
  return db.transaction().execute(async (tx) => {
    await readPackKeys(tx);
    const row = await tx
      .selectFrom('meta')
      .select('value')
      .where('key', '=', NAME)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const kept = Kept.parse(JSON.parse(row.value));
    const { privateKey, key } = newPair();
    const signature = signed(readKey(kept.privateKey), textOfKey(key));
    const signer = { key, before: [...kept.signer.before, { key: kept.signer.key, signature }] };
    const value = JSON.stringify({ ...kept, privateKey: written(privateKey), signer });
    await tx.updateTable('meta').set({ value }).where('key', '=', NAME).execute();
    return signer;
  });
}

function keysOf({ secret, privateKey, signer }: Kept): PackKeys {
  const root = Buffer.from(secret, 'base64');
  const forUse = (use: string) => Buffer.from(hkdfSync('sha256', root, '', use, 32));
  const [names, covers, seals, marks] = ['names', 'covers', 'seals', 'marks'].map(forUse) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const signing = readKey(privateKey);
  return {
    signer,
    sign: (text) => signed(signing, text),
    pseudonymOf: (reportId) => nameOf(createHmac('sha256', names).update(reportId).digest().subarray(0, 16)),
    cover: (cursor) => covered(covers, cursor),
    uncover: (cursor) => uncovered(covers, cursor),
    sealKeyOf: (session, packId) => Buffer.from(hkdfSync('sha256', seals, session, packId, 32)),
    markKeyOf: (session) => createHmac('sha256', marks).update(session).digest(),
  };
}

function newPair(): { privateKey: KeyObject; key: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, key: Buffer.from(x, 'base64url').toString('base64') };
}

const written = (key: KeyObject): string => key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const readKey = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
const signed = (key: KeyObject, text: string): string => sign(null, Buffer.from(text), key).toString('base64');

/** As RFC 9562 has it for names of one's own making. */
function nameOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return unpackUuids(bytes).join();
}

const CURSOR = /^([0-9a-z]+\.[0-9a-z]+)\.(\d{1,18})\.(\d{1,18})$/;
const COVERED = /^([0-9a-z]+\.[0-9a-z]+)\.c([0-9a-f]{32})$/;

/** The place is one block of AES by itself: the same place is the same text, and nothing of it can be read or counted on. */
function covered(key: Buffer, cursor: string): string {
  const [, life, xid, seq] = CURSOR.exec(cursor) ?? [];
  if (!life || !xid || !seq) return cursor;
  const place = Buffer.alloc(16);
  place.writeBigUInt64BE(BigInt(xid));
  place.writeBigUInt64BE(BigInt(seq), 8);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return `${life}.c${Buffer.concat([cipher.update(place), cipher.final()]).toString('hex')}`;
}

function uncovered(key: Buffer, cursor: string): string {
  if (cursor === '') return '';
  const [, life, place] = COVERED.exec(cursor) ?? [];
  if (!life || !place) return UNKNOWN;
  const cipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const bytes = Buffer.concat([cipher.update(Buffer.from(place, 'hex')), cipher.final()]);
  return `${life}.${bytes.readBigUInt64BE()}.${bytes.readBigUInt64BE(8)}`;
}

/** Read as one of another life of the database: the device starts over. */
const UNKNOWN = 'unknown';
