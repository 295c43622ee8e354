/** The outbox as the user reads it: one line for each report or scan, in one of five states. Pure. */

import type { ErrorCode } from '../../../contract/errors.ts';
import type { Op, OwnReport, ScanRecord } from '../../store/db.ts';
import type { Sending } from '../../sync/status.ts';

/** Saved on this phone -> Sending -> Received -> Reviewed; and "needs you" when the server will not take it as it is. */
export type EntryState =
  | { kind: 'needs-you'; error: ErrorCode }
  | { kind: 'saved'; tried: boolean }
  | { kind: 'found' }
  | { kind: 'sending'; share: number; file: { number: number; of: number } | undefined }
  | { kind: 'received'; filesWaiting: number; published: boolean; shown: boolean }
  | { kind: 'reviewed'; shown: boolean }
  | { kind: 'closed'; status: 'rejected' | 'withdrawn' | 'expired' | 'resolved' };

export type Entry =
  | { kind: 'report'; id: string; at: number; report: OwnReport; state: EntryState }
  | { kind: 'scan'; id: string; at: number; scan: ScanRecord; state: EntryState };

/** What waits first, then what has arrived; the newest on top of each. */
export function toEntries(
  ops: readonly Op[],
  reports: readonly OwnReport[],
  scans: readonly ScanRecord[],
  sending: Sending | undefined,
): { waiting: Entry[]; arrived: Entry[] } {
  const entries: Entry[] = [
    ...reports.map((report): Entry => {
      const own = ops.filter((op) => op.entityId === report.id);
      return { kind: 'report', id: report.id, at: report.createdAt, report, state: reportState(report, own, sending) };
    }),
    ...scans.map((scan): Entry => {
      const own = ops.filter((op) => op.entityId === scan.opId);
      const state = scan.answer ? answeredState(scan) : waitingState(own, sending, 0);
      return { kind: 'scan', id: scan.opId, at: scan.createdAt, scan, state };
    }),
  ].sort((a, b) => b.at - a.at);
  const isWaiting = ({ state }: Entry) => ['found', 'needs-you', 'saved', 'sending'].includes(state.kind);
  return { waiting: entries.filter(isWaiting), arrived: entries.filter((entry) => !isWaiting(entry)) };
}

function reportState(report: OwnReport, ops: readonly Op[], sending: Sending | undefined): EntryState {
  const files = report.photos.length + report.videos.length;
  const isUnderWay = ops.some((op) => op.opId === sending?.opId);
  if (ops.some((op) => op.state === 'refused') || !report.receipt || isUnderWay)
    return waitingState(ops, sending, files);
  const { status = 'pending_review', shown = false } = report;
  switch (status) {
    case 'published':
      return report.reviewed
        ? { kind: 'reviewed', shown }
        : { kind: 'received', filesWaiting: ops.length, published: true, shown };
    case 'rejected':
    case 'withdrawn':
    case 'expired':
    case 'resolved':
      return { kind: 'closed', status };
    case 'pending_review':
    case 'appealed':
      return { kind: 'received', filesWaiting: ops.length, published: false, shown };
  }
}

/** A match that nobody has looked at comes before everything else. */
function answeredState({ answer, seen }: ScanRecord): EntryState {
  if (!seen && answer && answer.candidates.length > 0) return { kind: 'found' };
  return { kind: 'received', filesWaiting: 0, published: false, shown: false };
}

function waitingState(ops: readonly Op[], sending: Sending | undefined, files: number): EntryState {
  const refused = ops.find((op) => op.state === 'refused');
  if (refused) return { kind: 'needs-you', error: refused.error ?? 'bad-input' };
  const current = ops.find((op) => op.opId === sending?.opId);
  if (!current || !sending) return { kind: 'saved', tried: ops.some((op) => op.tries > 0) };
  const isFile = current.endpoint === 'putFile';
  const left = ops.filter((op) => op.endpoint === 'putFile').length;
  return { kind: 'sending', share: sending.share, file: isFile ? { number: files - left + 1, of: files } : undefined };
}
