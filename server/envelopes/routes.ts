/** Envelopes in, in pieces, from whoever carries them; see docs/decisions/018. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  ENVELOPE,
  type EnvelopeState,
  envelopeState,
  MAX_ENVELOPE_BYTES,
  putEnvelope,
  sealKey,
} from '../../contract/envelope.ts';
import { AppError } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { Piece, Uploads } from '../files/uploads.ts';
import { countBytes, countUse, giveBack, giveBytesBack } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { applyEnvelope, type Outcome, refusedBy } from './apply.ts';
import type { InnerCalls } from './inner.ts';
import { currentSealKey, readSealPairs, type SealPair } from './keys.ts';
import { checkHead, openEnvelope } from './open.ts';

/** Envelopes an hour of which nothing comes, from one carrier: behind one address may be all phones of an operator. */
const MOST_LEFT = 2000;
/** What became of an envelope is told for so long; one that still waits then is forgotten. */
const KEPT_MS = 90 * 86_400_000;

interface EnvelopeDeps {
  db: Db;
  /** Envelopes on their way, and those that wait: a folder of their own, in which nothing but envelopes is looked up. */
  envelopes: Uploads;
  inner: InnerCalls;
  /** Bytes an hour that one carrier may leave here without anything coming of them. */
  leftBytes: number;
}

export function envelopeRoutes(http: Http, { db, envelopes, inner, leftBytes }: EnvelopeDeps): void {
  mount(http, sealKey, () => currentSealKey(db));

  mount(http, envelopeState, async ({ input: { sha256 } }) => {
    const known = await outcomeOf(sha256);
    return { sha256, received: await envelopes.received(sha256), ...known };
  });

  mount(http, putEnvelope, async ({ input: { sha256, offset, total }, body, announced, caller }) => {
    const known = await outcomeOf(sha256);
    if (known && known.outcome !== 'waits') {
      body?.resume();
      return { sha256, received: total, ...known };
    }
    if (!Number.isInteger(offset) || !Number.isInteger(total) || offset < 0 || total <= 0)
      throw new AppError('bad-input', 'A piece has a place', { fields: { offset: 'not a place in a file' } });
    if (total > MAX_ENVELOPE_BYTES) throw new AppError('too-large', `An envelope may have ${MAX_ENVELOPE_BYTES} bytes`);
    const uses = `envelope:${caller.key}`;
    if (offset === 0) await countUse(db, uses, MOST_LEFT);
    const most = Math.min(announced ?? total, total);
    const counted = `envelope-bytes:${caller.key}`;
    const { state } = await countBytes(db, counted, leftBytes, most, () =>
      envelopes.inTurn(sha256, async () => {
        const before = await envelopes.received(sha256);
        const state = await take(sha256, caller, before, { offset, total, body });
        return { state, kept: Math.max(0, state.received - before) };
      }),
    );
    if (state.outcome === 'taken') {
      await giveBytesBack(db, counted, total);
      await giveBack(db, uses, 1);
    }
    return state;
  });

  async function take(
    sha256: string,
    caller: Caller,
    before: number,
    { offset, total, body }: Omit<Piece, 'body'> & { body: Readable | undefined },
  ): Promise<EnvelopeState> {
    const pairs = await readSealPairs(db);
    const check = (head: Uint8Array) => checkHead(pairs, head);
    const head = { bytes: ENVELOPE.body, check };
    try {
      const received = body ? await envelopes.append(sha256, { offset, total, body }, head) : before;
      return received < total ? { sha256, received } : await settle(sha256, received, caller, pairs);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not-readable') throw error;
      return { sha256, received: 0, ...refusedBy(error) };
    }
  }

  async function outcomeOf(sha256: string): Promise<Pick<EnvelopeState, 'outcome' | 'code'> | undefined> {
    const row = await db
      .selectFrom('envelope')
      .select(['outcome', 'code'])
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    return row && { outcome: row.outcome, ...(row.code === null ? {} : { code: row.code }) };
  }

  /** It is here whole: open it and do what it holds. What it does is done once, however often this is. */
  async function settle(
    sha256: string,
    received: number,
    carrier: Caller,
    pairs: readonly SealPair[],
  ): Promise<EnvelopeState> {
    const bytes = await readFile(envelopes.path(sha256)).catch(() => undefined);
    if (!bytes) return { sha256, received, ...(await outcomeOf(sha256)) }; // another carrier was first
    if (hashOf(bytes) !== sha256) {
      await envelopes.remove(sha256);
      return { sha256, received: 0 };
    }
    const done = await openEnvelope(pairs, bytes).then(
      (opened) => applyEnvelope(db, inner, opened, { carrier, rule: http }),
      (error: unknown): Outcome => refusedBy(error),
    );
    const row = { outcome: done.outcome, code: 'code' in done ? done.code : null, at: new Date() };
    await db
      .insertInto('envelope')
      .values({ sha256, ...row })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet(row))
      .execute();
    if (done.outcome !== 'waits') await envelopes.remove(sha256);
    return { sha256, received, ...done };
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Forget what was settled, or given up, long ago. */
export async function forgetEnvelopes(db: Db, envelopes: Uploads, now = Date.now()): Promise<void> {
  const old = await db
    .deleteFrom('envelope')
    .where('at', '<', new Date(now - KEPT_MS))
    .returning('sha256')
    .execute();
  for (const { sha256 } of old) await envelopes.remove(sha256);
}
