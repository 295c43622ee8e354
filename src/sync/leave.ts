/** Signing out: what waits is sealed, what would be lost is asked about, and nothing else stays readable on the device. */

import { create } from 'zustand';
import { AppError } from '../../contract/errors.ts';
import { signOut } from '../api/account.ts';
import type { Api } from '../api/client.ts';
import { forgetReads } from '../api/kept-reads.ts';
import { currentSession, useSession } from '../api/session.ts';
import { closeDeviceNote } from '../platform/device-notes.ts';
import { inTime } from '../platform/in-time.ts';
import { isOutpost } from '../platform/outpost.ts';
import { withRoom } from '../platform/room.ts';
import { dropShared } from '../platform/shared-in.ts';
import type { LocalDb } from '../store/db.ts';
import { rebuild } from '../store/erase.ts';
import { readMeta } from '../store/meta.ts';
import { releaseTheirs } from '../store/own/held.ts';
import { type Fate, type Left, sealAndClear, whatIsLeft } from '../store/own/leave.ts';
import { keepSealKey } from './envelopes.ts';

/** What to do with what cannot be sealed. */
export type LeaveAnswer = Fate | 'stay';

/** The question that is open; whoever draws it answers it. */
export const useLeaving = create<{ question: { left: Left; answer: (answer: LeaveAnswer) => void } | undefined }>(
  () => ({ question: undefined }),
);

/** - `failed`: what waits could not be sealed, there is no room for it perhaps; they are still signed in, and all is there. */
export type Leaving = { kind: 'stayed' } | { kind: 'failed' } | { kind: 'left'; reached: boolean; sealed: number };

interface LeaveDeps {
  db: LocalDb;
  api: Api;
  now: () => number;
}

/** Who wants to sign out should not wait for a network that hangs. */
const KEY_MS = 3000;
/** Kept beside the database, by features of their own. */
const OWN_KEYS = /^wapsi-code-/;

export async function leave({ db, api, now }: LeaveDeps, everywhere = false): Promise<Leaving> {
  const account = useSession.getState().user?.id;
  const session = currentSession();
  const to = await knownKey({ db, api, now });
  const left = await whatIsLeft(db, account, to, session);
  const answer = Object.values(left).some((count) => count > 0) ? await ask(left) : 'erase';
  if (answer === 'stay') return { kind: 'stayed' };
  const sealed = await withRoom(() => sealAndClear(db, account, to, session, now(), answer)).catch((error: unknown) =>
    console.error('What waits could not be sealed', error),
  );
  if (sealed === undefined) return { kind: 'failed' };
  const reached = signOut(api, everywhere); // it has forgotten the session by now, and tells the server
  if (answer === 'erase') await eraseHeld(account);
  closeDeviceNote('held'); // it names the report
  await eraseCleared(db);
  return { kind: 'left', reached: await reached, sealed };
}

async function knownKey(deps: LeaveDeps) {
  const known = await readMeta(deps.db, 'sealKey');
  if (known) return known;
  await inTime(keepSealKey(deps), KEY_MS).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error; // without a key the user is asked
  });
  return readMeta(deps.db, 'sealKey');
}

function ask(left: Left): Promise<LeaveAnswer> {
  return new Promise((resolve) => {
    const answer = (given: LeaveAnswer) => {
      useLeaving.setState({ question: undefined });
      resolve(given);
    };
    useLeaving.setState({ question: { left, answer } });
  });
}

const eraseHeld = (account: string | undefined): Promise<void> =>
  releaseTheirs(account).catch((error: unknown) => console.warn('What is in reserve could not be let go', error));

/** What was cleared is off the disk too; see Note: Deleted is not gone. */
export async function eraseCleared(db: LocalDb): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) if (OWN_KEYS.test(key)) localStorage.removeItem(key);
    await forgetReads();
    await dropShared();
    if (!isOutpost()) await rebuild(db); // what lies in a vault cannot be read anyway, and must not pass through the open
  } catch (error) {
    console.warn('What was deleted could not be taken off the disk', error);
  }
}
