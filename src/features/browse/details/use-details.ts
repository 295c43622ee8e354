/** One report: from the server, else as last seen, else what this phone pulled, else that it is still on its way. */

import { useLiveQuery } from 'dexie-react-hooks';
import type { OutputOf } from '../../../../contract/endpoint.ts';
import { AppError } from '../../../../contract/errors.ts';
import type { getReport } from '../../../../contract/report.ts';
import { useSession } from '../../../api/session.ts';
import { seenAt, useRead } from '../../../api/use-read.ts';
import { useServices } from '../../../services.ts';
import { findRecord } from '../../../store/others/records.ts';
import { findOwnReport } from '../../../store/own/made.ts';

export type Details = OutputOf<typeof getReport>;

export type Reading =
  | { kind: 'loading' }
  | { kind: 'read'; details: Details; seenAt: number | undefined }
  /** There is none, or it is not for this viewer. */
  | { kind: 'gone' }
  /** Made on this phone, and the server does not have it yet. */
  | { kind: 'unsent'; label: string }
  | { kind: 'failed' };

export function useDetails(id: string) {
  const { db } = useServices();
  const signedIn = useSession((session) => session.signedIn);
  const read = useRead('getReport', { id });
  const kept = useLiveQuery(
    async () => ({ record: await findRecord(db, id), own: await findOwnReport(db, id) }),
    [db, id],
  );
  const isGone = read.error instanceof AppError && ['not-found', 'bad-input'].includes(read.error.code);
  const isStuck = read.isError || read.failureCount > 0 || read.fetchStatus === 'paused';
  return { reading: reading(), again: () => void read.refetch() };

  function reading(): Reading {
    const own = kept?.own;
    if (isGone) return own && !own.receipt ? { kind: 'unsent', label: own.label } : { kind: 'gone' };
    if (read.data) return { kind: 'read', details: read.data, seenAt: seenAt(read) };
    if (!isStuck || kept === undefined) return { kind: 'loading' };
    if (kept.record)
      return {
        kind: 'read',
        details: alone(kept.record.view, signedIn),
        seenAt: Date.parse(kept.record.view.createdAt),
      };
    if (own) return { kind: 'unsent', label: own.label };
    return read.isError || read.fetchStatus === 'paused' ? { kind: 'failed' } : { kind: 'loading' };
  }
}

/**
 * A record that the phone pulled has the report alone: what may be done is only known from the server. What somebody saw
 * is kept on the phone like any write, for whoever is signed in, and goes out with the next network.
 */
const alone = (data: Details['data'], signedIn: boolean): Details => ({
  data,
  history: [],
  questions: [],
  followed: false,
  may: signedIn && data.contact !== 'guarded' ? ['note'] : [],
});
