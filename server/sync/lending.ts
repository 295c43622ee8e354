/**
 * What volunteers and officers are lent to look without a network: the faces of their place of duty, sealed for their
 * session, marked with it, and openable for 72 hours by the server's clock (decision 061).
 *
 * The key is drawn from the session and the pack, and given with each lease alone. So whoever has no session any more, or
 * no such office, gets none, and what lies on their device stays shut.
 */

import { createCipheriv, randomUUID } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { LEASE_HOURS } from '../../contract/limits.ts';
import { type Lease, type LentPack, placeOfPart, textOfLease } from '../../contract/pack.ts';
import type { Caller } from '../../contract/user.ts';
import { ageGroupOf } from '../../match/decide.ts';
import { type Entry, packRowsOf } from '../../match/gallery.ts';
import { writingPack } from '../../match/pack.ts';
import { TEMPLATE_VERSION } from '../../match/template.ts';
import { writeAudit } from '../audit/audit.ts';
import { endOfFeed, readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { countUse } from '../http/limits.ts';
import { isLent, isPublicReference } from '../reports/projection.ts';
import { type Reference, referencesIn, referencesOf } from '../reports/references.ts';
import { dutyOf, isPolice } from '../reports/rules.ts';
import { hasForgotten, markOf } from './forgotten.ts';
import type { PackKeys } from './keys.ts';
import { markCode } from './marks.ts';
import { cut, joined, write } from './pack.ts';

export interface Lending {
  /** Lend, or go on lending: `held` is the pack that the device has. */
  lend(caller: Caller, held: string | undefined): Promise<Lease>;
  /** A part of what this session is lent, while nobody in it has to be forgotten. */
  part(caller: Caller, sha256: string): Promise<Uint8Array | undefined>;
}

const HOUR_MS = 3_600_000;
/** Who has come since waits so long to be taken along: a device loads all of its pack anew. */
const ADDED_AFTER_MS = HOUR_MS;
/** A device asks every few minutes. */
const LEASES_AN_HOUR = 120;
/** A device fetches the parts at once; what does not come in this time is made anew. */
const PARTS_KEPT_MS = HOUR_MS;
const PARTS_KEPT = 256;
const YEAR_MS = 365 * 24 * HOUR_MS;
const PAGE = 1000;

interface KeptPart {
  session: string;
  packId: string;
  bytes: Uint8Array;
  at: number;
}

type User = Extract<Caller, { kind: 'user' }> & { session: Uint8Array };
interface Made {
  pack: LentPack;
  held: Record<string, string>;
  seenTo: string;
  parts: ReadonlyMap<string, Uint8Array>;
}

export function openLending(db: Db, keys: PackKeys, now: () => number = Date.now): Lending {
  const kept = new Map<string, KeptPart>();

  function keepParts({ pack, parts }: Made, session: Uint8Array): void {
    for (const [sha256, { at }] of kept) if (at < now() - PARTS_KEPT_MS || kept.size > PARTS_KEPT) kept.delete(sha256);
    for (const [sha256, bytes] of parts) kept.set(sha256, { session: hex(session), packId: pack.id, bytes, at: now() });
  }

  async function make(caller: User): Promise<Made> {
    const id = randomUUID();
    const end = await endOfFeed(db, 'references');
    const people = lentOf(await referencesIn(db, dutyOf(caller)), caller);
    const markKey = keys.markKeyOf(caller.session);
    const owners: Omit<Entry, 'codes'>[] = [];
    const codes: Uint8Array[] = [];
    const aliases: Record<string, string> = {};
    for (const [reportId, references] of people) {
      for (const { template, type, age_min, code } of references) {
        owners.push({ id: reportId, type, age: ageGroupOf(age_min ?? undefined), updatedHour: 0 });
        codes.push(markCode(markKey, template, code));
      }
      if (references.some(isPublicReference)) aliases[keys.pseudonymOf(reportId)] = reportId;
    }
    const scope = isPolice(caller) ? ('officer' as const) : ('volunteer' as const);
    const head = { model: TEMPLATE_VERSION, cursor: keys.cover(end.cursor), builtAt: new Date(now()).toISOString() };
    const writing = writingPack({ ...head, scope, aliases }, packRowsOf(owners, joined(codes)));
    const key = keys.sealKeyOf(caller.session, id);
    const { file, parts } = await cut(await write(writing, new AbortController().signal), (part, number, of) =>
      sealed(key, part, id, number, of),
    );
    const held = Object.fromEntries(
      [...people].map(([reportId, its]) => [reportId, markOf(its.map(({ code }) => code))]),
    );
    return { pack: { id, scope, ...head, count: people.size, file }, held, seenTo: end.cursor, parts };
  }

  /** Whether a device may go on with what it holds; where the feed was read to, if so. */
  async function isGood(caller: User, packId: string | undefined): Promise<string | undefined> {
    const row = await findLent(db, caller.session);
    const isTheirs = row !== undefined && row.pack_id === packId && row.scope === scopeOf(caller);
    if (!isTheirs || row.ends_at.getTime() <= now() || placeOf(row.districts) !== placeOf(caller.districts))
      return undefined;
    const held = new Map(Object.entries(row.held));
    const lentNow = async (ids: readonly string[]) => lentOf(await referencesOf(db, ids), caller);
    const watched = { held, seenTo: row.seen_to };
    const isOver = await hasForgotten(db, watched, async (ids) => marksOf(await lentNow(ids)));
    if (isOver) return undefined;
    if (row.built_at.getTime() > now() - ADDED_AFTER_MS) return row.seen_to; // whoever is new is looked for again
    const { ids, more } = await readChanges(db, 'references', row.seen_to, PAGE);
    const added = await lentNow(ids.map(({ id }) => id).filter((id) => !held.has(id)));
    return more || added.size > 0 ? undefined : watched.seenTo;
  }

  return {
    async lend(caller, held) {
      const user = sessionOf(caller);
      await countUse(db, `lease:${user.key}`, LEASES_AN_HOUR, now());
      const seenTo = await isGood(user, held);
      const made = seenTo === undefined ? await make(user) : undefined;
      const id = made?.pack.id ?? held ?? '';
      const at = now();
      const endsAt = new Date(at + LEASE_HOURS * HOUR_MS);
      await db.transaction().execute(async (tx) => {
        if (!made) {
          const until = { ends_at: endsAt, ...(seenTo === undefined ? {} : { seen_to: seenTo }) };
          await tx.updateTable('lent_pack').set(until).where('session_hash', '=', user.session).execute();
          return;
        }
        const row = {
          ...{ user_id: user.userId, pack_id: id, scope: scopeOf(user), districts: [...user.districts] },
          ...{ held: JSON.stringify(made.held), seen_to: made.seenTo, built_at: new Date(at), ends_at: endsAt },
        };
        await tx
          .insertInto('lent_pack')
          .values({ session_hash: user.session, ...row })
          .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(row))
          .execute();
        await writeAudit(tx, user, 'pack-lent', undefined, `${placeOf(user.districts)}: ${made.pack.count}`);
      });
      if (made) keepParts(made, user.session);
      const lease = {
        id,
        now: new Date(at).toISOString(),
        endsAt: endsAt.toISOString(),
        ...(made && { pack: made.pack }),
      };
      const key = Buffer.from(keys.sealKeyOf(user.session, id)).toString('base64');
      return { ...lease, key, signature: keys.sign(textOfLease(lease)), signer: keys.signer };
    },

    async part(caller, sha256) {
      const user = sessionOf(caller);
      const part = kept.get(sha256);
      if (part?.session !== hex(user.session)) return undefined;
      return (await isGood(user, part.packId)) === undefined ? undefined : part.bytes;
    },
  };
}

