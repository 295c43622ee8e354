/** The queue of calls to make. An op leaves it on a receipt that names it, or by the user's own hand; never otherwise. */

import type { AppError, ErrorCode } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/protocol.ts';
import type { QueuedName } from '../../../contract/queued.ts';
import { atOnce } from '../at-once.ts';
import type { LocalDb } from '../db.ts';
import { SCHEMA } from '../newer-rows.ts';
import {
  type Author,
  isReport,
  type Made,
  RANK,
  REPORTS,
  type ReportCall,
  type Step,
  setSteps,
  WAITS,
} from '../rows.ts';
import { dropSealed } from './carried.ts';
import { changeHeld, useHeld } from './held.ts';
import { changeReport, findOwnReport, madeAbout, waitingRows } from './made.ts';

/** The longest pause of our own between two tries of one op. */
export const MAX_PAUSE_MS = 30_000;
/** The longest pause that the server may ask for: it counts by the hour. */
export const MAX_ASKED_PAUSE_MS = 3_600_000;
const FIRST_PAUSE_MS = 1000;

/** One call to make, as it is sent: a step of what was made, with what it needs to know of the whole. */
export interface Op extends Step {
  /** Of a text that of the write; of a file a name of its own, by what it belongs to and its hash. */
  opId: string;
  entityId: string;
  endpoint: QueuedName;
  input: unknown;
  author?: Author;
  createdAt: number;
  /** The place of the whole. */
  order: number;
  schema?: number;
  /** The write that it is a step of. */
  of: string;
  /** The whole lies in the reserve: held.ts. */
  inReserve?: true;
}

/** What of it is still to be sent, in its order. */
export function opsOf(row: Made): Op[] {
  const { opId, entityId, endpoint, input, author, createdAt, order, schema } = row;
  const of = isReport(row) ? { of: opId } : {};
  const by = { entityId, createdAt, order, of: opId, ...(author ? { author } : {}), ...(schema ? { schema } : {}) };
  return row.steps.map((step) =>
    step.sha256 === undefined
      ? { ...step, ...by, opId, endpoint, input }
      : {
          ...step,
          ...by,
          opId: fileName(row, step.sha256),
          endpoint: 'putFile',
          input: { sha256: step.sha256, ...of },
        },
  );
}

/** Named by what it belongs to and its content, so that putting a file back in the queue cannot double it. */
const fileName = (row: Made, sha256: string): string => `${isReport(row) ? row.entityId : row.opId}/${sha256}`;

/** Those calls that lie in the database, in the order in which they were made. */
export const stored = async (db: LocalDb): Promise<Op[]> => (await waitingRows(db)).flatMap(opsOf);

/** All calls that are not received, wherever they lie, in the order in which they were made. */
export async function queue(db: LocalDb): Promise<Op[]> {
  const ops = await stored(db);
  const held = useHeld
    .getState()
    .rows.flatMap(opsOf)
    .map((op) => ({ ...op, inReserve: true as const }));
  return held.length === 0 ? ops : [...ops, ...held].sort((a, b) => a.order - b.order);
}

/** Those that may go by what this device holds: what is about a report that is back in its form waits until it is saved again. */
export async function sendable(db: LocalDb): Promise<Op[]> {
  const ops = await queue(db);
  const drafts = new Set(await db.draft.toCollection().primaryKeys());
  const saved = new Set(
    ops.filter(({ endpoint }) => REPORTS.includes(endpoint as ReportCall)).map((op) => op.entityId),
  );
  return ops.filter(({ entityId }) => !drafts.has(entityId) || saved.has(entityId));
}

/** Change one call that waits. */
export async function changeOp(db: LocalDb, { of, sha256, inReserve }: Op, change: Partial<Step>): Promise<void> {
  const how = ({ steps }: Made) => {
    for (const step of steps) if (step.sha256 === sha256) Object.assign(step, change);
  };
  if (inReserve) await changeHeld(({ opId }) => opId === of, how);
  else await db.made.where('opId').equals(of).modify(how);
}

/** Change each call that is meant, of all that wait. */
export async function changeOps(db: LocalDb, isMeant: (op: Op) => boolean, change: Partial<Step>): Promise<void> {
  const isOne = (row: Made) => opsOf(row).some(isMeant);
  const how = (row: Made) => {
    for (const [place, op] of opsOf(row).entries()) if (isMeant(op)) Object.assign(row.steps[place] ?? {}, change);
  };
  await db.made.where('waits').equals(WAITS).filter(isOne).modify(how);
  if (useHeld.getState().rows.some(isOne)) await changeHeld(isOne, how);
}

/** Those that are meant are not sent any more. */
export function dropOps(row: Made, isMeant: (op: Op) => boolean): void {
  const ops = opsOf(row);
  setSteps(
    row,
    row.steps.filter((_, place) => !isMeant(ops[place] as Op)), // one each
  );
}

