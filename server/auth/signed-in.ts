/** The signed-in caller of a call that only signed-in people may make: `mount` has seen to that, the type has not. */

import { AppError } from '../../contract/errors.ts';
import type { Caller } from '../../contract/user.ts';

export type SignedIn = Extract<Caller, { kind: 'user' }>;

export function signedIn(caller: Caller): SignedIn {
  if (caller.kind === 'anonymous') throw new AppError('sign-in-needed', 'Sign in to do this');
  return caller;
}
