/** The gallery pack: every reference that anyone may hold, made beside all else and again when it has grown old. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Pack } from '../../contract/pack.ts';
import { readChanges } from '../db/change.ts';
import type { Db } from '../db/schema.ts';
import { hasForgotten } from './forgotten.ts';
import type { PackKeys } from './keys.ts';
import { type MadePack, makePack, publicMarks } from './pack.ts';

export interface PackShelf {
  /** The pack to take now; undefined while the first is being made. */
  publicPack(): Promise<Pack | undefined>;
  /** A part of it or of one offered earlier, so that a slow download can end; none of one with somebody to be forgotten. */
  part(sha256: string): Promise<Uint8Array | undefined>;
  /** Make the pack before somebody asks. */
  prepare(): Promise<void>;
  /** Before the database is closed: what is being made is given up. */
  close(): Promise<void>;
}

/** A device catches up by the feed anyway, so a pack need not be new. */
const MAX_AGE_MS = 600_000;
/** How long a pack that was offered can still be fetched: a slow link takes its time. */
const KEEP_MS = 24 * 3_600_000;
/** Who asks where there is no pack, or one of nobody, waits so long for one: a small one is made in less. */
const PATIENCE_MS = 1000;

interface Shelved extends MadePack {
  /** When it was made, or last found to be still up to date. */
  checkedAt: number;
}

export function openPackShelf(
  db: Db,
  keys: PackKeys,
  { now = Date.now, onError }: { now?: () => number; onError: (error: unknown) => void },
): PackShelf {
  /** The newest first. */
  let shelf: Shelved[] = [];
  let making: Promise<void> | undefined;
  const giveUp = new AbortController();

  async function renew(signal: AbortSignal): Promise<void> {
    const [current] = shelf;
    if (current) {
      const { ids, reset } = await readChanges(db, 'references', current.cursor, 1);
      if (ids.length === 0 && !reset) {
        current.checkedAt = now();
        return;
      }
    }
    const madeAt = now();
    const made = await makePack(db, keys, madeAt, signal);
    signal.throwIfAborted();
    shelf = [{ ...made, checkedAt: madeAt }, ...shelf.filter(({ checkedAt }) => checkedAt > now() - KEEP_MS)];
  }

  function make(): Promise<void> {
    const { signal } = giveUp;
    if (signal.aborted) return Promise.resolve();
    making ??= renew(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error); // who asks next has it tried again
      })
      .finally(() => {
        making = undefined;
      });
    return making;
  }

  /** What is erased leaves at once: no pack that holds it is offered or served from then on. */
  async function forget(): Promise<void> {
    const forgotten = await Promise.all(shelf.map((one) => hasForgotten(db, one, (ids) => publicMarks(db, ids))));
    const gone = new Set(shelf.filter((_, i) => forgotten[i]));
    if (gone.size === 0) return;
    shelf = shelf.filter((one) => !gone.has(one));
    void make();
  }

  return {
    async publicPack() {
      // The list holds nobody: it is given at once where the database takes its time, and the parts are looked at again.
      await Promise.race([forget().catch(onError), wait(PATIENCE_MS, undefined, { ref: false })]);
      const [current] = shelf;
      const isOld = now() - (current?.checkedAt ?? Number.NEGATIVE_INFINITY) > MAX_AGE_MS;
      const isOfNobody = current === undefined || current.pack.count === 0;
      if (isOld || isOfNobody) {
        const made = make();
        if (isOfNobody) await Promise.race([made, wait(PATIENCE_MS, undefined, { ref: false })]);
      }
      return shelf[0]?.pack;
    },
    async part(sha256) {
      await forget();
      return shelf.map(({ parts }) => parts.get(sha256)).find((bytes) => bytes !== undefined);
    },
    prepare: make,
    async close() {
      giveUp.abort();
      await making;
    },
  };
}
