/** A family says that it was not them: docs/decisions/096. */

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function up(db: Kysely<Schema>): Promise<void> {
  await sql.raw('alter table reunion add column doubted_at timestamptz').execute(db);
}
