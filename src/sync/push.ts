/** Send the outbox: one op at a time, each until its receipt; doing it again changes nothing. */

import { AppError } from '../../contract/errors.ts';
import { endpoints } from '../../contract/protocol.ts';
import type { Api } from '../api/client.ts';
import type { LocalDb, Op } from '../store/db.ts';
import { nextOp, postpone, RANK, setAside } from '../store/outbox.ts';
import { reportReceived } from '../store/reports.ts';
import { scanAnswered } from '../store/scans.ts';
import type { Sending } from './status.ts';

/** A piece of a photo: what a cut costs at most, and how often progress is seen. */
export const PIECE_BYTES = 128 * 1024;

/**
 * How long one call of the queue may hang before it is given up and sent again: long enough for a piece of a photo at
 * 50 kbit/s. Nobody waits for it on the screen (A36 is about calls that somebody waits for).
 */
const PATIENCE_MS = 60_000;
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
 * user and the others flow on. A server that cannot take an op now postpones that op alone; a link that is gone, or a
 * user who must act first, ends the run with the error and leaves the queue whole.
 */
export async function pushOutbox(deps: PushDeps): Promise<number | undefined> {
  const { db, now, random, onSending } = deps;
  const maxRank = (await deps.mayUseData?.()) === false ? RANK.photo : RANK.video;
  try {
    for (;;) {
      const { op, dueAt } = await nextOp(db, now(), maxRank);
      if (!op) return dueAt;
      onSending?.({ entityId: op.entityId, opId: op.opId, share: op.sentBytes / Math.max(1, op.bytes) });
      try {
        await sendOp(deps, op);
      } catch (error) {
        const known =
          error instanceof AppError ? error : new AppError('bad-answer', 'This op met a bug', { cause: error });
        if (known.next === 'refuse') await setAside(db, op, known);
        else if (known.next === 'retry') await postpone(db, op, known, now(), random);
        if (known !== error || known.next === 'wait' || isLink(known)) throw error;
      }
    }
  } finally {
    onSending?.(undefined);
  }
}

/** The link may be gone. The op waits its pause all the same, so that one that breaks each link does not hold the others. */
const isLink = (error: AppError): boolean => ['network', 'not-our-server', 'cancelled'].includes(error.code);

async function sendOp(deps: PushDeps, op: Op): Promise<void> {
  const { db, api } = deps;
  const input = op.input as never; // written by the store for this very endpoint
  switch (op.endpoint) {
    case 'uploadLostFoundPerson': {
      const answer = await api.call(endpoints.uploadLostFoundPerson, input, { opId: op.opId, signal: patience() });
      return reportReceived(db, op, echoed(op, answer.receipt), answer.data.status);
    }
    case 'compareFace': {
      const { receipt, searched, candidates, reason } = await api.call(endpoints.compareFace, input, {
        opId: op.opId,
        signal: patience(),
      });
      if (reason) throw new AppError('other-version', 'The server does not compare templates of this version');
      return scanAnswered(db, op.opId, { receipt: echoed(op, receipt), searched, candidates });
    }
    case 'putFile':
      return sendPhoto(deps, op);
  }
}

/** Only an answer that names the op is a receipt for it; anything else leaves the op where it is. */
function echoed<T extends { opId: string }>(op: Op, receipt: T | undefined): T {
  if (receipt?.opId !== op.opId) throw new AppError('bad-answer', 'The receipt names another op');
  return receipt;
}

/** Send a photo from where the server has it, in pieces; "complete" is said after it checked the hash of the whole. */
async function sendPhoto({ db, api, onSending }: PushDeps, op: Op): Promise<void> {
  const { sha256 } = op.input as { sha256: string }; // written by fileOp of store/reports.ts
  const file = await db.file.get(sha256);
  if (!file) throw new AppError('not-readable', 'The photo is no longer on this device');
  const total = file.blob.size;
  let state = await api.call(endpoints.uploadState, { sha256 }, { signal: patience() });
  while (!state.complete) {
    const offset = state.received;
    const body = file.blob.slice(offset, offset + PIECE_BYTES);
    state = await api.call(endpoints.putFile, { sha256, offset, total }, { body, signal: patience() });
    if (!state.complete && state.received <= offset) throw new AppError('bad-answer', 'The upload does not advance');
    await db.outbox.update(op.seq, { sentBytes: state.received });
    onSending?.({ entityId: op.entityId, opId: op.opId, share: state.received / total });
  }
  await db.outbox.delete(op.seq);
}
