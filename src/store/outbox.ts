/** The queue of calls to make. An op leaves it on a receipt that names it, or by the user's own hand; never otherwise. */

import type { AppError, ErrorCode } from '../../contract/errors.ts';
import { endpoints } from '../../contract/protocol.ts';
import { atOnce } from './at-once.ts';
import { type Author, type LocalDb, type Op, SCHEMA } from './db.ts';

/** The longest pause of our own between two tries of one op. */
export const MAX_PAUSE_MS = 30_000;
/** The longest pause that the server may ask for: it counts by the hour. */
export const MAX_ASKED_PAUSE_MS = 3_600_000;
const FIRST_PAUSE_MS = 1000;

/** What goes first. */
export const RANK = { text: 0, photo: 1, video: 2 } as const;

export type NewOp = Pick<Op, 'opId' | 'entityId' | 'endpoint' | 'input' | 'rank' | 'bytes' | 'createdAt'>;

/** Add a call, in the name of who is signed in; only inside the transaction that writes what the call is about. */
export const enqueue = (db: LocalDb, op: NewOp): Promise<number> => enqueueBy(db, op, db.signedIn());

/** The same in the name of its author, whoever is signed in now; of nobody without one. */
export function enqueueBy(db: LocalDb, op: NewOp, author: Author | undefined): Promise<number> {
  const row = { ...op, ...(author ? { author } : {}), schema: SCHEMA };
  return db.outbox.add({ ...row, state: 'waiting', tries: 0, nextAt: 0, sentBytes: 0 });
}

/** In whose name ops may go out now. */
export interface Sender {
  /** Who is signed in. */
  account?: string | undefined;
  /** The server wants something of them first: only what needs no account goes. */
  paused?: boolean;
}

/** A call that the server takes from nobody in particular. */
export const isForAll = (op: Op): boolean => endpoints[op.endpoint].access === 'public';

/** Nobody's op goes out in anybody's name: what A made waits for A, what was made signed out goes without a name. */
export function isHeld(op: Op, { account, paused = false }: Sender): boolean {
  if (op.author) return paused || op.author.id !== account;
  return !isForAll(op) && (paused || account === undefined);
}

/** Something waits for its maker to sign in, and nobody is signed in. */
export async function waitsForSignIn(db: LocalDb): Promise<boolean> {
  if (db.signedIn()) return false;
  return (await db.outbox.filter((op) => op.state === 'waiting' && isHeld(op, {})).count()) > 0;
}

/**
 * The op to send next, of those up to `maxRank`, or when the earliest one that must wait is due.
 *
 * Texts before small pictures before photos, then those that failed least, then oldest first. An op waits for the earlier texts of its
 * entity, and behind a refused op of it.
 */
export async function nextOp(
  db: LocalDb,
  now: number,
  maxRank: number = RANK.video,
  sender: Sender = {},
): Promise<{ op: Op | undefined; dueAt: number | undefined }> {
  const ops = await db.outbox.orderBy('seq').toArray();
  const ahead = new Set<string>();
  const free: Op[] = [];
  for (const op of ops) {
    if (!ahead.has(op.entityId) && op.state === 'waiting') free.push(op);
    if (op.state === 'refused' || op.rank === RANK.text) ahead.add(op.entityId);
  }
  let dueAt: number | undefined;
  for (const op of free.sort(
    (a, b) => a.rank - b.rank || isAhead(a) - isAhead(b) || a.tries - b.tries || a.seq - b.seq,
  )) {
    if (op.rank > maxRank || (op.schema ?? 1) > SCHEMA || isHeld(op, sender)) continue;
    if (isDue(op, now)) return { op, dueAt: undefined };
    dueAt = Math.min(dueAt ?? op.nextAt, op.nextAt);
  }
  return { op: undefined, dueAt };
}

/** Of photos, those whose small picture has not gone ahead come first. */
const isAhead = (op: Op): number => (op.thumbed ? 1 : 0);

