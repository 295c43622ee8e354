/** Messages of a version that sealed them by the conversation's key alone are sealed by their author's too (decision 074). */

import * as z from 'zod/mini';
import type { Db } from '../db/schema.ts';
import { scrubSoon } from '../db/scrub.ts';
import { addJob } from '../jobs/jobs.ts';

/** Planned by the migration 031-sealed-by-author.ts where there are messages. */
export const RESEAL_MESSAGES = 'reseal-messages';
/** Few enough that the calls of others are served in between. */
const PAGE = 200;
const Payload = z.object({ after: z._default(z.uuid(), '00000000-0000-0000-0000-000000000000') });

/** The job {@link RESEAL_MESSAGES}: a page, and the next job for what is left. Doing it again changes nothing that is read. */
export const resealMessages =
  (db: Db) =>
  async (payload: unknown): Promise<void> => {
    const { after } = Payload.parse(payload);
    await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('message')
        .select(['id', 'conversation_id', 'author_id', 'text', 'lat', 'lng', 'address'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .forUpdate()
        .execute();
      for (const { id, conversation_id, author_id, ...words } of rows) {
        const readable = Object.entries(words).filter(([, value]) => value !== null);
        if (author_id === null || readable.length === 0) continue;
        await tx
          .updateTable('message')
          .set({ author_id, ...Object.fromEntries(readable) })
          .where('id', '=', id)
          .where('conversation_id', '=', conversation_id)
          .execute();
      }
      const last = rows.at(-1);
      if (last && rows.length === PAGE) await addJob(tx, RESEAL_MESSAGES, { after: last.id });
      else await scrubSoon(tx); // what was there before is in the pages still
    });
  };
