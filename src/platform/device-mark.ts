/** The mark of this device in the browser's small storage for settings, which outlives what the browser evicts. */

import * as z from 'zod/mini';

const KEY = 'device';

const Mark = z.object({ id: z.string(), unsent: z.int(), drafts: z.int(), seenAt: z.number() });
export type Mark = z.infer<typeof Mark>;

/** What was kept here is about to be cleared on purpose. */
export const forgetDeviceMark = (): void => localStorage.removeItem(KEY);

export function readMark(): Mark | undefined {
  try {
    const parsed = Mark.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // a browser that keeps no settings, or somebody else's value
  }
}

export function writeMark(mark: Mark): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(mark));
  } catch (error) {
    console.warn('The mark of this device could not be kept', error);
  }
}
