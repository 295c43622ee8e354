/** Send the outbox: one op at a time, each until its receipt; doing it again changes nothing. */

import type { OutputOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { type Endpoints, endpoints } from '../../contract/protocol.ts';
import type { Api } from '../api/client.ts';
import type { LocalDb, Op } from '../store/db.ts';
import { isForAll, nextOp, postpone, RANK, setAside, waitForUser } from '../store/outbox.ts';
import { reportReceived } from '../store/reports.ts';
import { scanAnswered } from '../store/scans.ts';
import { writeReceived } from '../store/writes.ts';
import type { Sending } from './status.ts';

/** A piece of a photo: what a cut costs at most, and how often progress is seen. */
export const PIECE_BYTES = 128 * 1024;
/** A gateway that does not take a piece of this size takes none. */
const LEAST_PIECE_BYTES = 8 * 1024;

/**
 * How long one call of the queue may hang before it is given up and sent again: long enough for a piece of a photo at
 * 50 kbit/s (21 s). Nobody waits for it on the screen (A36 is about calls that somebody waits for).
 */
const PATIENCE_MS = 30_000;
const patience = () => AbortSignal.timeout(PATIENCE_MS);

export interface PushDeps {
  db: LocalDb;
  api: Api;
  /** Wall-clock milliseconds. */
  now: () => number;
  random: () => number;
  onSending?: (sending: Sending | undefined) => void;
  /** Whether videos may go out now (A25); absent means yes. */
  mayUseData?: () => Promise<boolean>;
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
  const { db, now, random, onSending } = deps;
  const maxRank = (await deps.mayUseData?.()) === false ? RANK.photo : RANK.video;
  let wanted: AppError | undefined;
  try {
    for (;;) {
      const sender = { account: db.signedIn()?.id, paused: wanted !== undefined };
      const { op, dueAt } = await nextOp(db, now(), maxRank, sender);
      if (!op && wanted) throw wanted;
      if (!op) return dueAt;
      onSending?.({ entityId: op.entityId, opId: op.opId, share: op.sentBytes / Math.max(1, op.bytes) });
      try {
        await sendOp(deps, op);
      } catch (error) {
        const known =
          error instanceof AppError ? error : new AppError('bad-answer', 'This op met a bug', { cause: error });
        if (known.next === 'refuse') await setAside(db, op, known);
        else if (known.next === 'retry') await postpone(db, op, known, now(), random);
        else await waitForUser(db, op, known);
        if (isOfAccount(known) && !wanted) wanted = known;
        else if (known !== error || known.next === 'wait' || isLink(known)) throw error;
      }
    }
  } finally {
    onSending?.(undefined);
  }
}

/** What only the account's owner can change; it says nothing about calls that need no account. */
const isOfAccount = (error: AppError): boolean =>
  ['sign-in-needed', 'guardian-needed', 'suspended'].includes(error.code);

/** The link may be gone. The op waits its pause all the same, so that one that breaks each link does not hold the others. */
const isLink = (error: AppError): boolean => ['network', 'not-our-server', 'cancelled'].includes(error.code);

/** What the device does with the answer to a call; any other write is simply received. */
type Take<E extends Op['endpoint']> = (deps: PushDeps, op: Op, answer: OutputOf<Endpoints[E]>) => Promise<void>;
const TAKE: { readonly [E in Op['endpoint']]?: Take<E> } = {
  uploadLostFoundPerson: ({ db }, op, { receipt, data }) => reportReceived(db, op, receipt, data.status),
  createReport: ({ db }, op, { receipt, data }) => reportReceived(db, op, receipt, data.status),
  async compareFace({ db }, op, { receipt, searched, candidates, reason }) {
    if (reason) throw new AppError('other-version', 'The server does not compare templates of this version');
    await scanAnswered(db, op.opId, { receipt: echoed(op, receipt), searched, candidates });
  },
  async updateReport({ db, now }, op, { data }) {
    await writeReceived(db, op, now());
    await db.report.update(op.entityId, { status: data.status });
  },
  // The two may already talk about this report, from another device: the messages that wait go there.
  startConversation: ({ db, now }, op, { data }) => writeReceived(db, op, now(), data.id),
};

async function sendOp(deps: PushDeps, op: Op): Promise<void> {
  if (op.endpoint === 'putFile') return sendFile(deps, op);
  const input = op.input as never; // written by the store for this very endpoint
  const answer = await deps.api.call(endpoints[op.endpoint], input, { opId: op.opId, ...inNameOf(op) });
  if ('receipt' in answer && answer.receipt) echoed(op, answer.receipt);
  const take = TAKE[op.endpoint] as Take<typeof op.endpoint> | undefined; // the table gives each its own answer
  await (take ? take(deps, op, answer as never) : writeReceived(deps.db, op, deps.now()));
}

/** An op goes out in its author's name, which `nextOp` has found to be signed in, or in nobody's. */
const inNameOf = (op: Op) => ({ signal: patience(), nameless: op.author === undefined && isForAll(op) });

/** Only an answer that names the op is a receipt for it; anything else leaves the op where it is. */
function echoed<T extends { opId: string }>(op: Op, receipt: T | undefined): T {
  if (receipt?.opId !== op.opId) throw new AppError('bad-answer', 'The receipt names another op');
  return receipt;
}

/**
 * Send a file from where the server has it, in pieces; "complete" is said after it checked the hash of the whole. Where a
 * gateway finds a piece too large, half of it is tried.
 */
async function sendFile({ db, api, onSending }: PushDeps, op: Op): Promise<void> {
  const { sha256 } = op.input as { sha256: string }; // written by the store with each file
  const file = await db.file.get(sha256);
  if (!file) throw new AppError('not-readable', 'The file is no longer on this device');
  const total = file.blob.size;
  let state = await api.call(endpoints.uploadState, { sha256 }, inNameOf(op));
  let piece = PIECE_BYTES;
  while (!state.complete) {
    const offset = state.received;
    const body = file.blob.slice(offset, offset + piece);
    try {
      state = await api.call(endpoints.putFile, { sha256, offset, total }, { body, ...inNameOf(op) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too-large' || piece <= LEAST_PIECE_BYTES) throw error;
      piece /= 2;
      continue;
    }
    if (!state.complete && state.received <= offset) throw new AppError('bad-answer', 'The upload does not advance');
    await db.outbox.update(op.seq, { sentBytes: state.received });
    onSending?.({ entityId: op.entityId, opId: op.opId, share: state.received / total });
  }
  await db.outbox.delete(op.seq);
}