/** When a call that failed goes out again, wherever it waits. */
export interface Pause {
  tries: number;
  /** Wall-clock milliseconds. */
  nextAt: number;
  /** How long it was when it was set. */
  pauseMs?: number;
}

/** A time further ahead than the pause that set it comes from a clock that was wrong then or is wrong now. */
export const isDue = ({ nextAt, pauseMs = 0 }: Pause, now: number): boolean =>
  nextAt <= now || nextAt > now + Math.max(MAX_PAUSE_MS, pauseMs);

/** Try again later: after what the server asked, else after a pause that doubles and is spread by `random`. */
export function pauseAfter(before: Pause, error: AppError, now: number, random: () => number): Required<Pause> {
  const tries = before.tries + 1;
  const doubled = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10));
  const asked = error.retryAfterMs;
  const pauseMs = asked === undefined ? doubled * (0.5 + random() / 2) : Math.min(MAX_ASKED_PAUSE_MS, asked);
  return { tries, nextAt: now + pauseMs, pauseMs };
}

export async function postpone(db: LocalDb, op: Op, error: AppError, now: number, random: () => number): Promise<void> {
  await db.outbox.update(op.seq, { ...pauseAfter(op, error, now, random), error: error.code });
}

/** The link is back: what failed for want of it need not wait out its pause. */
export async function linkIsBack(db: LocalDb): Promise<void> {
  await db.outbox.filter((op) => op.state === 'waiting' && isForLink(op)).modify({ nextAt: 0 });
}

const LINK_ERRORS: readonly (ErrorCode | undefined)[] = ['network', 'not-our-server', 'cancelled', 'unavailable'];
export const isForLink = ({ error }: { error?: ErrorCode }): boolean => LINK_ERRORS.includes(error);

/** Set an op aside: the server will never take it as it is. */
export async function setAside(db: LocalDb, op: Op, error: AppError): Promise<void> {
  await db.outbox.update(op.seq, { state: 'refused', error: error.code, fields: error.fields });
}

/** An account is no more: nothing of it will ever be taken, and all of it is for the user to export, mend or drop. */
export async function setAsideAll(db: LocalDb, author: string, error: AppError): Promise<void> {
  const isTheirs = (op: Op) => op.author?.id === author && op.state === 'waiting';
  await db.outbox.filter(isTheirs).modify({ state: 'refused', error: error.code });
}

/** The user asks for another try of everything of one entity. */
export async function tryAgain(db: LocalDb, entityId: string): Promise<void> {
  await db.outbox.where('entityId').equals(entityId).modify({ state: 'waiting', tries: 0, nextAt: 0 });
}

/** The user must act before the server takes this: it waits, and the outbox says for what. */
export async function waitForUser(db: LocalDb, op: Op, error: AppError): Promise<void> {
  await db.outbox.update(op.seq, { error: error.code });
}

/**
 * The user gives up what has not been received: the whole of a report or scan, or, when the server already has the
 * report, only the files that it will not take. The report itself then stays, with its number. Other writes about the
 * same report are not touched: `dropWrite` gives those up.
 */
export async function dropUnsent(db: LocalDb, entityId: string): Promise<void> {
  await atOnce(db, 'rw', [db.outbox, db.report, db.scan, db.write], async (db) => {
    const report = await db.report.get(entityId);
    if (!report?.receipt) {
      for (const table of [db.outbox, db.write]) await table.where('entityId').equals(entityId).delete();
      await db.report.delete(entityId);
      await db.scan.delete(entityId);
      return;
    }
    const files = [...report.photos, ...report.videos].map((sha256) => `${entityId}/${sha256}`);
    const given = await db.outbox.where('opId').anyOf(files).toArray();
    const refused = new Set(given.filter(({ state }) => state === 'refused').map(({ opId }) => opId));
    await db.outbox
      .where('opId')
      .anyOf([...refused])
      .delete();
    const stays = (sha256: string) => !refused.has(`${entityId}/${sha256}`);
    await db.report.update(entityId, { photos: report.photos.filter(stays), videos: report.videos.filter(stays) });
  });
}
