/** Words are made comparable by other rules than before: they are filled again when the server starts. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw("update report set search = ''").execute(db);
}
