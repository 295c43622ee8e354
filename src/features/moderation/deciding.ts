/**
 * How a moderator decides: which post is looked at, and the decision that can still be taken back. Pure.
 *
 * A decision waits a few seconds before it is sent, so that a wrong key costs nothing; what is decided leaves the queue at
 * once. The queue is read again meanwhile, but what is on the screen stays as it is there until the reviewer goes on or asks
 * for it anew: a key that was meant for one post must not decide on another, or on words that nobody has read.
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

export const decisionOn = ({ report: { id }, mark }: Review, how: Omit<Decision, 'id' | 'mark'>): Decision => ({
  id,
  mark,
  ...how,
});

/** Whether approving it shows it to its district's officers alone: a child that was hidden, whose case they may name then. */
export const isRelease = ({ report, held }: Review): boolean => report.needsCase === true && held === true;

export interface Deciding {
  /** The post being looked at, as it is on the screen; before anything was, the first one. */
  shown: Review | undefined;
  /** Decided here, as it was on the screen; the server may not know yet. What has another mark has come back, and waits again. */
  decided: readonly Review[];
  /** It can still be taken back. */
  justDecided: Decision | undefined;
}

export const NOTHING_DECIDED: Deciding = { shown: undefined, decided: [], justDecided: undefined };

export type DecidingEvent =
  | { kind: 'next' | 'previous' }
  /** It is on the screen. */
  | { kind: 'look'; review: Review }
  /** What is on the screen is to be shown as it is now. */
  | { kind: 'anew' }
  /** On a post as it was on the screen, which need not be the one that is there now: a question stays open longer. */
  | { kind: 'decide'; review: Review; decision: Decision }
  /** What was just decided is taken back. */
  | { kind: 'undo' }
  /** It has gone out. */
  | { kind: 'sent'; id: string }
  /** The server did not take it: the post comes back. */
  | { kind: 'failed'; id: string };

/** What changes while a decision on it is held stays away: whether that can stand, the server says. */
export const waitingOf = (queue: readonly Review[], { decided, justDecided }: Deciding): readonly Review[] =>
  queue.filter(
    ({ report: { id }, mark }) =>
      justDecided?.id !== id && !decided.some((one) => one.report.id === id && one.mark === mark),
  );

export interface Current {
  review: Review;
  /** Its place among those that wait; -1 when it is none of them. */
  index: number;
  /** What the newest queue says of it: that it is the same, has another mark, or waits no more. */
  since: 'same' | 'changed' | 'gone';
}

/** The post that is looked at, as it is on the screen; what belongs to no mark of it is the newest. */
export function currentOf(queue: readonly Review[], deciding: Deciding): Current | undefined {
  const waiting = waitingOf(queue, deciding);
  const { shown } = deciding;
  const [first] = waiting;
  if (!shown) return first && { review: first, index: 0, since: 'same' };
  const index = waiting.findIndex(({ report }) => report.id === shown.report.id);
  const now = waiting[index];
  if (!now) return { review: shown, index, since: 'gone' };
  return now.mark === shown.mark ? { review: now, index, since: 'same' } : { review: shown, index, since: 'changed' };
}

export function step(deciding: Deciding, event: DecidingEvent, queue: readonly Review[]): Deciding {
  const waiting = waitingOf(queue, deciding);
  const current = currentOf(queue, deciding);
  const index = current?.index ?? 0;
  /** As it was on the screen when it was decided on. */
  const decidedOn = (id: string) => deciding.decided.findLast(({ report }) => report.id === id);
  const allBut = (id: string) => deciding.decided.filter(({ report }) => report.id !== id);
  switch (event.kind) {
    case 'next':
      return { ...deciding, shown: waiting[Math.min(index + 1, waiting.length - 1)] };
    case 'previous':
      return { ...deciding, shown: waiting[Math.max(index - 1, 0)] };
    case 'look':
      return { ...deciding, shown: event.review };
    case 'anew':
      return { ...deciding, shown: waiting[index] };
    case 'decide': {
      const { decision, review } = event;
      const isShown = current?.review.report.id === decision.id;
      return {
        shown: isShown ? (waiting[index + 1] ?? waiting[index - 1]) : deciding.shown,
        decided: [...deciding.decided, review],
        justDecided: decision,
      };
    }
    case 'undo': {
      if (!deciding.justDecided) return deciding;
      const { id } = deciding.justDecided;
      return { shown: decidedOn(id) ?? deciding.shown, decided: allBut(id), justDecided: undefined };
    }
    case 'sent':
      return deciding.justDecided?.id === event.id ? { ...deciding, justDecided: undefined } : deciding;
    case 'failed':
      return {
        shown: decidedOn(event.id) ?? deciding.shown,
        decided: allBut(event.id),
        justDecided: deciding.justDecided?.id === event.id ? undefined : deciding.justDecided,
      };
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

/** What each key does while one decides, in the order in which the line below tells of them. */
export const KEYS = { a: 'approve', r: 'reject', j: 'next', k: 'previous', z: 'undo' } as const;
export type KeyAction = (typeof KEYS)[keyof typeof KEYS];
const ACTIONS = new Map<string, KeyAction>(Object.entries(KEYS));

/** What a key means while one decides. In a field, in a dialog or with a modifier it means what it always does. */
export function keyAction(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  inField: boolean;
}): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.inField) return undefined;
  return ACTIONS.get(event.key.toLowerCase());
}
