/** Sealed writes on this device: whoever signed out, or came by without a network, has left them to be sent by anybody. */

import { type EnvelopeContent, type EnvelopeHeader, readHeader, type SealKey } from '../../../contract/envelope.ts';
import type { AppError } from '../../../contract/errors.ts';
import { says } from '../../../contract/queued.ts';
import { courierOf, seal, sealedNames } from '../../platform/seal.ts';
import { sha256Of } from '../../platform/sha256.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import type { KeptEnvelope } from '../rows.ts';
import { begin, isDue, isForLink, type Op, pauseAfter } from './outbox.ts';

/** A session of the author of what is sealed. */
export interface SealingSession {
  account: string;
  token: string;
}

/** What can be sealed: waiting writes of this session and of nobody. */
export const isSealable = (op: Op, session: SealingSession | undefined): boolean =>
  op.state === 'waiting' &&
  says(op.endpoint, 'sealed') &&
  (op.author === undefined || op.author.id === session?.account);

/** Seal ops, each with its file, in the order in which they are to be sent. One whose file is gone is left out. */
export async function sealOps(
  db: LocalDb,
  ops: readonly Op[],
  to: SealKey,
  session: SealingSession | undefined,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const courier = session && (await courierOf(session.token));
  const envelopes: Uint8Array<ArrayBuffer>[] = [];
  for (const op of (await begin(db, ops)).sort((a, b) => a.rank - b.rank || a.order - b.order)) {
    const author = op.author && courier !== undefined ? { id: op.author.id, courier } : undefined;
    const content = {
      ...(author ? { author } : {}),
      call: op.endpoint as EnvelopeContent['call'], // `isSealable` has chosen them
      opId: op.opId,
      input: op.input as Record<string, unknown>, // every input is an object
      madeAt: new Date(op.createdAt).toISOString(),
    };
    const file = op.sha256 === undefined ? new Uint8Array() : await fileOf(db, op.sha256);
    if (!file) continue;
    const names = await sealedNames(op.entityId, op.opId);
    envelopes.push(await seal(to, { rank: op.rank, ...names }, content, file));
  }
  return envelopes;
}

async function fileOf(db: LocalDb, sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await db.file.get(sha256);
  return file && new Uint8Array(await file.blob.arrayBuffer());
}

/** The rows of envelopes, as they came. Bytes that are none are left out. */
export async function toRows(
  envelopes: readonly Uint8Array<ArrayBuffer>[],
  from: KeptEnvelope['from'],
  now: number,
): Promise<KeptEnvelope[]> {
  const rows = await Promise.all(
    envelopes.map(async (bytes, place): Promise<KeptEnvelope | undefined> => {
      const header: EnvelopeHeader | undefined = readHeader(bytes);
      if (!header) return undefined;
      const { rank, entity, op } = header;
      // Their order is kept in the time: a millisecond apart.
      const times = { createdAt: now + place, state: 'waiting' as const, tries: 0, nextAt: 0 };
      return { id: await sha256Of(bytes), rank, entity, op, blob: new Blob([bytes]), from, ...times };
    }),
  );
  return rows.flatMap((row) => row ?? []);
}

/** Keep them; of one op one envelope is enough. Answers how many are new. */
export async function keepEnvelopes(
  { carried: db }: Pick<LocalDb, 'carried'>,
  rows: readonly KeptEnvelope[],
): Promise<number> {
  return atOnce(db, 'rw', [db.envelope], async (db) => {
    const fresh: KeptEnvelope[] = [];
    for (const row of rows) {
      const same = await db.envelope.where('op').equals(row.op).first();
      if (same?.state !== 'waiting' && !fresh.some(({ op }) => op === row.op)) fresh.push(row);
    }
    await db.envelope.bulkPut(fresh);
    return fresh.length;
  });
}

/** Versions before 8 kept in a database what is sealed. */
export async function bringOutSealed(db: LocalDb): Promise<void> {
  const rows = await db.envelope.toArray();
  if (rows.length === 0) return;
  await keepEnvelopes(db, rows);
  await db.envelope.clear();
}

/** The envelope to send next, or when the earliest one that must wait is due. One waits for the earlier texts of its entity. */
export async function nextEnvelope(
  { carried: db }: Pick<LocalDb, 'carried'>,
  now: number,
): Promise<{ envelope: KeptEnvelope | undefined; dueAt: number | undefined }> {
  const all = await db.envelope.toArray();
  const ahead = new Set<string>();
  let dueAt: number | undefined;
  for (const one of all.sort((a, b) => a.rank - b.rank || a.createdAt - b.createdAt)) {
    if (one.error === 'not-readable') continue; // damaged on the way: it does not hold a whole copy back
    const isFree = !ahead.has(one.entity);
    if (one.state === 'refused' || one.rank === 0) ahead.add(one.entity);
    if (one.state === 'refused' || !isFree) continue;
    if (isDue(one, now)) return { envelope: one, dueAt: undefined };
    dueAt = Math.min(dueAt ?? one.nextAt, one.nextAt);
  }
  return { envelope: undefined, dueAt };
}

/** The server has it: it is forgotten here. */
export const envelopeTaken = ({ carried: db }: Pick<LocalDb, 'carried'>, id: string): Promise<void> =>
  db.envelope.delete(id);

/** Not now: once more after a pause. */
export async function postponeEnvelope(
  { carried: db }: Pick<LocalDb, 'carried'>,
  envelope: KeptEnvelope,
  error: AppError,
  now: number,
  random: () => number,
): Promise<void> {
  await db.envelope.update(envelope.id, { ...pauseAfter(envelope, error, now, random), error: error.code });
}

/** The server takes no more of this phone for now, whichever it is: none goes before its pause. */
export async function postponeAll(
  { carried: db }: Pick<LocalDb, 'carried'>,
  error: AppError,
  now: number,
  random: () => number,
): Promise<void> {
  const waiting = db.envelope.filter(({ state }) => state === 'waiting');
  await waiting.modify((one) => {
    Object.assign(one, pauseAfter(one, error, now, random), { error: error.code });
  });
}

/** The link is back: what failed for want of it need not wait out its pause. */
export async function envelopesLinkIsBack({ carried: db }: Pick<LocalDb, 'carried'>): Promise<void> {
  await db.envelope.filter((one) => one.state === 'waiting' && isForLink(one)).modify({ nextAt: 0 });
}

/** The server will never take it: it is set aside, and the screen of what this phone carries says so. */
export async function envelopeRefused(
  { carried: db }: Pick<LocalDb, 'carried'>,
  id: string,
  error: AppError,
): Promise<void> {
  await db.envelope.update(id, { state: 'refused', error: error.code });
}

/** Those that are on their way, in no order. */
export const waitingEnvelopes = ({ carried: db }: Pick<LocalDb, 'carried'>): Promise<KeptEnvelope[]> =>
  db.envelope.filter(({ state }) => state === 'waiting').toArray();

/** What this phone carries for others: how many texts wait, with how many files, and how many were refused. */
export async function countCarried({
  carried: db,
}: Pick<LocalDb, 'carried'>): Promise<{ texts: number; files: number; refused: number }> {
  const all = await db.envelope.toArray();
  const waiting = all.filter(({ state }) => state === 'waiting');
  const texts = waiting.filter(({ rank }) => rank === 0).length;
  return { texts, files: waiting.length - texts, refused: all.length - waiting.length };
}

/** The user gives up what the server will not take. */
export async function dropRefused({ carried: db }: Pick<LocalDb, 'carried'>): Promise<void> {
  await db.envelope.filter(({ state }) => state === 'refused').delete();
}
