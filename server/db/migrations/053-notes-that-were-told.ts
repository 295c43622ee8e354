/** When whoever posted a report was told of a note on it: what they could not read yet is told once they can. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table note add column told_at timestamptz').execute(db);
  await sql.raw('update note set told_at = released_at').execute(db);
}
