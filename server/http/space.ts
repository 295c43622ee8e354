/** Refuses what would fill the disk while there is still room to go on: a database that meets its end cannot even answer. */

import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import { endReport } from '../../contract/report.ts';

/** Room is asked for at most so often: a full disk is seen, and seen to be mended, within it. */
const LOOK_EVERY_MS = 1000;
/** When a device may ask again. Someone must free the room, which takes minutes. */
const RETRY_MS = 60_000;

/**
 * While less than `reserve` bytes are free where `dir` is, every call that stores something is refused with
 * `storage-full`: no receipt, and the device keeps it. Reads go on, and so does what deletes.
 */
export function keepRoom(app: FastifyInstance, dir: string, reserve: number): void {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let room: Promise<boolean> = Promise.resolve(true);
  const hasRoom = () => {
    if (performance.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = performance.now();
      room = freeBytes(dir).then((free) => free >= reserve);
    }
    return room;
  };
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    const writes = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const stores = writes && routeOptions.url !== endReport.path;
    if (stores && !(await hasRoom()))
      throw new AppError('storage-full', 'The server has no room left; nothing was taken', { retryAfterMs: RETRY_MS });
  });
}

/** A system that cannot say is taken to have room: the write itself then finds out. */
async function freeBytes(dir: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
