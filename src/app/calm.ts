/** When the page may be opened anew: nothing unsaved on it, and no call of the outbox under way. */

import { isWakeUpOwed } from '../platform/background-sync.ts';
import { hasUnsaved } from '../platform/unsaved.ts';
import { useSyncStatus } from '../sync/status.ts';

const LOOK_MS = 300;

const isSending = (): boolean => useSyncStatus.getState().sending !== undefined;

export const isCalm = (): boolean => !hasUnsaved() && !isSending();

/** Wait until what is being sent has arrived or failed; false when it has not after `longestMs`. */
export function whenSent(longestMs: number): Promise<boolean> {
  return when(() => !isSending(), longestMs);
}

/** Wait until the browser has given the wake-up that it owes; `longestMs` at most, since it comes with the network only. */
export function whenWoken(longestMs: number): Promise<boolean> {
  return when(async () => !(await isWakeUpOwed()), longestMs);
}

/** Wait, however long it takes, until opening the page anew costs nothing. */
export const whenCalm = (): Promise<boolean> => when(isCalm, Number.POSITIVE_INFINITY);

async function when(is: () => boolean | Promise<boolean>, longestMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += LOOK_MS) {
    if (await is()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return is();
}
