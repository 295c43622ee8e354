/** Writes from the page of a report: kept on this phone at once, sent by the outbox. */

import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import type { LocalDb } from '../../../store/db.ts';
import { countPending, type NewWrite, queueWrite } from '../../../store/own/writes.ts';
import { showToast } from '../../../ui/toasts.ts';

/** Omit that keeps the members of a union apart. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Keep a write; answers false, and says so, when this phone could not. */
export function useWrite(): (
  write: Without<NewWrite, 'opId' | 'now'> & { opId?: string },
  said?: string,
) => Promise<boolean> {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  return async (write, said = t('details.saved')) => {
    try {
      await queueWrite(db, { opId: crypto.randomUUID(), ...write, now: Date.now() } as NewWrite); // one of its members
    } catch (error) {
      console.error('A write could not be kept', error);
      showToast(t('details.notSaved'), 'lost');
      return false;
    }
    sync.wake();
    showToast(said, 'wait');
    return true;
  };
}

/** How many writes about this report the server does not have yet; what is shown is read again when one arrives. */
export function usePending(db: LocalDb, reportId: string): number {
  const refresh = useRefresh();
  const count = useLiveQuery(() => countPending(db, reportId), [db, reportId]);
  const before = useRef(0);
  useEffect(() => {
    if (count === undefined) return;
    if (count < before.current)
      void Promise.all([refresh('getReport'), refresh('listNotes'), refresh('listMatches'), refresh('readReunion')]);
    before.current = count;
  }, [count, refresh]);
  return count ?? 0;
}
