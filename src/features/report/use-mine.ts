/** A report that was posted without an account, for its form: as the server tells it to who has its secret. */

import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/protocol.ts';
import type { ReportView } from '../../../contract/report.ts';
import { useServices } from '../../services.ts';
import { countPending } from '../../store/own/writes.ts';
import { whenOnline } from '../../sync/status.ts';

export type MineRead =
  | { kind: 'asking' }
  | { kind: 'read'; view: ReportView }
  /** The secret opens nothing, or nothing any more: it is erased, or an account's. */
  | { kind: 'gone' }
  | { kind: 'failed'; error: AppError };

/**
 * Read anew when a change of it has arrived, and when there is a network again; what was read stays meanwhile. Asked with
 * the secret, so kept in no cache of answers.
 */
export function useMine(id: string, secret: string | undefined): { read: MineRead; again: () => void } {
  const { db, api } = useServices();
  const [read, setRead] = useState<MineRead>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  const waiting = useLiveQuery(() => countPending(db, id), [db, id]) ?? 0;
  const again = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => whenOnline(again), [again]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came or went meanwhile is the reason to read again
  useEffect(() => {
    if (secret === undefined) return;
    const leaving = new AbortController();
    api.call(endpoints.readMine, { id, secret }, { signal: leaving.signal }).then(
      ({ data }) => setRead({ kind: 'read', view: data }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'not-found') return setRead({ kind: 'gone' });
        setRead((before) => (before.kind === 'read' ? before : { kind: 'failed', error }));
      },
    );
    return () => leaving.abort();
  }, [api, id, secret, waiting, round]);
  return { read, again };
}
