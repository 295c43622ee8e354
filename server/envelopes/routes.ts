/** Envelopes in, in pieces, from whoever carries them; see docs/decisions/018. */

import { type EnvelopeState, envelopeState, putEnvelope, sealKey } from '../../contract/envelope.ts';
import { AppError } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';
import type { Db } from '../db/schema.ts';
import type { FileStore } from '../files/store.ts';
import { countUse } from '../http/limits.ts';
import { type Http, mount } from '../http/mount.ts';
import { applyEnvelope, type Outcome, refusedBy } from './apply.ts';
import type { InnerCalls } from './inner.ts';
import { currentSealKey, readSealPairs } from './keys.ts';
import { openEnvelope } from './open.ts';

/** Envelopes an hour from one carrier: a police post's worth of phones, and no more for who fills our disk with noise. */
const MOST_AN_HOUR = 2000;
/** What became of an envelope is told for so long; one that still waits then is forgotten. */
const KEPT_MS = 90 * 86_400_000;

interface EnvelopeDeps {
  db: Db;
  files: FileStore;
  inner: InnerCalls;
}

export function envelopeRoutes(http: Http, { db, files, inner }: EnvelopeDeps): void {
  mount(http, sealKey, () => currentSealKey(db));

  mount(http, envelopeState, async ({ input: { sha256 } }) => {
    const known = await outcomeOf(sha256);
    return { sha256, received: (await files.state(sha256)).received, ...known };
  });

  mount(http, putEnvelope, async ({ input: { sha256, offset, total }, body, caller }) => {
    const known = await outcomeOf(sha256);
    if (known && known.outcome !== 'waits') {
      body?.resume();
      return { sha256, received: total, ...known };
    }
    if (!Number.isInteger(offset) || !Number.isInteger(total) || offset < 0 || total <= 0)
      throw new AppError('bad-input', 'A piece has a place', { fields: { offset: 'not a place in a file' } });
    if (offset === 0) await countUse(db, `envelope:${caller.key}`, MOST_AN_HOUR);
    const { received, complete } = body
      ? await files.append(sha256, 'envelope', { offset, total, body })
      : await files.state(sha256);
    return complete ? settle(sha256, received, caller) : { sha256, received };
  });

  async function outcomeOf(sha256: string): Promise<Pick<EnvelopeState, 'outcome' | 'code'> | undefined> {
    const row = await db
      .selectFrom('envelope')
      .select(['outcome', 'code'])
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    return row && { outcome: row.outcome, ...(row.code === null ? {} : { code: row.code }) };
  }

  /** It is here whole: open it and do what it holds. What it does is done once, however often this is. */
  async function settle(sha256: string, received: number, carrier: Caller): Promise<EnvelopeState> {
    const bytes = await files.read(sha256);
    if (!bytes) return { sha256, received, ...(await outcomeOf(sha256)) }; // another carrier was first
    const done = await openEnvelope(await readSealPairs(db), bytes).then(
      (opened) => applyEnvelope(db, inner, opened, carrier),
      (error: unknown): Outcome => refusedBy(error),
    );
    const row = { outcome: done.outcome, code: 'code' in done ? done.code : null, at: new Date() };
    await db
      .insertInto('envelope')
      .values({ sha256, ...row })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet(row))
      .execute();
    if (done.outcome !== 'waits') await files.remove(sha256);
    return { sha256, received, ...done };
  }
}

/** Forget what was settled, or given up, long ago. */
export async function forgetEnvelopes(db: Db, files: FileStore, now = Date.now()): Promise<void> {
  const old = await db
    .deleteFrom('envelope')
    .where('at', '<', new Date(now - KEPT_MS))
    .returning('sha256')
    .execute();
  for (const { sha256 } of old) await files.remove(sha256);
}
