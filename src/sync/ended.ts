/** A session that was ended from another device: this one drops what it holds of the account. */

import { me } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import { ENDED } from '../../contract/session.ts';
import type { Api } from '../api/client.ts';
import { closeSession, currentSession } from '../api/session.ts';
import { endSubscription } from '../platform/push.ts';
import type { LocalDb } from '../store/db.ts';
import { clearReceived } from '../store/own/leave.ts';
import { eraseCleared } from './leave.ts';

/** The server's word that this session was ended by its owner. */
export const isEnded = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'sign-in-needed' && error.fields.authorization === ENDED;

/** Forget who was signed in, and what was read in their name. Answers false where the session goes on, or is another by now. */
export async function dropEnded({ db, api }: { db: LocalDb; api: Api }): Promise<boolean> {
  const session = currentSession();
  if (session === undefined || !(await isOver(api)) || currentSession()?.token !== session.token) return false;
  closeSession();
  void endSubscription();
  await clearReceived(db, session.account);
  await eraseCleared(db);
  return true;
}

/** Asked once more, of the session that is here now: the answer that was heard may have been about another. */
async function isOver(api: Api): Promise<boolean> {
  try {
    await api.call(me, {}, { author: '' });
    return false;
  } catch (error) {
    return isEnded(error);
  }
}
