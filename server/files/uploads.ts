/** Uploads that grow piece by piece in one folder, each under a name of its own, until they are whole. */

import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../contract/errors.ts';
import { readAt, withFile } from './read-at.ts';

/** A phone that was away for so long starts its upload again. */
const KEPT_MS = 7 * 86_400_000;
/** Between two looks at how much lies here. */
const LOOK_EVERY_MS = 10_000;

export interface Piece {
  offset: number;
  /** Bytes of the whole file. */
  total: number;
  body: Readable;
}

/** What the first bytes of an upload must be, before more of it is taken. It throws for others. */
export interface HeadCheck {
  bytes: number;
  check(head: Uint8Array): Promise<void>;
}

export interface UploadLimits {
  /** All uploads of the folder together. */
  maxBytes: number;
  maxCount: number;
  /** Those that make room before all others; else the oldest do. */
  goesFirst?: (name: string) => boolean;
}

export interface Uploads {
  path(name: string): string;
  /** How many bytes of it are here. */
  received(name: string): Promise<number>;
  /** One at a time for each name, so that two who send the same do not mix their pieces. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Take a piece that starts at `offset`; answers how many bytes are here then. What is already here of it is skipped:
   * whoever asked where the upload stands, while an earlier piece was still being written, begins too early. A piece that
   * leaves a gap changes nothing. Only `inTurn`.
   */
  append(name: string, piece: Piece, head?: HeadCheck): Promise<number>;
  remove(name: string): Promise<void>;
  names(): Promise<string[]>;
  /** Forget what nobody went on with for a week, and the oldest of what is too much; how many those were. */
  sweep(now: number): Promise<number>;
}

export async function openUploads(dir: string, limits: UploadLimits): Promise<Uploads> {
  await mkdir(dir, { recursive: true });
  const path = (name: string) => join(dir, name);
  const queues = new Map<string, Promise<unknown>>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
    queues.set(name, turn);
    const done = () => {
      if (queues.get(name) === turn) queues.delete(name);
    };
    turn.then(done, done);
    return turn;
  }

  const received = async (name: string) => (await sizeOf(path(name))) ?? 0;
  const remove = (name: string) => rm(path(name), { force: true });

  async function append(name: string, { offset, total, body }: Piece, head?: HeadCheck): Promise<number> {
    const before = await received(name);
    if (before > total) {
      // Longer than this file can be: somebody sent other bytes under its name.
      body.resume();
      await remove(name);
      return 0;
    }
    if (offset > before) {
      body.resume();
      return before;
    }
    if (before === 0) await makeRoom();
    try {
      return await appendBody(path(name), body, before, { skip: before - offset, total, head });
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-readable') await remove(name);
      throw error;
    }
  }

  async function makeRoom(): Promise<void> {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    await sweep(Date.now());
  }

  async function sweep(now: number): Promise<number> {
    const found = await Promise.all((await readdir(dir)).map(async (name) => ({ name, at: await look(path(name)) })));
    const { goesFirst = () => false } = limits;
    const here = found.flatMap(({ name, at }) => (at ? [{ name, ...at, first: goesFirst(name) }] : []));
    here.sort((a, b) => Number(b.first) - Number(a.first) || a.changed - b.changed);
    let bytes = here.reduce((sum, one) => sum + one.bytes, 0);
    let count = here.length;
    let swept = 0;
    for (const one of here) {
      const isTooMuch = bytes > limits.maxBytes || count > limits.maxCount;
      if (!isTooMuch && now - one.changed < KEPT_MS) continue;
      await remove(one.name);
      bytes -= one.bytes;
      count--;
      swept++;
    }
    return swept;
  }

  return { path, received, inTurn, append, remove, names: () => readdir(dir), sweep };
}

async function look(path: string): Promise<{ bytes: number; changed: number } | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { bytes: found.size, changed: found.mtimeMs };
}

export async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

/**
 * Append what arrives behind its first `skip` bytes to the `received` bytes that are here, to disk for good before it is
 * counted; a body longer than announced is refused. One whose link broke just ends: the next piece goes on from there.
 *
 * @returns the bytes that are here now
 */
async function appendBody(
  path: string,
  body: Readable,
  received: number,
  { skip, total, head }: { skip: number; total: number; head: HeadCheck | undefined },
): Promise<number> {
  const file = await open(path, 'a');
  let unproven = head && received < head.bytes ? head : undefined;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const fresh = chunk.subarray(skip);
      skip -= chunk.length - fresh.length;
      if (received + fresh.length > total) throw new AppError('too-large', 'More bytes came than were announced');
      await file.appendFile(fresh); // unlike `write`, all of it: a disk that is nearly full takes a part
      received += fresh.length;
      if (!unproven || received < unproven.bytes) continue;
      const { bytes } = unproven;
      await unproven.check(await withFile(path, (read) => readAt(read, 0, bytes)));
      unproven = undefined;
    }
  } finally {
    await file.sync();
    await file.close();
  }
  return received;
}
