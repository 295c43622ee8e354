/**
 * Sessions that were ended on this device and not yet on the server: signing out works without a network, and the old
 * token must not stay valid because of it. They are kept beside the token they were, until the server has ended them.
 */

import * as z from 'zod/mini';
import { logout } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import { unsubscribePush } from '../../contract/notice.ts';
import { endSubscription } from '../platform/push.ts';
import type { Api } from './client.ts';
import { accessToken, forget, store, stored } from './session.ts';

const KEY = 'endings';
const Ending = z.object({
  token: z.string(),
  everywhere: z.boolean(),
  /** Of this device's push subscription: what the old account is told is not for the next user. */
  push: z.optional(z.string()),
});
type Ending = z.infer<typeof Ending>;

function read(): Ending[] {
  const text = stored(KEY);
  if (text === null) return [];
  try {
    return z.array(Ending).parse(JSON.parse(text));
  } catch (error) {
    console.error('The sessions to be ended cannot be read', error);
    return [];
  }
}

function write(endings: readonly Ending[]): void {
  if (endings.length === 0) forget(KEY);
  else store(KEY, JSON.stringify(endings));
}

export function addEnding(ending: Ending): void {
  write([...read().filter(({ token }) => token !== ending.token), ending]);
}

/** Tell the server of every session that was ended here; what it cannot be told now waits. Answers whether none is left. */
export async function sendEndings(api: Api): Promise<boolean> {
  for (const ending of read()) {
    if (!(await end(api, ending))) continue;
    write(read().filter(({ token }) => token !== ending.token));
  }
  return read().length === 0;
}

async function end(api: Api, { token, everywhere, push: known }: Ending): Promise<boolean> {
  try {
    // The page may have been closed before the subscription was looked up.
    const push = known ?? (accessToken() === undefined ? await endSubscription() : undefined);
    if (push !== undefined) await api.call(unsubscribePush, { endpoint: push }, { token });
    await api.call(logout, { everywhere }, { token });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // It is over already, unless the token was lost on the way and the server has not heard of it.
    if (error.code === 'sign-in-needed' && error.fields.authorization !== 'missing') return true;
    console.warn('The server could not be told of the sign-out', error);
    return false;
  }
}
