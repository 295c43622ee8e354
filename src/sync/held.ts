/** Brings reports out of the reserve: into the database as soon as there is room, else straight to the server. */

import { AppError } from '../../contract/errors.ts';
import type { Receipt } from '../../contract/primitives.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Api } from '../api/client.ts';
import { isNoRoom } from '../platform/no-room.ts';
import type { LocalDb } from '../store/db.ts';
import { type HeldReport, heldReports, postponeHeld, refuseHeld, release, rowsOf, saveBy } from '../store/held.ts';
import { isDue } from '../store/outbox.ts';
import { isLink, patience } from './patience.ts';

/** What the reserve gave up, and what it still holds. */
export interface HeldTold {
  /** Of those that the server has received from here. */
  received: readonly Receipt[];
  still: readonly HeldReport[];
}

export interface HeldDeps {
  db: LocalDb;
  api: Api;
  /** Wall-clock milliseconds. */
  now: () => number;
  random: () => number;
  /** Absent on a shared device: nothing is held there, the reserve lies in the open. */
  onHeld?: (told: HeldTold) => void;
}

/** Where there is room again, it needs no network; in the database it goes the way of all others. */
export async function bringInHeld({ db, onHeld }: HeldDeps): Promise<void> {
  if (!onHeld) return;
  const before = await heldReports();
  if (before.length === 0) return;
  // A report of that id that is here already may say something else: only this very write ends it.
  for (const one of before) if (await intoDatabase(db, one)) await release(one.report.opId);
  onHeld({ received: [], still: await heldReports() });
}

/**
 * Send those that found no room. Answers when the next is due. One that cannot be taken now waits its pause alone; a link
 * that is gone ends the run. What its user must do first is thrown once the others have gone.
 */
export async function pushHeld(deps: HeldDeps, cut?: AbortSignal): Promise<number | undefined> {
  const { db, api, now, random, onHeld } = deps;
  const held = onHeld ? await heldReports() : [];
  if (held.length === 0) return undefined;
  const received: Receipt[] = [];
  let wanted: AppError | undefined;
  try {
    for (const one of held) {
      if (!mayGo(db, one) || !isDue(pauseOf(one), now())) continue;
      try {
        received.push(await send(api, one, cut));
        await release(one.report.opId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.next === 'refuse') await refuseHeld(one.report.opId, error);
        else if (error.next === 'retry') await postponeHeld(one.report.opId, error, now(), random);
        else wanted ??= error;
        if (isLink(error)) throw error;
      }
    }
  } finally {
    onHeld?.({ received, still: await heldReports() });
  }
  if (wanted) throw wanted;
  const due = (await heldReports()).filter((one) => mayGo(db, one)).map((one) => pauseOf(one).nextAt);
  return due.length > 0 ? Math.min(...due) : undefined;
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

const mayGo = (db: LocalDb, { author, refused }: HeldReport): boolean =>
  refused === undefined && (author === undefined || author.id === db.signedIn()?.id);

const pauseOf = ({ pause }: HeldReport) => pause ?? { tries: 0, nextAt: 0 };

async function send(api: Api, one: HeldReport, cut: AbortSignal | undefined): Promise<Receipt> {
  const { opId, input } = rowsOf(one).op;
  const { receipt } = await api.call(endpoints[one.call], input as never, {
    opId,
    signal: patience(cut),
    nameless: one.author === undefined,
    author: one.author?.id,
  }); // made by the form for this very endpoint
  if (receipt.opId !== opId) throw new AppError('bad-answer', 'The receipt names another op');
  return receipt;
}
