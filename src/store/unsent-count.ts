/** How much on this device the server does not have: in the outbox, and in the reserve. */

import { liveQuery } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import type { LocalDb } from './db.ts';
import { useHeld } from './held.ts';

export interface UnsentCount {
  waiting: number;
  /** They need the user. */
  refused: number;
}

/** How many reports, scans and conversations have something to send, and how many of them need the user. */
export async function countUnsent(db: LocalDb): Promise<UnsentCount> {
  const ops = await db.outbox.toArray();
  const held = useHeld.getState().reports;
  const refused = new Set(ops.filter((op) => op.state === 'refused').map((op) => op.entityId));
  for (const one of held) if (one.refused) refused.add(one.report.id);
  const all = [...ops.map((op) => op.entityId), ...held.map(({ report }) => report.id)];
  const waiting = new Set(all.filter((id) => !refused.has(id)));
  return { waiting: waiting.size, refused: refused.size };
}

/** The same for a screen; undefined until it is known. */
export function useUnsentCount(db: LocalDb): UnsentCount | undefined {
  const held = useHeld(({ reports }) => reports);
  return useLiveQuery(() => countUnsent(db), [db, held]);
}

/** Tell what `read` answers, now and at each change of what it read in the database or of the reserve, until it is stopped. */
export function watchUnsent<T>(read: () => Promise<T>, tell: (value: T) => void): () => void {
  const counting = liveQuery(read).subscribe(tell);
  const stopReserve = useHeld.subscribe(() => void read().then(tell, console.warn));
  return () => {
    counting.unsubscribe();
    stopReserve();
  };
}
