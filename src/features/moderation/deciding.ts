/**
 * How a moderator decides: which post is looked at, and the decision that can still be taken back. Pure.
 *
 * A decision waits a few seconds before it is sent, so that a wrong key costs nothing; what is decided leaves the queue at
 * once.
 */

import type { Review } from '../../../contract/moderation.ts';

/** So long a decision can be taken back. */
export const UNDO_MS = 5000;

export interface Decision {
  id: string;
  /** Of the post as it was on the screen; absent of one's own, and from an older server. */
  mark: string | undefined;
  action: 'approve' | 'reject';
  reason?: string;
  /** Who may be a child by their age does not look like one. */
  looksAdult?: true;
  /** What is refused may be posted again, mended. */
  again?: true;
}

export interface Deciding {
  /** The post being looked at; the first one when it is not (or no longer) in the queue. */
  at: string | undefined;
  /** Decided here; the server may not know yet. What has another mark has come back, and waits again. */
  decided: readonly Pick<Decision, 'id' | 'mark'>[];
  /** It can still be taken back. */
  justDecided: Decision | undefined;
}

export const NOTHING_DECIDED: Deciding = { at: undefined, decided: [], justDecided: undefined };

export type DecidingEvent =
  | { kind: 'next' | 'previous' }
  | { kind: 'decide'; decision: Decision }
  /** What was just decided is taken back. */
  | { kind: 'undo' }
  /** It has gone out. */
  | { kind: 'sent'; id: string }
  /** The server did not take it: the post comes back. */
  | { kind: 'failed'; id: string };

/** What changes while a decision on it is held stays away: whether that can stand, the server says. */
export const waitingOf = (queue: readonly Review[], { decided, justDecided }: Deciding): readonly Review[] =>
  queue.filter(
    ({ report: { id }, mark }) => justDecided?.id !== id && !decided.some((one) => one.id === id && one.mark === mark),
  );

/** The post that is looked at, and its place among those that wait. */
export function currentOf(queue: readonly Review[], deciding: Deciding): { review: Review; index: number } | undefined {
  const waiting = waitingOf(queue, deciding);
  const index = Math.max(
    0,
    waiting.findIndex(({ report }) => report.id === deciding.at),
  );
  const review = waiting[index];
  return review && { review, index };
}

export function step(deciding: Deciding, event: DecidingEvent, queue: readonly Review[]): Deciding {
  const waiting = waitingOf(queue, deciding);
  const index = currentOf(queue, deciding)?.index ?? 0;
  const idAt = (place: number): string | undefined => waiting[place]?.report.id;
  switch (event.kind) {
    case 'next':
      return { ...deciding, at: idAt(Math.min(index + 1, waiting.length - 1)) };
    case 'previous':
      return { ...deciding, at: idAt(Math.max(index - 1, 0)) };
    case 'decide': {
      const { id, mark } = event.decision;
      const following = idAt(index + 1) ?? idAt(index - 1);
      return { at: following, decided: [...deciding.decided, { id, mark }], justDecided: event.decision };
    }
    case 'undo': {
      if (!deciding.justDecided) return deciding;
      const { id } = deciding.justDecided;
      return { at: id, decided: deciding.decided.filter((one) => one.id !== id), justDecided: undefined };
    }
    case 'sent':
      return deciding.justDecided?.id === event.id ? { ...deciding, justDecided: undefined } : deciding;
    case 'failed': {
      const decided = deciding.decided.filter((one) => one.id !== event.id);
      return {
        at: event.id,
        decided,
        justDecided: deciding.justDecided?.id === event.id ? undefined : deciding.justDecided,
      };
    }
  }
}

/** How long until (or since) the 24 hours are over, in whole hours. */
export function clockOf(dueAt: string, now: number): { kind: 'left' | 'late'; hours: number } {
  const left = Date.parse(dueAt) - now;
  return { kind: left >= 0 ? 'left' : 'late', hours: Math.floor(Math.abs(left) / 3_600_000) };
}

/** When the queue presses: a quarter of the day is left, or nothing. */
export const clockTone = ({ kind, hours }: ReturnType<typeof clockOf>): 'lost' | 'wait' | 'plain' =>
  kind === 'late' ? 'lost' : hours < 6 ? 'wait' : 'plain';

export type KeyAction = 'approve' | 'reject' | 'next' | 'previous' | 'undo';
const KEYS: Record<string, KeyAction> = { a: 'approve', r: 'reject', j: 'next', k: 'previous', z: 'undo' };
/** The keys as they stand on the keyboard, for the line that tells of them. */
export const KEY_NAMES = { approve: 'A', reject: 'R', next: 'J', previous: 'K', undo: 'Z' } as const;

/** What a key means while one decides. In a field, in a dialog or with a modifier it means what it always does. */
export function keyAction(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  inField: boolean;
}): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.inField) return undefined;
  return KEYS[event.key.toLowerCase()];
}
