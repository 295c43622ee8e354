/** Names sound as match/names.ts says: the words that reports are found by are made anew at the start. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw(`update report set search = ''`).execute(db);
}
