/** What is typed survives a kill at any key: it is on disk within half a second. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { LocalDb } from '../db.ts';
import type { Draft } from '../rows.ts';
import { dropDraft, writeDraft } from './drafts.ts';

const WRITE_AFTER_MS = 300;

interface KeptDraft {
  /** Whether the last writing succeeded. */
  isKept: boolean;
  /** The form was cleared. */
  drop: (id: string) => Promise<void>;
}

/**
 * Keep `draft` on disk while it changes; undefined keeps nothing. The first change starts the wait and later ones do not
 * prolong it, so that even who types without a pause is never further ahead. What is unwritten when the page hides or
 * the form goes is written then; what waits to be written when the form was saved or cleared is not written any more.
 */
export function useKeptDraft(db: LocalDb, draft: Omit<Draft, 'updatedAt'> | undefined): KeptDraft {
  const [isKept, setKept] = useState(true);
  const latest = useRef(draft);
  latest.current = draft;
  const unwritten = useRef<ReturnType<typeof setTimeout>>(undefined);
  const writing = useRef(false);
  const write = useCallback(async () => {
    forget(unwritten);
    if (!latest.current) return;
    writing.current = true;
    try {
      const kept = await writeDraft(db, { ...latest.current, updatedAt: Date.now() });
      setKept(kept || !latest.current);
    } catch (error) {
      console.error('What was typed could not be kept', error);
      setKept(false);
    } finally {
      writing.current = false;
    }
  }, [db]);
  useEffect(() => {
    // A phone that is slow at writing is not asked again before it has done so.
    const soon = (): void => {
      unwritten.current = setTimeout(() => (writing.current ? soon() : void write()), WRITE_AFTER_MS);
    };
    if (!draft) forget(unwritten);
    else if (unwritten.current === undefined) soon();
  }, [draft, write]);
  useEffect(() => {
    const leave = () => unwritten.current !== undefined && void write();
    const onHide = () => document.visibilityState === 'hidden' && leave();
    // What was being written when the page was put away was broken off.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void write();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pageshow', onShow);
      leave();
    };
  }, [write]);
  const drop = useCallback(
    (id: string) => {
      // At once, not when the form is drawn anew: the wait may end between the two.
      latest.current = undefined;
      forget(unwritten);
      return dropDraft(db, id);
    },
    [db],
  );
  return { isKept, drop };
}

function forget(timer: { current: ReturnType<typeof setTimeout> | undefined }): void {
  clearTimeout(timer.current);
  timer.current = undefined;
}
