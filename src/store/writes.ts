/** Claims, notes, messages, edits: every write that is neither a report nor a scan, kept on disk until the server has it. */

import type { InputOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/protocol.ts';
import { madeBy, says } from '../../contract/queued.ts';
import { withRoom } from '../platform/room.ts';
import { atOnce } from './at-once.ts';
import { contentHash, namesOf } from './content.ts';
import { type LocalDb, type Op, type OwnWrite, SCHEMA, type WriteName } from './db.ts';
import { eachOnce, keepFiles, type Photo } from './files.ts';
import { enqueue, RANK } from './outbox.ts';

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
 * what can be fetched again makes way. Answers what was kept. Wake sync after it.
 * @throws AppError no-space, or the database's own words for it, when nothing is left to make way
 */
export async function queueWrite(db: LocalDb, { files = [], ...write }: NewWrite): Promise<OwnWrite> {
  const { endpoint, label, now } = write;
  const kept = eachOnce(files);
  const author = db.signedIn();
  const by = { ...(author ? { author } : {}), schema: SCHEMA };
  const named = kept.map(({ sha256 }) => sha256);
  const content = await contentHash({ endpoint, opId: write.opId, id: write.id, input: write.input, named });
  const keep = async (db: LocalDb) => {
    const taken = await db.write.get(write.opId);
    const { opId, entityId, input } = namedAnew(write, taken && taken.content !== content ? content : undefined);
    const queued = await db.write.get(opId);
    if (queued) return queued;
    const own: OwnWrite = { opId, content, endpoint, entityId, label, input, files: named, ...by, createdAt: now };
    await db.write.add(own);
    await keepFiles(db, kept, now);
    const text = { opId, entityId, endpoint, input, rank: RANK.text, createdAt: now };
    await enqueue(db, { ...text, bytes: JSON.stringify(input).length });
    for (const { sha256, blob } of kept) {
      const file = { opId: `${opId}/${sha256}`, entityId, endpoint: 'putFile' as const, input: { sha256 } };
      await enqueue(db, { ...file, rank: RANK.photo, bytes: blob.size, createdAt: now });
    }
    return own;
  };
  return withRoom(() => atOnce(db, 'rw', [db.write, db.file, db.outbox], keep));
}

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
  const writes = await db.write.where('endpoint').equals(endpoint).toArray();
  return writes.filter(({ receivedAt }) => receivedAt === undefined).sort((a, b) => a.createdAt - b.createdAt);
}

/** The ops of a write: its call and its files. */
export const isOpOf = (op: Pick<Op, 'opId'>, { opId }: Pick<OwnWrite, 'opId'>): boolean =>
  op.opId === opId || op.opId.startsWith(`${opId}/`);

/**
 * The server has the write: the op and the word that it was received change hands in one transaction. A server that
 * already had the entity under another id (`heldAs`) gets what waits behind it under that id.
 */
export async function writeReceived(db: LocalDb, op: Op, now: number, heldAs = op.entityId): Promise<void> {
  await atOnce(db, 'rw', [db.write, db.outbox], async (db) => {
    await db.write.update(op.opId, { receivedAt: now, input: {} });
    await db.outbox.delete(op.seq);
    if (heldAs === op.entityId) return;
    const move = (row: Pick<Op, 'entityId' | 'input'>): void => {
      row.entityId = heldAs;
      const input = row.input as { conversationId?: string }; // every input is an object
      if (input.conversationId === op.entityId) input.conversationId = heldAs;
    };
    await db.outbox.where('entityId').equals(op.entityId).modify(move);
    await db.write.where('entityId').equals(op.entityId).modify(move);
  });
}

/** The user gives a write up; of one that the server has, only the files that it will not take. */
export async function dropWrite(db: LocalDb, opId: string): Promise<void> {
  await atOnce(db, 'rw', [db.write, db.outbox], async (db) => {
    const write = await db.write.get(opId);
    if (!write) return;
    const ops = await db.outbox.where('entityId').equals(write.entityId).toArray();
    const isReceived = write.receivedAt !== undefined;
    const makes = !isReceived && makesEntity(write.endpoint);
    const given = ops.filter((op) => makes || (isOpOf(op, write) && (!isReceived || op.state === 'refused')));
    await db.outbox.bulkDelete(given.map(({ seq }) => seq));
    if (makes) await db.write.where('entityId').equals(write.entityId).delete();
    else if (!isReceived) await db.write.delete(opId);
  });
}

/** Forget the writes that were received long ago. */
export async function dropOldWrites(db: LocalDb, now: number): Promise<void> {
  await db.write.filter(({ receivedAt }) => receivedAt !== undefined && receivedAt < now - LISTED_MS).delete();
}
