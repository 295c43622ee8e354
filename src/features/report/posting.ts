/** What becomes of a report in the first seconds after it was saved. */

import { liveQuery } from 'dexie';
import type { LocalDb } from '../../store/db.ts';
import { findOwnReport } from '../../store/own/made.ts';

/** So long the poster is kept waiting for the server's word; then "saved on this phone" is the word. */
export const POSTED_WITHIN_MS = 3000;

export type Posting = { kind: 'received' } | { kind: 'refused'; fields: Record<string, string> } | { kind: 'later' };

/** Wait until the server has received or refused the report, or the time is over. */
export function watchPosting(db: LocalDb, id: string, waitMs: number): Promise<Posting> {
  return new Promise((resolve, reject) => {
    const end = (posting: Posting): void => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve(posting);
    };
    const timer = setTimeout(() => end({ kind: 'later' }), waitMs);
    const subscription = liveQuery(() => readPosting(db, id)).subscribe({
      next: (posting) => posting.kind !== 'later' && queueMicrotask(() => end(posting)),
      error: reject,
    });
  });
}

async function readPosting(db: LocalDb, id: string): Promise<Posting> {
  const report = await findOwnReport(db, id);
  if (report?.receipt) return { kind: 'received' };
  const refused = report?.steps.find(({ state }) => state === 'refused');
  return refused ? { kind: 'refused', fields: refused.fields ?? {} } : { kind: 'later' };
}
