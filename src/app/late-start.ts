/**
 * What the user is told while the device's memory keeps the start waiting, and which of its steps are gone round.
 *
 * An old window that does not give the database up, or a page that the browser has put away in the middle of a write,
 * may hold it for as long as they like: what waits goes on by itself as soon as they let go, and until then nothing is
 * called saved.
 */

import { closeDeviceNote, tellOnDevice, useDeviceNotes } from '../platform/device-notes.ts';
import type { LocalDb } from '../store/db.ts';

/** A step that has not answered by then is said. */
export const LATE_MS = 5000;

/** Open the database, however long another window keeps it; the user is told what to do at once. */
export async function openPatiently(db: LocalDb): Promise<void> {
  db.on('blocked', () => tellOnDevice({ kind: 'blocked' }));
  await saidWhenLate(db.open());
  closeDeviceNote('blocked');
}

/** Wait for a step of the start, and no longer: what it has to do is done when the memory answers. Says whether it was. */
export async function goRound(step: Promise<unknown>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), LATE_MS));
  return Promise.race([saidWhenLate(step).then(() => true), late]);
}

/** The first screen reads before the tables are asked: it is not to wait for a question. */
const ASKED_AFTER_MS = 2000;

/**
 * Ask each table for one key: a screen that waits for one of them must not stand there without a word. In a transaction
 * each, since one over all of them would make every write wait for the one that does not answer.
 */
export const watchTables = (db: LocalDb): Promise<void> => saidWhenLate(askTables(db));

async function askTables(db: LocalDb): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ASKED_AFTER_MS));
  await Promise.all(db.tables.map((table) => table.limit(1).primaryKeys()));
}

/** How many steps are late now: the note goes with the last of them. */
let lateSteps = 0;

async function saidWhenLate<T>(step: PromiseLike<T>): Promise<T> {
  let isLate = false;
  const timer = setTimeout(() => {
    if (useDeviceNotes.getState().notes.some(({ kind }) => kind === 'blocked')) return; // its cause is said, and what to do
    isLate = true;
    lateSteps++;
    tellOnDevice({ kind: 'no-answer' });
  }, LATE_MS);
  try {
    return await step;
  } finally {
    clearTimeout(timer);
    if (isLate && --lateSteps === 0) closeDeviceNote('no-answer');
  }
}
