/** What is handed over: everything here that waits and can be sealed. It stays here too, until its own receipts come. */

import { packBundle, readBundle } from '../../../contract/envelope.ts';
import { currentSession } from '../../api/session.ts';
import { MAX_FOUNTAIN_BYTES } from '../../platform/fountain.ts';
import type { LocalDb, Op } from '../../store/db.ts';
import { isSealable, keepEnvelopes, sealOps, toRows } from '../../store/envelopes.ts';
import { readMeta } from '../../store/meta.ts';
import { RANK } from '../../store/outbox.ts';

const givableOps = async (db: LocalDb): Promise<Op[]> =>
  (await db.outbox.toArray()).filter((op) => isSealable(op, currentSession()));

/** How many texts and files could be handed over, and whether this phone knows what to seal them to. */
export async function givable(db: LocalDb): Promise<{ texts: number; files: number; sealable: boolean }> {
  const ops = await givableOps(db);
  const texts = ops.filter(({ rank }) => rank === RANK.text).length;
  return { texts, files: ops.length - texts, sealable: (await readMeta(db, 'sealKey')) !== undefined };
}

/** All of it as one file; what this phone carries for others comes along, sealed as it is. */
export async function wholeBundle(db: LocalDb): Promise<Uint8Array<ArrayBuffer>> {
  return packBundle(await seal(db, await givableOps(db))) as Uint8Array<ArrayBuffer>; // freshly made, of no shared memory
}

/** What a camera can read in a few minutes: the words, and then as many photos as there is room for. */
export async function smallBundle(db: LocalDb): Promise<{ bundle: Uint8Array; leftOut: number }> {
  const ops = (await givableOps(db)).sort((a, b) => a.rank - b.rank || a.bytes - b.bytes);
  let room = MAX_FOUNTAIN_BYTES;
  const chosen = ops.filter(({ bytes }) => {
    const needed = bytes + 600;
    if (needed > room) return false;
    room -= needed;
    return true;
  });
  return { bundle: packBundle(await seal(db, chosen)), leftOut: ops.length - chosen.length };
}

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
