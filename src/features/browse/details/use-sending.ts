import { useState } from 'react';
import { AppError } from '../../../../contract/errors.ts';
import { useRefresh } from '../../../api/use-read.ts';
import { showToast } from '../../../ui/toasts.ts';

/** Sends an act of an office on a report; what went wrong stands beside what was typed, which stays. */
export function useSending(id: string, done: string, onDone: () => void) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  return {
    busy,
    failure: failure?.code,
    /** By the name of the field. */
    faults: failure?.fields ?? {},
    async send(call: () => Promise<unknown>): Promise<void> {
      setBusy(true);
      setFailure(undefined);
      try {
        await call();
        showToast(done, 'found');
        onDone();
        await refresh('getReport', { id });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        setFailure(error);
      } finally {
        setBusy(false);
      }
    },
  };
}
