/** Of an envelope's author it is asked when their office was last used in the session that it was sealed in. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql`create index session_courier on session (courier_hash) where courier_hash is not null`.execute(db);
}
