/** Deciding, at work: the queue from the server, and each decision sent once it can no longer be taken back. */

import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { moderate, type Review } from '../../../contract/moderation.ts';
import { useRead, useRefresh } from '../../api/use-read.ts';
import { useServices } from '../../services.ts';
import { showToast } from '../../ui/toasts.ts';
import {
  currentOf,
  type Deciding,
  type DecidingEvent,
  type Decision,
  decisionOn,
  NOTHING_DECIDED,
  step,
  UNDO_MS,
} from './deciding.ts';

/** Others decide too, and new posts come in. */
const ASK_EVERY_MS = 60_000;
/** A colleague was first; or its owner has changed it since it was looked at. */
const WHY_NOT: Partial<Record<ErrorCode, 'moderation.decidedAlready' | 'moderation.lookAgain'>> = {
  conflict: 'moderation.decidedAlready',
  'changed-meanwhile': 'moderation.lookAgain',
};
const NONE: readonly Review[] = [];

export function useDeciding() {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh();
  const read = useRead('moderationQueue', {}, { refetchInterval: ASK_EVERY_MS });
  const queue = read.data?.data ?? NONE;
  const latest = useRef(queue);
  latest.current = queue;
  const [deciding, dispatch] = useReducer(
    (before: Deciding, event: DecidingEvent) => step(before, event, latest.current),
    NOTHING_DECIDED,
  );

  const current = currentOf(queue, deciding);
  // What was read on an earlier visit may be long decided: it is no look until the server has answered.
  const isEarlier = read.isFetching && !read.isFetchedAfterMount;
  if (current && !isEarlier && current.review !== deciding.shown && current.since === 'same')
    dispatch({ kind: 'look', review: current.review });

  const send = useRef<(decision: Decision) => Promise<void>>(async () => undefined);
  send.current = async ({ id, mark, action, reason, looksAdult, again }) => {
    const opId = crypto.randomUUID();
    try {
      await api.call(
        moderate,
        {
          ...{ id, action, opId },
          ...(mark === undefined ? {} : { mark }),
          ...(reason ? { reason } : {}),
          ...(looksAdult ? { looksAdult } : {}),
          ...(again ? { again } : {}),
        },
        { opId },
      );
      dispatch({ kind: 'sent', id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      dispatch({ kind: 'failed', id });
      showToast(t(WHY_NOT[error.code] ?? 'moderation.failed'), 'lost');
    }
    await refresh('moderationQueue');
  };

  const { justDecided } = deciding;
  const takeBack = useRef<() => void>(() => undefined);
  // Sent when its time is over, or before that when another was decided or the page is left.
  useEffect(() => {
    if (!justDecided) return;
    let open = true;
    const go = () => {
      if (open) void send.current(justDecided);
      open = false;
    };
    const timer = setTimeout(go, UNDO_MS);
    takeBack.current = () => {
      open = false;
    };
    return () => {
      clearTimeout(timer);
      go();
    };
  }, [justDecided]);
  return {
    read,
    queue,
    deciding,
    current,
    /** What is on the screen is what the server says now, as far as is known. */
    isAsRead: current?.since === 'same' && !isEarlier,
    move: (kind: 'next' | 'previous') => dispatch({ kind }),
    /** What is on the screen, as it is now. */
    lookAnew: () => dispatch({ kind: 'anew' }),
    decide: (review: Review, how: Omit<Decision, 'id' | 'mark'>) =>
      dispatch({ kind: 'decide', review, decision: decisionOn(review, how) }),
    undo() {
      takeBack.current();
      dispatch({ kind: 'undo' });
    },
  };
}
