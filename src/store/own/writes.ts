/** Claims, notes, messages, edits: every write that is neither a report nor a scan, kept on disk until the server has it. */

import type { InputOf } from '../../../contract/endpoint.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Endpoints } from '../../../contract/protocol.ts';
import { madeBy, says } from '../../../contract/queued.ts';
import { isNoRoom } from '../../platform/no-room.ts';
import { isOutpost } from '../../platform/outpost.ts';
import { withRoom } from '../../platform/room.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { eachOnce, type Photo } from '../files.ts';
import { isWrite, type Made, movedTo, type OwnWrite, type WriteName } from '../rows.ts';
import { dropSealed } from './carried.ts';
import { contentHash, namesOf } from './content.ts';
import { heldRows, hold, holdWhole, unsentRows, useHeld } from './held.ts';
import { addMade, findWrite, madeAbout, rowOf } from './made.ts';
import { dropOps, finishOp, type Op, opsOf } from './outbox.ts';

export type NewWrite = {
  [E in WriteName]: {
    endpoint: E;
    opId: string;
    /**
     * What the write makes or changes. A message names its conversation and an answer its claim, so that they wait for
     * the call that makes it, however long that waits.
     */
    id: string;
    input: InputOf<Endpoints[E]>;
    /** What it is about, as the outbox calls it. */
    label: string;
    files?: readonly Photo[];
    now: number;
  };
}[WriteName];

/** A received write stays in the outbox's list for so long, with when it was received. */
const LISTED_MS = 90 * 86_400_000;
/** Given up, what waits behind it has nothing to go to. */
const makesEntity = (endpoint: WriteName): boolean => madeBy(endpoint) === 'entity';

/**
 * Make a write safe on this device: it, its files, and the calls that will send them, all or nothing, on disk. Queueing
 * the same write again changes nothing; other content under a name that is taken is a write of its own. On a full device
 * what can be fetched again makes way, and where nothing is left its words are held in the reserve. Answers what was kept.
 * Wake sync after it.
 * @throws AppError no-space, or the database's own words for it, when the reserve is full too
 */
export async function queueWrite(db: LocalDb, { files = [], ...write }: NewWrite): Promise<OwnWrite> {
  const { endpoint, label, now } = write;
  const photos = eachOnce(files);
  const named = photos.map(({ sha256 }) => sha256);
  const content = await contentHash({ endpoint, opId: write.opId, id: write.id, input: write.input, named });
  const rowIn = async (db: LocalDb): Promise<OwnWrite> => {
    const taken = await find(db, write.opId);
    const { opId, entityId, input } = namedAnew(write, taken && taken.content !== content ? content : undefined);
    const made = { opId, content, endpoint, entityId, label, input, files: named, createdAt: now };
    return rowOf<OwnWrite>(db, made, photos);
  };
  try {
    return await withRoom(() => keepWrite(db, rowIn, photos));
  } catch (error) {
    if (!(isNoRoom(error) || db.isReplaced) || isOutpost()) throw error; // the reserve lies in the open
    await heldRows(); // as the disk has them now
    const row = await rowIn(db);
    return (await find(db, row.opId)) ?? (db.isReplaced ? holdWhole(row) : hold(row, { photos, videos: [] }));
  }
}

/** In the database, or in the reserve as this window knows it. */
async function find(db: LocalDb, opId: string): Promise<OwnWrite | undefined> {
  const isOne = (row: Made): row is OwnWrite => isWrite(row) && row.opId === opId;
  const kept = db.isReplaced ? undefined : await findWrite(db, opId);
  return kept ?? useHeld.getState().rows.find(isOne);
}

/** Put it where all that waits lies, unless it is there. */
export const keepWrite = (
  db: LocalDb,
  rowIn: (db: LocalDb) => Promise<OwnWrite> | OwnWrite,
  photos: readonly Photo[] = [],
): Promise<OwnWrite> =>
  atOnce(db, 'rw', [db.made, db.file], async (db) => {
    const row = await rowIn(db);
    return (await findWrite(db, row.opId)) ?? addMade(db, row, photos);
  });

