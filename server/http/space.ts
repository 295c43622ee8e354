/** Refuses what would fill the disk while there is still room to go on: a database that meets its end cannot even answer. */

import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { endReport } from '../../contract/report.ts';
import { NO_ROOM_MS, noRoom } from './errors.ts';

/** Room is asked for at most so often: a full disk is seen, and seen to be mended, within it. */
const LOOK_EVERY_MS = 1000;
/** Whether what was to be stored found room, on the server's own disk and on the database's. */
export interface Room {
  /** Something was refused lately: whoever was refused has not been told to come again yet. */
  isFull(): boolean;
  refused(): void;
}

export function watchRoom(now = () => performance.now()): Room {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    isFull: () => now() - refusedAt < NO_ROOM_MS,
    refused() {
      refusedAt = now();
    },
  };
}

/**
 * While less than `reserve` bytes are free where `dir` is, every call that stores something is refused with
 * `storage-full`: no receipt, and the device keeps it. Reads go on, and so does what deletes.
 */
export function keepRoom(app: FastifyInstance, room: Room, dir: string, reserve: number): void {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let found: Promise<boolean> = Promise.resolve(true);
  const hasRoom = () => {
    if (performance.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = performance.now();
      found = freeBytes(dir).then((free) => free >= reserve);
    }
    return found;
  };
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    const writes = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const stores = writes && routeOptions.url !== endReport.path;
    if (!stores || (await hasRoom())) return;
    room.refused();
    throw noRoom();
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
