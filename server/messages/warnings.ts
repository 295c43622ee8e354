/** What waits for a reviewer because it has the signs of a fraud: messages, notes, and the words of claims. */

import { randomUUID } from 'node:crypto';
import type { Db } from '../db/schema.ts';
import { signsOf } from './signs.ts';

/** Let a message, a claim or a note wait for a reviewer when there is a sign in what it says. */
export async function warnOf(
  tx: Db,
  of: { author_id: string } & ({ message_id: string } | { claim_id: string } | { note_id: string }),
  ...texts: readonly (string | null | undefined)[]
): Promise<void> {
  const signs = signsOf(...texts);
  if (signs.length > 0)
    await tx
      .insertInto('warning')
      .values({ id: randomUUID(), ...of, signs, handled_at: null })
      .execute();
}
