/** A form that survives a kill at any key: what is typed is on disk within half a second. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft, LocalDb } from '../../store/db.ts';
import { writeDraft } from '../../store/drafts.ts';

const WRITE_AFTER_MS = 300;

/**
 * Keep `draft` on disk while it changes; undefined keeps nothing. The first change starts the wait and later ones do not
 * prolong it, so that even who types without a pause is never further ahead. What is unwritten when the page hides or
 * the form goes is written then. Answers whether the last writing succeeded.
 */
export function useKeptDraft(db: LocalDb, draft: Omit<Draft, 'updatedAt'> | undefined): boolean {
  const [isKept, setKept] = useState(true);
  const latest = useRef(draft);
  latest.current = draft;
  const unwritten = useRef<ReturnType<typeof setTimeout>>(undefined);
  const writing = useRef(false);
  const write = useCallback(async () => {
    clearTimeout(unwritten.current);
    unwritten.current = undefined;
    if (!latest.current) return;
    writing.current = true;
    try {
      await writeDraft(db, { ...latest.current, updatedAt: Date.now() });
      setKept(true);
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
    if (draft && unwritten.current === undefined) soon();
  }, [draft, write]);
  useEffect(() => {
    const leave = () => unwritten.current !== undefined && void write();
    const onHide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      leave();
    };
  }, [write]);
  return isKept;
}
