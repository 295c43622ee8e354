/** Who is to become an admin: proposed and confirmed by `changeRole` (auth.ts), seen and refused here. */

import * as z from 'zod/mini';
import { Account } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';
import { Id, shortText } from './primitives.ts';
import { PERMISSIONS } from './user.ts';

/** All that wait for a second admin, those that end first in front. */
export const listAdminProposals = endpoint({
  method: 'GET',
  path: '/admin-proposals',
  access: PERMISSIONS.administer,
  input: z.object({}),
  output: z.object({ data: z.array(Account) }),
});

/** Any admin says no, who proposed it too. It is written down like the proposal. */
export const refuseAdmin = endpoint({
  method: 'DELETE',
  path: '/users/:id/admin-proposal',
  access: PERMISSIONS.administer,
  input: z.object({ id: Id, reason: shortText(MAX_TEXT) }),
  output: z.object({ refused: z.literal(true) }),
});
