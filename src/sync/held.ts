/** Brings reports out of the reserve: into the database as soon as there is room, else straight to the server. */

import { AppError } from '../../contract/errors.ts';
import type { Receipt } from '../../contract/primitives.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Api } from '../api/client.ts';
import { isNoRoom } from '../platform/no-room.ts';
import type { LocalDb } from '../store/db.ts';
import { type HeldReport, heldReports, refuseHeld, release, rowsOf, saveBy } from '../store/held.ts';

/** Answers the receipts of those that the server has received from here. */
export async function bringOutHeld(db: LocalDb, api: Api): Promise<Receipt[]> {
  const received: Receipt[] = [];
  for (const one of await heldReports()) {
    const isSaved = await intoDatabase(db, one);
    const receipt = isSaved ? undefined : await toServer(db, api, one);
    if (receipt) received.push(receipt);
    // A report of that id that is here already may say something else: only this very write ends it.
    if (isSaved || receipt) await release(one.report.opId);
  }
  return received;
}

/** In the database it gets the name of who is signed in, so it goes there only in the time of who made it. */
async function intoDatabase(db: LocalDb, one: HeldReport): Promise<boolean> {
  if (db.signedIn()?.id !== one.author?.id) return false;
  try {
    await saveBy(db, one);
    return true;
  } catch (error) {
    if (isNoRoom(error)) return false;
    throw error;
  }
}

/** Undefined when it could not be sent now. */
async function toServer(db: LocalDb, api: Api, one: HeldReport): Promise<Receipt | undefined> {
  const { call, author, refused } = one;
  if (refused || (author && author.id !== db.signedIn()?.id)) return undefined;
  const { opId, input } = rowsOf(one).op;
  try {
    const { receipt } = await api.call(endpoints[call], input as never, {
      opId,
      nameless: author === undefined,
      author: author?.id,
    }); // made by the form for this very endpoint
    return receipt.opId === opId ? receipt : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Any other is still to be sent: the next look at the link tries again.
    if (error.next === 'refuse') await refuseHeld(opId, error);
    return undefined;
  }
}
