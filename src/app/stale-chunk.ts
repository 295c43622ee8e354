/** A page's chunk that cannot be fetched: mostly because a new version replaced it while this one was open. */

import { hasUnsaved } from '../platform/unsaved.ts';

const KEY = 'chunk-reload';
/** Two failures within this time have a cause that a reload does not mend. */
const GUARD_MS = 60_000;

/** Reload once, for the new version's chunks. Never over unsaved work, nor without a network, nor in a circle. */
export function watchStaleChunks(): void {
  addEventListener('vite:preloadError', () => {
    if (hasUnsaved() || !navigator.onLine) return;
    const now = Date.now();
    try {
      const last = Number(sessionStorage.getItem(KEY) ?? 0);
      if (Math.abs(now - last) < GUARD_MS) return;
      sessionStorage.setItem(KEY, String(now));
    } catch {
      return; // without a memory the circle could not be noticed
    }
    location.reload();
  });
}

/** What the browsers call it: Chromium, Firefox, Safari, and Vite for a stylesheet. */
export const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);
