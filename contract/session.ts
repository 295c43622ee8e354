/** The sessions of one's own account: where one is signed in, and the end of any of them. */

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

export const OpenSession = z.object({
  id: Id,
  /** What it was opened with, as people call it (`Chrome`, `Android`); absent where that is not known. */
  browser: z.optional(z.string()),
  system: z.optional(z.string()),
  openedAt: Instant,
  /** The day on which it was last used, as its beginning in UTC; absent of who has not called since that is kept. */
  seenAt: z.optional(Instant),
  /** The one that asks. */
  own: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** The own one first, then those that were used last. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.object({ data: z.array(OpenSession) }),
});

/** What it was the token of opens nothing from now on, and its device drops what it holds of the account. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: PERMISSIONS.user,
  input: z.object({ id: Id }),
  output: z.object({ ended: z.int() }),
});

/** All but the one that asks. */
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/end-others',
  access: PERMISSIONS.user,
  input: z.object({}),
  output: z.object({ ended: z.int() }),
});

/** In `fields.authorization` of a 401: the session was ended by its owner, on this device or another. */
export const ENDED = 'ended';
