/** When the page may be opened anew: nothing unsaved on it, and no call of the outbox under way. */

import { hasUnsaved } from '../platform/unsaved.ts';
import { useSyncStatus } from '../sync/status.ts';

const LOOK_MS = 300;

const isSending = (): boolean => useSyncStatus.getState().sending !== undefined;

export const isCalm = (): boolean => !hasUnsaved() && !isSending();

/** Wait until what is being sent has arrived or failed; `longestMs` at most, since sending it again changes nothing. */
export function whenSent(longestMs: number): Promise<void> {
  return when(() => !isSending(), longestMs);
}

/** Wait, however long it takes, until opening the page anew costs nothing. */
export const whenCalm = (): Promise<void> => when(isCalm, Number.POSITIVE_INFINITY);

function when(is: () => boolean, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    let waitedMs = 0;
    const look = (): void => {
      const isOver = is() || waitedMs >= longestMs;
      waitedMs += LOOK_MS;
      if (isOver) resolve();
      else setTimeout(look, LOOK_MS);
    };
    look();
  });
}
