/** A page's chunk that cannot be fetched: mostly because a new version replaced it while this one was open. */

import { apiBase } from '../api/base.ts';
import { hasUnsaved } from '../platform/unsaved.ts';

const KEY = 'chunk-reload';
/** Two failures within this time have a cause that a reload does not mend. */
const GUARD_MS = 60_000;

/** The server must answer in this time to be there. */
const ANSWER_MS = 8000;

/** Reload once, for the new version's chunks. Never over unsaved work, nor without our server, nor in a circle. */
export function watchStaleChunks(): void {
  addEventListener('vite:preloadError', () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  if (hasUnsaved() || !(await serverAnswers()) || hasUnsaved()) return;
  const now = Date.now();
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Math.abs(now - last) < GUARD_MS) return;
    sessionStorage.setItem(KEY, String(now));
  } catch {
    return; // without a memory the circle could not be noticed
  }
  location.reload();
}

/** Only our server repeats the nonce; this comes before anything that could ask it in our usual way is loaded. */
async function serverAnswers(): Promise<boolean> {
  const nonce = crypto.randomUUID();
  try {
    const url = `${apiBase()}/health?nonce=${nonce}`;
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { redirect: 'error', cache: 'no-store', signal });
    return ((await response.json()) as { nonce?: string }).nonce === nonce;
  } catch {
    return false;
  }
}

/** What the browsers call it: Chromium, Firefox, Safari, and Vite for a stylesheet. */
export const isStaleChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);
