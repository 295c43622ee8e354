/** Send the sealed envelopes that this phone carries, whoever is signed in; and know what to seal the next ones to. */

import { envelopeState, putEnvelope, sealKey } from '../../contract/envelope.ts';
import { AppError, isErrorCode } from '../../contract/errors.ts';
import type { Api } from '../api/client.ts';
import type { LocalDb } from '../store/db.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { envelopeRefused, envelopeTaken, nextEnvelope, postponeAll, postponeEnvelope } from '../store/own/envelopes.ts';
import type { KeptEnvelope } from '../store/rows.ts';
import { isLink, patience } from './patience.ts';
import { PIECE_BYTES } from './push.ts';

/** The key may be changed; who seals to an older one is still understood. */
const KEY_EVERY_MS = 86_400_000;

interface EnvelopeDeps {
  db: LocalDb;
  api: Api;
  /** Wall-clock milliseconds. */
  now: () => number;
  random: () => number;
  /** Ends the call that is under way: the server no longer answers anybody. */
  cut?: AbortSignal;
}

/** Send what is due. Answers when the next is due. A link that is gone ends the run; the envelopes stay. */
export async function pushEnvelopes(deps: EnvelopeDeps): Promise<number | undefined> {
  const { db, now } = deps;
  for (;;) {
    const { envelope, dueAt } = await nextEnvelope(db, now());
    if (!envelope) return dueAt;
    try {
      await sendEnvelope(deps, envelope);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.next === 'refuse') await envelopeRefused(db, envelope.id, error);
      else if (error.code === 'too-many') await postponeAll(db, error, now(), deps.random);
      else await postponeEnvelope(db, envelope, error, now(), deps.random);
      if (isLink(error) || error.code === 'update-needed') throw error;
    }
  }
}

/** Only an answer that names the envelope and says that it was taken lets this phone forget it. */
async function sendEnvelope({ db, api, cut }: EnvelopeDeps, { id: sha256, blob }: KeptEnvelope): Promise<void> {
  const total = blob.size;
  const options = () => ({ signal: patience(cut), nameless: true });
  let state = await api.call(envelopeState, { sha256 }, options());
  do {
    const offset = state.received;
    if (state.outcome === 'taken' || state.outcome === 'refused') break;
    const body = blob.slice(offset, offset + PIECE_BYTES);
    state = await api.call(putEnvelope, { sha256, offset, total }, { body, ...options() });
    if (!state.outcome && state.received <= offset) throw new AppError('bad-answer', 'The upload does not advance');
  } while (state.outcome === undefined);
  const code = state.code !== undefined && isErrorCode(state.code) ? state.code : 'server';
  if (state.sha256 !== sha256) throw new AppError('bad-answer', 'The answer names another envelope');
  if (state.outcome === 'taken') await envelopeTaken(db, sha256);
  else if (state.outcome === 'refused') await envelopeRefused(db, sha256, new AppError(code, 'It was refused'));
  // Whatever it waits for is its author's matter; another carrier's try is as good as ours.
  else throw new AppError('unavailable', `The envelope waits: ${code}`);
}

/** What to seal to: known before it is needed, for then there may be no network. */
export async function keepSealKey({ db, api, now }: Pick<EnvelopeDeps, 'db' | 'api' | 'now'>): Promise<void> {
  const kept = await readMeta(db, 'sealKey');
  if (kept && Math.abs(now() - kept.at) < KEY_EVERY_MS) return;
  const key = await api.call(sealKey, {}, { signal: patience(undefined) });
  await writeMeta(db, 'sealKey', { ...key, at: now() });
}