/**
 * Who was in a pack is known while it can be opened. That it was lent names whom a copy came from; a year after its end
 * nobody has to know.
 */
export async function forgetLoans(db: Db, now = Date.now()): Promise<void> {
  await db.updateTable('lent_pack').set({ held: '{}' }).where('ends_at', '<', new Date(now)).execute();
  await db
    .deleteFrom('lent_pack')
    .where('ends_at', '<', new Date(now - YEAR_MS))
    .execute();
}

/** @throws AppError not-allowed for who has no place of duty, or no session to lend to */
function sessionOf(caller: Caller): User {
  if (caller.kind !== 'user' || !caller.session || caller.districts.length === 0)
    throw new AppError('not-allowed', 'Without a place of duty there is nothing to lend');
  return { ...caller, session: caller.session };
}

const findLent = (db: Db, session: Uint8Array) =>
  db.selectFrom('lent_pack').selectAll().where('session_hash', '=', session).executeTakeFirst();

function lentOf(people: ReadonlyMap<string, Reference[]>, caller: Caller): Map<string, Reference[]> {
  const shared = [...people].map(([id, its]) => [id, its.filter(({ office_only }) => !office_only)] as const);
  return new Map(shared.flatMap(([id, its]) => (its[0] && isLent(its[0], caller) ? [[id, its]] : [])));
}

const marksOf = (people: ReadonlyMap<string, Reference[]>): Map<string, string> =>
  new Map([...people].map(([id, its]) => [id, markOf(its.map(({ code }) => code))]));

/** AES-256-GCM; the key seals one pack, so the number of the part is a nonce that comes once. */
function sealed(key: Uint8Array, part: Uint8Array, packId: string, number: number, of: number): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 8);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(placeOfPart(packId, number, of)));
  return new Uint8Array(Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()]));
}

const scopeOf = (caller: Caller): LentPack['scope'] => (isPolice(caller) ? 'officer' : 'volunteer');
const placeOf = (districts: readonly string[]): string => [...districts].sort().join(' ');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
