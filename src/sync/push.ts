/** Send the outbox: texts together, files one at a time, each until its receipt; doing it again changes nothing. */

import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError, isErrorCode } from '../../contract/errors.ts';
import { MAX_THUMB_BYTES } from '../../contract/file.ts';
import type { OpenReason } from '../../contract/moderation.ts';
import { type BatchedResult, MAX_BATCH, sendOps } from '../../contract/ops.ts';
import type { Receipt } from '../../contract/primitives.ts';
import { type Endpoints, endpoints } from '../../contract/protocol.ts';
import type { Api } from '../api/client.ts';
import { forgetReads } from '../api/kept-reads.ts';
import { atOnce } from '../store/at-once.ts';
import type { LocalDb } from '../store/db.ts';
import { bareCandidate } from '../store/others/records.ts';
import { batched, batchOf } from '../store/own/batch.ts';
import { type End, reportEnded } from '../store/own/ending.ts';
import { changeHeld, release, useHeld } from '../store/own/held.ts';
import { changeReport, findOwnReport } from '../store/own/made.ts';
import {
  begin,
  changeOp,
  finishOp,
  isForAll,
  nextOp,
  type Op,
  postpone,
  setAside,
  setAsideAll,
  waitForUser,
} from '../store/own/outbox.ts';
import { fileUnwanted, reportReceived } from '../store/own/reports.ts';
import { scanAnswered } from '../store/own/scans.ts';
import { writeReceived } from '../store/own/writes.ts';
import { type Held, movedTo, RANK } from '../store/rows.ts';
import { isLink, patience } from './patience.ts';
import type { Sending } from './status.ts';

/** A piece of a photo: what a cut costs at most, and how often progress is seen. */
export const PIECE_BYTES = 128 * 1024;
/** A gateway that does not take a piece of this size takes none. */
const LEAST_PIECE_BYTES = 8 * 1024;

export interface PushDeps {
  db: LocalDb;
  api: Api;
  /** Wall-clock milliseconds. */
  now: () => number;
  random: () => number;
  onSending?: (sending: Sending | undefined) => void;
  /** Whether videos may go out now (A25); absent means yes. */
  mayUseData?: () => Promise<boolean>;
  /** A small picture of a photo, of at most so many bytes; absent where none can be made. */
  thumbOf?: (photo: Blob, most: number) => Promise<Blob | undefined>;
  /** Ends the call that is under way: the server no longer answers anybody. */
  cut?: AbortSignal;
  /** Told of each that was received from the reserve. */
  onReceivedHeld?: (receipt: Receipt) => void;
}

/**
 * Send what is due, texts before photos. Answers when the next op is due, if one must wait.
 *
 * `op.opId` names the write, so sending it again after a lost reply changes nothing. A refused op is set aside for the
 * user and the others flow on. A server that cannot take an op now postpones that op alone. When the user must act first
 * (sign in, be allowed to), what needs no account still goes, and the error ends the run. So does a link that is gone,
 * at once. The queue stays whole.
 */
export async function pushOutbox(deps: PushDeps): Promise<number | undefined> {
  const { db, now, onSending } = deps;
  const maxRank = (await deps.mayUseData?.()) === false ? RANK.photo : RANK.video;
  let wanted: AppError | undefined;
  let most = MAX_BATCH;
  try {
    for (;;) {
      const sender = { account: db.signedIn()?.id, paused: wanted !== undefined };
      const { op, dueAt } = await nextOp(db, now(), maxRank, sender);
      if (!op && wanted) throw wanted;
      if (!op) return dueAt;
      const ops = await begin(db, await batchOf(db, op, now(), sender, most));
      const [first] = ops;
      if (!first) continue; // corrected or given up since it was read
      onSending?.({ entityId: first.entityId, opId: first.opId, share: first.sentBytes / Math.max(1, first.bytes) });
      const sent =
        ops.length > 1 ? await sendTogether(deps, ops) : [{ op: first, failure: await failureOf(sendOp(deps, first)) }];
      // A gateway that lets less through, or a server that knows no batches: the same ops go in smaller ones, or alone.
      if (!sent) most = Math.floor(ops.length / 2);
      const asked = wanted;
      for (const { op: one, failure } of sent ?? []) {
        const known = failure === undefined ? undefined : await keep(deps, one, failure);
        if (known && isOfAccount(known)) wanted ??= known;
      }
      const end = sent?.find(({ failure }) => failure !== undefined && endsRun(failure, asked));
      if (end) throw end.failure;
    }
  } finally {
    onSending?.(undefined);
  }
}

