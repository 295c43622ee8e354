/** One download at a time: how far it is, how it failed, and how to stop it. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';

export type Taking =
  | { kind: 'idle' }
  | { kind: 'taking'; label: string; done: number; total: number }
  | { kind: 'failed'; code: ErrorCode };

export interface Step {
  readonly signal: AbortSignal;
  readonly onProgress: (label: string, done: number, total: number) => void;
}

export interface TakingHandle {
  readonly taking: Taking;
  /** Do a piece of work, then look anew at what the device holds; while one is under way nothing else begins. */
  readonly run: (work: (step: Step) => Promise<void>) => Promise<void>;
  readonly stop: () => void;
}

/** `after` is called when a piece of work has ended, however it did. */
export function useTaking(after: () => Promise<void>): TakingHandle {
  const [taking, setTaking] = useState<Taking>({ kind: 'idle' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const run = useCallback<TakingHandle['run']>(
    async (work) => {
      if (abort.current) return;
      const stopper = new AbortController();
      abort.current = stopper;
      const onProgress: Step['onProgress'] = (label, done, total) => setTaking({ kind: 'taking', label, done, total });
      try {
        await work({ signal: stopper.signal, onProgress });
        setTaking({ kind: 'idle' });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // Stopped by nobody here, it had no answer in time.
        const code = error.code === 'cancelled' ? 'network' : error.code;
        setTaking(stopper.signal.aborted ? { kind: 'idle' } : { kind: 'failed', code });
      } finally {
        abort.current = undefined;
        await after();
      }
    },
    [after],
  );
  return { taking, run, stop: () => abort.current?.abort() };
}
