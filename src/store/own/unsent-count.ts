/** How much on this device the server does not have: in the outbox, and in the reserve. */

import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import type { LocalDb } from '../db.ts';
import type { Made } from '../rows.ts';
import { unsentRows, useHeld } from './held.ts';

export interface UnsentCount {
  waiting: number;
  /** They need the user. */
  refused: number;
}

/** How many reports, scans and conversations have something to send, and how many of them need the user. */
export async function countUnsent(db: LocalDb): Promise<UnsentCount> {
  const rows = await unsentRows(db);
  const isRefused = ({ steps }: Made) => steps.some(({ state }) => state === 'refused');
  const refused = new Set(rows.filter(isRefused).map(({ entityId }) => entityId));
  const waiting = new Set(rows.map(({ entityId }) => entityId).filter((id) => !refused.has(id)));
  return { waiting: waiting.size, refused: refused.size };
}

/** The same for a screen; undefined until it is known. */
export function useUnsentCount(db: LocalDb): UnsentCount | undefined {
  const [count, setCount] = useState<UnsentCount>();
  useEffect(() => watchUnsent(db, setCount), [db]);
  return count;
}

/** Of a database whose count somebody wants to know: it is read once for all of them. */
interface Counting {
  last?: UnsentCount;
  readonly listeners: Set<(count: UnsentCount) => void>;
  stop(): void;
}

const countings = new WeakMap<LocalDb, Counting>();

/** Tell the count, now and at each change of the outbox or of the reserve, until it is stopped. */
export function watchUnsent(db: LocalDb, tell: (count: UnsentCount) => void): () => void {
  const counting = countings.get(db) ?? startCounting(db);
  // Two who pass the same function are two: each is stopped by itself.
  const listener = (count: UnsentCount): void => tell(count);
  counting.listeners.add(listener);
  if (counting.last) tell(counting.last);
  return () => {
    counting.listeners.delete(listener);
    if (counting.listeners.size > 0 || countings.get(db) !== counting) return;
    counting.stop();
    countings.delete(db);
  };
}

function startCounting(db: LocalDb): Counting {
  const tellAll = (count: UnsentCount): void => {
    counting.last = count;
    for (const listener of counting.listeners) listener(count);
  };
  const reading = liveQuery(() => countUnsent(db)).subscribe(tellAll);
  const stopReserve = useHeld.subscribe(() => void countUnsent(db).then(tellAll, console.warn));
  const counting: Counting = {
    listeners: new Set(),
    stop() {
      reading.unsubscribe();
      stopReserve();
    },
  };
  countings.set(db, counting);
  return counting;
}