/** The write under its own names; under those that its content gives, where its own are taken by `other` content. */
function namedAnew({ endpoint, opId, id, input }: Omit<NewWrite, 'files'>, other: string | undefined) {
  if (other === undefined) return { opId, entityId: id, input: { ...input, opId } };
  const names = namesOf(other);
  const made = says(endpoint, 'makes') ? { id: names.id } : {};
  return {
    opId: names.opId,
    entityId: makesEntity(endpoint) ? names.id : id,
    input: { ...input, ...made, opId: names.opId },
  };
}

/** The writes to one endpoint that the server does not have yet, oldest first. */
export async function pendingWrites(db: LocalDb, endpoint: WriteName): Promise<OwnWrite[]> {
  const rows: Made[] = await db.made.where('endpoint').equals(endpoint).toArray();
  const writes = [...rows, ...useHeld.getState().rows].filter(isPending).filter((row) => row.endpoint === endpoint);
  return writes.sort((a, b) => a.createdAt - b.createdAt);
}

const isPending = (row: Made): row is OwnWrite => isWrite(row) && row.receivedAt === undefined;

/** What was written to one endpoint about one thing and the server does not have. */
export interface Unheard {
  opIds: readonly string[];
  /** Why it did not take the first of them that it will not take: those behind it wait until that is given up. */
  refused: ErrorCode | undefined;
}

export async function unheard(db: LocalDb, endpoint: WriteName, entityId: string): Promise<Unheard> {
  const own = (await pendingWrites(db, endpoint)).filter((row) => row.entityId === entityId);
  const refusal = own.flatMap(({ steps }) => steps).find(({ state }) => state === 'refused');
  return { opIds: own.map(({ opId }) => opId), refused: refusal && (refusal.error ?? 'bad-input') };
}

/** How many writes about this report the server does not have. */
export async function countPending(db: LocalDb, reportId: string): Promise<number> {
  const isAbout = ({ entityId, input }: Made) => entityId === reportId || input.reportId === reportId;
  return (await unsentRows(db)).filter((row) => isPending(row) && isAbout(row)).length;
}

/**
 * The server has the write: its call and the word that it was received change hands in one transaction. A server that
 * already had the entity under another id (`heldAs`) gets what waits behind it under that id.
 */
export async function writeReceived(db: LocalDb, op: Op, now: number, heldAs = op.entityId): Promise<void> {
  await atOnce(db, 'rw', [db.made], async (db) => {
    await finishOp(db, op, { receivedAt: now, input: {} });
    if (heldAs === op.entityId) return;
    await db.made
      .where('entityId')
      .equals(op.entityId)
      .modify((row) => void Object.assign(row, movedTo(row, heldAs)));
  });
}

/** The user gives a write up, and with what makes an entity all that is about it; of one that the server has, only the files that it will not take. */
export async function dropWrite(db: LocalDb, opId: string): Promise<void> {
  const write = await findWrite(db, opId);
  if (!write) return;
  const ops = (await goneWith(db, write)).flatMap(opsOf);
  await dropSealed(db.carried, isPending(write) ? ops : ops.filter(({ state }) => state === 'refused'));
  await removeWrite(db, opId);
}

/** It goes from the queue; inside the transaction that puts its words elsewhere, if they are to stay. */
export async function removeWrite(db: LocalDb, opId: string): Promise<void> {
  await atOnce(db, 'rw', [db.made], async (db) => {
    const write = await findWrite(db, opId);
    if (!write) return;
    if (isPending(write)) await db.made.bulkDelete((await goneWith(db, write)).map(({ opId }) => opId));
    else
      await db.made
        .where('opId')
        .equals(opId)
        .modify((row) => dropOps(row, ({ state }) => state === 'refused'));
  });
}

/** A write, and what goes with it when it is given up. */
const goneWith = async (db: LocalDb, write: OwnWrite): Promise<Made[]> =>
  makesEntity(write.endpoint) && isPending(write) ? madeAbout(db, write.entityId) : [write];

/** Forget the writes that were received long ago, with all their files. */
export async function dropOldWrites(db: LocalDb, now: number): Promise<void> {
  const isOld = (row: Made): boolean =>
    isWrite(row) && !row.waits && row.receivedAt !== undefined && row.receivedAt < now - LISTED_MS;
  await db.made.filter(isOld).delete();
}
