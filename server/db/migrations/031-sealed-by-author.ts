/** What somebody wrote in a conversation goes with their account, from wherever it was written down: decision 074. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`insert into job (kind, payload) select 'reseal-messages', '{}' where exists (select from message)`.execute(
    db,
  );
}
