/** What the user does with a claim, kept on this phone at once and sent by the outbox; and what of it still waits. */

import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim } from '../../../contract/claim.ts';
import { useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { pendingWrites, queueWrite } from '../../store/own/writes.ts';
import { showToast } from '../../ui/toasts.ts';
import type { Action } from './claim.ts';
import { thingOf } from './words.ts';

/** Do one step; answers false, and says so, when this phone could not keep it. */
export function useStep(claim: Claim): (action: Action, text?: string, opId?: string) => Promise<boolean> {
  const { t } = useTranslation();
  const { db, sync } = useServices();
  return async (action, text, opId = crypto.randomUUID()) => {
    const { id, report } = claim;
    const input = { id, action, ...(text ? { text } : {}) };
    const label = thingOf(t, report);
    try {
      await queueWrite(db, { endpoint: 'updateClaim', opId, id, label, input, now: Date.now() });
    } catch (error) {
      console.error('A step of a claim could not be kept', error);
      showToast(t('details.notSaved'), 'lost');
      return false;
    }
    sync.wake();
    return true;
  };
}

/** How many steps of this claim the server does not have yet; the claim is read again when one arrives. */
export function usePendingSteps(id: string): number {
  const { db } = useServices();
  const refresh = useRefresh();
  const count = useLiveQuery(async () => {
    const writes = await pendingWrites(db, 'updateClaim');
    return writes.filter(({ entityId }) => entityId === id).length;
  }, [db, id]);
  const before = useRef(0);
  useEffect(() => {
    if (count === undefined) return;
    if (count < before.current) void Promise.all([refresh('getClaim'), refresh('listClaims'), refresh('getReport')]);
    before.current = count;
  }, [count, refresh]);
  return count ?? 0;
}