/** The op stays in the queue, and says why; or it is done for, since what it was about is gone. */
async function keep(deps: PushDeps, op: Op, failure: unknown): Promise<AppError> {
  const { db, now, random } = deps;
  const known =
    failure instanceof AppError ? failure : new AppError('bad-answer', 'This op met a bug', { cause: failure });
  if (known.code === 'account-gone' && op.author) await setAsideAll(db, op.author.id, known);
  else if (known.code === 'not-found' && WHERE_NONE[op.endpoint]) await WHERE_NONE[op.endpoint]?.(deps, op);
  else if (known.next === 'refuse') {
    await setAside(db, op, known);
    if (op.endpoint === 'putFile' && known.code === 'not-found') await fileUnwanted(db, op.entityId);
  } else if (known.next === 'retry') await postpone(db, op, known, now(), random);
  else await waitForUser(db, op, known);
  return known;
}

/** A bug, a link that is gone, or what the user must do first; after the first word on the account, what needs none still goes. */
function endsRun(failure: unknown, asked: AppError | undefined): boolean {
  if (!(failure instanceof AppError) || isLink(failure)) return true;
  return failure.next === 'wait' && (asked !== undefined || !isOfAccount(failure));
}

/** What a step failed with, a bug included; undefined when it did not. */
const failureOf = async (step: Promise<void>): Promise<unknown> => step.then(() => undefined, asFailure);
const asFailure = (error: unknown): unknown => error ?? new Error('It failed without a word');

/** What only the account's owner can change; it says nothing about calls that need no account. */
const isOfAccount = (error: AppError): boolean =>
  ['sign-in-needed', 'guardian-needed', 'suspended', 'passkey-needed', 'proof-needed'].includes(error.code);

/** What the device does with the answer to a call; any other write is simply received. */
type Take<E extends Op['endpoint']> = (deps: PushDeps, op: Op, answer: OutputOf<Endpoints[E]>) => Promise<void>;
const TAKE: { readonly [E in Op['endpoint']]?: Take<E> } = {
  uploadLostFoundPerson: ({ db }, op, { receipt, data }) => reportReceived(db, op, receipt, data.status),
  createReport: ({ db }, op, { receipt, data }) => reportReceived(db, op, receipt, data.status),
  async compareFace({ db }, op, { receipt, searched, candidates, reason }) {
    if (reason) throw new AppError('other-version', 'The server does not compare templates of this version');
    const { reason: because } = op.input as { reason?: OpenReason }; // written by the store for this very endpoint
    // What was told because of an officer's reason is kept on no device.
    const kept = because === undefined ? candidates : candidates.map(bareCandidate);
    await scanAnswered(db, op.opId, { receipt: echoed(op, receipt), searched, candidates: kept });
  },
  async updateReport({ db, now }, op, { data }) {
    await writeReceived(db, op, now());
    if (data.status === 'withdrawn') await reportEnded(db, op.entityId, data.status);
    else await changeReport(db, op.entityId, (report) => void Object.assign(report, { status: data.status }));
  },
  async endReport(deps, op, { receipt }) {
    echoed(op, receipt);
    await hasEnded(deps, op);
  },
  async adoptReport(deps, op, { receipt }) {
    echoed(op, receipt);
    const { author } = op;
    if (author) await changeReport(deps.db, op.entityId, (report) => void Object.assign(report, { author }));
    await writeReceived(deps.db, op, deps.now());
  },
  async updateReunion({ db, now }, op, { data }) {
    await writeReceived(db, op, now());
    // How it stands by that is asked anew, and is no news to who said it.
    const { together } = op.input as { together?: boolean }; // written by the store for this very endpoint
    if (together !== undefined && data?.as !== 'office')
      await changeReport(db, op.entityId, (report) => {
        delete report.status;
        report.followedAt = 0;
      });
  },
  // The two may already talk about this report, from another device: the messages that wait go there.
  startConversation: ({ db, now }, op, { data }) => writeReceived(db, op, now(), data.id),
};

async function hasEnded({ db, now }: PushDeps, op: Op): Promise<void> {
  const { how } = op.input as { how: End }; // written by the store for this very endpoint
  await reportEnded(db, op.entityId, how);
  if (how === 'erased') await forgetReads(); // the report may be among what was read
  await writeReceived(db, op, now());
}