/** It was received: `note` takes down in its row what came of it, in the same step. */
export async function finishOp(db: LocalDb, { opId, of }: Op, note: Partial<Made> = {}): Promise<void> {
  await db.made
    .where('opId')
    .equals(of)
    .modify((row) => {
      Object.assign(row, note);
      dropOps(row, (op) => op.opId === opId);
    });
}

/**
 * These set out: from here on the server may have them, whatever becomes of the call. Answers them as they are now, for a
 * report's text may have been corrected or given up since they were read.
 */
export async function begin(db: LocalDb, ops: readonly Op[]): Promise<Op[]> {
  const isFresh = (op: Op) =>
    op.rank === RANK.text && !op.begun && !op.inReserve && REPORTS.includes(op.endpoint as ReportCall);
  const fresh = ops.filter(isFresh).map(({ of }) => of);
  if (fresh.length === 0) return [...ops];
  const begun = new Map<string, Op>();
  await db.made
    .where('opId')
    .anyOf(fresh)
    .modify((row) => {
      for (const step of row.steps) if (step.sha256 === undefined) step.begun = true;
      for (const op of opsOf(row)) if (op.sha256 === undefined) begun.set(op.of, op);
    });
  return ops.flatMap((op) => (isFresh(op) ? (begun.get(op.of) ?? []) : op));
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
  return (await queue(db)).some((op) => op.state === 'waiting' && isHeld(op, {}));
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
  const ahead = new Set<string>();
  const free: Op[] = [];
  for (const op of await sendable(db)) {
    if (!ahead.has(op.entityId) && op.state === 'waiting') free.push(op);
    if (op.state === 'refused' || op.rank === RANK.text) ahead.add(op.entityId);
  }
  let dueAt: number | undefined;
  for (const op of free.sort(
    (a, b) => a.rank - b.rank || isAhead(a) - isAhead(b) || a.tries - b.tries || a.order - b.order,
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

export const postpone = (db: LocalDb, op: Op, error: AppError, now: number, random: () => number): Promise<void> =>
  changeOp(db, op, { ...pauseAfter(op, error, now, random), error: error.code });

/** The link is back: what failed for want of it need not wait out its pause. */
export const linkIsBack = (db: LocalDb): Promise<void> =>
  changeOps(db, (op) => op.state === 'waiting' && op.nextAt > 0 && isForLink(op), { nextAt: 0 });

const LINK_ERRORS: readonly (ErrorCode | undefined)[] = ['network', 'not-our-server', 'cancelled', 'unavailable'];
export const isForLink = ({ error }: { error?: ErrorCode }): boolean => LINK_ERRORS.includes(error);

/** Set an op aside: the server will never take it as it is. */
export const setAside = (db: LocalDb, op: Op, { code, fields }: AppError): Promise<void> =>
  changeOp(db, op, { state: 'refused', error: code, fields });

/** An account is no more: nothing of it will ever be taken, and all of it is for the user to export, mend or drop. */
export const setAsideAll = (db: LocalDb, author: string, { code }: AppError): Promise<void> =>
  changeOps(db, (op) => op.author?.id === author && op.state === 'waiting', { state: 'refused', error: code });

/** The user asks for another try of everything of one entity. */
export const tryAgain = (db: LocalDb, entityId: string): Promise<void> =>
  changeOps(db, (op) => op.entityId === entityId, { state: 'waiting', tries: 0, nextAt: 0 });

/** The user must act before the server takes this: it waits, and the outbox says for what. */
export const waitForUser = (db: LocalDb, op: Op, { code }: AppError): Promise<void> =>
  changeOp(db, op, { error: code });

/**
 * The user gives up what has not been received: the whole of a report or scan, or, when the server already has the
 * report, only the files that it will not take. The report itself then stays, with its number. Other writes about the
 * same report are not touched: `dropWrite` gives those up.
 */
export async function dropUnsent(db: LocalDb, entityId: string): Promise<void> {
  const isArrived = (await findOwnReport(db, entityId))?.receipt !== undefined;
  const ops = (await madeAbout(db, entityId)).flatMap(opsOf);
  const isGiven = (op: Op) => !isArrived || (op.sha256 !== undefined && op.state === 'refused');
  await dropSealed(db.carried, ops.filter(isGiven));
  await atOnce(db, 'rw', [db.made], async (db) => {
    const report = await findOwnReport(db, entityId);
    if (!report?.receipt) return void (await db.made.where('entityId').equals(entityId).delete());
    await changeReport(db, entityId, (report) => {
      const refused = new Set(report.steps.flatMap(({ state, sha256 }) => (state === 'refused' && sha256) || []));
      const stays = (sha256: string) => !refused.has(sha256);
      dropOps(report, ({ sha256 = '' }) => refused.has(sha256));
      Object.assign(report, { photos: report.photos.filter(stays), videos: report.videos.filter(stays) });
    });
  });
}
