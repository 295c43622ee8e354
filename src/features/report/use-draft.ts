/** A form that survives a kill at any key: what is typed is on disk within half a second. */

import { useEffect, useRef } from 'react';
import type { Draft, LocalDb } from '../../store/db.ts';
import { writeDraft } from '../../store/drafts.ts';

const WRITE_AFTER_MS = 300;

/** Keep `draft` on disk while it changes; undefined keeps nothing. What is unwritten when the page hides is written then. */
export function useKeptDraft(db: LocalDb, draft: Omit<Draft, 'updatedAt'> | undefined): void {
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(() => {
    if (!draft) return;
    const write = () => {
      if (latest.current) void writeDraft(db, { ...latest.current, updatedAt: Date.now() });
    };
    const timer = setTimeout(write, WRITE_AFTER_MS);
    const onHide = () => document.visibilityState === 'hidden' && write();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [db, draft]);
}