/**
 * What is done where the server has no such report of ours: it went there by another way, and so ends here, and agrees to
 * nothing. The server tells nobody which reports of others it has, so it says no more than that.
 */
const WHERE_NONE: { readonly [E in Op['endpoint']]?: (deps: PushDeps, op: Op) => Promise<void> } = {
  endReport: hasEnded,
  setConsent: ({ db, now }, op) => writeReceived(db, op, now()),
};

async function sendOp(deps: PushDeps, op: Op): Promise<void> {
  if (op.endpoint === 'putFile') return goesAhead(deps, op) ? sendThumb(deps, op) : sendFile(deps, op);
  const input = op.input as never; // written by the store for this very endpoint
  const answer: unknown = await deps.api.call(endpoints[op.endpoint], input, { opId: op.opId, ...inNameOf(deps, op) });
  await take(deps, op, answer);
  await takeInReserve(deps, op, answer);
}

/** What the answer changes in the reserve, which no transaction of the database reaches. */
async function takeInReserve({ onReceivedHeld }: PushDeps, op: Op, answer: unknown): Promise<void> {
  const { receipt, data } = answer as { receipt?: Receipt; data?: { id?: string } }; // of the call that `take` has checked
  if (op.inReserve) {
    await release(op.opId);
    if (receipt) onReceivedHeld?.(receipt);
  }
  const heldAs = op.endpoint === 'startConversation' ? data?.id : undefined;
  const isBehind = (row: Held) => row.entityId === op.entityId;
  if (heldAs !== undefined && useHeld.getState().rows.some(isBehind))
    await changeHeld(isBehind, (row) => void Object.assign(row, movedTo(row, heldAs)));
}

/** What became of one op of a batch. */
interface Sent {
  op: Op;
  /** Absent when the server has it. */
  failure?: unknown;
}

/** Send texts in one call; each stands for itself. Undefined when a batch of this size cannot be sent here. */
async function sendTogether(deps: PushDeps, ops: readonly Op[]): Promise<Sent[] | undefined> {
  const [first] = ops;
  if (!first) return [];
  const results = new Map<string, BatchedResult>();
  try {
    const answer = await deps.api.call(sendOps, { ops: ops.map(batched) }, inNameOf(deps, first));
    for (const result of answer.results) results.set(result.opId, result);
  } catch (error) {
    const isOfSize = error instanceof AppError && (error.next === 'refuse' || error.code === 'bad-answer');
    if (isOfSize && error.code !== 'account-gone') return undefined;
    return ops.map((op) => ({ op, failure: error }));
  }
  const answered = ops.map((op) => ({ op, result: results.get(op.opId) }));
  const failed = new Set(answered.flatMap(({ op, result }) => (result?.kind === 'refused' ? [op.entityId] : [])));
  const waits = ({ op, result }: (typeof answered)[number]) => result?.kind === 'held' && failed.has(op.entityId);
  const checked = answered.filter((one) => !waits(one)).map(({ op, result }) => ({ op, ...answerIn(op, result) }));
  const failure = await failureOf(takeAll(deps, checked));
  for (const { op, answer } of failure ? [] : checked) if (answer) await takeInReserve(deps, op, answer);
  return checked.map((one) => ({ op: one.op, failure: one.failure ?? failure }));
}

/**
 * What the server has goes out of the queue at once: one wait for the phone's disk instead of one for each. Of one entity one
 * after the other; others do not wait for it.
 */
const takeAll = ({ db, ...deps }: PushDeps, all: readonly { op: Op; answer?: unknown }[]): Promise<void> =>
  atOnce(db, 'rw', [db.made, db.file], async (db) => {
    const entities = new Map<string, Promise<void>>();
    for (const { op, answer } of all) {
      if (answer === undefined) continue;
      const before = entities.get(op.entityId) ?? Promise.resolve();
      entities.set(
        op.entityId,
        before.then(() => take({ ...deps, db }, op, answer)),
      );
    }
    await Promise.all(entities.values());
  });

