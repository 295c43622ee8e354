/** Conversations that are kept no longer: their words, photos and notices, for both sides. */

import type { Db } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { addJob } from '../jobs/jobs.ts';
import { REMOVE_FILES } from '../reports/record.ts';

export async function eraseConversations(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await tx
    .deleteFrom('attachment')
    .where('kind', '=', 'message')
    .where('owner_id', 'in', ({ selectFrom }) =>
      selectFrom('message')
        .select('id')
        .where('conversation_id', 'in', [...ids]),
    )
    .returning('sha256')
    .execute();
  await tx
    .updateTable('claim')
    .set({ conversation_id: null })
    .where('conversation_id', 'in', [...ids])
    .execute();
  await tx
    .deleteFrom('conversation')
    .where('id', 'in', [...ids])
    .execute();
  if (gone.length > 0) await addJob(tx, REMOVE_FILES, { hashes: [...new Set(gone.map(({ sha256 }) => sha256))] });
  await scrubSoon(tx);
}
