/** Sessions as the server sees them: begun, looked up, ended. What the browser keeps of them is in session.ts. */

import { me, type User } from '../../contract/auth.ts';
import { endSubscription } from '../platform/push.ts';
import type { Api } from './client.ts';
import { addEnding, sendEndings } from './endings.ts';
import { accessToken, closeSession, keepToken, keepUser } from './session.ts';
import { defaultUser, type SessionUser } from './session-user.ts';

export interface Opening {
  accessToken: string;
  /** From the answer to the sign-in. */
  user?: User | undefined;
  /** What was typed: a name of last resort is made of it. */
  email: string;
}

/**
 * Keep the token, then ask who it belongs to: the first of the list that /me answers, else whom the sign-in named, else
 * a default user (R239 to R245). The sign-in has succeeded by now, so a failure to ask is no failure of it.
 */
export async function openSession({ accessToken: token, user, email }: Opening, api: Api): Promise<SessionUser> {
  keepToken(token);
  return keepUser((await readMe(api)) ?? user ?? defaultUser(email));
}

/** Ask the server who is signed in and keep the answer; nothing changes when it cannot be had. */
export async function refreshUser(api: Api): Promise<void> {
  const token = accessToken();
  if (token === undefined) return;
  const found = await readMe(api);
  if (found && accessToken() === token) keepUser(found);
}

/**
 * Sign out: at once on this device, and on the server as soon as it can be reached. Answers whether it was; what it was
 * not told waits for `sendEndings`. The device's push subscription ends too: the next user is another.
 */
export async function signOut(api: Api, everywhere = false): Promise<boolean> {
  const token = accessToken();
  if (token !== undefined) addEnding({ token, everywhere });
  closeSession();
  if (token === undefined) return true;
  const push = await endSubscription();
  if (push !== undefined) addEnding({ token, everywhere, push });
  return sendEndings(api);
}

async function readMe(api: Api): Promise<User | undefined> {
  try {
    const [first] = await api.call(me, {}, { author: '' }); // whose the token is, is what is asked
    return first;
  } catch (error) {
    console.warn('Who is signed in could not be asked', error);
    return undefined;
  }
}
