/** The outbox as the user reads it: one line for each report, scan or other write, in one of five states. Pure. */

import type { ErrorCode } from '../../../contract/errors.ts';
import type { Op, OwnReport, OwnWrite, ScanRecord } from '../../store/db.ts';
import { type HeldReport, rowsOf } from '../../store/held.ts';
import { isHeld } from '../../store/outbox.ts';
import { isOpOf } from '../../store/writes.ts';
import type { Sending } from '../../sync/status.ts';

/** Saved on this phone -> Sending -> Received -> Reviewed; and "needs you" when the server will not take it as it is. */
export type EntryState =
  | { kind: 'needs-you'; error: ErrorCode }
  | { kind: 'saved'; tried: boolean; waits?: Waits }
  | { kind: 'found' }
  | { kind: 'sending'; share: number; file: { number: number; of: number } | undefined }
  | { kind: 'received'; filesWaiting: number; published: boolean; shown: boolean }
  | { kind: 'reviewed'; shown: boolean }
  | { kind: 'closed'; status: 'rejected' | 'withdrawn' | 'expired' | 'resolved' | 'gone' };

/** What must happen before it can go: its maker sign in, whoever is signed in be allowed to, or an earlier write be mended. */
export type Waits = { for: 'author'; name: string } | { for: 'account'; error: ErrorCode } | { for: 'earlier' };

export type Entry =
  | { kind: 'report'; id: string; at: number; report: OwnReport; held?: HeldReport; state: EntryState }
  | { kind: 'scan'; id: string; at: number; scan: ScanRecord; state: EntryState }
  | { kind: 'write'; id: string; at: number; write: OwnWrite; state: EntryState };

/** Its words lie in the reserve. */
export const isHeldReport = (entry: Entry): boolean => entry.kind === 'report' && entry.held !== undefined;

/** What is kept on the device, and who is signed in on it. */
export interface Kept {
  ops: readonly Op[];
  reports: readonly OwnReport[];
  scans: readonly ScanRecord[];
  writes?: readonly OwnWrite[];
  /** In the reserve. */
  held?: readonly HeldReport[];
  account?: string | undefined;
}

/** What waits first, then what has arrived; the newest on top of each, and those of one moment by their ids. */
export function toEntries(kept: Kept, sending: Sending | undefined): { waiting: Entry[]; arrived: Entry[] } {
  const { ops, reports, scans, writes = [], held = [], account } = kept;
  const entries: Entry[] = [
    ...reports.map((report): Entry => {
      const own = ops.filter(({ opId }) => opId === report.opId || opId.startsWith(`${report.id}/`));
      const state = reportState(report, own, sending, account);
      return { kind: 'report', id: report.id, at: report.createdAt, report, state };
    }),
    ...held.map((one): Entry => {
      const { own, op } = rowsOf(one);
      // Not by the report's id: one of that id may be in the database too, and say something else.
      const names = { kind: 'report', id: own.opId, at: own.createdAt } as const;
      return { ...names, report: own, held: one, state: waitingState([op], undefined, 0, account) };
    }),
    ...scans.map((scan): Entry => {
      const own = ops.filter((op) => op.entityId === scan.opId);
      const state = scan.answer ? answeredState(scan) : waitingState(own, sending, 0, account);
      return { kind: 'scan', id: scan.opId, at: scan.createdAt, scan, state };
    }),
    ...writes.map((write): Entry => {
      const own = ops.filter((op) => isOpOf(op, write));
      const isBehind = own.some((op) => ops.some((other) => holds(other, op)));
      return {
        kind: 'write',
        id: write.opId,
        at: write.createdAt,
        write,
        state: behind(isBehind, writeState(write, own, sending, account)),
      };
    }),
  ].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  const isWaiting = ({ state }: Entry) => hasUnsent(state) || state.kind === 'found' || state.kind === 'needs-you';
  return { waiting: entries.filter(isWaiting), arrived: entries.filter((entry) => !isWaiting(entry)) };
}

/** Something of it is only on this phone and goes by itself: its words, or files that come after them. */
export const hasUnsent = (state: EntryState): boolean =>
  state.kind === 'saved' || state.kind === 'sending' || (state.kind === 'received' && state.filesWaiting > 0);

function reportState(
  report: OwnReport,
  ops: readonly Op[],
  sending: Sending | undefined,
  account: string | undefined,
): EntryState {
  const files = report.photos.length + report.videos.length;
  if (report.gone) return { kind: 'closed', status: 'gone' };
  const isUnderWay = ops.some((op) => op.opId === sending?.opId);
  if (ops.some((op) => op.state === 'refused') || !report.receipt || isUnderWay)
    return waitingState(ops, sending, files, account);
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

function writeState(
  write: OwnWrite,
  ops: readonly Op[],
  sending: Sending | undefined,
  account: string | undefined,
): EntryState {
  const isUnderWay = ops.some((op) => op.opId === sending?.opId);
  if (write.receivedAt === undefined || isUnderWay || ops.some((op) => op.state === 'refused'))
    return waitingState(ops, sending, write.files.length, account);
  return { kind: 'received', filesWaiting: ops.length, published: false, shown: false };
}

function waitingState(
  ops: readonly Op[],
  sending: Sending | undefined,
  files: number,
  account: string | undefined,
): EntryState {
  const refused = ops.find((op) => op.state === 'refused');
  if (refused) return { kind: 'needs-you', error: refused.error ?? 'bad-input' };
  const current = ops.find((op) => op.opId === sending?.opId);
  if (!current || !sending) {
    const waits = ops.map((op) => waitsFor(op, account)).find((reason) => reason !== undefined);
    return { kind: 'saved', tried: ops.some((op) => op.tries > 0), ...(waits ? { waits } : {}) };
  }
  const isFile = current.endpoint === 'putFile';
  const left = ops.filter((op) => op.endpoint === 'putFile').length;
  return { kind: 'sending', share: sending.share, file: isFile ? { number: files - left + 1, of: files } : undefined };
}

/** A refused op holds the later ones of its entity. */
const holds = (other: Op, op: Op): boolean =>
  other.state === 'refused' && other.entityId === op.entityId && other.seq < op.seq;

const behind = (isBehind: boolean, state: EntryState): EntryState =>
  isBehind && state.kind === 'saved' ? { ...state, waits: { for: 'earlier' } } : state;

const OF_ACCOUNT: readonly (ErrorCode | undefined)[] = ['sign-in-needed', 'guardian-needed', 'suspended'];

function waitsFor(op: Op, account: string | undefined): Waits | undefined {
  if (op.author && op.author.id !== account) return { for: 'author', name: op.author.name };
  if (op.error && OF_ACCOUNT.includes(op.error)) return { for: 'account', error: op.error };
  return isHeld(op, { account }) ? { for: 'account', error: 'sign-in-needed' } : undefined;
}
