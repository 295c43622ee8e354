/**
 * What is handed over: everything here that waits and can be sealed, and what is carried for others. It stays here too,
 * until its own receipts come.
 */

import { packBundle, readBundle } from '../../../contract/envelope.ts';
import { currentSession } from '../../api/session.ts';
import { MAX_FOUNTAIN_BYTES } from '../../platform/fountain.ts';
import { sealedNames } from '../../platform/seal.ts';
import type { LocalDb } from '../../store/db.ts';
import { readMeta } from '../../store/meta.ts';
import { isSealable, keepEnvelopes, sealOps, toRows, waitingEnvelopes } from '../../store/own/envelopes.ts';
import { heldRows } from '../../store/own/held.ts';
import { type Op, queue } from '../../store/own/outbox.ts';
import { type KeptEnvelope, RANK } from '../../store/rows.ts';

/** At most so many bytes does sealing add to a call. */
const SEALED_MORE = 600;

/**
 * What this phone carries for others, in the order in which it is sent; without what of one's own lies sealed beside a
 * vault and is in it too.
 */
async function carriedFor(db: LocalDb, own: readonly Op[]): Promise<KeptEnvelope[]> {
  const names = await Promise.all(own.map(({ entityId, opId }) => sealedNames(entityId, opId)));
  const owned = new Set(names.map(({ op }) => op));
  const others = (await waitingEnvelopes(db)).filter(({ op }) => !owned.has(op));
  return others.sort((a, b) => a.rank - b.rank || a.createdAt - b.createdAt);
}

async function givableOps(db: LocalDb): Promise<Op[]> {
  await heldRows(); // as the disk has them now
  return (await queue(db)).filter((op) => isSealable(op, currentSession()));
}

/** How many texts and files could be handed over, and whether this phone knows what to seal them to. */
export async function givable(db: LocalDb): Promise<{ texts: number; files: number; sealable: boolean }> {
  const own = await givableOps(db);
  const all = [...own, ...(await carriedFor(db, own))];
  const texts = all.filter(({ rank }) => rank === RANK.text).length;
  return { texts, files: all.length - texts, sealable: (await readMeta(db, 'sealKey')) !== undefined };
}

/** All of it as one file; what this phone carries for others comes along, sealed as it is. */
export async function wholeBundle(db: LocalDb): Promise<Uint8Array<ArrayBuffer>> {
  const own = await givableOps(db);
  const carried = await Promise.all((await carriedFor(db, own)).map(bytesOf));
  return packBundle([...(await seal(db, own)), ...carried]) as Uint8Array<ArrayBuffer>; // freshly made, of no shared memory
}

/** What a camera can read in a few minutes: the words, first one's own, and then as many photos as there is room for. */
export async function smallBundle(db: LocalDb): Promise<{ bundle: Uint8Array; leftOut: number }> {
  const mine = await givableOps(db);
  const own = mine.map((op) => ({ rank: op.rank, bytes: op.bytes + SEALED_MORE, op }));
  const carried = (await carriedFor(db, mine)).map((one) => ({ rank: one.rank, bytes: one.blob.size, envelope: one }));
  const all = [...own, ...carried].sort((a, b) => a.rank - b.rank || a.bytes - b.bytes);
  let room = MAX_FOUNTAIN_BYTES;
  const chosen = all.filter(({ bytes }) => {
    if (bytes > room) return false;
    room -= bytes;
    return true;
  });
  const ops = chosen.flatMap((one) => ('op' in one ? one.op : []));
  const envelopes = chosen.flatMap((one) => ('envelope' in one ? one.envelope : []));
  const bundle = packBundle([...(await seal(db, ops)), ...(await Promise.all(envelopes.map(bytesOf)))]);
  return { bundle, leftOut: all.length - chosen.length };
}

const bytesOf = async ({ blob }: KeptEnvelope): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await blob.arrayBuffer());

async function seal(db: LocalDb, ops: readonly Op[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const to = await readMeta(db, 'sealKey');
  return to ? sealOps(db, ops, to, currentSession()) : [];
}

/** Keep what another phone gave. Answers how many are new; undefined when it is nothing of ours. */
export async function takeBundle(db: LocalDb, bytes: Uint8Array): Promise<number | undefined> {
  const envelopes = readBundle(bytes);
  if (!envelopes) return undefined;
  return keepEnvelopes(
    db,
    await toRows(
      envelopes.map((one) => new Uint8Array(one)),
      'other',
      Date.now(),
    ),
  );
}
