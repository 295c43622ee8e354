/** The outbox as the user reads it: one line for each report, scan or other write, in one of five states. Pure. */

import type { ErrorCode } from '../../../contract/errors.ts';
import { isHeld, type Op, opsOf } from '../../store/own/outbox.ts';
import { isAsking } from '../../store/own/scans.ts';
import {
  type Held,
  isReport,
  isScan,
  type Made,
  type OwnReport,
  type OwnScan,
  type OwnWrite,
} from '../../store/rows.ts';
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

export type Entry = { id: string; at: number; state: EntryState; isHeld: boolean } & (
  | { kind: 'report'; report: OwnReport }
  | { kind: 'scan'; scan: OwnScan }
  | { kind: 'write'; write: OwnWrite }
);

/** What is kept on the device, and who is signed in on it. */
export interface Kept {
  made: readonly Made[];
  /** In the reserve. */
  held?: readonly Held[];
  account?: string | undefined;
  /** When it is looked at, milliseconds; by it a scan asks once more. */
  now?: number;
}

/** What waits first, then what has arrived; the newest on top of each, and those of one moment by their ids. */
export function toEntries(kept: Kept, sending: Sending | undefined): { waiting: Entry[]; arrived: Entry[] } {
  const { made, held = [], account, now = 0 } = kept;
  const refused = made.filter(({ steps }) => steps.some(({ state }) => state === 'refused'));
  const isBehind = (row: Made) =>
    row.waits !== undefined && refused.some(({ entityId, order }) => entityId === row.entityId && order < row.order);
  // Its end has a line of its own.
  const isTakenBack = (row: Made) =>
    isReport(row) && !row.waits && !row.receipt && !row.left && !row.gone && isAskedToEnd(row, made);
  const shown = made.filter((row) => !isTakenBack(row));
  const entries = [...shown, ...held].map((row, place): Entry => {
    const names = { id: row.opId, at: row.createdAt, isHeld: place >= shown.length };
    const ops = opsOf(row);
    if (isReport(row)) return { ...names, kind: 'report', report: row, state: reportState(row, ops, sending, account) };
    if (isScan(row))
      return { ...names, kind: 'scan', scan: row, state: scanState(row, ops, sending, { account, now }) };
    const state = writeState(row, ops, sending, account);
    return { ...names, kind: 'write', write: row, state: isBehind(row) ? behind(state) : state };
  });
  entries.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  const isWaiting = ({ state }: Entry) => hasUnsent(state) || state.kind === 'found' || state.kind === 'needs-you';
  return { waiting: entries.filter(isWaiting), arrived: entries.filter((entry) => !isWaiting(entry)) };
}

const isAskedToEnd = ({ entityId }: OwnReport, made: readonly Made[]): boolean =>
  made.some((row) => row.endpoint === 'endReport' && row.entityId === entityId);

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

/** A match that somebody is to be asked about comes before everything else. */
function scanState(
  scan: OwnScan,
  ops: readonly Op[],
  sending: Sending | undefined,
  { account, now }: { account: string | undefined; now: number },
): EntryState {
  if (!scan.answer) return waitingState(ops, sending, 0, account);
  if (isAsking(scan, now)) return { kind: 'found' };
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
    return { kind: 'saved', tried: ops.some((op) => op.tries > 0 || op.begun), ...(waits ? { waits } : {}) };
  }
  const isFile = current.endpoint === 'putFile';
  const left = ops.filter((op) => op.endpoint === 'putFile').length;
  return { kind: 'sending', share: sending.share, file: isFile ? { number: files - left + 1, of: files } : undefined };
}

/** A refused write holds the later ones of its entity. */
const behind = (state: EntryState): EntryState =>
  state.kind === 'saved' ? { ...state, waits: { for: 'earlier' } } : state;

const OF_ACCOUNT: readonly (ErrorCode | undefined)[] = [
  ...(['sign-in-needed', 'guardian-needed', 'suspended', 'passkey-needed', 'proof-needed'] as const),
];

function waitsFor(op: Op, account: string | undefined): Waits | undefined {
  if (op.author && op.author.id !== account) return { for: 'author', name: op.author.name };
  if (op.error && OF_ACCOUNT.includes(op.error)) return { for: 'account', error: op.error };
  return isHeld(op, { account }) ? { for: 'account', error: 'sign-in-needed' } : undefined;
}