/** The call's own answer, or why there is none. */
function answerIn(op: Op, result: BatchedResult | undefined): { answer?: unknown; failure?: AppError } {
  if (result?.kind === 'refused') {
    const { code, message, fields = {}, retryAfterMs } = result.error;
    return { failure: new AppError(isErrorCode(code) ? code : 'bad-answer', message, { fields, retryAfterMs }) };
  }
  const parsed = endpoints[op.endpoint].output.safeParse(result?.kind === 'done' ? result.answer : undefined);
  if (parsed.success && isEcho(op, parsed.data)) return { answer: parsed.data };
  return { failure: new AppError('bad-answer', 'The batch does not answer this op as agreed') };
}

const isEcho = (op: Op, answer: unknown): boolean => {
  const { receipt } = answer as { receipt?: Receipt }; // the answer of this op's own call, checked by its schema
  return receipt === undefined || receipt.opId === op.opId;
};

/** The device takes note of the answer to a call that went out. */
async function take(deps: PushDeps, op: Op, answer: unknown): Promise<void> {
  if (!isEcho(op, answer)) throw new AppError('bad-answer', 'The receipt names another op');
  const taken = TAKE[op.endpoint] as Take<typeof op.endpoint> | undefined; // the table gives each its own answer
  await (taken ? taken(deps, op, answer as never) : writeReceived(deps.db, op, deps.now()));
}

/** An op goes out in its author's name, which `nextOp` has found to be signed in, or in nobody's. */
const inNameOf = ({ cut }: PushDeps, op: Op) => ({
  signal: patience(cut),
  nameless: op.author === undefined && isForAll(op),
  author: op.author?.id,
});

/** Only an answer that names the op is a receipt for it; anything else leaves the op where it is. */
function echoed<T extends { opId: string }>(op: Op, receipt: T | undefined): T {
  if (receipt?.opId !== op.opId) throw new AppError('bad-answer', 'The receipt names another op');
  return receipt;
}

/** A photo that is a small picture itself needs none. */
const goesAhead = ({ thumbOf }: PushDeps, op: Op): boolean =>
  thumbOf !== undefined &&
  op.rank === RANK.photo &&
  !op.thumbed &&
  op.sentBytes === 0 &&
  op.bytes > 2 * MAX_THUMB_BYTES;

/** All small pictures go before the first photo. It is a courtesy: one that is not taken is not tried again. */
async function sendThumb(deps: PushDeps, op: Op): Promise<void> {
  const { db, api, thumbOf } = deps;
  const { sha256 = '' } = op;
  const [report, file] = [await findOwnReport(db, op.entityId), await db.file.get(sha256)];
  const isOfReport = report?.receipt !== undefined && op.of === report.opId;
  const body = isOfReport && file ? await thumbOf?.(file.blob, MAX_THUMB_BYTES).catch(() => undefined) : undefined;
  try {
    if (body && report)
      await api.call(endpoints.putThumb, { sha256, of: report.opId }, { body, ...inNameOf(deps, op) });
  } catch (error) {
    if (!(error instanceof AppError) || error.next !== 'refuse') throw error;
  }
  await changeOp(db, op, { thumbed: true });
}

/** `of`: the write of the report that the file is for, if it is for one; ops of former versions do not say. */
interface FileInput {
  sha256: string;
  of?: string;
}

/**
 * Send a file from where the server has it, in pieces; "complete" is said after it checked the hash of the whole. Where a
 * gateway finds a piece too large, half of it is tried.
 */
async function sendFile(deps: PushDeps, op: Op): Promise<void> {
  const { db, api, onSending } = deps;
  const { sha256, of } = op.input as FileInput; // written by the store with each file
  const file = await db.file.get(sha256);
  if (!file) throw new AppError('not-readable', 'The file is no longer on this device');
  const total = file.blob.size;
  let state = await api.call(endpoints.uploadState, { sha256, of }, inNameOf(deps, op));
  let piece = PIECE_BYTES;
  while (!state.complete) {
    const offset = state.received;
    const body = file.blob.slice(offset, offset + piece);
    try {
      state = await api.call(endpoints.putFile, { sha256, offset, total, of }, { body, ...inNameOf(deps, op) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too-large' || piece <= LEAST_PIECE_BYTES) throw error;
      piece /= 2;
      continue;
    }
    if (!state.complete && state.received <= offset) throw new AppError('bad-answer', 'The upload does not advance');
    await changeOp(db, op, { sentBytes: state.received });
    onSending?.({ entityId: op.entityId, opId: op.opId, share: state.received / total });
  }
  await finishOp(db, op);
}
