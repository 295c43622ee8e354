/** Brings what is in the reserve into the database as soon as there is room; until then it is sent from where it is. */

import type { Receipt } from '../../contract/primitives.ts';
import { isNoRoom } from '../platform/no-room.ts';
import type { LocalDb } from '../store/db.ts';
import { heldRows, release } from '../store/own/held.ts';
import { keepReport } from '../store/own/reports.ts';
import { keepWrite } from '../store/own/writes.ts';
import { type Held, isReport } from '../store/rows.ts';

/** What the reserve gave up, and what it still holds. */
export interface HeldTold {
  /** Of those that the server has received from here. */
  received: readonly Receipt[];
  still: readonly Held[];
}

export interface HeldDeps {
  db: LocalDb;
  /** Absent on a shared device: nothing is held there, the reserve lies in the open. */
  onHeld?: (told: HeldTold) => void;
}

/** Where there is room again, it needs no network; in the database it goes the way of all others. */
export async function bringInHeld({ db, onHeld }: HeldDeps): Promise<void> {
  if (!onHeld) return;
  const before = await heldRows();
  if (before.length === 0) return;
  // A report of that id that is here already may say something else: only this very write ends it.
  for (const row of before) if (await intoDatabase(db, row)) await release(row.opId);
  onHeld({ received: [], still: await heldRows() });
}

async function intoDatabase(db: LocalDb, row: Held): Promise<boolean> {
  try {
    await (isReport(row) ? keepReport(db, row) : keepWrite(db, () => row));
    return true;
  } catch (error) {
    if (isNoRoom(error)) return false;
    throw error;
  }
}
