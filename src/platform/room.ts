/**
 * Room on a full device: a report's words always find some. What can be fetched again makes way for what cannot.
 *
 * Note: Room. A ballast of a few megabytes is written while there is room and given up first; then the map tiles that
 * were looked at, then the face models, then the packs. What a person wrote is never given up. The browsers' own figures
 * are not asked: some tell the same free space to every page, so only a write that fails proves that a device is full.
 */

import { create } from 'zustand';
import { isNoRoom } from './no-room.ts';

/** What makes way, in this order. */
const GIVEN_UP = ['ballast', 'tiles', 'models', 'packs'] as const;
export type Spare = (typeof GIVEN_UP)[number];

/** - `low`: something made way lately. - `full`: a write found no room although all that can make way has done so. */
export type StorageState = 'fine' | 'low' | 'full';

/**
 * A browser counts what was deleted as free only a moment later, a busy phone after a second: without these pauses the
 * next thing would go for nothing, the models of 38 MB perhaps.
 */
const FREED_MS = [300, 1200];
/** So long after something went the same holds for every write: another may have given it up. */
const COUNTED_MS = 2000;
let freedAt = Number.NEGATIVE_INFINITY;
/** Writes that found no room wait for each other here: what the first gives up is often enough for all. */
let turn: Promise<unknown> = Promise.resolve();

const BALLAST = 'ballast';
const BALLAST_URL = '/ballast';
export const BALLAST_BYTES = 5 * 1024 * 1024;

export const useStorageState = create<{ state: StorageState }>(() => ({ state: 'fine' }));

/** How much room there is, in one word. */
export const storageState = (): StorageState => useStorageState.getState().state;

const say = (state: StorageState): void => useStorageState.setState({ state });

const givers = new Map<Spare, (() => Promise<unknown>)[]>([
  ['ballast', [() => caches.delete(BALLAST)]],
  ['tiles', [() => caches.delete('tiles')]],
]);

/**
 * Name something that can be fetched again: it is given up when there is no room left for what cannot, and says false when
 * there was nothing of it. Answers how to take that back.
 */
export function givesRoom(spare: Exclude<Spare, 'ballast'>, giveUp: () => Promise<unknown>): () => void {
  givers.set(spare, [...(givers.get(spare) ?? []), giveUp]);
  return () => void givers.set(spare, givers.get(spare)?.filter((other) => other !== giveUp) ?? []);
}

/**
 * Do a write that a person counts on; each time it finds no room, give up the next spare thing and do it again. The write
 * must change nothing when it fails.
 * @throws AppError no-space, or the write's own words for it, when nothing is left to give up
 */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  const attempt = async (): Promise<{ done: T } | { noRoom: unknown }> => {
    try {
      return { done: await write() };
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      return { noRoom: error };
    }
  };
  const first = await attempt();
  if ('done' in first) return first.done;
  const mine = turn.then(() => makeRoom(attempt));
  turn = mine.catch(() => undefined);
  return mine;
}

async function makeRoom<T>(attempt: () => Promise<{ done: T } | { noRoom: unknown }>): Promise<T> {
  let last = await attempt();
  for (const spare of GIVEN_UP) {
    if ('done' in last) return last.done;
    say('low');
    // One that cannot be given up, in use by another tab perhaps, must not keep the next from it.
    const given = await Promise.allSettled((givers.get(spare) ?? []).map((giveUp) => giveUp()));
    const isFreed = given.some((one) => one.status === 'fulfilled' && one.value !== false);
    if (isFreed) freedAt = performance.now();
    for (const pause of performance.now() - freedAt < COUNTED_MS ? FREED_MS : [0]) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      last = await attempt();
      if ('done' in last) return last.done;
    }
  }
  if ('done' in last) return last.done;
  say('full');
  throw last.noRoom;
}

/** Write the ballast where it is missing. That it fits is the proof that there is room again. */
export async function keepBallast(): Promise<void> {
  try {
    // Not opened only to look: a browser frees a deleted cache when no page holds it, and a page holds what it has opened.
    if (!(await caches.match(BALLAST_URL, { cacheName: BALLAST })))
      await (await caches.open(BALLAST)).put(BALLAST_URL, new Response(new Uint8Array(BALLAST_BYTES)));
    say('fine');
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    say('low');
  }
}
