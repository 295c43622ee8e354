/** Gallery packs: the one that anyone may hold, and those that volunteers and officers are lent. Each is signed by its server. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PartedFile } from './file.ts';
import { Cursor, Id, Instant, Sha256 } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

const base64 = (bytes: number) =>
  z.string().check(z.length(Math.ceil(bytes / 3) * 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/));
const PublicKey = base64(32);
const Signature = base64(64);

/**
 * By whose key (Ed25519) packs are signed now. A device keeps the first it hears of; a later one it believes when it is led
 * there: `before` are the former keys, the oldest first, each with its signature of the one that came after it.
 */
export const Signer = z.object({
  key: PublicKey,
  before: z.array(z.object({ key: PublicKey, signature: Signature })),
});
export type Signer = z.infer<typeof Signer>;

const inPack = {
  /** The pipeline version of its templates. */
  model: z.string(),
  cursor: Cursor,
  count: z.int(),
  builtAt: Instant,
  file: PartedFile,
};

/**
 * Every reference that anyone may hold at one cursor, in parts. Whose each is, the file does not say: its ids are pseudonyms,
 * the same as those of the `references` feed. Who has a hit asks the server, which answers within its limits.
 */
export const Pack = z.object({ scope: z.literal('public'), ...inPack, signature: Signature });
export type Pack = z.infer<typeof Pack>;

/** What a volunteer or an officer is lent: the references of their place of duty, by the ids of their records, each part sealed. */
export const LentPack = z.object({ id: Id, scope: z.enum(['volunteer', 'officer']), ...inPack });
export type LentPack = z.infer<typeof LentPack>;

/** None while a server that has just been started makes its first. */
export const packs = endpoint({
  method: 'GET',
  path: '/packs',
  access: PERMISSIONS.public,
  input: z.object({}),
  output: z.object({ packs: z.array(Pack), signer: Signer }),
});

export const packPart = endpoint({
  method: 'GET',
  path: '/packs/parts/:sha256',
  access: PERMISSIONS.public,
  body: 'bytes-out',
  input: z.object({ sha256: Sha256 }),
  output: z.unknown(),
});

/**
 * Be lent the pack of one's place of duty for `LEASE_HOURS` from now, by the server's clock, or go on having it. `held` is
 * the one that the device has: where that may be held as it is, no `pack` is in the answer. The key opens this one on this
 * device, whatever else its owner is lent.
 */
export const leasePack = endpoint({
  method: 'POST',
  path: '/packs/lease',
  access: PERMISSIONS.carry,
  input: z.object({ held: z.optional(Id) }),
  output: z.object({
    id: Id,
    now: Instant,
    endsAt: Instant,
    key: base64(32),
    pack: z.optional(LentPack),
    signature: Signature,
    signer: Signer,
  }),
});
export type Lease = z.infer<typeof leasePack.output>;

/** Of a pack that the caller's session is lent. */
export const lentPart = endpoint({
  method: 'GET',
  path: '/packs/lent/:sha256',
  access: PERMISSIONS.carry,
  body: 'bytes-out',
  input: z.object({ sha256: Sha256 }),
  output: z.unknown(),
});

/** What is signed, to the letter: both sides write it by these. */
export const textOfPack = ({
  scope,
  model,
  cursor,
  count,
  builtAt,
  file,
}: Omit<Pack, 'signature'> | LentPack): string =>
  JSON.stringify([
    'wapsi-pack',
    ...[scope, model, cursor, count, builtAt, file.sha256, file.bytes],
    ...file.parts.flatMap(({ sha256, bytes }) => [sha256, bytes]),
  ]);
export const textOfLease = ({ id, now, endsAt, pack }: Pick<Lease, 'id' | 'now' | 'endsAt' | 'pack'>): string =>
  JSON.stringify(['wapsi-lease', id, now, endsAt, pack ? [pack.id, textOfPack(pack)] : null]);
export const textOfKey = (key: string): string => JSON.stringify(['wapsi-key', key]);
/** What a part of a lent pack is sealed with: it opens in its place alone. */
export const placeOfPart = (id: string, part: number, parts: number): string =>
  JSON.stringify(['wapsi-part', id, part, parts]);
