/** Times that this device noted itself, by a clock that may have been wrong then, or be wrong now. */

/** A noted time this far ahead of now was written by a clock that was wrong. */
const AHEAD_MS = 3_600_000;

/** Whether it was noted less than `ms` ago; not so when its clock was wrong. */
export const wasLately = (notedAt: number, ms: number, now: number): boolean =>
  notedAt > now - ms && notedAt <= now + AHEAD_MS;
